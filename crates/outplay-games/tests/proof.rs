//! Proof-number search of games: against alpha-beta on small boards, and on mates in chess.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::sync::Arc;

use common::seeds::{Tally, each_seed};
use common::{ends_in, own_lines};
use fastrand::Rng;
use outplay::face::notation::Notation;
use outplay::face::{AnyGame, Choice, Options, Question, Session, Thinker};
use outplay::solve::proof::{Claim, Prover};
use outplay::{Game, Limits, Player, Stop};
use outplay_games::chess::{Chess, Epd, Pieces};
use outplay_games::go::{self, Go, Goal, Influence};

/// Where random games of a variant are asked about: with so many moves left at most, as far as the game tells by its board.
struct Board {
    name: &'static str,
    /// How many random moves are made.
    plies: std::ops::RangeInclusive<usize>,
    /// How many positions are looked at.
    count: usize,
}

const BOARDS: [Board; 9] = [
    Board { name: "tic-tac-toe", plies: 0..=6, count: 60 },
    Board { name: "connect-four:5x4", plies: 4..=14, count: 60 },
    Board { name: "connect-four", plies: 26..=36, count: 40 },
    Board { name: "othello:4x4", plies: 0..=8, count: 40 },
    Board { name: "othello:6x6", plies: 18..=26, count: 30 },
    Board { name: "othello", plies: 50..=56, count: 30 },
    Board { name: "kalah:4x3", plies: 6..=20, count: 30 },
    Board { name: "go-points:2x2", plies: 0..=4, count: 12 },
    Board { name: "go-points:3x2", plies: 6..=12, count: 12 },
];

fn options() -> Options {
    Options { megabytes: 4, ..Options::default() }
}

fn game(name: &str) -> Arc<dyn AnyGame> {
    outplay_games::catalogue().game(name).unwrap()
}

/// A position after so many random moves, if the game is not over before.
fn random_position(game: &dyn AnyGame, plies: usize, random: &mut Rng) -> Option<Box<dyn Session>> {
    let mut session = game.start();
    for _ in 0..plies {
        let choices = session.choices() as u32;
        (choices > 0).then(|| session.play(Choice(random.u32(..choices))))?;
    }
    // A game that starts here: solving leaves out what was before.
    let position = session.position();
    (session.choices() > 0).then(|| game.open(&position).unwrap())
}

/// The score that a search has proven, and what it says at least and at most.
fn asked(search: &mut dyn Thinker, at: &dyn Session, question: &Question) -> (f64, f64) {
    let answer = search.think(at, question, &Limits::default(), &mut |_| ()).unwrap();
    assert_eq!(answer.stop, Stop::Finished, "{}", at.position());
    let value = answer.worth.unwrap().value;
    (value.low(), value.high())
}

#[test]
fn who_wins_is_what_alpha_beta_says_on_small_boards() {
    let [looked_at, wins, draws] = [const { Tally::new() }; 3];
    each_seed(1, |random| {
        for Board { name, plies, count } in BOARDS {
            let game = game(name);
            let mut solver = game.thinker("solver", &options()).unwrap();
            let mut prover = game.thinker("df-pn", &options()).unwrap();
            for _ in 0..count {
                let Some(at) = random_position(&*game, random.usize(plies.clone()), random) else {
                    continue;
                };
                let (score, _) = asked(&mut *solver, &*at, &Question::default());
                let (low, high) = asked(&mut *prover, &*at, &Question::default());
                let is_told = (score > 0.0, score < 0.0) == (low > 0.0, high < 0.0);
                assert!(is_told, "{name} {}: {score} and {low} to {high}", at.position());
                looked_at.add(1);
                wins.when(score > 0.0);
                draws.when(score == 0.0);
            }
        }
    });
    looked_at.at_least(400);
    wins.at_least(100);
    draws.at_least(20);
}

