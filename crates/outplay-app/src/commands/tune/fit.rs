//! Weights from the positions of games.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use outplay::face::{Fitting, Tuning};

use super::tuning;
use crate::failure::{Failure, warn};
use crate::files::{self, Force, Kind, Lines, Target};
use crate::{games, interrupt};

/// The options of `outplay tune fit`.
#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    /// Files that `outplay tune play` has written
    #[arg(long, required = true, num_args = 1..)]
    from: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// Weights to start from, instead of those that the game starts from
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How often to go through all positions
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let mut tuning = tuning(&*games::named(&options.game)?, None)?;
    let before = options.weights.as_ref().map(|path| files::read(path, Kind::WEIGHTS));
    let before = before.transpose()?;
    let target = Target::new(&options.out, Kind::WEIGHTS, options.force)?;
    let mut game = 0;
    for path in &options.from {
        game = read(&mut *tuning, path, game)?;
    }
    if tuning.count() == 0 {
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
    let (epochs, threads) = (options.epochs, options.threads as usize);
    let fitting = Fitting { epochs, threads, before: before.as_deref() };
    let fitted = tuning.fit(&fitting, &mut told);
    let bytes = fitted.map_err(|wrong| match interrupt::asked() {
        true => Failure::stopped(),
        false => wrong.into(),
    })?;
    target.put(&bytes)?;
    Ok(format!(
        "{} bytes of weights from {} positions in {}\n",
        bytes.len(),
        tuning.count(),
        options.out.display()
    ))
}

/// Reads the positions of a file, whose first game has this number; the number after that of its last position.
fn read(tuning: &mut dyn Tuning, path: &Path, mut game: usize) -> Result<usize, Failure> {
    let mut lines = Lines::open(path, Kind::POSITIONS)?;
    let mut next = game;
    while let Some(line) = lines.next().transpose()? {
        if line.is_empty() {
            game += 1;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        tuning.add(&line, game).map_err(|wrong| lines.wrong(wrong))?;
        next = game + 1;
    }
    Ok(next)
}
