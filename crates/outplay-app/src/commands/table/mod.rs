//! `outplay table`: who wins, or by how much, of every position near the end of a game, made once and looked up ever after.

mod build;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod info;
mod probe;
mod progress;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use outplay::face::{AnyGame, TableMaker};
use outplay::solve::retrograde::Retrograde;
use outplay::solve::tables::Kind;

use crate::failure::Failure;
use crate::tables::{self, Folder};

const NOTES: &str = "\
A table has the verdict of every position of a slice, or its score where a game counts points: in checkers a slice is a number of men and kings of each side, in Kalah a number of \
seeds in the pits. The tables of a game are
files in one folder. How they are made and what is in them is told in docs/tables.md.";

/// The options of `outplay table`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Tables {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Build the tables of a game; after an interruption the same command goes on
    Build(build::Options),
    /// Check tables: are they whole, and does every position follow from those behind it?
    Check(check::Options),
    /// Say which tables there are, how many positions of each verdict they have, and how large they are
    Info(info::Options),
    /// Look a position up, and the positions behind its moves
    Probe(probe::Options),
}

/// Runs the command.
pub(crate) fn run(tables: &Tables) -> Result<String, Failure> {
    match &tables.step {
        Step::Build(options) => build::run(options),
        Step::Check(options) => check::run(options),
        Step::Info(options) => info::run(options),
        Step::Probe(options) => probe::run(options),
    }
}

/// Where the tables of a game are.
#[derive(Args)]
struct Place {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    /// The folder with the tables; `GAME-tables` if none is given
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Up to so many pieces, or seeds, where tables go by them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pieces: Option<u32>,
    /// Tables of distances: in how many plies a position is won or lost
    #[arg(long)]
    distance: bool,
}

impl Place {
    /// The folder of a game's tables.
    fn folder(&self, game: &dyn AnyGame) -> Result<Folder, Failure> {
        let name = game.tables(None)?.name();
        Ok(match &self.folder {
            Some(folder) => Folder::new(folder.clone(), &name),
            None => Folder::usual(&name),
        })
    }

    /// What the tables are to tell.
    fn kind(&self, game: &dyn AnyGame) -> Result<Kind, Failure> {
        let maker = game.tables(None)?;
        match self.distance {
            false => Ok(maker.usual_kind()),
            true if maker.kinds().contains(&Kind::Distances) => Ok(Kind::Distances),
            true => Err(Failure::input(format!(
                "tables of {} tell no distances, but scores: leave out --distance",
                maker.name()
            ))),
        }
    }

    /// The tables with so many pieces, or else as many as are all there.
    fn maker(&self, game: &dyn AnyGame, folder: &Folder) -> Result<Box<dyn TableMaker>, Failure> {
        match self.pieces {
            Some(_) => Ok(game.tables(self.pieces)?),
            None => tables::most(self.kind(game)?, game, folder),
        }
    }
}

/// How many threads are used.
#[derive(Args)]
struct Threads {
    /// How many threads work at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

impl Threads {
    fn by(&self) -> Retrograde {
        Retrograde { threads: self.threads as usize, method: None }
    }
}
