//! Counter-moves: the move that cut off after the same move of the opponent is tried early.
//!
//! Uiterwijk, *The Countermove Heuristic*, 1992.

use super::config::Config;
use super::features::{Switch, switch};
use super::histories::Made;
use super::table::NONE;
use crate::Player;

const SWITCH: Switch = switch("counter-moves");

/// The last quiet move that cut off, by player and by the move of the opponent.
#[derive(Default)]
pub(super) struct CounterMoves {
    indices: usize,
    moves: Vec<u16>,
}

impl CounterMoves {
    pub(super) fn new(config: &Config, indices: usize) -> CounterMoves {
        let indices = if config.has(SWITCH) { indices } else { 0 };
        CounterMoves { indices, moves: vec![NONE; 2 * indices] }
    }

    pub(super) fn learn(&mut self, made: Made) {
        let place = self.place(made.player, made.last);
        if let Some(counter) = place.and_then(|place| self.moves.get_mut(place)) {
            *counter = made.mv;
        }
    }

    #[inline(always)]
    pub(super) fn after(&self, player: Player, last: u16) -> u16 {
        self.place(player, last).map_or(NONE, |place| self.moves[place])
    }

    #[inline(always)]
    fn place(&self, player: Player, last: u16) -> Option<usize> {
        let last = usize::from(last);
        (last < self.indices).then(|| player.index() * self.indices + last)
    }
}
