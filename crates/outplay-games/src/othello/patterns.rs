//! Patterns: what rows of squares at corners, edges and diagonals are worth.
//!
//! A pattern is a handful of squares; each of them is empty, one's own or the other's: 0, 1 or -1, so that a number to
//! the base of 3 says how it looks, and a table says what that is worth. A position is worth the sum over all patterns, in all
//! places they have on the board; there are tables for every phase of the game (Buro, *Logistello*, 1995 to 1997).
//! The tables are fitted to scores by [`tune`](outplay::tune).
//!
//! The numbers of all places are found at once: every disc adds a vector, with a power of 3 for each place it
//! belongs to. That is two additions of a wide register for each disc. They are carried from move to move: a disc that is turned
//! adds its vector twice, and for the other player every number has the other sign.

use std::array;
use std::sync::LazyLock;

use super::rules::Board;

/// Places are padded to this, so that they fill registers.
const LANES: usize = 64;

/// Tables are padded to this, so that a place in them needs no check but a mask.
const PADDED: usize = 1 << 19;

/// The squares of the patterns, as they lie in the upper left corner, `8 * row + column`.
const SHAPES: [&[u32]; 14] = [
    &[24, 17, 10, 3],                      // diagonals of four ...
    &[32, 25, 18, 11, 4],                  //
    &[40, 33, 26, 19, 12, 5],              //
    &[48, 41, 34, 27, 20, 13, 6],          //
    &[56, 49, 42, 35, 28, 21, 14, 7],      // ... to eight
    &[8, 9, 10, 11, 12, 13, 14, 15],       // the second row
    &[16, 17, 18, 19, 20, 21, 22, 23],     // the third
    &[24, 25, 26, 27, 28, 29, 30, 31],     // the fourth
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],      // the edge, with the squares diagonal to the corners
    &[0, 1, 8, 2, 9, 16, 10, 17, 18],      // 3 x 3 in the corner
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],    // 5 x 2 in the corner
    &[0, 2, 3, 10, 11, 12, 13, 4, 5, 7],   // the middle of the edge, and the corners
    &[0, 1, 8, 2, 9, 16, 3, 10, 17, 24],   // a triangle in the corner
    &[0, 9, 18, 27, 1, 8, 10, 17, 19, 26], // along the long diagonal from the corner
];

/// How many tables of weights there are: for the first five discs, the next five, and so on.
pub(super) const PHASES: usize = 12;

/// What a weight of one disc is in numbers.
pub(super) const UNIT: i32 = 64;

/// Where patterns lie on the board, and what is the same under symmetry.
pub(super) struct Layout {
    /// What a disc adds to the number of each place, by its square.
    powers: Vec<[i16; LANES]>,
    /// Where each place has its number 0 in the tables, which is the middle of one. Lanes without a place look at the padding.
    middles: [i32; LANES],
    /// How many places there are.
    places: usize,
    /// Numbers of all tables.
    pub(super) size: usize,
    /// The number that stands for each number and its mirror image, without gaps.
    pub(super) canonical: Vec<u32>,
    /// How many of these there are.
    pub(super) distinct: usize,
}

/// The layout, worked out once.
pub(super) static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

impl Layout {
    fn new() -> Layout {
        let mut layout = Layout {
            powers: vec![[0; LANES]; 64],
            middles: [PADDED as i32 - 1; LANES],
            places: 0,
            size: 0,
            canonical: Vec::new(),
            distinct: 0,
        };
        for shape in SHAPES {
            layout.add(shape);
        }
        layout
    }

    /// Adds all places of a shape, which share one table.
    fn add(&mut self, shape: &[u32]) {
        let mut places: Vec<Vec<u32>> = Vec::new();
        for symmetry in 0..8 {
            let place: Vec<u32> = shape.iter().map(|&square| turned(square, symmetry)).collect();
            if places.iter().all(|other| !same_squares(other, &place)) {
                places.push(place);
            }
        }
        for place in &places {
            let lane = self.places;
            self.places += 1;
            for (&square, digit) in place.iter().zip(0..) {
                self.powers[square as usize][lane] = 3_i16.pow(digit);
            }
            self.middles[lane] = self.size as i32 + (3_i32.pow(shape.len() as u32) - 1) / 2;
        }
        self.add_canonical(shape);
        self.size += 3_usize.pow(shape.len() as u32);
    }

    /// A shape that is its own mirror image is worth the same when mirrored.
    fn add_canonical(&mut self, shape: &[u32]) {
        let mirror = (1..8).find_map(|symmetry| {
            let place: Vec<u32> = shape.iter().map(|&square| turned(square, symmetry)).collect();
            let order = |square| shape.iter().position(|&other| other == square);
            let moved: Option<Vec<usize>> = place.into_iter().map(order).collect();
            moved
        });
        let count = 3_u32.pow(shape.len() as u32);
        let start = self.canonical.len() as u32;
        for number in 0..count {
            let mirrored = mirror.as_ref().map_or(number, |order| reordered(number, order));
            let same = if mirrored < number {
                self.canonical[(start + mirrored) as usize]
            } else {
                self.distinct += 1;
                self.distinct as u32 - 1
            };
            self.canonical.push(same);
        }
    }

    /// The numbers of all places, as the player to move sees them.
    pub(super) fn numbers(&self, board: &Board) -> Numbers {
        let none = Numbers([0; LANES]);
        self.with_discs(self.with_discs(none, board.other).turned(), board.own)
    }

