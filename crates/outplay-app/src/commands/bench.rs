//! `outplay bench`: searches some positions to a fixed depth, and says how many positions that took. On one thread the
//! number is a signature: it changes only if the search or what a game knows does.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use outplay::face::{self, About, AnyGame, Question};
use outplay::{Depth, Limits};

use super::depth;
use crate::failure::Failure;
use crate::{games, patience};

/// How deep to search, if nothing is said.
pub(super) const DEPTH: u32 = 6;

/// The table of each search, in megabytes: always the same, for the sake of the signature.
const TABLE: usize = 16;

/// The options of `outplay bench`.
#[derive(Args)]
pub(crate) struct Options {
    /// The game, by its name; default: the one with the most positions to measure on
    game: Option<String>,
    /// How deep to search each position: 4 or 4p is 4 plies, 2r is 2 rounds
    #[arg(long, default_value_t = Depth::plies(DEPTH), value_parser = depth)]
    depth: Depth,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(options.game.as_deref().unwrap_or_else(|| most_sampled()))?;
    let measured = searched(&*game, options.depth, options.threads as usize)?;
    Ok(format!("{measured}\n"))
}

/// The name of the first game that has more samples than those before it.
fn most_sampled() -> &'static str {
    let names = games::all().listings().iter().map(|listing| listing.name.as_str());
    let samples = |name: &str| games::all().game(name).map_or(0, |game| game.about().samples.len());
    // Of several that have as many, `max_by_key` finds the last.
    names.rev().max_by_key(|name| samples(name)).unwrap_or_default()
}

/// What was measured.
pub(super) struct Measured {
    nodes: u64,
    time: Duration,
}

impl Display for Measured {
    /// In the form that OpenBench reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {rate:.0} nps", self.nodes)
    }
}

/// Searches the samples of a game so many plies deep, each with an empty table.
pub(super) fn measured(
    game: &dyn AnyGame,
    depth: u32,
    threads: usize,
) -> Result<Measured, Failure> {
    searched(game, Depth::plies(depth), threads)
}

/// The search that is measured: the engine where it takes the game, and otherwise the first that has a depth.
fn measurable(about: &About) -> &'static str {
    let mut names = about.searches.iter().map(|search| search.name);
    names.find(|name| *name != "mcts").unwrap_or_else(|| about.usual_search())
}

fn searched(game: &dyn AnyGame, depth: Depth, threads: usize) -> Result<Measured, Failure> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let options = face::Options { megabytes: TABLE, threads, ..face::Options::default() };
    let mut thinker = game.thinker(measurable(game.about()), &options)?;
    let (done, samples) = (AtomicUsize::new(0), &game.about().samples);
    let so_far =
        || format!("{} of {} positions are searched", done.load(Ordering::Relaxed), samples.len());
    patience::keeping(so_far, || {
        let mut measured = Measured { nodes: 0, time: Duration::ZERO };
        for text in samples {
            let wrong = |wrong| Failure::input(format!("the sample `{text}`: {wrong}"));
            let session = game.open(text).map_err(wrong)?;
            thinker.begin(0);
            let started = Instant::now();
            let answer = thinker.think(&*session, &Question::default(), &limits, &mut |_| ())?;
            measured.nodes += answer.counts.generated;
            measured.time += started.elapsed();
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(measured)
    })
}
