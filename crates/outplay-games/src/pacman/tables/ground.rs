//! Numbers of the positions of a maze, and how moves connect them.

use std::sync::Arc;

use outplay::Game;
use outplay::solve::retrograde::{Exits, Ground, Look, Next, Worth};

use super::super::rules::{Agent, Direction, Outcome, Pacman, Position};
use crate::combinations::{choose, rank, set};

/// Directions in which a ghost may look.
const HEADINGS: u64 = Direction::ALL.len() as u64;
/// Sets of more food than this have no numbers.
const MOST_FOOD: usize = 32;

/// How the positions of a maze are numbered: by what food is left, where Pacman is, where the ghosts are and look, and who moves.
pub(super) struct Numbering {
    game: Pacman,
    cells: u64,
    agents: u64,
}

impl Numbering {
    pub(super) fn new(game: Pacman) -> Numbering {
        let (cells, agents) = (game.maze().free().len() as u64, game.agents() as u64);
        Numbering { game, cells, agents }
    }

    /// How many numbers a maze has, all in all.
    pub(super) fn positions(game: &Pacman) -> u128 {
        let (cells, ghosts) = (game.maze().free().len() as u128, game.agents() - 1);
        let foods = match game.layout().food().len() {
            food if food > MOST_FOOD => return u128::MAX,
            food => (1 << food) - 1,
        };
        let places = (0..ghosts).fold(cells, |all, _| all * cells * u128::from(HEADINGS));
        foods * places * game.agents() as u128
    }

    pub(super) fn game(&self) -> &Pacman {
        &self.game
    }

    /// How much food there is at the start.
    pub(super) fn food(&self) -> u8 {
        self.game.layout().food().len() as u8
    }

    fn count(&self, food_left: u8) -> u64 {
        let ghosts = (1..self.agents).fold(1, |all, _| all * self.cells * HEADINGS);
        choose(self.food().into(), food_left.into()) * self.cells * ghosts * self.agents
    }

    /// The number of an open position among those with as much food; none if a ghost is scared, or where Pacman is.
    pub(super) fn number(&self, position: &Position) -> Option<u64> {
        let maze = self.game.maze();
        let (pacman, ghosts) = (position.pacman(), self.game.ghosts(position));
        let is_odd =
            |ghost: &Agent| ghost.timer > 0 || ghost.is_between() || ghost.cell() == pacman.cell();
        if ghosts.iter().any(is_odd) {
            return None;
        }
        let food = rank(position.food[0]) * self.cells + maze.number(pacman.cell()) as u64;
        let places = ghosts.iter().fold(food, |number, ghost| {
            let place = maze.number(ghost.cell()) as u64;
            (number * self.cells + place) * HEADINGS + ghost.heading as u64
        });
        Some(places * self.agents + u64::from(position.turn))
    }

    /// The position with a number; none if a ghost would be where Pacman is.
    fn position(&self, food_left: u8, number: u64) -> Option<Position> {
        let free = self.game.maze().free();
        let mut position = self.game.start();
        position.turn = (number % self.agents) as u8;
        let mut rest = number / self.agents;
        for ghost in position.agents[1..self.agents as usize].iter_mut().rev() {
            let heading = Direction::ALL[(rest % HEADINGS) as usize];
            rest /= HEADINGS;
            *ghost = Agent { heading, ..Agent::at(free[(rest % self.cells) as usize]) };
            rest /= self.cells;
        }
        position.agents[0] = Agent::at(free[(rest % self.cells) as usize]);
        position.food[0] = set(rest / self.cells, food_left.into());
        position.food_left = food_left.into();
        let pacman = position.pacman().cell();
        let is_free = self.game.ghosts(&position).iter().all(|ghost| ghost.cell() != pacman);
        is_free.then_some(position)
    }
}

/// What a game that is over is worth to the agent who would move.
pub(super) fn over<V: Worth>(outcome: Outcome, agent: usize) -> V {
    if (outcome == Outcome::Won) == (agent == 0) { V::WON } else { V::LOST }
}

/// Who moves after a move: all ghosts are one player.
fn who_moves(before: &Position, after: &Position) -> Next {
    let is_same = (before.turn == 0) == (after.turn == 0);
    if is_same { Next::Same } else { Next::Opponent }
}

/// The positions with so much food left.
pub struct MazeGround {
    numbering: Arc<Numbering>,
    food_left: u8,
}

impl MazeGround {
    pub(super) fn new(numbering: Arc<Numbering>, food_left: u8) -> MazeGround {
        MazeGround { numbering, food_left }
    }

    /// The positions after all moves.
    fn each_move(&self, position: &Position, mut told: impl FnMut(Position)) {
        let game = &self.numbering.game;
        let mut moves = Vec::with_capacity(Direction::ALL.len());
        game.moves(position, &mut moves);
        for direction in moves {
            let mut next = *position;
            game.play(&mut next, direction);
            told(next);
        }
    }

    fn stays(&self, next: &Position) -> bool {
        next.outcome == Outcome::Open && next.food_left == u16::from(self.food_left)
    }

    fn number(&self, position: &Position) -> u64 {
        self.numbering.number(position).expect("who meets a ghost is caught")
    }
}

impl Ground for MazeGround {
    type Position = Position;
    type Cursor = ();
    const UNMOVES: bool = false;

    fn count(&self) -> u64 {
        self.numbering.count(self.food_left)
    }

    fn position(&self, (): &mut (), number: u64) -> Option<Position> {
        self.numbering.position(self.food_left, number)
    }

    fn look<E: Exits>(&self, position: &Position, exits: &E) -> Look<E::Value> {
        let (mut inside, mut best) = (0, None);
        self.each_move(position, |next| {
            if self.stays(&next) {
                inside += 1;
                return;
            }
            let value = match next.outcome {
                Outcome::Open => exits.value(0, self.number(&next)),
                outcome => over(outcome, next.agent_to_move()),
            };
            best = best.max(Some(value.before(who_moves(position, &next))));
        });
        Look::new(best, inside)
    }

    fn after(&self, position: &Position, mut told: impl FnMut(u64, Next)) {
        self.each_move(position, |next| {
            if self.stays(&next) {
                told(self.number(&next), who_moves(position, &next));
            }
        });
    }
}
