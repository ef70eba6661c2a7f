//! Decoding: which English sentence is it? A game for one player.
//!
//! A move takes a phrase of the foreign sentence that is not translated yet, and writes one of its translations behind the English words that are there. When
//! everything is translated, the game is over, and its payoff is the logarithm of how likely the sentence is: by its phrases, by the order of its English words, and less so
//! the more it jumps about in the foreign sentence.
//!
//! Nobody plays against this player, so alpha-beta alone has nothing to cut. But it is known what the rest can bring at most: the best translation of every
//! word that is left, each behind the word that suits it best. A line whose upper bound is not above what was found before is left: *branch and bound*. In
//! the library such a bound is a fact of an [`Evaluation`], and cuts in every search that knows alpha and beta.
//!
//! References: Koehn, *Pharaoh: A Beam Search Decoder for Phrase-Based Statistical Machine Translation Models*, 2004, for the game and for what is left to come; Land and Doig, *An Automatic
//! Method of Solving Discrete Programming Problems*, 1960, for the search.

use outplay::textbook::{Order, Search};
use outplay::{Evaluation, Game, Limits, Outcomes, Player, Range, Turn, ZeroSum};

use crate::corpus::Word;
use crate::phrases::Model;

/// What a jump over one word costs.
const JUMP: f64 = 0.5;

/// A search gives up after so many positions.
pub(crate) const MOST: u64 = 5_000_000;

/// A sentence to be translated.
pub(crate) struct Decoder<'m> {
    model: &'m Model,
    sentence: Vec<Word>,
    options: Vec<Phrase>,
    /// The most that the words from one place to another can bring: `best[first][end]`.
    best: Vec<Vec<f64>>,
}

/// A phrase of the sentence with one of its translations.
struct Phrase {
    first: usize,
    end: usize,
    english: Vec<Word>,
    /// The logarithm of how likely it is the translation.
    likely: f64,
}

impl Phrase {
    /// A bit for each of its words in the foreign sentence.
    fn mask(&self) -> u32 {
        (self.first..self.end).fold(0, |mask, place| mask | 1 << place)
    }
}

/// What is translated so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    /// A bit for each foreign word that is translated.
    done: u32,
    /// Where the last phrase ended in the foreign sentence.
    end: usize,
    pub(crate) english: Vec<Word>,
    pub(crate) score: f64,
}

