//! What is known beyond the rules: how many points are still to be made, as a sum over rows, columns and squares of two by two.
//!
//! Each place of four squares looks its four tiles up in a table of weights: one table for the rows and columns at the edge, one
//! for those inside, and three for squares of two by two, in the corner, at the edge and in the centre. Places that are the same but for
//! turning and mirroring the board share their weights. Such a sum is called an n-tuple network (Szubert and Jaśkowski, *Temporal Difference
//! Learning of N-Tuple Networks for the Game 2048*, 2014). The weights were learnt from games against chance, by `learn.rs`.

use std::sync::LazyLock;

use outplay::{Evaluation, Player};

use super::rules::{Slide, Tiles, TwentyFortyEight, mirrored, transposed};

/// What a table has weights for: four tiles of four bits.
pub(super) const ENTRIES: usize = 1 << 16;

/// How many tables there are: edge, inside, corner square, square at the edge, square in the centre.
pub(super) const TABLES: usize = 5;

/// The tiles of a table are kept in the file up to this power of two; larger ones count as this.
const KEPT: usize = 13;

/// A weight of 1 in the file is so many points.
const UNIT: f32 = 4.0;

/// The weights, compressed: `docs/2048.md` says how they were learnt.
const FILE: &[u8] = include_bytes!("weights.bin");

/// The squares of two by two, by the shift of their upper left square, with their table and how their tiles are put for it: the order of upper left, upper right, lower
/// left, lower right.
const SQUARES: [(u32, usize, [u32; 4]); 9] = [
    (0, 2, [0, 1, 2, 3]),
    (8, 2, [1, 0, 3, 2]),
    (32, 2, [2, 3, 0, 1]),
    (40, 2, [3, 2, 1, 0]),
    (4, 3, [0, 1, 2, 3]),
    (36, 3, [2, 3, 0, 1]),
    (16, 3, [0, 2, 1, 3]),
    (24, 3, [1, 3, 0, 2]),
    (20, 4, [0, 1, 2, 3]),
];

/// The same four tiles, put otherwise.
fn put(tiles: u16, order: [u32; 4]) -> u16 {
    let one = |place: u32| tiles >> (4 * order[place as usize]) & 15;
    (0..4).fold(0, |all, place| all | one(place) << (4 * place))
}

/// Of four tiles and those that share their weight, the least as a number.
pub(super) fn shared(table: usize, tiles: u16) -> u16 {
    match table {
        0 | 1 => tiles.min(mirrored(tiles)),
        2 => tiles.min(put(tiles, [0, 2, 1, 3])),
        3 => tiles.min(put(tiles, [1, 0, 3, 2])),
        _ => {
            let turns = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
            let all = turns.into_iter().flat_map(|order| {
                let turned = put(tiles, order);
                [turned, put(turned, [0, 2, 1, 3])]
            });
            all.min().expect("there are eight")
        }
    }
}

/// The four tiles of every place, each with its table, put as the table has them.
#[cfg(test)]
pub(super) fn places(board: u64) -> impl Iterator<Item = (usize, u16)> {
    let lines = [board, transposed(board)];
    let rows = lines.into_iter().flat_map(|board| {
        [(0, 0), (16, 1), (32, 1), (48, 0)].map(|(shift, table)| (table, (board >> shift) as u16))
    });
    rows.chain(SQUARES.map(|(shift, table, order)| (table, put(square(board, shift), order))))
}

/// The tiles of a square of two by two.
#[inline(always)]
fn square(board: u64, shift: u32) -> u16 {
    let tiles = board >> shift;
    (tiles & 0xff | tiles >> 8 & 0xff00) as u16
}

/// Weights for looking up: one table for every place that is put in another way.
#[derive(Debug)]
pub(super) struct Weights {
    edge: Vec<f32>,
    inside: Vec<f32>,
    squares: [Vec<f32>; 9],
}

impl Weights {
    /// From what each table says of four tiles.
    pub(super) fn new(weight: impl Fn(usize, u16) -> f32) -> Weights {
        let all = |table: usize, order: [u32; 4]| {
            (0..=u16::MAX).map(|tiles| weight(table, put(tiles, order))).collect()
        };
        Weights {
            edge: all(0, [0, 1, 2, 3]),
            inside: all(1, [0, 1, 2, 3]),
            squares: SQUARES.map(|(_, table, order)| all(table, order)),
        }
    }

