//! Games against oneself, for a teacher who knows how they end.
//!
//! A game begins with random moves and goes on with a search of a few plies, until the end can be seen: from there on
//! every position is solved, and some moves are random again, so that positions come up that nobody would choose. The
//! positions before get a score between what the search found there and what the next position is worth.
//!
//! Where no end can be seen, a game is played out, and its quiet positions keep what the search found there and how the game ended.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ScopedJoinHandle};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use outplay::engine::{Engine, Facts, Insight, Question, Selectivity, StaticEvaluation};
use outplay::{Depth, Game, Limits, Past, Report, Stop, Turn, Value, WithPast};
use outplay_games::catalogue::{Listed, Visitor};

use super::insight;
use crate::failure::{Failure, warn};
use crate::files::{self, Force, Kind, Log};
use crate::{games, interrupt, machine};

/// The options of `outplay tune play`.
#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name
    game: String,
    /// How many games the file shall have
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// The file; games that it has already are kept
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// Weights to play with, instead of those of the program
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Up to so many random moves at the beginning
    #[arg(long, default_value_t = 20)]
    random: usize,
    /// How many plies to look ahead
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Look at so many positions for a move, instead of so many plies ahead
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    nodes: Option<u64>,
    /// From how many plies before the end on to solve positions
    #[arg(long, default_value_t = 14)]
    solve: u32,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    games::visit(&options.game, Play(options))?
}

struct Play<'o>(&'o Options);

impl Visitor for Play<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Play(options) = self;
        let insight = Arc::new(insight(game, options.weights.as_deref())?);
        let (log, there) = opened(options)?;
        let shown = options.out.display();
        if there >= options.games {
            return Ok(format!("{there} games in {shown}, there already\n"));
        }
        let done = play_all(game, &insight, options, log, there)?;
        match done < options.games {
            true => Err(Failure::stopped()),
            false => Ok(format!("{done} games in {shown}\n")),
        }
    }
}

/// What a file of such games begins with: another file cannot be gone on with.
fn heading(options: &Options) -> Result<String, Failure> {
    let Options { game, random, solve, seed, .. } = options;
    let effort = match options.nodes {
        Some(nodes) => format!("{nodes} positions"),
        None => format!("depth {}", options.depth),
    };
    let weights = match &options.weights {
        None => String::new(),
        Some(path) => {
            let bytes = files::read(path, Kind::WEIGHTS)?;
            format!(", weights {:08x}", checksum(&bytes))
        }
    };
    let told = format!("{random} random moves, {effort}, solved from {solve}, seed {seed}");
    Ok(format!("{game}: {told}{weights}"))
}

/// Tells files of weights apart (Fowler, Noll and Vo's hash).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The file, cut off after the last whole game, and how many there are. None are kept if it may be written over.
fn opened(options: &Options) -> Result<(Log, u64), Failure> {
    let (mut log, mut text) =
        Log::headed(&options.out, Kind::POSITIONS, &heading(options)?, options.force)?;
    if options.force.force {
        log.drop_last(text.len())?;
        text.clear();
    }
    // A blank line ends a game; the first one may have no position at all.
    let ends =
        (0..text.len()).filter(|&at| text[at] == b'\n' && (at == 0 || text[at - 1] == b'\n'));
    let (games, end) = ends.fold((0, 0), |(games, _), at| (games + 1, at + 1));
    log.drop_last(text.len() - end)?;
    Ok((log, games))
}

/// The games that are written, each after those before it.
struct Written {
    log: Log,
    /// How many there are.
    count: u64,
    /// Those that wait for one before them.
    waiting: BTreeMap<u64, String>,
}

impl Written {
    fn add(&mut self, number: u64, text: String, bar: &ProgressBar) -> Result<(), Failure> {
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.count) {
            self.log.append(text.as_bytes())?;
            self.count += 1;
            bar.inc(1);
        }
        Ok(())
    }
}

