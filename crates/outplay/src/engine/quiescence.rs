//! Quiescence: noisy moves are played out before the evaluation is trusted.
//!
//! A capture half-way through an exchange makes any evaluation lie. So where the depth ends, captures and the like are searched on, and the
//! player to move may stand pat at any time, unless in check: the evaluation is a lower bound. Harris, *The Heuristic Search and
//! the Game of Chess*, 1975.

use super::insight::{Insight, Selectivity};
use super::move_picker::{MoveList, Picker};
use super::node::{Ask, Before, DOWN, Found, Node, Visit};
use super::search::Search;
use crate::{Player, Range, Source, Window, ZeroSum};

/// What a noisy move must leave within reach, in clear advantages (delta pruning).
const REACH: i32 = 2;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The score once nothing noisy is left to play.
    #[inline(always)]
    pub(super) fn quiescence(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        self.tell_enter(position, viewer, before, ask);
        let found = self.quiet_visit(position, viewer, before, ask);
        self.tell_leave(ask.ply, found)
    }

    pub(super) fn quiet_visit(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        let mut visit = Visit::new(position, viewer, ask);
        self.count::<DOWN>(visit.ply)?;
        if !Self::ALTERNATES && !self.see_who_moves(&mut visit) {
            return Ok(self.terminal(visit.position, visit.player, visit.ply));
        }
        visit.scratch = self.scratch(visit.position, before);
        if let Some(score) = self.known::<DOWN>(&visit) {
            return Ok(visit.for_viewer(score));
        }
        let sign = visit.for_viewer(1);
        let mut node = Node::of(visit, ask);
        let score = match self.probe::<DOWN>(&mut node) {
            Some(score) => self.tell_leaf(node.ply, score, Source::Table),
            None => self.play_out(&mut node)?,
        };
        Ok(sign * score)
    }

    fn play_out(&mut self, node: &mut Node<'_, G, I::Scratch>) -> Found {
        let selectivity = self.insight.selectivity();
        let in_check = selectivity.in_check(self.game, node.position, &node.scratch);
        let stand_pat = if in_check { None } else { Some(self.stand_pat(node)) };
        if let Some(score) = stand_pat.filter(|score| *score >= node.window.beta) {
            return Ok(score);
        }
        self.listed.clear();
        selectivity.noisy(self.game, node.position, &node.scratch, &mut self.listed);
        self.leave_out_forbidden(node.position, node.ply);
        if self.listed.is_empty() && in_check {
            return Ok(self.terminal(node.position, node.player, node.ply));
        }
        let generated = self.counts.generated;
        let mut list = self.take_list();
        self.order_noisy(node, &mut list);
        node.best = self.try_noisy(node, &mut list, stand_pat)?;
        self.put_back(list);
        // Moves were left out.
        self.saw_horizon = true;
        self.store::<DOWN>(node, generated);
        Ok(node.best)
    }

    /// The best score of standing pat and of the noisy moves.
    fn try_noisy(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
        stand_pat: Option<i32>,
    ) -> Found {
        let mut best = stand_pat.unwrap_or(-i32::MAX);
        let mut window = node.window;
        window.alpha = window.alpha.max(best);
        while let Some(candidate) = list.next(self, node) {
            let mv = candidate.mv;
            let may_prune = best > -i32::MAX && !self.is_lost(best);
            if may_prune && self.is_not_worth_it(node, mv, window, stand_pat) {
                // It may win something, but not enough: nothing more is known.
                best = best.max(node.window.alpha);
                continue;
            }
            let (mut child, slot) = list.child::<DOWN>(self, node, candidate, true);
            self.carry(node.position, mv, &child, node.ply);
            let last = self.move_index(mv);
            let about = Ask::about(window.flipped());
            let ask = Ask { depth: 0, ply: node.ply + 1, last, slot, ..about };
            let before = Before { scratch: node.scratch, mv, note: None };
            let other = node.player.other();
            let score = -self.quiescence(&mut child, other, Some(&before), &ask)?;
            if score > best {
                best = score;
                node.best_move = last;
            }
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The evaluation, or better what the table knows.
    fn stand_pat(&mut self, node: &Node<'_, G, I::Scratch>) -> i32 {
        let correction = self.correction(node);
        let evaluated = self.evaluate(node.position, &node.scratch, node.ply);
        let Range { low, high } = node.table.bounds;
        self.corrected(evaluated, correction).max(low).min(high)
    }

    /// Whether a move loses an exchange, or wins one that does not bring the score into the window.
    #[inline(always)]
    fn is_not_worth_it(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        window: Window<i32>,
        stand_pat: Option<i32>,
    ) -> bool {
        let reach = REACH * Self::CLEAR_ADVANTAGE;
        let needed = stand_pat.map_or(0, |stand_pat| window.alpha - stand_pat - reach);
        self.wins_less_than(node, mv, needed.max(0))
    }
}
