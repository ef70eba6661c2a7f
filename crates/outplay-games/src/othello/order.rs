//! The order of moves, by what they leave to the other player.

use super::flips::mobility;
use super::rules::Othello;

impl Othello {
    pub(super) fn corners(&self) -> u64 {
        match self.size {
            4 => 0x0000_2400_0024_0000,
            6 => 0x0042_0000_0000_4200,
            _ => 0x8100_0000_0000_0081,
        }
    }

    /// Squares diagonally next to a corner.
    fn next_to_corners(&self) -> u64 {
        match self.size {
            4 => 0x0000_0018_1800_0000,
            6 => 0x0000_2400_0024_0000,
            _ => 0x0042_0000_0000_4200,
        }
    }
}

/// How promising a move on `bit` is, after which `theirs` are to move, with these squares `empty`. Best is what leaves
/// them few moves, above all no corner; then what keeps them away from empty squares. Squares in `odd` quarters are better.
#[inline(always)]
pub(super) fn ordering_score(
    game: &Othello,
    bit: u64,
    odd: u64,
    theirs: u64,
    mine: u64,
    empty: u64,
) -> i32 {
    let replies = mobility(theirs, mine) & empty;
    let moves = replies.count_ones() as i32 + (replies & game.corners()).count_ones() as i32;
    let odd = i32::from(odd & bit != 0);
    let corner =
        i32::from(game.corners() & bit != 0) - i32::from(game.next_to_corners() & bit != 0);
    -16 * moves + 4 * odd + 12 * corner - 2 * frontier(mine, empty)
}

/// How many of the `empty` squares touch these discs: where the other player may move one day.
#[inline(always)]
fn frontier(discs: u64, empty: u64) -> i32 {
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let side = discs & INNER;
    let wide = side << 1 | side >> 1;
    let around = wide | (discs | wide) << 8 | (discs | wide) >> 8;
    (around & empty).count_ones() as i32
}
