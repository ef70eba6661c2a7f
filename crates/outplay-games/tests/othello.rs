//! Othello: the rules against published counts and against a board of characters, the textbook on small boards.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use outplay::Game;
use outplay::testing;
use outplay_games::othello::Othello;

#[test]
fn perft_counts_are_the_published_ones() {
    // A pass is a ply.
    let game = Othello::default();
    let counts: Vec<u64> =
        (1..=9).map(|depth| testing::perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]);
}

#[test]
fn boards_of_every_size_sign_the_contract() {
    for size in [4, 6, 8] {
        testing::check_zero_sum(&Othello::new(size).unwrap());
    }
}
