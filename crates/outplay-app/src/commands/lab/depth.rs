//! `outplay lab depth`: what depth is worth, and what the evaluation is worth.
//!
//! Every evaluation of a game plays at every depth against the same yardstick. A cell of the table is the share of points that it scores.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use fastrand::Rng;
use outplay::arena::Mean;
use outplay::face::{AnyGame, Choice, Session};
use outplay::{Player, Turn};

use super::judged::{Judged, Subject, headline, title};
use crate::draw::columns;
use crate::failure::{Failure, warn};
use crate::{interrupt, patience};

/// Everybody plays against the yardstick at this depth.
const YARDSTICK_DEPTH: u32 = 2;
const CONFIDENCE: f64 = 0.95;

/// The options of `outplay lab depth`.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    subject: Subject,
    /// Depths from 1 to this one
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=9))]
    most: u32,
    /// How many games each cell has: pairs with the same opening, where the seats change
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// How many random moves an opening has
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=12))]
    opening: u32,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the experiment; every evaluation has a thread of its own.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = options.subject.game()?;
    let names = &game.about().evaluations;
    let experiment = Experiment { game: &*game, options, played: AtomicU64::new(0) };
    let all = names.len() as u64 * u64::from(options.most * options.pairs());
    let so_far =
        || format!("{} of {all} pairs are played", experiment.played.load(Ordering::Relaxed));
    let rows: Vec<Vec<Mean>> = patience::keeping(so_far, || {
        thread::scope(|scope| {
            let experiment = &experiment;
            let spawned = names.iter().map(|name| scope.spawn(move || experiment.row(name)));
            let rows: Vec<_> = spawned.collect();
            let joined = rows.into_iter().map(|row| row.join().unwrap_or_else(|_| Err(panicked())));
            joined.collect::<Result<_, Failure>>()
        })
    })?;
    if interrupt::asked() {
        warn("stopped on request: the numbers are those of the games so far");
    }
    match rows.iter().flatten().any(|cell| cell.count() > 0) {
        true => Ok(experiment.told(&rows)),
        false => Err(Failure::interrupted()),
    }
}

/// The rules of somebody's game may panic.
fn panicked() -> Failure {
    Failure::input("a search panicked: `outplay doctor` may say what is wrong with the rules")
}

impl Options {
    /// How many pairs of games each cell has.
    fn pairs(&self) -> u32 {
        self.games.div_ceil(2)
    }
}

struct Experiment<'e> {
    game: &'e dyn AnyGame,
    options: &'e Options,
    /// How many pairs of games there were, in all cells together.
    played: AtomicU64,
}

impl Experiment<'_> {
    /// The evaluation of the yardstick: the second one, if there are several. The first is the simplest.
    fn yardstick(&self) -> &str {
        let names = &self.game.about().evaluations;
        names.get(1).unwrap_or(&names[0])
    }

    /// One evaluation at all depths.
    fn row(&self, name: &str) -> Result<Vec<Mean>, Failure> {
        (1..=self.options.most).map(|depth| self.cell(name, depth)).collect()
    }

    /// The points of one player in all pairs of games: 1 for a pair that it won twice.
    fn cell(&self, name: &str, depth: u32) -> Result<Mean, Failure> {
        let mut player = Judged::new(self.game, name, depth)?;
        let mut yardstick = Judged::new(self.game, self.yardstick(), YARDSTICK_DEPTH)?;
        let mut points = Mean::default();
        for pair in 0..self.options.pairs() {
            let opening = self.opening(self.options.seed.wrapping_add(u64::from(pair)));
            let mut both = 0.0;
            for seat in [Player::MAX, Player::MIN] {
                match score(&*opening, &mut player, &mut yardstick, seat)? {
                    Some(score) => both += score,
                    None => return Ok(points),
                }
            }
            points.add(both / 2.0);
            self.played.fetch_add(1, Ordering::Relaxed);
        }
        Ok(points)
    }

    /// Random moves from the start.
    fn opening(&self, seed: u64) -> Box<dyn Session> {
        let mut random = Rng::with_seed(seed);
        let mut at = self.game.start();
        for _ in 0..self.options.opening {
            if !at.is_over() {
                at.play(Choice(random.usize(..at.choices()) as u32));
            }
        }
        at
    }

    fn told(&self, rows: &[Vec<Mean>]) -> String {
        let about = self.game.about();
        let row = |(name, row): (&String, &Vec<Mean>)| {
            [title(name)].into_iter().chain(row.iter().map(cell_told)).collect()
        };
        let rows: Vec<Vec<String>> = about.evaluations.iter().zip(rows).map(row).collect();
        let depths: Vec<String> =
            (1..=self.options.most).map(|depth| format!("depth {depth}")).collect();
        let head: Vec<&str> =
            ["evaluation"].into_iter().chain(depths.iter().map(String::as_str)).collect();
        format!(
            "{}: points scored against `{}` at depth {YARDSTICK_DEPTH}, {} games in each cell, 95% intervals\n\n{}",
            headline(about),
            title(self.yardstick()),
            self.options.pairs() * 2,
            columns::aligned(&head, &rows, 1),
        )
    }
}

fn cell_told(mean: &Mean) -> String {
    let share = mean.estimate(CONFIDENCE);
    match mean.count() {
        0 | 1 => "-".to_owned(),
        _ => format!("{:.0}% ± {:.0}", 100.0 * share.value, 100.0 * share.error()),
    }
}

/// What somebody on a seat scores from an opening against the yardstick: 1, 1/2 or 0; nothing if it is stopped.
fn score(
    opening: &dyn Session,
    player: &mut Judged,
    yardstick: &mut Judged,
    seat: Player,
) -> Result<Option<f64>, Failure> {
    let mut at = opening.fork();
    while let Some(turn) = at.turn() {
        let mover = if turn == Turn::Player(seat) { &mut *player } else { &mut *yardstick };
        let best = if at.choices() == 1 { Some(Choice(0)) } else { mover.best(&*at)? };
        match best.filter(|_| !interrupt::asked()) {
            Some(best) => at.play(best),
            None => return Ok(None),
        }
    }
    let payoff = at.payoffs().map_or(0.0, |payoffs| payoffs[seat.index()]);
    Ok(Some(if payoff == 0.0 { 0.5 } else { f64::from(payoff > 0.0) }))
}