impl<'m> Decoder<'m> {
    /// The game of translating a sentence. Its longest phrases come first.
    pub(crate) fn new(model: &'m Model, sentence: Vec<Word>) -> Decoder<'m> {
        let mut options = Vec::new();
        for length in model.lengths().rev() {
            for first in 0..(sentence.len() + 1).saturating_sub(length) {
                let end = first + length;
                let known = model.options(&sentence[first..end]);
                options.extend(known.iter().map(|(english, likely)| Phrase {
                    first,
                    end,
                    english: english.clone(),
                    likely: *likely,
                }));
            }
        }
        let mut decoder = Decoder { model, sentence, options, best: Vec::new() };
        decoder.best = decoder.most_of_all();
        decoder
    }

    /// The best translation, and how many positions were looked at. None if there is none, or none was found in time.
    pub(crate) fn best(&self) -> Option<(Draft, u64)> {
        let limits = Limits { nodes: Some(MOST), ..Limits::default() };
        let search = Search::new(self).evaluation(Hope).order(Order::Evaluation).limits(limits);
        let report = search.alpha_beta(&self.start()).ok()?;
        let mut draft = self.start();
        report.line.iter().for_each(|&mv| self.play(&mut draft, mv));
        self.is_done(&draft).then_some((draft, report.counts.generated))
    }

    fn is_done(&self, draft: &Draft) -> bool {
        draft.done.count_ones() as usize == self.sentence.len()
    }

    /// What a phrase adds to the score behind a word.
    fn worth(&self, phrase: &Phrase, before: Option<Word>) -> f64 {
        let mut before = before;
        let mut worth = phrase.likely;
        for &word in &phrase.english {
            worth += self.model.order(before, Some(word));
            before = Some(word);
        }
        worth
    }

    /// The most that a phrase can add, whatever stands before it.
    fn most(&self, phrase: &Phrase) -> f64 {
        let Some(&first) = phrase.english.first() else { return phrase.likely };
        let rest = self.worth(phrase, None) - self.model.order(None, Some(first));
        rest + self.model.best_order(Some(first))
    }

    /// The most that the words from each place to each other one can bring, put together from the shorter ones.
    fn most_of_all(&self) -> Vec<Vec<f64>> {
        let words = self.sentence.len();
        let mut best = vec![vec![f64::NEG_INFINITY; words + 1]; words + 1];
        (0..=words).for_each(|place| best[place][place] = 0.0);
        for phrase in &self.options {
            let there = &mut best[phrase.first][phrase.end];
            *there = there.max(self.most(phrase));
        }
        for length in 2..=words {
            for first in 0..=words - length {
                let end = first + length;
                let split = (first + 1..end).map(|middle| best[first][middle] + best[middle][end]);
                best[first][end] = split.fold(best[first][end], f64::max);
            }
        }
        best
    }

    /// The most that is still to come: for every stretch of words that are not translated, and for the end of the sentence.
    fn to_come(&self, draft: &Draft) -> f64 {
        let is_open = |place: usize| place < self.sentence.len() && draft.done >> place & 1 == 0;
        let mut sum = if self.is_done(draft) { 0.0 } else { self.model.best_order(None) };
        let mut first = None;
        for place in 0..=self.sentence.len() {
            match first {
                None if is_open(place) => first = Some(place),
                Some(from) if !is_open(place) => {
                    sum += self.best[from][place];
                    first = None;
                }
                _ => {}
            }
        }
        sum
    }
}

impl Game for Decoder<'_> {
    type Position = Draft;
    /// The number of a phrase.
    type Move = usize;

    fn start(&self) -> Draft {
        Draft { done: 0, end: 0, english: Vec::new(), score: 0.0 }
    }

    fn turn(&self, _: &Draft) -> Turn {
        Turn::Player(Player::MAX)
    }

    fn moves(&self, draft: &Draft, moves: &mut Vec<usize>) {
        let is_open = |phrase: &Phrase| draft.done & phrase.mask() == 0;
        moves.extend((0..self.options.len()).filter(|&mv| is_open(&self.options[mv])));
    }

    fn play(&self, draft: &mut Draft, mv: usize) {
        let phrase = &self.options[mv];
        draft.score += self.worth(phrase, draft.english.last().copied());
        draft.score -= JUMP * phrase.first.abs_diff(draft.end) as f64;
        draft.english.extend(&phrase.english);
        draft.done |= phrase.mask();
        draft.end = phrase.end;
        if self.is_done(draft) {
            draft.score += self.model.order(draft.english.last().copied(), None);
        }
    }

    /// A sentence with words that cannot be translated any more is no translation.
    fn payoff(&self, draft: &Draft, player: Player) -> f64 {
        let score = if self.is_done(draft) { draft.score } else { LOST };
        if player == Player::MAX { score } else { -score }
    }
}

/// What a sentence is worth that is not translated to its end.
const LOST: f64 = -1e9;

/// Nobody plays against the translator: what the translator wins, nobody loses.
impl ZeroSum for Decoder<'_> {
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: i32::MAX }
    }
}

/// The score so far, and the most that is still to come: a fact, and the order in which phrases are tried.
#[derive(Clone, Copy)]
pub(crate) struct Hope;

impl Evaluation<Decoder<'_>> for Hope {
    fn evaluate(&self, decoder: &Decoder<'_>, draft: &Draft, player: Player) -> f64 {
        let high = draft.score + decoder.to_come(draft).max(LOST);
        if player == Player::MAX { high } else { -high }
    }

    fn range(&self, decoder: &Decoder<'_>, draft: &Draft, player: Player) -> Range<f64> {
        let range = Range { high: self.evaluate(decoder, draft, Player::MAX), ..Range::ALL };
        if player == Player::MAX { range } else { range.flipped() }
    }
}
