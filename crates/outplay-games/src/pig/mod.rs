//! Pig: throw a die as often as you dare.
//!
//! A position can come again: who throws a one is back where the turn began. So no search finds the end of it, and
//! [value iteration](outplay::solve::ValueIteration) does.
//!
//! ```
//! use outplay::{Game, solve::ValueIteration};
//! use outplay_games::pig::{Pig, PigMove};
//!
//! let pig = Pig::new(20)?;
//! let solution = ValueIteration::new(&pig).solve(&pig.start())?;
//! let value = solution.value(&pig, &pig.start()).expect("it is the start");
//! let wins = (1.0 + value) / 2.0;
//! assert!((0.55..0.65).contains(&wins)); // it is good to be the first, the more so if the goal is near
//! assert_eq!(solution.best_moves(&pig, &pig.start()), [PigMove::Roll]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod notation;
mod picture;
mod rules;

use outplay::face::{Entry, Listing};
use outplay::{Evaluation, Player};

pub use rules::{GoalError, Pig, PigMove, Scores};

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| {
        let goal = variant.unwrap_or("100");
        let number = goal.parse().map_err(|_| {
            format!("`{goal:.50}` is no goal of Pig: write a number of points, like `pig:50`")
        })?;
        Pig::new(number).map_err(|error| error.to_string())
    };
    Entry::sized("pig", make)
        .about("throw a die as often as you dare, first to 100")
        .variants(&["50", "20"])
        .seats(&["Ann", "Bob"])
        .unit("wins", 1.0, 0.5)
        .chance()
        .notation()
        .board()
        .evaluation(Lead)
        .into()
}

/// The share of the way to the goal that a player is ahead.
#[derive(Clone, Copy, Debug)]
pub struct Lead;

impl Evaluation<Pig> for Lead {
    fn evaluate(&self, game: &Pig, scores: &Scores, player: Player) -> f64 {
        let turn = |one: Player| if scores.mover() == one { scores.sum() } else { 0 };
        let points = |one: Player| f64::from(scores.points(one) + turn(one));
        let lead = points(player) - points(player.other());
        (lead / f64::from(game.goal())).clamp(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::face::Notation;
    use outplay::solve::ValueIteration;
    use outplay::{Game, testing};

    #[test]
    fn pig_keeps_its_promises() {
        testing::check_zero_sum(&Pig::default());
        testing::check_zero_sum(&Pig::new(10).unwrap());
        let told = Pig::new(9).unwrap_err().to_string();
        assert_eq!(told, "a goal of 9 does not do: it is 10 to 1000");
    }

    /// Neller and Presser, *Optimal Play of the Dice Game Pig*, UMAP Journal 25(1), 2004: the first player wins 53.06% of the games.
    #[test]
    fn the_first_player_wins_as_often_as_is_published() {
        let pig = Pig::default();
        let begin = std::time::Instant::now();
        let solution = ValueIteration::new(&pig).solve(&pig.start()).unwrap();
        println!("{solution:?} in {:.1?}", begin.elapsed());
        assert!(solution.is_solved());
        let wins = (1.0 + solution.value(&pig, &pig.start()).unwrap()) / 2.0;
        println!("the first player wins {wins:.6}");
        assert!((wins - 0.5306).abs() < 5e-5, "{wins}");
        // The same paper: with no score on either side, one holds at 21.
        let best = |text: &str| solution.best_moves(&pig, &pig.read_position(text).unwrap());
        assert_eq!(best("0:0+20/1"), [PigMove::Roll]);
        assert_eq!(best("0:0+21/1"), [PigMove::Hold]);
        // Who will lose at the next turn of the other one goes for all of it.
        assert_eq!(best("50:99+30/1"), [PigMove::Roll]);
    }

    #[test]
    fn both_seats_are_worth_the_same() {
        let pig = Pig::new(30).unwrap();
        let solution = ValueIteration::new(&pig).solve(&pig.start()).unwrap();
        for (first, second) in [("12:7+5/1", "7:12+5/2"), ("0:29+0/1", "29:0+0/2")] {
            let [one, other] = [first, second]
                .map(|text| solution.value(&pig, &pig.read_position(text).unwrap()).unwrap());
            assert!((one + other).abs() < 1e-8, "{one} {other}");
        }
    }
}
