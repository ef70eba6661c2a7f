//! A game behind the face is a game again: for referees, openings and whatever else asks once per move.

use std::sync::Arc;

use super::AnyGame;
use super::session::{Choice, Session};
use crate::{Game, Player, Turn};

/// A game behind the face, as a [`Game`] whose positions are sessions and whose moves are choices. Each call is a `dyn` call and
/// positions carry their moves, so it is for what happens once per move, not for searches.
#[derive(Clone)]
pub struct Faced(pub Arc<dyn AnyGame>);

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.fork()
    }
}

impl Game for Faced {
    type Position = Box<dyn Session>;
    type Move = Choice;

    fn start(&self) -> Box<dyn Session> {
        self.0.start()
    }

    fn turn(&self, position: &Box<dyn Session>) -> Turn {
        position.turn().expect("asked only of positions that are not over")
    }

    fn moves(&self, position: &Box<dyn Session>, moves: &mut Vec<Choice>) {
        moves.extend((0..position.choices()).map(Choice::of));
    }

    fn play(&self, position: &mut Box<dyn Session>, mv: Choice) {
        position.play(mv);
    }

    fn payoff(&self, position: &Box<dyn Session>, player: Player) -> f64 {
        position.payoffs().expect("asked only of positions that are over")[player.index()]
    }

    fn players(&self) -> usize {
        self.0.about().players()
    }

    fn round(&self) -> usize {
        self.0.about().round
    }

    fn odds(&self, position: &Box<dyn Session>, _: &[Choice], odds: &mut Vec<f64>) {
        odds.extend(position.odds());
    }

    fn key(&self, position: &Box<dyn Session>) -> Option<u64> {
        position.key()
    }
}
