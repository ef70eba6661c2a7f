//! Numbers of positions: which squares are taken, and which of these X has.

use outplay::solve::tables::Kind;

use super::rules::{Board, TicTacToe};
use crate::by_stones::Stones;
use crate::combinations::{choose, gathered, rank, scattered, set};

const SQUARES: u8 = 9;

/// How many of so many stones X has.
fn crosses(stones: u8) -> u32 {
    u32::from(stones).div_ceil(2)
}

impl Stones for TicTacToe {
    type Game = TicTacToe;

    const KINDS: &'static [Kind] = &[Kind::Verdicts, Kind::Distances];

    fn game(&self) -> &TicTacToe {
        self
    }

    fn name(&self) -> String {
        "tic-tac-toe".to_owned()
    }

    fn rules(&self) -> u64 {
        0x7469_6374_6163_0001
    }

    fn squares(&self) -> u8 {
        SQUARES
    }

    fn stones(&self, board: &Board) -> u8 {
        (board.stones[0] | board.stones[1]).count_ones() as u8
    }

    fn count(&self, stones: u8) -> u64 {
        choose(SQUARES.into(), stones.into()) * choose(stones.into(), crosses(stones))
    }

    fn number(&self, board: &Board) -> u64 {
        let [x, o] = board.stones.map(u64::from);
        let stones = self.stones(board);
        rank(x | o) * choose(stones.into(), crosses(stones)) + rank(gathered(x, x | o))
    }

    fn position(&self, stones: u8, number: u64) -> Option<Board> {
        let ways = choose(stones.into(), crosses(stones));
        let taken = set(number / ways, stones.into());
        let x = scattered(set(number % ways, crosses(stones)), taken);
        let board = Board { stones: [x as u16, (taken & !x) as u16] };
        // After three in a row nobody moves.
        (!board.has_won(board.mover())).then_some(board)
    }

    fn points(&self, board: &Board) -> i32 {
        -i32::from(board.has_won(board.mover().other()))
    }
}
