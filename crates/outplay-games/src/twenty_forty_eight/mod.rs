//! 2048: slide tiles until two equal ones meet, against nobody but chance.
//!
//! ```
//! use outplay::textbook::Search;
//! use outplay::{Depth, Player};
//! use outplay::face::Notation;
//! use outplay_games::twenty_forty_eight::{Slide, TilesMove, Tuples, TwentyFortyEight};
//!
//! let game = TwentyFortyEight::new();
//! let tiles = game.read_position("a9871...........:10000")?;
//! let search = Search::new(&game).evaluation(Tuples::new()).depth(Depth::plies(3)).table();
//! let report = search.expectimax(&tiles, Player::MAX)?;
//! assert!(report.best.is_some_and(|mv| mv != TilesMove::Slide(Slide::Down))); // the row of large tiles stays where it is
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod learn;
mod notation;
mod picture;
mod rules;
#[cfg(test)]
mod tests;
mod tuples;

use outplay::face::{Entry, Listing};

pub use rules::{Slide, Tiles, TilesMove, TwentyFortyEight};
pub use tuples::Tuples;

/// How positions are written.
const WRITTEN: &str = "\
A position is the squares row by row from the upper left, . where one is empty and otherwise the power of two in base 16, 1 for 2, 2 for 4, to \
f for 32768; then the points, and + for each tile that chance puts next: .........2..1...:0. Or it is the moves so far, like a1=2 b2=4 left; \
moves are left, right, up and down, and chance puts a 2 or a 4 on a square, as in b3=2.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    Entry::new("2048", TwentyFortyEight::new())
        .about("slide tiles until two equal ones meet, against nobody but chance")
        .seats(&["Player"])
        .unit("points", 1.0, 1000.0)
        .chance()
        .notation()
        .written(WRITTEN)
        .board()
        .evaluation(Tuples::new())
        .into()
}
