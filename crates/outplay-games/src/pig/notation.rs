//! Positions as both scores, the sum of this turn and who is to move, `34:28+12/1`, with `*` at the end while the die is in the air; moves as
//! `roll`, `hold`, and what the die shows.

use outplay::{Game, Player};

use super::rules::{Pig, PigMove, Scores};
use outplay::face::notation::{Notation, NotationError};

/// `34:28+12/1*` as its numbers.
fn numbers(text: &str) -> Option<(u16, u16, u16, &str)> {
    let (points, turn) = text.split_once('+')?;
    let (first, second) = points.split_once(':')?;
    let (sum, mover) = turn.split_once('/')?;
    let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
    Some((number(first)?, number(second)?, number(sum)?, mover))
}

impl Notation for Pig {
    fn write_position(&self, scores: &Scores) -> String {
        let [first, second] = scores.points;
        let thrown = if scores.is_thrown { "*" } else { "" };
        format!("{first}:{second}+{}/{}{thrown}", scores.sum, scores.mover.0 + 1)
    }

    fn read_position(&self, text: &str) -> Result<Scores, NotationError> {
        let wrong = || {
            let what = format!(
                "`{text:.30}` is no position: write scores, sum and player like 34:28+12/1"
            );
            NotationError::new(what)
        };
        let (first, second, sum, turn) = numbers(text).ok_or_else(wrong)?;
        let (mover, is_thrown) = match turn {
            "1" => (Player::MAX, false),
            "2" => (Player::MIN, false),
            "1*" => (Player::MAX, true),
            "2*" => (Player::MIN, true),
            _ => return Err(wrong()),
        };
        let scores = Scores { points: [first, second], sum, mover, is_thrown };
        let goal = self.goal();
        if first >= goal || second >= goal {
            let what =
                format!("a score is below the goal of {goal}: what is over it is in the sum");
            return Err(NotationError::new(what));
        }
        if sum == 1 || sum > goal + 5 || is_thrown && self.is_won(&scores) {
            return Err(NotationError::new(format!("a sum of {sum} cannot be thrown here")));
        }
        Ok(scores)
    }

    fn write_move(&self, _: &Scores, mv: PigMove) -> String {
        match mv {
            PigMove::Roll => "roll".to_owned(),
            PigMove::Hold => "hold".to_owned(),
            PigMove::Die(eyes) => eyes.to_string(),
        }
    }

    fn read_move(&self, scores: &Scores, text: &str) -> Result<PigMove, NotationError> {
        let mut moves = Vec::new();
        self.moves(scores, &mut moves);
        let names: Vec<String> = moves.iter().map(|&mv| self.write_move(scores, mv)).collect();
        match names.iter().position(|name| name == text) {
            Some(index) => Ok(moves[index]),
            None if moves.is_empty() => Err(NotationError::new("the game is over")),
            None => {
                let what = format!("`{text:.20}` cannot be done here: {}", names.join(", "));
                Err(NotationError::new(what))
            }
        }
    }

    /// ```
    /// use outplay::face::Notation;
    /// use outplay_games::pig::Pig;
    ///
    /// let scores = Pig::default().read_position("34:28+12/1")?;
    /// assert_eq!(Pig::default().picture(&scores), "\
    /// first    34 + 12
    /// second   28
    /// ");
    /// # Ok::<(), outplay::face::NotationError>(())
    /// ```
    fn picture(&self, scores: &Scores) -> String {
        let row = |name: &str, player: Player| {
            let sum = match (player == scores.mover, scores.is_thrown) {
                (true, true) => format!(" + {} and the die in the air", scores.sum),
                (true, false) => format!(" + {}", scores.sum),
                (false, _) => String::new(),
            };
            format!("{name:<8} {}{sum}\n", scores.points[player.index()])
        };
        row("first", Player::MAX) + &row("second", Player::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let game = Pig::default();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20 {
            let mut scores = game.start();
            loop {
                assert_eq!(game.read_position(&game.write_position(&scores)), Ok(scores));
                let mut moves = Vec::new();
                game.moves(&scores, &mut moves);
                let Some(&mv) = random.choice(&moves) else { break };
                assert_eq!(game.read_move(&scores, &game.write_move(&scores, mv)), Ok(mv));
                game.play(&mut scores, mv);
            }
        }
    }

    #[test]
    fn bad_text_says_why() {
        let game = Pig::default();
        let error = |text: &str| game.read_position(text).unwrap_err().to_string();
        for text in ["", "1:2", "1:2+3", "1:2+3/3", "1:2+3/1**", "-1:2+3/1", "1:+2+3/1", "é"] {
            assert!(error(text).starts_with(&format!("`{text}` is no position")), "{text}");
        }
        assert!(error("100:2+3/1").starts_with("a score is below the goal of 100"));
        assert_eq!(error("0:0+1/1"), "a sum of 1 cannot be thrown here");
        assert_eq!(error("90:0+12/1*"), "a sum of 12 cannot be thrown here");
        assert_eq!(error("90:0+65535/2"), "a sum of 65535 cannot be thrown here");
        let start = game.start();
        let told = game.read_move(&start, "hold").unwrap_err().to_string();
        assert_eq!(told, "`hold` cannot be done here: roll");
    }
}
