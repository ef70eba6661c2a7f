//! Checkers, also called English draughts: captures are forced, men move forward, and kings one square in any way.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay::Game;
//! use outplay_games::checkers::Checkers;
//!
//! let game = Checkers::default();
//! let mut position = game.read_position("B:W14,23:B10")?;
//! let capture = game.read_move(&position, "10x17")?;
//! game.play(&mut position, capture);
//! assert_eq!(game.write_position(&position), "W:W23:B17");
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

pub mod pdn;
pub mod squares;

mod ballots;
mod fen;
mod notation;
mod picture;
mod rules;

use outplay::face::{Entry, Listing};

pub use ballots::{Ballot, ballots};
pub use rules::{BLACK, Checkers, Move, Position, PositionError, WHITE, perft};

/// How positions are written.
const WRITTEN: &str = "\
A position is like B:W18,24,K27:B12,16,K20: the player to move, then the squares of White and Black, 1 to 32, kings with a K; or the \
moves so far, like 11-15 22-18 15x22. A whole game may be in PDN.";

/// Moves of each player without a capture or a move of a man, at most, that a variant may ask for.
const MOST_MOVES: u16 = 1_000;

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| match variant {
        None => Ok(Checkers::default()),
        Some(text) => limited(text),
    };
    Entry::sized("checkers", make)
        .about("take all pieces on the dark squares of 8 x 8; captures are forced")
        .seats(&["Black", "White"])
        .protocol_names(&["checkers"])
        .notation()
        .written(WRITTEN)
        .board()
        .openings(&ballots::sets())
        .zero_sum()
        .into()
}

/// The game that is drawn after so many moves of each player without a capture or a move of a man.
fn limited(text: &str) -> Result<Checkers, String> {
    let moves: Option<u16> = text.parse().ok();
    match moves {
        Some(moves @ 1..=MOST_MOVES) => Ok(Checkers::with_limit(2 * moves)),
        _ => Err(format!(
            "`{text:.50}` is no number of moves without a capture or a move of a man after which a game is drawn, \
             1 to {MOST_MOVES}: write checkers:40 for the usual one"
        )),
    }
}
