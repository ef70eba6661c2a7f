//! The engine behind the face: two thinkers, one that plays and one that solves.

use std::sync::Arc;

use super::core::{Core, Playable};
use super::session::{Choice, Played, Session};
use super::thinker::{Answer, Considered, Options, Question, Shelved, Thinker, Told};
use super::worth::Worth;
use super::{Refusal, Unit};
use crate::engine::{self, Config, Engine, Insight, KNOWN_WIN, Scale, WIN};
use crate::{
    Depth, Deterministic, Event, Limits, Observer, Repetition, Report, Stop, Value, ZeroSum,
};

/// How many plies a solver looks ahead before it goes to the end, where positions come again, and how many positions that may take.
const NEAR: u32 = 7;
const NEAR_NODES: u64 = 100_000;

/// What the engine does with a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Finds a good move, deeper and deeper.
    Play,
    /// Finds the score, to the end of the game.
    Solve,
}

/// The engine, for one game and one insight.
pub(super) struct ByEngine<G: Playable, I> {
    core: Arc<Core<G>>,
    engine: Engine<G, I>,
    aim: Aim,
}

impl<G, I> ByEngine<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + 'static,
{
    pub(super) fn new(
        core: &Arc<Core<G>>,
        insight: I,
        aim: Aim,
        options: &Options,
    ) -> Result<Self, Refusal> {
        let megabytes = options.megabytes;
        let game = Arc::new(core.game.clone());
        let mut engine = Engine::shared(game, Arc::new(insight), megabytes)
            .map_err(|error| Refusal::no_table(megabytes, error))?;
        if let Some(Shelved { book, shown }) = &options.book {
            let given = engine.set_book(Some(Arc::clone(book)));
            given.map_err(|error| Refusal(format!("{shown}: {error}")))?;
        }
        let mut thinker = ByEngine { core: Arc::clone(core), engine, aim };
        thinker.configure(options);
        Ok(thinker)
    }

    /// What a short search proves. Where positions come again, a solver goes down to the end of lines that wander about, and a win that is
    /// near would be found last.
    fn near_end(
        &self,
        asked: &engine::Question<G::Position, G::Move>,
        limits: &Limits,
    ) -> Option<Report<G::Move, Value<i32>>> {
        let wanders = matches!(self.core.game.repetition(), Repetition::Draw { .. });
        if !wanders || asked.weak || asked.lines > 1 {
            return None;
        }
        let nodes = limits.nodes.map_or(NEAR_NODES, |nodes| nodes.min(NEAR_NODES));
        let depth = Some(Depth::plies(NEAR));
        let limits = Limits { depth, nodes: Some(nodes), ..limits.clone() };
        let report = self.engine.search(asked, &limits, ());
        let is_exact = report.value.is_some_and(|value| value.exact().is_some());
        is_exact.then_some(Report { complete: true, stop: Stop::Finished, ..report })
    }

    /// What the engine is asked.
    fn question(at: &Played<G>, question: &Question) -> engine::Question<G::Position, G::Move> {
        let only = question.only.iter().filter_map(|choice| at.legal.get(choice.index()));
        engine::Question {
            start: at.start.clone(),
            moves: at.moves(),
            only: only.copied().collect(),
            lines: question.lines,
            weak: question.weak,
        }
    }
}

impl<G, I> Thinker for ByEngine<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + 'static,
{
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let at = Played::<G>::of(at);
        let asked = Self::question(at, question);
        let weak = question.weak && self.aim == Aim::Solve;
        let mut relay = Relay {
            core: &self.core,
            engine: &self.engine,
            at,
            asked: &asked,
            weak,
            aim: self.aim,
            told,
        };
        let report = match self.aim {
            Aim::Play => self.engine.search(&asked, limits, &mut relay),
            Aim::Solve => {
                let near = self.near_end(&asked, limits);
                near.unwrap_or_else(|| self.engine.solve(&asked, limits, &mut relay))
            }
        };
        Ok(relay.answer(&report))
    }

    fn configure(&mut self, options: &Options) {
        let config =
            Config { features: options.features, threads: options.threads, ..self.engine.config() };
        self.engine.set_config(config);
    }

    fn begin(&mut self, _: u64) {
        self.engine.clear();
    }

    fn warm_up(&self) {
        self.engine.warm_up();
    }
}

/// Hands on what the engine tells, in the words of the face.
struct Relay<'r, G: Playable, I> {
    core: &'r Core<G>,
    engine: &'r Engine<G, I>,
    at: &'r Played<G>,
    asked: &'r engine::Question<G::Position, G::Move>,
    /// Whether scores say only who wins.
    weak: bool,
    aim: Aim,
    told: &'r mut dyn FnMut(Told<'_>),
}

