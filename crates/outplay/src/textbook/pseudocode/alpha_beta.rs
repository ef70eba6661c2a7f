//! Minimax with alpha and beta: alpha is the best that MAX has on the path to the root, beta the best that MIN has.
//!
//! Alpha changes only in `max_value` and beta only in `min_value`. What comes back from below a cut is a bound, not always a value.

use super::{is_terminal, successors, utility};
use crate::{Deterministic, Player, Turn, ZeroSum};

/// The value of a state, as far as it matters between alpha and beta.
pub fn value<G: ZeroSum + Deterministic>(
    game: &G,
    state: &G::Position,
    alpha: f64,
    beta: f64,
) -> f64 {
    if is_terminal(game, state) {
        return utility(game, state);
    }
    match game.turn(state) {
        Turn::Player(Player::MAX) => max_value(game, state, alpha, beta),
        _ => min_value(game, state, alpha, beta),
    }
}

/// The value of a state in which MAX moves: at least what is returned, if that is beta or more.
pub fn max_value<G: ZeroSum + Deterministic>(
    game: &G,
    state: &G::Position,
    mut alpha: f64,
    beta: f64,
) -> f64 {
    let mut v = f64::NEG_INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.max(value(game, &successor, alpha, beta));
        if v >= beta {
            return v;
        }
        alpha = alpha.max(v);
    }
    v
}

/// The value of a state in which MIN moves: at most what is returned, if that is alpha or less.
pub fn min_value<G: ZeroSum + Deterministic>(
    game: &G,
    state: &G::Position,
    alpha: f64,
    mut beta: f64,
) -> f64 {
    let mut v = f64::INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.min(value(game, &successor, alpha, beta));
        if v <= alpha {
            return v;
        }
        beta = beta.min(v);
    }
    v
}
