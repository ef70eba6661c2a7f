//! `outplay table build`: slice by slice, each kept when it is done.

#[cfg(not(feature = "cluster"))]
use std::path::Path;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use outplay::face::TableMaker;
use outplay::solve::tables::{Kind, Plan};

#[cfg(feature = "cluster")]
use super::cluster::run as together;
use super::progress::Progress;
use super::{Place, Threads};
use crate::failure::{Failure, warn};
use crate::tables::Folder;
use crate::{games, machine};

/// The options of `outplay table build`.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Refuse to begin if more than so many megabytes are needed; by default, more than the machine has free
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: Option<u64>,
    /// Only one slice, by its name, and those that it leads to
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// Several processes build together, each at an address of this file, one `HOST:PORT` to a line; all are started with the same options
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(super) hosts: Option<PathBuf>,
    /// Which of them this one is: 0 for the first line. That one keeps the tables
    #[arg(long, value_name = "N", requires = "hosts")]
    pub(super) process: Option<usize>,
    /// How many seconds to wait until all of them are there
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "hosts", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) wait: u64,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let Options { place, threads, .. } = options;
    let game = games::named(&place.game)?;
    let (mut maker, kind) = (game.tables(place.pieces)?, place.kind(&*game)?);
    if let Some(slice) = &options.slice {
        maker.set_only(slice)?;
    }
    let folder = place.folder(&*game)?;
    if let (Some(hosts), Some(process)) = (&options.hosts, options.process) {
        return together(options, hosts, process, &*maker, kind, &folder);
    }
    let _lock = folder.lock()?;
    let wrong = |error| folder.wrong(&error);
    let plan = maker.plan(kind, &folder, threads.by()).map_err(wrong)?;
    let memory = plan.memory + machine::own_bytes();
    options.allows(memory)?;
    if plan.missing == 0 {
        return Ok(format!("all {} tables are in {} already\n", plan.slices, folder.shown()));
    }
    announce(&plan, memory);
    let start = Instant::now();
    let progress = Progress::new(plan.numbers);
    let is_done = maker.build(kind, &folder, threads.by(), &progress).map_err(wrong)?;
    drop(progress);
    if !is_done {
        warn(&format!("what is done is in {}; the same command goes on", folder.shown()));
        return Err(Failure::stopped());
    }
    done(&*maker, kind, &folder, &plan, start)
}

/// Says what will be done.
pub(super) fn announce(plan: &Plan, memory: u64) {
    warn(&format!(
        "{} of {} tables are to be built, {} positions; it takes up to {} of memory",
        plan.missing,
        plan.slices,
        HumanCount(plan.numbers),
        HumanBytes(memory)
    ));
}

/// What is said when all is done.
pub(super) fn done(
    maker: &dyn TableMaker,
    kind: Kind,
    folder: &Folder,
    plan: &Plan,
    start: Instant,
) -> Result<String, Failure> {
    let told = maker.about(kind, folder).map_err(|error| folder.wrong(&error))?;
    let bytes: u64 = told.iter().filter_map(|(_, about)| about.as_ref()).map(|one| one.1).sum();
    Ok(format!(
        "{} positions solved in {:.1} s; {} tables in {}, {bytes} bytes\n",
        HumanCount(plan.numbers),
        start.elapsed().as_secs_f64(),
        plan.slices,
        folder.shown(),
    ))
}

/// Several processes need a program that was built for it.
#[cfg(not(feature = "cluster"))]
fn together(
    _: &Options,
    _: &Path,
    _: usize,
    _: &dyn TableMaker,
    _: Kind,
    _: &Folder,
) -> Result<String, Failure> {
    Err(Failure::input(
        "this program cannot work with others: build it with `--features cluster` to use --hosts",
    ))
}

impl Options {
    /// Whether there is room.
    pub(super) fn allows(&self, memory: u64) -> Result<(), Failure> {
        let most = self.memory.unwrap_or_else(|| machine::free_megabytes() as u64) << 20;
        if memory <= most {
            return Ok(());
        }
        Err(Failure::input(format!(
            "it takes up to {} of memory, and there are {}: build tables of fewer pieces, or say --memory MB",
            HumanBytes(memory),
            HumanBytes(most)
        )))
    }
}
