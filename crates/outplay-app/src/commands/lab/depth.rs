//! `outplay lab depth`: what depth is worth, and what the evaluation is worth, in Othello on 6 x 6.
//!
//! Every evaluation plays at every depth against the same yardstick. A cell of the table is the share of points that it scores.

use std::thread;

use clap::Args;
use fastrand::Rng;
use outplay::arena::Mean;
use outplay::textbook::Search;
use outplay::{Depth, Game, Player, Turn};
use outplay_games::othello::{Board, Othello, Square};

use super::opinions::{OPINIONS, Opinion, SIZE};
use crate::draw::columns;
use crate::failure::{Failure, warn};
use crate::interrupt;

/// Everybody plays against this evaluation at this depth.
const YARDSTICK: (Opinion, u32) = (Opinion::Moves, 2);
const CONFIDENCE: f64 = 0.95;

/// The options of `outplay lab depth`.
#[derive(Args)]
pub(crate) struct Options {
    /// Depths from 1 to this one
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=9))]
    most: u32,
    /// How many games each cell has: pairs with the same opening, where the seats change
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// How many random moves an opening has
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=12))]
    opening: u32,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A player: an evaluation and how deep it looks.
type Seat = (Opinion, u32);

/// Runs the experiment; every evaluation has a thread of its own.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = Othello::new(SIZE).map_err(|error| Failure::input(error.to_string()))?;
    let rows: Vec<Vec<Mean>> = thread::scope(|scope| {
        let row = |opinion| scope.spawn(move || row(&game, options, opinion));
        let rows = OPINIONS.map(row);
        rows.into_iter().map(|row| row.join().unwrap_or_default()).collect()
    });
    if interrupt::asked() {
        warn("stopped on request: the numbers are those of the games so far");
    }
    match rows.iter().flatten().any(|cell| cell.count() > 0) {
        true => Ok(told(options, &rows)),
        false => Err(Failure::interrupted()),
    }
}

/// One evaluation at all depths.
fn row(game: &Othello, options: &Options, opinion: Opinion) -> Vec<Mean> {
    (1..=options.most).map(|depth| cell(game, options, (opinion, depth))).collect()
}

/// The points of one player in all pairs of games: 1 for a pair that it won twice.
fn cell(game: &Othello, options: &Options, seat: Seat) -> Mean {
    let mut points = Mean::default();
    for pair in 0..options.games.div_ceil(2) {
        let opening = opening(game, options.opening, options.seed.wrapping_add(u64::from(pair)));
        let [Some(first), Some(second)] =
            [Player::MAX, Player::MIN].map(|player| score(game, opening, seat, player))
        else {
            break;
        };
        points.add((first + second) / 2.0);
    }
    points
}

/// Random moves from the start.
fn opening(game: &Othello, plies: u32, seed: u64) -> Board {
    let mut random = Rng::with_seed(seed);
    let mut board = game.start();
    for _ in 0..plies {
        let moves = moves(game, &board);
        if !moves.is_empty() {
            game.play(&mut board, moves[random.usize(..moves.len())]);
        }
    }
    board
}

fn moves(game: &Othello, board: &Board) -> Vec<Square> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

/// What somebody on a seat scores from an opening against the yardstick: 1, 1/2 or 0; nothing if it is stopped.
fn score(game: &Othello, opening: Board, seat: Seat, player: Player) -> Option<f64> {
    let mut board = opening;
    loop {
        let choices = moves(game, &board);
        match choices[..] {
            [] => break,
            [only] => game.play(&mut board, only),
            _ => {
                let is_own = game.turn(&board) == Turn::Player(player);
                let best = best(game, &board, if is_own { seat } else { YARDSTICK })?;
                game.play(&mut board, best);
            }
        }
    }
    let payoff = game.payoff(&board, player);
    Some(if payoff == 0.0 { 0.5 } else { f64::from(payoff > 0.0) })
}

fn best(game: &Othello, board: &Board, (opinion, depth): Seat) -> Option<Square> {
    if interrupt::asked() {
        return None;
    }
    let search = Search::new(game).depth(Depth::plies(depth)).evaluation(opinion);
    search.alpha_beta(board).ok()?.best
}

fn told(options: &Options, rows: &[Vec<Mean>]) -> String {
    let cell = |mean: &Mean| {
        let share = mean.estimate(CONFIDENCE);
        match mean.count() {
            0 | 1 => "-".to_owned(),
            _ => format!("{:.0}% ± {:.0}", 100.0 * share.value, 100.0 * share.error()),
        }
    };
    let row = |(opinion, row): (&Opinion, &Vec<Mean>)| {
        [opinion.name().to_owned()].into_iter().chain(row.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = OPINIONS.iter().zip(rows).map(row).collect();
    let depths: Vec<String> = (1..=options.most).map(|depth| format!("depth {depth}")).collect();
    let head: Vec<&str> =
        ["evaluation"].into_iter().chain(depths.iter().map(String::as_str)).collect();
    format!(
        "Othello on {SIZE} x {SIZE}: points scored against `{}` at depth {}, {} games in each cell, 95% intervals\n\n{}",
        YARDSTICK.0.name(),
        YARDSTICK.1,
        options.games.div_ceil(2) * 2,
        columns::aligned(&head, &rows, 1),
    )
}
