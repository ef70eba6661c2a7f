//! SEE pruning: near the horizon, moves that lose material by static exchange evaluation are pruned; in the quiescence search, captures
//! that do not win enough.
//!
//! Reul, *New Architectures in Computer Chess*, 2009.

use super::features::{Switch, switch};
use super::insight::{Insight, Selectivity};
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("see-pruning");

/// Up to this depth, moves are pruned.
const DEEPEST: u32 = 7;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether a move is pruned: a quiet one may lose half as much as a noisy one.
    #[inline(always)]
    pub(super) fn loses_exchange(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        is_quiet: bool,
    ) -> bool {
        let most = Self::CLEAR_ADVANTAGE * node.depth as i32;
        let most = if is_quiet { most / 2 } else { most };
        node.depth <= DEEPEST && self.wins_less_than(node, mv, -most)
    }

    /// Whether a move gains less than so much by static exchange evaluation.
    #[inline(always)]
    pub(super) fn wins_less_than(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        least: i32,
    ) -> bool {
        let selectivity = self.insight.selectivity();
        self.config.has(SWITCH) && !selectivity.see_at_least(self.game, node.position, mv, least)
    }
}
