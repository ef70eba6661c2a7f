//! The last seven empty squares, by hand.
//!
//! Here is where most positions of an endgame are, and where nothing pays that takes longer than a move: no table, no
//! lists. With seven empty squares, moves that leave the other player few replies are tried first; with fewer, squares in
//! regions with an odd number of empty squares come first, because who moves there also gets the last move there.

use super::flips::{count_last_flip, flips, mobility};
use super::order::ordering_score;
use super::rules::Othello;

/// The largest number of empty squares that is played out here.
///
/// PERF: with 4 instead of 7, endgames take a fifth longer.
pub(super) const LAST: u32 = 7;

/// With so many empty squares or fewer, looking at where moves lead to takes longer than it saves.
const BY_PARITY: u32 = 6;

/// Which squares are next to a square.
static NEXT: [u64; 64] = next();

const fn next() -> [u64; 64] {
    let mut next = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let row = bit | (bit & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (bit & 0xfefe_fefe_fefe_fefe) >> 1;
        next[square] = (row | row << 8 | row >> 8) ^ bit;
        square += 1;
    }
    next
}

/// The quarters of the board.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// All squares of the quarters that have an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let odd = |quarter: u64| quarter & u64::from((empty & quarter).count_ones() & 1).wrapping_neg();
    QUARTERS.iter().fold(0, |squares, &quarter| squares | odd(quarter))
}

/// The end of a game, and how many positions were looked at.
pub(super) struct Finish<'g> {
    pub(super) game: &'g Othello,
    pub(super) looked_at: u64,
}

/// A move, and where it leads to.
#[derive(Clone, Copy, Default)]
struct Move {
    ordering_score: i32,
    bit: u64,
    theirs: u64,
    mine: u64,
}

impl Finish<'_> {
    /// The score for `own`, who moves; outside of the window it is a bound.
    pub(super) fn score(&mut self, own: u64, other: u64, empty: u64, window: (i32, i32)) -> i32 {
        match empty.count_ones() {
            0 => self.game.difference(own, other),
            1 => self.one(own, other, empty.trailing_zeros()),
            2 => self.two(own, other, empty, window, false),
            3..=BY_PARITY => self.several(own, other, empty, window, false),
            _ => self.most_promising_first(own, other, empty, window),
        }
    }

    fn most_promising_first(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        let mut squares = mobility(own, other) & empty;
        if squares == 0 {
            return match mobility(other, own) & empty {
                0 => self.game.difference(own, other),
                _ => -self.most_promising_first(other, own, empty, (-beta, -alpha)),
            };
        }
        let odd = odd_quarters(empty);
        let mut moves = [Move::default(); LAST as usize];
        let mut count = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            let bit = squares & squares.wrapping_neg();
            squares ^= bit;
            let flipped = flips(own, other, square);
            let (theirs, mine) = (other ^ flipped, own ^ flipped ^ bit);
            let ordering_score = ordering_score(self.game, bit, odd, theirs, mine, empty ^ bit);
            moves[count] = Move { ordering_score, bit, theirs, mine };
            count += 1;
        }
        let mut best = i32::MIN;
        for tried in 0..count {
            let left = &moves[tried..count];
            let most = (1..left.len()).fold(0, |most, at| {
                if left[at].ordering_score > left[most].ordering_score { at } else { most }
            });
            moves.swap(tried, tried + most);
            let Move { bit, theirs, mine, .. } = moves[tried];
            self.looked_at += 1;
            let score = -self.score(theirs, mine, empty ^ bit, (-beta, -alpha));
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    fn several(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        (alpha, beta): (i32, i32),
        passed: bool,
    ) -> i32 {
        let odd = odd_quarters(empty);
        let mut best = i32::MIN;
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                let bit = squares & squares.wrapping_neg();
                squares ^= bit;
                if NEXT[square as usize & 63] & other == 0 {
                    continue;
                }
                let flipped = flips(own, other, square);
                if flipped == 0 {
                    continue;
                }
                self.looked_at += 1;
                let (theirs, mine) = (other ^ flipped, own ^ flipped ^ bit);
                let (left, window) = (empty ^ bit, (-beta, -alpha.max(best)));
                let score = match left.count_ones() {
                    2 => -self.two(theirs, mine, left, window, false),
                    _ => -self.several(theirs, mine, left, window, false),
                };
                if score >= beta {
                    return score;
                }
                best = best.max(score);
            }
        }
        match (best, passed) {
            (i32::MIN, true) => self.game.difference(own, other),
            (i32::MIN, false) => -self.several(other, own, empty, (-beta, -alpha), true),
            (best, _) => best,
        }
    }

    fn two(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        (alpha, beta): (i32, i32),
        passed: bool,
    ) -> i32 {
        let mut best = i32::MIN;
        let first = empty & empty.wrapping_neg();
        for (bit, last) in [(first, empty ^ first), (empty ^ first, first)] {
            let square = bit.trailing_zeros();
            if NEXT[square as usize & 63] & other == 0 {
                continue;
            }
            let flipped = flips(own, other, square);
            if flipped != 0 {
                self.looked_at += 1;
                let (theirs, mine) = (other ^ flipped, own ^ flipped ^ bit);
                best = best.max(-self.one(theirs, mine, last.trailing_zeros()));
                if best >= beta {
                    return best;
                }
            }
        }
        match (best, passed) {
            (i32::MIN, true) => self.game.difference(own, other),
            (i32::MIN, false) => -self.two(other, own, empty, (-beta, -alpha), true),
            (best, _) => best,
        }
    }

    /// With one square left, nothing has to be played: counting is enough.
    #[inline(always)]
    fn one(&mut self, own: u64, other: u64, square: u32) -> i32 {
        self.looked_at += 1;
        let ahead = own.count_ones() as i32 - other.count_ones() as i32;
        let flipped = self.last_flip(own, other, square);
        if flipped != 0 {
            return ahead + 2 * flipped + 1;
        }
        let flipped = self.last_flip(other, own, square);
        if flipped != 0 {
            return ahead - 2 * flipped - 1;
        }
        ahead + ahead.signum()
    }

    #[inline(always)]
    fn last_flip(&self, own: u64, other: u64, square: u32) -> i32 {
        let flipped = match self.game.size {
            8 => count_last_flip(own, square),
            _ => flips(own, other, square).count_ones(),
        };
        flipped as i32
    }
}
