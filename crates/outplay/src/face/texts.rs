//! Texts and boards of a game, behind one object-safe view each: the game's own, or a default that needs the rules alone.

use std::fmt::Debug;

use super::board::{Board, Drawn, Gesture, most_won};
use super::notation::{Finished, Games, Notation, NotationError, Problem};
use crate::{Game, Player};

/// Positions and moves as text.
pub(super) trait Texts<G: Game>: Send + Sync {
    /// A position in one line; none if positions are told by the moves that lead there.
    fn write_position(&self, game: &G, position: &G::Position) -> Option<String>;
    fn read_position(&self, game: &G, text: &str) -> Result<G::Position, NotationError>;
    fn write_move(&self, game: &G, position: &G::Position, mv: G::Move) -> String;
    fn read_move(&self, game: &G, at: &G::Position, text: &str) -> Result<G::Move, NotationError>;
    fn write_uci(&self, game: &G, position: &G::Position, mv: G::Move) -> String;
    fn read_uci(&self, game: &G, at: &G::Position, text: &str) -> Result<G::Move, NotationError>;
    /// The same position as the start of a game.
    fn anew(&self, game: &G, position: &G::Position) -> G::Position;
    fn picture(&self, game: &G, position: &G::Position) -> Option<String>;
    fn read_problem(&self, game: &G, line: &str) -> Result<Problem<G>, NotationError>;
    fn write_problem(&self, game: &G, at: &G::Position, score: i32, payoff: Option<f64>) -> String;
    fn read_games(&self, game: &G, text: &str) -> Option<Games<G>>;
    fn write_game(&self, game: &G, finished: &Finished<'_, G>) -> Option<String>;
}

/// The notation of the game.
pub(super) struct ByNotation;

impl<G: Notation> Texts<G> for ByNotation {
    fn write_position(&self, game: &G, position: &G::Position) -> Option<String> {
        Some(game.write_position(position))
    }
    fn read_position(&self, game: &G, text: &str) -> Result<G::Position, NotationError> {
        game.read_position(text)
    }
    fn write_move(&self, game: &G, position: &G::Position, mv: G::Move) -> String {
        game.write_move(position, mv)
    }
    fn read_move(&self, game: &G, at: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        game.read_move(at, text)
    }
    fn write_uci(&self, game: &G, position: &G::Position, mv: G::Move) -> String {
        game.write_uci(position, mv)
    }
    fn read_uci(&self, game: &G, at: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        game.read_uci(at, text)
    }
    fn anew(&self, game: &G, position: &G::Position) -> G::Position {
        game.anew(position)
    }
    fn picture(&self, game: &G, position: &G::Position) -> Option<String> {
        Some(game.picture(position))
    }
    fn read_problem(&self, game: &G, line: &str) -> Result<Problem<G>, NotationError> {
        game.read_problem(line)
    }
    fn write_problem(&self, game: &G, at: &G::Position, score: i32, payoff: Option<f64>) -> String {
        game.write_problem(at, score, payoff)
    }
    fn read_games(&self, game: &G, text: &str) -> Option<Games<G>> {
        game.read_games(text)
    }
    fn write_game(&self, game: &G, finished: &Finished<'_, G>) -> Option<String> {
        game.write_game(finished)
    }
}

/// Moves as they are debugged; positions are the moves that lead there.
pub(super) struct ByDebug;

const NO_POSITIONS: &str =
    "positions of this game have no notation: write the moves from the start";

impl<G: Game> Texts<G> for ByDebug {
    fn write_position(&self, _: &G, _: &G::Position) -> Option<String> {
        None
    }
    fn read_position(&self, _: &G, _: &str) -> Result<G::Position, NotationError> {
        Err(NotationError::new(NO_POSITIONS))
    }
    fn write_move(&self, _: &G, _: &G::Position, mv: G::Move) -> String {
        word(&mv)
    }
    fn read_move(&self, game: &G, at: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        let names: Vec<String> = moves.iter().map(|mv| word(mv)).collect();
        Ok(moves[rank(&names, text)?])
    }
    fn write_uci(&self, game: &G, position: &G::Position, mv: G::Move) -> String {
        Texts::<G>::write_move(self, game, position, mv)
    }
    fn read_uci(&self, game: &G, at: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        Texts::<G>::read_move(self, game, at, text)
    }
    fn anew(&self, _: &G, position: &G::Position) -> G::Position {
        position.clone()
    }
    fn picture(&self, _: &G, _: &G::Position) -> Option<String> {
        None
    }
    fn read_problem(&self, _: &G, _: &str) -> Result<Problem<G>, NotationError> {
        Err(NotationError::new(NO_POSITIONS))
    }
    fn write_problem(&self, _: &G, _: &G::Position, score: i32, _: Option<f64>) -> String {
        score.to_string()
    }
    fn read_games(&self, _: &G, _: &str) -> Option<Games<G>> {
        None
    }
    fn write_game(&self, _: &G, _: &Finished<'_, G>) -> Option<String> {
        None
    }
}

/// A move as it is debugged, without blanks, so that several moves can stand in a line.
fn word(mv: &dyn Debug) -> String {
    format!("{mv:?}").split_whitespace().collect()
}

/// Which of the moves with these names is meant.
fn rank(names: &[String], text: &str) -> Result<usize, NotationError> {
    names.iter().position(|name| name.eq_ignore_ascii_case(text)).ok_or_else(|| {
        let shown = &names[..names.len().min(12)];
        let more = if names.len() > shown.len() { ", ..." } else { "" };
        NotationError::new(match names.is_empty() {
            true => format!("`{text:.50}` is no move: the game is over"),
            false => format!("`{text:.50}` is no legal move: there are {}{more}", shown.join(", ")),
        })
    })
}

/// Positions to draw and to click on.
pub(super) trait Boards<G: Game>: Send + Sync {
    fn board(&self, game: &G, position: &G::Position) -> Board;
    fn gesture(&self, game: &G, position: &G::Position, mv: G::Move) -> Gesture;
    fn winner(&self, game: &G, position: &G::Position) -> Option<Player>;
    fn ending(&self, game: &G, position: &G::Position) -> Option<String>;
}

/// The board of the game.
pub(super) struct ByDrawing;

impl<G: Drawn> Boards<G> for ByDrawing {
    fn board(&self, game: &G, position: &G::Position) -> Board {
        game.board(position)
    }
    fn gesture(&self, game: &G, position: &G::Position, mv: G::Move) -> Gesture {
        game.gesture(position, mv)
    }
    fn winner(&self, game: &G, position: &G::Position) -> Option<Player> {
        game.winner(position)
    }
    fn ending(&self, game: &G, position: &G::Position) -> Option<String> {
        game.ending(position).map(str::to_owned)
    }
}

/// No board: moves are buttons.
pub(super) struct Buttons;

impl<G: Game> Boards<G> for Buttons {
    fn board(&self, _: &G, _: &G::Position) -> Board {
        Board::default()
    }
    fn gesture(&self, _: &G, _: &G::Position, _: G::Move) -> Gesture {
        Gesture::default()
    }
    fn winner(&self, game: &G, position: &G::Position) -> Option<Player> {
        most_won(game, position)
    }
    fn ending(&self, _: &G, _: &G::Position) -> Option<String> {
        None
    }
}
