//! Reverse futility: near the horizon, a position whose evaluation is far above beta stays above it.
//!
//! Also called static null move pruning. Heinz, *Extended Futility Pruning*, 1998, turned round.

use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("reverse-futility");

/// Up to this depth, positions are left.
const DEEPEST: u32 = 8;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The evaluation, if it is far enough above beta.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, node: &Node<'_, G, I::Scratch>) -> Option<i32> {
        let opinion = node.opinion;
        let plies = node.depth as i32 - i32::from(opinion.improving);
        let margin = Self::CLEAR_ADVANTAGE * 3 / 4 * plies;
        let is_far_above = self.config.has(SWITCH)
            && self.is_judged_by_evaluation(node)
            && node.depth <= DEEPEST
            && opinion.score - margin >= node.window.beta;
        is_far_above.then_some(opinion.score)
    }
}
