//! The last eight empty squares, by hand.
//!
//! Here is where most positions of an endgame are, and where nothing pays that takes longer than a move: no table, no
//! lists. With eight to six empty squares, moves that leave the other player few replies are tried first; with fewer, squares in
//! regions with an odd number of empty squares come first, because who moves there also gets the last move there.

use outplay::Window;

use super::flips::{count_last_flip, flips, mobility};
use super::rules::Othello;

/// The largest number of empty squares that is played out here.
///
/// PERF: with 7 instead of 8, and a table from 8 on, FFO 40 to 44 take 0.91 times the positions and 1.06 times the time: a
/// node of the engine is dearer than that.
pub(super) const LAST: u32 = 8;

// The place of a child has three bits in its rank.
const _: () = assert!(LAST <= 8);

/// With so many empty squares or fewer, looking at where moves lead to takes longer than it saves.
///
/// PERF: a finish from seven squares takes 427 ns; with 6 it takes 436 ns and 1.08 times the positions, with 4 it takes 469 ns and 0.85 times.
const BY_PARITY: u32 = 5;

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

/// The first of these squares, those in `odd` quarters before all others.
#[inline(always)]
fn first_square(squares: u64, odd: u64) -> u32 {
    let first = if squares & odd != 0 { squares & odd } else { squares };
    first.trailing_zeros()
}

/// What a move flips, with a quick look first at whether there is anything next to it.
#[inline(always)]
fn flips_if_near(own: u64, other: u64, square: u32) -> u64 {
    if NEXT[square as usize & 63] & other == 0 { 0 } else { flips(own, other, square) }
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
    corners: u64,
    pub(super) looked_at: u64,
}

/// Where a move leads to, and the replies there.
#[derive(Clone, Copy, Default)]
struct Child {
    theirs: u64,
    mine: u64,
    replies: u64,
}

impl Finish {
    pub(super) fn new(game: &Othello) -> Finish {
        let squares = (game.size * game.size) as i32;
        Finish { squares, corners: game.corners(), looked_at: 0 }
    }

    /// The score for `own`, who moves; outside of the window it is a bound. A window that is not null is made smaller until it
    /// is.
    pub(super) fn score(&mut self, own: u64, other: u64, empty: u64, window: Window<i32>) -> i32 {
        let mut alpha = window.alpha.max(-self.squares - 1);
        loop {
            let score = self.above(own, other, empty, alpha);
            if score <= alpha || score >= window.beta {
                return score;
            }
            alpha = score;
        }
    }

    #[inline(always)]
    fn above(&mut self, own: u64, other: u64, empty: u64, alpha: i32) -> i32 {
        let (first, last) = (empty.trailing_zeros(), 63 - empty.leading_zeros().min(63));
        let odd = odd_quarters(empty);
        match empty.count_ones() {
            0 => self.over(own, other),
            1 => self.one(own, other, first, alpha),
            2 => self.two::<false>(own, other, first, last, alpha),
            3 => self.three::<false>(own, other, empty, odd, alpha),
            4 => self.four::<false>(own, other, empty, odd, alpha),
            _ => {
                let moves = mobility(own, other) & empty;
                self.five_or_more(own, other, empty, odd, moves, alpha)
            }
        }
    }

    /// The difference, if it is over: discs, and the empty squares for who has more.
    fn over(&self, own: u64, other: u64) -> i32 {
        let [own, other] = [own, other].map(|discs| discs.count_ones() as i32);
        let ahead = own - other;
        ahead + (self.squares - own - other) * ahead.signum()
    }

    #[inline(always)]
    fn five_or_more(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        moves: u64,
        alpha: i32,
    ) -> i32 {
        match empty.count_ones() {
            ..=BY_PARITY => self.five(own, other, empty, odd, moves, alpha),
            _ => self.fewest_replies_first(own, other, empty, odd, moves, alpha),
        }
    }

