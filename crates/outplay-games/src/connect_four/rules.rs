//! The rules, on bit boards.
//!
//! A column takes `height + 1` bits, from the bottom up; the extra bit on top is always empty, so that lines
//! do not run from one column into the next. Adding one to the bottom of a column's stones carries up to the first
//! empty square: that is where the next stone falls.

use std::fmt::{self, Display};

use outplay::{Deterministic, Game, Player, Turn, ZeroSum};

/// The game on a board of any size that fits into 64 bits. The first player, MAX, begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Bits from a square to the one beside it.
    pub(super) step: u32,
    /// The lowest square of every column.
    pub(super) bottom: u64,
    /// All squares.
    pub(super) all: u64,
    /// Rows one, three, five ... from the bottom.
    pub(super) odd: u64,
    /// The squares of each column, from the centre outwards.
    outwards: [u64; WIDEST],
}

/// The most columns.
const WIDEST: usize = 9;

/// The most rows: on a higher board, three diagonal steps are more than 63 bits.
const TALLEST: u32 = 19;

/// The step of boards with six rows. What is asked most often is compiled for it, with shifts by constants.
/// PERF: a twentieth of the time per position.
pub(super) const USUAL_STEP: u32 = 7;

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
        let step = height + 1;
        let bottom = (0..width).fold(0, |bottom, column| bottom | 1 << (column * step));
        let square = |row: u32| bottom << row;
        let all = (0..height).fold(0, |all, row| all | square(row));
        let odd = (0..height).step_by(2).fold(0, |odd, row| odd | square(row));
        let outwards = [0; WIDEST];
        let mut game = ConnectFour { width, height, step, bottom, all, odd, outwards };
        let centre = (width - 1) / 2;
        for index in 0..width {
            let column = match index % 2 {
                0 => centre - index / 2,
                _ => centre + index.div_ceil(2),
            };
            game.outwards[index as usize] = game.column(column);
        }
        Ok(game)
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All squares, as a number.
    pub(super) fn size(&self) -> i32 {
        (self.width * self.height) as i32
    }

    /// The squares of a column, counted from 0.
    #[inline(always)]
    pub(super) fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * self.step)
    }

    /// The squares of each column, from the centre outwards.
    #[inline(always)]
    pub(super) fn centre_outwards(&self) -> &[u64] {
        &self.outwards[..self.width as usize]
    }

    /// The first eight of them; none where there are fewer.
    #[inline(always)]
    pub(super) fn eight_outwards(&self) -> [u64; 8] {
        self.outwards.first_chunk().copied().unwrap_or_default()
    }

    /// Where the next stone of each column falls.
    #[inline(always)]
    pub(super) fn landings(&self, stones: u64) -> u64 {
        stones.wrapping_add(self.bottom) & self.all
    }

    /// Whether some of these squares are four in a row.
    #[inline(always)]
    pub(super) fn has_four(&self, squares: u64) -> bool {
        match self.step {
            USUAL_STEP => has_four(squares, USUAL_STEP),
            other => has_four_on_any_board(squares, other),
        }
    }
}

#[inline(always)]
fn has_four(squares: u64, step: u32) -> bool {
    let line = |step: u32| {
        let pairs = squares & squares >> step;
        pairs & pairs >> (2 * step)
    };
    line(1) | line(step) | line(step - 1) | line(step + 1) != 0
}

/// Kept apart, so that the code for the usual boards is not twice as long.
#[inline(never)]
fn has_four_on_any_board(squares: u64, step: u32) -> bool {
    has_four(squares, step)
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
        let landings = self.landings(board.stones);
        let squares = (0..self.width).map(|column| landings & self.column(column));
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
