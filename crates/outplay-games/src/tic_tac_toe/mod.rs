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

use crate::catalogue::Listed;

pub use insight::OpenLines;
pub use rules::{Board, Square, TicTacToe};

/// The rules are enough.
impl Listed for TicTacToe {
    type Insight = OpenLines;
    type Solver = OpenLines;

    fn insight(&self) -> OpenLines {
        OpenLines
    }

    fn solver(&self) -> OpenLines {
        self.insight()
    }
}
