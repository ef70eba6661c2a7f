//! Extension: a player in danger has few moves that matter, and what comes of it should not lie beyond the horizon.

use super::insight::Insight;
use super::node::{Node, Search};
use crate::Game;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// One ply more for who is in danger.
    #[inline(always)]
    pub(super) fn extend(&self, node: &mut Node<G, I::Scratch>) {
        if self.config.extend && self.insight.in_danger(self.game, &node.position, &node.scratch) {
            node.depth += 1;
        }
    }
}
