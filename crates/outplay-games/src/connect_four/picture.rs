//! The board as a person sees it: X moves first.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay_games::connect_four::ConnectFour;
//!
//! let game = ConnectFour::default();
//! let board = game.read_position("4453")?;
//! assert_eq!(game.picture(&board), "\
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . O . . .
//! . . O X X . .
//! 1 2 3 4 5 6 7
//! ");
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use super::rules::{Board, ConnectFour, Stone};
use outplay::face::board::{self, Drawn, Gesture, Ground, Piece, Place, Shape};

impl ConnectFour {
    pub(super) fn draw(&self, board: &Board) -> String {
        let first = if board.count() & 1 == 0 { board.own } else { board.other() };
        let mark = |column: u32, row: u32| {
            let square = 1 << (column * self.shape.step + row);
            match (board.stones & square != 0, first & square != 0) {
                (false, _) => ".",
                (_, true) => "X",
                (_, false) => "O",
            }
        };
        let mut picture = String::new();
        for row in (0..self.shape.height).rev() {
            let marks: Vec<&str> = (0..self.shape.width).map(|column| mark(column, row)).collect();
            picture += &(marks.join(" ") + "\n");
        }
        let columns: Vec<String> =
            (1..=self.shape.width).map(|column| column.to_string()).collect();
        picture + &columns.join(" ") + "\n"
    }
}

impl Drawn for ConnectFour {
    fn board(&self, board: &Board) -> board::Board {
        let mover = (board.count() & 1) as u8;
        let squares = self.squares().filter(|(_, square)| board.stones & square != 0);
        let pieces = squares.map(|(place, square)| {
            let seat = if board.own & square != 0 { mover } else { 1 - mover };
            Piece::new(place, Shape::Disc, Some(seat))
        });
        let four = self.fours(board.own) | self.fours(board.other());
        let marks = self.squares().filter(|(_, square)| four & square != 0);
        board::Board {
            ground: Ground::Rack,
            width: self.shape.width as u8,
            height: self.shape.height as u8,
            columns: (1..=self.shape.width).map(|column| column.to_string()).collect(),
            pieces: pieces.collect(),
            marks: marks.map(|(place, _)| place).collect(),
            ..board::Board::default()
        }
    }

    fn gesture(&self, _: &Board, stone: Stone) -> Gesture {
        let to = self.squares().find(|(_, square)| *square == stone.0).map(|(place, _)| place);
        let column = |place: &Place| to.is_some_and(|to| to.x == place.x);
        let also = self.squares().map(|(place, _)| place).filter(column).collect();
        Gesture { to, also, ..Gesture::default() }
    }
}

impl ConnectFour {
    /// All squares: where they are drawn, and their bits.
    fn squares(&self) -> impl Iterator<Item = (Place, u64)> {
        let rows = (0..self.shape.height)
            .flat_map(|row| (0..self.shape.width).map(move |column| (column, row)));
        rows.map(|(column, row)| {
            let place = Place { x: column as u8, y: (self.shape.height - 1 - row) as u8 };
            (place, 1 << (column * self.shape.step + row))
        })
    }

    /// The squares that are part of four in a row.
    fn fours(&self, squares: u64) -> u64 {
        let steps = [1, self.shape.step, self.shape.step - 1, self.shape.step + 1];
        steps.into_iter().fold(0, |all, step| {
            let first = (0..4).fold(u64::MAX, |line, stone| line & squares >> (stone * step));
            (0..4).fold(all, |all, stone| all | first << (stone * step))
        })
    }
}
