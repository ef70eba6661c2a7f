//! Many games of a demonstration: what they came to so far, with intervals, until they are all played or somebody stops them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outplay_games::pacman::Position;
use serde_json::{Value as Json, json};

use super::super::super::demo::{Scene, scenes};
use super::super::super::pacman::games::{self, Tally};
use crate::json;

/// How sure intervals are.
const CONFIDENCE: f64 = 0.95;

/// Plays so many games of every film of a demonstration, in turn, so that all of them can be compared from the beginning. `told` hears what they
/// came to after each; before every move of Pacman, `pause` lets others go first. When the time is over, what was finished counts.
pub(in super::super) fn tallied(
    demo: &str,
    games: u32,
    time: Duration,
    stop: &Arc<AtomicBool>,
    pause: &mut dyn FnMut(),
    told: &mut dyn FnMut(Json),
) -> Result<Json, String> {
    let scenes: Vec<Scene> = scenes().into_iter().filter(|scene| scene.demo == demo).collect();
    if scenes.is_empty() {
        return Err(format!("there is no demonstration `{demo:.50}` with games to count"));
    }
    let layouts = scenes.iter().map(|scene| super::game(scene.layout));
    let rules = layouts.collect::<Result<Vec<_>, String>>()?;
    let mut tallies = vec![Tally::default(); scenes.len()];
    let end = Instant::now() + time;
    for seed in 1..=u64::from(games) {
        for ((scene, game), tally) in scenes.iter().zip(&rules).zip(&mut tallies) {
            let seen = &mut |_: &Position| pause();
            let cast = &scene.side.cast;
            let episode = games::one(game, cast, seed, scene.most_moves, seen, &mut None, stop);
            if episode.is_stopped || stop.load(Ordering::Relaxed) || Instant::now() > end {
                return Ok(summed(&tallies, games));
            }
            tally.add(&episode);
        }
        told(summed(&tallies, games));
    }
    Ok(summed(&tallies, games))
}

fn summed(tallies: &[Tally], wanted: u32) -> Json {
    let side = |tally: &Tally| {
        json!({
            "games": tally.games,
            "wins": tally.wins,
            "losses": tally.losses,
            "won": json::estimate(tally.won()),
            "score": json::estimate(tally.score.estimate(CONFIDENCE)),
            "moves": json::estimate(tally.moves.estimate(CONFIDENCE)),
        })
    };
    json!({ "wanted": wanted, "sides": tallies.iter().map(side).collect::<Vec<Json>>() })
}
