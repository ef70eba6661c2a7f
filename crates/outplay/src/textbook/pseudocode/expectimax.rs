//! Minimax with a third kind of state: where chance moves, the value is the average by odds.

use super::{is_terminal, successors, utility};
use crate::{Player, Turn, ZeroSum};

/// The value of a state, whoever moves.
pub fn value<G: ZeroSum>(game: &G, state: &G::Position) -> f64 {
    if is_terminal(game, state) {
        return utility(game, state);
    }
    match game.turn(state) {
        Turn::Player(Player::MAX) => max_value(game, state),
        Turn::Player(_) => min_value(game, state),
        Turn::Chance => exp_value(game, state),
    }
}

/// The value of a state in which MAX moves.
pub fn max_value<G: ZeroSum>(game: &G, state: &G::Position) -> f64 {
    let mut v = f64::NEG_INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.max(value(game, &successor));
    }
    v
}

/// The value of a state in which MIN moves.
pub fn min_value<G: ZeroSum>(game: &G, state: &G::Position) -> f64 {
    let mut v = f64::INFINITY;
    for (_, successor) in successors(game, state) {
        v = v.min(value(game, &successor));
    }
    v
}

/// The value of a state in which chance moves.
pub fn exp_value<G: ZeroSum>(game: &G, state: &G::Position) -> f64 {
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    game.moves(state, &mut actions);
    game.odds(state, &actions, &mut probabilities);
    let mut v = 0.0;
    for ((_, successor), p) in successors(game, state).into_iter().zip(probabilities) {
        v += p * value(game, &successor);
    }
    v
}
