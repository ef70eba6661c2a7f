//! H-MINIMAX(s, d): minimax that asks an evaluation instead of going on, where its cut-off test says so.

use super::{is_terminal, successors, utility};
use crate::{Deterministic, Player, Turn, ZeroSum};

/// The cut-off test of the textbook: true if the depth is greater than a limit.
///
/// "Greater than" evaluates states one ply below the limit: with a limit of 2, three moves are looked ahead. Our
/// [`Depth`](crate::Depth) counts the moves that are looked ahead, so that `Depth::plies(3)` is this limit of 2.
pub fn is_deeper_than(limit: u32) -> impl Fn(u32) -> bool {
    move |depth| depth > limit
}

/// The value of a state at a depth. A game that is over is worth its utility, whatever the test says.
pub fn h_minimax<G: ZeroSum + Deterministic>(
    game: &G,
    state: &G::Position,
    depth: u32,
    is_cutoff: &impl Fn(u32) -> bool,
    eval: &impl Fn(&G::Position) -> f64,
) -> f64 {
    if is_terminal(game, state) {
        return utility(game, state);
    }
    if is_cutoff(depth) {
        return eval(state);
    }
    let values = successors(game, state)
        .into_iter()
        .map(|(_, successor)| h_minimax(game, &successor, depth + 1, is_cutoff, eval));
    match game.turn(state) {
        Turn::Player(Player::MAX) => values.fold(f64::NEG_INFINITY, f64::max),
        _ => values.fold(f64::INFINITY, f64::min),
    }
}