impl<G, I> Relay<'_, G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G>,
{
    fn unit(&self) -> Unit {
        let scale = self.engine.insight().scale();
        match self.aim == Aim::Solve {
            true => solved_unit(self.core, scale, self.weak),
            false => self.core.about.unit.clone(),
        }
    }

    fn worth(&self, value: Value<i32>) -> Worth {
        worth(self.core, self.engine.insight().scale(), value, self.weak)
    }

    fn choice(&self, mv: G::Move) -> Choice {
        self.at.choice(mv).expect("the engine plays legal moves")
    }

    fn answer(&self, report: &Report<G::Move, Value<i32>>) -> Answer {
        let lines = match self.aim {
            Aim::Play => self.asked.lines,
            Aim::Solve => 1,
        };
        let considered = report.moves.iter().enumerate().map(|(rank, &(mv, value))| {
            let line = match Some(mv) == report.best {
                true => report.line.clone(),
                false if rank < lines => {
                    self.engine.line(self.asked, mv, report.line.len().max(1) as u32)
                }
                false => vec![mv],
            };
            Considered {
                choice: self.choice(mv),
                worth: self.worth(value),
                line: self.at.line(&line),
                sampled: None,
            }
        });
        Answer {
            best: report.best.map(|mv| self.choice(mv)),
            best_moves: report.best_moves.iter().map(|&mv| self.choice(mv)).collect(),
            worth: report.value.map(|value| self.worth(value)),
            line: self.at.line(&report.line),
            moves: considered.collect(),
            hash_full: self.engine.hash_full(),
            ..Answer::bare(report, self.unit())
        }
    }
}

/// In what solved scores are counted. They are those of the rules: a disc is a disc, and a win is 1 if only who wins is asked for.
pub(super) fn solved_unit<G, S>(core: &Core<G>, scale: &S, weak: bool) -> Unit
where
    G: Playable + ZeroSum,
    S: Scale<G>,
{
    let unit = core.about.unit.clone();
    let is_plain = S::UNIT == 1 && !scale.counts_plies(&core.game);
    if is_plain || weak { Unit { size: 1.0, ..unit } } else { unit }
}

/// What a value means; where it is `weak`, it only says who wins.
pub(super) fn worth<G, S>(core: &Core<G>, scale: &S, value: Value<i32>, weak: bool) -> Worth
where
    G: Playable + ZeroSum,
    S: Scale<G>,
{
    let (game, score) = (&core.game, value.score());
    let is_decided = scale.is_decided(game, score);
    let counts_plies = scale.counts_plies(game);
    // An exact score that counts something else than plies says more than who wins.
    let says_more = !counts_plies && value.exact().is_some();
    let decides = !weak && !says_more && scale.decides(game, value);
    let is_known = counts_plies && is_decided && score.abs() <= KNOWN_WIN;
    let counts = !weak && counts_plies && is_decided && !is_known;
    let plies = WIN - score.abs();
    let meaning = || match weak || is_known {
        true => weakly(score),
        false => core.meaning(score / S::UNIT, game.outcomes()),
    };
    Worth {
        value: value.map(f64::from),
        decides,
        wins_in: counts.then_some(if score > 0 { plies } else { -plies }),
        meaning: match value.exact() {
            Some(_) => Some(meaning()),
            None if decides && is_known => Some(meaning()),
            None if decides => Some(format!("{}, or sooner", meaning())),
            None => None,
        },
        each: Vec::new(),
    }
}

/// Who wins, without by how much.
fn weakly(score: i32) -> String {
    match score {
        0 => "a draw",
        won if won > 0 => "the player to move wins",
        _ => "the player to move loses",
    }
    .to_owned()
}

impl<G, I> Observer<G::Position, G::Move, Value<i32>, i32> for Relay<'_, G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G>,
{
    fn event(&mut self, event: Event<'_, G::Position, G::Move, Value<i32>, i32>) {
        match event {
            Event::Iteration { depth } => (self.told)(Told::Iteration { depth }),
            Event::RootMove { by, number, of } => {
                let Some(choice) = self.at.choice(by) else { return };
                (self.told)(Told::RootMove { choice, number, of });
            }
            Event::Outside { fail, score, .. } => {
                let worth = self.worth(Value::opinion(fail.of(score), 0));
                (self.told)(Told::Outside { fail, worth: &worth });
            }
            Event::Narrowed { range } => (self.told)(Told::Narrowed { range }),
            Event::Progress { nodes, farthest, pause } => {
                (self.told)(Told::Progress { nodes, farthest, pause });
            }
            Event::Report { report } => {
                let answer = self.answer(report);
                (self.told)(Told::Answer(&answer));
            }
            _ => {}
        }
    }
}
