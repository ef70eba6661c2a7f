//! Tables of small mazes: whether Pacman can eat everything, however the ghosts move, and how soon.
//!
//! Slices go by how much food is left: what is eaten does not come back. Where a maze has no capsules, ghosts are never scared, and a position is where everybody is,
//! where ghosts look, and what food is left. Points follow from distances: if Pacman wins, he has eaten all food, and every move costs one.

mod ground;

use std::fmt::{self, Display};
use std::sync::Arc;

use outplay::solve::retrograde::{Distance, Slices, Verdict, Worth};
use outplay::solve::tables::{Kind, Tabled};
use outplay::{Game, Range};

use super::layout::{LAYOUTS, Layout};
use super::rules::{FOOD, Key, Outcome, Pacman, Position, WON};
pub use ground::MazeGround;
use ground::Numbering;

/// Tables of a maze have so many positions at most.
const MOST_POSITIONS: u128 = 1 << 28;
/// If a win takes more moves than this, Pacman may do better to eat most of the food and give up.
const MOST_MOVES: i32 = 500;

/// All positions of a small maze.
#[derive(Clone)]
pub struct Mazes {
    numbering: Arc<Numbering>,
}

/// All positions with so much food left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoodLeft(pub u8);

impl Display for FoodLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Mazes {
    /// The tables of a maze, or why there are none.
    pub fn new(game: &Pacman, pieces: Option<u32>) -> Result<Mazes, String> {
        let (layout, maze) = (game.layout(), game.maze());
        if pieces.is_some() {
            return Err("the tables of a maze do not go by pieces".to_owned());
        }
        if !layout.capsules().is_empty() {
            return Err(
                "there are tables of mazes without capsules, and this one has some".to_owned()
            );
        }
        if layout.food().is_empty() {
            return Err("there are tables of mazes with food, and this one has none".to_owned());
        }
        if game.agents() > 1 && maze.free().iter().any(|&cell| maze.ways(cell) == 0) {
            return Err("in this maze a ghost could be walled in: there are tables of mazes in which every ghost can move".to_owned());
        }
        let positions = Numbering::positions(game);
        if positions > MOST_POSITIONS {
            return Err(format!(
                "the maze has too many positions for tables, {positions}: there are some of mazes with up to {MOST_POSITIONS}, as `pacman:tiny` and `pacman:trapped`"
            ));
        }
        Ok(Mazes { numbering: Arc::new(Numbering::new(game.clone())) })
    }

    fn game(&self) -> &Pacman {
        self.numbering.game()
    }
}

/// Tells a maze, and what is in it at the start, from others.
fn fingerprint(layout: &Layout) -> u64 {
    let maze = layout.maze();
    let mut key = Key::new(u64::from(maze.width()) << 8 | u64::from(maze.height()));
    let lists = [&[layout.pacman()][..], layout.ghosts(), layout.food(), maze.free()];
    for cells in lists {
        key.add(cells.len() as u64);
        cells.iter().for_each(|cell| key.add(u64::from(cell.x) << 8 | u64::from(cell.y)));
    }
    key.end()
}

impl Slices for Mazes {
    type Slice = FoodLeft;
    type Ground = MazeGround;

    /// By the name of the layout, if it comes with the game.
    fn name(&self) -> String {
        let print = fingerprint(self.game().layout());
        let is_it = |name: &str| Layout::named(name).is_some_and(|one| fingerprint(&one) == print);
        match LAYOUTS.iter().find(|(name, _, _)| is_it(name)) {
            Some((name, _, _)) => format!("pacman-{name}"),
            None => format!("pacman-{print:016x}"),
        }
    }

    /// The first numbering of positions that there is, the maze, and whether Pacman may stop.
    fn rules(&self) -> u64 {
        fingerprint(self.game().layout()) ^ u64::from(self.game().stops())
    }

    fn slices(&self) -> Vec<FoodLeft> {
        (1..=self.numbering.food()).map(FoodLeft).collect()
    }

    fn leads_to(&self, slice: &FoodLeft) -> Vec<FoodLeft> {
        (1..slice.0).rev().take(1).map(FoodLeft).collect()
    }

    fn ground(&self, slice: &FoodLeft) -> MazeGround {
        MazeGround::new(Arc::clone(&self.numbering), slice.0)
    }
}

impl Tabled<Pacman> for Mazes {
    const KINDS: &'static [Kind] = &[Kind::Distances];
    const COUNTED: bool = true;

    fn probe<V: Worth>(
        &self,
        _: &Pacman,
        position: &Position,
        table: &mut impl FnMut(&FoodLeft, u64) -> Option<V>,
    ) -> Option<V> {
        match position.outcome() {
            Outcome::Open => {
                let number = self.numbering.number(position)?;
                table(&FoodLeft(position.food_left() as u8), number)
            }
            outcome => Some(ground::over(outcome, position.agent_to_move())),
        }
    }

    /// If Pacman wins, he gets all food, and the sooner the more. Otherwise some food is left in the end.
    fn counted(&self, game: &Pacman, position: &Position, distance: Distance) -> Range<i32> {
        let score = position.score();
        let food = FOOD * position.food_left() as i32;
        let is_pacman = position.agent_to_move() == 0;
        let verdict = distance.verdict();
        let verdict = if is_pacman { verdict } else { verdict.flipped() };
        let of_pacman = match (verdict, distance.plies()) {
            _ if position.outcome() != Outcome::Open => Range { low: score, high: score },
            (Verdict::Win, Some(plies)) => {
                let moves = moves_of_pacman(game, position, plies.into());
                let won = score + food + WON - moves;
                if moves > MOST_MOVES { Range::ALL } else { Range { low: won, high: won } }
            }
            (Verdict::Loss, _) => Range { high: score + food - FOOD - WON, ..Range::ALL },
            _ => Range { high: score + food - FOOD, ..Range::ALL },
        };
        if is_pacman { of_pacman } else { of_pacman.flipped() }
    }
}

/// How many of the next plies are moves of Pacman.
fn moves_of_pacman(game: &Pacman, position: &Position, plies: i32) -> i32 {
    let round = game.round() as i32;
    let others_first = (round - position.agent_to_move() as i32) % round;
    (plies - others_first + round - 1) / round
}

#[cfg(test)]
mod tests;
