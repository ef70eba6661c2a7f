//! Connect Four on the usual board, solved by hand: the engine's algorithm with the insight of `outplay_games::connect_four`, and nothing that another game
//! would need.
//!
//! Questions, bounds, order of moves and table are those of the engine, so that both look at the same positions. What is done in another way:
//! moves are lanes of a vector and never a list, threats are handed from a position to the next one instead of being looked for again, and there is no
//! window, since every question has a null window and is one number.

use crate::memory::Memory;

/// All squares: columns of seven bits, the highest of which is always empty.
const ALL: u64 = BOTTOM * 0x3F;
/// The lowest square of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// Rows one, three and five.
const ODD: u64 = BOTTOM * 0b010101;
/// The bits above all columns.
const ABOVE: u64 = BOTTOM << 6;
const STEP: u32 = 7;
const SIZE: i32 = 42;

/// The columns from the centre outwards; the last lane is empty.
const COLUMNS: [u64; LANES] =
    [column(3), column(4), column(2), column(5), column(1), column(6), column(0), 0];
const LANES: usize = 8;

const fn column(column: u32) -> u64 {
    0x3F << (column * STEP)
}

/// Below this many stones, mirrored positions are one.
const MIRRORED: i32 = 16;
/// Below this many stones, the table is worth a look at every ply.
const EARLY: i32 = 20;
/// Follow-up play never wins or loses by more than half a column.
const MOST: i32 = 3;

/// A moment of play.
#[derive(Clone, Copy, Default)]
pub struct Board {
    own: u64,
    stones: u64,
}

impl Board {
    /// The position after moves, written as columns from 1.
    pub fn read(moves: &str) -> Board {
        moves.bytes().fold(Board::default(), |board, digit| {
            let landing = landings(board.stones) & column(u32::from(digit - b'1'));
            Board { own: board.own ^ board.stones, stones: board.stones | landing }
        })
    }
}

/// A position under search, with what is known of its threats.
#[derive(Clone, Copy)]
struct Look {
    own: u64,
    stones: u64,
    /// Squares on which the other player completes a four.
    threats: u64,
    /// Squares on which the player to move does.
    wins: u64,
}

impl Look {
    fn new(board: Board) -> Look {
        let Board { own, stones } = board;
        let empty = ALL ^ stones;
        let threats = completing(own ^ stones) & empty;
        Look { own, stones, threats, wins: completing(own) & empty }
    }

    /// The position after a stone with which the player who makes the move has these threats.
    #[inline(always)]
    fn after(&self, stone: u64, threats: u64) -> Look {
        Look {
            own: self.own ^ self.stones,
            stones: self.stones | stone,
            threats,
            wins: self.threats & !stone,
        }
    }

    #[inline(always)]
    fn count(&self) -> i32 {
        self.stones.count_ones() as i32
    }

    /// The key of the table, where it pays to look.
    #[inline(always)]
    fn key(&self) -> Option<u64> {
        let count = self.count();
        if count % 2 != 0 && count >= EARLY {
            return None;
        }
        let key = self.own + self.stones;
        if count >= MIRRORED {
            return Some(key);
        }
        Some(key.min(mirrored(self.own) + mirrored(self.stones)))
    }
}

/// A solver, with its table.
pub struct Solver {
    table: Table,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Solver {
    /// A solver with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Solver {
        Solver { table: Table::new(megabytes), nodes: 0 }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.memory.fill(0);
    }

    /// The score of a position that is not over, with best play to the end.
    pub fn solve(&mut self, board: Board) -> i32 {
        let look = Look::new(board);
        let left = SIZE - look.count();
        if look.wins & landings(look.stones) != 0 {
            return (left + 1) / 2;
        }
        let (mut low, mut high) = simple_bounds(&look, left);
        let near = high.max(-low) / 3;
        while low < high {
            let alpha = question(low, high, near);
            let score = self.search(look.own, look.stones, look.threats, look.wins, alpha);
            if score <= alpha {
                high = score;
            } else {
                low = score;
            }
        }
        low
    }

