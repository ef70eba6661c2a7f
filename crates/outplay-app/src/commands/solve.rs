//! `outplay solve`: the score of a position with best play to the end, and proven.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use outplay::engine::{EVERY_MOVE, Engine, Question};
use outplay::{Bound, Event, Limits, Observer, Range, Report, Stop, Value};
use outplay_games::catalogue::{Listed, Visitor};

use super::analyse::written;
use crate::failure::{Failure, warn};
use crate::files::{Kind, Lines};
use crate::machine::Machine;
use crate::place::Place;
use crate::{games, interrupt};

const NOTES: &str = "\
Connect Four: a position is the columns of the moves so far, like 4453; nothing is the empty board. The
score is 0 for a draw and otherwise k, if the player to move wins with the k-th stone counted from their
last, or -k, if the other player does. Othello: a position is the moves so far, like f5d6c3, or all squares from a1
on, X black, O white, - empty, and the player to move; the score is the difference of discs, where squares that stay
empty count for the winner. A size is part of the name of a game: connect-four:5x4, othello:6x6.

With --file, each line starts with a position (blank ones, and those that begin with #, are skipped), and what is printed for it is the position, its score, the
positions looked at and the microseconds it took. If a score follows in the file, it is compared; the exit
code is 1 if one differs.";

/// The options of `outplay solve`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a size may follow, as in othello:6x6
    game: String,
    #[command(flatten)]
    place: Place,
    /// Solve every move, too
    #[arg(long)]
    moves: bool,
    /// Only find out who wins
    #[arg(long)]
    weak: bool,
    /// Solve a file of positions, one on each line; - is standard input
    #[arg(long, conflicts_with_all = ["moves", "position", "side"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    games::visit(&options.game, Solve(options))?
}

struct Solve<'o>(&'o Options);

impl Visitor for Solve<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Solve(options) = self;
        let engine = options.machine.engine(game, game.solver())?;
        match &options.file {
            Some(path) => solve_file(game, &engine, path, options.weak),
            None => solve_one(game, &engine, options),
        }
    }
}

fn solve_one<G: Listed>(
    game: &G,
    engine: &Engine<G, G::Solver>,
    options: &Options,
) -> Result<String, Failure> {
    let position = options.place.read(game, "solve")?;
    let lines = if options.moves { EVERY_MOVE } else { 1 };
    let question = Question { lines, weak: options.weak, ..Question::at(position.clone()) };
    let meaning = |score| if options.weak { outcome(score) } else { game.meaning(score) };
    let started = Instant::now();
    let report = match io::stderr().is_terminal() {
        true => engine.solve(&question, &limits(), Bar::new()),
        false => engine.solve(&question, &limits(), ()),
    };
    let seconds = started.elapsed().as_secs_f64();
    let Some(value) = report.value else { return Err(Failure::interrupted()) };
    let nodes = report.counts.generated;
    let rate = nodes as f64 / seconds / 1e6;
    let text = format!(
        "{}\n{}{}{}{} positions in {seconds:.3} s, {rate:.1} M/s\n",
        game.picture(&position),
        told(value, &meaning),
        best_told(game, &position, &report),
        moves_told(game, &position, &report, &meaning),
        HumanCount(nodes),
    );
    match report.stop {
        Stop::Finished => Ok(text),
        _ => {
            write_line(&text)?;
            Err(Failure::stopped())
        }
    }
}

/// Until the end, or Ctrl-C.
fn limits() -> Limits {
    Limits { stop: Some(interrupt::flag()), ..Limits::default() }
}

fn is_over<G: Listed>(game: &G, position: &G::Position) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.is_empty()
}

/// Who wins, if that is all that was asked for.
fn outcome(score: i32) -> String {
    let words = match score {
        0 => "a draw",
        won if won > 0 => "the player to move wins",
        _ => "the other player wins",
    };
    words.to_owned()
}

/// Solving proves everything that it says.
fn told(value: Value<i32>, meaning: &impl Fn(i32) -> String) -> String {
    match value.proven() {
        Some(Bound::Exact(score)) => format!("score {score}: {}\n", meaning(score)),
        Some(Bound::AtLeast(score)) => format!("the score is {score} or more\n"),
        Some(Bound::AtMost(score)) => format!("the score is {score} or less\n"),
        None => String::new(),
    }
}

/// The best move, and best play as far as it is known.
fn best_told<G: Listed>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move, Value<i32>>,
) -> String {
    match written(game, position, &report.line)[..] {
        [] => String::new(),
        [ref best] => format!("best move {best}\n"),
        [ref best, ref then @ ..] => format!("best move {best}, then {}\n", then.join(" ")),
    }
}

