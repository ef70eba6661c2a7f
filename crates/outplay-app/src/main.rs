//! The `outplay` program: adversarial search on the command line.
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
mod lines;
mod machine;
mod place;
mod ranges;
mod read;
mod room;
mod search;
mod wanted;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use commands::Command;
use failure::Failure;

/// A toolkit for adversarial search: describe a game once, search it every way.
#[derive(Parser)]
#[command(name = "outplay", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    match answer().and_then(|text| printed(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.told(),
    }
}

/// What the command has to say.
fn answer() -> Result<String, Failure> {
    match Arguments::try_parse() {
        Ok(arguments) => commands::run(arguments.command),
        Err(error) if error.use_stderr() => {
            Err(commands::mistaken().unwrap_or_else(|| Failure::usage(&error)))
        }
        Err(help) => Ok(help.to_string()),
    }
}

/// Writes to standard output. A reader who has seen enough (`| head -1`) is no failure.
fn printed(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}
