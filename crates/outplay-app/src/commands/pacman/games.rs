//! Many games, and what they say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use outplay::arena::{Estimate, Mean};
use outplay_games::pacman::{self, Episode, Hero, Hunter, Outcome, Pacman, Position};
use serde_json::{Value as Json, json};

use super::keys::Keys;
use crate::{interrupt, json};

/// How sure intervals are.
const CONFIDENCE: f64 = 0.95;

/// Who plays.
#[derive(Clone)]
pub(crate) struct Cast {
    pub(crate) hero: Hero,
    /// One for each ghost, and the last one for all others.
    pub(crate) hunters: Vec<Hunter>,
}

impl Cast {
    fn hunter(&self, ghost: usize) -> Hunter {
        let one = self.hunters.get(ghost).or(self.hunters.last());
        one.copied().unwrap_or(Hunter::Random)
    }

    fn hunters_told(&self) -> String {
        let names: Vec<String> = self.hunters.iter().map(ToString::to_string).collect();
        names.join(" and ")
    }
}

/// How many games, and which.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) games: u32,
    pub(crate) seed: u64,
    pub(crate) most_moves: u32,
}

/// Plays one game, until it is stopped. `told` sees every position in which Pacman is to move.
pub(crate) fn one(
    game: &Pacman,
    cast: &Cast,
    seed: u64,
    most_moves: u32,
    told: &mut dyn FnMut(&Position),
    keys: &mut Option<Keys>,
    stop: &Arc<AtomicBool>,
) -> Episode {
    pacman::play(game, seed, most_moves, &mut |position, random| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        match (position.agent_to_move(), keys.as_mut()) {
            (0, keys) => {
                told(position);
                match keys {
                    Some(keys) => keys.choose(game, position),
                    None => cast.hero.choose(game, position, random, stop),
                }
            }
            (ghost, _) => cast.hunter(ghost - 1).choose(game, position, random, stop),
        }
    })
}

/// Plays many games, with a bar on standard error. After Ctrl-C, what was finished counts.
pub(crate) fn many(
    game: &Pacman,
    cast: &Cast,
    plan: Plan,
    done: &mut dyn FnMut(u64, &Episode),
) -> Tally {
    let bar = ProgressBar::new(u64::from(plan.games));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left, {msg}");
    let bar = style.map(|style| bar.clone().with_style(style)).unwrap_or(bar);
    let mut tally = Tally::default();
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_add(u64::from(number));
        let started = Instant::now();
        let stop = interrupt::flag();
        let episode = one(game, cast, seed, plan.most_moves, &mut |_| {}, &mut None, &stop);
        if episode.is_stopped {
            break;
        }
        tally.add(&episode);
        tally.time += started.elapsed();
        done(seed, &episode);
        bar.set_message(format!("{} won", tally.wins));
        bar.inc(1);
    }
    bar.finish_and_clear();
    tally
}

/// What games came to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) losses: u32,
    pub(crate) score: Mean,
    /// Moves of Pacman in a game.
    pub(crate) moves: Mean,
    /// Positions that Pacman's search generated.
    pub(crate) generated: u64,
    pub(crate) all_moves: u64,
    pub(crate) time: Duration,
}

impl Tally {
    pub(crate) fn add(&mut self, episode: &Episode) {
        self.games += 1;
        let moves = f64::from(episode.rounds);
        match episode.end.outcome() {
            Outcome::Won => self.wins += 1,
            Outcome::Lost => self.losses += 1,
            Outcome::Open => {}
        }
        self.score.add(f64::from(episode.end.score()));
        self.moves.add(moves);
        self.generated += episode.generated;
        self.all_moves += u64::from(episode.rounds);
    }

    /// The share of games that are won.
    pub(crate) fn won(&self) -> Estimate {
        Estimate::of_share(self.wins.into(), self.games.into(), CONFIDENCE)
    }

    /// The share of games that are lost.
    pub(crate) fn lost(&self) -> Estimate {
        Estimate::of_share(self.losses.into(), self.games.into(), CONFIDENCE)
    }

    fn given_up(&self) -> u32 {
        self.games - self.wins - self.losses
    }

    fn per_second(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0 && self.generated > 0).then(|| self.generated as f64 / seconds)
    }

    pub(crate) fn as_text(&self, cast: &Cast) -> String {
        let (hero, hunters) = (cast.hero, cast.hunters_told());
        let given_up = match self.given_up() {
            0 => String::new(),
            count => format!(", {count} given up"),
        };
        let mut text = format!(
            "Pacman {hero} against {hunters}\n\
             games      {}: {} won, {} lost{given_up}\n\
             won        {}\n\
             score      {}\n\
             moves      {}\n",
            self.games,
            self.wins,
            self.losses,
            percent(self.won()),
            mean(&self.score),
            mean(&self.moves),
        );
        if let Some(speed) = self.per_second() {
            let each = self.generated as f64 / self.all_moves.max(1) as f64;
            text += &format!(
                "searched   {} positions, {each:.0} per move, {speed:.0} per second\n",
                self.generated
            );
        }
        text
    }

    pub(super) fn as_json(&self, layout: &str, cast: &Cast, seed: u64) -> Json {
        let hunters: Vec<String> = cast.hunters.iter().map(ToString::to_string).collect();
        json!({
            "layout": layout,
            "pacman": cast.hero.to_string(),
            "ghosts": hunters,
            "seed": seed,
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "given_up": self.given_up(),
            "won": json::estimate(self.won()),
            "score": json::estimate(self.score.estimate(CONFIDENCE)),
            "moves": json::estimate(self.moves.estimate(CONFIDENCE)),
            "generated": self.generated,
            "generated_per_second": self.per_second(),
        })
    }
}

/// A share as a person reads it.
pub(crate) fn percent(Estimate { value, low, high }: Estimate) -> String {
    format!("{:.1}% ({:.1}% to {:.1}%)", 100.0 * value, 100.0 * low, 100.0 * high)
}

/// A mean as a person reads it.
pub(crate) fn mean(mean: &Mean) -> String {
    let estimate = mean.estimate(CONFIDENCE);
    match estimate.error() {
        error if error.is_finite() => format!("{:.1} ± {error:.1}", estimate.value),
        _ => format!("{:.1}", estimate.value),
    }
}
