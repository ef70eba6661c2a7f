//! Monte-Carlo search behind the face.

use std::sync::Arc;

use super::core::{Core, Playable};
use super::session::{Played, Session};
use super::thinker::{Answer, Considered, Options, Question, Sampled, Simulated, Thinker, Told};
use super::worth::Worth;
use super::{Refusal, SearchInfo, Unit};
use crate::engine::{self, Insight, StaticEvaluation};
use crate::mcts::{Config, Estimate, Knowledge, Mcts, Recorder, Report};
use crate::{Bound, Event, Limits, Observer, Outcomes, Player, Turn, Value, ZeroSum};

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
        knowledge: K,
        config: Config,
        options: &Options,
    ) -> Made {
        let Options { threads, megabytes: memory, seed, .. } = *options;
        let mut config = Config { threads, memory, seed, ..knowledge.usual(config) };
        for (name, text) in &options.mcts {
            config.set(name, text).map_err(Refusal)?;
        }
        let mcts = Mcts::new(core.game.clone(), knowledge).with(config);
        Ok(Box::new(ByMcts { core: Arc::clone(core), mcts }))
    }

    fn writer<'w>(&self, at: &'w Played<G>) -> Writer<'w, G> {
        Writer { at, config: *self.mcts.config(), unit: unit(&self.core, &self.mcts) }
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
                "Monte-Carlo search has no depth: limit it by simulations, positions or time"
                    .into(),
            ));
        }
        let at = Played::<G>::of(at);
        let only = question.only.iter().filter_map(|choice| at.legal.get(choice.index()));
        let asked = engine::Question {
            start: at.start.clone(),
            moves: at.moves(),
            only: only.copied().collect(),
            lines: question.lines,
            weak: question.weak,
        };
        let writer = self.writer(at);
        let report = self.mcts.search(&asked, limits, Relay { writer: &writer, told });
        let room = (self.mcts.config().memory.max(1) as u64) << 20;
        let hash_full = (self.mcts.bytes() as u64 * 1_000 / room).min(1_000) as u32;
        Ok(Answer { hash_full, ..writer.answer(&report) })
    }

    fn simulate(&mut self, at: &dyn Session, limits: &Limits) -> Result<Simulated, Refusal> {
        let at = Played::<G>::of(at);
        let asked = engine::Question::after(at.start.clone(), at.moves());
        let Core { game, about, .. } = &*self.core;
        let rule = self.mcts.config().rule.name();
        let written = |position: &G::Position, mv: G::Move| at.text_of(position, mv);
        let mut recorder = Recorder::new(game, about.seats.clone(), rule, written);
        let report = self.mcts.search(&asked, limits, &mut recorder);
        Ok(Simulated { record: recorder.finish(), answer: self.writer(at).answer(&report) })
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

/// Values are payoffs. Where the game is won, drawn or lost, they say how likely that is.
fn unit<G: Playable, K: Knowledge<G>>(core: &Core<G>, mcts: &Mcts<G, K>) -> Unit {
    let is_won_or_lost = mcts.config().zero_sum && mcts.config().payoffs.high == 1.0;
    match is_won_or_lost {
        true => Unit::wins(),
        false => Unit { size: 1.0, ..core.about.unit.clone() },
    }
}

/// Puts what was found into the words of the face.
struct Writer<'w, G: Playable> {
    at: &'w Played<G>,
    config: Config,
    unit: Unit,
}

impl<G: Playable> Writer<'_, G> {
    fn answer(&self, report: &Report<G::Move>) -> Answer {
        let mut moves: Vec<Considered> = report
            .moves
            .iter()
            .filter_map(|(mv, estimate)| {
                Some(Considered {
                    choice: self.at.choice(*mv)?,
                    worth: self.worth(estimate, report.depth),
                    line: self.at.line(&estimate.line),
                    sampled: Some(Sampled {
                        visits: estimate.visits,
                        error: estimate.error,
                        prior: estimate.prior,
                    }),
                })
            })
            .collect();
        let best = report.best.and_then(|mv| self.at.choice(mv));
        let visits = |one: &Considered| one.sampled.as_ref().map_or(0, |sampled| sampled.visits);
        moves.sort_by_key(|one| (Some(one.choice) != best, std::cmp::Reverse(visits(one))));
        Answer {
            best,
            best_moves: report.best_moves.iter().filter_map(|&mv| self.at.choice(mv)).collect(),
            worth: report.value.as_ref().map(|estimate| self.worth(estimate, report.depth)),
            line: self.at.line(&report.line),
            moves,
            depth: report.depth,
            complete: report.complete,
            counts: report.counts,
            hash_full: 0,
            unit: self.unit.clone(),
            stop: report.stop,
        }
    }

    /// A move that was never tried is worth nothing that is known: it counts as a draw.
    fn worth(&self, estimate: &Estimate<G::Move>, depth: u32) -> Worth {
        let mean = if estimate.mean.is_finite() { estimate.mean } else { 0.0 };
        let bound = Bound::Exact(mean);
        let meaning = || match mean {
            _ if !self.config.zero_sum => None,
            0.0 => Some("a draw".to_owned()),
            mean if mean > 0.0 => Some("the player to move wins".to_owned()),
            _ => Some("the player to move loses".to_owned()),
        };
        Worth {
            value: match estimate.proven {
                Some(_) => Value::Proven(bound),
                None => Value::opinion(bound, depth),
            },
            decides: false,
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
    writer: &'r Writer<'r, G>,
    told: &'r mut dyn FnMut(Told<'_>),
}

impl<G: Playable> Observer<G::Position, G::Move, Estimate<G::Move>> for Relay<'_, G> {
    fn event(&mut self, event: Event<'_, G::Position, G::Move, Estimate<G::Move>>) {
        match event {
            Event::Progress { nodes, farthest, pause } => {
                (self.told)(Told::Progress { nodes, farthest, pause });
            }
            Event::Report { report } => (self.told)(Told::Answer(&self.writer.answer(report))),
            _ => {}
        }
    }

    /// Simulations are of no interest one by one.
    fn watching(&self) -> bool {
        false
    }
}

/// What the engine's evaluation says of a position, for play-outs that are cut and for implicit minimax.
pub(super) struct ByStaticEvaluation<I> {
    pub(super) insight: I,
    /// A score with which a player is clearly ahead.
    pub(super) clear: f64,
    /// How much of a score is one unit.
    pub(super) size: f64,
}

impl<G: ZeroSum, I: Insight<G> + Sync> Knowledge<G> for ByStaticEvaluation<I> {
    type Hand = ();

    const EVALUATES: bool = <I::Evaluation as StaticEvaluation<G, I::Scratch>>::EVALUATES;

    fn hand(&self, _: &G) {}

    fn evaluate(&self, game: &G, position: &G::Position, payoffs: &mut [f64]) {
        let evaluation = self.insight.evaluation();
        let scratch = self.insight.scratch(game, position);
        let carried = evaluation.carried(game, position);
        let score = f64::from(evaluation.evaluate(game, position, &scratch, &carried));
        let own = match game.outcomes() {
            // Half a win for a score with which one is clearly ahead.
            Outcomes::WinDrawLoss => score / (score.abs() + self.clear),
            Outcomes::Points { most } => {
                (score / self.size).clamp(-f64::from(most), f64::from(most))
            }
        };
        let mover = match game.turn(position) {
            Turn::Player(player) => player,
            Turn::Chance => Player::MAX,
        };
        for (seat, payoff) in payoffs.iter_mut().enumerate() {
            *payoff = if seat == mover.index() { own } else { -own };
        }
    }
}
