//! `outplay lab depth`: what depth is worth, and what the evaluation is worth.
//!
//! Every evaluation of a game plays at every depth against the same yardstick. A cell of the table is the share of points that it scores.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use outplay::arena::Mean;
use outplay::face::AnyGame;

use super::judged::{Judged, Subject, headline, title};
use super::pairs;
use crate::draw::columns;
use crate::failure::{Failure, warn};
use crate::{interrupt, patience};

/// Everybody plays against the yardstick at this depth.
const YARDSTICK_DEPTH: u32 = 2;

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
        let Options { opening, seed, .. } = *self.options;
        for pair in 0..self.options.pairs() {
            let opening = pairs::opening(self.game, opening, seed.wrapping_add(u64::from(pair)));
            match pairs::points(&*opening, &mut player, &mut yardstick)? {
                Some(both) => points.add(both),
                None => return Ok(points),
            }
            self.played.fetch_add(1, Ordering::Relaxed);
        }
        Ok(points)
    }

    fn told(&self, rows: &[Vec<Mean>]) -> String {
        let about = self.game.about();
        let row = |(name, row): (&String, &Vec<Mean>)| {
            [title(name)].into_iter().chain(row.iter().map(pairs::share)).collect()
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
