//! The maze as a person sees it.
//!
//! ```
//! use outplay::Game;
//! use outplay::face::Notation;
//! use outplay_games::pacman::{Layout, Pacman};
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

use outplay::Player;

use super::maze::Cell;
use super::rules::{Agent, Direction, Outcome, Pacman, Position};
use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape};

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

impl Drawn for Pacman {
    fn board(&self, position: &Position) -> Board {
        let maze = self.maze();
        let (width, height) = (maze.width(), maze.height());
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
        let lies = |shape| move |cell| Piece::new(self.place(cell), shape, None);
        let mut pieces: Vec<Piece> = self.food(position).map(lies(Shape::Food)).collect();
        pieces.extend(self.capsules(position).map(lies(Shape::Capsule)));
        pieces.push(self.agent(position.pacman(), Shape::Eater, 0, 0));
        for (ghost, id) in self.ghosts(position).iter().zip(1..) {
            let shape = if ghost.timer() > 0 { Shape::Scared } else { Shape::Ghost };
            pieces.push(self.agent(*ghost, shape, 1, id));
        }
        let caught = (position.outcome() == Outcome::Lost).then(|| position.pacman().cell());
        Board {
            ground: Ground::Maze,
            width,
            height,
            pieces,
            walls: cells.filter(|cell| maze.is_wall(*cell)).map(|cell| self.place(cell)).collect(),
            marks: caught.into_iter().map(|cell| self.place(cell)).collect(),
            caption: format!("score {}, food {}", position.score(), position.food_left()),
            ..Board::default()
        }
    }

    fn gesture(&self, position: &Position, direction: Direction) -> Gesture {
        let from = self.mover(position).cell();
        match self.maze().next(from, direction) {
            Some(to) if direction != Direction::Stop => {
                Gesture::step(self.place(from), self.place(to))
            }
            _ => Gesture::default(),
        }
    }

    /// Whoever is caught has lost, however many points he has.
    fn winner(&self, position: &Position) -> Option<Player> {
        match position.outcome() {
            Outcome::Open => None,
            Outcome::Won => Some(Player::MAX),
            Outcome::Lost => Some(Player::MIN),
        }
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        match position.outcome() {
            Outcome::Open => None,
            Outcome::Won => Some("Pacman has eaten everything"),
            Outcome::Lost => Some("Pacman is caught"),
        }
    }
}

impl Pacman {
    fn mover(&self, position: &Position) -> Agent {
        match position.agent_to_move() {
            0 => position.pacman(),
            ghost => self.ghosts(position)[ghost - 1],
        }
    }

    /// Rows are counted from the bottom in the maze, and from above on a board.
    fn place(&self, cell: Cell) -> Place {
        Place { x: cell.x, y: self.maze().height() - 1 - cell.y }
    }

    fn agent(&self, agent: Agent, shape: Shape, seat: u8, id: u8) -> Piece {
        let (x, y) = agent.place();
        let y = f64::from(self.maze().height() - 1) - y;
        let angle = match agent.heading() {
            Direction::East | Direction::Stop => 0,
            Direction::South => 90,
            Direction::West => 180,
            Direction::North => 270,
        };
        let (x, y) = (x as f32, y as f32);
        Piece { x, y, shape, seat: Some(seat), angle, id: Some(id), label: String::new() }
    }
}
