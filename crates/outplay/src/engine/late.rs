//! Late moves: what comes late in a good order is seldom the best.
//!
//! Near the leaves such moves are left out: those after so many, those that cannot bring the score into the window, and
//! those that lose an exchange. Moves that are left out are quiet and put nobody in danger, unless they lose much.

use super::futility::is_decided;
use super::insight::Insight;
use super::node::{Node, Search};
use crate::Game;

/// What is known of the moves before.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) tried: usize,
    /// How many of them were quiet.
    pub(super) quiet: usize,
    /// The best score so far, for the player to move.
    pub(super) alpha: i32,
}

/// How a move is treated.
#[derive(Clone, Copy, Default)]
pub(super) struct Neglect {
    /// So many plies less are looked ahead, at first.
    pub(super) plies: u32,
    pub(super) is_quiet: bool,
}

/// Up to this depth, quiet moves are left out that cannot reach the window.
const FUTILE: u32 = 6;

/// Up to this depth, moves are left out that come late, or lose an exchange.
const SHALLOW: u32 = 7;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// How to treat a move; none, if it is left out.
    #[inline(always)]
    pub(super) fn neglect(
        &self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        child: &G::Position,
        seen: Seen,
    ) -> Option<Neglect> {
        let is_quiet = !self.insight.is_noisy(self.game, &node.position, mv);
        let scratch = self.insight.scratch(self.game, child);
        let endangers = self.insight.in_danger(self.game, child, &scratch);
        // Somebody who is lost so far tries everything.
        let may_skip = seen.tried > 0
            && !node.opinion.in_danger
            && !(is_decided::<G, I>(seen.alpha) && seen.alpha < 0)
            && self.insight.has_use_of_moves(self.game, &node.position);
        if may_skip && self.is_left_out(node, mv, is_quiet && !endangers, seen) {
            return None;
        }
        let plies = if is_quiet { self.reduction(node, mv, endangers, seen) } else { 0 };
        Some(Neglect { plies, is_quiet })
    }

    fn is_left_out(
        &self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        is_quiet: bool,
        seen: Seen,
    ) -> bool {
        let depth = node.depth as i32;
        let opinion = node.opinion;
        let narrow = node.window.beta - node.window.alpha == 1;
        if self.config.late && is_quiet && narrow && node.depth <= SHALLOW {
            let enough = (3 + depth * depth) >> i32::from(!opinion.improves);
            if seen.quiet as i32 >= enough {
                return true;
            }
        }
        if is_quiet && narrow && self.is_unlucky(node, mv) {
            return true;
        }
        if self.config.futility && is_quiet && narrow && node.depth <= FUTILE {
            let most = opinion.score + I::EDGE * (1 + depth);
            if most <= seen.alpha {
                return true;
            }
        }
        if self.config.exchange && node.depth <= SHALLOW {
            let least = match is_quiet {
                true => -I::EDGE * depth / 2,
                false => -I::EDGE * depth,
            };
            return !self.insight.gains(self.game, &node.position, mv, least);
        }
        false
    }
}
