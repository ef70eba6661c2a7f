//! Sets of squares, and the four ways from one to the next.
//!
//! The 32 dark squares have the usual numbers, row by row; bit `n` of a set is square `n + 1`. Black starts on 1 to 12 and moves
//! down, to higher numbers; White starts on 21 to 32 and moves up. Turned by half a turn, square `n` is square `33 - n`, which is
//! [`u32::reverse_bits`].
//!
//! ```text
//!       1   2   3   4
//!     5   6   7   8
//!       9  10  11  12
//!    13  14  15  16
//!      17  18  19  20
//!    21  22  23  24
//!      25  26  27  28
//!    29  30  31  32
//! ```

use outplay::Player;

/// The first, third, fifth and seventh row: they begin one column further to the right.
const INDENTED: u32 = 0x0f0f_0f0f;
/// Squares of the indented rows that have a right neighbour below and above.
const INDENTED_INNER: u32 = 0x0707_0707;
/// The other rows.
const FLUSH: u32 = 0xf0f0_f0f0;
/// Squares of the other rows that have a left neighbour below and above.
const FLUSH_INNER: u32 = 0xe0e0_e0e0;

/// One of the four ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Way {
    /// As Black's men move.
    DownLeft = 0,
    /// As Black's men move.
    DownRight = 1,
    /// As White's men move.
    UpLeft = 2,
    /// As White's men move.
    UpRight = 3,
}

impl Way {
    /// All four, by their numbers.
    pub const ALL: [Way; 4] = [Way::DownLeft, Way::DownRight, Way::UpLeft, Way::UpRight];

    /// The two ways in which the men of a player move.
    #[inline(always)]
    pub const fn forward(player: Player) -> [Way; 2] {
        match player.0 {
            0 => [Way::DownLeft, Way::DownRight],
            _ => [Way::UpLeft, Way::UpRight],
        }
    }

    /// The way back.
    #[inline(always)]
    pub const fn back(self) -> Way {
        match self {
            Way::DownLeft => Way::UpRight,
            Way::DownRight => Way::UpLeft,
            Way::UpLeft => Way::DownRight,
            Way::UpRight => Way::DownLeft,
        }
    }

    /// Whether it leads down the board.
    #[inline(always)]
    pub const fn is_down(self) -> bool {
        matches!(self, Way::DownLeft | Way::DownRight)
    }

    /// The squares one step from `squares`. What would leave the board is gone.
    #[inline(always)]
    pub const fn step(self, squares: u32) -> u32 {
        match self {
            Way::DownLeft => (squares & INDENTED) << 4 | (squares & FLUSH_INNER) << 3,
            Way::DownRight => (squares & INDENTED_INNER) << 5 | (squares & FLUSH) << 4,
            Way::UpLeft => (squares & INDENTED) >> 4 | (squares & FLUSH_INNER) >> 5,
            Way::UpRight => (squares & INDENTED_INNER) >> 3 | (squares & FLUSH) >> 4,
        }
    }

    /// The squares from which a jump over one of `others` ends on one of `empty`.
    #[inline(always)]
    pub const fn jumpers(self, others: u32, empty: u32) -> u32 {
        self.back().step(others & self.back().step(empty))
    }
}

/// Steps of pieces, apart by their way: 32 bits for each, in the order of [`Way::ALL`], with the squares that are reached.
///
/// PERF: one loop over the steps of all ways ends once, and where it ends cannot be predicted.
#[derive(Clone, Copy)]
pub struct Steps(u128);

impl Steps {
    /// From where a step came, by its bit.
    const FROM: [u32; 128] = {
        let mut from = [0; 128];
        let mut at = 0;
        while at < 128 {
            from[at] = Way::ALL[at / 32].back().step(1 << (at % 32));
            at += 1;
        }
        from
    };

    /// The steps to empty squares of pieces that go down, and of pieces that go up. A king is both.
    #[inline(always)]
    pub const fn of(down: u32, up: u32, empty: u32) -> Steps {
        let left = (Way::DownLeft.step(down) & empty) as u64;
        let right = (Way::DownRight.step(down) & empty) as u64;
        let [up_left, up_right] = [Way::UpLeft.step(up) & empty, Way::UpRight.step(up) & empty];
        let [low, high] = [left | right << 32, up_left as u64 | (up_right as u64) << 32];
        Steps(low as u128 | (high as u128) << 64)
    }

    /// How many there are.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// From where to where each goes, as sets of one.
    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = (u32, u32)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (first < 128).then(|| (Steps::FROM[first & 127], 1 << (first % 32)))
        })
    }
}

/// The row on which the men of a player become kings.
#[inline(always)]
pub const fn king_row(player: Player) -> u32 {
    match player.0 {
        0 => 0xf000_0000,
        _ => 0x0000_000f,
    }
}

/// The squares that men of a player reach from `squares` in one step.
#[inline(always)]
pub const fn ahead(squares: u32, player: Player) -> u32 {
    let [left, right] = Way::forward(player);
    left.step(squares) | right.step(squares)
}

/// The squares of a set as sets of one, in order of their numbers.
#[inline(always)]
pub fn each(mut squares: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = squares & squares.wrapping_neg();
        squares ^= first;
        (first != 0).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Column and row of a square, from the upper left.
    fn place(square: u32) -> (i32, i32) {
        let (row, nth) = (square as i32 / 4, square as i32 % 4);
        (2 * nth + 1 - row % 2, row)
    }

    #[test]
    fn steps_are_those_of_the_board() {
        for way in Way::ALL {
            let (right, down) = match way {
                Way::DownLeft => (-1, 1),
                Way::DownRight => (1, 1),
                Way::UpLeft => (-1, -1),
                Way::UpRight => (1, -1),
            };
            for square in 0..32 {
                let (column, row) = place(square);
                let next = (0..32).find(|next| place(*next) == (column + right, row + down));
                assert_eq!(way.step(1 << square), next.map_or(0, |next| 1 << next));
            }
        }
    }

    #[test]
    fn steps_of_all_ways_are_those_of_each() {
        let (down, up, empty) = (0x0123_4567_u32, 0x8421_0f0f_u32, 0xfedc_ba98_u32);
        let steps = Steps::of(down, up, empty);
        let mut each_way = Vec::new();
        for way in Way::ALL {
            let pieces = if way.is_down() { down } else { up };
            each_way.extend(each(way.step(pieces) & empty).map(|to| (way.back().step(to), to)));
        }
        assert_eq!(steps.each().collect::<Vec<_>>(), each_way);
        assert_eq!(steps.count() as usize, each_way.len());
    }

    #[test]
    fn half_a_turn_turns_the_ways() {
        let squares = 0x1234_5678_u32;
        for way in Way::ALL {
            let turned = way.back().step(squares.reverse_bits()).reverse_bits();
            assert_eq!(way.step(squares), turned);
        }
    }
}