    /// The numbers after a move of a disc to `square`, which flips discs, for the other player.
    #[inline(always)]
    pub(super) fn carried(&self, numbers: &Numbers, square: u32, flipped: u64) -> Numbers {
        let turned = self.with_discs(Numbers([0; LANES]), flipped);
        let moved = self.with_discs(*numbers, 1 << square);
        Numbers(array::from_fn(|lane| {
            0_i16
                .wrapping_sub(moved.0[lane])
                .wrapping_sub(turned.0[lane])
                .wrapping_sub(turned.0[lane])
        }))
    }

    #[inline(always)]
    fn with_discs(&self, mut numbers: Numbers, mut discs: u64) -> Numbers {
        while discs != 0 {
            let powers = &self.powers[discs.trailing_zeros() as usize & 63];
            for (number, power) in numbers.0.iter_mut().zip(powers) {
                *number = number.wrapping_add(*power);
            }
            discs &= discs - 1;
        }
        numbers
    }

    /// Where the weights of a position are, one for each place.
    pub(super) fn places(&self, board: &Board) -> impl Iterator<Item = usize> {
        let numbers = self.numbers(board);
        let place = |(&middle, number): (&i32, i16)| (middle + i32::from(number)) as usize;
        self.middles.iter().zip(numbers.0).take(self.places).map(place)
    }
}

/// The number of every place on a board, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Numbers([i16; LANES]);

impl Default for Numbers {
    fn default() -> Self {
        Numbers([0; LANES])
    }
}

impl Numbers {
    /// As the other player sees it.
    #[inline(always)]
    pub(super) fn turned(&self) -> Numbers {
        Numbers(self.0.map(i16::wrapping_neg))
    }
}

/// A square after one of the eight symmetries of the board.
fn turned(square: u32, symmetry: u32) -> u32 {
    let (row, column) = (square / 8, square % 8);
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { 7 - row };
    let column = if symmetry & 4 == 0 { column } else { 7 - column };
    8 * row + column
}

fn same_squares(one: &[u32], other: &[u32]) -> bool {
    one.iter().all(|square| other.contains(square))
}

/// A number whose digits are moved to other places.
fn reordered(number: u32, order: &[usize]) -> u32 {
    let mut rest = number;
    let mut moved = 0;
    for &place in order {
        moved += rest % 3 * 3_u32.pow(place as u32);
        rest /= 3;
    }
    moved
}

/// The phase of a position with so many empty squares.
#[inline(always)]
pub(super) fn phase(empty: u32) -> usize {
    ((60_u32.saturating_sub(empty)) as usize / 5).min(PHASES - 1)
}

/// The weights of all phases.
pub(super) struct Weights {
    pub(super) layout: &'static Layout,
    tables: Vec<Box<[i16; PADDED]>>,
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights of {} phases", self.tables.len())
    }
}

impl Weights {
    /// Weights by phase and [canonical](Layout::canonical) number.
    pub(super) fn new(weights: &[Vec<i16>]) -> Weights {
        let layout = &*LAYOUT;
        let expanded = |weights: &Vec<i16>| {
            let mut table = Box::new([0; PADDED]);
            for (weight, &place) in table.iter_mut().zip(&layout.canonical) {
                *weight = weights[place as usize];
            }
            table
        };
        Weights { layout, tables: weights.iter().map(expanded).collect() }
    }

    /// What a position is worth to the player to move, in parts of a disc.
    #[inline(always)]
    pub(super) fn evaluate(&self, numbers: &Numbers, empty: u32) -> i32 {
        let table = &self.tables[phase(empty)];
        let places: [i32; LANES] =
            array::from_fn(|lane| self.layout.middles[lane] + i32::from(numbers.0[lane]));
        let mut sum = 0;
        for place in places {
            sum += i32::from(table[place as usize & (PADDED - 1)]);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use outplay::Game;
    use outplay::engine::StaticEvaluation;

    use super::*;
    use crate::othello::{Discs, Othello};

    #[test]
    fn what_is_carried_is_what_would_be_found_anew() {
        let (game, discs) = (Othello::default(), Discs::default());
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..100 {
            let mut board = game.start();
            let mut carried = discs.carried(&game, &board);
            let mut moves = Vec::new();
            loop {
                moves.clear();
                game.moves(&board, &mut moves);
                let Some(square) = random.choice(moves.iter().copied()) else { break };
                let before = board;
                game.play(&mut board, square);
                carried = discs.carry(&game, &carried, &before, square, &board);
                assert_eq!(carried, discs.carried(&game, &board));
            }
        }
    }

    #[test]
    fn symmetric_positions_look_the_same() {
        let layout = &*LAYOUT;
        assert!(layout.places <= LANES, "{} places", layout.places);
        assert!(layout.size < PADDED, "{} weights", layout.size);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1_000 {
            let discs = random.u64(..);
            let own = discs & random.u64(..);
            let seen = |own: u64, other: u64| {
                let board = Board { own, other, player: outplay::Player::MAX };
                let mut seen: Vec<u32> =
                    layout.places(&board).map(|place| layout.canonical[place]).collect();
                seen.sort_unstable();
                seen
            };
            let turn = |discs: u64, symmetry: u32| {
                (0..64)
                    .filter(|square| discs >> square & 1 == 1)
                    .fold(0, |all, square| all | 1_u64 << turned(square, symmetry))
            };
            let first = seen(own, discs ^ own);
            for symmetry in 1..8 {
                let (own, other) = (turn(own, symmetry), turn(discs ^ own, symmetry));
                assert_eq!(seen(own, other), first);
            }
        }
    }
}
