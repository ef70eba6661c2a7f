//! Perft at full speed: all positions exactly six plies from the start, and those of the other usual positions, against their
//! published counts, with positions per second.

#![allow(missing_docs)]

use std::time::Instant;

use outplay::face::notation::Notation;
use outplay_games::chess::{Chess, perft};

/// Names, positions, depths and counts (Chess Programming Wiki, Perft Results).
const POSITIONS: [(&str, &str, u32, u64); 6] = [
    ("start", "startpos", 6, 119_060_324),
    ("2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    (
        "6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
    ),
];

fn main() {
    for (name, fen, depth, count) in POSITIONS {
        let position = Chess::default().read_position(fen).expect("a usual position");
        let started = Instant::now();
        let found = perft(position.board(), depth);
        let seconds = started.elapsed().as_secs_f64();
        assert_eq!(found, count, "position {name}");
        let rate = found as f64 / seconds / 1e6;
        println!(
            "position {name}, depth {depth}: {found} in {seconds:.2} s, {rate:.0} million a second"
        );
    }
}
