//! Boards: positions as something to draw and to click on, in the same words for every game.
//!
//! Whoever draws a [`Board`] knows no game. It has a ground, pieces with a shape and an owner, and for every move a
//! [`Gesture`]: what is clicked to make it.
//!
//! ```
//! use outplay::Game;
//! use outplay_games::Notation;
//! use outplay_games::board::{Drawn, Place, Shape};
//! use outplay_games::connect_four::ConnectFour;
//!
//! let game = ConnectFour::default();
//! let position = game.read_position("44")?;
//! let board = game.board(&position);
//! assert_eq!((board.width, board.height, board.pieces.len()), (7, 6, 2));
//! let stone = &board.pieces[1];
//! assert_eq!((stone.x, stone.y, stone.shape, stone.seat), (3.0, 4.0, Shape::Disc, Some(1)));
//!
//! // The third stone of column 4 falls on the other two; the whole column can be clicked.
//! let mv = game.read_move(&position, "4")?;
//! let gesture = game.gesture(&position, mv);
//! assert_eq!(gesture.to, Some(Place { x: 3, y: 3 }));
//! assert_eq!(gesture.also.len(), 6);
//! # Ok::<(), outplay_games::NotationError>(())
//! ```

use outplay::{Game, Player};

/// A game that can be drawn.
pub trait Drawn: Game {
    /// What the players are called, by seat.
    fn seats(&self) -> [&'static str; 2];

    /// A position as a board.
    fn board(&self, position: &Self::Position) -> Board;

    /// What is clicked to make a move that is legal in `position`.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Gesture;

    /// The winner of a game that is over; none, if it is drawn.
    fn winner(&self, position: &Self::Position) -> Option<Player> {
        match self.payoff(position, Player::MAX) {
            payoff if payoff > 0.0 => Some(Player::MAX),
            payoff if payoff < 0.0 => Some(Player::MIN),
            _ => None,
        }
    }

    /// How a game that is over ended, if that is not just who won.
    fn ending(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }
}

/// A position as something to draw. The place in the upper left is at column 0 and row 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// What the pieces are on.
    pub ground: Ground,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The names of the columns, if they have any.
    pub columns: Vec<String>,
    /// The names of the rows from above, if they have any.
    pub rows: Vec<String>,
    /// What is on the board, from below to above.
    pub pieces: Vec<Piece>,
    /// Places that are walls.
    pub walls: Vec<Place>,
    /// Places that deserve attention: a line that wins, a king in check.
    pub marks: Vec<Place>,
    /// The state of play in a few words, if there is more to say than the board shows.
    pub caption: String,
}

/// What pieces are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Lines between the places.
    #[default]
    Grid,
    /// Places of two colours in turn.
    Squares,
    /// A green cloth with lines.
    Cloth,
    /// An upright wall with round holes.
    Rack,
    /// Walls and ways between them.
    Maze,
}

impl Ground {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Ground::Grid => "grid",
            Ground::Squares => "squares",
            Ground::Cloth => "cloth",
            Ground::Rack => "rack",
            Ground::Maze => "maze",
        }
    }
}

/// A place on the board, by column and row from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

/// A thing on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its column; between two of them it is a half.
    pub x: f32,
    /// Its row.
    pub y: f32,
    /// What it looks like.
    pub shape: Shape,
    /// Whose it is, if it is anybody's.
    pub seat: Option<u8>,
    /// By how many degrees it is turned, clockwise; at 0 it looks to the right.
    pub angle: u16,
    /// A number that it keeps while it moves about, if it does.
    pub id: Option<u8>,
}

impl Piece {
    /// A piece that lies still.
    pub fn new(place: Place, shape: Shape, seat: Option<u8>) -> Piece {
        let (x, y) = (f32::from(place.x), f32::from(place.y));
        Piece { x, y, shape, seat, angle: 0, id: None }
    }
}

/// What a piece looks like.
#[allow(missing_docs)] // the names say it
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Cross,
    Nought,
    Disc,
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Eater,
    Ghost,
    Scared,
    Food,
    Capsule,
}

impl Shape {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Cross => "cross",
            Shape::Nought => "nought",
            Shape::Disc => "disc",
            Shape::King => "king",
            Shape::Queen => "queen",
            Shape::Rook => "rook",
            Shape::Bishop => "bishop",
            Shape::Knight => "knight",
            Shape::Pawn => "pawn",
            Shape::Eater => "eater",
            Shape::Ghost => "ghost",
            Shape::Scared => "scared",
            Shape::Food => "food",
            Shape::Capsule => "capsule",
        }
    }
}

/// What is clicked to make a move. Without a place to click there is a button with the name of the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The place where it begins, if it goes from one to another.
    pub from: Option<Place>,
    /// The place where it ends.
    pub to: Option<Place>,
    /// Places that mean the same as `to`.
    pub also: Vec<Place>,
    /// What is chosen where several moves have the same places, in one word.
    pub choice: Option<&'static str>,
}

impl Gesture {
    /// Something is put there.
    pub fn put(to: Place) -> Gesture {
        Gesture { to: Some(to), ..Gesture::default() }
    }

    /// Something goes from one place to another.
    pub fn step(from: Place, to: Place) -> Gesture {
        Gesture { from: Some(from), to: Some(to), ..Gesture::default() }
    }
}

/// The letters of columns: `a`, `b`, `c` ...
pub(crate) fn letters(count: u8) -> Vec<String> {
    (b'a'..).take(usize::from(count)).map(|letter| char::from(letter).to_string()).collect()
}
