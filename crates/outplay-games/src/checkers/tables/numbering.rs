//! Numbers of positions, without gaps: combinations, one set of squares after the other.
//!
//! A set of `k` squares has the number `C(a, 1) + C(b, 2) + ...`, with its squares in order: Knuth, *The Art of Computer Programming* 4A,
//! 7.2.1.3. The men of the player to move come first, then the other men, then the kings of both. Each set is numbered among the squares that
//! the sets before it leave free.

use std::sync::OnceLock;

use super::super::rules::{BLACK, Position};
use super::slice::Side;

/// `BINOMIALS[k][n]` is the number of ways to choose `k + 1` of `n`.
const BINOMIALS: [[u32; 33]; 8] = binomials();

const fn binomials() -> [[u32; 33]; 8] {
    let mut table = [[0; 33]; 8];
    let mut n = 1;
    while n <= 32 {
        table[0][n] = n as u32;
        let mut k = 1;
        while k < 8 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

fn choose(n: u32, k: u8) -> u64 {
    match k {
        0 => 1,
        _ => u64::from(BINOMIALS[usize::from(k) - 1][n as usize]),
    }
}

/// Squares where men of the player to move are never: they would be kings.
const LAST_ROW: u32 = 0xf000_0000;
/// Squares where the other men are never.
const FIRST_ROW: u32 = 0x0000_000f;

/// The number of a set among those of its size on the squares that are not blocked.
#[inline(always)]
pub(super) fn rank(mut squares: u32, blocked: u32) -> u64 {
    let (mut number, mut nth) = (0, 0);
    while squares != 0 {
        let below = (squares & squares.wrapping_neg()) - 1;
        let free_below = below.count_ones() - (blocked & below).count_ones();
        number += BINOMIALS[nth & 7][free_below as usize & 31];
        (squares, nth) = (squares & (squares - 1), nth + 1);
    }
    u64::from(number)
}

/// All sets of `k` squares, in order of their numbers.
fn sets(k: u8) -> &'static [u32] {
    static SETS: [OnceLock<Vec<u32>>; 9] = [const { OnceLock::new() }; 9];
    SETS[usize::from(k)].get_or_init(|| {
        let mut set = (1u64 << k) - 1;
        let mut sets = Vec::with_capacity(choose(32, k) as usize);
        while set < 1 << 32 {
            sets.push(set as u32);
            if k == 0 {
                break;
            }
            // The next larger number with as many bits: Gosper's hack.
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            set = ripple | (set ^ ripple) >> (2 + low.trailing_zeros());
        }
        sets
    })
}

/// Puts the squares of a set among those that are not blocked in their places on the board.
#[inline(always)]
fn spread(mut set: u32, mut blocked: u32) -> u32 {
    while blocked != 0 {
        let first = blocked & blocked.wrapping_neg();
        let below = first - 1;
        set = set & below | (set & !below) << 1;
        blocked ^= first;
    }
    set
}

/// How the positions are numbered in which the player to move has these pieces and the other one has those.
pub(super) struct Numbering {
    own: Side,
    other: Side,
    /// For each set of own men, how many pairs of men come before it; in the end, how many there are.
    pairs: Vec<u64>,
    own_kings: u64,
    other_kings: u64,
    other_king_sets: &'static [u32],
}

/// The sets of squares that neighbours in the numbering share: all but the kings of the other player.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    /// The first number of the row, and the one behind its last.
    first: u64,
    end: u64,
    own_men: u32,
    other_men: u32,
    own_kings: u32,
    sets: RowSets,
}

/// Which sets those are: own men, other men, and own kings, by their numbers.
#[derive(Clone, Copy, Default)]
struct RowSets {
    own_men: usize,
    other_men: usize,
    own_kings: usize,
}

impl Row {
    #[inline(always)]
    pub(super) fn contains(&self, number: u64) -> bool {
        (self.first..self.end).contains(&number)
    }

    /// Whether the next row begins with this number.
    pub(super) fn is_before(&self, number: u64) -> bool {
        self.end == number && self.end > 0
    }
}

