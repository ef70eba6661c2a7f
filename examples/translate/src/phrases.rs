//! What the decoder knows: which phrases translate each other, and which word follows which.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::align::{self, Link};
use crate::corpus::{Corpus, Pair, Word};

/// A phrase has at most so many words.
const LONGEST: usize = 3;

/// What is added to the count of every pair of words, so that nothing is impossible.
const UNSEEN: f64 = 0.05;

/// Phrases with their translations, and pairs of English words, each with the logarithm of how likely it is.
pub(crate) struct Model {
    phrases: HashMap<Vec<Word>, Vec<(Vec<Word>, f64)>>,
    follows: HashMap<(Option<Word>, Option<Word>), f64>,
    counts: HashMap<Option<Word>, f64>,
    words: f64,
}

impl Model {
    /// Learns from sentences and their links.
    pub(crate) fn new(corpus: &Corpus) -> Model {
        let mut model = Model {
            phrases: HashMap::new(),
            follows: HashMap::new(),
            counts: HashMap::new(),
            words: (corpus.english.count() + 1) as f64,
        };
        for (pair, links) in corpus.pairs.iter().zip(align::links(&corpus.pairs)) {
            model.learn_phrases(pair, &links);
            model.learn_order(&pair.english);
        }
        for options in model.phrases.values_mut() {
            let sum: f64 = options.iter().map(|(_, count)| count).sum();
            options.iter_mut().for_each(|(_, count)| *count = (*count / sum).ln());
        }
        model
    }

    /// Counts the phrases of a sentence whose words translate each other and nothing else.
    fn learn_phrases(&mut self, pair: &Pair, links: &BTreeSet<Link>) {
        for foreign in spans(pair.foreign.len()) {
            for english in spans(pair.english.len()).filter(|one| is_whole(links, one, &foreign)) {
                let options =
                    self.phrases.entry(pair.foreign[foreign.clone()].to_vec()).or_default();
                let words = &pair.english[english];
                match options.iter_mut().find(|(one, _)| one == words) {
                    Some((_, count)) => *count += 1.0,
                    None => options.push((words.to_vec(), 1.0)),
                }
            }
        }
    }

    /// Counts which word follows which. None is what stands before a sentence, and behind it.
    fn learn_order(&mut self, sentence: &[Word]) {
        let mut before = None;
        for next in sentence.iter().copied().map(Some).chain([None]) {
            *self.follows.entry((before, next)).or_default() += 1.0;
            *self.counts.entry(before).or_default() += 1.0;
            before = next;
        }
    }

    /// The translations of a phrase.
    pub(crate) fn options(&self, foreign: &[Word]) -> &[(Vec<Word>, f64)] {
        self.phrases.get(foreign).map_or(&[], Vec::as_slice)
    }

    /// The lengths that a phrase may have.
    pub(crate) fn lengths(&self) -> Range<usize> {
        1..LONGEST + 1
    }

    /// How likely a word comes after another one.
    pub(crate) fn order(&self, before: Option<Word>, next: Option<Word>) -> f64 {
        let pair = self.follows.get(&(before, next)).copied().unwrap_or(0.0);
        let all = self.counts.get(&before).copied().unwrap_or(0.0);
        ((pair + UNSEEN) / (all + UNSEEN * self.words)).ln()
    }

    /// The same after the word that suits it best.
    pub(crate) fn best_order(&self, next: Option<Word>) -> f64 {
        let before = self.counts.keys().map(|&before| self.order(before, next));
        before.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// All places of phrases in a sentence of so many words.
fn spans(words: usize) -> impl Iterator<Item = Range<usize>> {
    let of =
        move |first: usize| (first + 1..=words.min(first + LONGEST)).map(move |end| first..end);
    (0..words).flat_map(of)
}

/// Whether a phrase has a link, and none of its links leads out of it.
fn is_whole(links: &BTreeSet<Link>, english: &Range<usize>, foreign: &Range<usize>) -> bool {
    let inside = |link: &Link| (english.contains(&link.0), foreign.contains(&link.1));
    links.iter().map(inside).all(|(one, other)| one == other)
        && links.iter().any(|link| inside(link) == (true, true))
}
