//! Time management: how long to go on. Shorter where the best move stays the same, longer where it changes or its score falls.
//!
//! Hyatt, *Using Time Wisely*, 1984.

use crate::{Report, Value};

/// By how many searches the best move is the same: a share of the usual time.
const STEADY: [f32; 5] = [1.6, 1.25, 1.05, 0.9, 0.8];

/// The most that a falling score adds, and by how much it falls then, in clear advantages.
const FALLING: (f32, f32) = (0.6, 0.5);

/// What earlier searches of the same position found.
pub(super) struct TimeManagement<M> {
    best: Option<M>,
    /// For how many searches it has been the best.
    steady: usize,
    score: i32,
}

impl<M> Default for TimeManagement<M> {
    fn default() -> Self {
        TimeManagement { best: None, steady: 0, score: 0 }
    }
}

impl<M: Copy + Eq> TimeManagement<M> {
    /// How long to go on after a search, as a share of the usual time.
    pub(super) fn share_after(
        &mut self,
        report: &Report<M, Value<i32>>,
        clear_advantage: i32,
    ) -> f32 {
        self.steady = if report.best == self.best { self.steady + 1 } else { 0 };
        self.best = report.best;
        let score = report.value.map_or(0, Value::score);
        let fallen = (self.score - score).max(0) as f32 / clear_advantage as f32;
        self.score = score;
        let (most, at) = FALLING;
        STEADY[self.steady.min(STEADY.len() - 1)] * (1.0 + most * (fallen / at).min(1.0))
    }
}
