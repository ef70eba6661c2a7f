//! The doors of Outplay: commands, protocols, matches and a page, for any catalogue of games.
//!
//! A program with games of its own is a few lines:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     outplay_app::run(outplay_games::catalogue())
//! }
//! ```
//!
//! `outplay_games::catalogue().with(Entry::new("kalah", Kalah).zero_sum())` has one game more, and every door is open to it.
//!
//! Results go to standard output; errors and progress go to standard error. The exit code is 0 on
//! success, 1 if a result differs from what was expected, 2 on bad input and 130 if a search was interrupted before it knew anything.

#![forbid(unsafe_code)]

mod books;
mod commands;
mod draw;
mod failure;
mod files;
mod games;
mod interrupt;
mod json;
mod keys;
mod knobs;
mod lessons;
mod lines;
mod machine;
mod patience;
mod place;
mod ranges;
mod read;
mod room;
mod search;
mod span;
mod tables;
mod wanted;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use outplay::face::Catalogue;

use commands::Command;
use failure::Failure;

/// A toolkit for adversarial search: describe a game once, search it every way.
#[derive(Parser)]
#[command(name = "outplay", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Runs the program on these games: reads the command line, and does what it says.
pub fn run(catalogue: Catalogue) -> ExitCode {
    run_with(catalogue, std::env::args_os())
}

/// The same with other arguments than those of the command line; the first one is the name of the program.
pub fn run_with<A>(catalogue: Catalogue, arguments: impl IntoIterator<Item = A>) -> ExitCode
where
    A: Into<OsString> + Clone,
{
    games::install(catalogue);
    let parsed = Arguments::try_parse_from(arguments);
    match answer(parsed).and_then(|text| printed(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.told(),
    }
}

/// What the command has to say.
fn answer(arguments: Result<Arguments, clap::Error>) -> Result<String, Failure> {
    match arguments {
        Ok(arguments) => commands::run(arguments.command),
        Err(error) if error.use_stderr() => {
            Err(commands::mistaken(error.kind()).unwrap_or_else(|| Failure::usage(&error)))
        }
        Err(help) => Ok(help.to_string()),
    }
}

/// Whether a command line, without the name of the program, is one that can be run.
fn check_command(words: &[String]) -> Result<(), Failure> {
    let line = std::iter::once("outplay").chain(words.iter().map(String::as_str));
    Arguments::try_parse_from(line).map(|_| ()).map_err(|error| Failure::usage(&error))
}

/// Writes to standard output. It is no failure if the reader has seen enough and closes the pipe (`| head -1`).
fn printed(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}
