//! A position of a game, as the page names it: the game, a position if it is not the start, and moves from there.

use outplay::{Game, WithPast};
use outplay_games::catalogue::{Entry, GAMES, Listed};
use serde_json::{Value as Json, json};

use super::super::face::{MOST_MOVES, Spot};
use super::ask::Ask;
use crate::failure::Failure;

/// The games whose positions can be searched.
pub(super) fn games() -> Json {
    let game = |entry: &Entry| json!({ "name": entry.name, "about": entry.about });
    json!({ "games": GAMES.iter().map(game).collect::<Vec<Json>>() })
}

/// Reads the position, which is not over.
pub(super) fn read<G: Listed>(game: &G, ask: Ask<'_>) -> Result<G::Position, Failure> {
    let moves = ask.words("moves")?;
    if moves.len() > MOST_MOVES {
        return Err(Failure::input(format!("more than {MOST_MOVES} moves are not read")));
    }
    let spot = Spot {
        game: String::new(),
        start: ask.maybe_text("position")?.unwrap_or_default().to_owned(),
        moves: moves.into_iter().map(str::to_owned).collect(),
    };
    let way = spot.reach(game).map_err(Failure::input)?;
    let mut moves = Vec::new();
    WithPast::new(game).moves(way.last(), &mut moves);
    match moves.is_empty() {
        true => Err(Failure::input("the game is over: there is nothing to search")),
        false => Ok(way.last().position().clone()),
    }
}
