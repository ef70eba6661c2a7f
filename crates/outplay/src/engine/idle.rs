//! Idle: who can afford to do nothing, and is still above the window, is above it.
//!
//! The null move (Beal, *A Generalised Quiescence Search Algorithm*, 1990; Donninger, *Null Move and Deep Search*, 1993). It
//! is wrong where every move hurts, so the game says where not to try it, and deep down it is verified.

use super::futility::is_decided;
use super::insight::Insight;
use super::node::{Ask, DOWN, Node, Search};
use super::table::NONE;
use crate::{Game, Stop, Window};

/// The last move was none.
pub(super) const IDLE: u16 = NONE - 1;

/// From this depth on, it is verified by a search in which nobody is idle.
const VERIFIED_FROM: u32 = 12;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    pub(super) fn good_even_if_idle(
        &mut self,
        node: &Node<G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        let Window { alpha, beta } = node.window;
        let opinion = node.opinion;
        let asked = self.config.idle
            && node.depth >= 3
            && node.last != IDLE
            && node.except == NONE
            && node.ply >= self.busy_until
            && beta - alpha == 1
            && !opinion.in_danger
            && opinion.score >= beta
            && !is_decided::<G, I>(beta)
            && self.insight.has_use_of_moves(self.game, &node.position);
        if !asked {
            return Ok(None);
        }
        let Some(child) = self.insight.idle(self.game, &node.position) else { return Ok(None) };
        let more = ((opinion.score - beta) / (2 * I::EDGE)).min(3) as u32;
        let depth = node.depth.saturating_sub(4 + node.depth / 4 + more);
        let window = Window { alpha: -beta, beta: 1 - beta };
        self.carried.push(self.insight.carried(self.game, &child));
        self.keep_path(node, None);
        let ask = Ask { window, depth, ply: node.ply + 1, last: IDLE, except: NONE };
        let score = -self.score::<DOWN>(&child, node.player.other(), ask)?;
        self.carried.pop();
        let mut good = score >= beta;
        if good && node.depth >= VERIFIED_FROM {
            let until = std::mem::replace(&mut self.busy_until, node.ply + node.depth / 2);
            let ask =
                Ask { window: node.window, depth, ply: node.ply, last: node.last, except: NONE };
            good = self.score::<DOWN>(&node.position, node.player, ask)? >= beta;
            self.busy_until = until;
        }
        // A win that was found by doing nothing is none.
        let score = if is_decided::<G, I>(score) { beta } else { score };
        Ok(good.then_some(score))
    }
}
