//! Somebody plays: which algorithm is it?

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

use outplay::face::Notation;
use outplay::{Bound, Game};
use outplay_games::pacman::{Direction, Hero, HeroSearch, Pacman, Position};

use super::{Cast, Options, game, games, hero, hunter};
use crate::failure::Failure;
use crate::interrupt;

/// Who it may be.
const SUSPECTS: [&str; 3] =
    ["reflex:evaluation=food", "minimax:3,evaluation=food", "expectimax:3,evaluation=food"];
/// Who it is follows from another stream of random numbers than what the ghosts do.
const ANOTHER_STREAM: u64 = 0x6d79_7374_6572_7921;
/// How many rounds are shown at most.
const SHOWN: u32 = 20;

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    if options.games.is_some() {
        return Err(Failure::input("--games has no effect here: the mystery is one game"));
    }
    let game = game("small");
    let who = fastrand::Rng::with_seed(options.seed ^ ANOTHER_STREAM).usize(..SUSPECTS.len());
    let cast = Cast { hero: hero(SUSPECTS[who]), hunters: vec![hunter("random")] };
    let mut seen: Vec<Position> = Vec::new();
    let mut told = |position: &Position| seen.push(*position);
    let episode =
        games::one(&game, &cast, options.seed, SHOWN, &mut told, &mut None, &interrupt::flag());
    let pictures: String =
        seen.iter().chain([&episode.end]).map(|one| format!("{}\n", game.picture(one))).collect();
    let question = format!(
        "Mystery: somebody plays Pacman, and the ghosts move at random\n\n{pictures}\
         What to watch for: does he look ahead at all? What does he believe the ghosts do? He is one of\n\
         \x20 {}\n",
        SUSPECTS.join("\n  ")
    );
    let agreement = agreement(&game, &seen, &played(&game, &episode.moves));
    let answer = format!(
        "He is {}.\n\n{}\n{}\n\
         The point: of his {} moves, {} are those of {}; the others would have made {}.\n",
        SUSPECTS[who],
        "What each of them sees in the first position:",
        values(&game),
        seen.len(),
        agreement[who],
        SUSPECTS[who],
        others(who, &agreement),
    );
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let guess = asked(&question);
        if interrupt::asked() {
            return Err(Failure::interrupted());
        }
        let word = SUSPECTS[who].split(':').next().unwrap_or_default();
        let is_right = guess.trim().to_lowercase().starts_with(word);
        let judged = if is_right { "Right! " } else { "" };
        return Ok(format!("{judged}{answer}\n"));
    }
    Ok(format!("{question}\n{answer}"))
}

/// Shows the question and waits for a line.
fn asked(question: &str) -> String {
    let _ = write!(io::stdout(), "{question}\nYour guess? ").and_then(|()| io::stdout().flush());
    let mut guess = String::new();
    let _ = io::stdin().read_line(&mut guess);
    guess
}

/// What a search thinks of every first move.
fn values(game: &Pacman) -> String {
    let start = game.start();
    let mut text = String::new();
    for suspect in SUSPECTS {
        let values = match hero(suspect) {
            Hero::Search(search) => searched(search, game, &start),
            _ => "the score after his own move, nothing else".to_owned(),
        };
        let _ = writeln!(text, "  {suspect:<30} {values}");
    }
    text
}

fn searched(search: HeroSearch, game: &Pacman, position: &Position) -> String {
    let report = search.report(game, position, &interrupt::flag());
    let told = |(mv, value): &(Direction, Bound<f64>)| format!("{mv:?} {:.1}", value.score());
    let moves: Vec<String> = report.moves.iter().map(told).collect();
    format!("{}, so {}", moves.join(", "), super::listed(&report.best_moves))
}

/// Pacman's moves among those of all agents.
fn played(game: &Pacman, moves: &[Direction]) -> Vec<Direction> {
    moves.iter().step_by(game.agents()).copied().collect()
}

/// How many of the moves of a game each suspect would have made.
fn agreement(game: &Pacman, seen: &[Position], moves: &[Direction]) -> [usize; SUSPECTS.len()] {
    SUSPECTS.map(|suspect| {
        let would = |position: &Position| {
            let mut random = fastrand::Rng::with_seed(0);
            hero(suspect).choose(game, position, &mut random, &interrupt::flag())
        };
        let same = |(position, mv): &(&Position, &Direction)| {
            would(position).is_some_and(|choice| choice.mv == **mv)
        };
        seen.iter().zip(moves).filter(same).count()
    })
}

fn others(who: usize, agreement: &[usize]) -> String {
    let others = (0..SUSPECTS.len()).filter(|one| *one != who);
    let told: Vec<String> =
        others.map(|one| format!("{} of them ({})", agreement[one], SUSPECTS[one])).collect();
    told.join(" and ")
}
