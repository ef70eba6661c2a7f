//! `outplay bench`: searches some positions to a fixed depth, and says how many positions that took. On one thread the
//! number is a signature: it changes only if the search or what a game knows does.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use outplay::engine::{Config, Question};
use outplay::{Depth, Limits};
use outplay_games::catalogue::{Listed, Visitor};

use crate::failure::Failure;
use crate::{games, machine};

/// How deep to search, if nothing is said.
pub(super) const DEPTH: u32 = 6;

/// The table of each search, in megabytes: always the same, for the sake of the signature.
const TABLE: usize = 16;

/// The options of `outplay bench`.
#[derive(Args)]
pub(crate) struct Options {
    /// The game, by its name
    #[arg(default_value = "chess")]
    game: String,
    /// How many plies deep to search each position
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    games::visit(&options.game, Bench(options))?
}

struct Bench<'o>(&'o Options);

impl Visitor for Bench<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Bench(&Options { depth, threads, .. }) = self;
        let measured = measured(game, &Arc::new(game.insight()), depth, threads as usize)?;
        Ok(format!("{measured}\n"))
    }
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

/// Searches the samples of a game, each with an empty table.
pub(super) fn measured<G: Listed>(
    game: &G,
    insight: &Arc<G::Insight>,
    depth: u32,
    threads: usize,
) -> Result<Measured, Failure> {
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let config = Config { threads, ..Config::default() };
    let mut engine = machine::engine(game, insight, TABLE)?;
    engine.set_config(config);
    let mut measured = Measured { nodes: 0, time: Duration::ZERO };
    for text in game.samples() {
        let position = game
            .read_position(text)
            .map_err(|error| Failure::input(format!("`{text}`: {error}")))?;
        let question = Question::at(position);
        engine.clear();
        let started = Instant::now();
        measured.nodes += engine.search(&question, &limits, ()).counts.generated;
        measured.time += started.elapsed();
    }
    Ok(measured)
}
