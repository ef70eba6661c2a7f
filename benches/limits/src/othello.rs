//! Othello endgames on the usual board, solved by hand: the engine's algorithm with the insight of `outplay_games::othello`, and nothing that another game would
//! need.
//!
//! Questions, bounds, order of moves and table are those of the engine as it solves from a guess ([`outplay::engine::Driver::Guess`]) with up to
//! [`MOST_EMPTY`] empty squares, where moves are ordered without a search. What is done in another way: the replies to a move are counted for the sake of order and handed on
//! to the next position, where the engine looks for them again; a position's place in the table is computed once; and every question is one number.
//! What a move flips and which discs are stable is asked of the same code as in the game.

#[path = "../../../crates/outplay-games/src/othello/flips.rs"]
mod flips;
#[path = "../../../crates/outplay-games/src/othello/stable.rs"]
mod stable;

use flips::{count_last_flip, flips, mobility};
use stable::Stability;

use crate::memory::Memory;

/// The most empty squares of a position that is solved here.
pub const MOST_EMPTY: u32 = 14;

/// The largest number of empty squares that is played out without a table.
const LAST: u32 = 7;
/// With so many empty squares or fewer, looking at where moves lead to takes longer than it saves.
const BY_PARITY: u32 = 6;
/// With fewer empty squares, the table costs more than it saves.
const TABLE_FROM: u32 = 8;
/// With fewer empty squares, next positions are not looked up.
const CHILDREN_FROM: u32 = 10;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const NEXT_TO_CORNERS: u64 = 0x0042_0000_0000_4200;
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The discs of the player to move, and those of the other one.
#[derive(Clone, Copy, Default)]
pub struct Board {
    /// Discs of the player to move.
    pub own: u64,
    /// Discs of the other player.
    pub other: u64,
}

impl Board {
    #[inline(always)]
    fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    #[inline(always)]
    fn passed(self) -> Board {
        Board { own: self.other, other: self.own }
    }

    /// The position after a move on a square, which flips something.
    #[inline(always)]
    fn after(self, square: u32) -> Board {
        let flipped = flips(self.own, self.other, square);
        Board { own: self.other ^ flipped, other: self.own ^ flipped ^ 1 << square }
    }

    /// What the player to move is ahead, if it is over: discs, and the empty squares for who has more.
    #[inline(always)]
    fn difference(self) -> i32 {
        let [own, other] = [self.own, self.other].map(|discs| discs.count_ones() as i32);
        own - other + (64 - own - other) * (own - other).signum()
    }

    #[inline(always)]
    fn key(self) -> u64 {
        let product = u128::from(self.own ^ 0x9e37_79b9_7f4a_7c15)
            * u128::from(self.other ^ 0xd1b5_4a32_d192_ed03);
        product as u64 ^ (product >> 64) as u64
    }
}

/// A move, and where it leads to.
#[derive(Clone, Copy, Default)]
struct Move {
    ordering_score: i32,
    square: u8,
    child: Board,
    /// Where the other player may move then.
    replies: u64,
    place: Place,
}

/// Moves of a position, for every number of empty squares.
type Stack = [[Move; MOST_EMPTY as usize]; MOST_EMPTY as usize + 1];

/// A solver, with its table.
pub struct Solver {
    table: Table,
    stability: Stability,
    stack: Box<Stack>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Solver {
    /// A solver with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Solver {
        let stack = Box::new([[Move::default(); MOST_EMPTY as usize]; MOST_EMPTY as usize + 1]);
        Solver { table: Table::new(megabytes), stability: Stability::new(), stack, nodes: 0 }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.memory.fill(0);
    }

    /// The score of a position that is not over, with best play to the end.
    ///
    /// # Panics
    /// If more than [`MOST_EMPTY`] squares are empty.
    pub fn solve(&mut self, board: Board) -> i32 {
        assert!(board.empty().count_ones() <= MOST_EMPTY, "it is made for endgames");
        self.table.age = self.table.age % 31 + 1;
        let (mut low, mut high, mut guess) = (-64, 64, 0_i32);
        let place = self.table.place(board.key());
        while low < high {
            let alpha = guess.clamp(low + 1, high) - 1;
            guess = self.search(board, mobility(board.own, board.other), place, alpha);
            if guess <= alpha {
                high = guess;
            } else {
                low = guess;
            }
        }
        low
    }

