//! What the engine could reach: solvers written by hand for one game each, beside the engine, in one run.
//!
//! ```text
//! limits                                 both solvers of both games by turns: nodes, seconds, nodes a second
//! limits count connect-four engine       one solver on a small set, for a counter of instructions
//! limits count othello by-hand
//! ```
//! Both solvers ask the same questions, try moves in the same order and keep the same table, so that they look at the same positions; that and
//! every score are checked.

mod connect_four;
mod data;
mod memory;
mod othello;

use std::process::ExitCode;
use std::time::Instant;

use data::{Set, Sets};
use outplay::engine::{Config, Driver, Engine, Insight, Question};
use outplay::face::notation::Notation;
use outplay::{Depth, Deterministic, Game, Limits, Player, Value, ZeroSum};
use outplay_games::connect_four::{ConnectFour, Threats};
use outplay_games::othello::{Discs, Othello};

/// Megabytes of each table.
const TABLE: usize = 64;
/// How often each set is solved, by turns.
const ROUNDS: usize = 15;
/// How deep moves are searched that lead from a position of the test data to an endgame.
const LEADING: u32 = 4;

const CONNECT_FOUR: Sets = Sets {
    folder: "connect4",
    files: &["Test_L1_R1", "Test_L2_R1"],
    own: "connect-four/endings.txt",
    read: |line| {
        let (moves, score) = line.split_once(' ')?;
        Some((moves.to_owned(), Some(score.trim().parse().ok()?)))
    },
};

const OTHELLO: Sets = Sets {
    folder: "othello",
    files: &["fforum-20-39.obf", "fforum-40-49.obf"],
    own: "othello/endings.txt",
    read: |line| {
        let mut words = line.split([' ', ';']);
        let board = format!("{} {}", words.next()?, words.next()?);
        Some((board, words.next().and_then(|score| score.parse().ok())))
    },
};

/// A solver of positions that were read before.
trait Solve {
    /// Forgets all positions.
    fn clear(&mut self);

    /// The score of the position with this number, and how many nodes it took.
    fn solve(&mut self, number: usize) -> (i32, u64);
}

/// The engine, and what it is to solve.
struct ByEngine<G: Game, I> {
    engine: Engine<G, I>,
    /// The score of each position is asked for, and no best move.
    questions: Vec<Question<G::Position, G::Move>>,
}

impl<G: Game, I> ByEngine<G, I> {
    fn new(engine: Engine<G, I>, positions: impl IntoIterator<Item = G::Position>) -> Self {
        let question = |position| Question { lines: 0, ..Question::at(position) };
        ByEngine { engine, questions: positions.into_iter().map(question).collect() }
    }
}

