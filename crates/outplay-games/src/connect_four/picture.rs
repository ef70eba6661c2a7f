//! The board as a person sees it: X moves first.
//!
//! ```
//! use outplay_games::{Notation, connect_four::ConnectFour};
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
//! # Ok::<(), outplay_games::NotationError>(())
//! ```

use super::rules::{Board, ConnectFour};

impl ConnectFour {
    pub(super) fn draw(&self, board: &Board) -> String {
        let first = if board.count() & 1 == 0 { board.own } else { board.other() };
        let mark = |column: u32, row: u32| {
            let square = 1 << (column * self.step + row);
            match (board.stones & square != 0, first & square != 0) {
                (false, _) => ".",
                (_, true) => "X",
                (_, false) => "O",
            }
        };
        let mut picture = String::new();
        for row in (0..self.height).rev() {
            let marks: Vec<&str> = (0..self.width).map(|column| mark(column, row)).collect();
            picture += &(marks.join(" ") + "\n");
        }
        let columns: Vec<String> = (1..=self.width).map(|column| column.to_string()).collect();
        picture + &columns.join(" ") + "\n"
    }
}
