//! ProbCut: a shallow search that is far outside of the window tells what a deep one would find.
//!
//! Buro, *ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm*, 1995, and *Experiments with
//! Multi-ProbCut*, 1997. How far is far enough follows from [the error](Selectivity::probcut_error) of shallow searches and from
//! how selective the search may be. It is not sound: only a search of low selectivity does it.

use super::features::{Switch, switch};
use super::insight::{Insight, Scale, Selectivity};
use super::node::{Ask, DOWN, END, Node};
use super::search::Search;
use super::table::{NONE, PRUNING};
use crate::{Stop, Window, ZeroSum};

const SWITCH: Switch = switch("probcut");

/// How many standard deviations a shallow search must be outside of the window, by selectivity. The shares of the normal
/// distribution that lie within are 52 (twice), 68, 81, 89, 95 and 99%.
///
/// PERF: with 0.5 and 1.0 in place of 0.7 and 1.3, the Othello endgames FFO 20 to 39 take 1.08 times as long, with 0.9 and 1.5 1.25 times.
const DEVIATIONS: [f32; 7] = [0.7, 0.7, 1.0, 1.3, 1.6, 2.0, 2.6];

/// The shallowest search that is cut short.
const SHALLOWEST: u32 = 3;

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score outside of the window, if it is likely.
    #[inline(always)]
    pub(super) fn probcut<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        let asked = Self::EVALUATES
            && self.selectivity < PRUNING
            && self.config.has(SWITCH)
            && node.has_null_window()
            && node.excluded == NONE
            && self.plies::<MODE>(node) >= SHALLOWEST;
        if asked { self.guessed::<MODE>(node) } else { Ok(None) }
    }

    #[inline(never)]
    fn guessed<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        let Some(margins) = self.margins(node, self.plies::<MODE>(node)) else { return Ok(None) };
        if MODE == END {
            self.carry_anew(node.position, node.ply);
        }
        // The list of moves is needed afterwards.
        let listed = std::mem::take(&mut self.listed);
        let score = self.outside(node, margins);
        self.listed = listed;
        score
    }

    fn margins(&self, node: &Node<'_, G, I::Scratch>, plies: u32) -> Option<Margins> {
        let selectivity = self.insight.selectivity();
        let depth = shallow_depth(plies);
        let deviations = DEVIATIONS[self.selectivity as usize];
        let margin = |shallow| {
            let error = selectivity.probcut_error(self.game, node.position, plies, shallow)?;
            Some((deviations * error).ceil() as i32)
        };
        Some(Margins { depth, shallow: margin(depth)?, evaluation: margin(0)? })
    }

    /// A bound outside of the window, if a shallow search is far enough outside on the same side. It is not even tried where
    /// the evaluation says that it will not be.
    fn outside(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        margins: Margins,
    ) -> Result<Option<i32>, Stop> {
        let Margins { depth, shallow: margin, evaluation: rough } = margins;
        let evaluated = self.evaluate(node.position, &node.scratch, node.ply);
        let Window { alpha, beta } = node.window;
        let highest = self.insight.scale().highest(self.game);
        let likely = (margin - rough / 2).max(0) - rough / 2;
        if beta + margin < highest && evaluated >= beta + likely {
            let window = Window { alpha: beta + margin - 1, beta: beta + margin };
            if self.shallow(node, window, depth)? >= window.beta {
                return Ok(Some(beta));
            }
        }
        if alpha - margin > -highest && evaluated <= alpha - likely {
            let window = Window { alpha: alpha - margin, beta: alpha - margin + 1 };
            if self.shallow(node, window, depth)? <= window.alpha {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    fn shallow(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        window: Window<i32>,
        depth: u32,
    ) -> Result<i32, Stop> {
        let team = self.team.take();
        let ask = Ask { depth, ply: node.ply, ..Ask::about(window) };
        let score = self.score::<DOWN>(&mut node.position.clone(), node.player, None, &ask);
        self.team = team;
        score
    }
}

/// How far outside of the window is far enough, for a shallow search and for the evaluation.
#[derive(Clone, Copy)]
struct Margins {
    /// The depth of the shallow search.
    depth: u32,
    shallow: i32,
    evaluation: i32,
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
