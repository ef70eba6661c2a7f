//! `outplay table probe`: what tables say of a position, and of each of its moves.

use std::fmt::Write;
use std::sync::Arc;

use clap::Args;
use outplay::face::{Choice, Probed, Prober, Session};
use outplay::solve::retrograde::{Distance, Next, Score, Verdict, Worth};
use outplay::solve::tables::SliceError;

use super::Place;
use crate::failure::Failure;
use crate::games;

/// A cache of so many mebibytes.
const CACHE: usize = 16;

/// The options of `outplay table probe`.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    place: Place,
    /// The position, as the game writes it
    position: String,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let place = &options.place;
    let game = games::named(&place.game)?;
    let session = game.open(&options.position)?;
    let folder = place.folder(&*game)?;
    let maker = place.maker(&*game, &folder)?;
    let shown = folder.shown().to_string();
    let wrong = |error: SliceError| folder.wrong(&error);
    let prober = maker.prober(Arc::new(folder.clone()), CACHE);
    let Some(probed) = prober.probe(&*session).map_err(wrong)? else {
        return Err(Failure::input(format!(
            "the tables in {shown} do not have this position: it has more pieces, or they are not built yet"
        )));
    };
    let mut text = format!("the player to move {}\n", said(probed));
    for (name, probed) in moves(&*prober, &*session).map_err(wrong)? {
        let _ = writeln!(text, "{name:<12} {}", probed.map_or("unknown".to_owned(), said));
    }
    Ok(text)
}

/// What each move is worth to the player who makes it.
fn moves(
    prober: &dyn Prober,
    session: &dyn Session,
) -> Result<Vec<(String, Option<Probed>)>, SliceError> {
    let choices = (0..session.choices()).map(|rank| Choice(rank as u32));
    choices
        .map(|choice| {
            let mut next = session.fork();
            next.play(choice);
            // A player may move twice in a row.
            let by = if next.turn() == session.turn() { Next::Same } else { Next::Opponent };
            let probed = prober.probe(&*next)?.map(|Probed { verdict, distance, score }| Probed {
                verdict: verdict.before(by),
                distance: distance.map(|distance| distance.before(by)),
                score: score.map(|score| score.before(by)),
            });
            Ok((session.name(choice), probed))
        })
        .collect()
}

fn said(probed: Probed) -> String {
    let said = match probed.verdict {
        Verdict::Win => "wins",
        Verdict::Draw => "draws",
        Verdict::Loss => "loses",
    };
    if let Some(points) = probed.score.map(Score::points).filter(|&points| points != 0) {
        return format!("{said} by {}", points.abs());
    }
    match probed.distance.and_then(Distance::plies) {
        Some(1) => format!("{said} in 1 ply"),
        Some(plies) => format!("{said} in {plies} plies"),
        None => said.to_owned(),
    }
}
