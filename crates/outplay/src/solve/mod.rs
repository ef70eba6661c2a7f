//! Solving whole games: the value of every position that can be reached, not only of the one that is asked about.
//!
//! | solver | games |
//! |---|---|
//! | [`ValueIteration`] | two sides or one player, with chance and with loops |
//! | [`Prover`](proof::Prover) | two players, without chance, with loops or without: does a player get so much? |
//! | [`Retrograde`](retrograde::Retrograde) | two players, without chance and with loops, whose positions can be numbered |
//!
//! What retrograde analysis finds is kept in [tables].
//!
//! Games without chance and without loops are solved by the [engine](crate::engine), which need not look at every position.

#[cfg(feature = "cluster")]
pub mod cluster;
mod components;
mod graph;
pub mod proof;
pub mod retrograde;
pub mod tables;
mod value_iteration;

pub use value_iteration::{Solution, SolveError, ValueIteration};