    /// Whether the score is above `alpha`: a bound on it on the right side of `alpha`.
    fn search(
        &mut self,
        mut board: Board,
        mut moves: u64,
        mut place: Place,
        mut alpha: i32,
    ) -> i32 {
        let mut turned = false;
        let score = loop {
            self.nodes += 1;
            let left = board.empty().count_ones();
            if left <= LAST {
                break self.finish(board, moves, alpha);
            }
            if let Some(high) = self.too_many_stable(board, alpha) {
                break high;
            }
            if moves == 0 {
                let theirs = mobility(board.other, board.own);
                if theirs == 0 {
                    break board.difference();
                }
                (board, moves) = (board.passed(), theirs);
            } else if moves & (moves - 1) == 0 {
                board = board.after(moves.trailing_zeros());
                moves = mobility(board.own, board.other);
            } else {
                break self.remembered(board, moves, place, alpha);
            }
            place = self.table.place(board.key());
            alpha = -alpha - 1;
            turned = !turned;
        };
        if turned { -score } else { score }
    }

    /// The most a player gets whose opponent keeps their stable discs, if that is `alpha` or less.
    #[inline(always)]
    fn too_many_stable(&self, board: Board, alpha: i32) -> Option<i32> {
        let enough = (64 - alpha.max(-64)) / 2;
        if (board.other.count_ones() as i32) < enough + enough / 4 {
            return None;
        }
        let high = 64 - 2 * self.stability.count(board.other, board.own, 0);
        (high <= alpha).then_some(high)
    }

    /// The score, from the table or else from its moves.
    #[inline(never)]
    fn remembered(&mut self, board: Board, moves: u64, place: Place, alpha: i32) -> i32 {
        let known = self.table.get(place).unwrap_or(Known::NOTHING);
        if known.low > alpha || known.low == known.high {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        let left = board.empty().count_ones();
        let count = self.list(board, moves, known.moves);
        if left >= CHILDREN_FROM
            && let Some(score) = self.cut_by_child(left, count, alpha)
        {
            return score;
        }
        let nodes = self.nodes;
        let (best, square) = self.try_moves(left, count, alpha);
        let (first, second) = (known.moves[0], known.moves[1]);
        let moves = match square {
            _ if best <= alpha && first != NONE => known.moves,
            square if square == first => [square, second],
            square => [square, first],
        };
        let known = match best > alpha {
            true => Known { low: best, moves, ..known },
            false => Known { high: best, moves, ..known },
        };
        self.table.put(place, known, (self.nodes - nodes).max(1).ilog2());
        best
    }

    /// Lists the moves with their ordering scores and where they lead to, and says how many there are. Squares in odd quarters come first.
    #[inline(always)]
    fn list(&mut self, board: Board, moves: u64, remembered: [u8; 2]) -> usize {
        let empty = board.empty();
        let odd = odd_quarters(empty);
        let left = empty.count_ones();
        let list = &mut self.stack[left as usize];
        let mut count = 0;
        for mut squares in [moves & odd, moves & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let child = board.after(square);
                let (replies, score) = looked_at(child, 1 << square, odd);
                let mut place = Place::default();
                if left > TABLE_FROM {
                    place = self.table.place(child.key());
                    self.table.memory.prefetch(place.first);
                }
                let ordering_score = match square as u8 {
                    square if square == remembered[0] => i32::MAX,
                    square if square == remembered[1] => i32::MAX - 1,
                    _ => score,
                };
                list[count] = Move { ordering_score, square: square as u8, child, replies, place };
                count += 1;
            }
        }
        count
    }

    /// A score above `alpha`, if the table has it for a child.
    #[inline(always)]
    fn cut_by_child(&self, left: u32, count: usize, alpha: i32) -> Option<i32> {
        let children = self.stack[left as usize][..count].iter().rev();
        let mut scores =
            children.filter_map(|mv| self.table.get(mv.place)).map(|known| -known.high);
        scores.find(|&score| score > alpha)
    }

    /// Tries one move after the other, until one is good enough or none is left: the best score, and its square.
    #[inline(always)]
    fn try_moves(&mut self, left: u32, count: usize, alpha: i32) -> (i32, u8) {
        let (mut best, mut best_square) = (-i32::MAX, NONE);
        for tried in 0..count {
            let Move { child, replies, place, square, .. } =
                picked(&mut self.stack[left as usize][tried..count]);
            let score = -self.search(child, replies, place, -alpha - 1);
            if score > best {
                (best, best_square) = (score, square);
            }
            if score > alpha {
                break;
            }
        }
        (best, best_square)
    }