    /// Whether the score is above `alpha`: a bound on it on the right side of `alpha`.
    /// PERF: a position in five registers takes fewer instructions than one in memory.
    fn search(&mut self, own: u64, stones: u64, threats: u64, wins: u64, mut alpha: i32) -> i32 {
        let mut look = Look { own, stones, threats, wins };
        let mut turned = false;
        let safe = loop {
            self.nodes += 1;
            let landings = landings(look.stones);
            let forced = landings & look.threats;
            if forced & forced.wrapping_sub(1) != 0 {
                return lost(&look, turned);
            }
            let safe = (if forced == 0 { landings } else { forced }) & !(look.threats >> 1);
            if safe == 0 {
                return lost(&look, turned);
            }
            if let Some(score) = bound(&look, landings, safe, alpha) {
                return if turned { -score } else { score };
            }
            if safe & (safe - 1) != 0 {
                break safe;
            }
            let own = look.own | safe;
            look = look.after(safe, completing(own) & (ALL ^ look.stones ^ safe));
            alpha = -alpha - 1;
            turned = !turned;
        };
        let score = self.remembered(look, safe, alpha);
        if turned { -score } else { score }
    }

    /// The score, from the table or else from its moves.
    #[inline(never)]
    fn remembered(&mut self, look: Look, safe: u64, alpha: i32) -> i32 {
        let Some(key) = look.key() else { return self.try_moves(&look, safe, alpha) };
        let place = self.table.place(key);
        let mut known = (-127, 127);
        if let Some((low, high)) = self.table.get(place) {
            if low > alpha || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
            known = (low, high);
        }
        let nodes = self.nodes;
        let score = self.try_moves(&look, safe, alpha);
        let known = if score > alpha { (score, known.1) } else { (known.0, score) };
        self.table.put(place, known, (self.nodes - nodes).max(1).ilog2());
        score
    }

    /// Tries one move after the other, until one is good enough or none is left.
    #[inline(always)]
    fn try_moves(&mut self, look: &Look, safe: u64, alpha: i32) -> i32 {
        let moves = Moves::new(look, safe, alpha);
        let mut best = -i32::MAX;
        let mut last = 0;
        while let Some(rank) = moves.next(last) {
            last = rank;
            let lane = usize::from(rank) % LANES;
            let child = look.after(safe & COLUMNS[lane], moves.threats[lane]);
            if best == -i32::MAX {
                self.prefetch(&child);
            }
            let score =
                -self.search(child.own, child.stones, child.threats, child.wins, -alpha - 1);
            if score > alpha {
                return score;
            }
            if best == -i32::MAX {
                // Where one move was not enough, most often none is.
                let others = squares(safe & !COLUMNS[lane]);
                others.for_each(|stone| self.prefetch(&look.after(stone, 0)));
            }
            best = best.max(score);
        }
        best
    }

    #[inline(always)]
    fn prefetch(&self, look: &Look) {
        if let Some(key) = look.key() {
            self.table.memory.prefetch(self.table.place(key).0);
        }
    }
}

/// A player who cannot avert a four loses with the other's next stone.
#[inline(always)]
fn lost(look: &Look, turned: bool) -> i32 {
    let left = SIZE - look.count();
    // A full board, or one square that nobody wins on, is a draw.
    let score = if left <= 1 { 0 } else { -left / 2 };
    if turned { -score } else { score }
}

/// What is known of a position whose player does not win at once.
fn simple_bounds(look: &Look, left: i32) -> (i32, i32) {
    let landings = landings(look.stones);
    let forced = landings & look.threats;
    let moves = match forced {
        0 => landings,
        one if one & (one - 1) == 0 => one,
        _ => 0,
    };
    let safe = moves & !(look.threats >> 1);
    if left <= 1 || left == 2 && safe != 0 {
        (0, 0)
    } else if safe == 0 {
        (-left / 2, -left / 2)
    } else {
        (-(left - 2) / 2, (left - 1) / 2)
    }
}

