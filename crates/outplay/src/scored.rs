//! Scored: a game in the numbers of the engine.

use crate::engine::{Insight, Scale, StaticEvaluation};
use crate::{Evaluation, Game, Player, Repetition, Turn, ZeroSum};

/// A game whose payoffs are the scores that the engine works with, so that a search of the textbook compares what it is
/// paid with what the [`Insight`] thinks of a position.
#[derive(Clone, Copy, Debug)]
pub struct Scored<'s, G, I> {
    game: &'s G,
    insight: &'s I,
}

impl<'s, G, I> Scored<'s, G, I> {
    /// The game, with what is known about it.
    pub fn new(game: &'s G, insight: &'s I) -> Self {
        Scored { game, insight }
    }
}

impl<G: ZeroSum, I: Insight<G>> Game for Scored<'_, G, I> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn turn(&self, position: &G::Position) -> Turn {
        self.game.turn(position)
    }
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }
    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.game.play(position, mv);
    }
    fn payoff(&self, position: &G::Position, player: Player) -> f64 {
        let score = self.insight.scale().terminal(self.game, position, Player::MAX, 0);
        f64::from(if player == Player::MAX { score } else { -score })
    }
    fn round(&self) -> usize {
        self.game.round()
    }
    fn odds(&self, position: &G::Position, moves: &[G::Move], odds: &mut Vec<f64>) {
        self.game.odds(position, moves, odds);
    }
    fn key(&self, position: &G::Position) -> Option<u64> {
        self.game.key(position)
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }
    fn is_same_position(&self, one: &G::Position, other: &G::Position) -> bool {
        self.game.is_same_position(one, other)
    }
    fn repetition_key(&self, position: &G::Position) -> u64 {
        self.game.repetition_key(position)
    }
    fn reversible_plies(&self, position: &G::Position) -> u32 {
        self.game.reversible_plies(position)
    }
}

impl<G: ZeroSum, I: Insight<G>> ZeroSum for Scored<'_, G, I> {}

impl<'s, G: ZeroSum, I: Insight<G>> Evaluation<Scored<'s, G, I>> for Scored<'s, G, I> {
    fn evaluate(&self, _: &Scored<'s, G, I>, position: &G::Position, player: Player) -> f64 {
        let scratch = self.insight.scratch(self.game, position);
        let evaluation = self.insight.evaluation();
        let carried = evaluation.carried(self.game, position);
        let score = f64::from(evaluation.evaluate(self.game, position, &scratch, &carried));
        if self.game.turn(position) == Turn::Player(player) { score } else { -score }
    }
}
