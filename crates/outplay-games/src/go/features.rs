//! Features of a move: what a player sees at a glance, each with a weight that was learnt from games.
//!
//! The chance that a move is played is taken to be proportional to the product of the strengths of its features, a softmax of the sum of
//! their weights. Reference: Rémi Coulom, *Computing Elo Ratings of Move Patterns in the Game of Go*, ICGA Journal 30 (2007).

use std::fmt::Write;
use std::sync::LazyLock;

use super::board::{Board, PASS, Point, other};
use super::patterns::{form, forms, seen_by, smallest};

/// What was learnt: `train.rs` says how.
const LEARNT: &str = include_str!("weights.txt");

/// How far a ladder is read.
const LADDER: u32 = 40;

/// Features beside patterns, in the order of their numbers.
const NAMES: [&str; 43] = [
    "pass",
    "capture-1",
    "capture-2",
    "capture-more",
    "capture-saves",
    "escape",
    "escape-two",
    "escape-lost",
    "self-atari-1",
    "self-atari-more",
    "atari",
    "ladder",
    "nakade",
    "line-1",
    "line-2",
    "line-3",
    "line-4",
    "line-5",
    "last-2",
    "last-3",
    "last-4",
    "last-5",
    "last-6",
    "last-7",
    "last-8",
    "last-9",
    "last-10",
    "last-11",
    "before-2",
    "before-3",
    "before-4",
    "before-5",
    "before-6",
    "before-7",
    "before-8",
    "before-9",
    "before-10",
    "before-11",
    "after-pass",
    "extend-two",
    "cut-two",
    "capture-last",
    "take-last-two",
];

const PASSING: usize = 0;
const CAPTURE: usize = 1;
const CAPTURE_SAVES: usize = 4;
const ESCAPE: usize = 5;
const ESCAPE_TWO: usize = 6;
const ESCAPE_LOST: usize = 7;
const SELF_ATARI: usize = 8;
const ATARI: usize = 10;
const LADDER_WORKS: usize = 11;
const NAKADE: usize = 12;
const LINE: usize = 13;
const LAST: usize = 18;
const BEFORE: usize = 28;
const AFTER_PASS: usize = 38;
const EXTEND_TWO: usize = 39;
const CUT_TWO: usize = 40;
const CAPTURE_LAST: usize = 41;
const TAKE_LAST_TWO: usize = 42;

/// How many features there are.
pub(super) fn count() -> usize {
    NAMES.len() + forms()
}

/// The weight of every feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub(super) Vec<f32>);

/// The weights that ship.
pub(super) static SHIPPED: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(LEARNT).expect("the weights that ship can be read"));

impl Weights {
    /// All zero.
    pub fn zero() -> Weights {
        Weights(vec![0.0; count()])
    }

    /// The weights that ship.
    pub fn shipped() -> &'static Weights {
        &SHIPPED
    }

    /// Reads what [`write`](Self::write) writes: a feature and its weight on each line.
    pub fn read(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::zero();
        for (index, line) in
            text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        {
            let wrong =
                || format!("line {}: `{line:.50}` is no feature with its weight", index + 1);
            let (name, weight) = line.split_once(' ').ok_or_else(wrong)?;
            let feature = match NAMES.iter().position(|known| *known == name) {
                Some(feature) => feature,
                None => NAMES.len() + form(u16::from_str_radix(name, 16).map_err(|_| wrong())?),
            };
            weights.0[feature] =
                weight.parse().ok().filter(|weight: &f32| weight.is_finite()).ok_or_else(wrong)?;
        }
        Ok(weights)
    }

    /// A feature and its weight on each line; a pattern is called by its number. Weights of zero are left out.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (feature, weight) in
            self.0.iter().enumerate().filter(|(_, weight)| weight.abs() >= 0.0005)
        {
            let _ = match NAMES.get(feature) {
                Some(name) => writeln!(text, "{name} {weight:.3}"),
                None => writeln!(text, "{:04x} {weight:.3}", smallest(feature - NAMES.len())),
            };
        }
        text
    }

    /// As if nobody had seen how far a move is from the last ones.
    pub fn forget_distances(&mut self) {
        self.0[LAST..AFTER_PASS].fill(0.0);
    }

    /// As if nobody had read a ladder: who runs in one runs like everybody else.
    pub fn forget_ladders(&mut self) {
        (self.0[LADDER_WORKS], self.0[TAKE_LAST_TWO]) = (0.0, 0.0);
        self.0[ESCAPE_LOST] = self.0[ESCAPE_TWO];
    }

    /// The weight of what is around a point, as the player sees it who moves there.
    pub(super) fn pattern(&self, around: u16) -> f32 {
        self.0[NAMES.len() + form(around)]
    }

    /// How likely each of some moves is to be played by a good player: positive, and one in all.
    pub fn priors<const N: usize>(&self, board: &Board<N>, moves: &[Point], priors: &mut Vec<f32>) {
        priors.clear();
        let mut features = Vec::with_capacity(16);
        for &point in moves {
            features.clear();
            of_move(board, point, &mut features);
            priors.push(features.iter().map(|&feature| self.0[feature]).sum());
        }
        softmax(priors);
    }
}

