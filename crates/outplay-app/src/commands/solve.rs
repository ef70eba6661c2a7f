//! `outplay solve`: the score of a position with best play to the end, and proven.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use outplay::face::{About, Answer, AnyGame, EVERY_MOVE, Question, Session, Thinker, Told, Worth};
use outplay::solve::proof::ProofNumbers;
use outplay::{Limits, MAX_PLY, Range, Stop};

use crate::failure::{Failure, warn};
use crate::files::{Kind, Lines};
use crate::machine::Machine;
use crate::place::Place;
use crate::{games, interrupt};

const NOTES: &str = "\
A score is for the player to move, with best play of both. `outplay games NAME` says how a game writes its positions, and in
what it counts scores; +#5 is a win in 5 plies, and -#5 a loss.

With --file, each line starts with a position (blank ones, and those that begin with #, are skipped), and what is printed for
it is the position, its score as a plain number, the positions looked at and the microseconds it took. If a score follows in
the file, it is compared; the exit code is 1 if one differs.

With --proof, it asks whether the player to move wins, and if not, whether the other one does: proof-number search (df-pn) finds long forced wins that no
search of a whole tree would reach, and needs no more memory than the table. A win in so many plies may come sooner. With --at-least S it asks whether the
player to move gets that score; where games are won, drawn or lost, 1 is a win and 0 a draw. The line is the quickest proof that was found
against the longest defence. Ctrl-C prints what is proven by then.

A game with chance is solved by value iteration: every position that can be reached gets its value. It is known to nine digits, and what is said to
be exact is. Where somebody could play on for ever, it may be a bound.

How far it is goes to standard error: all the time where that is a terminal, and otherwise every 10 seconds.";

/// The options of `outplay solve`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    #[command(flatten)]
    place: Place,
    /// Solve every move, too
    #[arg(long)]
    moves: bool,
    /// Only find out who wins
    #[arg(long)]
    weak: bool,
    /// Find out who wins by proof-number search
    #[arg(long, conflicts_with_all = ["moves", "weak"])]
    proof: bool,
    /// Only find out whether the player to move gets at least this score
    #[arg(
        long,
        value_name = "S",
        requires = "proof",
        conflicts_with = "file",
        allow_hyphen_values = true
    )]
    at_least: Option<i32>,
    /// Solve a file of positions, one on each line; - is standard input
    #[arg(long, conflicts_with_all = ["moves", "position"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    let search = options.search(game.about())?;
    let solver = |game| options.machine.thinker(game, search);
    match &options.file {
        Some(path) => {
            solve_file(&*game, &mut *solver(&*game)?, path, options.weak || options.proof)
        }
        None => {
            let session = options.place.read(&*game, "solve")?;
            solve_one(&mut *solver(&*game)?, &*session, options)
        }
    }
}

impl Options {
    /// The search that solves a game: where chance moves, it is value iteration.
    fn search(&self, about: &About) -> Result<&'static str, Failure> {
        match &self.file {
            _ if self.proof => Ok("df-pn"),
            _ if !about.chance => Ok("solver"),
            None => Ok("value-iteration"),
            Some(_) => Err(Failure::input(format!(
                "--file: chance moves in {}, and its scores are no whole numbers: solve one position after the other",
                about.name
            ))),
        }
    }
}

fn solve_one(
    solver: &mut dyn Thinker,
    session: &dyn Session,
    options: &Options,
) -> Result<String, Failure> {
    let lines = if options.moves { EVERY_MOVE } else { 1 };
    let Options { weak, at_least, .. } = *options;
    let question = Question { lines, weak, at_least, ..Question::default() };
    let started = Instant::now();
    let answer = solved(solver, session, &question)?;
    let seconds = started.elapsed().as_secs_f64();
    let Some(worth) = &answer.worth else { return Err(unsolved(answer.stop)) };
    let nodes = answer.counts.generated;
    let rate = nodes as f64 / seconds / 1e6;
    let text = format!(
        "{}\n{}{}{}{} positions in {seconds:.3} s, {rate:.1} M/s\n",
        session.picture(),
        score_told(worth, &answer),
        best_told(session, &answer),
        if options.moves { moves_told(session, &answer) } else { String::new() },
        HumanCount(nodes),
    );
    match answer.stop {
        Stop::Finished => Ok(text),
        stop => {
            write_line(&text)?;
            Err(if stop == Stop::Asked { Failure::stopped() } else { unsolved(stop) })
        }
    }
}

/// Until the end, or Ctrl-C.
fn solved(
    solver: &mut dyn Thinker,
    session: &dyn Session,
    question: &Question,
) -> Result<Answer, Failure> {
    let limits = Limits { stop: Some(interrupt::flag()), ..Limits::default() };
    let mut progress = Progress::new();
    Ok(solver.think(session, question, &limits, &mut |told| progress.hear(told))?)
}

/// Why there is no score.
fn unsolved(stop: Stop) -> Failure {
    match stop {
        Stop::Asked => Failure::interrupted(),
        _ => Failure::input(format!(
            "it cannot be solved: from here a game may go on for more than {MAX_PLY} moves, or come back to where it was, \
             and solving means to see how it ends"
        )),
    }
}

