//! Small boards of Go by proof-number search: what they are worth by area scoring where a position that comes again ends the game without a result.
//!
//! The published values hold for several rules of ko. By this one, Black has to get what is claimed without any repetition, and White may hold on by one: then
//! nobody's claim rests on how a superko rule forbids the last move of a cycle.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use outplay::engine::{Insight, Keys};
use outplay::solve::proof::{Claim, Prover};
use outplay::{Deterministic, Game, Limits, Outcomes, Player, Repetition, Turn, ZeroSum, mixed};
use outplay_games::go::{self, Go, Goal, Position, Vertex};

/// Go, in which only the simple ko is forbidden, and any other repetition ends the game without a result.
#[derive(Clone)]
struct WithoutSuperko(Go);

impl Game for WithoutSuperko {
    type Position = Position;
    type Move = Vertex;

    fn start(&self) -> Position {
        self.0.start()
    }
    fn turn(&self, position: &Position) -> Turn {
        self.0.turn(position)
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Vertex>) {
        self.0.moves(position, moves);
    }
    fn play(&self, position: &mut Position, vertex: Vertex) {
        self.0.play(position, vertex);
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        self.0.payoff(position, player)
    }
    fn key(&self, position: &Position) -> Option<u64> {
        self.0.key(position)
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: 2 }
    }
    fn repetition_key(&self, position: &Position) -> u64 {
        self.0.key(position).unwrap()
    }
}

impl ZeroSum for WithoutSuperko {
    fn outcomes(&self) -> Outcomes {
        self.0.outcomes()
    }
}
impl Deterministic for WithoutSuperko {}

/// Boards that are turned or mirrored are the same.
struct Symmetric;

impl Insight<WithoutSuperko> for Symmetric {
    type Scratch = ();
    type Scale = ();
    type Facts = ();
    type Evaluation = ();
    type Ordering = ();
    type Selectivity = ();
    type Keys = Self;

    const ALTERNATES: bool = true;

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &() {
        &()
    }
    fn evaluation(&self) -> &() {
        &()
    }
    fn ordering(&self) -> &() {
        &()
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl Keys<WithoutSuperko> for Symmetric {
    fn key(&self, WithoutSuperko(go): &WithoutSuperko, position: &Position) -> Option<u64> {
        let (width, height) = (usize::from(go.width()), usize::from(go.height()));
        let turned = |at: usize, symmetry: usize| {
            let (mut x, mut y) = (at % width, at / width);
            if symmetry & 1 > 0 {
                x = width - 1 - x;
            }
            if symmetry & 2 > 0 {
                y = height - 1 - y;
            }
            if symmetry & 4 > 0 { x * width + y } else { y * width + x }
        };
        let rest = mixed(u64::from(position.passes()) << 1 | u64::from(position.mover().0));
        let seen = |symmetry: usize| {
            let stone = |at: usize| {
                let number = 2 * turned(at, symmetry) as u64;
                position.owner(at).map_or(0, |player| mixed(number + u64::from(player.0) + 1))
            };
            let ko = position.ko().map_or(0, |at| mixed(1_000 + turned(at, symmetry) as u64));
            (0..width * height).map(stone).fold(ko ^ rest, |key, stone| key ^ stone)
        };
        (0..if width == height { 8 } else { 4 }).map(seen).min()
    }
}

/// Proves that a board is worth so much, and says what it took.
fn check(width: u8, height: u8, value: i32, megabytes: usize) {
    let options = go::Options { komi: 0.0, goal: Goal::Points, ..go::Options::default() };
    let game = WithoutSuperko(Go::new(width, height, options).unwrap());
    let start = game.start();
    let mut prover = Prover::new(game, Symmetric, megabytes).unwrap();
    for (at_least, holds) in [(value, true), (value + 1, false)] {
        let claim = Claim { player: Player::MAX, at_least };
        let proof = prover.prove(&start, claim, &Limits::default(), ());
        println!("{width} x {height}, at least {at_least}: {:?} {:?}", proof.holds, proof.counts);
        assert_eq!(proof.holds, Some(holds), "{width} x {height} {at_least}");
    }
}

#[test]
fn the_smallest_boards_are_worth_what_is_published() {
    check(3, 2, 0, 4);
}

#[test]
#[ignore = "takes minutes: `just proof-go`"]
fn larger_boards_are_worth_what_is_published() {
    check(3, 3, 9, 256);
    check(4, 2, 8, 256);
    check(4, 3, 4, 1_024);
}
