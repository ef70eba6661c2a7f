//! `outplay book`: the scores of all positions near the start of a game, made once and looked up ever after.

mod build;
mod check;
mod journal;

use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use outplay::Limits;
use outplay::engine::book::BookError;
use outplay::face::{BookMaker, Shelved};

use crate::failure::Failure;
use crate::interrupt;
use crate::room::{Counting, megabytes};

const NOTES: &str = "\
A book has every position that so many plies or fewer lead to, with its exact score; positions that mirror each other
count once where the game says so. `outplay solve --book FILE` looks positions up in it. Some games come with a small one.";

/// The options of `outplay book`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Books {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Solve all positions near the start of a game; after an interruption the same command goes on
    Build(build::Options),
    /// Check a book: is it whole, has it every position, and are the scores right?
    Check(check::Options),
}

/// Runs the command.
pub(crate) fn run(books: &Books) -> Result<String, Failure> {
    match &books.step {
        Step::Build(options) => build::run(options),
        Step::Check(options) => check::run(options),
    }
}

/// Lists all positions of a book of so many plies, and says what was counted in a sentence for whoever waits.
fn list(maker: &mut dyn BookMaker, plies: u32, most: usize) -> Result<(), BookError> {
    let each = maker.bytes_each();
    let counting = Counting::new();
    maker.list(plies, most, &mut |tally| counting.tell(tally, each))?;
    let layers = maker.layers();
    let (count, last) = (layers.iter().sum::<usize>(), layers.last().copied().unwrap_or(0));
    counting.done(&format!(
        "{} positions of up to {plies} plies, {} of them of the last: they take about {}",
        HumanCount(count as u64),
        HumanCount(last as u64),
        megabytes(count, each),
    ));
    Ok(())
}

/// All positions but those of the last ply, by layer and number, the farthest from the start first.
fn before_last(layers: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let layers = layers.iter().copied().enumerate().rev().skip(1);
    layers.flat_map(|(layer, count)| (0..count).map(move |number| (layer, number)))
}

/// The limits of solving a position: none but Ctrl-C.
fn limits() -> Limits {
    Limits { stop: Some(interrupt::flag()), ..Limits::default() }
}

/// Whether a book was made for the game.
fn fits(maker: &dyn BookMaker, shelved: &Shelved) -> Result<(), Failure> {
    let wrong = |error| Failure::input(format!("{}: {error}", shelved.shown));
    maker.fits(&shelved.book).map_err(wrong)
}

fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    bar.set_style(
        ProgressStyle::with_template("{elapsed} {bar:30} {pos} of {len} positions, {eta} left")
            .expect("a template that is right"),
    );
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
