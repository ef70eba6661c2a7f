//! Tuning behind the face: games against oneself for a teacher who knows how they end, and weights fitted to their positions.
//!
//! A game begins with random moves and goes on with a search of a few plies, until the end can be seen: from there on
//! every position is solved, and some moves are random again, so that positions come up that nobody would choose. The
//! positions before get a score between what the search found there and what the next position is worth.
//!
//! Where no end can be seen, a game is played out, and its quiet positions keep what the search found there and how the game ended.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::core::{Core, Playable};
use super::{Refusal, Wrong};
use crate::engine::{Engine, Facts, Insight, Question, Selectivity, StaticEvaluation};
use crate::tune::Labelled;
use crate::{
    Deterministic, Game, Limits, Past, Player, Report, Stop, Turn, Value, WithPast, ZeroSum,
};

/// Fits the weights of a game to positions, as the bytes of a file. It tells how far it is, or nothing, and may be stopped whenever
/// it does.
pub type Fit<G> = fn(
    &G,
    &[Labelled<<G as Game>::Position>],
    &Fitting<'_>,
    &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Vec<u8>, String>;

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fitting<'f> {
    /// How often to go through all positions.
    pub epochs: u32,
    /// How many threads to use.
    pub threads: usize,
    /// The bytes of the weights to start from, instead of those that the game starts from.
    pub before: Option<&'f [u8]>,
}

/// Plays games against itself and fits weights.
pub trait Tuning: Send + Sync {
    /// Somebody who plays, for one thread.
    fn player(&self, settings: &SelfPlay) -> Result<Box<dyn Selfplayer>, Refusal>;

    /// Reads a line that a game against itself has written. `game` says which game it is from: positions of one game are much alike.
    fn add(&mut self, line: &str, game: usize) -> Result<(), Wrong>;

    /// How many positions were read.
    fn count(&self) -> usize;

    /// Fits weights to the positions that were read.
    fn fit(
        &self,
        fitting: &Fitting<'_>,
        told: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, Wrong>;

    /// The weights of somebody who has learnt nothing yet, as the bytes of a file.
    fn untrained(&self) -> Result<Vec<u8>, Wrong>;
}

/// Plays one game after the other.
pub trait Selfplayer: Send {
    /// The positions of a game as lines, each with its score; none if it was stopped. The same number gives the same game.
    fn play(&mut self, number: u64) -> Option<String>;
}

/// How games against itself are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Up to so many random moves at the beginning.
    pub random: usize,
    /// From how many plies before the end on to solve positions.
    pub solve: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The size of the table.
    pub megabytes: usize,
    /// The limits of each search.
    pub limits: Limits,
}

/// A game with its insight, and positions to learn from.
pub(super) struct Tuner<G: Playable, I> {
    pub(super) core: Arc<Core<G>>,
    pub(super) insight: Arc<I>,
    pub(super) fit: Option<Fit<G>>,
    pub(super) untrained: Option<fn(&G) -> Vec<u8>>,
    pub(super) samples: Vec<Labelled<G::Position>>,
}

impl<G, I> Tuning for Tuner<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + Sync + 'static,
{
    fn player(&self, settings: &SelfPlay) -> Result<Box<dyn Selfplayer>, Refusal> {
        let game = Arc::new(self.core.game.clone());
        let engine = Engine::shared(game, Arc::clone(&self.insight), settings.megabytes);
        let engine = engine.map_err(|error| Refusal(error.to_string()))?;
        Ok(Box::new(Games { core: Arc::clone(&self.core), engine, settings: settings.clone() }))
    }

    fn add(&mut self, line: &str, game: usize) -> Result<(), Wrong> {
        let problem = self.core.texts.read_problem(&self.core.game, line)?;
        let score = problem.score.ok_or_else(|| Wrong("a score is missing".to_owned()))?;
        let (position, payoff) = (problem.position, problem.payoff);
        self.samples.push(Labelled { position, score, payoff, game });
        Ok(())
    }

    fn count(&self) -> usize {
        self.samples.len()
    }

