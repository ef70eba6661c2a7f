//! The evaluation bar of the page: how much of it belongs to the first player, and the number on it.
//!
//! Both are always seen by the first player, whoever is to move.

use outplay::engine::WIN;
use outplay::{Fail, MAX_PLY, Past, Player, Turn, Value, WithPast};
use outplay_games::catalogue::Listed;
use serde_json::{Value as Json, json};

use super::super::analyse::{Playing, side};

/// The bar of a position with this value for the player to move.
pub(super) fn of_value<G: Listed>(
    engine: &Playing<G>,
    position: &G::Position,
    value: Value<i32>,
) -> Json {
    let game = engine.game();
    let is_first = game.turn(position) == Turn::Player(Player::MAX);
    let value = if is_first { value } else { value.flipped() };
    json!({ "share": share(game, value.score()), "told": told(engine, value) })
}

/// The bar of a position where the game is over: all of it belongs to the winner.
pub(super) fn of_end<G: Listed>(game: &G, position: &Past<G::Position>) -> Json {
    let is_drawn = WithPast::new(game).is_drawn_by_repetition(position);
    let (share, told) = match game.winner(position).filter(|_| !is_drawn) {
        Some(Player::MAX) => (1.0, "1–0"),
        Some(_) => (0.0, "0–1"),
        None => (0.5, "½–½"),
    };
    json!({ "share": share, "told": told })
}

/// A value in a few letters, for whose value it is.
pub(super) fn told<G: Listed>(engine: &Playing<G>, value: Value<i32>) -> String {
    let game = engine.game();
    let bound = match side(engine, value) {
        None => "",
        Some(Fail::High) => "≥ ",
        Some(Fail::Low) => "≤ ",
    };
    let (score, unit) = (value.score(), game.scale().unit);
    let sign = if score < 0 { "−" } else { "+" };
    let amount = f64::from(score.abs()) / unit;
    match plies_to_the_end(game, score) {
        Some(plies) => format!("{bound}{sign}#{plies}"),
        None if unit > 1.0 => format!("{bound}{sign}{amount:.2}"),
        None if score == 0 => format!("{bound}0"),
        None => format!("{bound}{sign}{amount}"),
    }
}

/// The share of the bar for whose score it is.
fn share<G: Listed>(game: &G, score: i32) -> f64 {
    match plies_to_the_end(game, score) {
        Some(_) if score > 0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-2.0 * f64::from(score) / game.scale().clear).exp()),
    }
}

/// In how many plies the game is over, if the score says so.
fn plies_to_the_end<G: Listed>(game: &G, score: i32) -> Option<i32> {
    let plies = WIN - score.abs();
    (game.counts_plies() && plies < MAX_PLY as i32).then_some(plies)
}
