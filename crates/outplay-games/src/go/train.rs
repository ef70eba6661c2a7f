//! Learning the weights of features from games: which of all legal moves was played?
//!
//! A softmax regression by stochastic gradient descent. The positions are those of games that the program played against itself; how they
//! were made is told in docs/go.md.

use fastrand::Rng;
use outplay::Game;

use super::board::{Board, Point};
use super::features::{self, Weights, softmax};
use super::rules::{Go, Vertex};

/// How weights are learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// How often all positions are looked at.
    pub epochs: u32,
    /// How far a step goes at first; it gets smaller.
    pub rate: f32,
    /// How strongly weights are pulled to zero, for each position.
    pub decay: f32,
    /// The order of positions.
    pub seed: u64,
}

impl Default for Lesson {
    fn default() -> Self {
        Lesson { epochs: 8, rate: 0.1, decay: 2e-6, seed: 1 }
    }
}

/// What can be learnt from a position: the features of all moves one after the other, and which of them was played.
pub struct Example {
    features: Vec<u16>,
    /// Where the features of each move end.
    ends: Vec<u32>,
    played: usize,
}

impl Example {
    /// The weights of all moves.
    fn scores(&self, weights: &Weights) -> Vec<f32> {
        let mut start = 0;
        let mut sum = |&end: &u32| {
            let part = &self.features[start..end as usize];
            start = end as usize;
            part.iter().map(|&feature| weights.0[usize::from(feature)]).sum()
        };
        self.ends.iter().map(&mut sum).collect()
    }

    /// How surprising the move is that was played, in nats.
    pub fn surprise(&self, weights: &Weights) -> f32 {
        let mut chances = self.scores(weights);
        softmax(&mut chances);
        -chances[self.played].max(1e-9).ln()
    }

    /// One step towards the move that was played. It says how surprising that was, in nats.
    fn step(&self, weights: &mut Weights, rate: f32) -> f32 {
        let mut chances = self.scores(weights);
        softmax(&mut chances);
        let surprise = -chances[self.played].max(1e-9).ln();
        let mut start = 0;
        for (index, (&end, chance)) in self.ends.iter().zip(&chances).enumerate() {
            let wanted = f32::from(u8::from(index == self.played));
            for &feature in &self.features[start..end as usize] {
                weights.0[usize::from(feature)] += rate * (wanted - chance);
            }
            start = end as usize;
        }
        surprise
    }
}

/// The positions of a game from which something can be learnt, by how many moves were made before: where a game is decided, one move is as good as another, and
/// whoever learns from that learns that self-atari is fine.
pub fn examples<const N: usize>(
    game: &Go,
    moves: &[Vertex],
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<Example> {
    let mut board = Board::<N>::new(game, &game.start());
    let mut found = Vec::new();
    for (ply, &vertex) in moves.iter().enumerate() {
        let played = board.point(vertex);
        let own = board.mover();
        let is_sensible = |point: &Point| board.may_put(*point) && !board.eye(*point, own);
        let mut points: Vec<Point> = board.empty().iter().copied().filter(is_sensible).collect();
        points.push(super::board::PASS);
        if let Some(played) =
            points.iter().position(|&point| point == played).filter(|_| is_wanted(ply))
        {
            found.push(example(&board, &points, played));
        }
        if played != super::board::PASS && !board.may_put(played) {
            break;
        }
        board.play(played);
    }
    found
}

fn example<const N: usize>(board: &Board<N>, points: &[Point], played: usize) -> Example {
    let mut example = Example { features: Vec::new(), ends: Vec::new(), played };
    let mut of_move = Vec::new();
    for &point in points {
        of_move.clear();
        features::of_move(board, point, &mut of_move);
        example.features.extend(of_move.iter().map(|&feature| feature as u16));
        example.ends.push(example.features.len() as u32);
    }
    example
}

/// Learns weights, and says after each epoch how surprising the moves were on average.
pub fn learn(examples: &[Example], lesson: &Lesson, mut told: impl FnMut(u32, f32)) -> Weights {
    let mut weights = Weights::zero();
    let mut random = Rng::with_seed(lesson.seed);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for epoch in 0..lesson.epochs {
        random.shuffle(&mut order);
        let rate = lesson.rate / (1.0 + epoch as f32);
        let surprise: f32 =
            order.iter().map(|&index| examples[index].step(&mut weights, rate)).sum();
        let pull = (1.0 - lesson.decay * examples.len() as f32).max(0.0);
        weights.0.iter_mut().for_each(|weight| *weight *= pull);
        told(epoch + 1, surprise / examples.len() as f32);
    }
    weights
}
