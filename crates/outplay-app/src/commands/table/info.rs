//! `outplay table info`: what the tables of a folder say of themselves.

use std::fmt::Write;

use clap::Args;

use super::Place;
use crate::failure::Failure;
use crate::games;

/// The options of `outplay table info`.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let place = &options.place;
    let game = games::named(&place.game)?;
    let folder = place.folder(&*game)?;
    let maker = place.maker(&*game, &folder)?;
    let told = maker.about(place.kind(&*game)?, &folder).map_err(|error| folder.wrong(&error))?;
    let mut text = format!(
        "{:<8} {:>14} {:>14} {:>14} {:>14} {:>14} {:>12}\n",
        "slice", "positions", "won", "drawn", "lost", "never probed", "bytes"
    );
    let mut row = |name: &str, cells: [u64; 6]| {
        let _ = write!(text, "{name:<8}");
        for cell in cells {
            let _ = write!(text, " {cell:>14}");
        }
        text.push('\n');
    };
    let (mut sum, mut there) = ([0; 6], 0);
    for (slice, about) in &told {
        let Some((about, bytes)) = about else { continue };
        let tally = about.tally;
        let cells =
            [tally.positions(), tally.wins, tally.draws, tally.losses, about.unprobed, *bytes];
        row(slice, cells);
        sum.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += cell);
        there += 1;
    }
    row("all", sum);
    let missing = told.len() - there;
    let _ = writeln!(text, "{there} tables in {}, {missing} missing", folder.shown());
    Ok(text)
}
