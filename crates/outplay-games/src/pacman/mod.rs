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
mod belief;
mod episode;
mod ghosts;
mod insight;
mod layout;
mod maze;
mod notation;
mod picture;
mod rules;
mod strong;
mod tables;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use outplay::face::{Entry, Listing};

pub use agents::{Algorithm, Choice, Hero, Search as HeroSearch, Ties};
pub use belief::Belief;
pub use episode::{Episode, play};
pub use ghosts::Hunter;
pub use insight::Judge;
pub use layout::{LAYOUTS, Layout};
pub use maze::{Cell, Maze, UNREACHABLE};
pub use notation::mover;
pub use rules::{
    Agent, Direction, MOST_CAPSULES, MOST_FOOD, MOST_GHOSTS, Outcome, Pacman, Position, SCARED,
};
pub use tables::{FoodLeft, MazeGround, Mazes};

/// How positions are written.
const WRITTEN: &str = "\
A position is a list of facts with semicolons between them: pacman 5,3 West; ghost 8,1 North; food 1,1 2,1; capsules 18,9; \
score -12; turn 1. A move is West, Stop, East, North or South.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    Entry::sized("pacman", |variant| layout_of(variant.unwrap_or("small")).map(Pacman::new))
        .about("one eats, ghosts chase; other layouts like pacman:medium")
        .variants(&["medium", "trapped", "dead-end", "open", "corridor", "ring", "pinch", "tiny"])
        .seats(&["Pacman", "Ghosts"])
        .unit("points", 1.0, 400.0)
        .notation()
        .written(WRITTEN)
        .board()
        .meaning(|_, score| format!("the player to move gets {score} points"))
        .players(&[&HEROES, &HUNTERS], own_choice)
        .zero_sum()
        .insight(|_| Judge::Good)
        .tables(Mazes::new)
        .into()
}

/// Who can be Pacman, and who the ghosts: a first choice first.
const HEROES: [&str; 5] = ["strong", "expectimax:2", "alpha-beta:3", "minimax:2", "reflex"];
const HUNTERS: [&str; 3] = ["directional:0.8", "greedy", "minimax:2"];

fn own_choice(
    game: &Pacman,
    player: &str,
    position: &Position,
    random: &mut Rng,
    stop: &Arc<AtomicBool>,
) -> Option<Direction> {
    let choice = match position.agent_to_move() {
        0 => player.parse::<Hero>().ok()?.choose(game, position, random, stop),
        _ => player.parse::<Hunter>().ok()?.choose(game, position, random, stop),
    };
    choice.map(|choice| choice.mv)
}

/// A layout by its name, or as it is drawn.
fn layout_of(variant: &str) -> Result<Layout, String> {
    if let Some(layout) = Layout::named(variant) {
        return Ok(layout);
    }
    if variant.contains('%') {
        return variant.parse().map_err(|error| format!("layout: {error}"));
    }
    let names: Vec<&str> = LAYOUTS.iter().map(|(name, _, _)| *name).collect();
    Err(format!("there is no layout `{variant:.50}`; the layouts are {}", names.join(", ")))
}
