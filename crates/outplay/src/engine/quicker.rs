//! Quicker: where a win was found, only quicker ones matter.
//!
//! Mate distance pruning: neither a win nor a loss can come sooner than now. It changes no score.

use super::insight::{Insight, WIN};
use super::node::{Node, Search};
use crate::Game;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// A score outside of the window, if even the quickest win, or the quickest loss, is outside.
    #[inline(always)]
    pub(super) fn too_slow(&self, node: &Node<G, I::Scratch>) -> Option<i32> {
        if !I::COUNTS_PLIES || !self.config.quicker {
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
