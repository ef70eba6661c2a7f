//! Weights from the positions of games.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use outplay_games::Problem;
use outplay_games::catalogue::{Labelled, Listed, Visitor};

use crate::failure::{Failure, warn};
use crate::{files, games, interrupt};

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
    /// How often to go through all positions
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How many threads to use
    #[arg(long, default_value_t = 1)]
    threads: usize,
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
        let bytes =
            game.fit(&samples, options.epochs, options.threads, &mut told).map_err(|what| {
                match interrupt::asked() {
                    true => Failure::stopped(),
                    false => Failure::input(what),
                }
            })?;
        files::put(&options.out, &bytes)?;
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
    let shown = path.display();
    let wrong = |error| Failure::input(format!("cannot read {shown}: {error}"));
    let reader = BufReader::new(File::open(path).map_err(wrong)?);
    let mut number = samples.last().map_or(0, |sample| sample.game + 1);
    for (at, line) in reader.lines().enumerate() {
        let line = line.map_err(wrong)?;
        if line.is_empty() {
            number += 1;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = |what: String| Failure::input(format!("{shown}, line {}: {what}", at + 1));
        let problem = game.read_problem(&line).map_err(|error| place(error.to_string()))?;
        let score = problem.score.ok_or_else(|| place("a score is missing".to_owned()))?;
        let Problem { position, payoff, .. } = problem;
        samples.push(Labelled { position, score, payoff, game: number });
    }
    Ok(())
}
