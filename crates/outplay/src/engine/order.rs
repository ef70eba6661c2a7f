//! Order: the moves that are likely to be best come first.
//!
//! First the moves that the table remembers, then those that are promising, then those that were good in similar
//! positions. Moves are picked one by one, not sorted: most positions are done with after the first.

use super::habits::HABITS;
use super::insight::{Care, Insight, widest};
use super::node::{Ask, Candidate, DOWN, END, Node, Search};
use super::table::NONE;
use crate::{Game, Stop};

/// What a move of the table is worth, and the one that was the best before.
const REMEMBERED: [i32; 2] = [i32::MAX, i32::MAX - 1];

/// A unit of promise is worth more than all habits together.
const PROMISE: i32 = 2 * HABITS;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// Puts the moves on the stack, with their promises.
    #[inline(always)]
    pub(super) fn order<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
    ) -> Result<(), Stop> {
        let plies = self.plies::<MODE>(node);
        let care = match self.config.promise {
            true => self.insight.care(self.game, &node.position, plies),
            false => Care::None,
        };
        node.scored = care != Care::None || node.hints[0] != NONE;
        node.habitual = care == Care::Habit && self.lessons.habits.are_on();
        for (place, &mv) in self.list.iter().rev().enumerate() {
            let promise = match care {
                Care::Move | Care::Habit => {
                    self.insight.promise(self.game, &node.position, &node.scratch, mv, node.window)
                }
                _ => 0,
            };
            self.stack.push(Candidate { promise, child: place as u16, mv });
        }
        if I::LOOKS_AHEAD && matches!(care, Care::Child | Care::Search { .. }) {
            self.look_at_children(node);
        }
        if let (true, Care::Search { plies, weight }) = (I::LOOKS_AHEAD, care) {
            self.look_ahead::<MODE>(node, plies, weight)?;
        }
        if node.habitual {
            self.add_habits(node);
        }
        if I::INDICES > 0 && node.hints[0] != NONE {
            self.add_hints(node);
        }
        Ok(())
    }

    /// Plays every move, to see where it leads to.
    #[inline(always)]
    fn look_at_children(&mut self, node: &Node<G, I::Scratch>) {
        for at in node.bottom..self.stack.len() {
            let mv = self.stack[at].mv;
            let mut child = node.position.clone();
            self.game.play(&mut child, mv);
            self.stack[at].promise =
                self.insight.outlook(self.game, &node.position, &node.scratch, mv, &child);
            if let Some(slot) = self.slot(&child) {
                self.table.prefetch(slot);
            }
            self.children.push(child);
        }
    }

    /// Searches a few plies from every child.
    #[inline(never)]
    fn look_ahead<const MODE: u8>(
        &mut self,
        node: &Node<G, I::Scratch>,
        plies: u32,
        weight: i32,
    ) -> Result<(), Stop> {
        let certainty = std::mem::replace(&mut self.certainty, 0);
        let team = self.team.take();
        let saw_horizon = self.saw_horizon;
        if MODE == END {
            self.carried.push(self.insight.carried(self.game, &node.position));
        }
        let looked = self.add_scores(node, plies, weight);
        if MODE == END {
            self.carried.pop();
        }
        self.certainty = certainty;
        self.team = team;
        self.saw_horizon = saw_horizon;
        looked
    }

    fn add_scores(
        &mut self,
        node: &Node<G, I::Scratch>,
        plies: u32,
        weight: i32,
    ) -> Result<(), Stop> {
        let window = widest(self.game, self.insight);
        for at in node.bottom..self.stack.len() {
            let Candidate { mv, child, .. } = self.stack[at];
            let child = self.children[node.nursery + usize::from(child)].clone();
            let ask =
                Ask { window, depth: plies, ply: node.ply + 1, last: self.index(mv), except: NONE };
            self.carry(node, mv, &child);
            let score = self.score::<DOWN>(&child, node.player.other(), ask)?;
            self.stack[at].promise -= score * weight;
            self.carried.pop();
        }
        Ok(())
    }

    /// Moves of the same promise are told apart by what they did elsewhere.
    #[inline(always)]
    fn add_habits(&mut self, node: &Node<G, I::Scratch>) {
        for at in node.bottom..self.stack.len() {
            let habit = self.lessons.habits.of(self.habit_of(node, self.stack[at].mv));
            let promise = &mut self.stack[at].promise;
            *promise = promise.saturating_mul(PROMISE).saturating_add(habit);
        }
    }

    /// The moves that the table remembers come first.
    #[inline(always)]
    fn add_hints(&mut self, node: &Node<G, I::Scratch>) {
        for at in node.bottom..self.stack.len() {
            let index = self.index(self.stack[at].mv);
            for (hint, promise) in node.hints.into_iter().zip(REMEMBERED) {
                if index == hint {
                    self.stack[at].promise = promise;
                }
            }
        }
    }

    /// Takes the most promising move from the stack. Equals stay in their order.
    #[inline(always)]
    pub(super) fn pick(&mut self, node: &Node<G, I::Scratch>) -> Option<Candidate<G::Move>> {
        let left = &self.stack[node.bottom..];
        let mut best = left.len().checked_sub(1)?;
        if node.scored {
            for at in (0..best).rev() {
                if left[at].promise > left[best].promise {
                    best = at;
                }
            }
            return Some(self.stack.remove(node.bottom + best));
        }
        self.stack.pop()
    }
}
