//! A position of a game, as the page names it: the game, a position if it is not the start, and moves from there.

use outplay_games::catalogue::{Entry, GAMES, Listed};
use serde_json::{Value as Json, json};

use super::ask::Ask;
use crate::failure::Failure;

/// More moves than this are no game.
const MOST_MOVES: usize = 1_000;

/// The games whose positions can be searched.
pub(super) fn games(_: Ask<'_>) -> Result<Json, Failure> {
    let game = |entry: &Entry| json!({ "name": entry.name, "about": entry.about });
    Ok(json!({ "games": GAMES.iter().map(game).collect::<Vec<Json>>() }))
}

/// Reads the position, which is not over.
pub(super) fn read<G: Listed>(game: &G, ask: Ask<'_>) -> Result<G::Position, Failure> {
    let mut position = match ask.maybe_text("position")? {
        None => game.start(),
        Some(text) => {
            let wrong = |error| Failure::input(format!("the position: {error}"));
            game.read_position(text).map_err(wrong)?
        }
    };
    let moves = ask.words("moves")?;
    if moves.len() > MOST_MOVES {
        return Err(Failure::input(format!("more than {MOST_MOVES} moves are not read")));
    }
    for (index, text) in moves.into_iter().enumerate() {
        let wrong = |error| Failure::input(format!("move {}: {error}", index + 1));
        let mv = game.read_move(&position, text).map_err(wrong)?;
        game.play(&mut position, mv);
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    match moves.is_empty() {
        true => Err(Failure::input("the game is over: there is nothing to search")),
        false => Ok(position),
    }
}
