//! Instructions of textbook alpha-beta on tic-tac-toe, unobserved and with all events recorded.

#![allow(missing_docs, unused_qualifications)] // the harness writes code of its own

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use outplay::Game;
use outplay::textbook::{Search, Trace};
use outplay_games::tic_tac_toe::TicTacToe;

#[library_benchmark]
fn minimax() -> u64 {
    let report = Search::new(&TicTacToe).minimax(black_box(&TicTacToe.start()));
    report.expect("tic-tac-toe has payoffs").counts.generated
}

#[library_benchmark]
fn alpha_beta() -> u64 {
    let report = Search::new(&TicTacToe).alpha_beta(black_box(&TicTacToe.start()));
    report.expect("tic-tac-toe has payoffs").counts.generated
}

#[library_benchmark]
fn alpha_beta_recorded() -> usize {
    let mut trace = Trace::new();
    let search = Search::new(&TicTacToe).observer(&mut trace);
    search.alpha_beta(black_box(&TicTacToe.start())).expect("tic-tac-toe has payoffs");
    trace.steps.len()
}

library_benchmark_group!(
    name = tic_tac_toe;
    benchmarks = minimax, alpha_beta, alpha_beta_recorded
);

main!(library_benchmark_groups = tic_tac_toe);
