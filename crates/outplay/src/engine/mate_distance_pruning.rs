//! Mate distance pruning: where a win was found, only quicker ones matter.
//!
//! Neither a win nor a loss can come sooner than at this ply. If even that is outside of the window, the position is left. It changes
//! no score.

use super::features::{Switch, switch};
use super::insight::{Insight, Scale, WIN};
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("mate-distance-pruning");

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score outside of the window, if even the quickest win, or the quickest loss, is outside.
    #[inline(always)]
    pub(super) fn mate_distance(&self, node: &Node<'_, G, I::Scratch>) -> Option<i32> {
        if !self.insight.scale().counts_plies(self.game) || !self.config.has(SWITCH) {
            return None;
        }
        let (lost, won) = (node.ply as i32 - WIN, WIN - node.ply as i32);
        if lost >= node.window.beta {
            Some(lost)
        } else if won <= node.window.alpha {
            Some(won)
        } else {
            None
        }
    }
}