/// Plays the games that are missing, and writes them in their order. How many there are in the end.
fn play_all<G: Listed>(
    game: &G,
    insight: &Arc<G::Insight>,
    options: &Options,
    log: Log,
    there: u64,
) -> Result<u64, Failure> {
    let bar = progress_bar(options.games, there);
    // From here on Ctrl-C stops the games and not the program.
    let _ = interrupt::flag();
    let next = AtomicU64::new(there);
    let written = Mutex::new(Written { log, count: there, waiting: BTreeMap::new() });
    let play_on = || -> Result<(), Failure> {
        // A player takes memory, so none is made without a game to play.
        let mut player = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.games || interrupt::asked() {
                return Ok(());
            }
            let player = match &mut player {
                Some(player) => player,
                None => player.insert(Player::new(game, insight, options)?),
            };
            let Some(text) = player.play(number) else { return Ok(()) };
            written.lock().expect("no thread panics while it writes").add(number, text, &bar)?;
        }
    };
    // If one cannot go on, the games of the others could not be written.
    let work = || play_on().inspect_err(|_| next.store(options.games, Ordering::Relaxed));
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(work)).collect();
        let join = |thread: ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let ended: Vec<Result<(), Failure>> = threads.into_iter().map(join).collect();
        ended.into_iter().collect::<Result<(), Failure>>()
    })?;
    bar.finish_and_clear();
    let Written { log, count, .. } =
        written.into_inner().expect("no thread panics while it writes");
    log.sync()?;
    if count < options.games {
        warn(&format!("{count} games are kept; the same command goes on from there"));
    }
    Ok(count)
}

fn progress_bar(games: u64, there: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    bar.set_style(
        ProgressStyle::with_template("{elapsed} {bar:30} {pos} of {len} games, {eta} left")
            .expect("a template that is right"),
    );
    bar.set_position(there);
    bar
}

/// A position of a game.
struct Seen<P> {
    position: P,
    score: i32,
    solved: bool,
    /// Whether it can be judged without looking ahead.
    is_quiet: bool,
}

/// Who is ahead by so many clear advantages, for so many positions, has won.
const CLEAR: i32 = 10;
const FOR: usize = 6;

/// The table of a thread, in megabytes.
const TABLE: usize = 16;

struct Player<'p, G: Listed> {
    game: &'p G,
    insight: &'p G::Insight,
    engine: Engine<G, G::Insight>,
    limits: Limits,
    options: &'p Options,
}

impl<'p, G: Listed> Player<'p, G> {
    fn new(
        game: &'p G,
        insight: &'p Arc<G::Insight>,
        options: &'p Options,
    ) -> Result<Self, Failure> {
        let limits = Limits {
            depth: options.nodes.is_none().then(|| Depth::plies(options.depth)),
            nodes: options.nodes,
            stop: Some(interrupt::flag()),
            ..Limits::default()
        };
        let engine = machine::engine(game, insight, TABLE)?;
        Ok(Player { game, insight, engine, limits, options })
    }

    /// One game as text; none if it was stopped.
    fn play(&mut self, number: u64) -> Option<String> {
        // The same number, the same game: nothing is left from others.
        self.engine.clear();
        let mut random =
            fastrand::Rng::with_seed(self.options.seed.wrapping_mul(1_000_003) ^ number);
        let opening = random.usize(0..=self.options.random);
        let game = WithPast::new(self.game);
        let mut position = game.start();
        let mut question = Question::at(self.game.start());
        let mut seen: Vec<Seen<G::Position>> = Vec::new();
        for ply in 0.. {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(&any) = random.choice(&moves) else { break };
            let mut mv = any;
            if ply >= opening {
                let (report, solved) = self.look(&position, &mut question);
                if report.stop == Stop::Asked {
                    return None;
                }
                // With few positions to look at, not even one ply may have been searched.
                if let Some(score) = report.value.map(Value::score) {
                    let is_quiet = self.is_quiet(&position, report.best);
                    let position = position.position().clone();
                    seen.push(Seen { position, score, solved, is_quiet });
                }
                if self.is_clear(&seen) {
                    break;
                }
                // Where all is solved, a random move spoils nothing.
                if !solved {
                    mv = report.best.unwrap_or(any);
                }
            }
            game.play(&mut position, mv);
            question.moves.push(mv);
        }
        match seen.last() {
            Some(last) if !last.solved => Some(self.results(&seen, &position)),
            _ => Some(self.text(seen)),
        }
    }

