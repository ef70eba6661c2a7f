//! The board as a person sees it.
//!
//! ```
//! use outplay_games::{Notation, tic_tac_toe::TicTacToe};
//!
//! let board = TicTacToe.read_position("X.O.X....")?;
//! assert_eq!(TicTacToe.picture(&board), "\
//! 3  X . O
//! 2  . X .
//! 1  . . .
//!    a b c
//! ");
//! # Ok::<(), outplay_games::NotationError>(())
//! ```

use super::rules::Board;

pub(super) fn draw(board: Board) -> String {
    let row = |row: u8| {
        let marks = [0, 1, 2].map(|column| board.mark(row * 3 + column).to_string());
        format!("{}  {}\n", 3 - row, marks.join(" "))
    };
    format!("{}{}{}   a b c\n", row(0), row(1), row(2))
}
