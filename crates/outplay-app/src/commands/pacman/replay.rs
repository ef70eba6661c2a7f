//! Games that are kept and shown again.
//!
//! A record is text: a line of JSON with the layout and who plays, and one for every game with its moves, which are
//! those that `--moves` takes.

use std::path::Path;

use outplay::Game;
use outplay::face::Notation;
use outplay_games::pacman::{Episode, Layout, Pacman, Position};
use serde_json::{Value as Json, json};

use super::games::Cast;
use super::place::{self, Loaded};
use super::show::Screen;
use crate::failure::Failure;
use crate::files::{Kind, Lines, Target};
use crate::interrupt;

const FORMAT: &str = "outplay pacman record 1";

/// Games, as they are written.
pub(super) struct Recording {
    lines: Vec<Json>,
}

impl Recording {
    pub(super) fn new(loaded: &Loaded, cast: &Cast) -> Recording {
        let hunters: Vec<String> = cast.hunters.iter().map(ToString::to_string).collect();
        let layout: Vec<&str> = loaded.text.lines().collect();
        let head = json!({
            "format": FORMAT,
            "name": loaded.name,
            "layout": layout,
            "pacman": cast.hero.to_string(),
            "ghosts": hunters,
        });
        Recording { lines: vec![head] }
    }

    pub(super) fn add(&mut self, seed: u64, episode: &Episode) {
        let moves: Vec<String> = episode.moves.iter().map(|mv| format!("{mv:?}")).collect();
        self.lines.push(json!({
            "game": self.lines.len(),
            "seed": seed,
            "outcome": place::outcome(episode.end.outcome()),
            "score": episode.end.score(),
            "moves": moves.join(","),
        }));
    }

    pub(super) fn written(&self, target: &Target) -> Result<(), Failure> {
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        target.put(lines.as_bytes())
    }
}

/// Shows all games of a record.
pub(super) fn shown(path: &Path, pause: Option<u64>) -> Result<String, Failure> {
    let mut lines = Lines::open(path, Kind::RECORD)?;
    let head = lines.next().transpose()?;
    let head = head.and_then(|line| serde_json::from_str::<Json>(&line).ok());
    let game = head.as_ref().and_then(game_of).ok_or_else(|| {
        lines.wrong("this is no record of Pacman: `outplay pacman --record FILE` writes one")
    })?;
    let mut screen = Screen::new(pause);
    let (mut games, mut won) = (0, 0);
    while let Some(line) = lines.next().filter(|_| !interrupt::asked()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let kept: Json = serde_json::from_str(&line)
            .map_err(|error| lines.wrong(format!("this is not JSON: {error}")))?;
        let moves = kept["moves"].as_str();
        let moves = moves.ok_or_else(|| lines.wrong("there is no text `moves`"))?;
        let end = show_game(&game, moves, &mut screen).map_err(|what| lines.wrong(what))?;
        let Some(end) = end else { break };
        let outcome = json!(place::outcome(end.outcome()));
        if outcome != kept["outcome"] || kept["score"] != end.score() {
            let led = format!("the moves lead to {outcome} with a score of {}", end.score());
            let said = format!("{} with {} is said", kept["outcome"], kept["score"]);
            return Err(lines.wrong(format!("{led}, {said}")));
        }
        games += 1;
        won += u32::from(outcome == "won");
    }
    Ok(format!("{games} games, {won} won\n"))
}

fn game_of(head: &Json) -> Option<Pacman> {
    if head["format"] != FORMAT {
        return None;
    }
    let lines: Option<Vec<&str>> = head["layout"].as_array()?.iter().map(Json::as_str).collect();
    let layout: Layout = lines?.join("\n").parse().ok()?;
    Some(Pacman::new(layout))
}

/// Shows every round of a game, and gives its end, unless Ctrl-C is pressed.
fn show_game(game: &Pacman, moves: &str, screen: &mut Screen) -> Result<Option<Position>, String> {
    let mut position = game.start();
    for (index, word) in moves.split(',').filter(|word| !word.is_empty()).enumerate() {
        if position.agent_to_move() == 0 {
            screen.show(&game.picture(&position));
        }
        if interrupt::asked() {
            return Ok(None);
        }
        let mv = game.read_move(&position, word);
        let mv = mv.map_err(|error| format!("move {}: {error}", index + 1))?;
        game.play(&mut position, mv);
    }
    screen.show(&game.picture(&position));
    Ok(Some(position))
}
