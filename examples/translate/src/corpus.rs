//! Sentences in two languages, each beside its translation.

use std::collections::HashMap;

/// A word, by its number in the list of its language.
pub(crate) type Word = usize;

/// A sentence, and the same in the other language.
#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) english: Vec<Word>,
    pub(crate) foreign: Vec<Word>,
}

impl Pair {
    /// The same, seen from the other language.
    pub(crate) fn turned(&self) -> Pair {
        Pair { english: self.foreign.clone(), foreign: self.english.clone() }
    }
}

/// All words of a language.
#[derive(Default)]
pub(crate) struct Language {
    words: Vec<String>,
    numbers: HashMap<String, Word>,
}

impl Language {
    fn learn(&mut self, word: &str) -> Word {
        let next = self.words.len();
        let number = *self.numbers.entry(word.to_owned()).or_insert(next);
        if number == next {
            self.words.push(word.to_owned());
        }
        number
    }

    /// How many words there are.
    pub(crate) fn count(&self) -> usize {
        self.words.len()
    }

    /// The numbers of a sentence's words, if all of them are known.
    pub(crate) fn read(&self, sentence: &str) -> Result<Vec<Word>, String> {
        let unknown = |word: &str| format!("`{word:.50}` is in none of the sentences");
        let number = |word| self.numbers.get(word).copied().ok_or_else(|| unknown(word));
        checked(sentence.split_whitespace().map(number).collect::<Result<_, _>>()?)
    }

    /// Words as a sentence.
    pub(crate) fn written(&self, sentence: &[Word]) -> String {
        let words: Vec<&str> = sentence.iter().map(|&word| self.words[word].as_str()).collect();
        words.join(" ")
    }
}

/// The pairs, and the words of both languages.
#[derive(Default)]
pub(crate) struct Corpus {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) english: Language,
    pub(crate) foreign: Language,
}

/// A sentence has at most so many words: the decoder keeps a bit for each.
const LONGEST: usize = 32;

impl Corpus {
    /// Reads lines: a sentence, a tab, and its translation, words between blanks.
    pub(crate) fn read(text: &str) -> Result<Corpus, String> {
        let mut corpus = Corpus::default();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let wrong = |what: &str| format!("line {number}: {what}");
            let (english, foreign) = line
                .split_once('\t')
                .ok_or_else(|| wrong("a line is a sentence, a tab, and its translation"))?;
            let mut learnt = |language: &str, is_english: bool| {
                let known = if is_english { &mut corpus.english } else { &mut corpus.foreign };
                let words = language.split_whitespace().map(|word| known.learn(word));
                checked(words.collect()).map_err(|what| wrong(&what))
            };
            let (english, foreign) = (learnt(english, true)?, learnt(foreign, false)?);
            corpus.pairs.push(Pair { english, foreign });
        }
        match corpus.pairs.is_empty() {
            true => Err("there is no pair of sentences".to_owned()),
            false => Ok(corpus),
        }
    }
}

/// A sentence that is neither empty nor too long.
fn checked(words: Vec<Word>) -> Result<Vec<Word>, String> {
    match words.len() {
        1..=LONGEST => Ok(words),
        count => Err(format!("a sentence has 1 to {LONGEST} words, not {count}")),
    }
}