/// The next question: a quarter off the side that is farther from zero. Once a third of the first range is left, what is nearest to zero.
fn question(low: i32, high: i32, near: i32) -> i32 {
    if -low <= near && high <= near {
        0.clamp(low, high - 1)
    } else if -low >= high {
        (low * 3 / 4).min(high - 1)
    } else {
        (high * 3 / 4).max(low)
    }
}

/// The score, if bounds are enough to say whether it is above `alpha`.
#[inline(always)]
fn bound(look: &Look, landings: u64, safe: u64, alpha: i32) -> Option<i32> {
    let left = SIZE - look.count();
    if left <= 2 {
        return Some(0);
    }
    let (low, high) = (-(left - 2) / 2, (left - 1) / 2);
    if low > alpha {
        return Some(low);
    }
    if high <= alpha {
        return Some(high);
    }
    let first = left % 2 == 0;
    if alpha >= -MOST {
        let follows = match first {
            true => second_follows(look, landings, alpha),
            false => first_follows(look, landings, alpha),
        };
        if let Some(follows) = follows {
            return Some(follows.min(high));
        }
    }
    if alpha < MOST {
        let leads = match first {
            true => first_leads(look, landings, safe, alpha),
            false => second_leads(look, landings, safe, alpha),
        };
        return leads.map(|leads| leads.max(low));
    }
    None
}

/// The most the first player gets, who is to move, if the second one follows.
#[inline(always)]
fn second_follows(look: &Look, landings: u64, alpha: i32) -> Option<i32> {
    let (worth, beyond) = claims(look.threats & !landings);
    if -worth > alpha {
        return None;
    }
    let sure = (look.own | (ALL ^ look.stones) & ODD) & !beyond;
    harmless(sure, landings & !ODD).then_some(-worth)
}

/// What the second player, who is to move, gets at least by making one move and following from then on.
#[inline(always)]
fn second_leads(look: &Look, landings: u64, safe: u64, alpha: i32) -> Option<i32> {
    let (worth, beyond) = claims(look.wins & !(landings << 1));
    if worth <= alpha {
        return None;
    }
    let sure = (look.own ^ look.stones | (ALL ^ look.stones) & ODD) & !beyond;
    if has_four(sure & !landings) {
        return None;
    }
    let candidates = if has_four(sure) { safe & ODD } else { safe };
    let tops = landings & !ODD;
    squares(candidates).any(|square| led(sure, tops, square)).then_some(worth)
}

/// The most the second player gets, who is to move, if the first one follows.
#[inline(always)]
fn first_follows(look: &Look, landings: u64, alpha: i32) -> Option<i32> {
    let empty = ALL ^ look.stones;
    if alpha >= 0 && !has_four(look.own | empty) {
        return Some(0);
    }
    let threats = look.threats & ODD & !landings;
    if threats == 0 {
        return None;
    }
    let (_, beyond) = claims(look.threats & !landings);
    let tops = landings & !ODD;
    let lost = |threat: u64| {
        let column = column_of(threat);
        let others = empty & ODD & !beyond & !column;
        let sure = look.own | others | below(threat) & column & empty & !ODD;
        if tops & column != 0 {
            return harmless(sure, tops & !column);
        }
        let first = landings & column;
        squares(tops)
            .any(|top| harmless(sure | first, tops ^ top) && harmless(sure | top, tops ^ top))
    };
    squares(threats)
        .map(|threat| (threat, -worth(threat)))
        .find(|&(threat, bound)| bound <= alpha && lost(threat))
        .map(|(_, bound)| bound)
}

/// What the first player, who is to move, gets at least by making one move and following from then on.
#[inline(always)]
fn first_leads(look: &Look, landings: u64, safe: u64, alpha: i32) -> Option<i32> {
    let empty = ALL ^ look.stones;
    let tops = landings & !ODD;
    let won = |threat: u64| {
        let column = column_of(threat);
        let others = empty & ODD & !column;
        let sure = look.own ^ look.stones | others | below(threat) & column & empty & !ODD;
        match tops & column {
            0 => harmless(sure, tops),
            _ => squares(safe & !column).any(|square| led(sure, tops & !column, square)),
        }
    };
    squares(look.wins & ODD)
        .map(|threat| (threat, worth(threat)))
        .find(|&(threat, bound)| bound > alpha && won(threat))
        .map(|(_, bound)| bound)
}

