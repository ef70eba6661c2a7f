//! The past: a game whose positions remember what came before, for rules about a position that comes again.
//!
//! Positions are small and hold what the board shows. [`WithPast`] makes a game of them in which the rule of
//! [repetition](Game::repetition) is applied: every position carries its [`Past`], and is compared with the earlier ones exactly, not by a
//! hash. It serves the searches of the textbook, referees, perft and the contract of games. The [engine](crate::engine) works with the plain
//! positions, and its [question](crate::engine::Question) tells the past.
//!
//! ```
//! use outplay::{Game, Player, Repetition, Turn, WithPast};
//!
//! /// One piece goes round three places, either way. Whoever makes a place come for the second time ends the game with a draw.
//! struct Ring;
//!
//! impl Game for Ring {
//!     type Position = (u64, u8);
//!     type Move = u64;
//!     fn start(&self) -> (u64, u8) { (0, 0) }
//!     fn turn(&self, at: &(u64, u8)) -> Turn { Turn::Player(Player(at.1)) }
//!     fn moves(&self, _: &(u64, u8), moves: &mut Vec<u64>) { moves.extend([1, 2]) }
//!     fn play(&self, at: &mut (u64, u8), steps: u64) { *at = ((at.0 + steps) % 3, 1 - at.1) }
//!     fn payoff(&self, _: &(u64, u8), _: Player) -> f64 { unreachable!("by its own rules it never ends") }
//!     fn key(&self, at: &(u64, u8)) -> Option<u64> { Some(2 * at.0 + u64::from(at.1)) }
//!     fn repetition(&self) -> Repetition { Repetition::Draw { times: 2 } }
//! }
//!
//! let game = WithPast::new(&Ring);
//! let mut position = game.start();
//! let mut moves = Vec::new();
//! for steps in [1, 2] {
//!     game.moves(&position, &mut moves);
//!     assert_eq!(moves, [1, 2]);
//!     game.play(&mut position, steps);
//!     moves.clear();
//! }
//! game.moves(&position, &mut moves); // the piece is where it was, with the same player to move
//! assert!(moves.is_empty() && game.payoff(&position, Player::MAX) == 0.0);
//! ```

use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::Arc;

use crate::textbook::Passing;
use crate::{Deterministic, Evaluation, Game, Outcomes, Player, Repetition, Turn, ZeroSum, mixed};

/// The key of a past without positions: any number but 0, which [`mixed`] leaves as it is.
const FIRST: u64 = 0x9E37_79B9_7F4A_7C15;

/// A game whose positions remember what came before, so that its rule of [repetition](Game::repetition) is applied.
#[derive(Debug)]
pub struct WithPast<'g, G> {
    game: &'g G,
}

impl<G> Clone for WithPast<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for WithPast<'_, G> {}

/// A position, and all before it that can come again. Where the rules do not mind repetition, there are none.
///
/// It can be used wherever the position alone is asked for.
#[derive(Clone)]
pub struct Past<P> {
    position: P,
    earlier: Option<Arc<Earlier<P>>>,
}

/// An earlier position, and those before it. Positions of one game share them.
struct Earlier<P> {
    position: P,
    before: Option<Arc<Earlier<P>>>,
    /// How many there are, this one included.
    count: usize,
    /// Of all keys up to here.
    key: Option<u64>,
}

impl<P> Drop for Earlier<P> {
    /// One after the other, because a long list would take a deep stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut earlier) = next.and_then(Arc::into_inner) {
            next = earlier.before.take();
        }
    }
}

impl<P> Past<P> {
    /// A position before which nothing is known.
    pub fn new(position: P) -> Past<P> {
        Past { position, earlier: None }
    }

    /// The position itself.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The positions before it that can come again, the last one first.
    pub fn earlier(&self) -> impl Iterator<Item = &P> {
        let mut next = self.earlier.as_deref();
        std::iter::from_fn(move || {
            let earlier = next?;
            next = earlier.before.as_deref();
            Some(&earlier.position)
        })
    }
}

impl<P> From<P> for Past<P> {
    fn from(position: P) -> Past<P> {
        Past::new(position)
    }
}

impl<P> Deref for Past<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.position
    }
}

impl<P: PartialEq> PartialEq for Past<P> {
    fn eq(&self, other: &Past<P>) -> bool {
        self.position == other.position && self.earlier().eq(other.earlier())
    }
}

impl<P: Eq> Eq for Past<P> {}

impl<P: Debug> Debug for Past<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {} that can come again", self.position, self.earlier().count())
    }
}

impl<'g, G: Game> WithPast<'g, G> {
    /// The game, with memory.
    pub fn new(game: &'g G) -> Self {
        WithPast { game }
    }

    /// The position that some moves lead to, with its past.
    pub fn after(&self, start: &G::Position, moves: &[G::Move]) -> Past<G::Position> {
        let mut past = Past::new(start.clone());
        moves.iter().for_each(|&mv| self.play(&mut past, mv));
        past
    }