    /// The last squares, without a table.
    fn finish(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        let empty = board.empty();
        match empty.count_ones() {
            0 => board.difference(),
            1 => self.one(board, empty.trailing_zeros()),
            2 => self.two(board, empty, alpha, false),
            3..=BY_PARITY => self.several(board, empty, alpha, false),
            _ => self.most_promising_first(board, moves, alpha),
        }
    }

    #[inline(always)]
    fn most_promising_first(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        if moves == 0 {
            let theirs = mobility(board.other, board.own);
            return match theirs {
                0 => board.difference(),
                _ => -self.most_promising_of(board.passed(), theirs, -alpha - 1),
            };
        }
        self.most_promising_of(board, moves, alpha)
    }

    fn most_promising_of(&mut self, board: Board, mut moves: u64, alpha: i32) -> i32 {
        let empty = board.empty();
        let odd = odd_quarters(empty);
        let mut list = [(0, 0_u64, Board::default()); LAST as usize];
        let mut count = 0;
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let child = board.after(square);
            list[count] = (looked_at(child, 1 << square, odd).1, 1 << square, child);
            count += 1;
        }
        let mut best = i32::MIN;
        for tried in 0..count {
            let left = &list[tried..count];
            let most = (1..left.len())
                .fold(0, |most, at| if left[at].0 > left[most].0 { at } else { most });
            list.swap(tried, tried + most);
            let (_, bit, child) = list[tried];
            self.nodes += 1;
            best = best.max(-self.several(child, empty ^ bit, -alpha - 1, false));
            if best > alpha {
                break;
            }
        }
        best
    }

    fn several(&mut self, board: Board, empty: u64, alpha: i32, passed: bool) -> i32 {
        let odd = odd_quarters(empty);
        let is_third = empty.count_ones() == 3;
        let mut best = i32::MIN;
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                let bit = squares & squares.wrapping_neg();
                squares ^= bit;
                if NEXT[square as usize & 63] & board.other == 0 {
                    continue;
                }
                let flipped = flips(board.own, board.other, square);
                if flipped == 0 {
                    continue;
                }
                self.nodes += 1;
                let child = Board { own: board.other ^ flipped, other: board.own ^ flipped ^ bit };
                let score = match is_third {
                    true => -self.two(child, empty ^ bit, -alpha - 1, false),
                    false => -self.several(child, empty ^ bit, -alpha - 1, false),
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        match (best, passed) {
            (i32::MIN, true) => board.difference(),
            (i32::MIN, false) => -self.several(board.passed(), empty, -alpha - 1, true),
            (best, _) => best,
        }
    }

    fn two(&mut self, board: Board, empty: u64, alpha: i32, passed: bool) -> i32 {
        let mut best = i32::MIN;
        let first = empty & empty.wrapping_neg();
        for (bit, last) in [(first, empty ^ first), (empty ^ first, first)] {
            let square = bit.trailing_zeros();
            if NEXT[square as usize & 63] & board.other == 0 {
                continue;
            }
            let flipped = flips(board.own, board.other, square);
            if flipped != 0 {
                self.nodes += 1;
                let child = Board { own: board.other ^ flipped, other: board.own ^ flipped ^ bit };
                best = best.max(-self.one(child, last.trailing_zeros()));
                if best > alpha {
                    return best;
                }
            }
        }
        match (best, passed) {
            (i32::MIN, true) => board.difference(),
            (i32::MIN, false) => -self.two(board.passed(), empty, -alpha - 1, true),
            (best, _) => best,
        }
    }

    /// With one square left, nothing has to be played: counting is enough.
    #[inline(always)]
    fn one(&mut self, board: Board, square: u32) -> i32 {
        self.nodes += 1;
        let Board { own, other } = board;
        let ahead = own.count_ones() as i32 - other.count_ones() as i32;
        let flipped = count_last_flip(own, square) as i32;
        if flipped != 0 {
            return ahead + 2 * flipped + 1;
        }
        let flipped = count_last_flip(other, square) as i32;
        if flipped != 0 {
            return ahead - 2 * flipped - 1;
        }
        ahead + ahead.signum()
    }
}

/// Takes the move with the highest ordering score to the front; of equals the first.
#[inline(always)]
fn picked(list: &mut [Move]) -> Move {
    let mut most = 0;
    for at in 1..list.len() {
        if list[at].ordering_score > list[most].ordering_score {
            most = at;
        }
    }
    // The others stay in their order.
    let mv = list[most];
    list.copy_within(0..most, 1);
    list[0] = mv;
    mv
}