/// Powers of e, made to sum to one.
pub(super) fn softmax(weights: &mut [f32]) {
    let most = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    weights.iter_mut().for_each(|weight| *weight = power(*weight - most));
    let sum: f32 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
}

/// About e to a power, as (1 + x / 1024) to the power of 1024. It needs no library function, so it is the same on every machine.
pub(super) fn power(exponent: f32) -> f32 {
    let mut power = (1.0 + exponent.max(-20.0) / 1024.0).max(0.0);
    for _ in 0..10 {
        power *= power;
    }
    power
}

/// How far two points are apart: columns, rows, and the larger of both. Beside each other it is 2, at a corner 3.
pub(super) fn distance<const N: usize>(board: &Board<N>, one: Point, two: Point) -> usize {
    let place = |point: Point| (point % board.stride(), point / board.stride());
    let ((x, y), (other_x, other_y)) = (place(one), place(two));
    let (columns, rows) = (x.abs_diff(other_x), y.abs_diff(other_y));
    usize::from(columns + rows + columns.max(rows))
}

/// Appends the features of a legal move.
pub(super) fn of_move<const N: usize>(board: &Board<N>, point: Point, features: &mut Vec<usize>) {
    let [last, before] = board.last();
    if point == PASS {
        features.push(PASSING);
        if last == PASS && board.moves() > 0 {
            features.push(AFTER_PASS);
        }
        return;
    }
    let stone = board.stone();
    features.push(NAMES.len() + form(seen_by(board.around(point), stone)));
    features.push(LINE + board.line(point).min(5) - 1);
    for (first, from) in [(LAST, last), (BEFORE, before)] {
        if from != PASS {
            features.push(first + distance(board, point, from).clamp(2, 11) - 2);
        }
    }
    fights(board, point, stone, features);
    if board.is_vital(point) {
        features.push(NAKADE);
    }
}

/// What a move does to the chains beside it.
fn fights<const N: usize>(board: &Board<N>, point: Point, stone: u8, features: &mut Vec<usize>) {
    let last = board.last()[0];
    let after = board.liberties_after::<3>(point, stone);
    let is_self_atari = after.as_slice().len() < 2;
    let (mut taken, mut saves, mut escapes, mut lost) = (0, false, false, false);
    let (mut gives_atari, mut catches, mut extends, mut cuts, mut takes_last) =
        (false, false, false, false, false);
    let is_last = |beside: Point| {
        last != PASS && board.colour(last) == other(stone) && board.head(beside) == board.head(last)
    };
    for beside in board.beside(point) {
        let colour = board.colour(beside);
        if colour == other(stone) {
            if board.is_in_atari(beside) {
                taken += board.chain(beside).size;
                saves |= board.touches_atari(beside, stone);
                takes_last |= is_last(beside);
                continue;
            }
            let liberties = board.first_liberties::<3>(beside);
            if liberties.as_slice().len() == 2 {
                gives_atari = true;
                cuts |= is_last(beside);
                catches = catches || board.is_caught_by(beside, point, LADDER);
            }
        } else if colour == stone {
            if board.is_in_atari(beside) {
                escapes = true;
                lost = lost || board.is_lost_in_ladder(beside, LADDER);
            } else if board.first_liberties::<3>(beside).as_slice().len() == 2 {
                extends |= board.touches(beside, last) && after.as_slice().len() > 2;
            }
        }
    }
    if taken > 0 {
        features.push(CAPTURE + usize::from(taken.min(3)) - 1);
    }
    let escape = match after.as_slice().len() {
        _ if lost => ESCAPE_LOST,
        3 => ESCAPE,
        _ => ESCAPE_TWO,
    };
    let is_large = board.joined_size(point, stone) > 1;
    let seen = [
        (saves, CAPTURE_SAVES),
        (takes_last, CAPTURE_LAST),
        (escapes && !is_self_atari, escape),
        (is_self_atari && taken == 0, SELF_ATARI + usize::from(is_large)),
        (gives_atari && !is_self_atari, ATARI),
        (catches, LADDER_WORKS),
        (extends, EXTEND_TWO),
        (cuts, CUT_TWO),
        (cuts && catches, TAKE_LAST_TWO),
    ];
    features.extend(seen.into_iter().filter(|(is_seen, _)| *is_seen).map(|(_, feature)| feature));
}
