//! `outplay table check`: every byte by its checksum, every position by those behind it.

use clap::Args;
use indicatif::HumanCount;

use super::progress::Progress;
use super::{Place, Threads};
use crate::failure::{Failure, warn};
use crate::games;

/// The options of `outplay table check`.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let Options { place, threads } = options;
    let game = games::named(&place.game)?;
    let (folder, kind) = (place.folder(&*game)?, place.kind(&*game)?);
    let maker = place.maker(&*game, &folder)?;
    let wrong = |error| folder.wrong(&error);
    let told = maker.about(kind, &folder).map_err(wrong)?;
    let numbers = told.iter().filter_map(|(_, about)| about.as_ref()).map(|(one, _)| one.count);
    let progress = Progress::new(numbers.sum());
    let checked = maker.check(kind, &folder, threads.by(), &progress).map_err(wrong)?;
    drop(progress);
    let Some(checked) = checked else {
        warn("what was checked until then is right");
        return Err(Failure::stopped());
    };
    let positions = checked.tally.positions();
    Ok(format!(
        "{} tables, {} positions, each as its best move says: {} won, {} drawn, {} lost for the player to move\n\
         {} of them are never probed; {} bytes, 1/{:.1} byte a position\n",
        checked.slices,
        HumanCount(positions),
        HumanCount(checked.tally.wins),
        HumanCount(checked.tally.draws),
        HumanCount(checked.tally.losses),
        HumanCount(checked.unprobed),
        HumanCount(checked.bytes),
        positions as f64 / checked.bytes as f64
    ))
}
