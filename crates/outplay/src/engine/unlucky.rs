//! Unlucky moves: near the leaves, quiet moves that were mostly tried in vain elsewhere are left out.
//!
//! History pruning: what [habits](super::habits) know of a move, held against the depth.

use super::insight::Insight;
use super::node::{Node, Search};
use crate::Game;

/// Up to this depth, moves are left out.
const SHALLOW: u32 = 5;

/// A move is left out if its histories are below this times the depth.
const UNLUCKY: i32 = -3_000;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// Whether a quiet move is left out.
    #[inline(always)]
    pub(super) fn is_unlucky(&self, node: &Node<G, I::Scratch>, mv: G::Move) -> bool {
        self.config.unlucky
            && node.depth <= SHALLOW
            && node.habitual
            && self.lessons.habits.history_of(self.habit_of(node, mv)) < UNLUCKY * node.depth as i32
    }
}
