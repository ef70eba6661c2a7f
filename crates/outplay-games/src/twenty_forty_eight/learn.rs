//! Learning the weights: games against chance, after each move of which the weights are moved towards what the next board says.
//!
//! Temporal difference learning of the boards after a slide: the value of such a board should be the points of the next slide plus the value of the
//! board after it. Each weight has a rate of its own, which falls while the errors it sees cancel each other (temporal coherence: Beal and Smith,
//! *Temporal Coherence and Prediction Decay in TD Learning*, 1999; for 2048, Jaśkowski 2016).

use super::rules::{Tiles, TilesMove, TwentyFortyEight};
use super::tuples::{ENTRIES, TABLES, places, shared};
use outplay::Game;

/// How many places there are, each with a share in the error.
const PLACES: f32 = 17.0;

/// A weight that learns.
#[derive(Clone, Copy, Default)]
struct Learner {
    weight: f32,
    /// The sum of its errors, and of their sizes.
    errors: f32,
    sizes: f32,
}

/// Weights that learn.
pub(super) struct Learning {
    game: TwentyFortyEight,
    /// For each table, which weight each four tiles have.
    shared: [Vec<u16>; TABLES],
    learners: Vec<Learner>,
}

impl Learning {
    pub(super) fn new() -> Learning {
        let shared =
            std::array::from_fn(|table| (0..=u16::MAX).map(|tiles| shared(table, tiles)).collect());
        Learning {
            game: TwentyFortyEight::new(),
            shared,
            learners: vec![Learner::default(); TABLES * ENTRIES],
        }
    }

    fn index(&self, (table, tiles): (usize, u16)) -> usize {
        table * ENTRIES + usize::from(self.shared[table][usize::from(tiles)])
    }

    pub(super) fn weight(&self, table: usize, tiles: u16) -> f32 {
        self.learners[self.index((table, tiles))].weight
    }

    fn sum(&self, board: u64) -> f32 {
        places(board).map(|place| self.learners[self.index(place)].weight).sum()
    }

    /// Moves the value of a board by a part of the error.
    fn correct(&mut self, board: u64, error: f32) {
        for place in places(board) {
            let index = self.index(place);
            let learner = &mut self.learners[index];
            let rate = if learner.sizes > 0.0 { learner.errors.abs() / learner.sizes } else { 1.0 };
            learner.weight += rate * error / PLACES;
            learner.errors += error;
            learner.sizes += error.abs();
        }
    }

    /// The best slide: the board after it, and its points.
    fn best(&self, board: u64) -> Option<(u64, f32)> {
        let slides = super::Slide::ALL.into_iter().filter_map(|to| {
            let (next, points) = self.game.slid(board, to);
            (next != board).then(|| (next, points as f32, points as f32 + self.sum(next)))
        });
        let best = slides.reduce(|best, other| if other.2 > best.2 { other } else { best });
        best.map(|(next, points, _)| (next, points))
    }

    /// Plays a game and learns from it. Returns how it ended.
    pub(super) fn play(&mut self, random: &mut fastrand::Rng) -> Tiles {
        let mut tiles = self.game.start();
        let mut before: Option<u64> = None;
        loop {
            while tiles.to_come > 0 {
                put_tile(&self.game, &mut tiles, random);
            }
            let best = self.best(tiles.board);
            if let Some(before) = before {
                let truth = best.map_or(0.0, |(next, points)| points + self.sum(next));
                self.correct(before, truth - self.sum(before));
            }
            let Some((next, points)) = best else { return tiles };
            tiles = Tiles { board: next, points: tiles.points + points as u32, to_come: 1 };
            before = Some(next);
        }
    }
}

/// Chance puts a tile.
pub(super) fn put_tile(game: &TwentyFortyEight, tiles: &mut Tiles, random: &mut fastrand::Rng) {
    let mut moves = Vec::new();
    game.moves(tiles, &mut moves);
    let (square, four) = (random.usize(0..moves.len() / 2), random.f64() >= 0.9);
    let mv = moves[2 * square + usize::from(four)];
    debug_assert!(matches!(mv, TilesMove::Put { .. }), "chance puts tiles");
    game.play(tiles, mv);
}
