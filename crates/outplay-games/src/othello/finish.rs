//! The last seven empty squares, by hand.
//!
//! Here is where most positions of an endgame are, and where nothing pays that takes longer than a move: no table, no
//! lists. With seven empty squares, moves that leave the other player few replies are tried first; with fewer, squares in
//! regions with an odd number of empty squares come first, because who moves there also gets the last move there.

use outplay::Window;

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

/// The quarter that a square belongs to.
#[inline(always)]
fn quarter(square: u32) -> u64 {
    QUARTERS[0] << (square & 0b100_100)
}

/// The score of a move that flips nothing, which is none.
const ILLEGAL: i32 = i32::MIN;

/// The end of a game, and how many positions were looked at.
///
/// All questions but the first are asked with a null window: is the score above `alpha`? The answer is a bound on the right
/// side of it.
pub(super) struct Finish {
    /// How many squares the board has.
    squares: i32,
    pub(super) looked_at: u64,
}

/// A move, and where it leads to.
#[derive(Clone, Copy, Default)]
struct Move {
    ordering_score: i32,
    square: u32,
    theirs: u64,
    mine: u64,
}

impl Finish {
    pub(super) fn new(game: &Othello) -> Finish {
        Finish { squares: (game.size * game.size) as i32, looked_at: 0 }
    }

    /// The score for `own`, who moves; outside of the window it is a bound. A window that is not null is made smaller until it is.
    pub(super) fn score(&mut self, game: &Othello, own: u64, other: u64, window: Window<i32>) -> i32 {
        let empty = game.squares & !(own | other);
        let mut alpha = window.alpha.max(-self.squares - 1);
        loop {
            let score = self.above(game, own, other, empty, alpha);
            if score <= alpha || score >= window.beta {
                return score;
            }
            alpha = score;
        }
    }

    #[inline(always)]
    fn above(&mut self, game: &Othello, own: u64, other: u64, empty: u64, alpha: i32) -> i32 {
        let odd = odd_quarters(empty);
        match empty.count_ones() {
            0 => self.over(own, other),
            1 => self.one(own, other, empty.trailing_zeros(), alpha),
            2 => {
                let (first, second) = (empty.trailing_zeros(), 63 - empty.leading_zeros());
                self.two::<false>(own, other, first, second, alpha)
            }
            3 => self.three::<false>(own, other, empty, odd, alpha),
            4..=BY_PARITY => self.several(own, other, empty, odd, alpha),
            _ => self.most_promising_first(game, own, other, empty, odd, alpha),
        }
    }

    /// The difference, if it is over: discs, and the empty squares for who has more.
    fn over(&self, own: u64, other: u64) -> i32 {
        let [own, other] = [own, other].map(|discs| discs.count_ones() as i32);
        let ahead = own - other;
        ahead + (self.squares - own - other) * ahead.signum()
    }