    /// For which time the position is there: 1 if it never was before.
    pub fn occurrences(&self, past: &Past<G::Position>) -> usize {
        let reach = self.game.reversible_plies(past) as usize;
        let is_same = |earlier: &&G::Position| self.game.is_same_position(earlier, past);
        past.earlier().take(reach).filter(is_same).count() + 1
    }

    /// Whether the game is over and drawn because the position was there before.
    pub fn is_drawn_by_repetition(&self, past: &Past<G::Position>) -> bool {
        match self.game.repetition() {
            Repetition::Draw { times } => self.occurrences(past) >= times as usize,
            Repetition::Ignored | Repetition::Forbidden => false,
        }
    }

    /// Whether the rules forbid a move because it leads to a position of the past.
    pub fn is_forbidden(&self, past: &Past<G::Position>, mv: G::Move) -> bool {
        if self.game.repetition() != Repetition::Forbidden {
            return false;
        }
        let mut child = past.position.clone();
        self.game.play(&mut child, mv);
        let before = std::iter::once(&past.position).chain(past.earlier());
        let reach = self.game.reversible_plies(&child) as usize;
        before.take(reach).any(|earlier| self.game.is_same_position(earlier, &child))
    }

    /// The past after one more position.
    fn link(
        &self,
        before: Option<Arc<Earlier<G::Position>>>,
        position: G::Position,
    ) -> Option<Arc<Earlier<G::Position>>> {
        let (count, known) =
            before.as_ref().map_or((0, Some(FIRST)), |earlier| (earlier.count, earlier.key));
        let next = |known: u64| Some(mixed(known ^ mixed(self.game.key(&position)? ^ FIRST)));
        let key = known.and_then(next);
        Some(Arc::new(Earlier { position, before, count: count + 1, key }))
    }

    /// What is known about the game, for positions with a past. Facts are left out: they may not hold for every past.
    pub fn evaluation<E: Evaluation<G>>(&self, evaluation: E) -> PastEvaluation<E> {
        PastEvaluation(evaluation)
    }
}

impl<G: Game> Game for WithPast<'_, G> {
    type Position = Past<G::Position>;
    type Move = G::Move;

    fn start(&self) -> Past<G::Position> {
        Past::new(self.game.start())
    }

    fn turn(&self, past: &Past<G::Position>) -> Turn {
        self.game.turn(past)
    }

    fn moves(&self, past: &Past<G::Position>, moves: &mut Vec<G::Move>) {
        if self.is_drawn_by_repetition(past) {
            return;
        }
        let listed = moves.len();
        self.game.moves(past, moves);
        if self.game.repetition() == Repetition::Forbidden {
            let mut kept = moves.split_off(listed);
            kept.retain(|&mv| !self.is_forbidden(past, mv));
            moves.append(&mut kept);
        }
    }

    fn play(&self, past: &mut Past<G::Position>, mv: G::Move) {
        if self.game.repetition() == Repetition::Ignored {
            return self.game.play(&mut past.position, mv);
        }
        let mut child = past.position.clone();
        self.game.play(&mut child, mv);
        let position = std::mem::replace(&mut past.position, child);
        let reach = self.game.reversible_plies(&past.position) as usize;
        past.earlier = match past.earlier.take() {
            _ if reach == 0 => None,
            Some(earlier) if earlier.count / 2 > reach => {
                past.earlier = Some(earlier);
                let last: Vec<G::Position> = past.earlier().take(reach).cloned().collect();
                let kept = last.into_iter().rev().fold(None, |before, one| self.link(before, one));
                self.link(kept, position)
            }
            before => self.link(before, position),
        };
    }

    fn payoff(&self, past: &Past<G::Position>, player: Player) -> f64 {
        match self.is_drawn_by_repetition(past) {
            true => 0.0,
            false => self.game.payoff(past, player),
        }
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn round(&self) -> usize {
        self.game.round()
    }

    fn odds(&self, past: &Past<G::Position>, moves: &[G::Move], odds: &mut Vec<f64>) {
        self.game.odds(past, moves, odds);
    }

    /// Positions with another past are others.
    fn key(&self, past: &Past<G::Position>) -> Option<u64> {
        let key = self.game.key(past)?;
        match &past.earlier {
            None => Some(key),
            Some(earlier) => Some(mixed(key ^ earlier.key?.rotate_left(32))),
        }
    }
}

impl<G: ZeroSum> ZeroSum for WithPast<'_, G> {
    fn outcomes(&self) -> Outcomes {
        self.game.outcomes()
    }
}

impl<G: Deterministic> Deterministic for WithPast<'_, G> {}

impl<G: Passing> Passing for WithPast<'_, G> {
    fn pass_to(&self, past: &mut Past<G::Position>, player: Player) {
        self.game.pass_to(&mut past.position, player);
    }
}

/// An evaluation of a game, for a search that sees it [with its past](WithPast).
#[derive(Clone, Copy, Debug)]
pub struct PastEvaluation<E>(E);

impl<G: Game, E: Evaluation<G>> Evaluation<WithPast<'_, G>> for PastEvaluation<E> {
    fn evaluate(&self, game: &WithPast<'_, G>, past: &Past<G::Position>, player: Player) -> f64 {
        self.0.evaluate(game.game, past, player)
    }
}
