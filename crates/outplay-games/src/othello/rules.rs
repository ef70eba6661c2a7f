//! The rules, on bit boards.
//!
//! Bit `8 * row + column` is a square, `a1` in the upper left is bit 0. A smaller board lies in the middle of these 8 x 8
//! squares. The ones around it are always empty, so that lines end there as they do at the edge, and nobody
//! may move there.

use std::fmt::{self, Display};

use outplay::{Deterministic, Game, Outcomes, Player, Turn, ZeroSum};

use super::flips::{flips, mobility};

/// The game on a board of 4 x 4, 6 x 6 or 8 x 8. The first player, MAX, has the black discs, `X`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    pub(super) size: u32,
    /// All squares.
    pub(super) squares: u64,
}

/// A board of a size that is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    size: u32,
}

impl Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { size } = self;
        write!(f, "a board of {size} x {size} does not do: there are 4 x 4, 6 x 6 and 8 x 8")
    }
}

impl std::error::Error for SizeError {}

impl Othello {
    /// A board of `size` columns and as many rows. The usual one is 8 x 8.
    pub fn new(size: u32) -> Result<Othello, SizeError> {
        let squares = match size {
            4 => 0x0000_3c3c_3c3c_0000,
            6 => 0x007e_7e7e_7e7e_7e00,
            8 => 0xffff_ffff_ffff_ffff,
            _ => return Err(SizeError { size }),
        };
        Ok(Othello { size, squares })
    }

    /// Columns, and rows.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Where the player to move may put a disc.
    #[inline(always)]
    pub(super) fn placements(&self, board: &Board) -> u64 {
        mobility(board.own, board.other) & self.squares
    }

    /// What `own` is ahead, if it is over: discs, and the empty squares for who has more.
    #[inline(always)]
    pub(super) fn difference(&self, own: u64, other: u64) -> i32 {
        let [own, other] = [own, other].map(|discs| discs.count_ones() as i32);
        let empty = (self.size * self.size) as i32 - own - other;
        own - other + empty * (own - other).signum()
    }

    /// Whether the player to move may put no disc, and the other one may.
    pub(super) fn must_pass(&self, board: &Board) -> bool {
        self.placements(board) == 0 && self.placements(&board.passed()) != 0
    }
}

impl Default for Othello {
    fn default() -> Self {
        Othello::new(8).expect("8 x 8 is the usual size")
    }
}

/// A moment of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs of the player to move.
    pub(super) own: u64,
    /// The discs of the other player.
    pub(super) other: u64,
    /// The player to move, as a whole word.
    ///
    /// PERF: a byte would leave seven bytes of padding, which are copied in overlapping parts, so that every copy waits for the
    /// one before: endgames would take 1.07 times as long.
    seat: u64,
}

impl Board {
    #[inline(always)]
    pub(super) fn new(own: u64, other: u64, player: Player) -> Board {
        Board { own, other, seat: u64::from(player.0) }
    }

    /// The player to move.
    #[inline(always)]
    pub fn mover(self) -> Player {
        Player(self.seat as u8)
    }

    /// The discs of a player, a bit each: bit `8 * row + column`, from the upper left. Smaller boards lie in the middle of 8 x 8.
    pub fn discs(self, player: Player) -> u64 {
        if player == self.mover() { self.own } else { self.other }
    }

    /// The same discs, and the other player to move.
    #[inline(always)]
    pub(super) fn passed(self) -> Board {
        Board { own: self.other, other: self.own, seat: self.seat ^ 1 }
    }

    /// Squares without a disc.
    #[inline(always)]
    pub(super) fn empty(self, game: &Othello) -> u64 {
        game.squares & !(self.own | self.other)
    }

    /// A number for the discs, as the player to move sees them.
    #[inline(always)]
    pub(super) fn mixed(self) -> u64 {
        let product = u128::from(self.own ^ 0x9e37_79b9_7f4a_7c15)
            * u128::from(self.other ^ 0xd1b5_4a32_d192_ed03);
        product as u64 ^ (product >> 64) as u64
    }

    /// What the player to move is ahead of the other one, if it is over: discs, and the empty squares for who has more.
    #[inline(always)]
    pub(super) fn difference(self, game: &Othello) -> i32 {
        game.difference(self.own, self.other)
    }
}

/// A move: a square by the number of its bit, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    /// No disc is put. It is legal only if the player to move has no other move, and the other player has one.
    pub const PASS: Square = Square(64);

    /// The number of its bit.
    #[inline(always)]
    pub(super) fn bit(self) -> u32 {
        u32::from(self.0)
    }
}

impl Game for Othello {
    type Position = Board;
    type Move = Square;

    fn start(&self) -> Board {
        let [d4, e4, d5, e5] = [27, 28, 35, 36].map(|bit: u32| 1 << bit);
        Board::new(e4 | d5, d4 | e5, Player::MAX)
    }

    #[inline(always)]
    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(board.mover())
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Square>) {
        let mut placements = self.placements(board);
        if placements == 0 && self.must_pass(board) {
            moves.push(Square::PASS);
        }
        while placements != 0 {
            moves.push(Square(placements.trailing_zeros() as u8));
            placements &= placements - 1;
        }
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, square: Square) {
        let before = *board;
        *board = before.passed();
        if square != Square::PASS {
            let flipped = flips(before.own, before.other, square.bit());
            board.own ^= flipped;
            board.other ^= flipped | 1 << square.bit();
        }
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        let difference = f64::from(board.difference(self));
        // Not -difference: nobody wants to read that it is -0.
        if player == board.mover() { difference } else { 0.0 - difference }
    }

    fn key(&self, board: &Board) -> Option<u64> {
        Some(board.mixed() ^ board.seat.wrapping_neg())
    }
}

impl Deterministic for Othello {}

impl ZeroSum for Othello {
    #[inline(always)]
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: (self.size * self.size) as i32 }
    }
}
