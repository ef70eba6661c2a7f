//! A policy in words: the move for every position of a small game.

use super::Wrong;
use super::core::{Core, Playable};
use crate::textbook::{Policy, PolicyError};
use crate::{Tally, Turn, ZeroSum};

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

pub(super) fn rows<G: Playable + ZeroSum>(
    core: &Core<G>,
    wanted: &mut PolicyWanted<'_>,
) -> Result<Vec<PolicyRow>, Wrong> {
    let Core { game, texts, .. } = core;
    let each = Policy::<G::Position, G::Move>::bytes_each() + wanted.bytes_beside;
    let most = (wanted.most)(each);
    let policy = Policy::new(game, &game.start(), most, |tally| (wanted.told)(tally, each));
    let policy = policy.map_err(|error| match error {
        PolicyError::TooMany(tally) => Wrong((wanted.exceeded)(tally, each)),
        other => Wrong(other.to_string()),
    })?;
    let rows = policy.choices.iter().map(|choice| {
        let name = |mv: G::Move| texts.write_move(game, &choice.position, mv);
        let text = texts.write_position(game, &choice.position);
        Ok(PolicyRow {
            position: text.ok_or_else(|| {
                Wrong(
                    "positions of this game have no notation, so a policy cannot be written".into(),
                )
            })?,
            turn: choice.turn,
            best: choice.best.map(name),
            best_moves: choice.best_moves.iter().map(|&mv| name(mv)).collect(),
            value: choice.value + 0.0,
        })
    });
    rows.collect()
}
