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

    /// Reads a line of a file of problems: a position without blanks, and its score, if it is known.
    fn read_problem(&self, line: &str) -> Result<Problem<Self>, NotationError> {
        let mut words = line.split_whitespace();
        let position = self.read_position(words.next().unwrap_or(""))?;
        let score = words.next().map(read_score).transpose()?;
        Ok(Problem { position, score, moves: Vec::new() })
    }
}

/// A position whose score may be known.
pub struct Problem<G: Game + ?Sized> {
    /// The position.
    pub position: G::Position,
    /// Its score, for the player to move.
    pub score: Option<i32>,
    /// The scores of some moves.
    pub moves: Vec<(G::Move, i32)>,
}

/// Reads a score, with or without a sign.
pub(crate) fn read_score(word: &str) -> Result<i32, NotationError> {
    word.parse()
        .map_err(|_| NotationError::new(format!("`{word}` is no score: write a whole number")))
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
