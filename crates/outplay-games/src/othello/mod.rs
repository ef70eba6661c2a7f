//! Othello: put a disc, flip what lies between it and others of yours; who has more discs in the end wins.
//!
//! ```
//! use outplay::{Bound, Game, textbook::Search};
//! use outplay_games::othello::Othello;
//!
//! let game = Othello::new(4)?;
//! let report = Search::new(&game).table().alpha_beta(&game.start())?;
//! assert_eq!(report.value, Some(Bound::Exact(-10.0))); // white wins by 10 discs
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluations;
mod finish;
mod flips;
mod insight;
mod notation;
mod order;
mod patterns;
mod picture;
mod rules;
mod stable;
mod train;
mod weights;

use outplay::face::{Entry, Listing};

use crate::catalogue::size;

pub use insight::Discs;
pub use rules::{Board, Othello, SizeError, Square};

impl Othello {
    fn has_weights(&self) -> Result<(), String> {
        match self.size() {
            8 => Ok(()),
            size => Err(format!("a board of {size} x {size} has no weights, only 8 x 8 has")),
        }
    }
}

/// How positions are written, and scores.
const WRITTEN: &str = "\
A position is the moves so far, like f5d6c3, or all squares row by row from the upper left, X black, O white, - empty, and the \
player to move. A solved score is the difference of discs, where squares that stay empty count for the winner.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| match size(variant)?.unwrap_or((8, 8)) {
        (width, height) if width == height => {
            Othello::new(width).map_err(|error| error.to_string())
        }
        _ => Err("the board of Othello is as wide as it is high".to_owned()),
    };
    Entry::sized("othello", make)
        .about("most discs on 8 x 8, what is enclosed is flipped")
        .variants(&["6x6", "4x4"])
        .seats(&["Black", "White"])
        .unit("discs", 1.0, 12.0)
        .protocol_names(&["flipello", "othello"])
        .notation()
        .written(WRITTEN)
        .board()
        .evaluations(&evaluations::EVALUATIONS)
        .meaning(|_, score| match score {
            0 => "a draw".to_owned(),
            won if won > 0 => format!("the player to move wins by {won} discs"),
            lost => format!("the other player wins by {} discs", -lost),
        })
        .zero_sum()
        .insight(|_| Discs::default())
        .weights(|game: &Othello, weights| {
            game.has_weights()?;
            Discs::with_weights(weights)
        })
        .fit(|game, samples, fitting, told| {
            game.has_weights()?;
            train::fit(samples, fitting, told)
        })
        .into()
}
