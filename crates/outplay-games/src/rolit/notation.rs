//! Boards as 64 letters, row by row from the top, and who is to move: `r`, `y`, `g` and `b` for the discs of the first to the fourth player, and `.`;
//! after a `/` the letter of the player. Squares by column and row, `a1` in the upper left, `h8` in the lower right.

use outplay::Game;

use super::rules::{COLOURS, Discs, Rolit, Square};
use outplay::face::notation::{Notation, NotationError};

const LETTERS: [char; COLOURS] = ['r', 'y', 'g', 'b'];

fn letter(discs: &Discs, square: u8) -> char {
    let colour = discs.discs.iter().position(|discs| discs >> square & 1 == 1);
    colour.map_or('.', |colour| LETTERS[colour])
}

fn name(Square(square): Square) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Rolit {
    /// The player with a letter.
    fn colour(&self, letter: char) -> Option<usize> {
        LETTERS.iter().take(self.players()).position(|&one| one == letter)
    }

    fn read_discs(&self, board: &str) -> Result<[u64; COLOURS], NotationError> {
        let count = board.chars().count();
        if count != 64 {
            return Err(NotationError::new(format!(
                "a board has 64 squares, and this has {count}"
            )));
        }
        let mut discs = [0; COLOURS];
        for (square, mark) in board.chars().enumerate().filter(|&(_, mark)| mark != '.') {
            let colour = self.colour(mark).ok_or_else(|| {
                let letters: String = LETTERS[..self.players()].iter().collect();
                let place = name(Square(square as u8));
                NotationError::new(format!(
                    "`{mark}` on {place} is neither `.` nor one of `{letters}`"
                ))
            })?;
            discs[colour] |= 1 << square;
        }
        Ok(discs)
    }
}

impl Notation for Rolit {
    fn write_position(&self, discs: &Discs) -> String {
        let board: String = (0..64).map(|square| letter(discs, square)).collect();
        format!("{board}/{}", LETTERS[discs.mover().index()])
    }

    fn read_position(&self, text: &str) -> Result<Discs, NotationError> {
        let Some((board, mover)) = text.split_once('/') else {
            return Err(NotationError::new(
                "a position is a board, a `/` and the letter of the player to move",
            ));
        };
        let discs = self.read_discs(board)?;
        let mut letters = mover.chars();
        let mover = letters
            .next()
            .and_then(|letter| self.colour(letter))
            .filter(|_| letters.next().is_none());
        let Some(mover) = mover else {
            return Err(NotationError::new("after the `/` comes the letter of a player"));
        };
        if discs.iter().all(|&discs| discs == 0) {
            return Err(NotationError::new("there are discs on the board from the start"));
        }
        Ok(Discs { discs, mover: mover as u8 })
    }

    fn write_move(&self, _: &Discs, square: Square) -> String {
        name(square)
    }

    fn read_move(&self, discs: &Discs, text: &str) -> Result<Square, NotationError> {
        let mut moves = Vec::new();
        self.moves(discs, &mut moves);
        let Some(square) = (0..64).map(Square).find(|&square| name(square) == text) else {
            return Err(NotationError::new(format!(
                "`{text:.20}` is no square: they are a1 to h8"
            )));
        };
        if moves.contains(&square) {
            Ok(square)
        } else if moves.is_empty() {
            Err(NotationError::new("the game is over"))
        } else if letter(discs, square.0) != '.' {
            Err(NotationError::new(format!("{text} is taken")))
        } else {
            Err(NotationError::new(format!(
                "a disc on {text} turns nothing over where another one would, or is beside none"
            )))
        }
    }

    /// ```
    /// use outplay::Game;
    /// use outplay::face::Notation;
    /// use outplay_games::rolit::Rolit;
    ///
    /// let game = Rolit::default();
    /// let picture = game.picture(&game.start());
    /// assert!(picture.contains("4  . . . r y . . .\n5  . . . b g . . .\n"));
    /// ```
    fn picture(&self, discs: &Discs) -> String {
        let row = |row: u8| {
            let marks = (0..8).map(|column| letter(discs, 8 * row + column).to_string());
            format!("{}  {}\n", row + 1, marks.collect::<Vec<_>>().join(" "))
        };
        let rows: String = (0..8).map(row).collect();
        format!("{rows}   a b c d e f g h   {} to move\n", LETTERS[discs.mover().index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut random = fastrand::Rng::with_seed(1);
        for players in 2..=4 {
            let game = Rolit::new(players).unwrap();
            let mut discs = game.start();
            loop {
                assert_eq!(game.read_position(&game.write_position(&discs)), Ok(discs));
                let mut moves = Vec::new();
                game.moves(&discs, &mut moves);
                let Some(&square) = random.choice(&moves) else { break };
                assert_eq!(game.read_move(&discs, &game.write_move(&discs, square)), Ok(square));
                game.play(&mut discs, square);
            }
        }
    }

    #[test]
    fn bad_text_says_why() {
        let game = Rolit::new(2).unwrap();
        let error = |text: &str| game.read_position(text).unwrap_err().to_string();
        assert!(error("rr").starts_with("a position is a board"));
        assert_eq!(error("rr/r"), "a board has 64 squares, and this has 2");
        let empty = ".".repeat(63);
        assert_eq!(error(&format!("{empty}g/r")), "`g` on h8 is neither `.` nor one of `ry`");
        assert!(error(&format!("{empty}r/g")).starts_with("after the `/`"));
        assert!(error(&format!("{empty}./r")).starts_with("there are discs"));
        let error = |text| game.read_move(&game.start(), text).unwrap_err().to_string();
        assert_eq!(error("e4"), "e4 is taken");
        assert_eq!(error("i9"), "`i9` is no square: they are a1 to h8");
        assert!(error("a1").starts_with("a disc on a1 turns nothing over"));
    }
}
