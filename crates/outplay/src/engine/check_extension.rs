//! Check extension: a player in check has few moves that matter, and what comes of it should not lie beyond the horizon.

use super::features::{Switch, switch};
use super::insight::{Insight, Selectivity};
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("check-extension");

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// One ply more for a player in check.
    #[inline(always)]
    pub(super) fn check_extension(&self, node: &mut Node<'_, G, I::Scratch>) {
        let selectivity = self.insight.selectivity();
        if self.config.has(SWITCH) && selectivity.in_check(self.game, node.position, &node.scratch)
        {
            node.depth += 1;
        }
    }
}
