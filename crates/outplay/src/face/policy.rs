//! A policy in words: the move for every position of a small game.

use super::Wrong;
use super::erased::{Erased, Place, Positions};
use super::session::Choice;
use crate::textbook::{self, Policy, PolicyError};
use crate::{Game, Player, Sides, Tally, Turn};

/// How large a policy may be, and who hears how far it is.
pub struct PolicyWanted<'w> {
    /// How many bytes a position takes beside what the search needs.
    pub bytes_beside: usize,
    /// How many positions there may be, if each takes so many bytes.
    pub most: &'w dyn Fn(usize) -> usize,
    /// Hears how many positions there are while they are counted, and how many bytes each takes.
    pub told: &'w mut dyn FnMut(Tally, usize),
    /// There are more positions than allowed: what to say, from what was counted and how many bytes each takes.
    pub exceeded: &'w dyn Fn(Tally, usize) -> String,
}

/// One position of a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyRow {
    /// The position as text.
    pub position: String,
    /// Who acts; nobody if the game is over.
    pub turn: Option<Turn>,
    /// The first of the best moves.
    pub best: Option<String>,
    /// All moves that are equally good.
    pub best_moves: Vec<String>,
    /// What MAX wins from here.
    pub value: f64,
}

pub(super) fn rows(
    positions: &dyn Positions,
    wanted: &mut PolicyWanted<'_>,
) -> Result<Vec<PolicyRow>, Wrong> {
    let game = Erased(positions);
    let sides = Sides::paranoid(&game, Player::MAX);
    let each =
        Policy::<Place<'_>, Choice>::bytes_each() + positions.bytes_each() + wanted.bytes_beside;
    let most = (wanted.most)(each);
    let policy = Policy::new(&sides, &game.start(), most, |tally| (wanted.told)(tally, each));
    let policy = policy.map_err(|error| match error {
        PolicyError::TooMany(tally) => Wrong((wanted.exceeded)(tally, each)),
        other => Wrong(other.to_string()),
    })?;
    policy.choices.iter().map(row).collect()
}

fn row(choice: &textbook::Choice<Place<'_>, Choice>) -> Result<PolicyRow, Wrong> {
    let position = choice.position.text();
    let no_notation = "positions of this game have no notation, so a policy cannot be written";
    let name = |mv: Choice| choice.position.name(mv);
    Ok(PolicyRow {
        position: position.ok_or_else(|| Wrong(no_notation.to_owned()))?,
        turn: choice.turn,
        best: choice.best.map(name),
        best_moves: choice.best_moves.iter().map(|&mv| name(mv)).collect(),
        value: choice.value + 0.0,
    })
}
