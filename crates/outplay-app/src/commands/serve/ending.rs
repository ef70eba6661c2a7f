//! How a game ended, in words: who won, and what each player has won where that differs from game to game.

use outplay::Player;
use outplay::face::{About, Session};

use super::bar::typographic;
use crate::draw::numbers;

/// How a game that is over ended: `Black wins`, `Player 2 wins with 5`, `A draw`.
pub(in crate::commands) fn told(about: &About, session: &dyn Session) -> String {
    if let Some(ending) = session.ending() {
        return ending;
    }
    let payoffs = session.payoffs().unwrap_or_default();
    let number = |payoff: f64| typographic(&numbers::short(payoff));
    let is_plain = about.zero_sum || payoffs.iter().all(|&payoff| is_plain(payoff));
    match (session.winner(), payoffs.as_slice()) {
        (Some(winner), _) if is_plain => format!("{} wins", about.seat(winner)),
        (Some(winner), _) => {
            let payoff = payoffs.get(winner.index()).copied().unwrap_or(0.0);
            format!("{} wins with {}", about.seat(winner), number(payoff))
        }
        (None, [alone]) => format!("The game is over with {}", number(*alone)),
        (None, _) => shared(about, &payoffs, is_plain),
    }
}

/// A payoff of a game that is won, drawn or lost.
fn is_plain(payoff: f64) -> bool {
    [-1.0, 0.0, 1.0].contains(&payoff)
}

/// Nobody has won more than all others.
fn shared(about: &About, payoffs: &[f64], is_plain: bool) -> String {
    let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first: Vec<&str> = Player::all(payoffs.len())
        .filter(|player| payoffs[player.index()] == most)
        .map(|player| about.seat(player))
        .collect();
    let number = typographic(&numbers::short(most));
    match (first.len() == payoffs.len(), is_plain) {
        (true, true) => "A draw".to_owned(),
        (true, false) => format!("A draw with {number} each"),
        (false, true) => format!("{} share the win", listed(&first)),
        (false, false) => format!("{} share the win with {number} each", listed(&first)),
    }
}

/// `A`, `A and B`, `A, B and C`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// Who won, as it stands in the text of a game: `1-0` for two players, what each has won for any other number.
pub(super) fn points(session: &dyn Session, payoffs: &[f64]) -> String {
    match (payoffs.len(), session.winner()) {
        (2, Some(Player::MAX)) => "1-0".to_owned(),
        (2, Some(_)) => "0-1".to_owned(),
        (2, None) => "1/2-1/2".to_owned(),
        _ => numbers::each(payoffs),
    }
}
