//! Monte-Carlo search behind the face.

use std::sync::Arc;

use super::core::{Core, Playable};
use super::session::{Choice, Played, Session};
use super::thinker::{Answer, Considered, Options, Question, Sampled, Simulated, Thinker, Told};
use super::worth::Worth;
use super::{Refusal, SearchInfo, Unit};
use crate::engine::{self, WIN};
use crate::mcts::{Config, Estimate, Knowledge, Mcts, Recorder, Report};
use crate::{Bound, Event, Limits, Observer, Value};

/// What it is called.
pub(super) const MCTS: SearchInfo = SearchInfo {
    name: "mcts",
    what: "Monte-Carlo search: random games, more of them where moves are good.",
};

/// Makes a Monte-Carlo search with what the game knows for it. What it is given suits a game of its kind.
pub(super) type Sampler<G> = Arc<dyn Fn(&Arc<Core<G>>, Config, &Options) -> Made + Send + Sync>;

type Made = Result<Box<dyn Thinker>, Refusal>;

/// Monte-Carlo search, for one game and what it knows for it.
pub(super) struct ByMcts<G: Playable, K: Knowledge<G>> {
    core: Arc<Core<G>>,
    mcts: Mcts<G, K>,
}

impl<G: Playable, K: Knowledge<G> + Send + 'static> ByMcts<G, K> {
    pub(super) fn make(
        core: &Arc<Core<G>>,
        mut knowledge: K,
        config: Config,
        options: &Options,
    ) -> Made {
        let Options { threads, megabytes: memory, seed, .. } = *options;
        let mut config = Config { threads, memory, seed, ..knowledge.usual(config) };
        for (name, text) in &options.mcts {
            config.set_with(&mut knowledge, name, text).map_err(Refusal)?;
        }
        if let Some(knob) = without_effect::<G, K>(&options.mcts) {
            let game = &core.about.name;
            return Err(Refusal(format!(
                "`{knob}` has no effect: {game} gives Monte-Carlo search nothing to do it with"
            )));
        }
        let mcts = Mcts::new(core.game.clone(), knowledge).with(config);
        Ok(Box::new(ByMcts { core: Arc::clone(core), mcts }))
    }

    fn writer(&self) -> Writer {
        let config = *self.mcts.config();
        let (counted, unit) =
            Counted::of(&self.core.about.unit, self.core.meaning.is_some(), &config);
        Writer { config, counted, unit }
    }
}

impl<G: Playable, K: Knowledge<G> + Send + 'static> Thinker for ByMcts<G, K> {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let is_limited = limits.nodes.is_some()
            || limits.time.is_some()
            || limits.clock.is_some()
            || self.mcts.config().simulations.is_some();
        if limits.depth.is_some() && !is_limited {
            return Err(Refusal(
                "Monte-Carlo search has no depth: limit it by simulations, nodes or time".into(),
            ));
        }
        let at = Played::<G>::of(at);
        let only = question.only.iter().filter_map(|choice| at.legal.get(choice.index()));
        let mut only: Vec<G::Move> = only.copied().collect();
        if K::KNOWS && only.is_empty() && question.lines < 2 {
            only.clone_from(&at.legal);
            self.mcts.knowledge().leave_out(&self.core.game, &at.past, &mut only);
            if only.len() == at.legal.len() {
                only.clear();
            }
        }
        let asked = engine::Question {
            start: at.start.clone(),
            moves: at.moves(),
            only,
            lines: question.lines,
            weak: question.weak,
        };
        let writer = self.writer();
        let report = self.mcts.search(&asked, limits, Relay { at, writer: &writer, told });
        let room = (self.mcts.config().memory.max(1) as u64) << 20;
        let hash_full = (self.mcts.bytes() as u64 * 1_000 / room).min(1_000) as u32;
        let mut answer = writer.answer(in_choices(at, &report));
        // Values that are compared are complete if each of them is proven, the best one or not.
        let is_proven = |one: &Considered| one.worth.value.proven().is_some();
        answer.complete &=
            question.lines == 1 || answer.moves.iter().take(question.lines).all(is_proven);
        Ok(Answer { hash_full, ..answer })
    }

    fn simulate(&mut self, at: &dyn Session, limits: &Limits) -> Result<Simulated, Refusal> {
        let at = Played::<G>::of(at);
        let asked = engine::Question::after(at.start.clone(), at.moves());
        let Core { game, about, .. } = &*self.core;
        let rule = self.mcts.config().rule.name();
        let written = |position: &G::Position, mv: G::Move| at.text_of(position, mv);
        let mut recorder = Recorder::new(game, about.seats.clone(), rule, written);
        let report = self.mcts.search(&asked, limits, &mut recorder);
        let answer = self.writer().answer(in_choices(at, &report));
        Ok(Simulated { record: recorder.finish(), answer })
    }

    fn configure(&mut self, options: &Options) {
        let threads = options.threads;
        self.mcts.set_config(Config { threads, ..*self.mcts.config() });
    }

    fn begin(&mut self, seed: u64) {
        self.mcts.forget();
        self.mcts.set_config(Config { seed, ..*self.mcts.config() });
    }
}

