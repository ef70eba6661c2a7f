//! How moves connect the endings with so many seeds, and where they lead out of them.

use std::sync::Arc;

use outplay::solve::retrograde::{Exits, Ground, Look, Next, Worth};
use outplay::{Game, Player};

use super::super::rules::{Board, Kalah};
use super::FEWEST_SEEDS;
use super::numbering::Numbering;

/// The endings with so many seeds in the pits.
pub struct EndingsGround {
    game: Kalah,
    seeds: u8,
    numbering: Arc<Numbering>,
}

impl EndingsGround {
    pub(super) fn new(game: Kalah, seeds: u8, numbering: Arc<Numbering>) -> EndingsGround {
        EndingsGround { game, seeds, numbering }
    }

    /// The boards after all moves.
    fn each_move(&self, board: &Board, mut told: impl FnMut(Board)) {
        for pit in self.game.pits_to_sow(board) {
            let mut next = *board;
            self.game.play(&mut next, pit);
            told(next);
        }
    }

    /// What a board of another slice is worth to the player who has moved.
    fn value<E: Exits>(&self, next: &Board, exits: &E) -> E::Value {
        let rest = match self.game.left_in_pits(next) {
            0 => E::Value::over(0),
            seeds => {
                let slice = usize::from(seeds - FEWEST_SEEDS);
                exits.value(slice, self.numbering.number(&self.game, next))
            }
        };
        rest.gained(self.game.ahead(next)).before(who_moves(next))
    }
}

/// Who moves after a move of the first player.
fn who_moves(next: &Board) -> Next {
    if next.mover() == Player::MAX { Next::Same } else { Next::Opponent }
}

impl Ground for EndingsGround {
    type Position = Board;
    type Cursor = ();
    const UNMOVES: bool = false;

    fn count(&self) -> u64 {
        self.numbering.count(self.seeds)
    }

    /// Seeds only go to the right.
    fn comes_back(&self) -> bool {
        false
    }

    fn position(&self, (): &mut (), number: u64) -> Option<Board> {
        let [own, other] = self.numbering.pits(self.seeds, number);
        Some(Board { own, other, mover: Player::MAX })
    }

    fn look<E: Exits>(&self, board: &Board, exits: &E) -> Look<E::Value> {
        let (mut inside, mut best) = (0, None);
        self.each_move(board, |next| match self.game.left_in_pits(&next) == self.seeds {
            true => inside += 1,
            false => best = best.max(Some(self.value(&next, exits))),
        });
        Look::new(best, inside)
    }

    fn after(&self, board: &Board, mut told: impl FnMut(u64, Next)) {
        self.each_move(board, |next| {
            if self.game.left_in_pits(&next) == self.seeds {
                told(self.numbering.number(&self.game, &next), who_moves(&next));
            }
        });
    }
}
