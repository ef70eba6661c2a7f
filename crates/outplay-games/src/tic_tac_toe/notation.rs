//! Boards as nine characters, row by row from the top (`X.O.X....`); squares by column and row, `a3` in
//! the upper left, `c1` in the lower right.

use std::fmt::{self, Display};
use std::str::FromStr;

use outplay::{Game, Player};

use super::rules::{Board, Square, TicTacToe};
use outplay::face::notation::{Notation, NotationError};

impl Board {
    /// What stands on a square: `X`, `O` or `.`.
    pub(super) fn mark(self, square: u8) -> char {
        match self.stones.map(|stones| stones >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        }
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..9).try_for_each(|square| write!(f, "{}", self.mark(square)))
    }
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Board, NotationError> {
        let count = text.chars().count();
        if count != 9 {
            let what = format!("a board has 9 squares, `X`, `O` or `.` each, and this has {count}");
            return Err(NotationError::new(what));
        }
        let mut board = Board::default();
        for (square, mark) in text.chars().enumerate() {
            match mark {
                'X' | 'x' => board.stones[0] |= 1 << square,
                'O' | 'o' => board.stones[1] |= 1 << square,
                '.' | '-' | '_' => {}
                _ => {
                    let place = Square(square as u8);
                    let what = format!("`{mark}` on {place} is neither `X` nor `O` nor `.`");
                    return Err(NotationError::new(what));
                }
            }
        }
        check_reachable(board).map(|()| board)
    }
}

/// X begins and play ends with the first three in a row.
fn check_reachable(board: Board) -> Result<(), NotationError> {
    let [x, o] = board.stones.map(u16::count_ones);
    if x != o && x != o + 1 {
        let what = format!("{x} X and {o} O cannot be: X begins, so there are as many or one more");
        return Err(NotationError::new(what));
    }
    let won = [Player::MAX, Player::MIN].map(|player| board.has_won(player));
    match won {
        [true, true] => Err(NotationError::new("both sides have three in a row")),
        [true, false] if x == o => {
            Err(NotationError::new("X has three in a row, and yet O moved after that"))
        }
        [false, true] if x > o => {
            Err(NotationError::new("O has three in a row, and yet X moved after that"))
        }
        _ => Ok(()),
    }
}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), 3 - self.0 / 3)
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Square, NotationError> {
        match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => {
                Ok(Square((b'3' - row) * 3 + (column - b'a')))
            }
            _ => Err(NotationError::new(format!("`{text}` is no square: they are a1 to c3"))),
        }
    }
}

impl Notation for TicTacToe {
    fn write_position(&self, board: &Board) -> String {
        board.to_string()
    }

    fn read_position(&self, text: &str) -> Result<Board, NotationError> {
        text.parse()
    }

    fn write_move(&self, _: &Board, square: Square) -> String {
        square.to_string()
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Square, NotationError> {
        let square = text.parse()?;
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        if moves.contains(&square) {
            Ok(square)
        } else if moves.is_empty() {
            Err(NotationError::new("the game is over"))
        } else {
            Err(NotationError::new(format!("{square} is taken")))
        }
    }

    fn picture(&self, board: &Board) -> String {
        super::picture::draw(*board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in [".........", "X.O.X....", "XXXOO....", "XOXXOOOXX"] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
        }
        for square in 0..9 {
            assert_eq!(Square(square).to_string().parse(), Ok(Square(square)));
        }
        assert_eq!(Square(0).to_string(), "a3");
        assert_eq!(Square(8).to_string(), "c1");
    }

    #[test]
    fn bad_boards_say_why() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(error("X").starts_with("a board has 9 squares"));
        assert_eq!(error("X.?......"), "`?` on c3 is neither `X` nor `O` nor `.`");
        assert!(error("XX.......").starts_with("2 X and 0 O cannot be"));
        assert_eq!(error("XXXOOO..."), "both sides have three in a row");
        assert_eq!(error("XXXOO.O.."), "X has three in a row, and yet O moved after that");
        assert_eq!(error("OOOXX.XX."), "O has three in a row, and yet X moved after that");
    }

    #[test]
    fn bad_moves_say_why() {
        let error = |board: &str, text| {
            TicTacToe.read_move(&board.parse().unwrap(), text).unwrap_err().to_string()
        };
        assert_eq!(error("X........", "a3"), "a3 is taken");
        assert_eq!(error("XXXOO....", "a1"), "the game is over");
        assert_eq!(error(".........", "d1"), "`d1` is no square: they are a1 to c3");
    }
}
