//! Pacman: one who eats, and any number of ghosts who want to catch him.
//!
//! The rules are those of the Berkeley course on artificial intelligence, so that its lectures, exercises and habits
//! carry over. Pacman is MAX. All ghosts together are MIN, one after the other; by
//! [expectimax](outplay::textbook::Search::expectimax) they move at random. A depth in
//! [rounds](outplay::Depth::rounds) is one move of every agent.
//!
//! - Pacman gets -1 for a move, 10 for food, 200 for a scared ghost, 500 for the last food, which wins, and -500 when a
//!   ghost catches him.
//! - A capsule scares all ghosts for 40 of their own moves. A scared ghost goes half a cell at a time and keeps its direction
//!   between cells; when its time is over it is put on the cell `int(x + 0.5)`.
//! - Ghosts never stop, and turn back only in dead ends.
//! - Pacman and a ghost meet within a Manhattan distance of 0.7, after the move of either. A scared ghost is eaten and returns to
//!   where it started, no longer scared. Who has won is not caught any more.
//!
//! ```
//! use outplay::{Bound, Depth, Game, textbook::Search};
//! use outplay_games::pacman::{Direction, Judge, Layout, Pacman};
//!
//! // A ghost comes from behind, another one waits at the exit: minimax gives up ...
//! let game = Pacman::new(Layout::named("trapped").unwrap());
//! let search = || Search::new(&game).evaluation(Judge::Score).depth(Depth::rounds(3));
//! let report = search().alpha_beta(&game.start())?;
//! assert_eq!((report.best, report.value), (Some(Direction::West), Some(Bound::Exact(-501.0))));
//!
//! // ... and expectimax hopes for a mistake: to wait and to flee are equally good.
//! let report = search().expectimax(&game.start(), outplay::Player::MAX)?;
//! assert_eq!(report.best_moves, [Direction::Stop, Direction::East]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod episode;
mod ghosts;
mod insight;
mod layout;
mod maze;
mod notation;
mod picture;
mod rules;
mod strong;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use outplay::Player;

use crate::catalogue::{Listed, Scale};

pub use agents::{Algorithm, Choice, Hero, Search as HeroSearch, Ties};
pub use episode::{Episode, play};
pub use ghosts::Hunter;
pub use insight::Judge;
pub use layout::{LAYOUTS, Layout};
pub use maze::{Cell, Maze, UNREACHABLE};
pub use notation::mover;
pub use rules::{
    Agent, Direction, MOST_CAPSULES, MOST_FOOD, MOST_GHOSTS, Outcome, Pacman, Position, SCARED,
};

impl Listed for Pacman {
    type Insight = Judge;
    type Solver = Judge;

    fn insight(&self) -> Judge {
        Judge::Good
    }

    fn solver(&self) -> Judge {
        self.insight()
    }

    fn own_players(&self, seat: Player) -> &'static [&'static str] {
        match seat {
            Player::MAX => &["strong", "expectimax:2", "alpha-beta:3", "minimax:2", "reflex"],
            _ => &["directional:0.8", "greedy", "minimax:2"],
        }
    }

    fn own_choice(
        &self,
        player: &str,
        position: &Position,
        random: &mut Rng,
        stop: &Arc<AtomicBool>,
    ) -> Option<Direction> {
        let choice = match position.agent_to_move() {
            0 => player.parse::<Hero>().ok()?.choose(self, position, random, stop),
            _ => player.parse::<Hunter>().ok()?.choose(self, position, random, stop),
        };
        choice.map(|choice| choice.mv)
    }

    fn meaning(&self, score: i32) -> String {
        format!("the player to move gets {score} points")
    }

    fn scale(&self) -> Scale {
        Scale { unit: 1.0, clear: 400.0 }
    }
}
