//! Late move reductions: moves that come late in the order are searched less deep, and deeper only if they turn out to be good.
//!
//! As programs of chess have had them since about 2005; Romstad, *An Introduction to Late Move Reductions*, 2006.

use std::cell::LazyCell;
use std::sync::LazyLock;

use super::expand::Tries;
use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::Node;
use super::search::Search;
use crate::ZeroSum;

const SWITCH: Switch = switch("late-move-reductions");

/// The shallowest search in which moves are reduced.
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

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// How many plies less to search after a quiet move.
    pub(super) fn reduction(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        gives_check: &LazyCell<bool, impl FnOnce() -> bool>,
        tries: &Tries,
    ) -> u32 {
        if !self.config.has(SWITCH) || node.depth < SHALLOWEST || tries.tried < 2 {
            return 0;
        }
        let mut plies = TABLE[node.depth.min(63) as usize][tries.tried.min(63)];
        if !node.has_null_window() {
            plies -= 64;
        }
        if !node.opinion.improving {
            plies += 32;
        }
        if node.opinion.in_check || **gives_check {
            plies -= 64;
        }
        plies -= self.histories.history_score(self.made(node, mv)) / 256;
        (plies / 64).clamp(0, node.depth as i32 - 2) as u32
    }
}
