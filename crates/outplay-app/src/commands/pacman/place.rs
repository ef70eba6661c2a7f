//! Layouts and positions: by name, from files, by moves.

use std::path::Path;

use outplay::Game;
use outplay::face::Notation;
use outplay_games::pacman::{Agent, Cell, LAYOUTS, Outcome, Pacman, Position, mover};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::files::{self, Kind};

/// A layout that was read.
pub(super) struct Loaded {
    /// Its name, or that of its file.
    pub(super) name: String,
    /// How it was drawn.
    pub(super) text: String,
    pub(super) game: Pacman,
}

impl Loaded {
    /// A layout of the game, or a file.
    pub(super) fn new(name: &str) -> Result<Loaded, Failure> {
        let known = LAYOUTS.iter().find(|(one, _, _)| *one == name);
        let text = match known {
            Some((_, _, text)) => (*text).to_owned(),
            None if Path::new(name).exists() || name == "-" => {
                files::read_or_stdin(Path::new(name), Kind::LAYOUT)?.0
            }
            None => {
                let names: Vec<&str> = LAYOUTS.iter().map(|(one, _, _)| *one).collect();
                return Err(Failure::input(format!(
                    "there is no layout `{name}`, nor a file of that name; the layouts are {}",
                    names.join(", ")
                )));
            }
        };
        let layout = text.parse().map_err(|error| Failure::input(format!("{name}: {error}")))?;
        Ok(Loaded { name: name.to_owned(), text, game: Pacman::new(layout) })
    }
}

/// The start, or the position of a file, and what comes of some moves.
pub(super) fn position(
    game: &Pacman,
    file: Option<&Path>,
    moves: Option<&str>,
) -> Result<Position, Failure> {
    let position = match file {
        None => game.start(),
        Some(path) => {
            let (text, shown) = files::read_or_stdin(path, Kind::LAYOUT)?;
            let place = |error| Failure::input(format!("{shown}: {error}"));
            game.read_position(&text).map_err(place)?
        }
    };
    after(game, position, moves.unwrap_or(""))
        .map_err(|what| Failure::input(format!("--moves: {what}")))
}

/// What comes of some moves. What is wrong with them is said by the number of the move.
pub(super) fn after(
    game: &Pacman,
    mut position: Position,
    moves: &str,
) -> Result<Position, String> {
    let words = moves.split([',', ' ', '\n']).map(str::trim).filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        let mv = game.read_move(&position, word).map_err(|error| {
            format!("move {} of {moves_shown}: {error}", index + 1, moves_shown = shown(moves))
        })?;
        game.play(&mut position, mv);
    }
    Ok(position)
}

fn shown(moves: &str) -> String {
    let start: String = moves.chars().take(60).collect();
    if start.len() < moves.len() { format!("`{start}...`") } else { format!("`{start}`") }
}

pub(super) fn as_text(game: &Pacman, position: &Position) -> String {
    let picture: String = game.picture(position).lines().map(|row| format!("# {row}\n")).collect();
    format!("{picture}{}\n", game.write_position(position).replace("; ", "\n"))
}

pub(super) fn as_json(game: &Pacman, position: &Position) -> Json {
    let mut agents = vec![agent_as_json(0, position.pacman())];
    let ghosts = game.ghosts(position).iter().enumerate();
    agents.extend(ghosts.map(|(index, ghost)| agent_as_json(index + 1, *ghost)));
    let cells = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<[u8; 2]> {
        cells.map(|cell| [cell.x, cell.y]).collect()
    };
    json!({
        "text": game.write_position(position),
        "turn": position.agent_to_move(),
        "agents": agents,
        "food_left": position.food_left(),
        "food": cells(&mut game.food(position)),
        "capsules": cells(&mut game.capsules(position)),
        "score": position.score(),
        "outcome": outcome(position.outcome()),
    })
}

fn agent_as_json(number: usize, agent: Agent) -> Json {
    let (x, y) = agent.place();
    json!({
        "agent": mover(number),
        "x": x,
        "y": y,
        "direction": format!("{:?}", agent.heading()),
        "timer": agent.timer(),
    })
}

pub(super) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Open => "open",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    }
}
