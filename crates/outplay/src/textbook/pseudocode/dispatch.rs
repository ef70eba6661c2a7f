//! Minimax as one function that asks which player moves next: a side may move twice in a row, and several agents may be MIN.

use super::{is_terminal, successors, utility};
use crate::{Deterministic, Player, Turn, ZeroSum};

/// The value of a state, whoever moves.
pub fn value<G: ZeroSum + Deterministic>(game: &G, state: &G::Position) -> f64 {
    if is_terminal(game, state) {
        return utility(game, state);
    }
    match game.turn(state) {
        Turn::Player(Player::MAX) => max_value(game, state),
        _ => min_value(game, state),
    }
}

/// The value of a state in which MAX moves.
pub fn max_value<G: ZeroSum + Deterministic>(game: &G, state: &G::Position) -> f64 {
    let mut v = f64::NEG_INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.max(value(game, &successor));
    }
    v
}

/// The value of a state in which MIN moves.
pub fn min_value<G: ZeroSum + Deterministic>(game: &G, state: &G::Position) -> f64 {
    let mut v = f64::INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.min(value(game, &successor));
    }
    v
}
