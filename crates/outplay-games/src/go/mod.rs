//! Go: surround more of the board than the other player.
#![allow(missing_docs)]
mod board;
mod features;
mod insight;
pub use insight::*;
mod notation;
mod patterns;
mod picture;
mod policy;
mod rules;
mod sgf;
mod status;
mod tactics;
mod train;
pub use train::*;
pub use board::*;
pub use features::*;
pub use policy::*;
pub use rules::*;
pub use sgf::*;
#[cfg(test)]
mod tests;
