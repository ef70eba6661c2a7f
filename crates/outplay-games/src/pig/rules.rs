//! The rules: throw a die as often as you dare.
//!
//! The player to move throws a die again and again, and adds up what it shows, or holds and keeps the sum. A one ends the turn,
//! and the sum is lost. Who reaches the goal first wins; it is reached as soon as the score and the sum together are enough, because
//! then one only has to hold. The first thing to do in a turn is to throw.
//!
//! Scharf, *Pig*, in *Dice Games*, 1945, has the game; the goal is 100.

use std::fmt::{self, Display};

use outplay::{Game, Player, Turn, ZeroSum};

/// The fewest points to play for.
const LEAST_GOAL: u16 = 10;

/// The most points to play for.
const MOST_GOAL: u16 = 1_000;

/// The game with a goal. The first player, MAX, begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    goal: u16,
}

/// A goal that does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalError(u16);

impl Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a goal of {} does not do: it is {LEAST_GOAL} to {MOST_GOAL}", self.0)
    }
}

impl std::error::Error for GoalError {}

impl Pig {
    /// The game up to so many points. The usual goal is 100.
    pub fn new(goal: u16) -> Result<Pig, GoalError> {
        match (LEAST_GOAL..=MOST_GOAL).contains(&goal) {
            true => Ok(Pig { goal }),
            false => Err(GoalError(goal)),
        }
    }

    /// The points to play for.
    pub fn goal(&self) -> u16 {
        self.goal
    }

    /// Whether the player to move has reached the goal.
    pub(super) fn is_won(&self, scores: &Scores) -> bool {
        scores.points[scores.mover.index()] + scores.sum >= self.goal
    }
}

impl Default for Pig {
    fn default() -> Self {
        Pig { goal: 100 }
    }
}

/// A moment of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores {
    /// What each player has for good.
    pub(super) points: [u16; 2],
    /// What the player to move has thrown in this turn.
    pub(super) sum: u16,
    pub(super) mover: Player,
    /// Whether the die is in the air.
    pub(super) is_thrown: bool,
}

impl Scores {
    /// What a player has for good.
    pub fn points(&self, player: Player) -> u16 {
        self.points[player.index()]
    }

    /// What the player to move may still lose.
    pub fn sum(&self) -> u16 {
        self.sum
    }

    /// Whose turn it is, be the die in the air or not.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The next player's turn.
    fn next(self, points: [u16; 2]) -> Scores {
        Scores { points, sum: 0, mover: self.mover.other(), is_thrown: false }
    }
}

/// What a player does, or the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PigMove {
    /// Throw the die.
    Roll,
    /// Keep the sum.
    Hold,
    /// The die shows this.
    Die(u8),
}

impl Game for Pig {
    type Position = Scores;
    type Move = PigMove;

    fn start(&self) -> Scores {
        Scores { points: [0; 2], sum: 0, mover: Player::MAX, is_thrown: false }
    }

    fn turn(&self, scores: &Scores) -> Turn {
        if scores.is_thrown { Turn::Chance } else { Turn::Player(scores.mover) }
    }

    fn moves(&self, scores: &Scores, moves: &mut Vec<PigMove>) {
        if scores.is_thrown {
            moves.extend((1..=6).map(PigMove::Die));
        } else if !self.is_won(scores) {
            moves.push(PigMove::Roll);
            if scores.sum > 0 {
                moves.push(PigMove::Hold);
            }
        }
    }

    fn play(&self, scores: &mut Scores, mv: PigMove) {
        match mv {
            PigMove::Roll => scores.is_thrown = true,
            PigMove::Hold => {
                let mut points = scores.points;
                points[scores.mover.index()] += scores.sum;
                *scores = scores.next(points);
            }
            PigMove::Die(1) => *scores = scores.next(scores.points),
            PigMove::Die(eyes) => {
                scores.sum += u16::from(eyes);
                scores.is_thrown = false;
            }
        }
    }

    fn payoff(&self, scores: &Scores, player: Player) -> f64 {
        if player == scores.mover { 1.0 } else { -1.0 }
    }

    fn key(&self, scores: &Scores) -> Option<u64> {
        let [first, second] = scores.points.map(u64::from);
        let turn = u64::from(scores.sum) << 2
            | u64::from(scores.mover.0) << 1
            | u64::from(scores.is_thrown);
        Some(first | second << 16 | turn << 32)
    }
}

impl ZeroSum for Pig {}
