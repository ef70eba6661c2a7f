//! Singular extension: if all other moves are clearly worse than the table's move, that one is searched deeper.
//!
//! Anantharaman, Campbell and Hsu, *Singular Extensions: Adding Selectivity to Brute-Force Searching*, 1990, as it is done since about 2007: only
//! the table's move is asked about, by a shallow search of the position in which it is excluded. If even then another move is
//! above the window, the position is left (multi-cut).

use super::features::{Switch, switch};
use super::insight::Insight;
use super::node::{Ask, DOWN, Node};
use super::search::Search;
use super::table::NONE;
use crate::{Stop, Window, ZeroSum};

const SWITCH: Switch = switch("singular-extension");

/// The shallowest search in which it is asked.
const SHALLOWEST: u32 = 7;

/// How many plies shallower the search may have been that the table's move is from.
const OLDER: u32 = 3;

/// What becomes of the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singular {
    /// It is searched so many plies deeper, or less deep.
    Extend(i32),
    /// The position is left with this score.
    Leave(i32),
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// What becomes of the first move, if it is the table's.
    #[inline(always)]
    pub(super) fn singular<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        tried: usize,
    ) -> Result<Singular, Stop> {
        let asked = MODE == DOWN
            && Self::SELECTIVE
            && tried == 0
            && self.config.has(SWITCH)
            && node.depth >= SHALLOWEST
            && node.excluded == NONE
            && self.move_index(mv) == node.table.moves[0]
            && node.ply < 2 * self.horizon
            && node.table.depth + OLDER >= node.depth
            && node.table.bounds.low > -Self::CLEAR_ADVANTAGE * 100
            && !self.is_decided(node.table.bounds.low);
        if asked { self.without_table_move(node) } else { Ok(Singular::Extend(0)) }
    }

    #[inline(never)]
    fn without_table_move(&mut self, node: &Node<'_, G, I::Scratch>) -> Result<Singular, Stop> {
        let low = node.table.bounds.low;
        let least = low - Self::CLEAR_ADVANTAGE * node.depth as i32 / 64;
        let ask = Ask {
            depth: (node.depth - 1) / 2,
            ply: node.ply,
            last: node.last,
            excluded: node.table.moves[0],
            ..Ask::about(Window { alpha: least - 1, beta: least })
        };
        let others = self.score::<DOWN>(&mut node.position.clone(), node.player, None, &ask)?;
        Ok(if others < least - Self::CLEAR_ADVANTAGE / 5 && node.has_null_window() {
            Singular::Extend(2)
        } else if others < least {
            Singular::Extend(1)
        } else if least >= node.window.beta {
            Singular::Leave(least)
        } else if low >= node.window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
