//! Checkers, also called English draughts: captures are forced, men move forward, and kings one square in any way.

mod rules;
pub mod squares;
pub mod tables;

pub use rules::{BLACK, Checkers, Move, Position, PositionError, WHITE, perft};
