//! Notation: positions and moves as text, both ways.

use std::fmt::{self, Display};

use outplay::Game;

/// A game whose positions and moves can be written and read.
pub trait Notation: Game {
    /// A position in one line.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads what [`write_position`](Self::write_position) writes. Only positions that can be reached by
    /// play are accepted, as far as the rules make that easy to see.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A move that is legal in `position`.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move, and refuses one that is not legal in `position`.
    fn read_move(&self, position: &Self::Position, text: &str)
    -> Result<Self::Move, NotationError>;

    /// The position as a person sees it, over several lines.
    fn picture(&self, position: &Self::Position) -> String;
}

/// What is wrong with a text, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl NotationError {
    /// An error that says this.
    pub fn new(what: impl Into<String>) -> NotationError {
        NotationError(what.into())
    }
}

impl Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}
