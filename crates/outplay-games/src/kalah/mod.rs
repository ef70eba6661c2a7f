//! Kalah: sow seeds around the board, and bring them home.
//!
//! ```
//! use outplay::engine::{Engine, Question};
//! use outplay::{Bound, Game, Limits, Value};
//! use outplay_games::kalah::{Captures, Kalah, Stores};
//!
//! let game = Kalah::new(4, 3, Captures::Standard)?;
//! let question = Question::at(game.start());
//! let engine = Engine::new(game, Stores, 1)?;
//! let report = engine.solve(&question, &Limits::default(), ());
//! assert_eq!(report.value, Some(Value::Proven(Bound::Exact(6)))); // the first player wins by 6 seeds
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod endings;
mod insight;
mod notation;
mod picture;
mod rules;

use outplay::face::{Entry, Listing};

pub use endings::{EndingsGround, KalahEndings, Seeds};
pub use insight::Stores;
pub use rules::{Board, Captures, Kalah, Pit, SizeError};

/// How positions are written.
const WRITTEN: &str = "\
A position is the pits of South, from the left, and the store behind a colon, the same for North as North sees it, and the player to move: \
4-4-4-4-4-4:0/4-4-4-4-4-4:0/1. Or it is the moves so far, like 3 6 1; a move is the number of a pit, from the left of the player to move.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    Entry::sized("kalah", |variant| sized(variant.unwrap_or("6x4")))
        .about("sow seeds, the last one into your store moves again")
        .variants(&["6x4", "6x3", "6x2", "4x3", "6x4-empty"])
        .seats(&["South", "North"])
        .unit("seeds", 1.0, 6.0)
        .notation()
        .written(WRITTEN)
        .board()
        .zero_sum()
        .insight(|_| Stores)
        .tables(|game, seeds| KalahEndings::new(game, seeds.unwrap_or(USUAL_ENDINGS)))
        .into()
}

/// Endings with so many seeds in the pits are made if no number is given.
const USUAL_ENDINGS: u32 = 14;

/// Pits and seeds like `6x4`; with `-empty`, a capture from an empty pit takes the last seed home.
fn sized(variant: &str) -> Result<Kalah, String> {
    let (size, captures) = match variant.strip_suffix("-empty") {
        Some(size) => (size, Captures::Empty),
        None => (variant, Captures::Standard),
    };
    let numbers = size.split_once('x');
    let numbers = numbers.and_then(|(pits, seeds)| Some((pits.parse().ok()?, seeds.parse().ok()?)));
    let (pits, seeds) = numbers.ok_or_else(|| {
        format!("`{variant:.50}` is no size of Kalah: write pits x seeds, like `kalah:6x4` or `kalah:6x4-empty`")
    })?;
    Kalah::new(pits, seeds, captures).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