#[test]
fn a_score_is_reached_and_one_more_is_not() {
    let looked_at = Tally::new();
    each_seed(2, |random| {
        let of_points = |board: &Board| board.name.starts_with(['o', 'k', 'g']);
        for Board { name, plies, count } in BOARDS.into_iter().filter(of_points) {
            let game = game(name);
            let mut solver = game.thinker("solver", &options()).unwrap();
            let mut prover = game.thinker("df-pn", &options()).unwrap();
            for _ in 0..count / 2 {
                let Some(at) = random_position(&*game, random.usize(plies.clone()), random) else {
                    continue;
                };
                let (score, _) = asked(&mut *solver, &*at, &Question::default());
                let mut bounds = |at_least: f64| {
                    let at_least = Some(at_least as i32);
                    asked(&mut *prover, &*at, &Question { at_least, ..Question::default() })
                };
                assert_eq!(bounds(score).0, score, "{name} {}", at.position());
                assert_eq!(bounds(score + 1.0).1, score, "{name} {}", at.position());
                looked_at.add(1);
            }
        }
    });
    looked_at.at_least(60);
}

#[test]
fn all_mates_are_proven_with_a_line_to_mate() {
    let game = Chess::default();
    let mut prover = Prover::new(game, Pieces::default(), 16).unwrap();
    let (mut shortest, mut to_the_end) = (0, 0);
    let lines = own_lines("chess/mates.epd");
    for line in &lines {
        let epd: Epd = line.parse().unwrap();
        let moves: u32 = epd.operands("dm").unwrap()[0].parse().unwrap();
        let claim = Claim { player: epd.position.player(), at_least: 1 };
        let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
        let proof = prover.prove(&epd.position, claim, &limits, ());
        assert_eq!(proof.holds, Some(true), "{line}");
        let plies = proof.plies.unwrap();
        assert!(plies >= 2 * moves - 1, "{line}: {plies}");
        shortest += usize::from(plies == 2 * moves - 1);
        assert!(proof.line.len() <= plies as usize, "{line}: {proof:?}");
        to_the_end += usize::from(ends_in(&epd.position, &proof.line, proof.line.len() as u32));
        // A player who is about to be mated does not win.
        let other = Claim { player: claim.player.other(), at_least: 0 };
        let drawn = prover.prove(&epd.position, other, &limits, ());
        assert_eq!(drawn.holds, Some(false), "{line}");
    }
    // A long way to mate is told as far as it does not come back to where it was: few are so long.
    assert!(
        to_the_end * 100 >= lines.len() * 90,
        "{to_the_end} of {} lines end in mate",
        lines.len()
    );
    println!("{shortest} of {} are proven as quickly as can be", lines.len());
}

/// A mate in three plies, which the rules allow with the last of the fifty moves and not later. What is proven from one clock is not taken for true of another.
#[test]
fn a_mate_after_fifty_moves_is_none() {
    let game = Chess::default();
    let mut prover = Prover::new(game, Pieces::default(), 16).unwrap();
    for (clock, holds) in [(0, true), (98, false), (97, true), (99, false), (96, true), (0, true)] {
        let fen = format!("k7/8/2K5/8/8/8/7Q/8 w - - {clock} 90");
        let position = game.read_position(&fen).unwrap();
        let claim = Claim { player: position.player(), at_least: 1 };
        let proof = prover.prove(&position, claim, &Limits::default(), ());
        assert_eq!(proof.holds, Some(holds), "{clock}: {proof:?}");
    }
}

#[test]
fn small_boards_of_go_are_worth_what_is_published() {
    // Tromp's values by area scoring and positional superko: +1 on 2 x 2, 0 on 2 x 3.
    for (width, height, value) in [(2, 2, 1), (3, 2, 0)] {
        let options = go::Options { komi: 0.0, goal: Goal::Points, ..go::Options::default() };
        let game = Go::new(width, height, options).unwrap();
        let start = game.start();
        let mut prover = Prover::new(game, Influence::default(), 16).unwrap();
        for (at_least, holds) in [(value, true), (value + 1, false)] {
            let claim = Claim { player: Player::MAX, at_least };
            let proof = prover.prove(&start, claim, &Limits::default(), ());
            assert_eq!(proof.holds, Some(holds), "{width} x {height} {at_least}");
        }
    }
}
