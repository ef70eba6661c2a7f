//! The commands, one file each.

mod compare;
mod lab;
mod policy;
mod tour;
mod tree;

use clap::Subcommand;

use crate::failure::Failure;

/// What can be run.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Search a game that is written as text, and draw the search
    Tree(Box<tree::Options>),
    /// Experiments
    #[command(subcommand)]
    Lab(lab::Experiment),
    /// Print a move and a value for every position of a game
    Policy(policy::Options),
}

/// What the command prints on standard output.
pub(crate) fn run(command: Option<Command>) -> Result<String, Failure> {
    match command {
        None => tour::run(),
        Some(Command::Tree(options)) => tree::run(&options),
        Some(Command::Lab(experiment)) => lab::run(&experiment),
        Some(Command::Policy(options)) => policy::run(&options),
    }
}
