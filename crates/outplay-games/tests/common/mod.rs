//! What several test files use.

#![allow(dead_code, unreachable_pub)] // every test file uses some of this

pub mod prover;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::engine::{Config, Engine, Progress, WIN};
use outplay::{Bound, Limits};
use outplay_games::chess::{Chess, Move, Pieces, Position};

/// Test data by others: the text of a file in a folder of them.
pub fn data(folder: &str, name: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("OUTPLAY_DATA").map_or(root, PathBuf::from);
    let text = std::fs::read_to_string(root.join(folder).join(name)).ok();
    if text.is_none() {
        eprintln!("skipped: there is no {folder}/{name} in the folder of test data (OUTPLAY_DATA)");
    }
    text
}

/// The first line that the engine reports with the score of a mate in so many moves, if it needs no more positions than this.
pub fn line_to_mate(
    position: &Position,
    moves: u32,
    nodes: u64,
    config: Config,
) -> Option<Vec<Move>> {
    let (game, insight) = (Chess::default(), Pieces::default());
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { nodes: Some(nodes), stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let engine = Engine::new(&game, &insight, 4).expect("4 MB").config(config).limits(limits);
    let score = WIN - (2 * moves as i32 - 1);
    let mut line = None;
    engine.search(position, &Progress::default(), |report| {
        if report.value == Some(Bound::Exact(score)) && line.is_none() {
            line = Some(report.line.clone());
            stop.store(true, Ordering::Relaxed);
        }
    });
    line
}
