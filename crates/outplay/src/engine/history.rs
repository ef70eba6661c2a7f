//! History: moves that cut off often, anywhere, are tried early, and those that failed to come late.
//!
//! Schaeffer, *The History Heuristic and Alpha-Beta Search Enhancements in Practice*, 1989.

use super::config::Config;
use super::features::{Switch, switch};
use super::histories::{Made, shifted};
use crate::Player;

const SWITCH: Switch = switch("history");

/// What moves have cut off, by player and move.
#[derive(Default)]
pub(super) struct History {
    indices: usize,
    scores: Vec<i32>,
}

impl History {
    pub(super) fn new(config: &Config, indices: usize) -> History {
        let indices = if config.has(SWITCH) { indices } else { 0 };
        History { indices, scores: vec![0; 2 * indices] }
    }

    pub(super) fn shift(&mut self, made: Made, bonus: i32) {
        if let Some(place) = self.place(made) {
            self.scores[place] = shifted(self.scores[place], bonus);
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, made: Made) -> i32 {
        self.place(made).map_or(0, |place| self.scores[place])
    }

    /// What all moves of a player have cut off, by their indices.
    #[inline(always)]
    pub(super) fn row(&self, player: Player) -> &[i32] {
        &self.scores[player.index() * self.indices..][..self.indices]
    }

    #[inline(always)]
    fn place(&self, made: Made) -> Option<usize> {
        let mv = usize::from(made.mv);
        (mv < self.indices).then(|| made.player.index() * self.indices + mv)
    }
}
