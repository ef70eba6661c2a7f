//! The speed of the search on chess: nodes per second and the time to depth 12, on the ten sample positions, on one thread and on
//! two. Both take turns position by position, so that whatever else the machine does hurts both.
//!
//! Another depth may be given: `cargo bench -p outplay-games --bench chess -- 10`.

#![allow(missing_docs)]

use std::time::{Duration, Instant};

use outplay::engine::{Config, Engine, Question};
use outplay::face::notation::Notation;
use outplay::{Depth, Limits};
use outplay_games::chess::{Chess, Pieces, Position};

/// The table, in megabytes.
const TABLE: usize = 64;

/// How many threads are compared.
const THREADS: [usize; 2] = [1, 2];

/// What a search took.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl Cost {
    fn seconds(self) -> f64 {
        self.time.as_secs_f64()
    }

    fn rate(self) -> f64 {
        self.nodes as f64 / self.seconds() / 1e6
    }
}

fn main() {
    let depth = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(12);
    let game = Chess::default();
    let listed = outplay_games::catalogue().game("chess").expect("chess is in the catalogue");
    let mut sums = [Cost::default(); 2];
    println!("depth {depth}      nodes     time      M/s |     nodes     time      M/s | ratio");
    for (fen, number) in listed.about().samples.iter().zip(1..) {
        let position = game.read_position(fen).expect("a sample");
        let costs = THREADS.map(|threads| searched(&game, &position, depth, threads));
        for (sum, cost) in sums.iter_mut().zip(costs) {
            *sum = Cost { nodes: sum.nodes + cost.nodes, time: sum.time + cost.time };
        }
        println!("{:8} {}", number, row(costs));
    }
    println!("     all {}", row(sums));
}

/// One line: one thread, two threads, and how many times as fast these are.
fn row([one, two]: [Cost; 2]) -> String {
    let shown =
        |cost: Cost| format!("{:9} {:6.2} s {:7.2}", cost.nodes, cost.seconds(), cost.rate());
    format!("{} | {} | {:.2}", shown(one), shown(two), one.seconds() / two.seconds())
}

fn searched(game: &Chess, position: &Position, depth: u32, threads: usize) -> Cost {
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let config = Config { threads, ..Config::default() };
    let mut engine = Engine::new(*game, Pieces::default(), TABLE).expect("memory for the table");
    engine.set_config(config);
    let question = Question::at(position.clone());
    let started = Instant::now();
    let report = engine.search(&question, &limits, ());
    Cost { nodes: report.counts.generated, time: started.elapsed() }
}