impl Numbering {
    pub(super) fn new(own: Side, other: Side) -> Numbering {
        let mut total = 0;
        let own_sets = &sets(own.men)[..choose(28, own.men) as usize];
        let mut pairs = Vec::with_capacity(own_sets.len() + 1);
        for &men in own_sets {
            pairs.push(total);
            total += choose(28 - (men & !FIRST_ROW).count_ones(), other.men);
        }
        pairs.push(total);
        let free = 32 - u32::from(own.men + other.men);
        Numbering {
            own,
            other,
            pairs,
            own_kings: choose(free, own.kings),
            other_kings: choose(free - u32::from(own.kings), other.kings),
            other_king_sets: sets(other.kings),
        }
    }

    /// How many positions there are.
    pub(super) fn count(&self) -> u64 {
        self.pairs.last().copied().unwrap_or(0) * self.own_kings * self.other_kings
    }

    /// The number of the men of both sides.
    #[inline(always)]
    pub(super) fn men(&self, own: u32, other: u32) -> u64 {
        debug_assert_eq!((own & LAST_ROW, other & FIRST_ROW), (0, 0), "men that are kings");
        let own_number = if self.own.men == 0 { 0 } else { rank(own, 0) as usize };
        let other_number = if self.other.men == 0 { 0 } else { rank(other, own | FIRST_ROW) };
        self.pairs[own_number] + other_number
    }

    /// The number of a position by the number of its men and the squares of its kings.
    #[inline(always)]
    pub(super) fn kings(&self, men: u64, squares_of_men: u32, own: u32, other: u32) -> u64 {
        let row = men * self.own_kings + rank(own, squares_of_men);
        row * self.other_kings + rank(other, squares_of_men | own)
    }

    /// The number of a position with Black to move.
    #[inline(always)]
    pub(super) fn number(&self, position: Position) -> u64 {
        let [own, other] = [BLACK, BLACK.other()];
        let men = [position.men(own), position.men(other)];
        let kings = [position.kings(own), position.kings(other)];
        self.kings(self.men(men[0], men[1]), men[0] | men[1], kings[0], kings[1])
    }

    /// The row with a number.
    pub(super) fn row(&self, number: u64) -> Row {
        let row = number / self.other_kings;
        let (pair, kings) = (row / self.own_kings, row % self.own_kings);
        let own_men = self.pairs.partition_point(|&first| first <= pair) - 1;
        let other_men = (pair - self.pairs[own_men]) as usize;
        let sets = RowSets { own_men, other_men, own_kings: kings as usize };
        self.row_of(sets, row * self.other_kings)
    }

    /// The row behind a row, which is not the last one.
    pub(super) fn next_row(&self, row: &Row) -> Row {
        let mut sets = row.sets;
        sets.own_kings += 1;
        if sets.own_kings as u64 == self.own_kings {
            (sets.own_kings, sets.other_men) = (0, sets.other_men + 1);
        }
        if self.pairs[sets.own_men] + sets.other_men as u64 == self.pairs[sets.own_men + 1] {
            (sets.other_men, sets.own_men) = (0, sets.own_men + 1);
        }
        self.row_of(sets, row.end)
    }

    fn row_of(&self, numbers: RowSets, first: u64) -> Row {
        let own_men = sets(self.own.men)[numbers.own_men];
        let other_men = sets(self.other.men)[numbers.other_men];
        let other_men = spread(other_men, own_men | FIRST_ROW);
        let own_kings = sets(self.own.kings)[numbers.own_kings];
        let own_kings = spread(own_kings, own_men | other_men);
        let end = first + self.other_kings;
        Row { first, end, own_men, other_men, own_kings, sets: numbers }
    }

    /// The position with a number of a row.
    #[inline(always)]
    pub(super) fn position(&self, row: &Row, number: u64) -> Position {
        let Row { own_men, other_men, own_kings, .. } = *row;
        let own = own_men | own_kings;
        let set = self.other_king_sets[(number - row.first) as usize];
        let other_kings = spread(set, own | other_men);
        Position::new([own, other_men | other_kings], own_kings | other_kings, BLACK)
    }
}
