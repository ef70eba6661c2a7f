//! `outplay tune play`: games that the engine plays against itself, written one after the other, so that a file can be gone on with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use outplay::face::{SelfPlay, Tuning};
use outplay::{Depth, Limits};

use super::super::depth;
use super::tuning;
use crate::failure::{Failure, warn};
use crate::files::{self, Force, Kind, Log};
use crate::{games, interrupt};

/// The options of `outplay tune play`.
#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    /// How many games the file shall have
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
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
    /// How deep to look: 4 or 4p is 4 plies, 2r is 2 rounds
    #[arg(long, default_value_t = Depth::plies(4), value_parser = depth)]
    depth: Depth,
    /// Look at so many positions for a move, instead of so deep
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
    let tuning = tuning(&*games::named(&options.game)?, options.weights.as_deref())?;
    let (log, there) = opened(options)?;
    let shown = options.out.display();
    if there >= options.games {
        return Ok(format!("{there} games in {shown}, there already\n"));
    }
    let done = play_all(&*tuning, options, log, there)?;
    match done < options.games {
        true => Err(Failure::stopped()),
        false => Ok(format!("{done} games in {shown}\n")),
    }
}

impl Options {
    /// How games are played.
    fn settings(&self) -> SelfPlay {
        let limits = Limits {
            depth: self.nodes.is_none().then_some(self.depth),
            nodes: self.nodes,
            stop: Some(interrupt::flag()),
            ..Limits::default()
        };
        let Options { random, solve, seed, .. } = *self;
        SelfPlay { random, solve, seed, megabytes: TABLE, limits }
    }
}

/// The table of a thread, in megabytes.
const TABLE: usize = 16;

/// What a file of such games begins with: another file cannot be gone on with.
fn heading(options: &Options) -> Result<String, Failure> {
    let Options { game, random, solve, seed, .. } = options;
    let effort = match options.nodes {
        Some(nodes) => format!("{nodes} positions"),
        // Plies are told as they always were, so that older files can be gone on with.
        None => format!("depth {}", options.depth.to_string().trim_end_matches('p')),
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
fn play_all(tuning: &dyn Tuning, options: &Options, log: Log, there: u64) -> Result<u64, Failure> {
    let bar = progress_bar(options.games, there);
    // From here on Ctrl-C stops the games and not the program.
    let settings = options.settings();
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
                None => player.insert(tuning.player(&settings)?),
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
