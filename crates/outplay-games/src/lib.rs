#![forbid(unsafe_code)]
//! The games of the lectures, each described once for every search of [`outplay`].
//!
//! One folder per game, with the same files in each: `rules.rs` the game itself, `insight.rs` what is known
//! beyond the rules, `notation.rs` positions and moves as text, `picture.rs` the board as a person sees it.
//! [`catalogue()`] is the one list of them.

mod by_stones;
mod catalogue;
mod combinations;
mod portable;
mod tapered;

pub mod centipede;
pub mod checkers;
pub mod chess;
pub mod connect_four;
pub mod go;
pub mod kalah;
pub mod othello;
pub mod pacman;
pub mod pig;
pub mod rolit;
pub mod tic_tac_toe;
pub mod twenty_forty_eight;

pub use catalogue::catalogue;
