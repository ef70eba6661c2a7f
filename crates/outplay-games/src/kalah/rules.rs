//! The rules, on bytes: one side of the board is a word, a pit a byte of it, and sowing an addition.
//!
//! Each player has a row of pits and a store to the right of it. A move takes all seeds of an own pit and sows
//! them one by one to the right, into the own store, on into the pits of the other player, past their store, and so on around.
//!
//! - If the last seed falls into the own store, the same player moves again.
//! - If it falls into an own pit that was empty, it and all seeds of the pit opposite go to the own store. If there are none
//!   opposite, nothing is captured by the [usual rule](Captures::Standard), and the last seed alone goes to the store if
//!   [empty captures](Captures::Empty) are made.
//! - As soon as all pits of one player are empty, whoever is to move, the game is over, and what is left in the pits of the other one goes
//!   to the store beside them, which is theirs.
//!
//! Who has more seeds wins, by the difference.

use std::fmt::{self, Display};

use outplay::{Deterministic, Game, Outcomes, Player, Turn, ZeroSum};

/// The most pits of a player: with the store, they fill the bytes of a word.
pub(super) const MOST_PITS: usize = 7;

/// The most seeds in a pit at the start: all seeds together have to fit into a byte.
const MOST_SEEDS: u8 = 10;

/// What happens if the last seed falls into an own empty pit with nothing opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Captures {
    /// Nothing: the seed stays there.
    #[default]
    Standard,
    /// The seed goes to the store.
    Empty,
}

/// The game with a number of pits for each player and of seeds in each pit. The first player, MAX, begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kalah {
    pits: u8,
    seeds: u8,
    captures: Captures,
    /// What a seed for each of the next places adds to the own side and to the other one, by pit and number of places.
    sowing: [[[u64; 2]; 2 * MOST_PITS + 1]; MOST_PITS],
}

/// Pits or seeds that do not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    pits: u8,
    seeds: u8,
}

impl Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { pits, seeds } = self;
        write!(
            f,
            "{pits} pits with {seeds} seeds each do not do: there are 1 to {MOST_PITS} pits and 1 to {MOST_SEEDS} seeds"
        )
    }
}

impl std::error::Error for SizeError {}

impl Kalah {
    /// A board with so many pits for each player, so many seeds in each of them, and a rule of captures. The usual one is 6, 4.
    pub fn new(pits: u8, seeds: u8, captures: Captures) -> Result<Kalah, SizeError> {
        let fits = (1..=MOST_PITS).contains(&usize::from(pits));
        if !fits || !(1..=MOST_SEEDS).contains(&seeds) {
            return Err(SizeError { pits, seeds });
        }
        let mut sowing = [[[0; 2]; 2 * MOST_PITS + 1]; MOST_PITS];
        let places = 2 * usize::from(pits) + 1;
        for (pit, rows) in sowing.iter_mut().enumerate().take(usize::from(pits)) {
            for count in 1..places {
                rows[count] = rows[count - 1];
                let place = (pit + count) % places;
                let side = usize::from(place > usize::from(pits));
                rows[count][side] += one(place - side * (usize::from(pits) + 1));
            }
        }
        Ok(Kalah { pits, seeds, captures, sowing })
    }

    /// Pits of each player.
    pub fn pits(&self) -> u8 {
        self.pits
    }

    /// Seeds in each pit at the start.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The rule of captures.
    pub fn captures(&self) -> Captures {
        self.captures
    }

    /// All seeds.
    pub fn total(&self) -> i32 {
        2 * i32::from(self.pits) * i32::from(self.seeds)
    }

    /// The bytes of the pits, without the store.
    #[inline(always)]
    pub(super) fn pits_of(&self, side: u64) -> u64 {
        side & ((1 << (8 * self.pits)) - 1)
    }

    /// The seeds in the store.
    #[inline(always)]
    pub(super) fn store_of(&self, side: u64) -> u8 {
        count(side, usize::from(self.pits))
    }

    /// The seeds in all pits.
    #[inline(always)]
    pub(super) fn left_in_pits(&self, board: &Board) -> u8 {
        (sum(self.pits_of(board.own)) + sum(self.pits_of(board.other))) as u8
    }

    /// By how many seeds the store of the player to move is ahead.
    #[inline(always)]
    pub(super) fn ahead(&self, board: &Board) -> i32 {
        i32::from(self.store_of(board.own)) - i32::from(self.store_of(board.other))
    }

    /// All moves.
    #[inline(always)]
    pub(super) fn pits_to_sow(
        &self,
        board: &Board,
    ) -> impl DoubleEndedIterator<Item = Pit> + use<> {
        let own = board.own;
        (0..self.pits).filter(move |&pit| count(own, pit.into()) > 0).map(Pit)
    }

    /// Where the last seed of a pit falls: an own pit, the own store, or a pit of the other player, in the order of sowing.
    #[inline(always)]
    pub(super) fn last_place(&self, pit: Pit, seeds: u8) -> u8 {
        let places = 2 * self.pits + 1;
        let place = pit.0 + seeds;
        if place < places { place } else { place % places }
    }

    /// Sows a pit. What is left to do is the capture, the end of the game and whose turn is next.
    #[inline(always)]
    fn sow(&self, board: &mut Board, pit: Pit) -> u8 {
        let index = usize::from(pit.0);
        let seeds = count(board.own, index);
        let places = 2 * self.pits + 1;
        board.own &= !(0xff << (8 * index));
        let mut rest = seeds;
        while rest >= places {
            // All the way round, the own pit included.
            rest -= places;
            board.own += (ONES & ((1 << (8 * self.pits)) - 1)) + one(usize::from(self.pits));
            board.other += ONES & ((1 << (8 * self.pits)) - 1);
        }
        let [own, other] = self.sowing[index][usize::from(rest)];
        board.own += own;
        board.other += other;
        self.last_place(pit, seeds)
    }

