//! Expand: what new nodes are told about their moves.

use super::knowledge::Knowledge;
use super::pool::{CHANCE, Children, Pool};
use super::sync::Ordering::Relaxed;
use crate::Game;

/// Writes what the game says about the moves of a node into its new children.
#[allow(clippy::too_many_arguments)] // the last one is room to work in
pub(super) fn furnish<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    hand: &mut K::Hand,
    pool: &Pool<G::Move>,
    children: Children<'_, G::Move>,
    position: &G::Position,
    moves: &[G::Move],
    numbers: &mut Vec<f32>,
) {
    let mover = children.mover;
    if K::PRIORS && mover != CHANCE {
        numbers.clear();
        knowledge.priors(game, position, moves, hand, numbers);
        let total: f32 = numbers.iter().sum();
        for (rank, &prior) in numbers.iter().enumerate() {
            children.set_prior(rank, prior / total);
        }
    } else if pool.sides().priors {
        let even = 1.0 / moves.len() as f32;
        for rank in 0..moves.len() {
            children.set_prior(rank, even);
        }
    }
    let sides = pool.sides();
    if sides.bias && mover != CHANCE {
        numbers.clear();
        knowledge.bias(game, position, moves, numbers);
        for (rank, bias) in numbers.iter().enumerate() {
            children.bias(rank).store(bias.to_bits(), Relaxed);
        }
    }
    if sides.amaf && mover != CHANCE {
        for (rank, &mv) in moves.iter().enumerate() {
            let action = knowledge.action(game, position, mv);
            children.amaf(rank).action.store(action as u32, Relaxed);
        }
    }
}
