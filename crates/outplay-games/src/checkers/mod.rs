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
pub mod tables;

mod ballots;
mod features;
mod fen;
mod insight;
mod notation;
mod paths;
mod picture;
mod rules;
mod train;
mod weights;

use outplay::face::{Entry, Listing};

pub use ballots::{Ballot, ballots};
pub use insight::Draughtsmen;
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
        .unit("men", 100.0, 100.0)
        .samples(&SAMPLES)
        .protocol_names(&["checkers"])
        .notation()
        .written(WRITTEN)
        .board()
        .openings(&ballots::sets())
        .zero_sum()
        .insight(|_| Draughtsmen::default())
        .weights(|_, weights| Draughtsmen::with_weights(weights))
        .fit(|_, samples, fitting, told| train::fit(samples, fitting, told))
        .untrained(|_| weights::untrained())
        .tables(|_, pieces| tables::CheckersTables::checked(pieces.unwrap_or(5)))
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

/// From the opening to the endgame, with and without kings.
const SAMPLES: [&str; 6] = [
    "",
    "11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14",
    "W:W18,21,22,25,26,27,28,30,31,32:B1,2,4,5,6,7,9,12,14,16",
    "B:W17,22,23,26,27,30,31:B2,3,9,10,11,12,19",
    "W:W13,21,K10,30:B5,K19,11,12",
    "B:WK14,K18,21:BK1,K6,12",
];
