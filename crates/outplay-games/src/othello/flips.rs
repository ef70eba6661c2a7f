//! What a move flips, on bits: the two questions that a search asks most.
//!
//! A move flips the discs of the other player that lie in a row between the new disc and another one of one's own, in
//! each of eight directions. Four of them go up in the numbers of the bits, and four go down. Both functions
//! treat four lines at once, as arrays of four, which compilers turn into instructions on vectors.

use std::array;
use std::hint;

/// The four lines through a square: along the row, to the lower left, along the column, to the lower right.
#[repr(align(64))]
struct Lines {
    /// How many bits it is to the next square.
    steps: [u64; 4],
    /// Squares that can lie between two others: not those at the edges, so that no line runs over one.
    between: [u64; 4],
    /// Squares where a line can end: all of them.
    ends: [u64; 4],
}

const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const INNER_ROWS: u64 = 0x00ff_ffff_ffff_ff00;
const INNER: u64 = INNER_COLUMNS & INNER_ROWS;

static LINES: Lines = Lines {
    steps: [1, 7, 8, 9],
    between: [INNER_COLUMNS, INNER, INNER_ROWS, INNER],
    ends: [u64::MAX; 4],
};

/// PERF: a compiler that knows the numbers simplifies each line by itself and then finds no vectors: 6.2 instead
/// of 3.8 ns for [`mobility`], and 16 instead of 9.6 ns if what comes next waits for it. Without vectors of four it had better
/// know them, 9.9 instead of 18 ns.
#[inline(always)]
fn lines() -> &'static Lines {
    if cfg!(target_feature = "avx2") { hint::black_box(&LINES) } else { &LINES }
}

/// All squares where `own` flips something.
#[inline(always)]
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    let lines = lines();
    let step = lines.steps.map(|step| step & 31);
    let two = step.map(|step| 2 * step);
    let between: [u64; 4] = array::from_fn(|line| other & lines.between[line]);
    // Rows of other discs next to own ones: the first disc, the second, the next two, the last two.
    let up: [u64; 4] = array::from_fn(|line| own << step[line] & between[line]);
    let down: [u64; 4] = array::from_fn(|line| own >> step[line] & between[line]);
    let up: [u64; 4] = array::from_fn(|line| up[line] | up[line] << step[line] & between[line]);
    let down: [u64; 4] =
        array::from_fn(|line| down[line] | down[line] >> step[line] & between[line]);
    let pair_up: [u64; 4] = array::from_fn(|line| between[line] & between[line] << step[line]);
    let pair_down: [u64; 4] = array::from_fn(|line| pair_up[line] >> step[line]);
    let up: [u64; 4] = array::from_fn(|line| up[line] | up[line] << two[line] & pair_up[line]);
    let down: [u64; 4] =
        array::from_fn(|line| down[line] | down[line] >> two[line] & pair_down[line]);
    let up: [u64; 4] = array::from_fn(|line| up[line] | up[line] << two[line] & pair_up[line]);
    let down: [u64; 4] =
        array::from_fn(|line| down[line] | down[line] >> two[line] & pair_down[line]);
    // PERF: that lines can end anywhere is not told either; it keeps four lines from becoming eight, 9.6 instead of 11.3 ns.
    let ends: [u64; 4] = array::from_fn(|line| {
        (up[line] << step[line] | down[line] >> step[line]) & lines.ends[line]
    });
    (ends[0] | ends[1] | ends[2] | ends[3]) & !(own | other)
}

/// The discs of `other` that `own` flips by a move on `square`, which is empty.
///
/// The first square of a ray that has no disc of the other player ends the row. Upwards that is the lowest
/// bit, downwards the highest one.
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, square: u32) -> u64 {
    let Rays { up, down } = &RAYS[square as usize & 63];
    let end: [u64; 4] = array::from_fn(|line| {
        let stops = up[line] & !other;
        stops & stops.wrapping_neg() & own
    });
    let upwards: [u64; 4] =
        array::from_fn(|line| up[line] & end[line].wrapping_sub(u64::from(end[line] != 0)));
    let stops: [u64; 4] = array::from_fn(|line| down[line] & !other);
    let end = if COUNTS_ZEROS { highest_by_count(stops) } else { highest_by_spread(stops) };
    let end: [u64; 4] = array::from_fn(|line| end[line] & own & down[line]);
    let downwards: [u64; 4] = array::from_fn(|line| down[line] & (end[line] << 1).wrapping_neg());
    // PERF: a sum, where `|` would do. It keeps compilers from making eight rays of two times four: 2.4 instead of
    // 4.1 ns, and 9.6 instead of 14 ns if what comes next waits for it.
    let both: [u64; 4] = array::from_fn(|line| upwards[line].wrapping_add(downwards[line]));
    both[0] | both[1] | both[2] | both[3]
}

/// Whether the highest bit is found by counting zeros: on vectors where the processor can do that, or where there are no vectors.
///
/// PERF: with AVX2 alone, spreading makes the finish of an Othello game take 486 instead of 544 ns; with AVX-512, counting makes it
/// take 431 instead of 469 ns.
const COUNTS_ZEROS: bool = cfg!(target_feature = "avx512cd") || !cfg!(target_feature = "avx2");