/// Whether these squares, and one top of each pair, make no four.
#[inline(always)]
fn harmless(sure: u64, tops: u64) -> bool {
    let none = |more: u64| !has_four(sure | more);
    if !none(0) {
        return false;
    }
    if none(tops) {
        return true;
    }
    let (a, rest) = first_of(tops);
    let (b, rest) = first_of(rest);
    if rest == 0 {
        return none(a) && none(b);
    }
    let (c, rest) = first_of(rest);
    let (d, rest) = first_of(rest);
    let apart =
        |a: u64, b: u64, c: u64, d: u64| none(a | c) && none(a | d) && none(b | c) && none(b | d);
    rest == 0 && (apart(a, b, c, d) || apart(a, c, b, d) || apart(a, d, b, c))
}

/// The same after one more move of the one who follows.
#[inline(always)]
fn led(sure: u64, tops: u64, square: u64) -> bool {
    match square & ODD {
        0 => harmless(sure, tops ^ square),
        _ => harmless(sure & !square, tops | square << 1 & ALL),
    }
}

/// What the best of some threats on even rows is worth, and the squares that nobody reaches because of them: those from the lowest one in a column upwards.
#[inline(always)]
fn claims(threats: u64) -> (i32, u64) {
    let threats = threats & !ODD;
    let on_row = |row: u32| i32::from(threats & BOTTOM << row != 0);
    let worth = (3 * on_row(1)).max(2 * on_row(3)).max(on_row(5));
    (worth, (threats | (ABOVE - threats)) & ALL)
}

/// The score of the one who gets `threat` only when everything outside of its column, and below it, is full.
#[inline(always)]
fn worth(threat: u64) -> i32 {
    let left = column_of(threat) & !below(threat);
    (left.count_ones() as i32 + 1) / 2
}

/// The moves of a position, a lane for each column.
struct Moves {
    /// Threats after the move.
    threats: [u64; LANES],
    /// The lowest comes first; the lowest three bits are the lane.
    ranks: [u16; LANES],
}

/// No score of a move is higher than this.
const HIGHEST: i32 = 0x3FF;
/// The rank of lanes without a move.
const UNUSED: u16 = 0x4000;

impl Moves {
    #[inline(always)]
    fn new(look: &Look, safe: u64, alpha: i32) -> Moves {
        let left = (SIZE - look.count()) as u32;
        let in_a_hurry = alpha.unsigned_abs() > left * 3 / 16;
        let rows = if left.is_multiple_of(2) { ODD } else { !ODD };
        let rows = if in_a_hurry { 0 } else { rows };
        let wasted = if in_a_hurry { 0 } else { look.wins >> 1 };
        let mut moves = Moves { threats: [0; LANES], ranks: [UNUSED; LANES] };
        for (lane, column) in COLUMNS.into_iter().enumerate() {
            let stone = safe & column;
            let stones = look.stones | stone;
            let threats = completing(look.own | stone) & (ALL ^ look.stones);
            let now = threats & landings(stones);
            let forcing = u32::from(now != 0);
            let winning = u32::from(now & now.wrapping_sub(1) != 0);
            let lasting = (threats & rows & !now).count_ones();
            let wasted = u32::from(wasted & stone != 0);
            let score = 2 * (threats.count_ones() + forcing + lasting - wasted) + 100 * winning;
            let rank = ((HIGHEST - score as i32) as u16) << 3 | lane as u16;
            moves.threats[lane] = threats & !stone;
            moves.ranks[lane] = if stone != 0 { rank } else { UNUSED };
        }
        moves
    }

    /// The rank that comes after `last`. Those before it become the largest numbers there are.
    #[inline(always)]
    fn next(&self, last: u16) -> Option<u16> {
        let next = self.ranks.iter().map(|rank| rank.wrapping_sub(last + 1)).min();
        next.map(|next| next.wrapping_add(last + 1)).filter(|&rank| rank < UNUSED)
    }
}