    /// Takes the last seed and what is opposite, if the last seed fell into an own pit that was empty.
    #[inline(always)]
    fn capture(&self, board: &mut Board, last: u8) {
        if last >= self.pits || count(board.own, usize::from(last)) != 1 {
            return;
        }
        let (own, opposite) = (usize::from(last), usize::from(self.pits - 1 - last));
        let captured = count(board.other, opposite);
        if captured == 0 && self.captures == Captures::Standard {
            return;
        }
        board.own &= !(0xff << (8 * own));
        board.other &= !(0xff << (8 * opposite));
        board.own += u64::from(captured + 1) << (8 * self.pits);
    }

    /// The store of the player to move at the end of a turn of moves again, each from the pit nearest to the store that allows
    /// one without crossing to the other side, and of the largest capture after them.
    #[inline(always)]
    pub(super) fn harvest(&self, board: &Board) -> i32 {
        let mut own = board.own;
        while let Some(pit) = self.nearest_again(own) {
            own = (own & !(0xff << (8 * pit))) + self.sowing[pit][usize::from(self.pits) - pit][0];
        }
        i32::from(self.store_of(own)) + self.largest_capture(own, board.other)
    }

    /// The pit nearest to the store whose last seed falls into it.
    #[inline(always)]
    fn nearest_again(&self, own: u64) -> Option<usize> {
        (0..usize::from(self.pits))
            .rev()
            .find(|&pit| usize::from(count(own, pit)) == usize::from(self.pits) - pit)
    }

    /// What the best capture that does not leave the own side brings.
    #[inline(always)]
    fn largest_capture(&self, own: u64, other: u64) -> i32 {
        let pits = usize::from(self.pits);
        let mut largest = 0;
        for pit in 0..pits {
            let last = pit + usize::from(count(own, pit));
            if last > pit && last < pits && count(own, last) == 0 {
                let captured = i32::from(count(other, pits - 1 - last));
                largest = largest.max(if captured > 0 { captured + 1 } else { 0 });
            }
        }
        largest
    }

    /// Empties the pits of a side into its store.
    fn gathered(&self, side: u64) -> u64 {
        (u64::from(self.store_of(side)) + sum(self.pits_of(side))) << (8 * self.pits)
    }
}

impl Default for Kalah {
    fn default() -> Self {
        Kalah::new(6, 4, Captures::Standard).expect("6 pits and 4 seeds are few enough")
    }
}

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// One seed in a place.
const fn one(place: usize) -> u64 {
    1 << (8 * place)
}

/// The seeds in a place.
#[inline(always)]
pub(super) const fn count(side: u64, place: usize) -> u8 {
    (side >> (8 * place)) as u8
}

/// In each place, the seeds in all places up to it.
#[inline(always)]
pub(super) const fn prefix_sums(side: u64) -> u64 {
    side.wrapping_mul(ONES)
}

/// The seeds in all places.
#[inline(always)]
pub(super) const fn sum(side: u64) -> u64 {
    prefix_sums(side) >> 56
}

/// A moment of play, seen by the player to move: the pits of a side are the lowest bytes of a word, in the order of sowing, and the
/// store is the byte above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) mover: Player,
}

impl Board {
    /// The side of a player.
    pub(super) fn side(&self, player: Player) -> u64 {
        if player == self.mover { self.own } else { self.other }
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        self.mover
    }
}

/// A move: the pit to sow, counted from 0 at the left of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pit(pub u8);

impl Game for Kalah {
    type Position = Board;
    type Move = Pit;

    fn start(&self) -> Board {
        let side = self.pits_of(ONES * u64::from(self.seeds));
        Board { own: side, other: side, mover: Player::MAX }
    }

    #[inline(always)]
    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(board.mover)
    }

    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Pit>) {
        moves.extend(self.pits_to_sow(board));
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, pit: Pit) {
        let last = self.sow(board, pit);
        self.capture(board, last);
        if self.pits_of(board.own) == 0 || self.pits_of(board.other) == 0 {
            board.own = self.gathered(board.own);
            board.other = self.gathered(board.other);
        }
        if last != self.pits {
            *board = Board { own: board.other, other: board.own, mover: board.mover.other() };
        }
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        let [own, other] = [player, player.other()].map(|player| self.store_of(board.side(player)));
        f64::from(own) - f64::from(other)
    }

    /// Both sides, mixed by multiplication.
    #[inline(always)]
    fn key(&self, board: &Board) -> Option<u64> {
        let sides = mixed(board.side(Player::MAX), board.side(Player::MIN));
        Some(sides ^ u64::from(board.mover.0).wrapping_mul(0xa076_1d64_78bd_642f))
    }
}

/// Two words as one, different for different ones with the certainty of a good hash.
#[inline(always)]
pub(super) fn mixed(one: u64, other: u64) -> u64 {
    let fold = |one: u64, other: u64| {
        let product = u128::from(one) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    };
    let once = fold(one ^ 0x9e37_79b9_7f4a_7c15, other ^ 0xd1b5_4a32_d192_ed03);
    fold(once ^ one, 0x8cb9_2ba7_2f3d_8dd7) ^ other.wrapping_mul(0xda94_2042_e4dd_58b5)
}

impl Deterministic for Kalah {}

impl ZeroSum for Kalah {
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: self.total() }
    }
}