    /// Whether what comes next changes little.
    fn is_quiet(&self, position: &G::Position, best: Option<G::Move>) -> bool {
        let scratch = self.insight.scratch(self.game, position);
        let selectivity = self.insight.selectivity();
        !selectivity.in_check(self.game, position, &scratch)
            && best.is_some_and(|mv| !selectivity.is_noisy(self.game, position, mv))
    }

    /// Whether the same player has been far ahead for long, in a game whose end cannot be seen.
    fn is_clear(&self, seen: &[Seen<G::Position>]) -> bool {
        let Some(last) = seen.len().checked_sub(FOR).map(|from| &seen[from..]) else {
            return false;
        };
        let ahead = |seen: &Seen<G::Position>| self.sign(&seen.position) * seen.score;
        let least = CLEAR * clear_advantage::<G>();
        last.iter().all(|seen| !seen.solved)
            && (last.iter().all(|seen| ahead(seen) >= least)
                || last.iter().all(|seen| ahead(seen) <= -least))
    }

    /// 1 where MAX moves.
    fn sign(&self, position: &G::Position) -> i32 {
        if self.game.turn(position) == Turn::Player(outplay::Player::MAX) { 1 } else { -1 }
    }

    /// The quiet positions of a game, with how it ended: by its last position, or by what was clear there.
    fn results(&self, seen: &[Seen<G::Position>], end: &Past<G::Position>) -> String {
        let game = WithPast::new(self.game);
        let mut text = String::new();
        let mut moves = Vec::new();
        game.moves(end, &mut moves);
        let won = match seen.last() {
            Some(last) if !moves.is_empty() => {
                f64::from((self.sign(&last.position) * last.score).signum())
            }
            _ => game.payoff(end, outplay::Player::MAX),
        };
        for Seen { position, score, .. } in seen.iter().filter(|seen| seen.is_quiet) {
            let payoff = f64::from(self.sign(position)) * won;
            text += &self.game.write_problem(position, *score, Some(payoff));
            text.push('\n');
        }
        text.push('\n');
        text
    }

    /// What to play, and whether it is solved: then only the score is asked for.
    fn look(
        &self,
        position: &G::Position,
        question: &mut Question<G::Position, G::Move>,
    ) -> (Report<G::Move, Value<i32>>, bool) {
        let solved = self.insight.facts().plies_left(self.game, position) <= self.options.solve;
        question.lines = if solved { 0 } else { 1 };
        let report = match solved {
            true => self.engine.solve(question, &self.limits, ()),
            false => self.engine.search(question, &self.limits, ()),
        };
        (report, solved)
    }

    /// All positions up to the last that was solved, with their scores.
    fn text(&self, seen: Vec<Seen<G::Position>>) -> String {
        let mut lines = Vec::new();
        let mut next: Option<(f64, Turn)> = None;
        for Seen { position, score, solved, .. } in seen.into_iter().rev() {
            let turn = self.game.turn(&position);
            let score = match (solved, next) {
                (true, _) => f64::from(score),
                (false, Some((next, other))) => {
                    let next = if other == turn { next } else { -next };
                    (f64::from(score) + next) / 2.0
                }
                (false, None) => continue,
            };
            next = Some((score, turn));
            lines.push((position, score.round() as i32));
        }
        let mut text = String::new();
        for (position, score) in lines.iter().rev() {
            text += &self.game.write_problem(position, *score, None);
            text.push('\n');
        }
        text.push('\n');
        text
    }
}

/// A score with which a player wins more often than not.
fn clear_advantage<G: Listed>() -> i32 {
    type Evaluation<G> = <<G as Listed>::Insight as Insight<G>>::Evaluation;
    type Scratch<G> = <<G as Listed>::Insight as Insight<G>>::Scratch;
    <Evaluation<G> as StaticEvaluation<G, Scratch<G>>>::CLEAR_ADVANTAGE
}
