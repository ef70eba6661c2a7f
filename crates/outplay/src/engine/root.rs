//! The root: the position one asks about, with every move looked at by name.

use std::cmp::Reverse;

use super::features::{Switch, switch};
use super::insight::{Facts, Insight, Scale, mover};
use super::node::{Ask, Found};
use super::pvs::PVS;
use super::question::Question;
use super::search::Search;
use super::table::TO_THE_END;
use crate::{Bound, Event, Game, Player, Window, ZeroSum};

const FACTS: Switch = switch("facts");

/// A move of the root.
pub(super) struct Choice<G: Game> {
    pub(super) mv: G::Move,
    pub(super) child: G::Position,
    /// What the last search found.
    pub(super) found: Option<Bound<i32>>,
    /// Whether the game is over then.
    pub(super) is_last: bool,
    tried: bool,
}

impl<G: Game> Clone for Choice<G> {
    fn clone(&self) -> Self {
        Choice { child: self.child.clone(), ..*self }
    }
}

/// The moves of the root that are compared, the best so far first.
pub(super) type Choices<G> = Vec<Choice<G>>;

/// Puts the moves with the highest scores first. Equals stay in their order.
pub(super) fn sort_by_score<G: Game>(choices: &mut [Choice<G>]) {
    insertion_sort(choices, |choice| Reverse(choice.found.map(Bound::score)));
}

/// The few moves of a root by what they count for, the least first. Equals stay in their order. PERF: the sort of the standard library, for
/// every engine of every game, was a twentieth of the code to be compiled.
fn insertion_sort<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let new = key(&items[end]);
        let place = items[..end].partition_point(|one| key(one) <= new);
        items[place..=end].rotate_right(1);
    }
}

/// All moves that are asked about, in the order in which the game would try them.
pub(super) fn choices<G: ZeroSum, I: Insight<G>>(
    game: &G,
    insight: &I,
    position: &G::Position,
    question: &Question<G::Position, G::Move>,
) -> Choices<G> {
    let (mut moves, mut tried) = (Vec::new(), Vec::new());
    game.moves(position, &mut moves);
    moves.retain(|&mv| question.is_about(mv));
    let scratch = insight.scratch(game, position);
    insight.facts().moves(game, position, &scratch, &mut tried);
    let place = |mv: &G::Move| tried.iter().position(|other| other == mv).unwrap_or(usize::MAX);
    insertion_sort(&mut moves, place);
    let choice = |mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let mut replies = Vec::new();
        game.moves(&child, &mut replies);
        Choice { mv, child, found: None, is_last: replies.is_empty(), tried: false }
    };
    moves.into_iter().map(choice).collect()
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The score of the best of some moves, for `viewer`, who makes them; it comes to the front.
    pub(super) fn best_of(
        &mut self,
        choices: &mut [Choice<G>],
        viewer: Player,
        window: Window<i32>,
        depth: u32,
    ) -> Found {
        choices.iter_mut().for_each(|choice| choice.tried = false);
        let mut left = window;
        let mut best = -i32::MAX;
        for tried in 0..choices.len() {
            let at = self.next_choice(choices, tried);
            let (by, number, of) = (choices[at].mv, tried + 1, choices.len());
            self.tell(Event::RootMove { by, number, of });
            let score = self.choice_score(&choices[at], viewer, left, depth, tried)?;
            choices[at].tried = true;
            choices[at].found = Some(match score {
                low if low <= left.alpha => Bound::AtMost(low),
                high if high >= left.beta => Bound::AtLeast(high),
                score => Bound::Exact(score),
            });
            if score > best {
                best = score;
                if score > window.alpha {
                    self.best_so_far = Some(choices[at].mv);
                }
                choices[..=at].rotate_right(1);
            }
            left.alpha = left.alpha.max(score);
            if score >= left.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The first that was not tried and that no other thread is at, or else the first that was not tried.
    fn next_choice(&self, choices: &[Choice<G>], tried: usize) -> usize {
        let mut left = (0..choices.len()).filter(|&at| !choices[at].tried);
        let first = left.clone().next().expect("there is a move that was not tried");
        match tried {
            0 => first,
            _ => left.find(|&at| !self.is_busy(self.slot(&choices[at].child))).unwrap_or(first),
        }
    }

    fn choice_score(
        &mut self,
        choice: &Choice<G>,
        viewer: Player,
        window: Window<i32>,
        depth: u32,
        tried: usize,
    ) -> Found {
        if let Some(score) = self.at_once(&choice.child, viewer, 1) {
            return Ok(score);
        }
        let depth = if depth >= TO_THE_END { TO_THE_END } else { depth - 1 };
        let ask = Ask { depth, ply: 1, last: self.move_index(choice.mv), ..Ask::about(window) };
        let slot = self.slot(&choice.child);
        self.set_busy(slot, true);
        let score = self.with_null_window(&choice.child, viewer, ask, tried);
        self.set_busy(slot, false);
        score
    }

    /// All but the first with a null window, to prove that they are not better.
    fn with_null_window(
        &mut self,
        child: &G::Position,
        viewer: Player,
        ask: Ask,
        tried: usize,
    ) -> Found {
        let Window { alpha, beta } = ask.window;
        if tried > 0 && self.config.has(PVS) && i64::from(beta) - i64::from(alpha) > 1 {
            let null_window = Window { alpha, beta: alpha + 1 };
            let score = self.start(child, viewer, Ask { window: null_window, ..ask })?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        self.start(child, viewer, ask)
    }

    /// The score, where the game is over.
    pub(super) fn at_the_end(
        &self,
        position: &G::Position,
        viewer: Player,
        ply: u32,
    ) -> Option<i32> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let score = || self.insight.scale().terminal(self.game, position, viewer, ply);
        moves.is_empty().then(score)
    }

    /// The score, where there is nothing to search.
    pub(super) fn at_once(&self, position: &G::Position, viewer: Player, ply: u32) -> Option<i32> {
        if let Some(score) = self.at_the_end(position, viewer, ply) {
            return Some(score);
        }
        let decided = match self.config.has(FACTS) {
            true => self.insight.facts().decided(self.game, position),
            false => None,
        };
        let score = match decided {
            Some(score) => self.insight.scale().farther(self.game, score, ply),
            None => self.by_book(position, ply)?,
        };
        Some(if mover(self.game, position) == viewer { score } else { -score })
    }
}
