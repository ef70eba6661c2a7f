//! The board as a person sees it.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay_games::tic_tac_toe::TicTacToe;
//!
//! let board = TicTacToe.read_position("X.O.X....")?;
//! assert_eq!(TicTacToe.picture(&board), "\
//! 3  X . O
//! 2  . X .
//! 1  . . .
//!    a b c
//! ");
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use super::rules::{Board, LINES, Square, TicTacToe};
use outplay::face::board::{self, Drawn, Gesture, Piece, Place, Shape};

pub(super) fn draw(board: Board) -> String {
    let row = |row: u8| {
        let marks = [0, 1, 2].map(|column| board.mark(row * 3 + column).to_string());
        format!("{}  {}\n", 3 - row, marks.join(" "))
    };
    format!("{}{}{}   a b c\n", row(0), row(1), row(2))
}

impl Drawn for TicTacToe {
    fn board(&self, board: &Board) -> board::Board {
        let shapes = [Shape::Cross, Shape::Nought];
        let has = |seat: usize, square: u8| board.stones[seat] >> square & 1 == 1;
        let pieces = (0..9).flat_map(|square| {
            let owner = (0..2).find(|&seat| has(seat, square));
            owner.map(|seat| Piece::new(place(square), shapes[seat], Some(seat as u8)))
        });
        let won = |line: &&u16| board.stones.iter().any(|stones| stones & **line == **line);
        let marks = LINES
            .iter()
            .filter(won)
            .flat_map(|line| (0..9).filter(move |square| line >> square & 1 == 1).map(place));
        board::Board {
            width: 3,
            height: 3,
            columns: board::letters(3),
            rows: ["3", "2", "1"].map(str::to_owned).into(),
            pieces: pieces.collect(),
            marks: marks.collect(),
            ..board::Board::default()
        }
    }

    fn gesture(&self, _: &Board, Square(square): Square) -> Gesture {
        Gesture::put(place(square))
    }
}

fn place(square: u8) -> Place {
    Place { x: square % 3, y: square / 3 }
}
