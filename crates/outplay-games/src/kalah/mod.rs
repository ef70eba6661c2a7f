//! Kalah: sow seeds around the board, and bring them home.
//!
//! ```
//! use outplay::engine::{Engine, Question};
//! use outplay::{Bound, Game, Limits, Value};
//! use outplay_games::kalah::{Captures, Kalah, Stores};
//!
//! let game = Kalah::new(4, 3, Captures::Standard)?;
//! let question = Question::at(game.start());
//! let engine = Engine::new(game, Stores, 1)?;
//! let report = engine.solve(&question, &Limits::default(), ());
//! assert_eq!(report.value, Some(Value::Proven(Bound::Exact(6)))); // the first player wins by 6 seeds
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod insight;
mod notation;
mod rules;

pub use insight::Stores;
pub use rules::{Board, Captures, Kalah, Pit, SizeError};

#[cfg(test)]
mod tests;
