//! History pruning: near the horizon, quiet moves that mostly failed elsewhere are pruned.

use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("history-pruning");

/// Up to this depth, moves are pruned.
const DEEPEST: u32 = 5;

/// A move is pruned if its histories are below this times the depth.
const LEAST: i32 = -3_000;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether a quiet move is pruned.
    #[inline(always)]
    pub(super) fn has_bad_history(&self, node: &Node<'_, G, I::Scratch>, mv: G::Move) -> bool {
        self.config.has(SWITCH)
            && node.depth <= DEEPEST
            && node.uses_history
            && self.histories.history_score(self.made(node, mv)) < LEAST * node.depth as i32
    }
}
