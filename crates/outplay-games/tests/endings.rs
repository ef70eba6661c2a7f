//! Endings of Connect Four and Othello, solved by the engine: a set of our own for wherever the data by others is missing. The scores are by
//! brute force on boards of letters, which share nothing with the engine or with the rules that it plays by.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::collections::HashMap;

use common::slow_four::SlowFour;
use common::slow_othello::SlowOthello;
use common::solved::Solved;
use common::{check_made_again, exactly, own_lines};
use fastrand::Rng;
use outplay::Limits;
use outplay::engine::{Engine, Question};
use outplay_games::connect_four::ConnectFour;
use outplay_games::othello::Othello;

const CONNECT_FOUR: &str = "connect-four/endings.txt";
const OTHELLO: &str = "othello/endings.txt";
/// How many of each number of empty cells there are in a file.
const EACH: usize = 20;
/// The numbers of empty cells.
const FOUR_EMPTY: std::ops::RangeInclusive<usize> = 9..=18;
const OTHELLO_EMPTY: std::ops::RangeInclusive<usize> = 5..=12;

const FOUR_HEAD: &str = "\
# Connect Four: columns from 1, and the exact score for the player to move, who cannot win at once. A win with the last disc counts 1, with the
# one before it 2, and so on; a loss is negative. From 18 to 9 cells are empty, 20 positions of each.
#
# Made by ourselves: random games in which nobody makes four, solved by plain minimax (crates/outplay-games/tests/common/slow_four.rs).
# To make the file again, the same to the last byte: cargo test -p outplay-games --test endings -- --ignored
";
const OTHELLO_HEAD: &str = "\
# Othello: the squares from a1 to h8, the player to move, and the exact score for that player: discs more at the end, where the winner gets
# what is empty. From 12 to 5 squares are empty, 20 positions of each.
#
# Made by ourselves: random games, solved by alpha-beta (crates/outplay-games/tests/common/slow_othello.rs).
# To make the file again, the same to the last byte: cargo test -p outplay-games --test endings -- --ignored
";

/// The positions of a file, and their scores.
fn endings(name: &str) -> Vec<(String, i32)> {
    let read = |line: &String| {
        let (position, score) = line.rsplit_once(' ').unwrap();
        (position.to_owned(), score.parse().unwrap())
    };
    own_lines(name).iter().map(read).collect()
}

/// That the engine finds every score of a file.
fn check_engine<G: Solved>(game: &G, name: &str, count: usize) {
    let endings = endings(name);
    assert_eq!(endings.len(), count);
    let engine = Engine::new(game.clone(), game.solver(), 16).unwrap();
    for (text, score) in endings {
        let position = game.read_position(&text).unwrap();
        let report = engine.solve(&Question::at(position), &Limits::default(), ());
        assert_eq!(report.value, exactly(score), "{text}");
    }
}

#[test]
fn the_engine_finds_every_score() {
    check_engine(&ConnectFour::default(), CONNECT_FOUR, EACH * FOUR_EMPTY.count());
    check_engine(&Othello::default(), OTHELLO, EACH * OTHELLO_EMPTY.count());
}

/// Those with few empty cells; `the_files_are_made_again` solves all.
#[test]
fn the_files_are_true() {
    let mut checked = [0, 0];
    for (text, score) in endings(CONNECT_FOUR) {
        let board = SlowFour::after(&text);
        if board.empty() <= 12 {
            assert_eq!(board.score(&mut HashMap::new()), score, "{text}");
            checked[0] += 1;
        }
    }
    for (text, score) in endings(OTHELLO) {
        let board = SlowOthello::new(&text);
        if board.empty() <= 8 {
            assert_eq!(board.score(-64, 64), score, "{text}");
            checked[1] += 1;
        }
    }
    assert_eq!(checked, [4 * EACH, 4 * EACH]);
}

#[test]
#[ignore = "takes a while: just long"]
fn the_files_are_made_again() {
    check_made_again(CONNECT_FOUR, &made_four(&mut Rng::with_seed(1)));
    check_made_again(OTHELLO, &made_othello(&mut Rng::with_seed(2)));
}

fn made_four(random: &mut Rng) -> String {
    let mut text = FOUR_HEAD.to_owned();
    for empty in FOUR_EMPTY.rev() {
        for _ in 0..EACH {
            let line = played_four(empty, random);
            let score = SlowFour::after(&line).score(&mut HashMap::new());
            text.push_str(&format!("{line} {score}\n"));
        }
    }
    text
}

/// A random game in which nobody makes four, and who is to move cannot.
fn played_four(empty: usize, random: &mut Rng) -> String {
    loop {
        let mut line = String::new();
        let mut board = SlowFour::default();
        loop {
            let (wins, others): (Vec<usize>, Vec<usize>) =
                board.open().into_iter().partition(|&column| board.wins(column));
            if board.empty() == empty && wins.is_empty() {
                return line;
            }
            let Some(&column) = random.choice(&others).filter(|_| board.empty() > empty) else {
                break;
            };
            board.drop_in(column);
            line.push(char::from(b'1' + column as u8));
        }
    }
}

fn made_othello(random: &mut Rng) -> String {
    let mut text = OTHELLO_HEAD.to_owned();
    for empty in OTHELLO_EMPTY.rev() {
        for _ in 0..EACH {
            let board = played_othello(empty, random);
            let written = board.text();
            let (squares, side) = written.split_at(written.len() - 1);
            text.push_str(&format!("{squares} {side} {}\n", board.score(-64, 64)));
        }
    }
    text
}

/// A random game that is not over.
fn played_othello(empty: usize, random: &mut Rng) -> SlowOthello {
    let mut board = SlowOthello::start();
    while board.empty() > empty || board.moves().is_empty() {
        let next = random.choice(board.moves());
        // A game that is over too early is followed by another one.
        board = next.map_or_else(SlowOthello::start, |(_, after)| SlowOthello::new(&after));
    }
    board
}
