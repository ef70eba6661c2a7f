//! The mystery: somebody plays, one guesses, and is told who it was, with what each suspect saw in every position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outplay::face::Notation;
use outplay::{Bound, Game};
use outplay_games::pacman::{Direction, Hero, Pacman, Position};
use serde_json::{Value as Json, json};

use super::super::super::demo::mystery::{Mystery, SUSPECTS};
use super::{GAME, words};
use crate::draw::numbers;

/// What the film is asked for by.
pub(super) const NAME: &str = "mystery";

/// The mystery among the demonstrations. Who plays is not said.
pub(super) fn listed() -> Json {
    json!({
        "name": NAME,
        "game": GAME,
        "title": "The mystery: who plays?",
        "watch": "Somebody plays Pacman, and the ghosts move at random. Does he look ahead at all? What does he believe the ghosts do? \
                  Watch as long as you like, guess, and you are told what each of them saw.",
        "sides": [],
        "suspects": SUSPECTS.map(words::told),
    })
}

/// A game of somebody.
pub(super) fn played(seed: u64) -> Json {
    json!({ "game": Mystery::game_name(), "start": "", "moves": Mystery::new(seed).moves() })
}

/// Who played it, and what every suspect thinks of each move in every position in which Pacman was to move.
pub(in super::super) fn revealed(
    seed: u64,
    stop: &Arc<AtomicBool>,
    pause: &mut dyn FnMut(),
) -> Result<Json, String> {
    let name = Mystery::game_name();
    let game = super::game(name.split_once(':').map_or("", |(_, layout)| layout))?;
    let mystery = Mystery::new(seed);
    let suspects = SUSPECTS.map(str::parse::<Hero>);
    let suspects = suspects.into_iter().collect::<Result<Vec<Hero>, _>>();
    let suspects = suspects.map_err(|wrong| wrong.to_string())?;
    let mut position = game.start();
    let mut rounds: Vec<Json> = Vec::new();
    for (ply, word) in mystery.moves().iter().enumerate() {
        if position.agent_to_move() == 0 {
            pause();
            let each = suspects.iter().map(|suspect| view(suspect, &game, &position, stop));
            let each: Vec<Json> = each.collect();
            rounds.push(json!({ "ply": ply, "played": word, "each": each }));
        }
        let mv = game.read_move(&position, word).map_err(|wrong| wrong.to_string())?;
        game.play(&mut position, mv);
    }
    Ok(json!({ "who": mystery.who, "rounds": rounds }))
}

/// What somebody thinks of each move, and which one he makes.
fn view(suspect: &Hero, game: &Pacman, position: &Position, stop: &Arc<AtomicBool>) -> Json {
    let mut random = fastrand::Rng::with_seed(0);
    let choice = suspect.choose(game, position, &mut random, stop);
    let values: Vec<(String, String)> = match suspect {
        Hero::Search(search) => {
            let report = search.report(game, position, stop);
            report.moves.iter().map(|(mv, value)| (name(*mv), told(*value))).collect()
        }
        Hero::Reflex { judge, .. } => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let after = |mv: Direction| {
                let mut next = *position;
                game.play(&mut next, mv);
                Bound::Exact(judge.value(game, &next))
            };
            moves.into_iter().map(|mv| (name(mv), told(after(mv)))).collect()
        }
        _ => Vec::new(),
    };
    json!({ "move": choice.map(|choice| name(choice.mv)), "values": values })
}

fn name(mv: Direction) -> String {
    format!("{mv:?}")
}

fn told(value: Bound<f64>) -> String {
    let sign = match value {
        Bound::Exact(_) => "",
        Bound::AtLeast(_) => "≥ ",
        Bound::AtMost(_) => "≤ ",
    };
    format!("{sign}{}", numbers::short(value.score()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_played_made_the_moves_that_he_would_make() {
        let stop = Arc::new(AtomicBool::new(false));
        for seed in [11, 36] {
            let told = revealed(seed, &stop, &mut || {}).expect("a game");
            let who = told["who"].as_u64().expect("somebody") as usize;
            let rounds = told["rounds"].as_array().expect("rounds");
            assert!(rounds.len() > 5, "{told}");
            assert!(rounds.iter().all(|round| round["each"][who]["move"] == round["played"]));
            let values = |round: &Json| round["each"][2]["values"].as_array().map_or(0, Vec::len);
            assert!(rounds.iter().all(|round| values(round) > 0), "{told}");
        }
        assert!(played(11).get("who").is_none(), "nobody is told before they guess");
    }
}
