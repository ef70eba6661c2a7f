//! Reductions: moves that come late in the order are looked at less deep, and deeper only if they turn out to be good.
//!
//! Moreland's and Heinz' late move reductions, as most programs have had them since about 2005.

use std::sync::LazyLock;

use super::insight::Insight;
use super::late::Seen;
use super::node::{Node, Search};
use crate::Game;

/// The shallowest search in which moves are looked at less deep.
const SHALLOWEST: u32 = 3;

/// How many plies less, in 64ths, by depth and by how many moves were tried: it grows with the logarithm of both.
static TABLE: LazyLock<Box<[[i32; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64 {
        for tried in 1..64 {
            let logarithms = f64::from(depth as u32).ln() * f64::from(tried as u32).ln();
            table[depth][tried] = (64.0 * (0.6 + logarithms / 2.3)) as i32;
        }
    }
    table
});

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// How many plies less to look ahead after a quiet move.
    pub(super) fn reduction(
        &self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        endangers: bool,
        seen: Seen,
    ) -> u32 {
        if !self.config.reduce || node.depth < SHALLOWEST || seen.tried < 2 {
            return 0;
        }
        let narrow = node.window.beta - node.window.alpha == 1;
        let mut plies = TABLE[node.depth.min(63) as usize][seen.tried.min(63)];
        if !narrow {
            plies -= 64;
        }
        if !node.opinion.improves {
            plies += 32;
        }
        if node.opinion.in_danger || endangers {
            plies -= 64;
        }
        plies -= self.lessons.habits.history_of(self.habit_of(node, mv)) / 256;
        (plies / 64).clamp(0, node.depth as i32 - 2) as u32
    }
}
