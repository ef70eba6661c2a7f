//! Internal iterative reduction: where the table could have a move and has none, the order is poor and a search is dear. It goes one ply less deep,
//! and leaves a move in the table for the next one.
//!
//! Schröder, *Internal Iterative Reductions*, 2020.

use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::Node;
use super::search::Search;
use super::table::NONE;
use crate::ZeroSum;

const SWITCH: Switch = switch("internal-iterative-reduction");

/// The shallowest search that is made shallower.
const SHALLOWEST: u32 = 4;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    #[inline(always)]
    pub(super) fn internal_iterative_reduction(&self, node: &mut Node<'_, G, I::Scratch>) {
        if self.config.has(SWITCH)
            && node.depth >= SHALLOWEST
            && Self::MOVE_INDICES > 0
            && node.slot.is_some()
            && node.table.moves[0] == NONE
        {
            node.depth -= 1;
        }
    }
}
