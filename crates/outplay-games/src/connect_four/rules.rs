//! The rules, on bit boards.
//!
//! A column takes `height + 1` bits, from the bottom up; the extra bit on top is always empty, so that lines
//! do not run from one column into the next. Adding one to the bottom of a column's stones carries up to the first
//! empty square: that is where the next stone falls.

use std::fmt::{self, Display};

use outplay::{Deterministic, Game, Player, Turn, ZeroSum};

use super::shape::{Shape, ask};

/// The game on a board of any size that fits into 64 bits. The first player, MAX, begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    pub(super) shape: Shape,
    pub(super) is_usual: bool,
}

/// The most rows: on a higher board, three diagonal steps are more than 63 bits.
const TALLEST: u32 = 19;

/// A board that is too small, or too large for 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    width: u32,
    height: u32,
}

impl Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { width, height } = self;
        write!(
            f,
            "a board of {width} x {height} does not do: there are 1 to 9 columns, 1 to {TALLEST} rows, \
             and width x (height + 1) is at most 64"
        )
    }
}

impl std::error::Error for SizeError {}

impl ConnectFour {
    /// A board of `width` columns and `height` rows. The usual one is 7 x 6.
    pub fn new(width: u32, height: u32) -> Result<ConnectFour, SizeError> {
        let fits = (1..=9).contains(&width) && (1..=TALLEST).contains(&height);
        if !fits || width * (height + 1) > 64 {
            return Err(SizeError { width, height });
        }
        let shape = Shape::of(width, height);
        Ok(ConnectFour { is_usual: shape == Shape::USUAL, shape })
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.shape.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.shape.height
    }

    /// Whether some of these squares are four in a row.
    #[inline(always)]
    pub(super) fn has_four(&self, squares: u64) -> bool {
        ask!(self, has_four(squares))
    }
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour::new(7, 6).expect("7 x 7 bits fit into 64")
    }
}

/// A moment of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of the player to move.
    pub(super) own: u64,
    /// All stones.
    pub(super) stones: u64,
}

impl Board {
    /// How many stones there are.
    #[inline(always)]
    pub fn count(self) -> i32 {
        self.stones.count_ones() as i32
    }

    /// The stones of the player who has just moved.
    #[inline(always)]
    pub(super) fn other(self) -> u64 {
        self.own ^ self.stones
    }
}

/// A move: the square where the stone falls, as a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stone(pub(super) u64);

impl Game for ConnectFour {
    type Position = Board;
    type Move = Stone;

    fn start(&self) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(Player((board.count() & 1) as u8))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Stone>) {
        if self.has_four(board.other()) {
            return;
        }
        let landings = self.shape.landings(board.stones);
        let squares = (0..self.shape.width).map(|column| landings & self.shape.column(column));
        moves.extend(squares.filter(|&square| square != 0).map(Stone));
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, stone: Stone) {
        board.own = board.other();
        board.stones |= stone.0;
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if !self.has_four(board.other()) {
            return 0.0;
        }
        if self.turn(board) == Turn::Player(player) { -1.0 } else { 1.0 }
    }

    /// All stones and those of the player to move, added: in each column the sum tells them apart.
    fn key(&self, board: &Board) -> Option<u64> {
        Some(board.own.wrapping_add(board.stones))
    }
}

impl Deterministic for ConnectFour {}

impl ZeroSum for ConnectFour {}
