//! Trust: how far the score of one move can be believed.
//!
//! [`Report::complete`] speaks of a search as a whole. A single move may be certain long before: a mate is a mate, though every other
//! move was looked at only down to a depth. Scores of wins and losses come from finished games alone, because moves of
//! a player who is lost so far are never pruned.

use super::insight::{Insight, Scale};
use super::repetition;
use super::solve::Engine;
use crate::{Bound, Report, ZeroSum};

/// How far a score can be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// It is the value: the move ends the game, or the search went to the end and left nothing out.
    Exact,
    /// Who wins is proven, or the bound is. A win that is told may come even sooner.
    Proven,
    /// It is what the game's evaluation makes of it.
    Heuristic,
}

impl Trust {
    /// `exact`, `proven` or `heuristic`.
    pub fn name(self) -> &'static str {
        match self {
            Trust::Exact => "exact",
            Trust::Proven => "proven",
            Trust::Heuristic => "heuristic",
        }
    }
}

impl<G: ZeroSum, I: Insight<G>> Engine<'_, G, I> {
    /// How far to believe what a report about `position` says of one of its moves.
    pub fn trust(
        &self,
        position: &G::Position,
        report: &Report<G::Move, Bound<i32>>,
        (mv, value): (G::Move, Bound<i32>),
    ) -> Trust {
        let is_certain = report.complete || self.ends_the_game(position, mv);
        match value.exact() {
            Some(_) if is_certain => Trust::Exact,
            _ if is_certain || self.decides(value) => Trust::Proven,
            _ => Trust::Heuristic,
        }
    }

    fn ends_the_game(&self, position: &G::Position, mv: G::Move) -> bool {
        let mut child = position.clone();
        self.game.play(&mut child, mv);
        let mut moves = Vec::new();
        self.game.moves(&child, &mut moves);
        let mut line = repetition::line_from(self.game, &self.past, position);
        moves.is_empty() || !line.goes_on(self.game, &child)
    }

    /// Whether a value says who wins.
    fn decides(&self, value: Bound<i32>) -> bool {
        let is_decided = |score| self.insight.scale().is_decided(self.game, score);
        let (low, high) = (value.low(), value.high());
        low > 0 && is_decided(low) || high < 0 && is_decided(high)
    }
}
