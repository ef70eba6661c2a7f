//! Late move pruning: near the horizon, quiet moves are pruned once many were tried; what comes late in a good order is seldom the best.
//!
//! Here it is also decided how any move of a selective search is treated: pruned, reduced, or searched as deep as the others.

use std::cell::LazyCell;

use super::expand::Tries;
use super::features::{Switch, switch};
use super::insight::{Insight, Selectivity};
use super::node::{END, Node};
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("late-move-pruning");

/// Up to this depth, moves are pruned.
const DEEPEST: u32 = 7;

/// How a move is treated that is not pruned.
#[derive(Clone, Copy, Default)]
pub(super) struct Treatment {
    /// So many plies less are searched at first.
    pub(super) reduction: u32,
    pub(super) is_quiet: bool,
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// How to treat a move; none, if it is pruned.
    #[inline(always)]
    pub(super) fn treatment<const MODE: u8>(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        tries: &Tries,
    ) -> Option<Treatment> {
        if MODE == END || !Self::SELECTIVE {
            return Some(Treatment::default());
        }
        let selectivity = self.insight.selectivity();
        let is_quiet = !selectivity.is_noisy(self.game, node.position, mv);
        // It is dear to find out, and seldom matters.
        let gives_check = LazyCell::new(|| selectivity.gives_check(self.game, node.position, mv));
        if self.may_prune(node, tries) && self.is_pruned(node, mv, is_quiet, &gives_check, tries) {
            return None;
        }
        let reduction = match is_quiet {
            true => self.reduction(node, mv, &gives_check, tries),
            false => 0,
        };
        Some(Treatment { reduction, is_quiet })
    }

    /// Whether any move may be pruned. A player who is lost so far tries everything.
    #[inline(always)]
    fn may_prune(&self, node: &Node<'_, G, I::Scratch>, tries: &Tries) -> bool {
        tries.tried > 0
            && !node.opinion.in_check
            && !self.is_lost(node.best)
            && !self.insight.selectivity().may_be_zugzwang(self.game, node.position)
    }

    /// Whether a move is pruned. A quiet move that gives check counts as noisy.
    #[inline(always)]
    fn is_pruned(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        is_quiet: bool,
        gives_check: &LazyCell<bool, impl FnOnce() -> bool>,
        tries: &Tries,
    ) -> bool {
        let may_be_late = is_quiet
            && node.has_null_window()
            && (self.comes_late(node, tries)
                || self.is_futile(node, tries)
                || self.has_bad_history(node, mv));
        if may_be_late && !**gives_check {
            return true;
        }
        match is_quiet {
            true => {
                self.loses_exchange(node, mv, true)
                    && (!**gives_check || self.loses_exchange(node, mv, false))
            }
            false => self.loses_exchange(node, mv, false),
        }
    }

    /// Whether so many quiet moves were tried that the others are pruned.
    #[inline(always)]
    fn comes_late(&self, node: &Node<'_, G, I::Scratch>, tries: &Tries) -> bool {
        let depth = node.depth as usize;
        let enough = (3 + depth * depth) >> usize::from(!node.opinion.improving);
        self.config.has(SWITCH) && node.depth <= DEEPEST && tries.quiet >= enough
    }
}
