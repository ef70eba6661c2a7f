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

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    Entry::new("2048", TwentyFortyEight::new())
        .about("slide tiles until two equal ones meet, against nobody but chance")
        .seats(&["Player"])
        .unit("points", 1.0, 1000.0)
        .chance()
        .notation()
        .board()
        .evaluation(Tuples::new())
        .into()
}
