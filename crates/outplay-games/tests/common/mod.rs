//! What several test files use.

#![allow(dead_code, unreachable_pub)] // every test file uses some of this

pub mod prover;
#[path = "../../../outplay/tests/common/seeds.rs"]
pub mod seeds;
pub mod skipped;
pub mod slow_checkers;
pub mod slow_four;
pub mod slow_othello;
pub mod solved;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::engine::{Config, Engine, Insight, Question, WIN};
use outplay::{Deterministic, Limits, Report, Reports, Value, ZeroSum};
use outplay_games::chess::{Chess, Move, Pieces, Position};

/// Test data by others: the text of a file in a folder of them. Where there is none, the test is listed as skipped.
pub fn data(folder: &str, name: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("OUTPLAY_DATA").map_or(root, PathBuf::from);
    let text = std::fs::read_to_string(root.join(folder).join(name)).ok();
    if text.is_none() {
        skipped::skip(&format!("there is no {folder}/{name} in the folder of test data"));
    }
    text
}

/// A file of our own in `testdata/`.
pub fn own(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// The lines of such a file that are no comments.
pub fn own_lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(own(name)).expect("it can be read");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// That a file of our own is what was made again, to the last byte. `OUTPLAY_WRITE=1` writes it.
pub fn check_made_again(name: &str, made: &str) {
    if std::env::var_os("OUTPLAY_WRITE").is_some() {
        std::fs::write(own(name), made).expect("it can be written");
    }
    let kept = std::fs::read_to_string(own(name)).expect("it can be read");
    assert_eq!(kept, made, "OUTPLAY_WRITE=1 writes it");
}

/// What an engine reports.
pub type Found<M> = Report<M, Value<i32>>;

/// A score that is proven.
pub fn exactly(score: i32) -> Option<Value<i32>> {
    Some(Value::Proven(outplay::Bound::Exact(score)))
}

/// An engine with these knobs.
pub fn engine<G, I: Insight<G> + Clone>(
    game: &G,
    insight: &I,
    megabytes: usize,
    config: Config,
) -> Engine<G, I>
where
    G: ZeroSum + Deterministic + Clone,
{
    let mut engine = Engine::new(game.clone(), insight.clone(), megabytes).expect("some megabytes");
    engine.set_config(config);
    engine
}

/// The first line to mate in so many moves that the engine reports with its score, if it needs no more positions than this.
///
/// A search that is not deep enough for the whole line may know the score, so that it goes on until both are there.
pub fn line_to_mate(
    position: &Position,
    moves: u32,
    nodes: u64,
    config: Config,
) -> Option<Vec<Move>> {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { nodes: Some(nodes), stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let engine = engine(&Chess::default(), &Pieces::default(), 4, config);
    let score = WIN - (2 * moves as i32 - 1);
    let mut line = None;
    let told = Reports(|report: &Found<Move>| {
        let is_found = || {
            report.value.is_some_and(|value| value.low() == score)
                && ends_in(position, &report.line, 2 * moves - 1)
        };
        if line.is_none() && is_found() {
            line = Some(report.line.clone());
            stop.store(true, Ordering::Relaxed);
        }
    });
    engine.search(&Question::at(position.clone()), &limits, told);
    line
}

/// Whether a line is legal, and ends with mate after so many plies.
pub fn ends_in(position: &Position, line: &[Move], plies: u32) -> bool {
    let mut board = position.board().clone();
    let is_legal = line.iter().all(|&mv| board.try_play(mv).is_ok());
    is_legal && line.len() == plies as usize && prover::is_mate(&board)
}
