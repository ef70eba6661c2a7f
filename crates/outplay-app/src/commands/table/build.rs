//! `outplay table build`: slice by slice, each kept when it is done.

use std::time::Instant;

use clap::Args;
use indicatif::{HumanBytes, HumanCount};

use super::progress::Progress;
use super::{Place, Threads};
use crate::failure::{Failure, warn};
use crate::{games, machine};

/// The options of `outplay table build`.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    threads: Threads,
    /// Refuse to begin if more than so many megabytes are needed; by default, more than the machine has free
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    memory: Option<u64>,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let Options { place, threads, .. } = options;
    let game = games::named(&place.game)?;
    let (maker, kind) = (game.tables(place.pieces)?, place.kind(&*game)?);
    let folder = place.folder(&*game)?;
    let _lock = folder.lock()?;
    let wrong = |error| folder.wrong(&error);
    let plan = maker.plan(kind, &folder, threads.by()).map_err(wrong)?;
    let memory = plan.memory + machine::own_bytes();
    options.allows(memory)?;
    if plan.missing == 0 {
        return Ok(format!("all {} tables are in {} already\n", plan.slices, folder.shown()));
    }
    warn(&format!(
        "{} of {} tables are to be built, {} positions; it takes up to {} of memory",
        plan.missing,
        plan.slices,
        HumanCount(plan.numbers),
        HumanBytes(memory)
    ));
    let start = Instant::now();
    let progress = Progress::new(plan.numbers);
    let is_done = maker.build(kind, &folder, threads.by(), &progress).map_err(wrong)?;
    drop(progress);
    if !is_done {
        warn(&format!("what is done is in {}; the same command goes on", folder.shown()));
        return Err(Failure::stopped());
    }
    let told = maker.about(kind, &folder).map_err(wrong)?;
    let bytes: u64 = told.iter().filter_map(|(_, about)| about.as_ref()).map(|one| one.1).sum();
    Ok(format!(
        "{} positions solved in {:.1} s; {} tables in {}, {bytes} bytes\n",
        HumanCount(plan.numbers),
        start.elapsed().as_secs_f64(),
        plan.slices,
        folder.shown(),
    ))
}

impl Options {
    /// Whether there is room.
    fn allows(&self, memory: u64) -> Result<(), Failure> {
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
