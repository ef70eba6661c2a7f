//! Minimax against expectimax, in a trap.

use outplay::Game;
use outplay::face::Notation;
use outplay_games::pacman::{Algorithm, HeroSearch};

use super::{Options, Side, game, percent, played, table};
use crate::failure::Failure;
use crate::interrupt;

const DEPTH: u32 = 3;

pub(super) const LAYOUT: &str = "trapped";
/// After how many moves a game is given up.
pub(super) const MOST: u32 = 200;

/// Who is compared.
pub(super) fn sides() -> [Side; 4] {
    [
        Side::new("minimax, random ghosts", "minimax:3", "random"),
        Side::new("expectimax, random ghosts", "expectimax:3", "random"),
        Side::new("minimax, minimax ghosts", "minimax:3", "minimax:3,evaluation=score"),
        Side::new("expectimax, minimax ghosts", "expectimax:3", "minimax:3,evaluation=score"),
    ]
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let game = game(LAYOUT);
    let start = game.start();
    let first = |algorithm| {
        let report = HeroSearch::new(algorithm, DEPTH).report(&game, &start, &interrupt::flag());
        let value = report.value.map_or(f64::NAN, outplay::Bound::score);
        format!("{} first: it expects {value:.1}", super::listed(&report.best_moves))
    };
    let sides = sides();
    let tallies = played(options, &game, &sides, 1_000, MOST)?;
    Ok(format!(
        "Minimax against expectimax, both {DEPTH} rounds deep, by the score\n\n{}\n\
         What to watch for: a ghost comes out of the dead end behind Pacman, another one stands at the only exit. If both play their\n\
         best, he is lost, and every move costs a point: minimax runs into the nearer ghost to get it over with. Expectimax believes\n\
         that the ghost at the exit may as well walk away.\n\n\
         minimax     {}\n\
         expectimax  {}\n\n{}\n\
         The point: against random ghosts minimax wins {}, expectimax {}.\n\
         What a search assumes about the others decides what it tries.\n",
        game.picture(&start),
        first(Algorithm::Minimax),
        first(Algorithm::Expectimax),
        table(&sides, &tallies),
        percent(tallies[0].won()),
        percent(tallies[1].won()),
    ))
}
