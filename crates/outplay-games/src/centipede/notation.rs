//! Positions as the number of pushes so far, and `!` once the larger heap was taken: `0`, `3`, `3!`. Moves as `take` and `push`.

use outplay::Game;

use super::rules::{Centipede, HeapMove, Table};
use outplay::face::notation::{Notation, NotationError};

impl Notation for Centipede {
    fn write_position(&self, table: &Table) -> String {
        format!("{}{}", table.pushes, if table.is_taken { "!" } else { "" })
    }

    fn read_position(&self, text: &str) -> Result<Table, NotationError> {
        let (number, is_taken) = match text.strip_suffix('!') {
            Some(number) => (number, true),
            None => (text, false),
        };
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        let pushes = number.parse().ok().filter(|&pushes: &u8| digits && pushes < self.rounds());
        pushes.map(|pushes| Table { pushes, is_taken }).ok_or_else(|| {
            let most = self.rounds() - 1;
            NotationError::new(format!("`{text:.20}` is no position: write how often heaps were pushed, 0 to {most}, and `!` if one was taken"))
        })
    }

    fn write_move(&self, _: &Table, mv: HeapMove) -> String {
        match mv {
            HeapMove::Take => "take",
            HeapMove::Push => "push",
        }
        .to_owned()
    }

    fn read_move(&self, table: &Table, text: &str) -> Result<HeapMove, NotationError> {
        let mut moves = Vec::new();
        self.moves(table, &mut moves);
        let found = moves.iter().find(|&&mv| self.write_move(table, mv) == text);
        found.copied().ok_or_else(|| {
            NotationError::new(match (moves.len(), text) {
                (0, _) => "the game is over".to_owned(),
                (1, "push") => "in the last round one can only take".to_owned(),
                _ => format!("`{text:.20}` is no move: they are take and push"),
            })
        })
    }

    /// ```
    /// use outplay::face::Notation;
    /// use outplay_games::centipede::Centipede;
    ///
    /// let game = Centipede::default();
    /// let table = game.read_position("3")?;
    /// assert_eq!(game.picture(&table), "heaps of 32 and 8, player 2 to move, round 4 of 6\n");
    /// # Ok::<(), outplay::face::NotationError>(())
    /// ```
    fn picture(&self, table: &Table) -> String {
        let [larger, smaller] = self.heaps(table);
        let player = table.mover().0 + 1;
        match table.is_taken {
            true => format!("player {player} has taken {larger} and left {smaller}\n"),
            false => {
                let round = table.pushes + 1;
                let rounds = self.rounds();
                format!(
                    "heaps of {larger} and {smaller}, player {player} to move, round {round} of {rounds}\n"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let game = Centipede::default();
        for text in ["0", "0!", "3", "5", "5!"] {
            assert_eq!(game.write_position(&game.read_position(text).unwrap()), text);
        }
        for text in ["", "!", "6", "-1", "+1", "999", "0!!", "é"] {
            let told = game.read_position(text).unwrap_err().to_string();
            assert!(told.starts_with(&format!("`{text}` is no position")), "{told}");
        }
        let error = |position: &str, text| {
            game.read_move(&game.read_position(position).unwrap(), text).unwrap_err().to_string()
        };
        assert_eq!(error("0!", "take"), "the game is over");
        assert_eq!(error("5", "push"), "in the last round one can only take");
        assert_eq!(error("0", "shove"), "`shove` is no move: they are take and push");
        assert_eq!(game.read_move(&game.start(), "push"), Ok(HeapMove::Push));
    }
}
