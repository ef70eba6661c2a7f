//! Killers: moves that cut off another position of the same ply are tried early.
//!
//! Akl and Newborn, *The Principal Continuation and the Killer Heuristic*, 1977.

use super::config::Config;
use super::features::{Switch, switch};
use super::histories::Made;
use super::table::NONE;

const SWITCH: Switch = switch("killers");

/// The last two quiet moves that cut off, by ply.
#[derive(Default)]
pub(super) struct Killers {
    is_on: bool,
    moves: Vec<[u16; 2]>,
}

impl Killers {
    pub(super) fn new(config: &Config) -> Killers {
        Killers { is_on: config.has(SWITCH), moves: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(super) fn learn(&mut self, made: Made) {
        if !self.is_on {
            return;
        }
        let ply = made.ply as usize;
        if self.moves.len() <= ply {
            self.moves.resize(ply + 1, [NONE; 2]);
        }
        if self.moves[ply][0] != made.mv {
            self.moves[ply] = [made.mv, self.moves[ply][0]];
        }
    }

    #[inline(always)]
    pub(super) fn at(&self, ply: u32) -> [u16; 2] {
        self.moves.get(ply as usize).copied().unwrap_or([NONE; 2])
    }
}
