//! What is known beyond the rules: a game is worth the discs it is won by.

use outplay::Player;
use outplay::engine::Insight;

use super::rules::{Board, Othello};

/// Counts discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl Insight<Othello> for Discs {
    type Scratch = ();

    const COUNTS_PLIES: bool = false;
    const ALTERNATES: bool = true;

    fn highest(&self, game: &Othello) -> i32 {
        (game.size * game.size) as i32
    }

    #[inline(always)]
    fn over(&self, game: &Othello, board: &Board, player: Player, _: u32) -> i32 {
        let difference = board.difference(game);
        if player == board.player { difference } else { -difference }
    }
}