/// The replies to a move on `bit`, and how promising it is.
#[inline(always)]
fn looked_at(child: Board, bit: u64, odd: u64) -> (u64, i32) {
    let replies = mobility(child.own, child.other);
    let moves = replies.count_ones() as i32 + (replies & CORNERS).count_ones() as i32;
    let odd = i32::from(odd & bit != 0);
    let corner = i32::from(CORNERS & bit != 0) - i32::from(NEXT_TO_CORNERS & bit != 0);
    let score = -16 * moves + 4 * odd + 12 * corner - 2 * frontier(child.other, child.empty());
    (replies, score)
}

/// How many of the `empty` squares touch these discs.
#[inline(always)]
fn frontier(discs: u64, empty: u64) -> i32 {
    let side = discs & 0x7e7e_7e7e_7e7e_7e7e;
    let wide = side << 1 | side >> 1;
    let around = wide | (discs | wide) << 8 | (discs | wide) >> 8;
    (around & empty).count_ones() as i32
}

/// All squares of the quarters that have an odd number of empty squares.
#[inline(always)]
fn odd_quarters(empty: u64) -> u64 {
    let odd = |quarter: u64| quarter & u64::from((empty & quarter).count_ones() & 1).wrapping_neg();
    QUARTERS.iter().fold(0, |squares, &quarter| squares | odd(quarter))
}

/// Which squares are next to a square.
static NEXT: [u64; 64] = {
    let mut next = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let row = bit | (bit & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (bit & 0xfefe_fefe_fefe_fefe) >> 1;
        next[square] = (row | row << 8 | row >> 8) ^ bit;
        square += 1;
    }
    next
};

/// No move.
const NONE: u8 = 0xFF;

/// What was found out about a position.
#[derive(Clone, Copy)]
struct Known {
    low: i32,
    high: i32,
    /// The best move, and the one that was best before.
    moves: [u8; 2],
}

impl Known {
    const NOTHING: Known = Known { low: -32_767, high: 32_767, moves: [NONE; 2] };
}

/// Where a position is kept.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The first word of its bucket.
    first: usize,
    /// The rest of its key.
    rest: u64,
}

/// Words in a bucket: a cache line, four entries of two words.
const BUCKET: usize = 8;
/// Bits of an entry's first word that are not the key: the effort.
const EXTRA: u32 = 8;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The engine's table with wide entries. A single thread needs no check whether both words belong together.
struct Table {
    memory: Memory,
    bucket_bits: u32,
    /// Which search it is, from 1 to 31.
    age: u64,
}

impl Table {
    fn new(megabytes: usize) -> Table {
        let words = 1_usize << ((megabytes << 20) / 8).ilog2();
        Table { memory: Memory::new(words), bucket_bits: (words / BUCKET).ilog2(), age: 1 }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> Place {
        let mixed = key.wrapping_mul(GOLDEN);
        let mixed = mixed ^ mixed >> 33;
        let first = (mixed >> (64 - self.bucket_bits)) as usize * BUCKET;
        Place { first, rest: mixed << EXTRA }
    }

    #[inline(always)]
    fn get(&self, place: Place) -> Option<Known> {
        let bucket = &self.memory[place.first..][..BUCKET];
        let pair = bucket
            .chunks_exact(2)
            .find(|pair| (pair[0] ^ place.rest) >> EXTRA == 0 && pair[1] != 0)?;
        let data = pair[1];
        Some(Known {
            low: i32::from(data as i16),
            high: i32::from((data >> 16) as i16),
            moves: [(data >> 32) as u8, (data >> 40) as u8],
        })
    }

    #[inline(always)]
    fn put(&mut self, place: Place, known: Known, effort: u32) {
        let age = self.age;
        let cost = |pair: &[u64]| {
            let effort = pair[0] & 63;
            match ((pair[0] ^ place.rest) >> EXTRA == 0, pair[1] >> 59 == age) {
                (true, _) => 0,
                (false, false) => 1 + effort,
                (false, true) => 65 + effort,
            }
        };
        let bucket = &mut self.memory[place.first..][..BUCKET];
        let pair =
            bucket.chunks_exact_mut(2).min_by_key(|pair| cost(pair)).expect("there are four");
        let moves = u64::from(known.moves[1]) << 8 | u64::from(known.moves[0]);
        let scores = u64::from(known.high as u16) << 16 | u64::from(known.low as u16);
        pair[0] = place.rest | u64::from(effort);
        pair[1] = age << 59 | 7 << 56 | 255 << 48 | moves << 32 | scores;
    }
}
