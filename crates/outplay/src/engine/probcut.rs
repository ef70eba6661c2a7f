//! ProbCut: a shallow search that is far outside of the window tells what a deep one would find.
//!
//! Buro, *ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm*, 1995, and *Experiments with
//! Multi-ProbCut*, 1997. How far is far enough follows from [the error](Insight::error) of shallow searches and from
//! how certain the search has to be. It is not sound: a search that is [sure](SURE) never does it.

use super::insight::Insight;
use super::node::{Ask, DOWN, END, Node, Search};
use super::table::{NONE, SURE};
use crate::{Game, Stop, Window};

/// How many standard deviations a shallow search must be outside of the window, by certainty. The shares of the normal
/// distribution that lie within are 52 (twice), 68, 81, 89, 95 and 99%.
///
/// PERF: with 0.5 and 1.0 in place of 0.7 and 1.3, the Othello endgames FFO 20 to 39 take 1.08 times as long, with 0.9 and 1.5 1.25 times.
const DEVIATIONS: [f32; 7] = [0.7, 0.7, 1.0, 1.3, 1.6, 2.0, 2.6];

/// The shallowest search that is cut short.
const SHALLOWEST: u32 = 3;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// A score outside of the window, if it is likely.
    #[inline(always)]
    pub(super) fn hopeless<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        if !I::EVALUATES || self.certainty == SURE || !self.config.probcut {
            return Ok(None);
        }
        if node.window.beta - node.window.alpha > 1 || self.plies::<MODE>(node) < SHALLOWEST {
            return Ok(None);
        }
        self.probcut::<MODE>(node)
    }

    #[inline(never)]
    fn probcut<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        let plies = self.plies::<MODE>(node);
        let shallow = shallow_depth(plies);
        let error = self.insight.error(self.game, &node.position, plies, shallow);
        let rough = self.insight.error(self.game, &node.position, plies, 0);
        let (Some(error), Some(rough)) = (error, rough) else { return Ok(None) };
        let margin = (DEVIATIONS[self.certainty as usize] * error).ceil() as i32;
        let rough = (DEVIATIONS[self.certainty as usize] * rough).ceil() as i32;
        if MODE == END {
            self.carried.push(self.insight.carried(self.game, &node.position));
        }
        let first = self.evaluated(node);
        let Window { alpha, beta } = node.window;
        let highest = self.insight.highest(self.game);
        // The list of moves is needed afterwards.
        let list = std::mem::take(&mut self.list);
        let mut score = None;
        if beta + margin < highest && first >= beta + (margin - rough / 2).max(0) - rough / 2 {
            let window = Window { alpha: beta + margin - 1, beta: beta + margin };
            if self.shallow(node, window, shallow)? >= window.beta {
                score = Some(beta);
            }
        }
        if score.is_none()
            && alpha - margin > -highest
            && first <= alpha - (margin - rough / 2).max(0) + rough / 2
        {
            let window = Window { alpha: alpha - margin, beta: alpha - margin + 1 };
            if self.shallow(node, window, shallow)? <= window.alpha {
                score = Some(alpha);
            }
        }
        self.list = list;
        if MODE == END {
            self.carried.pop();
        }
        Ok(score)
    }

    fn shallow(
        &mut self,
        node: &Node<G, I::Scratch>,
        window: Window<i32>,
        depth: u32,
    ) -> Result<i32, Stop> {
        let team = self.team.take();
        let ask = Ask { window, depth, ply: node.ply, last: NONE, except: NONE };
        let score = self.score::<DOWN>(&node.position, node.player, ask);
        self.team = team;
        score
    }
}

/// How deep to look instead: about half as deep, and as odd or even.
fn shallow_depth(plies: u32) -> u32 {
    let half = plies / 2;
    half - (half ^ plies) % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_search_is_as_odd_as_the_deep_one() {
        let depths: Vec<u32> = (3..=12).map(shallow_depth).collect();
        assert_eq!(depths, [1, 2, 1, 2, 3, 4, 3, 4, 5, 6]);
    }
}
