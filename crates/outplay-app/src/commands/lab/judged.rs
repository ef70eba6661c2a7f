//! A search with an evaluation: what the experiments compare.

use std::sync::Arc;

use clap::Args;
use outplay::face::{About, AnyGame, Choice, Options, Question, Session, Thinker};
use outplay::textbook::{Config, Order};
use outplay::{Depth, Limits, Player, Turn};

use crate::failure::Failure;
use crate::{games, interrupt};

/// The game of an experiment.
#[derive(Args)]
pub(super) struct Subject {
    /// A game that has evaluations by name: `outplay games NAME` lists them
    #[arg(default_value = "othello:6x6")]
    game: String,
}

impl Subject {
    #[cfg(test)]
    pub(super) fn of(game: &str) -> Subject {
        Subject { game: game.to_owned() }
    }

    /// The game, if there is something to compare.
    pub(super) fn game(&self) -> Result<Arc<dyn AnyGame>, Failure> {
        let game = games::named(&self.game)?;
        let About { name, evaluations, zero_sum, chance, .. } = game.about();
        match evaluations.is_empty() || !zero_sum || *chance {
            false => Ok(game),
            true => Err(Failure::input(format!(
                "{name} is no game for this: it takes one without chance in which one player wins what the other loses, \
                 and which has evaluations by name"
            ))),
        }
    }
}

/// A search with an evaluation.
pub(super) struct Judged {
    thinker: Box<dyn Thinker>,
    limits: Limits,
}

impl Judged {
    /// A search so many plies deep. With 0 plies it is the evaluation alone.
    pub(super) fn new(game: &dyn AnyGame, name: &str, plies: u32) -> Result<Judged, Failure> {
        Judged::made(game, name, Config::default(), Some(Depth::plies(plies)))
    }

    /// A search to the end of the game, in the order that the evaluation gives.
    pub(super) fn to_the_end(game: &dyn AnyGame, name: &str) -> Result<Judged, Failure> {
        let config = Config { table: true, order: Order::Evaluation, ..Config::default() };
        Judged::made(game, name, config, None)
    }

    /// The engine, so many plies deep, with weights or with those that the game has.
    pub(super) fn weighted(
        game: &dyn AnyGame,
        weights: Option<&[u8]>,
        plies: u32,
    ) -> Result<Judged, Failure> {
        let options =
            Options { weights: weights.map(Arc::from), megabytes: 1, ..Options::default() };
        Judged::with(game.thinker("engine", &options)?, Some(Depth::plies(plies)))
    }

    fn made(
        game: &dyn AnyGame,
        name: &str,
        textbook: Config,
        depth: Option<Depth>,
    ) -> Result<Judged, Failure> {
        let evaluation = Some(name.to_owned());
        let options = Options { textbook, evaluation, ..Options::default() };
        Judged::with(game.thinker("alpha-beta", &options)?, depth)
    }

    fn with(thinker: Box<dyn Thinker>, depth: Option<Depth>) -> Result<Judged, Failure> {
        let limits = Limits { depth, stop: Some(interrupt::flag()), ..Limits::default() };
        Ok(Judged { thinker, limits })
    }

    /// Forgets what was found in other games.
    pub(super) fn begin(&mut self) {
        self.thinker.begin(0);
    }

    /// The best move, unless the search was stopped.
    pub(super) fn best(&mut self, at: &dyn Session) -> Result<Option<Choice>, Failure> {
        Ok(self.thinker.think(at, &Question::default(), &self.limits, &mut |_| ())?.best)
    }

    /// What the first player wins, as the search sees it.
    pub(super) fn value(&mut self, at: &dyn Session) -> Result<f64, Failure> {
        let answer = self.thinker.think(at, &Question::default(), &self.limits, &mut |_| ())?;
        let worth = answer.worth.ok_or_else(Failure::interrupted)?;
        let is_second = at.turn() == Some(Turn::Player(Player::MIN));
        Ok(if is_second { -worth.score() } else { worth.score() })
    }
}

/// The name of a game as a headline has it: `Othello on 6 x 6` for `othello:6x6`.
pub(super) fn headline(about: &About) -> String {
    let mut letters = about.plain_name().chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let plain = capital + letters.as_str();
    let variant = about.name.split_once(':').map(|(_, variant)| variant);
    match variant.map(|variant| (variant, variant.split_once('x'))) {
        None => plain,
        Some((_, Some((width, height)))) => format!("{plain} on {width} x {height}"),
        Some((variant, None)) => format!("{plain}, {variant}"),
    }
}

/// The name of an evaluation, as it is read in a table.
pub(super) fn title(name: &str) -> String {
    name.replace('-', " ")
}