/// Words in a bucket: half a cache line.
const BUCKET: usize = 4;
/// Bits of an entry that are not the key: two scores, the effort and the depth.
const DATA: u32 = 30;
/// Bits of a key.
const KEY: u32 = 49;
const KEYS: u64 = (1 << KEY) - 1;
const HALF: u32 = KEY / 2 + 1;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The engine's table with narrow entries.
struct Table {
    memory: Memory,
    /// Bits of a mixed key that an entry has to keep.
    rest_bits: u32,
}

impl Table {
    fn new(megabytes: usize) -> Table {
        let words = 1_usize << ((megabytes << 20) / 8).ilog2();
        let rest_bits = KEY - (words / BUCKET).ilog2();
        assert!(rest_bits <= 64 - DATA, "a table of {megabytes} MB is too small");
        Table { memory: Memory::new(words), rest_bits }
    }

    /// The first word of a bucket, and the rest of the key.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = key.wrapping_mul(GOLDEN) & KEYS;
        let mixed = mixed ^ mixed >> HALF;
        ((mixed >> self.rest_bits) as usize * BUCKET, mixed & !(u64::MAX << self.rest_bits))
    }

    #[inline(always)]
    fn get(&self, (first, rest): (usize, u64)) -> Option<(i32, i32)> {
        let bucket = &self.memory[first..][..BUCKET];
        let word = bucket.iter().find(|&&word| word >> DATA == rest && word != 0)?;
        Some((i32::from(*word as i8), i32::from((*word >> 8) as i8)))
    }

    #[inline(always)]
    fn put(&mut self, (first, rest): (usize, u64), (low, high): (i32, i32), effort: u32) {
        let bucket = &mut self.memory[first..][..BUCKET];
        let cost = |old: u64| if old >> DATA == rest { 0 } else { old >> 16 & 63 };
        let cheapest = bucket.iter_mut().min_by_key(|old| cost(**old)).expect("there are four");
        let known = u64::from(high as i8 as u8) << 8 | u64::from(low as i8 as u8);
        *cheapest = rest << DATA | 255 << 22 | u64::from(effort) << 16 | known;
    }
}

/// Where the next stone of each column falls.
#[inline(always)]
fn landings(stones: u64) -> u64 {
    (stones + BOTTOM) & ALL
}

/// Whether some of these squares are four in a row.
#[inline(always)]
fn has_four(squares: u64) -> bool {
    let line = |step: u32| {
        let pairs = squares & squares >> step;
        pairs & pairs >> (2 * step)
    };
    line(1) | line(STEP) | line(STEP - 1) | line(STEP + 1) != 0
}

/// Squares that complete a four, given three of it.
#[inline(always)]
fn completing(own: u64) -> u64 {
    let upright = own << 1 & own << 2 & own << 3;
    upright | across(own, STEP) | across(own, STEP - 1) | across(own, STEP + 1)
}

#[inline(always)]
fn across(own: u64, step: u32) -> u64 {
    let up = own << step & own << (2 * step);
    let down = own >> step & own >> (2 * step);
    up & own << (3 * step) | up & own >> step | down & own << step | down & own >> (3 * step)
}

fn mirrored(squares: u64) -> u64 {
    (0..7).fold(0, |mirrored, from| {
        mirrored | (squares >> (from * STEP) & 0x7F) << ((6 - from) * STEP)
    })
}

#[inline(always)]
fn column_of(square: u64) -> u64 {
    column(square.trailing_zeros() / STEP)
}

#[inline(always)]
fn below(square: u64) -> u64 {
    square - 1
}

/// The squares of a set, one by one.
#[inline(always)]
fn squares(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let (first, rest) = first_of(set);
        set = rest;
        (first != 0).then_some(first)
    })
}

/// The first square of a set, and the others.
#[inline(always)]
fn first_of(set: u64) -> (u64, u64) {
    let first = set & set.wrapping_neg();
    (first, set ^ first)
}
