//! `outplay book`: the scores of all positions near the start of a game, made once and looked up ever after.

mod build;
mod check;
mod journal;

use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use outplay::engine::book::{self, BookError, Opening};
use outplay::engine::{Engine, Question};
use outplay::{Limits, Stop, Value};
use outplay_games::catalogue::Listed;

use crate::failure::Failure;
use crate::room::{Counting, megabytes};
use crate::{interrupt, machine};

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

/// The positions of a book, by plies from the start.
type Layers<G> = Vec<Vec<Opening<<G as outplay::Game>::Position>>>;

/// All positions of a book of so many plies, and what was counted in a sentence for whoever waits.
fn openings<G: Listed>(
    game: &G,
    insight: &G::Solver,
    plies: u32,
    most: usize,
) -> Result<Layers<G>, BookError> {
    let each = book::bytes_each::<G::Position>();
    let counting = Counting::new(each);
    let layers = book::openings(game, insight, plies, most, |tally| counting.tell(tally))?;
    let (count, last) = (count(&layers), layers.last().map_or(0, Vec::len));
    counting.done(&format!(
        "{} positions of up to {plies} plies, {} of them of the last: they take about {}",
        HumanCount(count as u64),
        HumanCount(last as u64),
        megabytes(count, each),
    ));
    Ok(layers)
}

fn count<T>(layers: &[Vec<T>]) -> usize {
    layers.iter().map(Vec::len).sum()
}

/// An engine that uses no book.
fn engine<G: Listed>(game: &G, megabytes: u32) -> Result<Engine<G, G::Solver>, Failure> {
    machine::engine(game, &Arc::new(game.solver()), megabytes as usize)
}

/// The score of a position; none if it was stopped by Ctrl-C.
fn solved<G: Listed>(engine: &Engine<G, G::Solver>, position: &G::Position) -> Option<i32> {
    let limits = Limits { stop: Some(interrupt::flag()), ..Limits::default() };
    let question = Question { lines: 0, ..Question::at(position.clone()) };
    let report = engine.solve(&question, &limits, ());
    report.value.and_then(Value::exact).filter(|_| report.stop == Stop::Finished)
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
