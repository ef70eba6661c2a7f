//! `outplay lab evaluation`: how much an evaluation has to do with the value that best play gives.
//!
//! Random positions of Othello on 6 x 6 are solved; beside the exact values stands what each evaluation says, alone and after a
//! search.

use clap::Args;
use fastrand::Rng;
use outplay::textbook::{Order, Search};
use outplay::{Depth, Game, Player};
use outplay_games::othello::{Board, Othello};

use super::opinions::{OPINIONS, Opinion, SIZE};
use crate::draw::columns;
use crate::failure::Failure;
use crate::interrupt;

/// How deep the searches go whose values are compared, too.
const DEPTHS: [u32; 2] = [2, 4];

/// The options of `outplay lab evaluation`.
#[derive(Args)]
pub(crate) struct Options {
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
    let game = Othello::new(SIZE).map_err(|error| Failure::input(error.to_string()))?;
    let mut random = Rng::with_seed(options.seed);
    let mut boards = Vec::new();
    while boards.len() < options.positions as usize {
        boards.extend(position(&game, options.empty, &mut random));
    }
    let mut exact = Vec::new();
    for board in &boards {
        if interrupt::asked() {
            return Err(Failure::interrupted());
        }
        exact.push(solved(&game, board)?);
    }
    Ok(told(options, &game, &boards, &exact))
}

/// A position of a random game with so many empty squares; none if the game ended before.
fn position(game: &Othello, empty: u32, random: &mut Rng) -> Option<Board> {
    let mut board = game.start();
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&board, &mut moves);
        if moves.is_empty() {
            return None;
        }
        let discs = board.discs(Player::MAX) | board.discs(Player::MIN);
        if SIZE * SIZE - discs.count_ones() <= empty {
            return Some(board);
        }
        game.play(&mut board, moves[random.usize(..moves.len())]);
    }
}

/// What the first player wins with best play of both.
fn solved(game: &Othello, board: &Board) -> Result<f64, Failure> {
    let search = Search::new(game).table().evaluation(Opinion::MovesAndCorners);
    let report = search.order(Order::Evaluation).alpha_beta(board);
    let report = report.map_err(|error| Failure::input(error.to_string()))?;
    report.value.map(outplay::Bound::score).ok_or_else(Failure::interrupted)
}

/// What a search of some plies thinks that the first player wins.
fn searched(game: &Othello, board: &Board, opinion: Opinion, depth: u32) -> f64 {
    let search = Search::new(game).depth(Depth::plies(depth)).evaluation(opinion);
    search
        .alpha_beta(board)
        .ok()
        .and_then(|report| report.value)
        .map_or(f64::NAN, outplay::Bound::score)
}

fn told(options: &Options, game: &Othello, boards: &[Board], exact: &[f64]) -> String {
    let row = |opinion: Opinion| {
        let alone = boards
            .iter()
            .map(|board| outplay::Evaluation::evaluate(&opinion, game, board, Player::MAX));
        let mut row = vec![opinion.name().to_owned()];
        row.push(format!("{:.2}", correlation(&alone.collect::<Vec<f64>>(), exact)));
        for depth in DEPTHS {
            let values = boards.iter().map(|board| searched(game, board, opinion, depth));
            row.push(format!("{:.2}", correlation(&values.collect::<Vec<f64>>(), exact)));
        }
        row
    };
    let rows: Vec<Vec<String>> = OPINIONS.map(row).into();
    let depths = DEPTHS.map(|depth| format!("after {depth} plies"));
    let head: Vec<&str> =
        ["evaluation", "alone"].into_iter().chain(depths.iter().map(String::as_str)).collect();
    format!(
        "Othello on {SIZE} x {SIZE}: rank correlation with the exact value, {} positions of random games with {} empty squares\n\n{}\n\
         1 would be: of two positions, the one that looks better always is better. 0 would be: it has nothing to do with it.\n",
        boards.len(),
        options.empty,
        columns::aligned(&head, &rows, 1),
    )
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
    use super::*;

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
        let game = Othello::new(SIZE).expect("a size");
        let mut random = Rng::with_seed(7);
        for _ in 0..20 {
            if let Some(board) = position(&game, 6, &mut random) {
                let minimax = Search::new(&game).minimax(&board).expect("it is small");
                let minimax = minimax.value.map(outplay::Bound::score);
                assert_eq!(solved(&game, &board).ok(), minimax);
            }
        }
    }
}
