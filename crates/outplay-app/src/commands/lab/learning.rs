//! `outplay lab learning`: Samuel's idea, live.
//!
//! An evaluation that knows nothing plays against itself. From the results of its games, and from what its searches saw, its weights are fitted; then it plays with these, and so
//! on. After every round its strength is measured, against itself as it was at first and against the weights that come with the game. Whatever is counted is
//! counted in games, so that the same seed gives the same numbers on any machine.

use std::ops::ControlFlow;

use clap::Args;
use outplay::arena::Mean;
use outplay::face::{AnyGame, Fitting, SelfPlay, Tuning};
use outplay::{Depth, Limits};

use super::judged::{Judged, headline};
use super::pairs;
use crate::commands::solve::write_line;
use crate::failure::{Failure, warn};
use crate::{games, interrupt};

/// The options of `outplay lab learning`.
#[derive(Args)]
pub(crate) struct Options {
    /// A game whose weights can be learnt from nothing
    #[arg(default_value = "checkers")]
    game: String,
    /// How often it learns
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// How many games it plays against itself before it learns again
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How many games measure its strength, against each opponent: pairs with the same opening, where the seats change
    #[arg(long, value_name = "GAMES", default_value_t = 100, value_parser = clap::value_parser!(u32).range(4..=100_000))]
    test: u32,
    /// How many plies everybody looks ahead
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=9))]
    depth: u32,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How often each fit goes through all positions.
const EPOCHS: u32 = 30;
/// Up to so many random moves begin a game that is learnt from.
const RANDOM: usize = 12;
/// So many begin a game that measures.
const OPENING: u32 = 6;
/// Openings that measure have seeds of their own.
const TEST_SEEDS: u64 = 1 << 32;

/// Runs the experiment. Each line is printed when it is known.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    let learner = game.tuning(None)?;
    let untrained = learner.untrained().map_err(|wrong| {
        Failure::input(format!("{} is no game for this: {wrong}", game.about().name))
    })?;
    let mut pupil = Pupil { game: &*game, options, learner, weights: untrained.clone(), untrained };
    if !write_line(&pupil.head())? {
        return Ok(String::new());
    }
    for round in 0..=options.rounds {
        let has_learnt = round == 0 || pupil.learns(round - 1)?;
        let Some(row) = has_learnt.then(|| pupil.row(round)).transpose()?.flatten() else {
            warn("stopped on request");
            return Ok(String::new());
        };
        if !write_line(&row)? {
            return Ok(String::new());
        }
    }
    Ok(pupil.end())
}

struct Pupil<'p> {
    game: &'p dyn AnyGame,
    options: &'p Options,
    /// Keeps the positions of all games.
    learner: Box<dyn Tuning>,
    weights: Vec<u8>,
    untrained: Vec<u8>,
}

impl Pupil<'_> {
    /// Plays against itself and learns. False if it was stopped.
    fn learns(&mut self, round: u32) -> Result<bool, Failure> {
        let limits = Limits {
            depth: Some(Depth::plies(self.options.depth)),
            stop: Some(interrupt::flag()),
            ..Limits::default()
        };
        let seed = self.options.seed;
        let settings = SelfPlay { random: RANDOM, solve: 0, seed, megabytes: 1, limits };
        let mut player = self.game.tuning(Some(&self.weights))?.player(&settings)?;
        for game in 0..self.options.games {
            let number = round * self.options.games + game;
            let Some(text) = player.play(number.into()) else { return Ok(false) };
            for line in text.lines().filter(|line| !line.is_empty()) {
                self.learner.add(line, number as usize)?;
            }
        }
        let fitting = Fitting { epochs: EPOCHS, threads: 1, before: Some(&self.untrained) };
        let mut go_on = |_: &str| match interrupt::asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let fitted = self.learner.fit(&fitting, &mut go_on);
        if interrupt::asked() {
            return Ok(false);
        }
        self.weights = fitted?;
        Ok(true)
    }

    /// How strong it is now; nothing if it was stopped.
    fn row(&self, round: u32) -> Result<Option<String>, Failure> {
        let Some(first) = self.against(Some(&self.untrained))? else { return Ok(None) };
        let Some(own) = self.against(None)? else { return Ok(None) };
        let games = round * self.options.games;
        let line = [games.to_string(), pairs::share(&first), pairs::share(&own)];
        Ok(Some(columns(line, &bar(&own))))
    }

    /// The share of points against somebody with these weights, or with those that come with the game.
    fn against(&self, weights: Option<&[u8]>) -> Result<Option<Mean>, Failure> {
        let Options { depth, seed, test, .. } = *self.options;
        let mut pupil = Judged::weighted(self.game, Some(&self.weights), depth)?;
        let mut other = Judged::weighted(self.game, weights, depth)?;
        let mut mean = Mean::default();
        for pair in 0..test.div_ceil(2) {
            let seed = seed.wrapping_add(TEST_SEEDS + u64::from(pair));
            let opening = pairs::opening(self.game, OPENING, seed);
            match pairs::points(&*opening, &mut pupil, &mut other)? {
                Some(points) => mean.add(points),
                None => return Ok(None),
            }
        }
        Ok(Some(mean))
    }

    fn head(&self) -> String {
        let Options { depth, test, .. } = self.options;
        let title = format!(
            "{}: an evaluation that knows nothing learns from games against itself. Everybody looks {depth} plies ahead; points\n\
             scored in {} games against each opponent, 95% intervals\n\n",
            headline(self.game.about()),
            test.div_ceil(2) * 2,
        );
        let names = ["games played", "against itself at first", "against the weights that ship"];
        title + &columns(names.map(str::to_owned), "")
    }

    fn end(&self) -> String {
        format!(
            "\nIt has learnt from {} positions. Nobody told it what anything is worth.\n",
            self.learner.count()
        )
    }
}

/// A line of the table.
fn columns([games, first, own]: [String; 3], bar: &str) -> String {
    format!("{games:>12}  {first:>23}  {own:>29}  {bar}").trim_end().to_owned() + "\n"
}

/// From 0 to 100%: where the share is, and its interval.
fn bar(mean: &Mean) -> String {
    const WIDTH: f64 = 40.0;
    let share = mean.estimate(0.95);
    let place = |share: f64| (share.clamp(0.0, 1.0) * WIDTH).round() as usize;
    let (low, at, high) = (place(share.low), place(share.value), place(share.high));
    let letter = |column| match column {
        _ if column == at => '●',
        _ if (low..=high).contains(&column) => '─',
        _ => ' ',
    };
    format!("|{}|", (0..=WIDTH as usize).map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_the_share_and_its_interval() {
        let mut mean = Mean::default();
        [0.4, 0.6, 0.5, 0.5].into_iter().for_each(|points| mean.add(points));
        let bar = bar(&mean);
        assert_eq!(bar.chars().count(), 43);
        assert_eq!(bar.chars().position(|letter| letter == '●'), Some(21));
        let dashes = bar.chars().filter(|letter| *letter == '─').count();
        assert!((8..=12).contains(&dashes), "{bar}");
    }

    #[test]
    fn games_without_weights_to_learn_are_refused_in_words() {
        let options = |game: &str| Options {
            game: game.to_owned(),
            rounds: 1,
            games: 1,
            test: 4,
            depth: 1,
            seed: 1,
        };
        for game in ["othello", "connect-four"] {
            let told = run(&options(game)).expect_err("it cannot learn").to_string();
            assert!(told.starts_with(&format!("{game} is no game for this: ")), "{told}");
        }
    }
}
