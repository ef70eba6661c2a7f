//! Somebody plays: which algorithm is it?
//!
//! Who it was is told only to those who guess: in a terminal they are asked, elsewhere `--guess` says it, and in a lesson there is a
//! button for each suspect.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

use outplay::face::Notation;
use outplay::{Bound, Game};
use outplay_games::pacman::{Direction, Hero, HeroSearch, Pacman, Position};

use super::{Cast, Options, game, games, hero, hunter};
use crate::failure::Failure;
use crate::interrupt;

/// Who it may be.
pub(crate) const SUSPECTS: [&str; 3] =
    ["reflex:evaluation=food", "minimax:3,evaluation=food", "expectimax:3,evaluation=food"];
/// Where they play.
const LAYOUT: &str = "small";
/// Who it is follows from another stream of random numbers than what the ghosts do.
const ANOTHER_STREAM: u64 = 0x6d79_7374_6572_7921;
/// How many rounds are shown at most.
const SHOWN: u32 = 20;

/// A game that one of the suspects has played.
pub(crate) struct Mystery {
    game: Pacman,
    /// One of the suspects, by its place.
    pub(crate) who: usize,
    /// The positions in which Pacman was to move.
    seen: Vec<Position>,
    end: Position,
    /// The moves of all agents.
    moves: Vec<Direction>,
}

impl Mystery {
    /// The same seed makes the same game.
    pub(crate) fn new(seed: u64) -> Mystery {
        let game = game(LAYOUT);
        let who = fastrand::Rng::with_seed(seed ^ ANOTHER_STREAM).usize(..SUSPECTS.len());
        let cast = Cast { hero: hero(SUSPECTS[who]), hunters: vec![hunter("random")] };
        let mut seen: Vec<Position> = Vec::new();
        let mut told = |position: &Position| seen.push(*position);
        let stop = interrupt::flag();
        let episode = games::one(&game, &cast, seed, SHOWN, &mut told, &mut None, &stop);
        Mystery { game, who, seen, end: episode.end, moves: episode.moves }
    }

    /// The name of the game, with its layout.
    pub(crate) fn game_name() -> String {
        format!("pacman:{LAYOUT}")
    }

    /// The moves of all agents, as the game writes them.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|mv| format!("{mv:?}")).collect()
    }

    /// The positions in which Pacman was to move, and the last one.
    pub(crate) fn pictures(&self) -> Vec<String> {
        self.seen.iter().chain([&self.end]).map(|one| self.game.picture(one)).collect()
    }

    fn question(&self) -> String {
        let pictures: String =
            self.pictures().iter().map(|picture| format!("{picture}\n")).collect();
        format!(
            "Mystery: somebody plays Pacman, and the ghosts move at random\n\n{pictures}\
             What to watch for: does he look ahead at all? What does he believe the ghosts do? He is one of\n\
             \x20 {}\n",
            SUSPECTS.join("\n  ")
        )
    }

    /// Who it was, and how much the others would have done differently.
    pub(crate) fn answer(&self) -> String {
        let Mystery { game, who, seen, moves, .. } = self;
        let all: Vec<Choices> = seen.iter().map(|position| choices(game, position)).collect();
        let played = played(game, moves);
        let agreement: [usize; SUSPECTS.len()] = std::array::from_fn(|suspect| {
            all.iter().zip(&played).filter(|(one, mv)| one[suspect] == Some(**mv)).count()
        });
        format!(
            "He is {}. {}\n\n{}\n{}\n\
             The point: of his {} moves, {} are those of {}; the others would have made {}.\n",
            SUSPECTS[*who],
            parting(&all),
            "What each of them sees in the first position:",
            values(game),
            seen.len(),
            agreement[*who],
            SUSPECTS[*who],
            others(*who, &agreement),
        )
    }

    /// The answer to somebody who guesses.
    fn judged(&self, guess: &str) -> Result<String, Failure> {
        let guess = guess.trim().to_lowercase();
        let is_meant = |suspect: &&str| !guess.is_empty() && guess.starts_with(word(suspect));
        let Some(guessed) = SUSPECTS.iter().position(is_meant) else {
            let words = SUSPECTS.map(word).join(", ");
            return Err(Failure::input(format!("`{guess:.30}` is no suspect: there are {words}")));
        };
        let told = if guessed == self.who { "Right!" } else { "No." };
        Ok(format!("{told} {}", self.answer()))
    }
}

/// `minimax` of `minimax:3,evaluation=food`.
fn word(suspect: &str) -> &str {
    suspect.split(':').next().unwrap_or_default()
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    if options.games.is_some() {
        return Err(Failure::input("--games has no effect here: the mystery is one game"));
    }
    let mystery = Mystery::new(options.seed);
    if interrupt::asked() {
        return Err(Failure::interrupted());
    }
    if let Some(guess) = &options.guess {
        return mystery.judged(guess);
    }
    let question = mystery.question();
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let guess = asked(&question);
        if interrupt::asked() {
            return Err(Failure::interrupted());
        }
        return mystery.judged(&guess);
    }
    Ok(format!(
        "{question}\nYour guess? `outplay demo mystery --seed {} --guess {}` says who it was.\n",
        options.seed,
        word(SUSPECTS[1])
    ))
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

/// What each suspect would do in a position.
type Choices = [Option<Direction>; SUSPECTS.len()];

fn choices(game: &Pacman, position: &Position) -> Choices {
    SUSPECTS.map(|suspect| {
        let mut random = fastrand::Rng::with_seed(0);
        let choice = hero(suspect).choose(game, position, &mut random, &interrupt::flag());
        choice.map(|choice| choice.mv)
    })
}

/// Where the suspects first part, in one sentence.
fn parting(all: &[Choices]) -> String {
    let Some(round) = all.iter().position(|one| one.iter().any(|mv| *mv != one[0])) else {
        return "All of them would have made the same moves.".to_owned();
    };
    let told = |(suspect, mv): (&&str, &Option<Direction>)| {
        format!(
            "{} goes {}",
            word(suspect),
            mv.map_or("nowhere".to_owned(), |mv| format!("{mv:?}"))
        )
    };
    let each: Vec<String> = SUSPECTS.iter().zip(&all[round]).map(told).collect();
    format!("They part in round {}, after {round} moves of Pacman: {}.", round + 1, each.join(", "))
}

fn others(who: usize, agreement: &[usize]) -> String {
    let others = (0..SUSPECTS.len()).filter(|one| *one != who);
    let told: Vec<String> =
        others.map(|one| format!("{} of them ({})", agreement[one], SUSPECTS[one])).collect();
    told.join(" and ")
}
