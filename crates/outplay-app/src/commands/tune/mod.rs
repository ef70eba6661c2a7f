//! `outplay tune`: evaluation weights from games that the engine plays against itself.

mod fit;
mod play;

use std::path::Path;

use clap::{Args, Subcommand};
use outplay::face::{AnyGame, Tuning};

use crate::failure::Failure;
use crate::files::{self, Kind};

const NOTES: &str = "\
First `tune play` writes games, then `tune fit` fits weights to their positions. A file of games has a position and its
score on each line, and a blank line after each game; `outplay solve --file` reads it, too.";

/// The options of `outplay tune`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Tune {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Write games that the engine plays against itself, with a score for every position
    Play(play::Options),
    /// Fit weights to the positions of such games
    Fit(fit::Options),
}

/// Runs the command.
pub(crate) fn run(tune: &Tune) -> Result<String, Failure> {
    match &tune.step {
        Step::Play(options) => play::run(options),
        Step::Fit(options) => fit::run(options),
    }
}

/// Plays and fits, with the weights of a file if there is one.
pub(super) fn tuning(
    game: &dyn AnyGame,
    weights: Option<&Path>,
) -> Result<Box<dyn Tuning>, Failure> {
    let usual = game.tuning(None)?;
    let Some(path) = weights else { return Ok(usual) };
    let bytes = files::read(path, Kind::WEIGHTS)?;
    let wrong = |refusal| Failure::input(format!("{}: {refusal}", path.display()));
    game.tuning(Some(&bytes)).map_err(wrong)
}
