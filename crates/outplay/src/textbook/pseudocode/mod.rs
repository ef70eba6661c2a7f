//! The pseudocode of the lectures, line by line: the first judge of every other search, and what lessons show.
//!
//! Nothing here is fast, remembers, counts or tells: a function is its pseudocode and no more. The [`Search`](super::Search)
//! of this module's parent does the same with limits, orders, tables and an observer, and is tested to agree.
//!
//! | the lectures | here |
//! |---|---|
//! | state `s` | `&G::Position` |
//! | PLAYER(s), the next agent | [`Game::turn`] |
//! | ACTIONS(s) and RESULT(s, a) | [`successors`] |
//! | TERMINAL-TEST(s) | [`is_terminal`] |
//! | UTILITY(s) | [`utility`]: what MAX has won |
//!
//! | file | the lectures |
//! |---|---|
//! | [`minimax`] | max-value and min-value call each other; MINIMAX-DECISION |
//! | [`dispatch`] | value(state) asks which player moves next, so that a side may move twice |
//! | [`alpha_beta`] | the same with alpha and beta |
//! | [`expectimax`] | the same with exp-value for chance |
//! | [`h_minimax`] | H-MINIMAX(s, d) with its cut-off test |
//!
//! **Reference:** Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the chapter on adversarial search; Klein and
//! Abbeel, *CS 188*, the lectures on adversarial search.
//!
//! ```
//! use outplay::{Game, Tree, textbook::pseudocode::{alpha_beta, minimax}};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let game = tree.for_engine()?;
//! let state = game.start();
//! assert_eq!(minimax::max_value(&game, &state), 3.0);
//! assert_eq!(alpha_beta::value(&game, &state, f64::NEG_INFINITY, f64::INFINITY), 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alpha_beta;
pub mod dispatch;
pub mod expectimax;
pub mod h_minimax;
pub mod minimax;

use crate::{Game, Player};

/// The files of this module by their names, as text: a lesson shows a function beside the pseudocode it follows.
pub const SOURCES: [(&str, &str); 5] = [
    ("minimax", include_str!("minimax.rs")),
    ("dispatch", include_str!("dispatch.rs")),
    ("alpha_beta", include_str!("alpha_beta.rs")),
    ("expectimax", include_str!("expectimax.rs")),
    ("h_minimax", include_str!("h_minimax.rs")),
];

/// Every action, and the state that it leads to.
pub fn successors<G: Game>(game: &G, state: &G::Position) -> Vec<(G::Move, G::Position)> {
    let mut actions = Vec::new();
    game.moves(state, &mut actions);
    let result = |action| {
        let mut successor = state.clone();
        game.play(&mut successor, action);
        (action, successor)
    };
    actions.into_iter().map(result).collect()
}

/// Whether the game is over: nobody has a move.
pub fn is_terminal<G: Game>(game: &G, state: &G::Position) -> bool {
    successors(game, state).is_empty()
}

/// What MAX has won, in a state in which the game is over.
pub fn utility<G: Game>(game: &G, state: &G::Position) -> f64 {
    game.payoff(state, Player::MAX)
}
