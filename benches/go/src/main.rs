//! Light play-outs a second: the board of the game beside one that was written by hand for light play-outs alone, by turns in one run.

mod by_hand;

use std::time::Instant;

use fastrand::Rng;
use outplay::Game;
use outplay_games::go::{Board, Go, Options};

/// How often each board plays, by turns.
const ROUNDS: usize = 9;

fn main() {
    compare::<9, 128>(20_000);
    compare::<19, 512>(4_000);
}

fn compare<const SIZE: usize, const N: usize>(games: u32) {
    let game = Go::new(SIZE as u8, SIZE as u8, Options::default()).expect("a board that is played");
    let start = Board::<N>::new(&game, &game.start());
    let mut rates = [Vec::new(), Vec::new()];
    let mut lengths = [0.0; 2];
    for round in 0..ROUNDS as u64 {
        let mut random = Rng::with_seed(round);
        let play = || {
            let mut board = start.clone();
            board.play_out(&mut random, 10_000);
            (board.moves().into(), board.area())
        };
        measure(games, &mut rates[0], &mut lengths[0], play);
        let mut random = Rng::with_seed(round);
        let empty = by_hand::Board::<SIZE, N>::new();
        let play = || {
            let mut board = empty.clone();
            board.play_out(&mut random);
            (board.moves, board.area())
        };
        measure(games, &mut rates[1], &mut lengths[1], play);
    }
    let [ours, by_hand] = rates.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    });
    let [length, length_by_hand] = lengths.map(|sum| sum / ROUNDS as f64);
    println!(
        "{SIZE} x {SIZE}: {ours:.0} play-outs a second of {length:.1} moves, by hand {by_hand:.0} of {length_by_hand:.1}: {:.2}",
        ours / by_hand
    );
}

fn measure(
    games: u32,
    rates: &mut Vec<f64>,
    length: &mut f64,
    mut play: impl FnMut() -> (u32, i32),
) {
    let start = Instant::now();
    let (mut moves, mut area) = (0_u64, 0_i64);
    for _ in 0..games {
        let (made, lead) = play();
        moves += u64::from(made);
        area += i64::from(lead);
    }
    rates.push(f64::from(games) / start.elapsed().as_secs_f64());
    *length += moves as f64 / f64::from(games);
    assert!(area.abs() < i64::from(games) * 20, "Black is ahead by a few points");
}
