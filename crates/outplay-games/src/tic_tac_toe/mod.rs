//! Tic-tac-toe: three in a row on a board of three by three.
//!
//! ```
//! use outplay::{Bound, Game, textbook::Search};
//! use outplay_games::tic_tac_toe::TicTacToe;
//!
//! let report = Search::new(&TicTacToe).table().alpha_beta(&TicTacToe.start())?;
//! assert_eq!(report.value, Some(Bound::Exact(0.0))); // a draw, as every child finds out
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod insight;
mod notation;
mod picture;
mod rules;
mod stones;

use outplay::face::{Entry, Listing};

use crate::by_stones::ByStones;
use crate::catalogue::size;

pub use insight::OpenLines;
pub use rules::{Board, Square, TicTacToe};

/// How positions are written.
const WRITTEN: &str = "\
A position is its 9 squares, row by row from the upper left: X, O, or . where it is empty. So the squares are, in that order, \
a3 b3 c3 a2 b2 c2 a1 b1 c1, and a move is one of these names.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| match size(variant)? {
        None | Some((3, 3)) => Ok(TicTacToe),
        _ => Err("tic-tac-toe is played on 3 x 3".to_owned()),
    };
    Entry::sized("tic-tac-toe", make)
        .about("three in a row on 3 x 3")
        .seats(&["X", "O"])
        .protocol_names(&["tictactoe"])
        .notation()
        .written(WRITTEN)
        .board()
        .zero_sum()
        .insight(|_| OpenLines)
        .tables(|_, pieces| ByStones::new(TicTacToe, pieces))
        .into()
}
