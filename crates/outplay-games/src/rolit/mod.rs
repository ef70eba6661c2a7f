//! Rolit: Othello for two to four players, each with a colour.
//!
//! ```
//! use outplay::textbook::Search;
//! use outplay::{Depth, Game, Player};
//! use outplay_games::rolit::{Corners, Rolit};
//!
//! let game = Rolit::default();
//! let search = || Search::new(&game).evaluation(Corners).depth(Depth::plies(2));
//! assert!(search().max_n(&game.start())?.best.is_some()); // each for themselves
//! assert!(search().paranoid(&game.start(), Player(0))?.best.is_some()); // all against the first
//! assert!(search().best_reply(&game.start(), Player(0))?.best.is_some()); // one of them at a time
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluation;
mod notation;
mod picture;
mod rules;

/// How positions are written.
const WRITTEN: &str = "\
A position is all squares row by row from the upper left, r, y, g and b for the discs of the players and . where it is empty, and behind a / the \
player to move. Or it is the moves so far, like f4 c3; a move is a square, a1 in the upper left and h8 in the lower right.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| {
        let players = variant.unwrap_or("4");
        let number = players
            .parse()
            .map_err(|_| format!("`{players:.50}` is no number of players: write `rolit:3`"))?;
        Rolit::new(number).map_err(|error| error.to_string())
    };
    Entry::sized("rolit", make)
        .about("Othello for two to four players, each with a colour")
        .variants(&["3", "2"])
        .seats(&["Red", "Yellow", "Green", "Blue"])
        .unit("wins", 1.0, 0.5)
        .notation()
        .written(WRITTEN)
        .board()
        .evaluation(Corners)
        .passing()
        .into()
}

#[cfg(test)]
mod tests;

use outplay::face::{Entry, Listing};

pub use evaluation::Corners;
pub use rules::{Discs, PlayersError, Rolit, Square};
