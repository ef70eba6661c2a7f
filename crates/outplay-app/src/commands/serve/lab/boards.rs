//! The boards of a tree: what the position of each node looks like.

use serde_json::{Value as Json, json};

use super::super::spots::Reached;
use super::ask::Ask;
use super::place;
use crate::failure::Failure;

/// A node of a tree, as the moves that lead there.
pub(super) struct Boards(Reached);

impl Boards {
    /// The root, if boards are asked for and the game has some.
    pub(super) fn wanted(ask: Ask<'_>) -> Result<Option<Boards>, Failure> {
        if !ask.flag("boards") {
            return Ok(None);
        }
        let at = place::read(ask)?;
        Ok(at.about().has_board.then_some(Boards(at)))
    }

    /// Goes on to a child.
    pub(super) fn go(&mut self, by: &str) {
        if let Ok(choice) = self.0.session.read(by) {
            self.0.session.play(choice);
        }
    }

    /// The board of a child.
    pub(super) fn after(&mut self, by: &str) -> Json {
        let Ok(choice) = self.0.session.read(by) else { return Json::Null };
        self.0.session.play(choice);
        let board = self.0.glimpse();
        self.0.session.undo();
        board
    }

    /// The board here, with what it takes to draw those below.
    pub(super) fn here(&self) -> Json {
        let mut here = self.0.glimpse();
        here["game"] = json!(self.0.about().name);
        here["seats"] = json!(self.0.about().seats);
        here
    }
}