    /// The points still to be made from a board on which chance puts a tile next.
    #[inline]
    pub(super) fn sum(&self, board: u64) -> f32 {
        let line = |board: u64| {
            let row = |shift: u32| usize::from((board >> shift) as u16);
            self.edge[row(0)] + self.inside[row(16)] + self.inside[row(32)] + self.edge[row(48)]
        };
        let mut sum = line(board) + line(transposed(board));
        for (weights, (shift, ..)) in self.squares.iter().zip(SQUARES) {
            sum += weights[usize::from(square(board, shift))];
        }
        sum
    }
}

/// Four tiles with a weight of their own in the file, in its order.
fn kept(table: usize) -> impl Iterator<Item = u16> {
    let is_kept =
        |tiles: u16| [0, 4, 8, 12].iter().all(|shift| usize::from(tiles >> shift & 15) < KEPT);
    (0..=u16::MAX).filter(move |&tiles| is_kept(tiles) && shared(table, tiles) == tiles)
}

/// Weights as a file.
#[cfg(test)]
pub(super) fn packed(weight: impl Fn(usize, u16) -> f32) -> Vec<u8> {
    let whole = |weight: f32| (weight / UNIT).round() as i16;
    let numbers: Vec<i16> = (0..TABLES)
        .flat_map(|table| kept(table).map(move |tiles| (table, tiles)))
        .map(|(table, tiles)| whole(weight(table, tiles)))
        .collect();
    let low = numbers.iter().map(|number| number.to_le_bytes()[0]);
    let high = numbers.iter().map(|number| number.to_le_bytes()[1]);
    miniz_oxide::deflate::compress_to_vec(&low.chain(high).collect::<Vec<u8>>(), 10)
}

/// Weights from a file.
fn unpacked(file: &[u8]) -> Weights {
    let bytes = miniz_oxide::inflate::decompress_to_vec(file).expect("the weights are packed");
    let (low, high) = bytes.split_at(bytes.len() / 2);
    let mut numbers = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
    let tables: [Vec<f32>; TABLES] = std::array::from_fn(|table| {
        let mut weights = vec![0.0; ENTRIES];
        for tiles in kept(table) {
            let number = numbers.next().expect("a weight for every four tiles");
            weights[usize::from(tiles)] = f32::from(number) * UNIT;
        }
        weights
    });
    let largest = (KEPT - 1) as u16;
    let known = |tiles: u16| {
        [0, 4, 8, 12]
            .into_iter()
            .fold(0, |all, shift| all | (tiles >> shift & 15).min(largest) << shift)
    };
    Weights::new(|table, tiles| tables[table][usize::from(shared(table, known(tiles)))])
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| unpacked(FILE));

/// Expects as many points from here as games went on to bring from such boards.
#[derive(Clone, Copy, Debug)]
pub struct Tuples {
    weights: &'static Weights,
}

impl Tuples {
    /// With the weights that were learnt.
    pub fn new() -> Self {
        Tuples { weights: &WEIGHTS }
    }
}

impl Default for Tuples {
    fn default() -> Self {
        Tuples::new()
    }
}

impl Weights {
    /// The best slide, and the points that it brings now and later.
    pub(super) fn best_slide(&self, game: &TwentyFortyEight, board: u64) -> Option<(Slide, f32)> {
        let slides = Slide::ALL.into_iter().filter_map(|to| {
            let (next, points) = game.slid(board, to);
            (next != board).then(|| (to, points as f32 + self.sum(next)))
        });
        slides.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }
}

impl Evaluation<TwentyFortyEight> for Tuples {
    fn evaluate(&self, game: &TwentyFortyEight, tiles: &Tiles, _: Player) -> f64 {
        let to_come = match tiles.to_come {
            0 => self.weights.best_slide(game, tiles.board).map_or(0.0, |(_, points)| points),
            _ => self.weights.sum(tiles.board),
        };
        // No slide loses points.
        f64::from(tiles.points) + f64::from(to_come.max(0.0))
    }
}
