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

use std::ops::ControlFlow;

use crate::catalogue::{Labelled, Listed, Scale};

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

impl Listed for Othello {
    type Insight = Discs;
    type Solver = Discs;

    fn insight(&self) -> Discs {
        Discs::default()
    }

    fn solver(&self) -> Discs {
        self.insight()
    }

    fn insight_with(&self, weights: &[u8]) -> Result<Discs, String> {
        self.has_weights()?;
        Discs::with_weights(weights)
    }

    fn fit(
        &self,
        samples: &[Labelled<Board>],
        epochs: u32,
        threads: usize,
        told: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, String> {
        self.has_weights()?;
        train::fit(samples, epochs, threads, told)
    }

    fn meaning(&self, score: i32) -> String {
        match score {
            0 => "a draw".to_owned(),
            won if won > 0 => format!("the player to move wins by {won} discs"),
            lost => format!("the other player wins by {} discs", -lost),
        }
    }

    fn scale(&self) -> Scale {
        Scale { unit: 1.0, clear: 12.0 }
    }
}
