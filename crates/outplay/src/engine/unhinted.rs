//! Without a hint: where the table remembers no move, the order is poor, and a search is dear. It goes one ply less deep, and leaves
//! a hint for the next one.
//!
//! Schröder's internal iterative reductions, 2020.

use super::insight::Insight;
use super::node::{Node, Search};
use super::table::NONE;
use crate::Game;

/// The shallowest search that is made shallower.
const SHALLOWEST: u32 = 4;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    #[inline(always)]
    pub(super) fn go_less_deep_without_hint(&self, node: &mut Node<G, I::Scratch>) {
        if self.config.unhinted
            && node.depth >= SHALLOWEST
            && node.hints[0] == NONE
            && node.except == NONE
        {
            node.depth -= 1;
        }
    }
}
