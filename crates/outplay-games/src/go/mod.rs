//! Go: surround more of the board than the other player.
#![allow(missing_docs)]
mod board;
mod rules;
pub use board::*;
pub use rules::*;
