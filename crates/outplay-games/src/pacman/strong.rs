//! A Pacman who plays to win: careful as long as there is a way out, and hopeful when there is none.
//!
//! Alpha-beta takes the ghosts to be perfect, which is the right thing to fear, until it finds that all is lost. Then
//! it would hurry to its end (every move costs a point), though real ghosts make mistakes: from there on expectimax decides.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::agents::{Algorithm, Choice, Search};
use super::insight::Judge;
use super::rules::{Pacman, Position};

/// How many rounds it looks ahead.
const DEPTH: u32 = 3;
/// By how much the value is below the score where Pacman is as good as caught.
const DESPAIR: f64 = 200.0;

/// The move; none if it is over or the search was stopped.
pub(super) fn choose(game: &Pacman, position: &Position, stop: &Arc<AtomicBool>) -> Option<Choice> {
    let search = |algorithm| Search { judge: Judge::Good, ..Search::new(algorithm, DEPTH) };
    let careful = search(Algorithm::AlphaBeta).report(game, position, stop);
    let mut choice = Choice { mv: careful.best?, generated: careful.counts.generated };
    if careful.value?.score() < f64::from(position.score()) - DESPAIR {
        let hopeful = search(Algorithm::Expectimax).report(game, position, stop);
        choice.mv = hopeful.best?;
        choice.generated += hopeful.counts.generated;
    }
    Some(choice)
}