/// A report without the types of the game, so that what is made of it is compiled once.
fn in_choices<G: Playable>(at: &Played<G>, report: &Report<G::Move>) -> Report<Choice> {
    let estimate = |one: &Estimate<G::Move>| Estimate {
        visits: one.visits,
        mean: one.mean,
        error: one.error,
        prior: one.prior,
        proven: one.proven.clone(),
        line: at.line(&one.line),
    };
    let mut moves = Vec::with_capacity(report.moves.len());
    for (mv, one) in &report.moves {
        moves.extend(at.choice(*mv).map(|choice| (choice, estimate(one))));
    }
    Report {
        best: report.best.and_then(|mv| at.choice(mv)),
        best_moves: report.best_moves.iter().filter_map(|&mv| at.choice(mv)).collect(),
        value: report.value.as_ref().map(estimate),
        line: at.line(&report.line),
        moves,
        depth: report.depth,
        complete: report.complete,
        counts: report.counts,
        stop: report.stop,
    }
}

/// A knob that is turned on and that needs what the game does not tell.
fn without_effect<G: Playable, K: Knowledge<G>>(knobs: &[(String, String)]) -> Option<&str> {
    let is_useless = |(name, text): &&(String, String)| match name.as_str() {
        "rave" | "grave" | "last-good-reply" => K::ACTIONS == 0 && text != "off",
        "cut" => !K::EVALUATES && text != "off",
        "bias" => !K::BIAS && text.parse() != Ok(0.0),
        "implicit-minimax" => !K::EVALUATES && text.parse() != Ok(0.0),
        _ => false,
    };
    knobs.iter().find(is_useless).map(|(name, _)| name.as_str())
}

/// What a mean of payoffs is as a score of the game, so that all searches of a game count in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// The mean is the score: in games of points, and in games for which nobody thinks of anything but winning and losing.
    Payoffs,
    /// The score that makes it as [likely](Unit::win_rate) to win.
    Opinions,
    /// The part of a unit, in games whose least win is a unit and whose opinions lie between a draw and that.
    Parts,
}

impl Counted {
    /// How a game with this unit counts; some say in words what a score means.
    fn of(unit: &Unit, has_meaning: bool, config: &Config) -> (Counted, Unit) {
        let is_won_or_lost = config.zero_sum && config.payoffs.high == 1.0;
        match (is_won_or_lost, unit.size > 1.0) {
            (true, false) => (Counted::Payoffs, Unit::wins()),
            (true, true) if has_meaning => (Counted::Parts, unit.clone()),
            (true, true) => (Counted::Opinions, unit.clone()),
            (false, _) => (Counted::Payoffs, Unit { size: 1.0, ..unit.clone() }),
        }
    }

    fn score(self, mean: f64, unit: &Unit) -> f64 {
        match self {
            Counted::Payoffs => mean,
            Counted::Opinions => unit.of_win_rate(0.5 + mean / 2.0),
            Counted::Parts => mean * unit.size,
        }
    }

    /// The standard error of a score.
    fn error(self, mean: f64, error: f64, unit: &Unit) -> f64 {
        match self {
            Counted::Payoffs => error,
            Counted::Parts => error * unit.size,
            // Half of what lies between the scores of both ends.
            Counted::Opinions if error.is_finite() => {
                let score = |mean| self.score(mean, unit);
                (score(mean + error) - score(mean - error)) / 2.0
            }
            Counted::Opinions => error,
        }
    }

