//! Evaluated: an evaluation in payoffs, as the textbook searches take it, is enough of an insight for the engine.

use super::{Insight, StaticEvaluation, mover};
use crate::{Deterministic, Evaluation, Outcomes, ZeroSum};

/// What an evaluation of 1, a certain win, is worth in a game of win, draw and loss.
const CERTAIN: f64 = 10_000.0;

/// The insight of an [`Evaluation`] alone, written once for the textbook searches and for the engine.
///
/// In a game of win, draw and loss an evaluation lies between -1 and 1; in a game of points it is the points
/// that a player can expect.
///
/// ```
/// use outplay::engine::{Engine, Evaluated, Question};
/// use outplay::textbook::Search;
/// use outplay::{Depth, Deterministic, Evaluation, Game, Limits, Player, Turn, ZeroSum};
///
/// /// Take one, two or three from a heap; the last one wins.
/// struct Nim;
/// # impl Game for Nim {
/// #     type Position = (u8, u8);
/// #     type Move = u8;
/// #     fn start(&self) -> (u8, u8) { (21, 0) }
/// #     fn turn(&self, at: &(u8, u8)) -> Turn { Turn::Player(Player(at.1)) }
/// #     fn moves(&self, at: &(u8, u8), moves: &mut Vec<u8>) { moves.extend(1..=at.0.min(3)) }
/// #     fn play(&self, at: &mut (u8, u8), taken: u8) { *at = (at.0 - taken, 1 - at.1) }
/// #     fn payoff(&self, at: &(u8, u8), player: Player) -> f64 { if player.0 == at.1 { -1.0 } else { 1.0 } }
/// # }
/// # impl ZeroSum for Nim {}
/// # impl Deterministic for Nim {}
///
/// /// A heap that is a multiple of four is bad for the player to move.
/// struct Fours;
///
/// impl Evaluation<Nim> for Fours {
///     fn evaluate(&self, _: &Nim, at: &(u8, u8), player: Player) -> f64 {
///         let good_for_mover = if at.0 % 4 == 0 { -0.5 } else { 0.5 };
///         if player.0 == at.1 { good_for_mover } else { -good_for_mover }
///     }
/// }
///
/// let limits = Limits { depth: Some(Depth::plies(2)), ..Limits::default() };
/// let engine = Engine::new(Nim, Evaluated(Fours), 1)?;
/// assert_eq!(engine.search(&Question::at(Nim.start()), &limits, ()).best, Some(1));
/// let textbook = Search::new(&Nim).evaluation(&Fours).depth(Depth::plies(2));
/// assert_eq!(textbook.alpha_beta(&Nim.start())?.best, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluated<E>(pub E);

impl<G: ZeroSum + Deterministic, E: Evaluation<G> + Sync> Insight<G> for Evaluated<E> {
    type Scratch = ();
    type Scale = ();
    type Facts = ();
    type Evaluation = Self;
    type Ordering = ();
    type Selectivity = ();
    type Keys = ();

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &() {
        &()
    }
    fn evaluation(&self) -> &Self {
        self
    }
    fn ordering(&self) -> &() {
        &()
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &() {
        &()
    }
}

impl<G: ZeroSum + Deterministic, E: Evaluation<G> + Sync> StaticEvaluation<G, ()> for Evaluated<E> {
    type Carried = ();

    fn evaluate(&self, game: &G, position: &G::Position, (): &(), (): &()) -> i32 {
        let payoff = self.0.evaluate(game, position, mover(game, position));
        let unit = match game.outcomes() {
            Outcomes::WinDrawLoss => CERTAIN,
            Outcomes::Points { .. } => 1.0,
        };
        // Without an opinion, which is not a number, it is as good as a draw.
        (payoff * unit).round() as i32
    }
}
