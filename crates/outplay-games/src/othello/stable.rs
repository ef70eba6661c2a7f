//! Discs that can never be flipped again.
//!
//! A disc is safe in a direction if its line is full, or if a disc of the same colour next to it on that line is stable,
//! or if there is nothing next to it on that line. A disc that is safe in all four directions is stable. On the edges, which
//! are flipped along themselves only, it can be told exactly by playing them out in every way.

use std::sync::LazyLock;

/// For every edge, the stable discs of `own`: by `256 * own + other`.
static EDGES: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    let mut edges = vec![0; 1 << 16];
    let mut known = vec![false; 1 << 16];
    for own in 0..=255_u8 {
        for other in (0..=255_u8).filter(|other| other & own == 0) {
            stable_edge(own, other, &mut edges, &mut known);
        }
    }
    edges.into()
});

/// The discs of `own` that are still there whatever is put on the empty squares, in whatever order.
fn stable_edge(own: u8, other: u8, edges: &mut [u8], known: &mut [bool]) -> u8 {
    let place = usize::from(own) << 8 | usize::from(other);
    if known[place] {
        return edges[place];
    }
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let (mine, theirs) = put(own, other, square);
        stable &= stable_edge(mine, theirs, edges, known);
        let (theirs, mine) = put(other, own, square);
        stable &= stable_edge(mine, theirs, edges, known);
    }
    (edges[place], known[place]) = (stable, true);
    stable
}

/// Puts a disc on an edge, and flips along it.
fn put(own: u8, other: u8, square: u32) -> (u8, u8) {
    let along = |step: i32| {
        let mut flipped = 0;
        let mut at = square as i32 + step;
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            flipped |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 { flipped } else { 0 }
    };
    let flipped = along(1) | along(-1);
    (own | flipped | 1 << square, other & !flipped)
}

const LEFT: u64 = 0x0101_0101_0101_0101;
const INSIDE: u64 = 0x007e_7e7e_7e7e_7e00;

/// Knows the edges, and what follows from them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stability {
    edges: &'static [u8],
}

impl Stability {
    pub(super) fn new() -> Stability {
        Stability { edges: &EDGES }
    }

    /// How many discs of `own` are stable, at least, on a board in the middle of 8 x 8 squares, some of which may lie
    /// `outside`.
    pub(super) fn count(self, own: u64, other: u64, outside: u64) -> i32 {
        let full = full_lines(own | other | outside);
        let everywhere = full[0] & full[1] & full[2] & full[3];
        let mut stable = self.on_edges(own, other) | everywhere & own & INSIDE;
        let candidates = own & INSIDE;
        loop {
            let safe = stable | outside;
            let rows = safe >> 1 | safe << 1 | full[0];
            let columns = safe >> 8 | safe << 8 | full[1];
            let falling = safe >> 9 | safe << 9 | full[2];
            let rising = safe >> 7 | safe << 7 | full[3];
            let more = rows & columns & falling & rising & candidates | stable;
            if more == stable {
                break;
            }
            stable = more;
        }
        stable.count_ones() as i32
    }

    fn on_edges(self, own: u64, other: u64) -> u64 {
        let edge = |own: u64, other: u64| {
            u64::from(self.edges[(own as usize & 0xFF) << 8 | other as usize & 0xFF])
        };
        let top = edge(own, other);
        let bottom = edge(own >> 56, other >> 56) << 56;
        let left = upright(edge(flat(own), flat(other)));
        let right = upright(edge(flat(own >> 7), flat(other >> 7))) << 7;
        top | bottom | left | right
    }
}

/// The left column as a row.
fn flat(squares: u64) -> u64 {
    (squares & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A row as the left column.
fn upright(row: u64) -> u64 {
    (row & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & LEFT | row >> 7 << 56
}

/// The squares whose row, column and diagonals are full.
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & LEFT) * 0xFF;
    let mut columns = discs & discs.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    [rows, columns, full_diagonals(discs, 9), full_diagonals(discs, 7)]
}

/// The squares whose diagonal is full: an empty square breaks it, and the break spreads both ways.
fn full_diagonals(discs: u64, step: u32) -> u64 {
    let (first, last) = match step {
        9 => (LEFT, LEFT << 7),
        _ => (LEFT << 7, LEFT),
    };
    let (mut up, mut down) = (!discs, !discs);
    for _ in 0..7 {
        up |= up << step & !first;
        down |= down >> step & !last;
    }
    !(up | down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        let count = |own, other| Stability::new().count(own, other, 0);
        assert_eq!(count(1, 0), 1);
        assert_eq!(count(0b111, 0b1000), 3);
        assert_eq!(count(0b10, 0b100), 0);
        assert_eq!(count(0x0103_0703, 0), 7, "a triangle in the corner");
        assert_eq!(count(u64::MAX, 0), 64);
    }

    #[test]
    fn on_a_small_board_corners_are_elsewhere() {
        let outside = !0x007e_7e7e_7e7e_7e00;
        let count = |own, other| Stability::new().count(own, other, outside);
        let corner = 1 << 9;
        assert_eq!(count(corner, 0), 1);
        assert_eq!(count(corner | corner << 1, corner << 2), 2);
        assert_eq!(count(corner << 1, corner << 2), 0);
        assert_eq!(count(!outside, 0), 36);
    }

    #[test]
    fn rows_become_columns_and_back() {
        for row in 0..=255 {
            assert_eq!(flat(upright(row)), row);
        }
    }

    #[test]
    fn a_full_line_has_no_gap() {
        let falling = 0x8040_2010_0804_0201;
        assert_eq!(full_lines(falling)[2] & falling, falling);
        assert_eq!(full_lines(falling ^ 1 << 27)[2] & falling, 0);
        let rising = 0x0102_0408_1020_4080;
        assert_eq!(full_lines(rising)[3] & rising, rising);
        assert_eq!(full_lines(0xFF00)[0], 0xFF00);
        assert_eq!(full_lines(LEFT << 3)[1], LEFT << 3);
    }
}
