//! The policy of play-outs: what a player does without thinking, near the last move first.
//!
//! In this order, each by choice:
//! 1. the other player's last stone put own stones into atari: take what threatens them, or run;
//! 2. the last stone can be taken: take it;
//! 3. the last move left a small eye with a vital point: take that;
//! 4. the last stone's chain has two liberties: take one of them, or give an own chain beside it a third one;
//! 5. a good pattern of 3 x 3 around the last move, by learnt weights, against all moves elsewhere;
//! 6. any move that is legal, fills no own eye, and is no self-atari;
//! 7. where nothing else is left, a self-atari whose capture leaves one eye at most.
//!
//! References: Sylvain Gelly, Yizao Wang, Rémi Munos and Olivier Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go*, 2006; for the
//! weights `features.rs`.

use fastrand::Rng;

use super::board::{Board, EMPTY, PASS, Point, below, other};
use super::features::{Weights, power};
use super::patterns::seen_by;
use super::tactics::Few;

/// What a policy does, each to be switched off, and how strongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// How often, of 256 times, own stones in atari are helped.
    pub escapes: u32,
    /// How often the last stone is taken.
    pub captures: u32,
    /// How often a vital point is taken.
    pub nakade: u32,
    /// How often a chain of the last stone with two liberties is put into atari, or an own one beside it extended.
    pub two_liberties: u32,
    /// How often patterns are looked at.
    pub patterns: u32,
    /// What all moves elsewhere weigh beside the patterns around the last move, where a move without a weight counts 1.
    pub elsewhere: f32,
    /// Whether self-atari is avoided.
    pub avoids_self_atari: bool,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            escapes: 230,
            captures: 230,
            nakade: 230,
            two_liberties: 128,
            patterns: 256,
            elsewhere: 4.0,
            avoids_self_atari: true,
        }
    }
}

/// A policy for play-outs. It is made once, and shared.
#[derive(Clone, Debug)]
pub struct Policy {
    knobs: Knobs,
    /// What moving to a point weighs by what is around it, seen by the player to move.
    strengths: Vec<f32>,
}

impl Default for Policy {
    fn default() -> Self {
        Policy::new(Knobs::default(), Weights::shipped())
    }
}

impl Policy {
    /// A policy with these knobs and weights.
    pub fn new(knobs: Knobs, weights: &Weights) -> Policy {
        let strength = |around: u16| power(weights.pattern(around).clamp(-8.0, 4.0));
        Policy { knobs, strengths: (0..=u16::MAX).map(strength).collect() }
    }

    /// The knobs.
    pub fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    /// A move for the player to move, or a pass if there is nothing sensible.
    #[inline]
    pub fn choose<const N: usize>(&self, board: &mut Board<N>, random: &mut Rng) -> Point {
        let last = board.last()[0];
        if last != PASS
            && board.colour(last) == other(board.stone())
            && let Some(point) = self.reply(board, last, random)
        {
            return point;
        }
        self.anywhere(board, random)
    }

    /// Plays to the end, or for so many moves.
    pub fn play_out<const N: usize>(&self, board: &mut Board<N>, random: &mut Rng, most: u16) {
        let until = board.moves().saturating_add(most);
        while !board.is_over() && board.moves() < until {
            let point = self.choose(board, random);
            board.play(point);
        }
    }

    /// A reply near the last stone of the other player.
    #[inline(always)]
    fn reply<const N: usize>(
        &self,
        board: &Board<N>,
        last: Point,
        random: &mut Rng,
    ) -> Option<Point> {
        let dice = random.u64(..);
        let happens = |which: u32, often: u32| (dice >> (8 * which)) as u32 & 255 < often;
        if happens(0, self.knobs.escapes)
            && let Some(point) = escape(board, last, random)
        {
            return Some(point);
        }
        if happens(1, self.knobs.captures) && board.is_in_atari(last) {
            let point = board.only_liberty(last);
            if board.may_put(point) {
                return Some(point);
            }
        }
        if happens(2, self.knobs.nakade)
            && let Some(point) = vital(board, last)
        {
            return Some(point);
        }
        if happens(4, self.knobs.two_liberties)
            && let Some(point) = two_liberties(board, last, random)
        {
            return Some(point);
        }
        if happens(3, self.knobs.patterns) { self.pattern(board, last, random) } else { None }
    }

