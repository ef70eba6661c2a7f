//! One game from the start to its end.

use fastrand::Rng;
use outplay::Game;

use super::agents::Choice;
use super::rules::{Direction, Outcome, Pacman, Position};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Episode {
    /// The moves of all agents in turn.
    pub moves: Vec<Direction>,
    /// How it ended. [`Outcome::Open`] if it was given up or stopped.
    pub end: Position,
    /// How many moves Pacman made.
    pub rounds: u32,
    /// How many positions Pacman's search generated.
    pub generated: u64,
    /// Whether somebody did not choose.
    pub is_stopped: bool,
}

/// Plays one game. `choose` is asked for the move of whoever is to move; without an answer the game is stopped. After so
/// many rounds it is given up. The same seed, the same game, if `choose` has no other chance than the one it is given.
pub fn play(
    game: &Pacman,
    seed: u64,
    most_rounds: u32,
    choose: &mut dyn FnMut(&Position, &mut Rng) -> Option<Choice>,
) -> Episode {
    let mut random = Rng::with_seed(seed);
    let mut position = game.start();
    let mut episode =
        Episode { moves: Vec::new(), end: position, rounds: 0, generated: 0, is_stopped: false };
    while position.outcome() == Outcome::Open {
        let is_pacman = position.agent_to_move() == 0;
        if is_pacman && episode.rounds == most_rounds {
            break;
        }
        let Some(choice) = choose(&position, &mut random) else {
            episode.is_stopped = true;
            break;
        };
        game.play(&mut position, choice.mv);
        episode.moves.push(choice.mv);
        if is_pacman {
            episode.rounds += 1;
            episode.generated += choice.generated;
        }
    }
    episode.end = position;
    episode
}