    /// Tries the move first that leaves the fewest replies, corners counted twice; of equals one in an `odd` quarter.
    ///
    /// PERF: the whole [ordering score](super::order::ordering_score) instead makes a finish take 487 instead of 427 ns.
    fn fewest_replies_first(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        mut moves: u64,
        alpha: i32,
    ) -> i32 {
        if moves == 0 {
            return match mobility(other, own) & empty {
                0 => self.over(own, other),
                moves => -self.fewest_replies_first(other, own, empty, odd, moves, -alpha - 1),
            };
        }
        // What is compared has the square and the place of the child in its last bits.
        let (mut ranks, mut children) = ([0; 8], [Child::default(); 8]);
        let (mut count, mut first) = (0_usize, u32::MAX);
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let flipped = flips(own, other, square);
            let (theirs, mine) = (other ^ flipped, own ^ flipped ^ 1 << square);
            let replies = mobility(theirs, mine) & empty;
            let cost = replies.count_ones() + (replies & self.corners).count_ones();
            let is_even = (odd >> square & 1) as u32 ^ 1;
            let rank = (2 * cost + is_even) << 9 | square << 3 | count as u32;
            children[count & 7] = Child { theirs, mine, replies };
            ranks[count & 7] = rank;
            first = first.min(rank);
            count += 1;
        }
        let mut best = ILLEGAL;
        while first != u32::MAX {
            let Child { theirs, mine, replies } = children[first as usize & 7];
            let square = first >> 3 & 63;
            let (left, odd) = (empty ^ 1 << square, odd ^ quarter(square));
            self.looked_at += 1;
            let score = -self.five_or_more(theirs, mine, left, odd, replies, -alpha - 1);
            best = best.max(score);
            if score > alpha {
                break;
            }
            let later = ranks[..count.min(8)].iter().filter(|&&rank| rank > first);
            first = later.fold(u32::MAX, |next, &rank| next.min(rank));
        }
        best
    }

    /// Tries moves in `odd` quarters first.
    fn five(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        mut moves: u64,
        alpha: i32,
    ) -> i32 {
        if moves == 0 {
            return match mobility(other, own) & empty {
                0 => self.over(own, other),
                moves => -self.five(other, own, empty, odd, moves, -alpha - 1),
            };
        }
        let mut best = ILLEGAL;
        while moves != 0 {
            let square = first_square(moves, odd);
            moves ^= 1 << square;
            let flipped = flips(own, other, square);
            let (theirs, mine) = (other ^ flipped, own ^ flipped ^ 1 << square);
            let (left, odd) = (empty ^ 1 << square, odd ^ quarter(square));
            self.looked_at += 1;
            let score = -self.four::<false>(theirs, mine, left, odd, -alpha - 1);
            best = best.max(score);
            if score > alpha {
                break;
            }
        }
        best
    }

    /// From here on, moves are found by trying all squares.
    ///
    /// PERF: with a look at the mobility, as before, a finish takes 1.05 times as long.
    fn four<const PASSED: bool>(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        odd: u64,
        alpha: i32,
    ) -> i32 {
        let mut best = ILLEGAL;
        let mut squares = empty;
        while squares != 0 {
            let square = first_square(squares, odd);
            squares ^= 1 << square;
            let flipped = flips_if_near(own, other, square);
            if flipped == 0 {
                continue;
            }
            let (theirs, mine) = (other ^ flipped, own ^ flipped ^ 1 << square);
            let (left, odd) = (empty ^ 1 << square, odd ^ quarter(square));
            self.looked_at += 1;
            let score = -self.three::<false>(theirs, mine, left, odd, -alpha - 1);
            best = best.max(score);
            if score > alpha {
                return best;
            }
        }
        match (best, PASSED) {
            (ILLEGAL, true) => self.over(own, other),
            (ILLEGAL, false) => -self.four::<true>(other, own, empty, odd, -alpha - 1),
            (best, _) => best,
        }
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
        let flipped = flips_if_near(own, other, square);
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
        let flipped = flips_if_near(own, other, square);
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

#[cfg(test)]
mod tests {
    use outplay::Game;

    use super::*;
    use crate::othello::rules::Board;

    /// Plain minimax.
    fn minimax(game: &Othello, board: &Board) -> i32 {
        let mut moves = Vec::new();
        game.moves(board, &mut moves);
        let after = |&square| {
            let mut child = *board;
            game.play(&mut child, square);
            -minimax(game, &child)
        };
        moves.iter().map(after).max().unwrap_or_else(|| board.difference(game))
    }

    /// Random games, and every position of them with few empty squares.
    #[test]
    fn every_window_is_answered_as_minimax_does() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut asked = [0; LAST as usize + 1];
        for round in 0..300 {
            let game = Othello::new([4, 6, 8][round % 3]).unwrap();
            let mut board = game.start();
            loop {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                let empty = board.empty(&game);
                let count = empty.count_ones();
                if count <= if round < 30 { LAST } else { 6 } {
                    let value = minimax(&game, &board);
                    for _ in 0..10 {
                        let alpha = value - random.i32(-5..=5);
                        let window = Window { alpha, beta: alpha + random.i32(1..=6) };
                        let score = Finish::new(&game).score(board.own, board.other, empty, window);
                        let is_true = match score {
                            _ if score <= window.alpha => value <= score,
                            _ if score >= window.beta => value >= score,
                            _ => value == score,
                        };
                        assert!(is_true, "{board:?} {window:?}: {score} instead of {value}");
                        asked[count as usize] += 1;
                    }
                }
                let Some(&square) = random.choice(&moves) else { break };
                game.play(&mut board, square);
            }
        }
        assert!(asked.iter().all(|&asked| asked >= 100), "{asked:?}");
    }
}
