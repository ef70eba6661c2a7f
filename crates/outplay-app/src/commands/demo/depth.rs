//! Looking further ahead.

use outplay::Game;
use outplay::face::Notation;

use super::{Options, Side, game, mean, played, table};
use crate::failure::Failure;

pub(super) const LAYOUT: &str = "dead-end";
/// After how many moves a game is given up.
pub(super) const MOST: u32 = 300;

/// Who is compared.
pub(super) fn sides() -> [Side; 2] {
    [
        Side::new("depth 2", "alpha-beta:2,evaluation=food,stop=off", "directional:0.9"),
        Side::new("depth 10", "alpha-beta:10,evaluation=food,stop=off", "directional:0.9"),
    ]
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let game = game(LAYOUT);
    let sides = sides();
    let tallies = played(options, &game, &sides, 100, MOST)?;
    let each = |index: usize| {
        let tally = &tallies[index];
        tally.generated as f64 / tally.all_moves.max(1) as f64
    };
    Ok(format!(
        "Depth 10 against depth 2, both by alpha-beta with the food evaluation\n\n{}\n\
         What to watch for: some of the food lies in a dead end, and the ghost is never far. Two rounds ahead, the way in looks safe,\n\
         and when the ghost closes it, it is too late. Ten rounds ahead, Pacman sees the way in and out again.\n\n{}\n\
         The point: depth 10 scores {}, depth 2 scores {}; a move costs {:.0} positions instead of {:.0}.\n",
        game.picture(&game.start()),
        table(&sides, &tallies),
        mean(&tallies[1].score),
        mean(&tallies[0].score),
        each(1),
        each(0),
    ))
}
