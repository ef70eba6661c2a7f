//! Weights from the positions of games.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use outplay_games::Problem;
use outplay_games::catalogue::{Labelled, Listed, Visitor};

use crate::failure::{Failure, warn};
use crate::files::{Force, Kind, Lines, Target};
use crate::{games, interrupt};

/// The options of `outplay tune fit`.
#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name
    game: String,
    /// Files that `outplay tune play` has written
    #[arg(long, required = true, num_args = 1..)]
    from: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// How often to go through all positions
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    games::visit(&options.game, Fit(options))?
}

struct Fit<'o>(&'o Options);

impl Visitor for Fit<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Fit(options) = self;
        let target = Target::new(&options.out, Kind::WEIGHTS, options.force)?;
        let mut samples = Vec::new();
        for path in &options.from {
            read(game, path, &mut samples)?;
        }
        if samples.is_empty() {
            return Err(Failure::input("there is not one position to fit weights to"));
        }
        let stop = interrupt::flag();
        let mut told = |line: &str| {
            if !line.is_empty() {
                warn(line);
            }
            match stop.load(std::sync::atomic::Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let threads = options.threads as usize;
        let fitted = game.fit(&samples, options.epochs, threads, &mut told);
        let bytes = fitted.map_err(|what| match interrupt::asked() {
            true => Failure::stopped(),
            false => Failure::input(what),
        })?;
        target.put(&bytes)?;
        Ok(format!(
            "{} bytes of weights from {} positions in {}\n",
            bytes.len(),
            samples.len(),
            options.out.display()
        ))
    }
}

fn read<G: Listed>(
    game: &G,
    path: &Path,
    samples: &mut Vec<Labelled<G::Position>>,
) -> Result<(), Failure> {
    let mut lines = Lines::open(path, Kind::POSITIONS)?;
    let mut number = samples.last().map_or(0, |sample| sample.game + 1);
    while let Some(line) = lines.next().transpose()? {
        if line.is_empty() {
            number += 1;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let problem = game.read_problem(&line).map_err(|error| lines.wrong(error))?;
        let score = problem.score.ok_or_else(|| lines.wrong("a score is missing"))?;
        let Problem { position, payoff, .. } = problem;
        samples.push(Labelled { position, score, payoff, game: number });
    }
    Ok(())
}
