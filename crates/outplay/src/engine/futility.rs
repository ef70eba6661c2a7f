//! Futility: near the horizon, a quiet move cannot bring an evaluation up to alpha that is far below it.
//!
//! Heinz, *Extended Futility Pruning*, 1998.

use super::expand::Tries;
use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("futility");

/// Up to this depth, moves are pruned.
const DEEPEST: u32 = 6;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether a quiet move is pruned.
    #[inline(always)]
    pub(super) fn is_futile(&self, node: &Node<'_, G, I::Scratch>, tries: &Tries) -> bool {
        let most = node.opinion.score + Self::CLEAR_ADVANTAGE * (1 + node.depth as i32);
        self.config.has(SWITCH) && node.depth <= DEEPEST && most <= tries.window.alpha
    }
}
