//! A Pacman who plays to win.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::agents::{Algorithm, Choice, Search};
use super::insight::Judge;
use super::rules::{Pacman, Position};

/// A move that is good against ghosts of any kind.
pub(super) fn choose(game: &Pacman, position: &Position, stop: &Arc<AtomicBool>) -> Option<Choice> {
    let depth = if game.agents() > 3 { 2 } else { 3 };
    let search = Search { judge: Judge::Good, ..Search::new(Algorithm::Expectimax, depth) };
    let report = search.report(game, position, stop);
    Some(Choice { mv: report.best?, generated: report.counts.generated })
}
