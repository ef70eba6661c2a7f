//! Positions as the columns of all moves so far, counted from 1: `4453`. A move is a column.

use outplay::Game;
use std::collections::HashSet;

use super::rules::{Board, ConnectFour, Stone};
use outplay::face::notation::{Notation, NotationError};

impl Notation for ConnectFour {
    /// The moves that lead to a position are not part of it, so these are some that do.
    fn write_position(&self, board: &Board) -> String {
        self.some_line(board)
    }

    fn read_position(&self, text: &str) -> Result<Board, NotationError> {
        let mut board = self.start();
        for (index, digit) in text.chars().enumerate() {
            let stone = self.stone(&board, digit).map_err(|what| {
                NotationError::new(format!("move {} of `{}`: {what}", index + 1, shortened(text)))
            })?;
            self.play(&mut board, stone);
        }
        Ok(board)
    }

    fn write_move(&self, _: &Board, stone: Stone) -> String {
        (stone.0.trailing_zeros() / self.shape.step + 1).to_string()
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Stone, NotationError> {
        let mut digits = text.chars();
        match (digits.next(), digits.next()) {
            (Some(digit), None) => self.stone(board, digit).map_err(NotationError::new),
            _ => Err(NotationError::new(format!(
                "`{}` is no move: a move is a column from 1 to {}",
                shortened(text),
                self.shape.width
            ))),
        }
    }

    fn picture(&self, board: &Board) -> String {
        self.draw(board)
    }
}

impl ConnectFour {
    fn stone(&self, board: &Board, digit: char) -> Result<Stone, String> {
        let width = self.shape.width;
        let column = digit.to_digit(10).filter(|column| (1..=width).contains(column));
        let Some(column) = column else {
            return Err(format!("`{digit}` is no column, they are 1 to {width}"));
        };
        if self.has_four(board.other()) {
            return Err("the game is over, there are four in a row".to_owned());
        }
        match self.shape.landings(board.stones) & self.shape.column(column - 1) {
            0 => Err(format!("column {column} is full")),
            square => Ok(Stone(square)),
        }
    }

    /// Takes back one stone after the other, any that may have been the last.
    fn some_line(&self, board: &Board) -> String {
        let mut line = Vec::new();
        self.taken_back(*board, &mut line, &mut HashSet::new());
        line.iter().rev().collect()
    }

    /// Whether all can be taken back. What is left of the stones says which of them are whose, so it is tried once.
    fn taken_back(&self, board: Board, line: &mut Vec<char>, tried: &mut HashSet<u64>) -> bool {
        if board.stones == 0 {
            return true;
        }
        if !tried.insert(board.stones) {
            return false;
        }
        for column in 0..self.shape.width {
            let stones = board.stones & self.shape.column(column);
            let Some(top) = stones.checked_ilog2().map(|bit| 1_u64 << bit) else { continue };
            // The last stone belongs to the player who is not to move, and did not come after a four.
            let before = Board { own: board.other() ^ top, stones: board.stones ^ top };
            if board.other() & top == 0 || self.has_four(board.own) {
                continue;
            }
            line.push(char::from_digit(column + 1, 10).expect("at most 9 columns"));
            if self.taken_back(before, line, tried) {
                return true;
            }
            line.pop();
        }
        false
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(50).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_leads_to_the_same_position() {
        let game = ConnectFour::default();
        for text in ["", "4", "4453", "44444433", "112233", "1212121"] {
            let board = game.read_position(text).unwrap();
            let again = game.read_position(&game.write_position(&board)).unwrap();
            assert_eq!(board, again, "{text}");
        }
    }

    #[test]
    fn a_high_board_is_written_as_fast() {
        let game = ConnectFour::new(3, 19).unwrap();
        let text = "331213213132211133122313331321122132211222211112223233333";
        let board = game.read_position(text).unwrap();
        assert_eq!(game.read_position(&game.write_position(&board)).unwrap(), board);
    }

    #[test]
    fn bad_text_says_why() {
        let game = ConnectFour::default();
        let error = |text| game.read_position(text).unwrap_err().to_string();
        assert_eq!(error("48"), "move 2 of `48`: `8` is no column, they are 1 to 7");
        assert_eq!(error("4x"), "move 2 of `4x`: `x` is no column, they are 1 to 7");
        assert_eq!(error("4444444"), "move 7 of `4444444`: column 4 is full");
        assert_eq!(
            error("12121212"),
            "move 8 of `12121212`: the game is over, there are four in a row"
        );
        let board = game.start();
        let error = |text| game.read_move(&board, text).unwrap_err().to_string();
        assert_eq!(error("44"), "`44` is no move: a move is a column from 1 to 7");
        assert_eq!(error("0"), "`0` is no column, they are 1 to 7");
    }
}
