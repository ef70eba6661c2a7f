//! Boards: positions as something to draw and to click on, in the same words for every game.
//!
//! Whoever draws a [`Board`] knows no game. It has a ground, pieces with a shape, an owner and perhaps a label, and for every move a
//! [`Gesture`]: what is clicked to make it. A game needs no board: without one, the page shows its picture as text, and moves are
//! buttons.
//!
//! # How games are meant to be drawn
//!
//! | game | ground | pieces | gestures |
//! |---|---|---|---|
//! | tic-tac-toe, Hex | [`Grid`](Ground::Grid) | crosses, noughts, stones | [`put`](Gesture::put) |
//! | Go, Gomoku | [`Crossings`](Ground::Crossings) | stones | [`put`](Gesture::put) |
//! | chess | [`Squares`](Ground::Squares) | chessmen | [`step`](Gesture::step) |
//! | checkers | [`Squares`](Ground::Squares) | discs, kings with a label | [`step`](Gesture::step), and the squares of a long capture in `via` |
//! | Othello, Rolit | [`Cloth`](Ground::Cloth) | a [`Disc`](Shape::Disc) for each ball, with up to four seats | [`put`](Gesture::put) |
//! | Connect Four | [`Rack`](Ground::Rack) | discs | [`put`](Gesture::put), and the other holes of the column in `also` |
//! | Pacman | [`Maze`](Ground::Maze) | whoever walks about, with an `id` | [`step`](Gesture::step) |
//! | 2048, the fifteen puzzle | [`Tiles`](Ground::Tiles) | a [`Tile`](Shape::Tile) with its number as label | [`slide`](Gesture::slide), for arrow keys, swipes and buttons |
//! | Pig, Yahtzee | [`Tiles`](Ground::Tiles), one row | a [`Die`](Shape::Die) with its pips as label, and a [`Stone`](Shape::Stone) with the score of each player as label | none: `roll` and `hold` are buttons |
//! | Kalah, Oware | [`Pits`](Ground::Pits), a column for each store at both ends | a [`Pit`](Shape::Pit) with its seeds as label, a store half-way between the rows | [`put`](Gesture::put) on the pit that is sown |
//! | Nine Men's Morris, Fox and Geese | [`Points`](Ground::Points) with `lines` | stones | [`put`](Gesture::put), [`step`](Gesture::step) |
//! | Centipede, auctions | no board | | buttons |
//!
//! Where chance moves, nobody clicks: the outcome is one more step of the game, and the board after it shows what was rolled or dealt.
//! Such a move needs a name (`5` for a die, `b3=2` for a new tile), and may have a gesture, so that its place is marked.
//!
//! Pieces take the colour of their seat. A seat that is called White, Black, Yellow, Red, Green or Blue has that colour; the first four
//! others have one each.
//!
//! Kalah with three pits on each side, after the first player has sown the third one. The second player sits above and plays to the left:
//!
//! ```
//! use outplay::face::board::{Board, Gesture, Ground, Piece, Place, Shape};
//!
//! let (above, below, stores) = ([4, 4, 5], [4, 4, 0], [0, 1]);
//! let row = |y: u8, seeds: [u32; 3], seat: u8| {
//!     let pit = move |(x, seeds): (u8, u32)| Piece::new(Place { x, y }, Shape::Pit, Some(seat)).labelled(seeds);
//!     (1..).zip(seeds).map(pit)
//! };
//! // A store stands between the two rows: it is drawn as tall as both.
//! let store = |x: u8, seat: u8| Piece { y: 0.5, ..Piece::new(Place { x, y: 0 }, Shape::Pit, Some(seat)) };
//! let pieces = row(0, above, 1).chain(row(1, below, 0));
//! let board = Board {
//!     ground: Ground::Pits,
//!     width: 5,
//!     height: 2,
//!     pieces: pieces.chain([store(0, 1).labelled(stores[0]), store(4, 0).labelled(stores[1])]).collect(),
//!     ..Board::default()
//! };
//! assert_eq!(board.pieces[2].label, "5");
//! // The pit in the lower left is sown by a click on it.
//! assert_eq!(Gesture::put(Place { x: 1, y: 1 }).to, Some(Place { x: 1, y: 1 }));
//! ```

use std::fmt::Display;

use crate::{Game, Player};

/// A game that can be drawn on a board.
pub trait Drawn: Game {
    /// A position as a board.
    fn board(&self, position: &Self::Position) -> Board;

