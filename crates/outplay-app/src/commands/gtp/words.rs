//! Words of the protocol: colours, vertices, numbers and times.

use std::time::Duration;

use outplay::Player;

/// What a command says, or what is wrong with it.
pub(super) type Answer = Result<String, String>;

/// More seconds than anybody waits.
const LONGEST_TIME: f64 = 1e9;

pub(super) fn syntax_error() -> String {
    "syntax error".to_owned()
}

pub(super) fn done() -> Answer {
    Ok(String::new())
}

pub(super) fn player(color: &str) -> Result<Player, String> {
    match color.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::MAX),
        "w" | "white" => Ok(Player::MIN),
        _ => Err(syntax_error()),
    }
}

/// What a player is called.
pub(super) fn color(player: Player) -> &'static str {
    if player == Player::MAX { "black" } else { "white" }
}

pub(in super::super) fn is_pass(vertex: &str) -> bool {
    vertex.eq_ignore_ascii_case("pass")
}

pub(super) fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| syntax_error())
}

/// The protocol has whole seconds, but some controllers are more precise.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| syntax_error())?;
    Duration::try_from_secs_f64(seconds.clamp(-1.0, LONGEST_TIME)).map_err(|_| syntax_error())
}

/// A score as it is announced: `B+3.5`, `W+2`, `0`.
pub(super) fn score(lead: f64) -> String {
    match lead {
        won if won > 0.0 => format!("B+{won}"),
        lost if lost < 0.0 => format!("W+{}", -lost),
        _ => "0".to_owned(),
    }
}
