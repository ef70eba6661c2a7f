//! Chess, and Chess960: the rules of [`cozy_chess`], with the draws that need more than the board.
//!
//! ```
//! use outplay::Game;
//! use outplay_games::{Notation, chess::Chess};
//!
//! let game = Chess::default();
//! let mut position = game.read_position("7k/R7/1R6/8/8/8/8/4K3 w")?;
//! let mate = game.read_move(&position, "Rb8#")?;
//! game.play(&mut position, mate);
//! assert_eq!(game.payoff(&position, outplay::Player::MAX), 1.0);
//! # Ok::<(), outplay_games::NotationError>(())
//! ```

pub mod pgn;

mod epd;
mod fen;
mod notation;
mod past;
mod picture;
mod rules;
mod san;

pub use cozy_chess::{Board, Move};
pub use epd::Epd;
pub use rules::{Chess, Position, is_dead, perft};