/// Solving proves everything that it says.
fn score_told(worth: &Worth, answer: &Answer) -> String {
    let score = worth.short(&answer.unit);
    match &worth.meaning {
        Some(meaning) => format!("score {score}: {meaning}\n"),
        None => format!("score {score}\n"),
    }
}

/// The best move, and best play as far as it is known.
fn best_told(session: &dyn Session, answer: &Answer) -> String {
    match session.names(&answer.line)[..] {
        [] => String::new(),
        [ref best] => format!("best move {best}\n"),
        [ref best, ref then @ ..] => format!("best move {best}, then {}\n", then.join(" ")),
    }
}

fn moves_told(session: &dyn Session, answer: &Answer) -> String {
    let each = answer.moves.iter().map(|considered| {
        let best = if answer.best_moves.contains(&considered.choice) { " (best)" } else { "" };
        let (mv, worth) = (session.name(considered.choice), &considered.worth);
        let meaning = worth.meaning.as_deref().unwrap_or(worth.trust());
        format!("move {mv} {:>4}: {meaning}{best}\n", worth.short(&answer.unit))
    });
    each.collect()
}

/// How often something is said where nobody looks at a terminal.
const SILENCE: Duration = Duration::from_secs(10);

/// Shows how far it is.
struct Progress {
    /// Where somebody looks at a terminal.
    bar: Option<ProgressBar>,
    started: Instant,
    /// When something was last said, without a terminal.
    said: Instant,
    /// Between which numbers the score is, once that is known.
    range: Option<Range<i32>>,
    /// How much a proof has left to do.
    numbers: Option<ProofNumbers>,
    /// At how many positions the bar is drawn again: formatting takes longer than they do.
    next: u64,
}

impl Progress {
    fn new() -> Progress {
        let bar = || {
            let style = ProgressStyle::with_template("{elapsed} {msg}");
            let style = style.expect("a template that is right");
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.enable_steady_tick(Duration::from_millis(50));
            bar
        };
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(bar);
        Progress { bar, started: now, said: now, range: None, numbers: None, next: 0 }
    }

    fn hear(&mut self, told: Told<'_>) {
        match told {
            Told::Narrowed { range } => self.range = Some(range),
            Told::ProofNumbers { numbers } => self.numbers = Some(numbers),
            Told::Progress { nodes, .. } => match &self.bar {
                Some(bar) if nodes >= self.next => {
                    self.next = nodes + 50_000;
                    bar.set_message(self.so_far(nodes));
                }
                None if self.said.elapsed() >= SILENCE => {
                    self.said = Instant::now();
                    let seconds = self.started.elapsed().as_secs();
                    warn(&format!("{seconds} s: {}", self.so_far(nodes)));
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn so_far(&self, nodes: u64) -> String {
        let mut told = format!("{} positions", HumanCount(nodes));
        if let Some(range) = self.range {
            told += &format!(", the score is in {range}");
        }
        if let Some(ProofNumbers { proof, disproof }) = self.numbers {
            told += &format!(", {proof} to prove and {disproof} to disprove");
        }
        told
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Prints a line for every line of the file, as soon as it is solved.
fn solve_file(
    game: &dyn AnyGame,
    solver: &mut dyn Thinker,
    path: &Path,
    weak: bool,
) -> Result<String, Failure> {
    let mut lines = Lines::open(path, Kind::POSITIONS)?;
    let question = Question { lines: 0, weak, ..Question::default() };
    let mut totals = Totals::default();
    while let Some(line) = lines.next().filter(|_| !interrupt::asked()) {
        let line = line?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (session, score) = game.problem(line.trim()).map_err(|error| lines.wrong(error))?;
        if session.is_over() {
            return Err(lines.wrong("the game is over: there is nothing to solve"));
        }
        let solved = match Solved::new(solver, &*session, &question)? {
            Ok(solved) => solved,
            Err(Stop::Asked) => break,
            Err(stop) => return Err(lines.wrong(unsolved(stop))),
        };
        if !write_line(&format!("{} {solved}\n", session.position()))? {
            return Ok(String::new());
        }
        let expected = score.map(|score| if weak { score.signum() } else { score });
        totals.add(&solved, expected, lines.number());
    }
    totals.told()
}

/// Writes at once. False if nobody reads any more.
pub(super) fn write_line(line: &str) -> Result<bool, Failure> {
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
    /// Why it stopped, if it is not solved.
    fn new(
        solver: &mut dyn Thinker,
        session: &dyn Session,
        question: &Question,
    ) -> Result<Result<Solved, Stop>, Failure> {
        let started = Instant::now();
        let answer = solved(solver, session, question)?;
        let micros = started.elapsed().as_secs_f64() * 1e6;
        let nodes = answer.counts.generated;
        let is_known = |worth: &&Worth| worth.value.exact().is_some() || worth.decides;
        Ok(match (answer.worth.as_ref().filter(is_known), answer.stop) {
            (Some(worth), Stop::Finished) if worth.decides && question.weak => {
                Ok(Solved { score: worth.rounded().signum(), nodes, micros })
            }
            (Some(worth), Stop::Finished) => Ok(Solved { score: worth.rounded(), nodes, micros }),
            (_, Stop::Finished) => Err(Stop::Deepest),
            (_, stop) => Err(stop),
        })
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
