//! The board as a person sees it: X has the black discs and begins.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay_games::othello::Othello;
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
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use outplay::Player;

use super::notation::side;
use super::rules::{Board, Othello, Square};
use outplay::face::board::{self, Drawn, Gesture, Ground, Piece, Place, Shape};

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
            (true, _) => format!("{} moves", side(board.mover())),
            (false, true) => format!("{} passes", side(board.mover())),
            (false, false) => "the game is over".to_owned(),
        }
    }
}

impl Drawn for Othello {
    fn board(&self, board: &Board) -> board::Board {
        let size = self.size as u8;
        let places = (0..size).flat_map(|y| (0..size).map(move |x| Place { x, y }));
        let owner = |place: Place| {
            let bit = self.bit(place.x.into(), place.y.into());
            Player::all(2).find(|player| board.discs(*player) >> bit & 1 == 1)
        };
        let pieces =
            places.filter_map(|place| Some(Piece::new(place, Shape::Disc, Some(owner(place)?.0))));
        let [black, white] = [Player::MAX, Player::MIN].map(|one| board.discs(one).count_ones());
        board::Board {
            ground: Ground::Cloth,
            width: size,
            height: size,
            columns: board::letters(size),
            rows: (1..=size).map(|row| row.to_string()).collect(),
            pieces: pieces.collect(),
            caption: format!("Black {black}, White {white}"),
            ..board::Board::default()
        }
    }

    fn gesture(&self, _: &Board, square: Square) -> Gesture {
        if square == Square::PASS {
            return Gesture::default();
        }
        let edge = (8 - self.size as u8) / 2;
        let bit = square.bit() as u8;
        Gesture::put(Place { x: bit % 8 - edge, y: bit / 8 - edge })
    }
}