    /// A move around the last one by its pattern, or none.
    #[inline(always)]
    fn pattern<const N: usize>(
        &self,
        board: &Board<N>,
        last: Point,
        random: &mut Rng,
    ) -> Option<Point> {
        let stone = board.stone();
        let mut shares = [(PASS, 0.0_f32); 8];
        let (mut sum, mut count) = (0.0, 0);
        for point in board.empties_around(last) {
            if board.is_playable(point) {
                sum += self.strengths[usize::from(seen_by(board.around(point), stone))];
                shares[count] = (point, sum);
                count += 1;
            }
        }
        let dart = random.f32() * (sum + self.knobs.elsewhere);
        if dart >= sum {
            return None;
        }
        let &(point, _) = shares[..count].iter().find(|(_, upto)| dart < *upto)?;
        (!board.is_self_atari(point, stone)).then_some(point)
    }

    /// Any sensible move.
    #[inline(always)]
    fn anywhere<const N: usize>(&self, board: &mut Board<N>, random: &mut Rng) -> Point {
        let stone = board.stone();
        let avoids = self.knobs.avoids_self_atari;
        let mut is_any_bad = false;
        let chosen = board.pick(random, |board, point| {
            if !board.is_playable(point) {
                return false;
            }
            if avoids && board.is_bad_self_atari(point, stone) {
                is_any_bad = true;
                return false;
            }
            true
        });
        if chosen == PASS && is_any_bad { fill(board) } else { chosen }
    }
}

/// A self-atari that is still better than nothing: what is taken there leaves an eye with a vital point, or none. Anything else would give up a seki.
#[cold]
fn fill<const N: usize>(board: &Board<N>) -> Point {
    let stone = board.stone();
    let will_do = |point: &Point| board.is_playable(*point) && board.leaves_no_eyes(*point, stone);
    board.empty().iter().copied().find(will_do).unwrap_or(PASS)
}

/// One of some points.
#[inline(always)]
fn one_of(points: &[Point], random: &mut Rng) -> Option<Point> {
    match points {
        [] => None,
        [point] => Some(*point),
        _ => Some(points[usize::from(below(random, points.len() as u16))]),
    }
}

/// A move that saves own stones which the last move put into atari: by taking stones around them, or by running to two liberties at least.
#[inline(always)]
fn escape<const N: usize>(board: &Board<N>, last: Point, random: &mut Rng) -> Option<Point> {
    let stone = board.stone();
    let mut found = Few::<8>::new();
    for beside in board.beside(last) {
        if board.colour(beside) != stone || !board.is_in_atari(beside) {
            continue;
        }
        for own in board.stones(beside) {
            for threat in board.beside(own) {
                if board.colour(threat) == other(stone) && board.is_in_atari(threat) {
                    let point = board.only_liberty(threat);
                    if board.may_put(point) {
                        found.add(point);
                    }
                }
            }
        }
        let run = board.only_liberty(beside);
        if board.may_put(run) && !board.is_self_atari(run, stone) {
            found.add(run);
        }
    }
    one_of(found.as_slice(), random)
}

/// The vital point of a small eye beside the last move.
#[inline(always)]
fn vital<const N: usize>(board: &Board<N>, last: Point) -> Option<Point> {
    board.beside(last).into_iter().find_map(|beside| {
        // Most points are not worth a look: beside them are stones of both colours.
        let is_candidate =
            board.colour(beside) == EMPTY && !board.touches_colour(beside, board.stone());
        let vital = if is_candidate { board.nakade(beside) } else { None };
        vital.filter(|&point| board.may_put(point))
    })
}

/// A move at one of the two liberties of the last stone's chain, or of an own one beside it.
#[inline(always)]
fn two_liberties<const N: usize>(board: &Board<N>, last: Point, random: &mut Rng) -> Option<Point> {
    let stone = board.stone();
    let mut found = Few::<8>::new();
    for chain in [last].into_iter().chain(board.beside(last)) {
        let colour = board.colour(chain);
        if colour != stone && chain != last || !board.may_have_two_liberties(chain) {
            continue;
        }
        if let [one, two] = *board.first_liberties::<3>(chain).as_slice() {
            for point in [one, two] {
                let is_enough = match colour == stone {
                    true => board.gets_three_liberties(point, stone),
                    false => !board.is_self_atari(point, stone),
                };
                if board.may_put(point) && is_enough {
                    found.add(point);
                }
            }
        }
    }
    one_of(found.as_slice(), random)
}
