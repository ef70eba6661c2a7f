//! Thrashing: a plan that is as good tomorrow as today is never carried out.

use std::fmt::Write;

use outplay::Game;
use outplay::face::Notation;
use outplay_games::pacman::{self, Direction, Hero, Judge, Pacman, Position};

use super::{Options, Side, game, hero};
use crate::failure::{Failure, warn};
use crate::interrupt;

/// How many moves of a game are shown.
pub(super) const SHOWN: u32 = 12;
/// After how many moves a game is given up.
const MOST: u32 = 100;

pub(super) const LAYOUT: &str = "corridor";
/// Who waits, who wavers, and who sees the way.
const WAITS: &str = "alpha-beta:2,ties=last";
const WAVERS: &str = "alpha-beta:2,ties=random";
const SEES: &str = "alpha-beta:2,evaluation=food,ties=last";

/// Who is shown.
pub(super) fn sides() -> [Side; 3] {
    [
        Side::new("the last of the best moves", WAITS, "random"),
        Side::new("any of the best moves", WAVERS, "random"),
        Side::new("fixed: who sees the way", SEES, "random"),
    ]
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let game = game(LAYOUT);
    let waits = hero(WAITS);
    let wavers = hero(WAVERS);
    let runs = options.games.unwrap_or(200);
    let mut numbers = Numbers::default();
    let examples =
        [&waits, &wavers].map(|one| shown(&game, &track(&game, one, options.seed, SHOWN)));
    for seed in 0..runs {
        if interrupt::asked() {
            warn(&format!("stopped on request: {seed} of {runs} games"));
            break;
        }
        numbers.add(&track(&game, &wavers, options.seed.wrapping_add(u64::from(seed)), MOST));
    }
    Ok(format!(
        "Thrashing: two rounds deep, with the score as the evaluation\n\n{}\n\
         What to watch for: a dot beside Pacman, another one far away. Every plan of two moves, and what it is worth:\n\n{}\n\
         He plans anew before every move, and sees each time that to eat now is worth no more than to eat later. If he takes the last of his best moves, he\n\
         plans to eat the dot, later, and never does:\n\n{}\n\
         If he takes any of them, he dithers, and after the first dot all plans are equal, for the other one is too far away:\n\n{}\n\
         The point: by chance among equals, the first dot is eaten after {:.1} moves on average, and in {} of {} games all is eaten \
         within {MOST} moves.\n\
         `outplay demo thrashing-fixed` shows the cure.\n",
        game.picture(&game.start()),
        plans(&game, Judge::Score),
        examples[0],
        examples[1],
        numbers.first(),
        numbers.finished,
        numbers.games,
    ))
}

pub(super) fn run_fixed(options: &Options) -> Result<String, Failure> {
    let game = game(LAYOUT);
    let sees = hero(SEES);
    let track = track(&game, &sees, options.seed, MOST);
    let mut numbers = Numbers::default();
    numbers.add(&track);
    let end = track.last().map_or(0, Position::score);
    Ok(format!(
        "Thrashing, fixed: two rounds deep, and every step to the nearest food costs a tenth of a point\n\n{}\n\
         What to watch for: to eat now and be on the way to the next dot is now better than to eat later. There is one best plan:\n\n{}\n\
         Even if he takes the last of his best moves, he eats the dot at once and goes on:\n\n{}\n\
         The point: the first dot is eaten after {:.0} move, all after {} moves, for a score of {end}.\n",
        game.picture(&game.start()),
        plans(&game, Judge::Food),
        shown(&game, &track),
        numbers.first(),
        track.len() - 1,
    ))
}

/// Every line of two moves, best first, and what it is worth.
fn plans(game: &Pacman, judge: Judge) -> String {
    let mut plans = Vec::new();
    for first in moves(game, &game.start()) {
        let position = after(game, &game.start(), first);
        for second in moves(game, &position) {
            plans.push((first, second, judge.value(game, &after(game, &position, second))));
        }
    }
    let best = plans.iter().map(|plan| plan.2).fold(f64::NEG_INFINITY, f64::max);
    plans.sort_by(|one, other| other.2.total_cmp(&one.2));
    plans.iter().fold(String::new(), |mut text, (first, second, value)| {
        let mark = if *value == best { "  best" } else { "" };
        let plan = format!("{first:?}, {second:?}");
        let _ = writeln!(text, "  {plan:<14} {value:>5.1}{mark}");
        text
    })
}

fn moves(game: &Pacman, position: &Position) -> Vec<Direction> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn after(game: &Pacman, position: &Position, mv: Direction) -> Position {
    let mut position = *position;
    game.play(&mut position, mv);
    position
}

/// All positions of a game.
fn track(game: &Pacman, hero: &Hero, seed: u64, most: u32) -> Vec<Position> {
    let mut track = Vec::new();
    let episode = pacman::play(game, seed, most, &mut |position, random| {
        track.push(*position);
        hero.choose(game, position, random, &interrupt::flag())
    });
    track.push(episode.end);
    track
}

/// The corridor after every move, one line each.
fn shown(game: &Pacman, track: &[Position]) -> String {
    let row = |position: &Position| game.picture(position).lines().nth(1).map(str::to_owned);
    let mut text = String::new();
    for (number, position) in track.iter().enumerate().take(SHOWN as usize + 1) {
        let _ = writeln!(text, "  {number:>2} {}", row(position).unwrap_or_default());
    }
    text
}

/// When food was eaten.
#[derive(Default)]
struct Numbers {
    games: u32,
    first: usize,
    finished: u32,
}

impl Numbers {
    fn add(&mut self, track: &[Position]) {
        let all = track.first().map_or(0, Position::food_left);
        self.games += 1;
        self.first += track.iter().position(|one| one.food_left() < all).unwrap_or(track.len());
        self.finished += u32::from(track.last().is_some_and(|one| one.food_left() == 0));
    }

    fn first(&self) -> f64 {
        self.first as f64 / f64::from(self.games.max(1))
    }
}
