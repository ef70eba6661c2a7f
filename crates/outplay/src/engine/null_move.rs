//! Null move: skips a position whose player could pass and still be above beta.
//!
//! Beal, *A Generalised Quiescence Search Algorithm*, 1990; Donninger, *Null Move and Deep Search*, 1993. It is wrong in zugzwang, where
//! every move hurts, so the game says where not to try it, and deep searches verify it.

use super::features::{Switch, switch};
use super::insight::{Insight, Selectivity};
use super::node::{Ask, DOWN, Node};
use super::search::Search;
use super::table::NONE;
use crate::{Stop, Window, ZeroSum};

const SWITCH: Switch = switch("null-move");

/// The index of a null move.
const NULL: u16 = NONE - 1;

/// The shallowest search in which it is tried.
const SHALLOWEST: u32 = 3;

/// From this depth on, it is verified by a search without null moves.
const VERIFIED_FROM: u32 = 12;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score of at least beta, if the player could pass.
    #[inline(always)]
    pub(super) fn null_move(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        let asked = self.config.has(SWITCH)
            && node.depth >= SHALLOWEST
            && node.last != NULL
            && node.ply >= self.no_null_move_before
            && self.is_judged_by_evaluation(node)
            && node.opinion.score >= node.window.beta
            && !self.insight.selectivity().may_be_zugzwang(self.game, node.position);
        if asked { self.passed(node) } else { Ok(None) }
    }

    #[inline(never)]
    fn passed(&mut self, node: &Node<'_, G, I::Scratch>) -> Result<Option<i32>, Stop> {
        let beta = node.window.beta;
        let passed = self.insight.selectivity().null_move(self.game, node.position);
        let Some(mut child) = passed else { return Ok(None) };
        let more = ((node.opinion.score - beta) / (2 * Self::CLEAR_ADVANTAGE)).min(3) as u32;
        let depth = node.depth.saturating_sub(4 + node.depth / 4 + more);
        self.carry_anew(&child, node.ply + 1);
        self.keep_piece_to(node.position, None, node.ply);
        let window = Window { alpha: -beta, beta: 1 - beta };
        let ask = Ask { depth, ply: node.ply + 1, last: NULL, ..Ask::about(window) };
        let floor = self.pass(ask.ply);
        let score = -self.score::<DOWN>(&mut child, node.player.other(), None, &ask)?;
        self.take_back(floor);
        let is_good = score >= beta && self.is_verified(node, depth)?;
        // A win that was found by passing is none.
        let score = if self.is_decided(score) { beta } else { score };
        Ok(is_good.then_some(score))
    }

    /// Whether a search without null moves agrees, where that is worth it.
    fn is_verified(&mut self, node: &Node<'_, G, I::Scratch>, depth: u32) -> Result<bool, Stop> {
        if node.depth < VERIFIED_FROM {
            return Ok(true);
        }
        let until = node.ply + node.depth / 2;
        let before = std::mem::replace(&mut self.no_null_move_before, until);
        let Node { window, ply, last, .. } = *node;
        let ask = Ask { depth, ply, last, ..Ask::about(window) };
        let score = self.score::<DOWN>(&mut node.position.clone(), node.player, None, &ask)?;
        self.no_null_move_before = before;
        Ok(score >= node.window.beta)
    }
}
