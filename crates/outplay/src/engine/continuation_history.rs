//! Continuation history: what a move cut off after the same move of the opponent, and after the same own move before that.
//!
//! Counter-move history and follow-up history, as programs of chess have had them since about 2016. Moves are told apart by
//! [what moves where](super::Ordering::piece_to), so that pairs of them fit into memory.

use super::config::Config;
use super::features::{Switch, switch};
use super::histories::{Made, shifted};
use crate::Player;

const SWITCH: Switch = switch("continuation-history");

/// What moves have cut off, by an earlier move and by the move, for both players.
#[derive(Default)]
pub(super) struct ContinuationHistory {
    piece_tos: usize,
    scores: Vec<i16>,
}

impl ContinuationHistory {
    pub(super) fn new(config: &Config, piece_tos: usize) -> ContinuationHistory {
        let piece_tos = if config.has(SWITCH) { piece_tos } else { 0 };
        ContinuationHistory { piece_tos, scores: vec![0; 4 * piece_tos * piece_tos] }
    }

    pub(super) fn shift(&mut self, made: Made, bonus: i32) {
        for place in self.places(made).into_iter().flatten() {
            self.scores[place] = shifted(i32::from(self.scores[place]), bonus) as i16;
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, made: Made) -> i32 {
        let [after_other, after_own] = self.places(made);
        let score = |place: Option<usize>| place.map_or(0, |place| i32::from(self.scores[place]));
        score(after_other) + score(after_own)
    }

    /// What all moves of a player have cut off after the last move, and after the one before, by their piece-to indices.
    #[inline(always)]
    pub(super) fn rows(&self, player: Player, [last, before]: [u16; 2]) -> [&[i16]; 2] {
        let all = self.piece_tos;
        let row = |earlier: u16, own: usize| match usize::from(earlier) {
            earlier if earlier < all => {
                &self.scores[((2 * own + player.index()) * all + earlier) * all..][..all]
            }
            _ => &[],
        };
        [row(last, 0), row(before, 1)]
    }

    /// Where a continuation of the last move is, and of the one before, which was the same player's.
    #[inline(always)]
    fn places(&self, made: Made) -> [Option<usize>; 2] {
        let [piece_to, last, before] = made.piece_tos.map(usize::from);
        let all = self.piece_tos;
        let place = |earlier: usize, own: usize| {
            let row = (2 * own + made.player.index()) * all + earlier;
            (earlier < all && piece_to < all).then_some(row * all + piece_to)
        };
        [place(last, 0), place(before, 1)]
    }
}
