//! The maze as a person sees it.
//!
//! ```
//! use outplay::Game;
//! use outplay_games::{Notation, pacman::{Layout, Pacman}};
//!
//! let game = Pacman::new(Layout::named("tiny").unwrap());
//! assert_eq!(game.picture(&game.start()), "\
//! %%%%%
//! %G .%
//! % % %
//! %P .%
//! %%%%%
//! score 0, food 2
//! ");
//! ```
//!
//! Pacman is drawn with his mouth in the direction in which he looks, and a scared ghost as a small `g`.

use super::maze::Cell;
use super::rules::{Direction, Outcome, Pacman, Position};

pub(super) fn draw(game: &Pacman, position: &Position) -> String {
    let (width, height) = (game.maze().width(), game.maze().height());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
    let mut marks: Vec<char> =
        cells.map(|cell| if game.maze().is_wall(cell) { '%' } else { ' ' }).collect();
    let mut put = |cell, mark| marks[game.maze().index(cell)] = mark;
    game.food(position).for_each(|cell| put(cell, '.'));
    game.capsules(position).for_each(|cell| put(cell, 'o'));
    put(position.pacman().cell(), pacman(position));
    for ghost in game.ghosts(position) {
        put(ghost.cell(), if ghost.timer() > 0 { 'g' } else { 'G' });
    }
    if position.outcome() == Outcome::Lost {
        put(position.pacman().cell(), 'X');
    }
    let rows = marks.chunks(usize::from(width)).rev();
    let rows: String = rows.map(|row| format!("{}\n", row.iter().collect::<String>())).collect();
    let (score, food) = (position.score(), position.food_left());
    let end = match position.outcome() {
        Outcome::Open => "",
        Outcome::Won => ", won",
        Outcome::Lost => ", lost",
    };
    format!("{rows}score {score}, food {food}{end}\n")
}

fn pacman(position: &Position) -> char {
    match position.pacman().heading() {
        Direction::West => '>',
        Direction::Stop => 'P',
        Direction::East => '<',
        Direction::North => 'v',
        Direction::South => '^',
    }
}
