//! A call for the impatient: the best move of a position, in one line.

use std::time::Duration;

use crate::engine::{Engine, Question};
use crate::{Deterministic, Limits, ZeroSum};

/// The largest table that is asked for, in megabytes.
const TABLE: usize = 64;

/// The best move that the [engine](crate::engine) finds within a time, by the rules alone; none if the game is over.
///
/// It takes as long as it may, unless it sees the end of the game before or there is only one move. What is known about a game
/// beyond its rules makes an [`Engine`] much stronger, and an engine that is kept remembers what it has found.
///
/// ```
/// use std::time::Duration;
/// use outplay::{Deterministic, Game, Player, Turn, ZeroSum};
///
/// /// Take one, two or three from a heap; the last one wins.
/// #[derive(Clone)]
/// struct Nim;
///
/// impl Game for Nim {
///     type Position = (u8, u8); // how many are left, and who is to move
///     type Move = u8;
///     fn start(&self) -> (u8, u8) { (21, 0) }
///     fn turn(&self, at: &(u8, u8)) -> Turn { Turn::Player(Player(at.1)) }
///     fn moves(&self, at: &(u8, u8), moves: &mut Vec<u8>) { moves.extend(1..=at.0.min(3)) }
///     fn play(&self, at: &mut (u8, u8), taken: u8) { *at = (at.0 - taken, 1 - at.1) }
///     fn payoff(&self, at: &(u8, u8), player: Player) -> f64 { if player.0 == at.1 { -1.0 } else { 1.0 } }
/// }
/// impl ZeroSum for Nim {}
/// impl Deterministic for Nim {}
///
/// let best = outplay::best_move(&Nim, &Nim.start(), Duration::from_millis(100));
/// assert_eq!(best, Some(1)); // twenty are left, a multiple of four
/// ```
pub fn best_move<G>(game: &G, position: &G::Position, time: Duration) -> Option<G::Move>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Clone + Sync,
{
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let limits = Limits { time: Some(time), ..Limits::default() };
    // Where there is little memory, a smaller table does.
    let sizes = std::iter::successors(Some(TABLE), |size| (*size > 1).then_some(size / 2));
    let engine = sizes.map(|size| Engine::new(game.clone(), (), size)).find_map(Result::ok);
    let best =
        engine.and_then(|engine| engine.search(&Question::at(position.clone()), &limits, ()).best);
    best.or(moves.first().copied())
}