    fn fit(
        &self,
        fitting: &Fitting<'_>,
        told: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, Wrong> {
        let fit = self.fit.ok_or_else(|| Wrong("this game has no weights to fit".to_owned()))?;
        fit(&self.core.game, &self.samples, fitting, told).map_err(Wrong)
    }

    fn untrained(&self) -> Result<Vec<u8>, Wrong> {
        let told = "the weights of this game are not learnt from nothing";
        let untrained = self.untrained.ok_or_else(|| Wrong(told.to_owned()))?;
        Ok(untrained(&self.core.game))
    }
}

/// A position of a game.
struct Seen<P> {
    position: P,
    score: i32,
    solved: bool,
    /// Whether it can be judged without looking ahead.
    is_quiet: bool,
}

/// Who is ahead by so many clear advantages, for so many positions, has won.
const CLEAR: i32 = 10;
const FOR: usize = 6;

struct Games<G: Playable, I> {
    core: Arc<Core<G>>,
    engine: Engine<G, I>,
    settings: SelfPlay,
}

impl<G, I> Selfplayer for Games<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + Sync + 'static,
{
    fn play(&mut self, number: u64) -> Option<String> {
        // The same number, the same game: nothing is left from others.
        self.engine.clear();
        let mut random =
            fastrand::Rng::with_seed(self.settings.seed.wrapping_mul(1_000_003) ^ number);
        let opening = random.usize(0..=self.settings.random);
        let game = WithPast::new(&self.core.game);
        let mut position = game.start();
        let mut question = Question::at(self.core.game.start());
        let mut seen: Vec<Seen<G::Position>> = Vec::new();
        for ply in 0.. {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(&any) = random.choice(&moves) else { break };
            let mut mv = any;
            if ply >= opening {
                let (report, solved) = self.look(&position, &mut question);
                if report.stop == Stop::Asked {
                    return None;
                }
                // With few positions to look at, not even one ply may have been searched.
                if let Some(score) = report.value.map(Value::score) {
                    let is_quiet = self.is_quiet(&position, report.best);
                    let position = position.position().clone();
                    seen.push(Seen { position, score, solved, is_quiet });
                }
                if self.is_clear(&seen) {
                    break;
                }
                // Where all is solved, a random move spoils nothing.
                if !solved {
                    mv = report.best.unwrap_or(any);
                }
            }
            game.play(&mut position, mv);
            question.moves.push(mv);
        }
        match seen.last() {
            Some(last) if !last.solved => Some(self.results(&seen, &position)),
            _ => Some(self.text(seen)),
        }
    }
}

impl<G, I> Games<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + Sync + 'static,
{
    /// Whether what comes next changes little.
    fn is_quiet(&self, position: &G::Position, best: Option<G::Move>) -> bool {
        let (game, insight) = (&self.core.game, self.engine.insight());
        let scratch = insight.scratch(game, position);
        let selectivity = insight.selectivity();
        !selectivity.in_check(game, position, &scratch)
            && best.is_some_and(|mv| !selectivity.is_noisy(game, position, mv))
    }

    /// Whether the same player has been far ahead for long, in a game whose end cannot be seen.
    fn is_clear(&self, seen: &[Seen<G::Position>]) -> bool {
        let Some(last) = seen.len().checked_sub(FOR).map(|from| &seen[from..]) else {
            return false;
        };
        let ahead = |seen: &Seen<G::Position>| self.sign(&seen.position) * seen.score;
        let clear = <I::Evaluation as StaticEvaluation<G, I::Scratch>>::CLEAR_ADVANTAGE;
        let least = CLEAR * clear;
        last.iter().all(|seen| !seen.solved)
            && (last.iter().all(|seen| ahead(seen) >= least)
                || last.iter().all(|seen| ahead(seen) <= -least))
    }

    /// 1 where MAX moves.
    fn sign(&self, position: &G::Position) -> i32 {
        if self.core.game.turn(position) == Turn::Player(Player::MAX) { 1 } else { -1 }
    }

    fn write(&self, position: &G::Position, score: i32, payoff: Option<f64>) -> String {
        let line = self.core.texts.write_problem(&self.core.game, position, score, payoff);
        line + "\n"
    }

    /// The quiet positions of a game, with how it ended: by its last position, or by what was clear there.
    fn results(&self, seen: &[Seen<G::Position>], end: &Past<G::Position>) -> String {
        let game = WithPast::new(&self.core.game);
        let mut moves = Vec::new();
        game.moves(end, &mut moves);
        let won = match seen.last() {
            Some(last) if !moves.is_empty() => {
                f64::from((self.sign(&last.position) * last.score).signum())
            }
            _ => game.payoff(end, Player::MAX),
        };
        let mut text = String::new();
        for Seen { position, score, .. } in seen.iter().filter(|seen| seen.is_quiet) {
            let payoff = f64::from(self.sign(position)) * won;
            text += &self.write(position, *score, Some(payoff));
        }
        text + "\n"
    }

    /// What to play, and whether it is solved: then only the score is asked for.
    fn look(
        &self,
        position: &G::Position,
        question: &mut Question<G::Position, G::Move>,
    ) -> (Report<G::Move, Value<i32>>, bool) {
        let left = self.engine.insight().facts().plies_left(&self.core.game, position);
        let solved = left <= self.settings.solve;
        question.lines = if solved { 0 } else { 1 };
        let report = match solved {
            true => self.engine.solve(question, &self.settings.limits, ()),
            false => self.engine.search(question, &self.settings.limits, ()),
        };
        (report, solved)
    }

    /// All positions up to the last that was solved, with their scores.
    fn text(&self, seen: Vec<Seen<G::Position>>) -> String {
        let mut lines = Vec::new();
        let mut next: Option<(f64, Turn)> = None;
        for Seen { position, score, solved, .. } in seen.into_iter().rev() {
            let turn = self.core.game.turn(&position);
            let score = match (solved, next) {
                (true, _) => f64::from(score),
                (false, Some((next, other))) => {
                    let next = if other == turn { next } else { -next };
                    (f64::from(score) + next) / 2.0
                }
                (false, None) => continue,
            };
            next = Some((score, turn));
            lines.push((position, score.round() as i32));
        }
        let each = lines.iter().rev().map(|(position, score)| self.write(position, *score, None));
        each.collect::<String>() + "\n"
    }
}
