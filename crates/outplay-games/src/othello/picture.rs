//! The board as a person sees it: X has the black discs and begins.
//!
//! ```
//! use outplay_games::{Notation, othello::Othello};
//!
//! let game = Othello::default();
//! let board = game.read_position("f5d6")?;
//! assert_eq!(game.picture(&board), "\
//! 1  . . . . . . . .
//! 2  . . . . . . . .
//! 3  . . . . . . . .
//! 4  . . . O X . . .
//! 5  . . . O X X . .
//! 6  . . . O . . . .
//! 7  . . . . . . . .
//! 8  . . . . . . . .
//!    a b c d e f g h
//! X moves
//! ");
//! # Ok::<(), outplay_games::NotationError>(())
//! ```

use super::notation::side;
use super::rules::{Board, Othello};

impl Othello {
    pub(super) fn draw(&self, board: &Board) -> String {
        let row = |row: u32| {
            let mark = |column| board.mark(self.bit(column, row)).unwrap_or('.').to_string();
            let marks: Vec<String> = (0..self.size).map(mark).collect();
            format!("{}  {}\n", row + 1, marks.join(" "))
        };
        let rows: String = (0..self.size).map(row).collect();
        let columns = &"a b c d e f g h"[..2 * self.size as usize - 1];
        format!("{rows}   {columns}\n{}\n", self.turn_told(board))
    }

    fn turn_told(&self, board: &Board) -> String {
        let [own, other] = [board, &board.passed()].map(|board| self.placements(board) != 0);
        match (own, other) {
            (true, _) => format!("{} moves", side(board.player)),
            (false, true) => format!("{} passes", side(board.player)),
            (false, false) => "the game is over".to_owned(),
        }
    }
}
