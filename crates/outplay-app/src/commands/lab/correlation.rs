//! `outplay lab evaluation`: how much an evaluation has to do with the value that best play gives.
//!
//! Random positions of a game are solved; beside the exact values stands what each of its evaluations says, alone and after a search.

use clap::Args;
use fastrand::Rng;
use outplay::face::{AnyGame, Choice, Session};

use super::judged::{Judged, Subject, headline, title};
use crate::draw::columns;
use crate::failure::Failure;
use crate::patience;

/// How deep the searches go whose values are compared; 0 is the evaluation alone.
const DEPTHS: [u32; 3] = [0, 2, 4];

/// How many random games may end too soon, one after the other, before no position is expected any more.
const MOST_TRIES: u32 = 10_000;

/// The options of `outplay lab evaluation`.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    subject: Subject,
    /// How many positions
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(3..=100_000))]
    positions: u32,
    /// How many squares are still empty
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=14))]
    empty: u32,
    /// The seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the experiment.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = options.subject.game()?;
    let positions = positions(&*game, options)?;
    let so_far = || "positions are being solved and searched".to_owned();
    patience::keeping(so_far, || told(&*game, options, &positions))
}

/// Positions of random games.
fn positions(game: &dyn AnyGame, options: &Options) -> Result<Vec<Box<dyn Session>>, Failure> {
    let mut random = Rng::with_seed(options.seed);
    let (mut positions, mut tries) = (Vec::new(), 0);
    while positions.len() < options.positions as usize {
        match position(game, options.empty as usize, &mut random) {
            Some(found) => (tries, _) = (0, positions.push(found)),
            None => tries += 1,
        }
        if tries > MOST_TRIES {
            return Err(Failure::input(format!(
                "--empty {}: of {MOST_TRIES} random games of {} none came so far",
                options.empty,
                game.about().name
            )));
        }
    }
    Ok(positions)
}

/// A position of a random game with so many empty squares; none if the game ended before.
fn position(game: &dyn AnyGame, empty: usize, random: &mut Rng) -> Option<Box<dyn Session>> {
    let mut at = game.start();
    while !at.is_over() {
        if empty_squares(&*at) <= empty {
            return Some(at);
        }
        at.play(Choice(random.usize(..at.choices()) as u32));
    }
    None
}

/// How many places of the board have nothing on them.
fn empty_squares(at: &dyn Session) -> usize {
    let board = at.board();
    (usize::from(board.width) * usize::from(board.height)).saturating_sub(board.pieces.len())
}

/// What the first player wins with best play of both. The last evaluation says which moves are looked at first.
fn solved(game: &dyn AnyGame, positions: &[Box<dyn Session>]) -> Result<Vec<f64>, Failure> {
    let names = &game.about().evaluations;
    let mut solver = Judged::to_the_end(game, &names[names.len() - 1])?;
    positions.iter().map(|at| solver.value(&**at)).collect()
}

fn told(
    game: &dyn AnyGame,
    options: &Options,
    positions: &[Box<dyn Session>],
) -> Result<String, Failure> {
    let exact = solved(game, positions)?;
    let cell = |name: &str, depth: u32| -> Result<String, Failure> {
        let mut judged = Judged::new(game, name, depth)?;
        let values: Result<Vec<f64>, Failure> =
            positions.iter().map(|at| judged.value(&**at)).collect();
        Ok(format!("{:.2}", correlation(&values?, &exact)))
    };
    let row = |name: &String| -> Result<Vec<String>, Failure> {
        let cells = DEPTHS.iter().map(|&depth| cell(name, depth));
        std::iter::once(Ok(title(name))).chain(cells).collect()
    };
    let rows: Result<Vec<Vec<String>>, Failure> =
        game.about().evaluations.iter().map(row).collect();
    let head = ["evaluation", "alone", "after 2 plies", "after 4 plies"];
    Ok(format!(
        "{}: rank correlation with the exact value, {} positions of random games with {} empty squares\n\n{}\n\
         1 would be: of two positions, the one that looks better always is better. 0 would be: it has nothing to do with it.\n",
        headline(game.about()),
        positions.len(),
        options.empty,
        columns::aligned(&head, &rows?, 1),
    ))
}

/// Spearman's coefficient of two lists of numbers: only which is larger counts, not by how much. (An evaluation between -2 and 2 and
/// a final score of 20 are in one list once a search has come to the end.)
fn correlation(first: &[f64], second: &[f64]) -> f64 {
    let (first, second) = (&ranks(first)[..], &ranks(second)[..]);
    let count = first.len() as f64;
    let mean = |of: &[f64]| of.iter().sum::<f64>() / count;
    let (one, other) = (mean(first), mean(second));
    let products = |a: &[f64], b: &[f64], at: f64, bt: f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - at) * (b - bt)).sum()
    };
    products(first, second, one, other)
        / (products(first, first, one, one) * products(second, second, other, other)).sqrt()
}

/// The place of each number by size; equal ones share the middle of their places.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let below = |number: f64| numbers.iter().filter(|&&other| other < number).count() as f64;
    let equal = |number: f64| numbers.iter().filter(|&&other| other == number).count() as f64;
    numbers.iter().map(|&number| below(number) + equal(number) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use outplay::face::{Options as Plain, Question};
    use outplay::{Limits, Player, Turn};

    use super::*;
    use crate::games;

    #[test]
    fn a_correlation_is_one_for_what_goes_together_and_minus_one_for_opposites() {
        let numbers = [1.0, 2.0, 2.0, 9.0];
        let [double, opposite] =
            [2.0, -3.0].map(|by| numbers.map(|number: f64| by * number.powi(3)));
        assert!((correlation(&numbers, &double) - 1.0).abs() < 1e-12);
        assert!((correlation(&numbers, &opposite) + 1.0).abs() < 1e-12);
        assert!(correlation(&[1.0, -1.0, -1.0, 1.0], &[1.0, 1.0, -1.0, -1.0]).abs() < 1e-12);
    }

    #[test]
    fn exact_values_are_those_of_plain_minimax() {
        let game = games::named("othello:6x6").expect("a game");
        let mut random = Rng::with_seed(7);
        let positions: Vec<_> = (0..20).filter_map(|_| position(&*game, 6, &mut random)).collect();
        assert!(positions.len() > 10 && positions.iter().all(|at| empty_squares(&**at) == 6));
        let mut minimax = game.thinker("minimax", &Plain::default()).expect("it takes the game");
        for (at, exact) in positions.iter().zip(solved(&*game, &positions).expect("it is small")) {
            let found = minimax.think(&**at, &Question::default(), &Limits::default(), &mut |_| ());
            let worth = found.expect("it is small").worth.expect("it is not stopped");
            let is_second = at.turn() == Some(Turn::Player(Player::MIN));
            assert_eq!(exact, if is_second { -worth.score() } else { worth.score() });
        }
    }

    #[test]
    fn a_position_that_never_comes_is_told() {
        let game = games::named("othello:4x4").expect("a game");
        let mut random = Rng::with_seed(1);
        let found = (0..100).find_map(|_| position(&*game, 1, &mut random));
        assert!(found.is_none_or(|at| empty_squares(&*at) <= 1));
        let told = Subject::of("chess").game().err().expect("it has no such evaluations");
        assert!(told.to_string().starts_with("chess is no game for this"), "{told}");
    }
}
