//! Quiet: where the depth ends, captures and the like are played out, so that nothing is evaluated in the middle of one.
//!
//! Harris, *The Heuristic Search and the Game of Chess*, 1975. The player to move may stand still at any time, unless in
//! danger: the evaluation is a lower bound.

use super::insight::Insight;
use super::node::{Ask, Candidate, DOWN, Found, Node, Search};
use super::table::NONE;
use crate::{Game, Player, Range, Window};

/// What a noisy move must leave within reach, in advantages.
const REACH: i32 = 2;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// The score once nothing noisy is left to play.
    pub(super) fn quietened(&mut self, position: &G::Position, viewer: Player, ask: Ask) -> Found {
        let mut node = self.node(position, viewer, ask);
        self.count::<DOWN>(node.ply)?;
        if !I::ALTERNATES && !self.see_who_moves(&mut node) {
            return Ok(self.over(&node));
        }
        node.scratch = self.insight.scratch(self.game, &node.position);
        let score = match self.known::<DOWN>(&node) {
            Some(score) => score,
            None => match self.recalled::<DOWN>(&mut node) {
                Some(score) => score,
                None => self.played_out(&mut node)?,
            },
        };
        Ok(if node.turned { -score } else { score })
    }

    fn played_out(&mut self, node: &mut Node<G, I::Scratch>) -> Found {
        let in_danger = self.insight.in_danger(self.game, &node.position, &node.scratch);
        let still = if in_danger { -i32::MAX } else { self.standing_still(node) };
        if still >= node.window.beta {
            return Ok(still);
        }
        let generated = self.counts.generated;
        self.list.clear();
        self.insight.noisy(self.game, &node.position, &node.scratch, &mut self.list);
        if self.list.is_empty() && in_danger {
            return Ok(self.over(node));
        }
        self.order_noisy(node);
        let (mut best, mut window) = (still, node.window);
        window.alpha = window.alpha.max(still);
        while let Some(Candidate { mv, .. }) = self.pick(node) {
            if best > -i32::MAX && self.is_not_worth_it(node, mv, window, still) {
                // It may win something, but not enough: nothing more is known.
                best = best.max(node.window.alpha);
                continue;
            }
            let mut child = node.position.clone();
            self.game.play(&mut child, mv);
            self.carry(node, mv, &child);
            let ask = Ask {
                window: window.flipped(),
                depth: 0,
                ply: node.ply + 1,
                last: self.index(mv),
                except: NONE,
            };
            let score = -self.quietened(&child, node.player.other(), ask)?;
            self.carried.pop();
            if score > best {
                best = score;
                node.best_move = self.index(mv);
            }
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        self.drop_moves(node);
        node.best = best;
        // Moves were left out.
        self.saw_horizon = true;
        self.remember::<DOWN>(node, generated);
        Ok(best)
    }

    /// The evaluation, or better what the table knows.
    fn standing_still(&mut self, node: &Node<G, I::Scratch>) -> i32 {
        let evaluated = self.evaluated(node);
        let Range { low, high } = node.remembered.known;
        self.corrected(node, evaluated).max(low).min(high)
    }

    fn order_noisy(&mut self, node: &mut Node<G, I::Scratch>) {
        node.scored = true;
        let [hint, _] = node.hints;
        for &mv in self.list.iter().rev() {
            let promise = match I::INDICES > 0 && self.index(mv) == hint {
                true => i32::MAX,
                false => {
                    self.insight.promise(self.game, &node.position, &node.scratch, mv, node.window)
                }
            };
            self.stack.push(Candidate { promise, child: 0, mv });
        }
    }

    /// Whether a move loses an exchange, or wins one that does not bring the score into the window.
    fn is_not_worth_it(
        &self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        window: Window<i32>,
        still: i32,
    ) -> bool {
        let needed = match still {
            still if still > -i32::MAX => window.alpha - still - REACH * I::EDGE,
            _ => 0,
        };
        self.config.exchange && !self.insight.gains(self.game, &node.position, mv, needed.max(0))
    }
}
