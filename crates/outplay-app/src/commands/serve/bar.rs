//! The evaluation bar of the page: how much of it belongs to the first player, and the number on it.
//!
//! Both are always seen by the first player, whoever is to move. Only games in which one of two players wins what the other loses have
//! a bar: with other players or other payoffs, no single number says which player is ahead.

use outplay::face::{About, Session, Unit, Worth};
use outplay::{Player, Turn};
use serde_json::{Value as Json, json};

/// Whether a game has a bar.
pub(super) fn is_shown(about: &About) -> bool {
    about.zero_sum && about.players() == 2
}

/// The bar of a position that is worth this for the player to move.
pub(super) fn of_worth(at: &dyn Session, worth: &Worth, unit: &Unit) -> Json {
    // Where chance moves, a worth is that of the first player.
    let is_second = at.turn() == Some(Turn::Player(Player::MIN));
    let worth = if is_second { worth.flipped() } else { worth.clone() };
    json!({ "share": share(&worth, unit), "told": told(&worth, unit) })
}

/// The bar of a position where the game is over: all of it belongs to the winner.
pub(super) fn of_end(at: &dyn Session) -> Json {
    of_winner(at.winner())
}

/// The bar of a game that this player has won.
pub(super) fn of_winner(winner: Option<Player>) -> Json {
    let (share, told) = match winner {
        Some(Player::MAX) => (1.0, "1–0"),
        Some(_) => (0.0, "0–1"),
        None => (0.5, "½–½"),
    };
    json!({ "share": share, "told": told })
}

/// What something is worth in a few letters, as a page writes them.
pub(super) fn told(worth: &Worth, unit: &Unit) -> String {
    typographic(&rounded(&worth.short(unit)))
}

/// The same text with numbers of three digits and more before the point as whole ones: nobody compares what stands behind it.
fn rounded(text: &str) -> String {
    let is_of_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let mut short = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_of_number) {
        let (before, from) = rest.split_at(start);
        let (number, after) =
            from.split_at(from.find(|one| !is_of_number(one)).unwrap_or(from.len()));
        let large = number.parse::<f64>().ok().filter(|number| *number >= 100.0);
        short += before;
        short += &large.map_or(number.to_owned(), |number| format!("{number:.0}"));
        rest = after;
    }
    short + rest
}

/// Signs as they are printed, instead of those of a keyboard.
pub(super) fn typographic(text: &str) -> String {
    text.replace(">=", "≥").replace("<=", "≤").replace('-', "−")
}

/// The share of the bar for the player whose worth it is.
fn share(worth: &Worth, unit: &Unit) -> f64 {
    match worth.wins_in {
        Some(_) if worth.score() > 0.0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-2.0 * worth.score() / unit.clear).exp()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_whole() {
        for (text, short) in [
            ("+1.25", "+1.25"),
            ("[52192.9161]", "[52193]"),
            ("[4.5 130.25 -99.5]", "[4.5 130 -99.5]"),
            (">= 100.5, #3", ">= 100, #3"),
            ("win", "win"),
        ] {
            assert_eq!(rounded(text), short);
        }
    }
}
