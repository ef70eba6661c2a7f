//! The rules: X and O take turns, X begins, three in a row win.

use outplay::{Deterministic, Game, Player, Turn, ZeroSum};

/// The game. The first player, MAX, has X.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The stones of both players: bit 0 is the upper left square, bit 8 the lower right one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) stones: [u16; 2],
}

/// A square, from 0 in the upper left to 8 in the lower right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

const FULL: u16 = 0b111_111_111;

/// Rows, columns, diagonals.
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Board {
    /// Whose turn it is.
    pub fn mover(self) -> Player {
        let placed = (self.stones[0] | self.stones[1]).count_ones();
        if placed.is_multiple_of(2) { Player::MAX } else { Player::MIN }
    }

    /// Whether a player has three in a row.
    pub fn has_won(self, player: Player) -> bool {
        let stones = self.stones[player.index()];
        LINES.iter().any(|line| stones & line == *line)
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = Square;

    fn start(&self) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(board.mover())
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Square>) {
        if board.has_won(board.mover().other()) {
            return;
        }
        let free = FULL & !(board.stones[0] | board.stones[1]);
        moves.extend((0..9).filter(|square| free >> square & 1 == 1).map(Square));
    }

    fn play(&self, board: &mut Board, square: Square) {
        board.stones[board.mover().index()] |= 1 << square.0;
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match (board.has_won(player), board.has_won(player.other())) {
            (true, _) => 1.0,
            (_, true) => -1.0,
            _ => 0.0,
        }
    }

    fn key(&self, board: &Board) -> Option<u64> {
        Some(u64::from(board.stones[0]) | u64::from(board.stones[1]) << 9)
    }
}

impl Deterministic for TicTacToe {}

impl ZeroSum for TicTacToe {}
