//! What the engine could reach: solvers written by hand for one game each, beside the engine, in one run.
//!
//! ```text
//! limits                                 both solvers by turns: nodes, seconds, nodes a second
//! limits count connect-four engine       one solver on a small set, for a counter of instructions
//! limits count connect-four by-hand
//! ```
//! Both solvers ask the same questions, try moves in the same order and keep the same table, so that they look at the same positions; that and
//! every score are checked.

mod connect_four;
mod data;
mod memory;

use std::process::ExitCode;
use std::time::Instant;

use data::{Set, Sets};
use outplay::Bound;
use outplay::engine::{Engine, Progress};
use outplay_games::Notation;
use outplay_games::connect_four::{Board, ConnectFour, Threats};

/// Megabytes of each table.
const TABLE: usize = 64;
/// How often each set is solved, by turns.
const ROUNDS: usize = 5;
/// How many positions of a set are solved for a counter of instructions, which makes everything fifty times slower.
const FEW: usize = 100;

/// A solver of positions that were read before.
trait Solve {
    /// Forgets all positions.
    fn clear(&mut self);

    /// The score of the position with this number, and how many nodes it took.
    fn solve(&mut self, number: usize) -> (i32, u64);
}

struct EngineForConnectFour<'e> {
    engine: Engine<'e, ConnectFour, Threats>,
    boards: Vec<Board>,
}

impl Solve for EngineForConnectFour<'_> {
    fn clear(&mut self) {
        self.engine.clear();
    }

    fn solve(&mut self, number: usize) -> (i32, u64) {
        let report = self.engine.solve(&self.boards[number], &Progress::default());
        let score = report.value.and_then(Bound::exact).expect("without limits it is solved");
        (score, report.counts.generated)
    }
}

struct ConnectFourByHand {
    solver: connect_four::Solver,
    boards: Vec<connect_four::Board>,
}

impl Solve for ConnectFourByHand {
    fn clear(&mut self) {
        self.solver.clear();
    }

    fn solve(&mut self, number: usize) -> (i32, u64) {
        let before = self.solver.nodes;
        let score = self.solver.solve(self.boards[number]);
        (score, self.solver.nodes - before)
    }
}

const CONNECT_FOUR: Sets = Sets {
    folder: "connect4",
    files: &["Test_L1_R1", "Test_L2_R1"],
    own: "connect-four/endings.txt",
    read: |line| {
        let (moves, score) = line.split_once(' ')?;
        Some((moves.to_owned(), score.trim().parse().ok()?))
    },
};

/// Hands both solvers of Connect Four to a task: the engine and the one by hand.
fn with_connect_four(set: &Set, task: impl FnOnce([&mut dyn Solve; 2])) {
    let game = ConnectFour::default();
    let boards = set.cases.iter().map(|(moves, _)| {
        game.read_position(moves).expect("the test data has positions of Connect Four")
    });
    let engine = Engine::new(&game, &Threats, TABLE).expect("there is memory for a table");
    // The table by hand does not grow, either.
    engine.warm_up();
    let mut engine = EngineForConnectFour { engine, boards: boards.collect() };
    let boards = set.cases.iter().map(|(moves, _)| connect_four::Board::read(moves)).collect();
    let mut by_hand = ConnectFourByHand { solver: connect_four::Solver::new(TABLE), boards };
    task([&mut engine, &mut by_hand]);
}

/// What a solver did with a set.
#[derive(Clone, Copy, Default)]
struct Work {
    nodes: u64,
    seconds: f64,
}

impl Work {
    /// Millions of nodes a second.
    fn rate(self) -> f64 {
        self.nodes as f64 / self.seconds / 1e6
    }
}

/// Solves a set with a table that knows nothing at first, and checks all scores.
fn work(solver: &mut dyn Solve, set: &Set) -> Work {
    solver.clear();
    let mut work = Work::default();
    for (number, (position, expected)) in set.cases.iter().enumerate() {
        let started = Instant::now();
        let (score, nodes) = counted(solver, number);
        work.seconds += started.elapsed().as_secs_f64();
        work.nodes += nodes;
        assert_eq!(score, *expected, "the score of {position}");
    }
    work
}

/// The one function whose instructions count.
#[inline(never)]
fn counted(solver: &mut dyn Solve, number: usize) -> (i32, u64) {
    solver.solve(number)
}

/// Both solvers by turns, and the best round of each: whatever else the machine does only makes a round slower.
fn compare(set: &Set, mut solvers: [&mut dyn Solve; 2]) {
    let mut best = [Work { nodes: 0, seconds: f64::INFINITY }; 2];
    for _ in 0..ROUNDS {
        for (solver, best) in solvers.iter_mut().zip(&mut best) {
            let work = work(*solver, set);
            if work.seconds < best.seconds {
                *best = work;
            }
        }
    }
    println!("{}: {} positions, the best of {ROUNDS} rounds", set.name, set.cases.len());
    for (name, work) in ["engine", "by hand"].into_iter().zip(best) {
        let Work { nodes, seconds } = work;
        println!("  {name:8} {nodes:12} nodes {seconds:8.3} s {:7.2} M nodes/s", work.rate());
    }
    println!("  by hand {:.2} times as many nodes a second", best[1].rate() / best[0].rate());
}

/// One solver on a few positions, for a counter of instructions.
fn count(set: &Set, solver: &mut dyn Solve) {
    println!("{} nodes", work(solver, set).nodes);
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => {
            for set in CONNECT_FOUR.all() {
                with_connect_four(&set, |solvers| compare(&set, solvers));
            }
        }
        ["count", "connect-four", solver @ ("engine" | "by-hand")] => {
            let mut set = CONNECT_FOUR.all().swap_remove(0);
            set.cases.truncate(FEW);
            with_connect_four(&set, |[engine, by_hand]| {
                count(&set, if solver == "engine" { engine } else { by_hand });
            });
        }
        _ => {
            eprintln!(
                "Say nothing, or `count`, a game (connect-four) and a solver (engine or by-hand)."
            );
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
