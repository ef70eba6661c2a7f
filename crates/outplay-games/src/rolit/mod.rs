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
mod rules;
#[cfg(test)]
mod tests;

pub use evaluation::Corners;
pub use rules::{Discs, PlayersError, Rolit, Square};