impl<G, I: Insight<G>> Solve for ByEngine<G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    fn clear(&mut self) {
        self.engine.clear();
    }

    fn solve(&mut self, number: usize) -> (i32, u64) {
        let report = self.engine.solve(&self.questions[number], &Limits::default(), ());
        let score = report.value.and_then(Value::exact).expect("without limits it is solved");
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

struct OthelloByHand {
    solver: othello::Solver,
    boards: Vec<othello::Board>,
}

impl Solve for OthelloByHand {
    fn clear(&mut self) {
        self.solver.clear();
    }

    fn solve(&mut self, number: usize) -> (i32, u64) {
        let before = self.solver.nodes;
        let score = self.solver.solve(self.boards[number]);
        (score, self.solver.nodes - before)
    }
}

/// Something to do with the engine and the solver by hand.
type Task<'t> = &'t dyn Fn(&Set, [&mut dyn Solve; 2]);

/// Hands both solvers of Connect Four to a task.
fn with_connect_four(set: &Set, task: Task<'_>) {
    let game = ConnectFour::default();
    let positions = set.cases.iter().map(|(moves, _)| {
        game.read_position(moves).expect("the test data has positions of Connect Four")
    });
    let engine = Engine::new(game.clone(), Threats, TABLE).expect("there is memory for a table");
    // The table by hand does not grow, either.
    engine.warm_up();
    let mut engine = ByEngine::new(engine, positions);
    let boards = set.cases.iter().map(|(moves, _)| connect_four::Board::read(moves)).collect();
    let mut by_hand = ConnectFourByHand { solver: connect_four::Solver::new(TABLE), boards };
    task(set, [&mut engine, &mut by_hand]);
}

/// Hands both solvers of Othello to a task. Positions with too many empty squares are played on until there are few enough.
fn with_othello(set: &Set, task: Task<'_>) {
    let (game, insight) = (Othello::default(), Discs::default());
    let engine = || Engine::new(game, insight.clone(), TABLE).expect("there is memory for a table");
    let limits = Limits { depth: Some(Depth::plies(LEADING)), ..Limits::default() };
    let leading = engine();
    let mut positions = Vec::new();
    for (text, _) in &set.cases {
        let mut board = game.read_position(text).expect("the test data has positions of Othello");
        let discs = |board: outplay_games::othello::Board| {
            [Player::MAX, Player::MIN].map(|player| board.discs(player))
        };
        let empty = |[one, other]: [u64; 2]| (!(one | other)).count_ones();
        while empty(discs(board)) > othello::MOST_EMPTY {
            let report = leading.search(&Question::at(board), &limits, ());
            game.play(&mut board, report.best.expect("the game is not over"));
        }
        positions.push(board);
    }
    let boards = positions.iter().map(|board| {
        let mover = board.mover();
        othello::Board { own: board.discs(mover), other: board.discs(mover.other()) }
    });
    let mut by_hand =
        OthelloByHand { solver: othello::Solver::new(TABLE), boards: boards.collect() };
    let config = Config { driver: Some(Driver::Guess), ..Config::default() };
    let mut engine = engine();
    engine.set_config(config);
    engine.warm_up();
    task(set, [&mut ByEngine::new(engine, positions), &mut by_hand]);
}

/// What a solver did with a set.
#[derive(Clone, Default)]
struct Work {
    nodes: Vec<u64>,
    scores: Vec<i32>,
    seconds: f64,
}

impl Work {
    fn all_nodes(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Millions of nodes a second.
    fn rate(&self) -> f64 {
        self.all_nodes() as f64 / self.seconds / 1e6
    }
}

/// Solves a set with a table that knows nothing at first, and checks all scores that are known.
fn work(solver: &mut dyn Solve, set: &Set) -> Work {
    solver.clear();
    let mut work = Work::default();
    for (number, (position, expected)) in set.cases.iter().enumerate() {
        let started = Instant::now();
        let (score, nodes) = counted(solver, number);
        work.seconds += started.elapsed().as_secs_f64();
        work.nodes.push(nodes);
        work.scores.push(score);
        assert_eq!(score, expected.unwrap_or(score), "the score of {position}");
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
    let mut best = [const { None::<Work> }; 2];
    for _ in 0..ROUNDS {
        for (solver, best) in solvers.iter_mut().zip(&mut best) {
            let work = work(*solver, set);
            if best.as_ref().is_none_or(|best| work.seconds < best.seconds) {
                *best = Some(work);
            }
        }
    }
    let [engine, by_hand] = best.map(|best| best.expect("there was a round"));
    assert_eq!(engine.scores, by_hand.scores, "both solvers find the same");
    println!("{}: {} positions, the best of {ROUNDS} rounds", set.name, set.cases.len());
    for (name, work) in [("engine", &engine), ("by hand", &by_hand)] {
        let (nodes, seconds) = (work.all_nodes(), work.seconds);
        println!("  {name:8} {nodes:12} nodes {seconds:8.3} s {:7.2} M nodes/s", work.rate());
    }
    let same = engine.nodes.iter().zip(&by_hand.nodes).filter(|(one, other)| one == other).count();
    println!(
        "  by hand {:.2} times as many nodes a second; {same} positions took as many nodes",
        by_hand.rate() / engine.rate()
    );
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => {
            CONNECT_FOUR.all().iter().for_each(|set| with_connect_four(set, &compare));
            OTHELLO.all().iter().for_each(|set| with_othello(set, &compare));
        }
        ["count", game @ ("connect-four" | "othello"), solver @ ("engine" | "by-hand")] => {
            let (sets, with, few): (_, fn(&Set, Task<'_>), _) = match game {
                "othello" => (OTHELLO, with_othello, 8),
                _ => (CONNECT_FOUR, with_connect_four, 100),
            };
            let mut set = sets.all().swap_remove(0);
            // A counter of instructions makes everything fifty times slower.
            set.cases.truncate(few);
            with(&set, &|set, [engine, by_hand]| {
                let work = work(if solver == "engine" { engine } else { by_hand }, set);
                println!("{} nodes, scores {:?}", work.all_nodes(), work.scores);
            });
        }
        _ => {
            eprintln!(
                "Say nothing, or `count`, a game (connect-four or othello) and a solver (engine or by-hand)."
            );
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