/// The highest bit of each, or the lowest square if there is none.
#[inline(always)]
fn highest_by_count(squares: [u64; 4]) -> [u64; 4] {
    squares.map(|squares| 1 << 63 >> (squares | 1).leading_zeros())
}

/// The highest bit of each, if all of them lie on one of the [`Lines`]: the only one with none above it, once all have
/// spread downwards.
#[inline(always)]
fn highest_by_spread(squares: [u64; 4]) -> [u64; 4] {
    let step = lines().steps.map(|step| step & 15);
    let spread: [u64; 4] = array::from_fn(|line| squares[line] | squares[line] >> step[line]);
    let spread: [u64; 4] = array::from_fn(|line| spread[line] | spread[line] >> (2 * step[line]));
    let spread: [u64; 4] = array::from_fn(|line| spread[line] | spread[line] >> (4 * step[line]));
    array::from_fn(|line| spread[line] & !(spread[line] >> step[line]))
}

/// How many discs `own` flips by a move on `square` if all other squares have discs: the last move of a game.
///
/// PERF: looked up line by line, 2.1 ns; the bits of [`flips`], counted, take 4.2 ns.
#[inline(always)]
pub(super) fn count_last_flip(own: u64, square: u32) -> u32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
    let (square, column, row) =
        (square as usize & 63, square as usize % 8, square as usize / 8 % 8);
    // The discs of a line, as the bits of one byte: gathered by a product into the highest one.
    let gathered = |discs: u64, factor: u64| (discs.wrapping_mul(factor) >> 56) as usize;
    let [falling, rising] = DIAGONALS[square];
    let counts = &LAST_FLIPS[column];
    let along_row = counts[(own >> (8 * row)) as usize & 0xff];
    let along_column = LAST_FLIPS[row][gathered(own >> column & COLUMN, COLUMN_TO_ROW)];
    let diagonals =
        counts[gathered(own & falling, COLUMN)] + counts[gathered(own & rising, COLUMN)];
    u32::from(along_row + along_column + diagonals)
}

/// The squares seen from one, without itself, along the four [`Lines`]. One line of the processor's cache.
#[repr(align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let from = square as i32;
        rays[square].up = [ray(from, 1, 0), ray(from, -1, 1), ray(from, 0, 1), ray(from, 1, 1)];
        rays[square].down =
            [ray(from, -1, 0), ray(from, 1, -1), ray(from, 0, -1), ray(from, -1, -1)];
        square += 1;
    }
    rays
};

/// The squares that are seen from `square` when looking this many columns to the right and rows down.
const fn ray(square: i32, right: i32, down: i32) -> u64 {
    let (mut column, mut row) = (square % 8 + right, square / 8 + down);
    let mut squares = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        squares |= 1 << (8 * row + column);
        column += right;
        row += down;
    }
    squares
}

/// The two diagonals through every square, without itself.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let Rays { up, down } = &RAYS[square];
        diagonals[square] = [up[3] | down[3], up[1] | down[1]];
        square += 1;
    }
    diagonals
};

/// How many discs are flipped in a line of eight, by place and by own discs, if all others belong to the other player.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            counts[place][own] = last_flips(own as u32, place as u32);
            own += 1;
        }
        place += 1;
    }
    counts
};

const fn last_flips(own: u32, place: u32) -> u8 {
    let (above, below) = (own >> place >> 1, own & ((1 << place) - 1));
    let upwards = if above == 0 { 0 } else { above.trailing_zeros() };
    let downwards = if below == 0 { 0 } else { place - 1 - below.ilog2() };
    (upwards + downwards) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_possible_where_something_is_flipped() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let discs = random.u64(..) | random.u64(..) & random.u64(..);
            let own = discs & random.u64(..);
            let other = discs ^ own;
            let flips_something =
                |&square: &u32| discs >> square & 1 == 0 && flips(own, other, square) != 0;
            let squares = (0..64).filter(flips_something).fold(0, |all, square| all | 1 << square);
            assert_eq!(mobility(own, other), squares, "{own:#x} {other:#x}");
        }
    }

    #[test]
    fn the_highest_square_of_a_ray_is_found_either_way() {
        let mut random = fastrand::Rng::with_seed(3);
        for rays in &RAYS {
            for _ in 0..100 {
                let discs = random.u64(..) & random.u64(..);
                let squares = rays.down.map(|ray| ray & discs);
                let counted = highest_by_count(squares);
                let found: [u64; 4] = array::from_fn(|line| counted[line] & squares[line]);
                assert_eq!(highest_by_spread(squares), found, "{squares:x?}");
            }
        }
    }

    #[test]
    fn the_last_move_flips_as_many_as_any_other() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..20_000 {
            let square = random.u32(..64);
            let sparse = random.u64(..) & random.u64(..);
            let own = if random.bool() { sparse } else { random.u64(..) } & !(1 << square);
            let flipped = flips(own, !own ^ 1 << square, square);
            assert_eq!(count_last_flip(own, square), flipped.count_ones(), "{own:#x} {square}");
        }
    }
}