    /// What is proven. How soon a win comes is not known, nor by how much it is won.
    fn proven(self, mean: f64, unit: &Unit) -> Bound<f64> {
        match self {
            Counted::Opinions => Bound::Exact(mean * f64::from(WIN)),
            Counted::Parts if mean > 0.0 => Bound::AtLeast(mean * unit.size),
            Counted::Parts if mean < 0.0 => Bound::AtMost(mean * unit.size),
            Counted::Payoffs | Counted::Parts => Bound::Exact(mean),
        }
    }
}

/// Puts what was found into the words of the face.
struct Writer {
    config: Config,
    counted: Counted,
    unit: Unit,
}

impl Writer {
    fn answer(&self, report: Report<Choice>) -> Answer {
        let depth = report.depth;
        let worth = report.value.as_ref().map(|estimate| self.worth(estimate, depth));
        let considered = |(choice, estimate): (Choice, Estimate<Choice>)| Considered {
            choice,
            worth: self.worth(&estimate, depth),
            sampled: Some(self.sampled(&estimate)),
            line: estimate.line,
        };
        let mut moves: Vec<Considered> = report.moves.into_iter().map(considered).collect();
        let visits = |one: &Considered| one.sampled.as_ref().map_or(0, |sampled| sampled.visits);
        moves.sort_by_key(|one| (Some(one.choice) != report.best, std::cmp::Reverse(visits(one))));
        Answer {
            best: report.best,
            best_moves: report.best_moves,
            worth,
            line: report.line,
            moves,
            depth,
            complete: report.complete,
            counts: report.counts,
            hash_full: 0,
            unit: self.unit.clone(),
            stop: report.stop,
        }
    }

    fn sampled(&self, estimate: &Estimate<Choice>) -> Sampled {
        let Estimate { visits, mean, error, prior, .. } = *estimate;
        let is_won_or_lost =
            self.config.zero_sum && (self.counted != Counted::Payoffs || self.unit == Unit::wins());
        let has_rate = is_won_or_lost && visits > 0;
        Sampled {
            visits,
            error: self.counted.error(mean, error, &self.unit),
            rate: has_rate.then_some(0.5 + mean / 2.0),
            rate_error: has_rate.then_some(error / 2.0),
            prior,
        }
    }

    /// A move that was never tried is worth nothing that is known: it counts as a draw.
    fn worth(&self, estimate: &Estimate<Choice>, depth: u32) -> Worth {
        let mean = if estimate.mean.is_finite() { estimate.mean } else { 0.0 };
        let meaning = || match mean {
            _ if !self.config.zero_sum => None,
            0.0 => Some("a draw".to_owned()),
            mean if mean > 0.0 => Some("the player to move wins".to_owned()),
            _ => Some("the player to move loses".to_owned()),
        };
        let Writer { counted, unit, .. } = self;
        Worth {
            value: match estimate.proven {
                Some(_) => Value::Proven(counted.proven(mean, unit)),
                None => Value::opinion(Bound::Exact(counted.score(mean, unit)), depth),
            },
            decides: estimate.proven.is_some() && *counted != Counted::Payoffs && mean != 0.0,
            wins_in: None,
            meaning: estimate.proven.as_ref().and_then(|_| meaning()),
            each: match &estimate.proven {
                Some(each) if each.0.len() > 2 => each.0.clone(),
                _ => Vec::new(),
            },
        }
    }
}

/// Hands on what is known so far.
struct Relay<'r, G: Playable> {
    at: &'r Played<G>,
    writer: &'r Writer,
    told: &'r mut dyn FnMut(Told<'_>),
}

impl<G: Playable> Observer<G::Position, G::Move, Estimate<G::Move>> for Relay<'_, G> {
    fn event(&mut self, event: Event<'_, G::Position, G::Move, Estimate<G::Move>>) {
        match event {
            Event::Progress { nodes, farthest, pause } => {
                (self.told)(Told::Progress { nodes, farthest, pause });
            }
            Event::Report { report } => {
                (self.told)(Told::Answer(&self.writer.answer(in_choices(self.at, report))));
            }
            _ => {}
        }
    }

    /// Simulations are of no interest one by one.
    fn watching(&self) -> bool {
        false
    }
}
