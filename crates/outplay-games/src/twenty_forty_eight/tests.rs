//! The evaluation, and games played with it.

use std::time::{Duration, Instant};

use outplay::textbook::Search;
use outplay::{Depth, Evaluation, Game, Limits, Player};

use super::learn::{Learning, put_tile};
use super::rules::{mirrored, transposed};
use super::tuples::{packed, places};
use super::*;
use outplay::face::Notation;

/// The board with left and right exchanged.
fn mirrored_board(board: u64) -> u64 {
    [0, 16, 32, 48]
        .into_iter()
        .fold(0, |all, shift| all | u64::from(mirrored((board >> shift) as u16)) << shift)
}

#[test]
fn turned_and_mirrored_boards_are_worth_the_same() {
    let (game, tuples) = (TwentyFortyEight::new(), Tuples::new());
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let board = (0..16).fold(0, |board, _| board << 4 | random.u64(0..12));
        let worth =
            |board| tuples.evaluate(&game, &Tiles { board, points: 0, to_come: 1 }, Player::MAX);
        for other in [mirrored_board(board), transposed(board), mirrored_board(transposed(board))] {
            assert!((worth(board) - worth(other)).abs() < 0.1, "{board:x} {other:x}");
        }
        assert_eq!(places(board).count(), 17);
    }
}

#[test]
fn expectimax_with_a_table_is_expectimax() {
    let game = TwentyFortyEight::new();
    for text in ["1.2.....3...b...:20000", "1212345621212431:500", "123456789abc12..:9"] {
        let tiles = game.read_position(text).unwrap();
        for plies in 1..=4 {
            let search = || Search::new(&game).evaluation(Tuples::new()).depth(Depth::plies(plies));
            let plain = search().expectimax(&tiles, Player::MAX).unwrap();
            let table = search().table().expectimax(&tiles, Player::MAX).unwrap();
            let star =
                search().table().payoffs(0.0, 4e6).star_expectimax(&tiles, Player::MAX).unwrap();
            assert_eq!((table.value, &table.best_moves), (plain.value, &plain.best_moves));
            assert_eq!((star.value, star.best), (plain.value, plain.best));
            assert!(table.counts.generated <= plain.counts.generated);
        }
    }
}

/// Plays a game until there is a tile of 2048, or no move. Returns the last position, how many moves it took, and the depths together.
fn play(limits: &Limits, seed: u64) -> (Tiles, u32, u64) {
    let game = TwentyFortyEight::new();
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut tiles, mut moves, mut depths) = (game.start(), 0, 0);
    loop {
        while tiles.to_come > 0 {
            put_tile(&game, &mut tiles, &mut random);
        }
        let search = Search::new(&game).evaluation(Tuples::new()).table().deepen();
        let limits = Limits { since: Some(Instant::now()), ..limits.clone() };
        let report = search.limits(limits).expectimax(&tiles, Player::MAX).unwrap();
        // Not even one ply in time: the first move.
        let mut legal = Vec::new();
        game.moves(&tiles, &mut legal);
        let best = report.best.or(legal.first().copied());
        let Some(mv) = best.filter(|_| tiles.largest() < 2048) else {
            return (tiles, moves, depths);
        };
        game.play(&mut tiles, mv);
        moves += 1;
        depths += u64::from(report.depth);
    }
}

#[test]
fn one_ply_comes_far() {
    let limits = Limits { depth: Some(Depth::plies(1)), ..Limits::default() };
    let ends: Vec<Tiles> = (0..10).map(|seed| play(&limits, seed).0).collect();
    let won = ends.iter().filter(|end| end.largest() >= 2048).count();
    assert!(won >= 6, "{won} of 10");
}

/// `just bench-2048`; docs/2048.md has what it prints.
#[test]
#[ignore = "minutes"]
fn expectimax_reaches_2048() {
    let time = Duration::from_millis(1);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let begin = Instant::now();
    let run = |first: u64| {
        (first..100).step_by(threads as usize).map(|seed| play(&limits, seed)).collect()
    };
    let ends: Vec<(Tiles, u32, u64)> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|first| scope.spawn(move || -> Vec<_> { run(first) })).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no game fails")).collect()
    });
    let won = ends.iter().filter(|(end, ..)| end.largest() >= 2048).count();
    let moves: u32 = ends.iter().map(|end| end.1).sum();
    let depths: u64 = ends.iter().map(|end| end.2).sum();
    println!(
        "2048 in {won} of {} games, {time:?} a move: {moves} moves, {:.1} plies deep on average, {:.0?} in all",
        ends.len(),
        depths as f64 / f64::from(moves),
        begin.elapsed()
    );
    assert!(won >= 95, "{won} of 100");
}

/// Learns the weights anew and writes them to `target/2048-weights.bin`: about a quarter of an hour.
#[test]
#[ignore = "minutes"]
fn learn_the_weights() {
    let mut learning = Learning::new();
    let mut random = fastrand::Rng::with_seed(2048);
    let (mut points, mut won) = (0, 0);
    for game in 1..=100_000 {
        let end = learning.play(&mut random);
        (points, won) = (points + u64::from(end.points()), won + u32::from(end.largest() >= 2048));
        if game % 10_000 == 0 {
            println!(
                "{game}: {} points on average, 2048 in {:.1}%",
                points / 10_000,
                f64::from(won) / 100.0
            );
            (points, won) = (0, 0);
        }
    }
    let file = packed(|table, tiles| learning.weight(table, tiles));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/2048-weights.bin");
    std::fs::write(path, file).unwrap();
}
