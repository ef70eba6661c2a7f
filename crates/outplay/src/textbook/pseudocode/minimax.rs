//! Minimax as two functions that call each other, for players who take turns.

use super::{is_terminal, successors, utility};
use crate::{Deterministic, ZeroSum};

/// The value of a state in which MAX moves.
pub fn max_value<G: ZeroSum + Deterministic>(game: &G, state: &G::Position) -> f64 {
    if is_terminal(game, state) {
        return utility(game, state);
    }
    let mut v = f64::NEG_INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.max(min_value(game, &successor));
    }
    v
}

/// The value of a state in which MIN moves.
pub fn min_value<G: ZeroSum + Deterministic>(game: &G, state: &G::Position) -> f64 {
    if is_terminal(game, state) {
        return utility(game, state);
    }
    let mut v = f64::INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.min(max_value(game, &successor));
    }
    v
}

/// MINIMAX-DECISION: the action of MAX with the highest value, and the first of them if there are several.
pub fn decision<G: ZeroSum + Deterministic>(game: &G, state: &G::Position) -> Option<G::Move> {
    let mut best = None;
    let mut v = f64::NEG_INFINITY;
    for (action, successor) in successors(game, state) {
        let value = min_value(game, &successor);
        if value > v {
            (best, v) = (Some(action), value);
        }
    }
    best
}
