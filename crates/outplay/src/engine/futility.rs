//! Futility: near the leaves, a position that is far outside of the window stays there.
//!
//! Heinz, *Extended Futility Pruning*, 1998. Far above, the position is left as it is; far below, only noisy moves are
//! looked at, to see whether one of them helps.

use super::insight::Insight;
use super::node::{Ask, Node, Search};
use super::table::NONE;
use crate::{Game, Stop};

/// Up to this depth, a position that is far above the window is left.
const ABOVE: u32 = 8;

/// Up to this depth, a position that is far below is only looked at for noisy moves.
const BELOW: u32 = 3;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    pub(super) fn futile(&mut self, node: &Node<G, I::Scratch>) -> Result<Option<i32>, Stop> {
        let (alpha, beta, depth) = (node.window.alpha, node.window.beta, node.depth as i32);
        let opinion = node.opinion;
        if !self.config.futility
            || opinion.in_danger
            || beta - alpha > 1
            || is_decided::<G, I>(beta)
        {
            return Ok(None);
        }
        let margin = I::EDGE * 3 / 4 * (depth - i32::from(opinion.improves));
        if node.depth <= ABOVE && opinion.score - margin >= beta {
            return Ok(Some(opinion.score));
        }
        if I::QUIETENS && node.depth <= BELOW && opinion.score + 2 * I::EDGE * depth <= alpha {
            let ask =
                Ask { window: node.window, depth: 0, ply: node.ply, last: NONE, except: NONE };
            let score = self.quietened(&node.position, node.player, ask)?;
            return Ok((score <= alpha).then_some(score));
        }
        Ok(None)
    }
}

/// Whether a score says that the game is won or lost, not by how much one is ahead.
pub(super) fn is_decided<G: Game, I: Insight<G>>(score: i32) -> bool {
    use super::insight::{FARTHEST, WIN};
    I::COUNTS_PLIES && score.abs() > WIN - FARTHEST
}
