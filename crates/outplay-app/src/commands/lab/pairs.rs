//! Pairs of games between two searches: from the same random opening, each with either side.

use fastrand::Rng;
use outplay::arena::Mean;
use outplay::face::{AnyGame, Choice, Session};
use outplay::{Player, Turn};

use super::judged::Judged;
use crate::failure::Failure;
use crate::interrupt;

const CONFIDENCE: f64 = 0.95;

/// So many random moves from the start.
pub(super) fn opening(game: &dyn AnyGame, plies: u32, seed: u64) -> Box<dyn Session> {
    let mut random = Rng::with_seed(seed);
    let mut at = game.start();
    for _ in 0..plies {
        if !at.is_over() {
            at.play(Choice(random.usize(..at.choices()) as u32));
        }
    }
    at
}

/// The points of one player in a pair of games: 1 if it wins both; nothing if it is stopped.
pub(super) fn points(
    opening: &dyn Session,
    player: &mut Judged,
    other: &mut Judged,
) -> Result<Option<f64>, Failure> {
    let mut both = 0.0;
    for seat in [Player::MAX, Player::MIN] {
        match score(opening, player, other, seat)? {
            Some(score) => both += score / 2.0,
            None => return Ok(None),
        }
    }
    Ok(Some(both))
}

/// What somebody on a seat scores: 1, 1/2 or 0; nothing if it is stopped.
fn score(
    opening: &dyn Session,
    player: &mut Judged,
    other: &mut Judged,
    seat: Player,
) -> Result<Option<f64>, Failure> {
    player.begin();
    other.begin();
    let mut at = opening.fork();
    while let Some(turn) = at.turn() {
        let mover = if turn == Turn::Player(seat) { &mut *player } else { &mut *other };
        let best = if at.choices() == 1 { Some(Choice(0)) } else { mover.best(&*at)? };
        match best.filter(|_| !interrupt::asked()) {
            Some(best) => at.play(best),
            None => return Ok(None),
        }
    }
    let payoff = at.payoffs().map_or(0.0, |payoffs| payoffs[seat.index()]);
    Ok(Some(if payoff == 0.0 { 0.5 } else { f64::from(payoff > 0.0) }))
}

/// A share of points with its interval: `62% ± 5`.
pub(super) fn share(mean: &Mean) -> String {
    let share = mean.estimate(CONFIDENCE);
    match mean.count() {
        0 | 1 => "-".to_owned(),
        _ => format!("{:.0}% ± {:.0}", 100.0 * share.value, 100.0 * share.error()),
    }
}
