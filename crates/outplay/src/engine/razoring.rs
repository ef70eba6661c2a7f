//! Razoring: near the horizon, a position whose evaluation is far below alpha is searched for noisy moves only, to see whether
//! one of them helps.
//!
//! Birmingham and Kent, *Tree-Searching and Tree-Pruning Techniques*, 1977.

use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::{Ask, Node};
use super::search::Search;
use crate::{Stop, ZeroSum};

const SWITCH: Switch = switch("razoring");

/// Up to this depth, it is tried.
const DEEPEST: u32 = 3;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score of at most alpha, if no noisy move helps.
    #[inline(always)]
    pub(super) fn razoring(&mut self, node: &Node<'_, G, I::Scratch>) -> Result<Option<i32>, Stop> {
        let margin = 2 * Self::CLEAR_ADVANTAGE * node.depth as i32;
        let is_far_below = Self::QUIESCENCE
            && self.config.has(SWITCH)
            && self.is_judged_by_evaluation(node)
            && node.depth <= DEEPEST
            && node.opinion.score + margin <= node.window.alpha;
        if !is_far_below {
            return Ok(None);
        }
        let ask = Ask { depth: 0, ply: node.ply, ..Ask::about(node.window) };
        let score = self.quiescence(&mut node.position.clone(), node.player, None, &ask)?;
        Ok((score <= node.window.alpha).then_some(score))
    }
}