    /// What is clicked to make a move that is legal in `position`.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Gesture;

    /// The winner of a game that is over; none, if nobody has won more than all others.
    fn winner(&self, position: &Self::Position) -> Option<Player> {
        most_won(self, position)
    }

    /// How a game that is over ended, if that is not just who won.
    fn ending(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }
}

/// The player who has won more than all others, in a game that is over. A player who is alone wins nothing from anybody.
pub(super) fn most_won<G: Game + ?Sized>(game: &G, position: &G::Position) -> Option<Player> {
    let players = game.players();
    let payoffs: Vec<f64> = Player::all(players).map(|one| game.payoff(position, one)).collect();
    let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut best = Player::all(players).filter(|player| payoffs[player.index()] == most);
    let first = best.next()?;
    (players > 1 && best.next().is_none()).then_some(first)
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
    /// Places that are walls: nothing can be there, and nothing can be clicked.
    pub walls: Vec<Place>,
    /// Which places are joined by a line, on [points](Ground::Points). A place at which no line ends is not there.
    pub lines: Vec<[Place; 2]>,
    /// Places with a dot that helps the eye to find its way, on [crossings](Ground::Crossings).
    pub dots: Vec<Place>,
    /// Places that deserve attention: a line that wins, a king in check, a stone that was just put. On [crossings](Ground::Crossings), a stone gets
    /// a ring, and a free place a square: nothing may be put there.
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
    /// Hollows with seeds in them. Each is a [`Pit`](Shape::Pit) among the pieces; a place without one is plain wood.
    Pits,
    /// Trays with a gap between them, for tiles that slide or dice that lie there.
    Tiles,
    /// Points of any graph, joined by [lines](Board::lines).
    Points,
    /// Lines that cross, with pieces on the crossings.
    Crossings,
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
            Ground::Pits => "pits",
            Ground::Tiles => "tiles",
            Ground::Points => "points",
            Ground::Crossings => "crossings",
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
#[derive(Clone, Debug, PartialEq)]
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
    /// What is written on it, in a few letters: the number of a tile, the seeds in a pit, the pips of a die. Nothing, if it is empty.
    pub label: String,
}

impl Piece {
    /// A piece that lies still, without a label.
    pub fn new(place: Place, shape: Shape, seat: Option<u8>) -> Piece {
        let (x, y) = (f32::from(place.x), f32::from(place.y));
        Piece { x, y, shape, seat, angle: 0, id: None, label: String::new() }
    }

    /// The same with this written on it.
    pub fn labelled(self, label: impl Display) -> Piece {
        Piece { label: label.to_string(), ..self }
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
    /// A hollow with as many seeds as its label says; half-way between two rows it is a store, as tall as both.
    Pit,
    /// A tile with its label, in a colour that goes with the number.
    Tile,
    /// A die that shows as many pips as its label says, from 1 to 6; otherwise the label itself.
    Die,
    /// A plain stone, with its label if it has one.
    Stone,
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
            Shape::Pit => "pit",
            Shape::Tile => "tile",
            Shape::Die => "die",
            Shape::Stone => "stone",
        }
    }
}

/// What is clicked to make a move. Without a place to click there is a button with the name of the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The place where it begins, if it goes from one to another.
    pub from: Option<Place>,
    /// Places on the way, in their order: each is clicked, so that moves with the same ends can be told apart.
    pub via: Vec<Place>,
    /// The place where it ends.
    pub to: Option<Place>,
    /// Places that mean the same as `to`.
    pub also: Vec<Place>,
    /// What is chosen where several moves have the same places, in one word.
    pub choice: Option<&'static str>,
    /// The side that everything slides to: an arrow key or a swipe makes the move, beside its button.
    pub toward: Option<Toward>,
}

/// A side of the board.
#[allow(missing_docs)] // the names say it
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    Left,
    Right,
    Up,
    Down,
}

impl Toward {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Toward::Left => "left",
            Toward::Right => "right",
            Toward::Up => "up",
            Toward::Down => "down",
        }
    }
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

    /// Everything slides to one side.
    pub fn slide(toward: Toward) -> Gesture {
        Gesture { toward: Some(toward), ..Gesture::default() }
    }
}

/// The letters of columns: `a`, `b`, `c` ...
pub fn letters(count: u8) -> Vec<String> {
    (b'a'..).take(usize::from(count)).map(|letter| char::from(letter).to_string()).collect()
}