    fn most_promising_first(
        &mut self,
        game: &Othello,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        let mut squares = mobility(own, other) & empty;
        if squares == 0 {
            return match mobility(other, own) & empty {
                0 => self.over(own, other),
                _ => -self.most_promising_first(game, other, own, empty, odd, -alpha - 1),
            };
        }
        let mut moves = [Move::default(); LAST as usize];
        let mut count = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            let bit = 1 << square;
            squares ^= bit;
            let flipped = flips(own, other, square);
            let (theirs, mine) = (other ^ flipped, own ^ flipped ^ bit);
            let ordering_score = ordering_score(game, bit, odd, theirs, mine, empty ^ bit);
            moves[count] = Move { ordering_score, square, theirs, mine };
            count += 1;
        }
        let mut best = ILLEGAL;
        for tried in 0..count {
            let left = &moves[tried..count];
            let most = (1..left.len()).fold(0, |most, at| {
                if left[at].ordering_score > left[most].ordering_score { at } else { most }
            });
            moves.swap(tried, tried + most);
            let Move { square, theirs, mine, .. } = moves[tried];
            self.looked_at += 1;
            let (empty, odd) = (empty ^ 1 << square, odd ^ quarter(square));
            let score = -self.several(theirs, mine, empty, odd, -alpha - 1);
            best = best.max(score);
            if score > alpha {
                break;
            }
        }
        best
    }

    /// Four squares or more: those in `odd` quarters first.
    fn several(&mut self, own: u64, other: u64, empty: u64, odd: u64, alpha: i32) -> i32 {
        let mut squares = mobility(own, other) & empty;
        if squares == 0 {
            return match mobility(other, own) & empty {
                0 => self.over(own, other),
                _ => -self.several(other, own, empty, odd, -alpha - 1),
            };
        }
        let mut best = ILLEGAL;
        while squares != 0 {
            let first = if squares & odd != 0 { squares & odd } else { squares };
            let square = first.trailing_zeros();
            let bit = 1 << square;
            squares ^= bit;
            let flipped = flips(own, other, square);
            self.looked_at += 1;
            let (theirs, mine) = (other ^ flipped, own ^ flipped ^ bit);
            let (left, odd) = (empty ^ bit, odd ^ quarter(square));
            let score = match left.count_ones() {
                3 => -self.three::<false>(theirs, mine, left, odd, -alpha - 1),
                _ => -self.several(theirs, mine, left, odd, -alpha - 1),
            };
            best = best.max(score);
            if score > alpha {
                break;
            }
        }
        best
    }

    /// Of three squares, one or all are in `odd` quarters.
    fn three<const PASSED: bool>(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        let first = (empty & odd).trailing_zeros();
        let rest = empty ^ 1 << first;
        let (second, third) = (rest.trailing_zeros(), 63 - rest.leading_zeros());
        let mut best = self.then_two(own, other, first, [second, third], alpha);
        if best > alpha {
            return best;
        }
        best = best.max(self.then_two(own, other, second, [first, third], alpha));
        if best > alpha {
            return best;
        }
        best = best.max(self.then_two(own, other, third, [first, second], alpha));
        match (best, PASSED) {
            (ILLEGAL, true) => self.over(own, other),
            (ILLEGAL, false) => -self.three::<true>(other, own, empty, odd, -alpha - 1),
            (best, _) => best,
        }
    }

    /// The score of a move after which two squares are left.
    #[inline(always)]
    fn then_two(&mut self, own: u64, other: u64, square: u32, left: [u32; 2], alpha: i32) -> i32 {
        if NEXT[square as usize & 63] & other == 0 {
            return ILLEGAL;
        }
        let flipped = flips(own, other, square);
        if flipped == 0 {
            return ILLEGAL;
        }
        self.looked_at += 1;
        let (theirs, mine) = (other ^ flipped, own ^ flipped ^ 1 << square);
        -self.two::<false>(theirs, mine, left[0], left[1], -alpha - 1)
    }

    fn two<const PASSED: bool>(
        &mut self,
        own: u64,
        other: u64,
        first: u32,
        second: u32,
        alpha: i32,
    ) -> i32 {
        let mut best = self.then_one(own, other, first, second, alpha);
        if best > alpha {
            return best;
        }
        best = best.max(self.then_one(own, other, second, first, alpha));
        match (best, PASSED) {
            (ILLEGAL, true) => self.over(own, other),
            (ILLEGAL, false) => -self.two::<true>(other, own, first, second, -alpha - 1),
            (best, _) => best,
        }
    }

    /// The score of a move after which one square is left.
    #[inline(always)]
    fn then_one(&mut self, own: u64, other: u64, square: u32, left: u32, alpha: i32) -> i32 {
        if NEXT[square as usize & 63] & other == 0 {
            return ILLEGAL;
        }
        let flipped = flips(own, other, square);
        if flipped == 0 {
            return ILLEGAL;
        }
        self.looked_at += 1;
        let (theirs, mine) = (other ^ flipped, own ^ flipped ^ 1 << square);
        -self.one(theirs, mine, left, -alpha - 1)
    }

    /// With one square left, nothing has to be played: counting is enough.
    #[inline(always)]
    fn one(&mut self, own: u64, other: u64, square: u32, alpha: i32) -> i32 {
        self.looked_at += 1;
        let ahead = 2 * own.count_ones() as i32 - (self.squares - 1);
        let flipped = count_last_flip(own, square) as i32;
        if flipped != 0 {
            return ahead + 2 * flipped + 1;
        }
        // If the other player cannot move either; otherwise it is less.
        let over = ahead + ahead.signum();
        if over <= alpha {
            return over;
        }
        match count_last_flip(other, square) as i32 {
            0 => over,
            flipped => ahead - 2 * flipped - 1,
        }
    }
}