fn moves_told<G: Listed>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move, Value<i32>>,
    meaning: &impl Fn(i32) -> String,
) -> String {
    let each = report.moves.iter().map(|(mv, score)| {
        let best = if report.best_moves.contains(mv) { " (best)" } else { "" };
        let (mv, score) = (game.write_move(position, *mv), score.score());
        format!("move {mv} {score:>4}: {}{best}\n", meaning(score))
    });
    each.collect()
}

/// Shows how far it is, for somebody who looks at the terminal.
struct Bar {
    bar: ProgressBar,
    range: Range<i32>,
    /// At how many positions it is drawn again: formatting takes longer than they do.
    next: u64,
}

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::new_spinner();
        bar.set_style(
            ProgressStyle::with_template("{elapsed} {msg}").expect("a template that is right"),
        );
        bar.enable_steady_tick(Duration::from_millis(50));
        Bar { bar, range: Range::ALL, next: 0 }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl<P, M, V> Observer<P, M, V, i32> for Bar {
    fn event(&mut self, event: Event<'_, P, M, V, i32>) {
        match event {
            Event::Narrowed { range } => self.range = range,
            Event::Progress { nodes, .. } if nodes >= self.next => {
                self.next = nodes + 50_000;
                let nodes = HumanCount(nodes);
                self.bar.set_message(format!("{nodes} positions, the score is in {}", self.range));
            }
            _ => {}
        }
    }
}

/// Prints a line for every line of the file, as soon as it is solved.
fn solve_file<G: Listed>(
    game: &G,
    engine: &Engine<G, G::Solver>,
    path: &Path,
    weak: bool,
) -> Result<String, Failure> {
    let mut lines = Lines::open(path, Kind::POSITIONS)?;
    let mut totals = Totals::default();
    while let Some(line) = lines.next().filter(|_| !interrupt::asked()) {
        let line = line?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let problem = game.read_problem(line.trim()).map_err(|error| lines.wrong(error))?;
        if is_over(game, &problem.position) {
            return Err(lines.wrong("the game is over: there is nothing to solve"));
        }
        let position = game.write_position(&problem.position);
        let question = Question { lines: 0, weak, ..Question::at(problem.position) };
        let Some(solved) = Solved::new(engine, &question) else { break };
        if !write_line(&format!("{position} {solved}\n"))? {
            return Ok(String::new());
        }
        let expected = problem.score.map(|score| if weak { score.signum() } else { score });
        totals.add(&solved, expected, lines.number());
    }
    totals.told()
}

/// Writes at once. False if nobody reads any more.
fn write_line(line: &str) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(line.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::input(format!("cannot write the result: {error}"))),
    }
}

struct Solved {
    score: i32,
    nodes: u64,
    micros: f64,
}

impl Solved {
    /// None if it was stopped.
    fn new<G: Listed>(
        engine: &Engine<G, G::Solver>,
        question: &Question<G::Position, G::Move>,
    ) -> Option<Solved> {
        let started = Instant::now();
        let report = engine.solve(question, &limits(), ());
        let micros = started.elapsed().as_secs_f64() * 1e6;
        let solved = |score| Solved { score, nodes: report.counts.generated, micros };
        let finished = report.stop == Stop::Finished;
        report.value.and_then(Value::exact).filter(|_| finished).map(solved)
    }
}

impl std::fmt::Display for Solved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {:.0}", self.score, self.nodes, self.micros)
    }
}

#[derive(Default)]
struct Totals {
    count: u64,
    nodes: u64,
    micros: f64,
    wrong: u64,
}

impl Totals {
    fn add(&mut self, solved: &Solved, expected: Option<i32>, line: u64) {
        self.count += 1;
        self.nodes += solved.nodes;
        self.micros += solved.micros;
        if let Some(expected) = expected.filter(|&expected| expected != solved.score) {
            warn(&format!("line {line}: the score is {}, the file says {expected}", solved.score));
            self.wrong += 1;
        }
    }

    fn told(&self) -> Result<String, Failure> {
        let count = self.count.max(1);
        let (nodes, micros) = (self.nodes / count, self.micros / count as f64);
        let rate = self.nodes as f64 / self.micros.max(1.0);
        warn(&format!(
            "{} positions, on average {nodes} looked at in {micros:.1} us, {rate:.1} M/s",
            self.count
        ));
        match self.wrong {
            0 if interrupt::asked() => Err(Failure::stopped()),
            0 => Ok(String::new()),
            1 => Err(Failure::different("a score differs from the file")),
            count => Err(Failure::different(format!("{count} scores differ from the file"))),
        }
    }
}
