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

/// How positions are written.
const WRITTEN: &str = "\
A position is what each player has for good, the sum of this turn and the player to move, 34:28+12/1, with * at the end while the die is in the \
air. Or it is the moves so far, like roll 5 hold; moves are roll and hold, and what the die shows, 1 to 6.";

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
        .zero_sum_with_chance()
        .notation()
        .written(WRITTEN)
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
    use outplay::face::{Choice, EVERY_MOVE, Notation, Options, Question};
    use outplay::solve::ValueIteration;
    use outplay::{Depth, Game, Limits, Stop, testing};

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

    /// Behind the face, too: for every position and every move, and again without solving again.
    #[test]
    fn value_iteration_is_a_search() {
        let games = crate::catalogue();
        let game = games.game("pig:20").unwrap();
        let pig = Pig::new(20).unwrap();
        let solution = ValueIteration::new(&pig).solve(&pig.start()).unwrap();
        let mut thinker = game.thinker("value-iteration", &Options::default()).unwrap();
        let every = Question { lines: EVERY_MOVE, ..Question::default() };
        for (text, sign) in [("", 1.0), ("3:11+4/1", 1.0), ("3:11+4/2", -1.0), ("3:11+0/2*", 1.0)] {
            let at = game.open(text).unwrap();
            let found = thinker.think(&*at, &every, &Limits::default(), &mut |_| ()).unwrap();
            let position =
                if text.is_empty() { pig.start() } else { pig.read_position(text).unwrap() };
            let value = solution.value(&pig, &position).unwrap();
            let worth = found.worth.unwrap();
            assert!((sign * worth.score() - value).abs() < 1e-8, "{text}: {worth:?} {value}");
            let share = format!("{:.2}%", 50.0 * (1.0 + worth.score()));
            let is_chance = text.ends_with('*');
            let whose = if is_chance { "the first player" } else { "the player to move" };
            assert_eq!(worth.meaning, Some(format!("{whose} wins {share} of the games")));
            assert!(found.complete && (found.counts.generated > 0) == text.is_empty());
            let best = solution.best_moves(&pig, &position);
            let names: Vec<String> = found.best_moves.iter().map(|&mv| at.name(mv)).collect();
            assert_eq!(
                names,
                best.iter().map(|&mv| pig.write_move(&position, mv)).collect::<Vec<_>>()
            );
            assert_eq!((found.best.is_none(), found.moves.is_empty()), (is_chance, is_chance));
            assert!(found.moves.iter().all(|one| one.worth.score() <= worth.score() + 1e-8));
        }
        let roll = game.open("3:11+9/1").unwrap();
        let only = Question { only: vec![Choice(1)], ..Question::default() };
        let found = thinker.think(&*roll, &only, &Limits::default(), &mut |_| ()).unwrap();
        assert_eq!(found.best, Some(Choice(1)));
    }

    #[test]
    fn value_iteration_stops_and_refuses() {
        let games = crate::catalogue();
        let pig = games.game("pig").unwrap();
        let mut thinker = pig.thinker("value-iteration", &Options::default()).unwrap();
        let few = Limits { nodes: Some(1_000), ..Limits::default() };
        let found = thinker.think(&*pig.start(), &Question::default(), &few, &mut |_| ()).unwrap();
        assert_eq!((found.stop, found.best, found.worth), (Stop::Nodes, None, None));
        let refused = |name: &str| {
            let game = games.game(name).unwrap();
            game.thinker("value-iteration", &Options::default()).err().unwrap().to_string()
        };
        let told = "`value-iteration` takes games of two players with chance, in which one wins what the other loses: ";
        assert_eq!(
            refused("2048"),
            format!("{told}2048 can be searched by max-n, paranoid, expectimax, mcts")
        );
        assert!(refused("chess").starts_with(told) && refused("rolit").starts_with(told));
    }

    /// Pig is zero-sum, and alpha-beta says what minimax does.
    #[test]
    fn alpha_beta_takes_pig() {
        let games = crate::catalogue();
        let game = games.game("pig:20").unwrap();
        assert!(game.about().zero_sum && game.about().chance);
        assert_eq!(game.about().usual_search(), "alpha-beta");
        let limits = Limits { depth: Some(Depth::plies(6)), ..Limits::default() };
        for text in ["", "3:11+9/1", "3:11+9/2", "12:0+3/2*"] {
            let at = game.open(text).unwrap();
            let [one, other] = ["alpha-beta", "minimax"].map(|name| {
                let mut thinker = game.thinker(name, &Options::default()).unwrap();
                let found = thinker.think(&*at, &Question::default(), &limits, &mut |_| ());
                found.unwrap().worth.unwrap().score()
            });
            assert!((one - other).abs() < 1e-12, "{text}: {one} {other}");
        }
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
