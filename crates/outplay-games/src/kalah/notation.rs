//! Boards as the pits and the store of each player and who is to move, `4-4-4-4-4-4:0/4-4-4-4-4-4:0/1`; moves as
//! the number of a pit, from 1 at the left of the player to move.

use outplay::{Game, Player};

use super::rules::{Board, Kalah, Pit, count, sum};
use outplay::face::notation::{Notation, NotationError};

impl Kalah {
    fn write_side(&self, side: u64) -> String {
        let pits = (0..self.pits().into()).map(|pit| count(side, pit).to_string());
        format!("{}:{}", pits.collect::<Vec<_>>().join("-"), self.store_of(side))
    }

    fn read_side(&self, text: &str) -> Result<u64, NotationError> {
        let pits = usize::from(self.pits());
        let wrong = || {
            let what = format!("`{text:.40}` is not {pits} pits and a store, like 4-0-2:13");
            NotationError::new(what)
        };
        let (row, store) = text.split_once(':').ok_or_else(wrong)?;
        let places: Vec<&str> = row.split('-').chain([store]).collect();
        if places.len() != pits + 1 {
            return Err(wrong());
        }
        let mut side = 0;
        for (place, seeds) in places.into_iter().enumerate() {
            let seeds: u8 = seeds.parse().map_err(|_| wrong())?;
            side |= u64::from(seeds) << (8 * place);
        }
        Ok(side)
    }

    /// As many seeds as there are, and none left over in a game that is over.
    fn check(&self, sides: [u64; 2]) -> Result<(), NotationError> {
        let seeds: u32 = sides.into_iter().flat_map(u64::to_le_bytes).map(u32::from).sum();
        if seeds != self.total() as u32 {
            let what = format!("there are {} seeds in the game, not {seeds}", self.total());
            return Err(NotationError::new(what));
        }
        let left = sides.map(|side| sum(self.pits_of(side)));
        match left.iter().filter(|&&left| left == 0).count() {
            1 => Err(NotationError::new(
                "if all pits of one player are empty, the game is over and all seeds are in the stores",
            )),
            _ => Ok(()),
        }
    }
}

impl Notation for Kalah {
    fn write_position(&self, board: &Board) -> String {
        let [first, second] = [Player::MAX, Player::MIN].map(|player| board.side(player));
        let mover = board.mover().0 + 1;
        format!("{}/{}/{mover}", self.write_side(first), self.write_side(second))
    }

    fn read_position(&self, text: &str) -> Result<Board, NotationError> {
        let parts: Vec<&str> = text.split('/').collect();
        let [first, second, mover] = parts[..] else {
            let what = format!(
                "`{text:.60}` is no board: it has two sides and who is to move, like 4-4:0/3-4:1/1"
            );
            return Err(NotationError::new(what));
        };
        let [first, second] = [self.read_side(first)?, self.read_side(second)?];
        self.check([first, second])?;
        match mover {
            "1" => Ok(Board { own: first, other: second, mover: Player::MAX }),
            "2" => Ok(Board { own: second, other: first, mover: Player::MIN }),
            _ => Err(NotationError::new(format!("`{mover:.20}` is no player: they are 1 and 2"))),
        }
    }

    fn write_move(&self, _: &Board, pit: Pit) -> String {
        (pit.0 + 1).to_string()
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Pit, NotationError> {
        let number = text.parse().ok().filter(|number| (1..=self.pits()).contains(number));
        let Some(number) = number else {
            let what = format!("`{text:.20}` is no pit: they are 1 to {}", self.pits());
            return Err(NotationError::new(what));
        };
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let pit = Pit(number - 1);
        if moves.contains(&pit) {
            Ok(pit)
        } else if moves.is_empty() {
            Err(NotationError::new("the game is over"))
        } else {
            Err(NotationError::new(format!("pit {number} is empty")))
        }
    }

    /// The first player sits below. Seeds go round against the clock.
    ///
    /// ```
    /// use outplay::Game;
    /// use outplay::face::Notation;
    /// use outplay_games::kalah::Kalah;
    ///
    /// let game = Kalah::default();
    /// let mut board = game.start();
    /// let pit = game.read_move(&board, "3")?;
    /// game.play(&mut board, pit);
    /// assert_eq!(game.write_position(&board), "4-4-0-5-5-5:1/4-4-4-4-4-4:0/1"); // moves again
    /// assert_eq!(game.picture(&board).lines().nth(3), Some("      4  4  0  5  5  5"));
    /// # Ok::<(), outplay::face::NotationError>(())
    /// ```
    fn picture(&self, board: &Board) -> String {
        let [below, above] = [Player::MAX, Player::MIN].map(|player| board.side(player));
        let pits = 0..usize::from(self.pits());
        let row = |numbers: Vec<usize>| -> String {
            numbers.into_iter().map(|number| format!("{number:>3}")).collect()
        };
        let seeds = |side: u64| pits.clone().map(|pit| count(side, pit).into()).collect::<Vec<_>>();
        let backwards = |numbers: Vec<usize>| numbers.into_iter().rev().collect();
        let names: Vec<usize> = pits.clone().map(|pit| pit + 1).collect();
        let marks =
            [Player::MAX, Player::MIN].map(|it| if it == board.mover() { "   <" } else { "" });
        format!(
            "    {}{}\n    {}\n{:>3}{:width$}{:>3}\n    {}\n    {}{}\n",
            row(backwards(names.clone())),
            marks[1],
            row(backwards(seeds(above))),
            self.store_of(above),
            "",
            self.store_of(below),
            row(seeds(below)),
            row(names),
            marks[0],
            width = 3 * pits.len() + 2,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kalah::Captures;

    #[test]
    fn what_is_written_can_be_read() {
        let game = Kalah::default();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..50 {
            let mut board = game.start();
            loop {
                let text = game.write_position(&board);
                assert_eq!(game.read_position(&text), Ok(board));
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                let Some(&pit) = random.choice(&moves) else { break };
                assert_eq!(game.read_move(&board, &game.write_move(&board, pit)), Ok(pit));
                game.play(&mut board, pit);
            }
        }
    }

    #[test]
    fn bad_boards_and_moves_say_why() {
        let game = Kalah::new(2, 2, Captures::Standard).unwrap();
        let error = |text: &str| game.read_position(text).unwrap_err().to_string();
        assert!(error("").starts_with("`` is no board"));
        assert!(error("2-2:0/2-2:0").starts_with("`2-2:0/2-2:0` is no board"));
        let wrong = "`2-2` is not 2 pits and a store, like 4-0-2:13";
        assert_eq!(error("2-2/2-2:0/1"), wrong);
        assert!(error("2:2-0/2-2:0/1").starts_with("`2:2-0` is not"));
        assert!(error("2-999:0/2-2:0/1").starts_with("`2-999:0` is not"));
        assert_eq!(error("2-2:0/2-2:1/1"), "there are 8 seeds in the game, not 9");
        assert_eq!(error("2-2:0/2-2:0/3"), "`3` is no player: they are 1 and 2");
        assert!(error("0-0:4/2-2:0/1").starts_with("if all pits of one player are empty"));
        let board = game.read_position("0-2:2/2-2:0/1").unwrap();
        let error = |text| game.read_move(&board, text).unwrap_err().to_string();
        assert_eq!(error("1"), "pit 1 is empty");
        assert_eq!(error("3"), "`3` is no pit: they are 1 to 2");
        assert_eq!(error("é"), "`é` is no pit: they are 1 to 2");
    }
}
