//! Which discs a move flips, on bits.
//!
//! A move flips the discs of the other player that lie in a row between the new disc and one of one's own, in each
//! of eight directions: four that go up in the numbers of the bits and four that go down.

/// Lines to the right, to the lower left, down, to the lower right: how many bits a step takes.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Squares that can lie between two others: not those at the left and right edges, unless the line runs along them.
const BETWEEN: [u64; 4] =
    [0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e, 0xffff_ffff_ffff_ffff, 0x7e7e_7e7e_7e7e_7e7e];

/// The rays from every square: those of [`STEPS`] upwards in the bits, then those downwards.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            rays[square][direction] = ray(square as i32, RIGHT[direction], DOWN[direction]);
            rays[square][direction + 4] = ray(square as i32, -RIGHT[direction], -DOWN[direction]);
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// What a step of each of [`STEPS`] is in columns.
const RIGHT: [i32; 4] = [1, -1, 0, 1];
/// What a step of each of [`STEPS`] is in rows.
const DOWN: [i32; 4] = [0, 1, 1, 1];

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

/// All squares where `own` flips something.
#[inline(always)]
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    let mut squares = 0;
    for line in 0..4 {
        let (step, between) = (STEPS[line], other & BETWEEN[line]);
        let (mut up, mut down) = (own << step & between, own >> step & between);
        for _ in 0..5 {
            up |= up << step & between;
            down |= down >> step & between;
        }
        squares |= up << step | down >> step;
    }
    squares & !(own | other)
}

/// The discs of `other` that `own` flips by a move on `square`, which is empty.
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let mut flipped = 0;
    for direction in 0..4 {
        // The first square of the ray that is not the other player's ends the row.
        let ray = rays[direction];
        let stops = ray & !other;
        let end = stops & stops.wrapping_neg() & own;
        flipped |= ray & end.saturating_sub(1);
        let ray = rays[direction + 4];
        let stops = ray & !other | 1;
        let end = 1 << 63 >> stops.leading_zeros() & own & ray;
        flipped |= ray & (end << 1).wrapping_neg();
    }
    flipped
}

/// How many discs `own` flips by a move on `square` if all other squares are full.
#[inline(always)]
pub(super) fn count_last_flip(own: u64, square: u32) -> u32 {
    flips(own, !own & !(1 << square), square).count_ones()
}
