//! The searches of the textbook behind the face. They are compiled once for all games, by [`Erased`].

use std::sync::Arc;

use super::Refusal;
use super::core::{Core, Playable};
use super::erased::{self, Erased, Judge, Place, Pool, Positions};
use super::session::{Choice, Played, Session};
use super::thinker::{Answer, Considered, Options, Question, Thinker, Told};
use super::trace::{Recorded, Recorder};
use super::worth::Worth;
use super::{SearchInfo, Unit};
use crate::engine::{Insight, Scale, WIN};
use crate::textbook::{Config, Error, Search};
use crate::{
    Bound, Evaluation, Event, Game, Limits, Observer, Payoffs, Player, Report, Scored, Sides, Turn,
    Value, ZeroSum,
};

/// The searches of the textbook by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Minimax,
    AlphaBeta,
    Expectimax,
    Paranoid,
    MaxN,
}

impl Algorithm {
    const ZERO_SUM: &[(SearchInfo, Algorithm)] = &[
        (info("minimax", "MAX against MIN, everything looked at."), Algorithm::Minimax),
        (info("alpha-beta", "The same without what cannot matter."), Algorithm::AlphaBeta),
    ];

    const ANY: &[(SearchInfo, Algorithm)] = &[
        (info("max-n", "Every player for themselves; chance by its odds."), Algorithm::MaxN),
        (info("paranoid", "One player, everybody else against them."), Algorithm::Paranoid),
        (info("expectimax", "One player, everybody else at random."), Algorithm::Expectimax),
    ];

    /// Those that take a game.
    pub(super) fn taking(
        is_zero_sum: bool,
    ) -> impl Iterator<Item = &'static (SearchInfo, Algorithm)> {
        let own = if is_zero_sum { Algorithm::ZERO_SUM } else { &[] };
        own.iter().chain(Algorithm::ANY)
    }
}

const fn info(name: &'static str, what: &'static str) -> SearchInfo {
    SearchInfo { name, what }
}

/// What a search found, for whichever side.
pub(super) enum Found {
    /// What MAX wins, or the player whose side was taken.
    One(Bound<f64>),
    /// What each player wins.
    Each(Payoffs),
}

type FoundReport = Result<Report<Choice, Found>, Error<Choice>>;

/// Hears what a search does, whether its values are for one side or for each player. It is used as `dyn`, so that a search
/// is compiled once for all who listen.
pub(super) trait Listener<'p>:
    Observer<Place<'p>, Choice, Bound<f64>> + Observer<Place<'p>, Choice, Payoffs>
{
}

impl<'p, O> Listener<'p> for O where
    O: Observer<Place<'p>, Choice, Bound<f64>> + Observer<Place<'p>, Choice, Payoffs>
{
}

/// One search of one game.
struct Job<'p> {
    game: Erased<'p>,
    algorithm: Algorithm,
    config: Config,
    hero: Player,
}

impl<'p> Job<'p> {
    /// Minimax, alpha-beta, expectimax and paranoid search are two searches of a game with [`Sides`]. Evaluations and observers are `dyn`
    /// here, as they are where an order of moves looks ahead, so that both are the same code.
    fn run(self, listener: &mut dyn Listener<'p>) -> FoundReport {
        let Job { ref game, algorithm, config, hero } = self;
        let root = &game.start();
        let sides = match algorithm {
            Algorithm::MaxN => {
                let evaluation: &dyn Evaluation<Erased<'p>> = &erased::Told;
                let listener: &mut dyn Observer<_, _, Payoffs> = listener;
                let search = Search::new(game).evaluation(evaluation).config(config);
                let found = search.observer(listener).max_n(root);
                return found.map(|report| report.map(Found::Each));
            }
            Algorithm::Minimax | Algorithm::AlphaBeta => Sides::paranoid(game, Player::MAX),
            Algorithm::Paranoid => Sides::paranoid(game, hero),
            Algorithm::Expectimax => Sides::against_chance(game, hero),
        };
        let evaluation = sides.evaluation(erased::Told);
        let evaluation: &dyn Evaluation<Sides<'_, Erased<'p>>> = &evaluation;
        let listener: &mut dyn Observer<_, _, Bound<f64>> = listener;
        let search = Search::new(&sides).evaluation(evaluation).config(config).observer(listener);
        let found = match algorithm {
            Algorithm::AlphaBeta | Algorithm::Paranoid => search.alpha_beta(root),
            _ => search.minimax(root),
        };
        found.map(|report| report.map(Found::One))
    }
}

/// What values of a textbook search mean.
pub(super) trait Meaning<G: Playable>: Judge<G> {
    /// What a value is worth, for the player whose value it is.
    fn worth(&self, core: &Core<G>, value: Value<f64>) -> Worth;

    /// Whether a bound says who wins, wherever a search stopped: no evaluation is as high as a win.
    fn decides(&self, core: &Core<G>, bound: Bound<f64>) -> bool;

    /// An average over ends of the game, in the unit of the game. A win counts as one unit where a quick win is worth more than a slow one.
    fn averaged(&self, core: &Core<G>, score: f64) -> f64;

    /// Whether it thinks anything of a position that is not over.
    fn evaluates(&self, game: &G, position: &G::Position) -> bool;

    /// In what values are counted.
    fn unit(&self, core: &Core<G>) -> Unit;
}

/// An evaluation in payoffs, for any game.
pub(super) struct ByEvaluation<E>(pub(super) E);

impl<G: Playable, E: Evaluation<G> + Send + Sync> Judge<G> for ByEvaluation<E> {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        self.0.evaluate(game, position, player)
    }
}

impl<G: Playable, E: Evaluation<G> + Send + Sync> Meaning<G> for ByEvaluation<E> {
    fn worth(&self, _: &Core<G>, value: Value<f64>) -> Worth {
        plain(value)
    }

    fn decides(&self, _: &Core<G>, _: Bound<f64>) -> bool {
        false
    }

    fn averaged(&self, _: &Core<G>, score: f64) -> f64 {
        score
    }

    fn evaluates(&self, game: &G, position: &G::Position) -> bool {
        self.0.evaluate(game, position, Player::MAX).is_finite()
    }

    /// Values are payoffs.
    fn unit(&self, core: &Core<G>) -> Unit {
        Unit { size: 1.0, ..core.about.unit.clone() }
    }
}

pub(super) fn plain(value: Value<f64>) -> Worth {
    Worth { value, decides: false, wins_in: None, meaning: None, each: Vec::new() }
}

/// The insight of the engine, in its numbers.
pub(super) struct ByInsight<I>(pub(super) I);

impl<G: Playable + ZeroSum, I: Insight<G> + Send> Judge<G> for ByInsight<I> {
    fn payoff(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        Scored::new(game, &self.0).payoff(position, player)
    }

    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        let scored = Scored::new(game, &self.0);
        scored.evaluate(&scored, position, player)
    }
}

impl<G: Playable + ZeroSum, I: Insight<G> + Send> Meaning<G> for ByInsight<I> {
    fn worth(&self, core: &Core<G>, value: Value<f64>) -> Worth {
        let (scale, game, score) = (self.0.scale(), &core.game, value.score());
        let is_whole = score.fract() == 0.0 && score.abs() < f64::from(i32::MAX);
        // The textbook knows who wins, and not how soon: a win is a win at every ply.
        let is_won = is_whole && scale.is_decided(game, score as i32) && scale.counts_plies(game);
        let meaning = || match is_won {
            true if score > 0.0 => "the player to move wins".to_owned(),
            true => "the player to move loses".to_owned(),
            false => core.meaning(score as i32 / I::Scale::UNIT, game.outcomes()),
        };
        Worth {
            decides: is_won && value.proven().is_some(),
            meaning: value.exact().filter(|_| is_whole).map(|_| meaning()),
            ..plain(value)
        }
    }

    fn decides(&self, core: &Core<G>, bound: Bound<f64>) -> bool {
        let whole = Value::Proven(bound.map(|score| score as i32));
        bound.score().fract() == 0.0 && self.0.scale().decides(&core.game, whole)
    }

    fn averaged(&self, core: &Core<G>, score: f64) -> f64 {
        match self.0.scale().counts_plies(&core.game) {
            true => score / f64::from(WIN) * core.about.unit.size,
            false => score,
        }
    }

    fn evaluates(&self, _: &G, _: &G::Position) -> bool {
        true
    }

    fn unit(&self, core: &Core<G>) -> Unit {
        core.about.unit.clone()
    }
}

/// A game with what is known of it, for searches that know no game.
#[doc(hidden)]
pub trait Subject: Send {
    /// The positions of a search from here.
    fn positions<'s>(&'s self, at: &dyn Session) -> Box<dyn Positions + 's>;

    /// As [`Meaning`] says.
    fn worth(&self, value: Value<f64>) -> Worth;

    fn decides(&self, bound: Bound<f64>) -> bool;

    fn averaged(&self, score: f64) -> f64;

    fn evaluates(&self, at: &dyn Session) -> bool;

    fn unit(&self) -> Unit;
}

/// A game with what is known of it.
pub(super) struct Judged<G: Playable, J> {
    pub(super) core: Arc<Core<G>>,
    pub(super) judge: J,
}

impl<G: Playable, J: Meaning<G>> Subject for Judged<G, J> {
    fn positions<'s>(&'s self, at: &dyn Session) -> Box<dyn Positions + 's> {
        Box::new(Pool::new(&self.core, &self.judge, &Played::<G>::of(at).past))
    }

    fn worth(&self, value: Value<f64>) -> Worth {
        self.judge.worth(&self.core, value)
    }

    fn decides(&self, bound: Bound<f64>) -> bool {
        self.judge.decides(&self.core, bound)
    }

    fn averaged(&self, score: f64) -> f64 {
        self.judge.averaged(&self.core, score)
    }

    fn evaluates(&self, at: &dyn Session) -> bool {
        self.judge.evaluates(&self.core.game, &Played::<G>::of(at).past)
    }

    fn unit(&self) -> Unit {
        self.judge.unit(&self.core)
    }
}

/// The player to move, or MAX where there is none.
pub(super) fn mover(at: &dyn Session) -> Player {
    match at.turn() {
        Some(Turn::Player(player)) => player,
        _ => Player::MAX,
    }
}

/// A search of the textbook, for one game.
pub(super) struct ByTextbook {
    subject: Box<dyn Subject>,
    algorithm: Algorithm,
    config: Config,
    hero: Option<Player>,
}

impl ByTextbook {
    pub(super) fn new(
        subject: Box<dyn Subject>,
        algorithm: Algorithm,
        options: &Options,
    ) -> ByTextbook {
        ByTextbook { subject, algorithm, config: options.textbook.clone(), hero: options.hero }
    }

    fn job<'p>(&self, positions: &'p dyn Positions, at: &dyn Session, limits: &Limits) -> Job<'p> {
        // Where nothing is known of positions on the way, the first search is the one to the end.
        let deepen = self.config.deepen && (limits.depth.is_some() || self.subject.evaluates(at));
        Job {
            game: Erased(positions),
            algorithm: self.algorithm,
            config: Config { limits: limits.clone(), deepen, ..self.config.clone() },
            hero: self.hero.unwrap_or_else(|| mover(at)),
        }
    }

    /// Whether values are those of the player who does not move.
    fn is_flipped(&self, at: &dyn Session) -> bool {
        self.is_of_max() && at.turn() == Some(Turn::Player(Player::MIN))
    }

    /// Whether MAX plays against MIN, and everybody as well as they can.
    fn is_of_max(&self) -> bool {
        matches!(self.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta)
    }

    /// Writes every step of a search down.
    pub(super) fn record(&self, at: &dyn Session) -> Result<Recorded, Refusal> {
        let positions = self.subject.positions(at);
        let mut recorder = Recorder::new();
        let report = self.job(&*positions, at, &self.config.limits).run(&mut recorder);
        let report = report.map_err(|error| refusal(at, &error))?;
        let nodes = match self.algorithm {
            Algorithm::MaxN => recorder.each.noted(),
            _ => recorder.sides.noted(),
        };
        Ok(Recorded { nodes, answer: self.answer(at, &report) })
    }

    fn answer(&self, at: &dyn Session, report: &Report<Choice, Found>) -> Answer {
        let worth = |found: &Found| self.worth(at, report, found);
        let moves = report.moves.iter().map(|&(choice, ref found)| {
            let is_best = Some(choice) == report.best;
            let line = if is_best { report.line.clone() } else { vec![choice] };
            Considered { choice, worth: worth(found), line, sampled: None }
        });
        Answer {
            best: report.best,
            best_moves: report.best_moves.clone(),
            worth: report.value.as_ref().map(worth),
            line: report.line.clone(),
            moves: moves.collect(),
            ..Answer::bare(report, self.subject.unit())
        }
    }

    fn worth(&self, at: &dyn Session, report: &Report<Choice, Found>, found: &Found) -> Worth {
        let judged = |bound: Bound<f64>, is_proven: bool| match is_proven {
            true => Value::Proven(bound),
            false => Value::opinion(bound, report.depth),
        };
        match found {
            Found::One(bound) => {
                let bound = if self.is_flipped(at) { bound.flipped() } else { *bound };
                let decides = self.subject.decides(bound);
                if self.algorithm == Algorithm::Expectimax && report.complete && !decides {
                    return plain(Value::Proven(bound.map(|score| self.subject.averaged(score))));
                }
                let is_won = self.is_of_max() && decides;
                self.subject.worth(judged(bound, report.complete || is_won))
            }
            Found::Each(Payoffs(each)) => {
                let told = |&score: &f64| match report.complete {
                    true => self.subject.averaged(score),
                    false => score,
                };
                let each: Vec<f64> = each.iter().map(told).collect();
                let own = Bound::Exact(each[mover(at).index()]);
                Worth { each, ..plain(judged(own, report.complete)) }
            }
        }
    }
}

impl Thinker for ByTextbook {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let positions = self.subject.positions(at);
        let mut job = self.job(&*positions, at, limits);
        job.config.only = ranks(at, question)?;
        let report = job.run(&mut Relay { thinker: self, at, told });
        Ok(self.answer(at, &report.map_err(|error| refusal(at, &error))?))
    }

    fn configure(&mut self, options: &Options) {
        self.config = options.textbook.clone();
        self.hero = options.hero;
    }
}

/// Hands on what happens at the root.
struct Relay<'r> {
    thinker: &'r ByTextbook,
    at: &'r dyn Session,
    told: &'r mut dyn FnMut(Told<'_>),
}

impl Relay<'_> {
    fn hear<V: Clone>(
        &mut self,
        event: &Event<'_, Place<'_>, Choice, V>,
        found: impl Fn(V) -> Found,
    ) {
        match event {
            Event::Iteration { depth } => (self.told)(Told::Iteration { depth: *depth }),
            Event::Report { report } => {
                let report = (*report).clone().map(found);
                (self.told)(Told::Answer(&self.thinker.answer(self.at, &report)));
            }
            _ => {}
        }
    }
}

impl<'p> Observer<Place<'p>, Choice, Bound<f64>> for Relay<'_> {
    fn event(&mut self, event: Event<'_, Place<'p>, Choice, Bound<f64>>) {
        self.hear(&event, Found::One);
    }

    /// Nodes are of no interest.
    fn watching(&self) -> bool {
        false
    }
}

impl<'p> Observer<Place<'p>, Choice, Payoffs> for Relay<'_> {
    fn event(&mut self, event: Event<'_, Place<'p>, Choice, Payoffs>) {
        self.hear(&event, Found::Each);
    }

    fn watching(&self) -> bool {
        false
    }
}

/// The moves that are asked about, by rank.
pub(super) fn ranks(at: &dyn Session, question: &Question) -> Result<Vec<usize>, Refusal> {
    match at.turn() {
        Some(Turn::Chance) if !question.only.is_empty() => {
            Err(Refusal("chance moves here, and is not told which moves to make".to_owned()))
        }
        _ => Ok(question.only.iter().map(|choice| choice.index()).collect()),
    }
}

/// Why a search found nothing, with the line that leads to the place as it is written.
pub(super) fn refusal(at: &dyn Session, error: &Error<Choice>) -> Refusal {
    let line = at.names(error.line()).join(" ");
    let place = if line.is_empty() {
        "this position".to_owned()
    } else {
        format!("the position after {line}")
    };
    Refusal(match error {
        Error::NoValue { .. } => format!(
            "{place} has neither a payoff nor an evaluation: without an evaluation, a search has to go to the end of the game"
        ),
        Error::OutOfRange { value, payoffs, .. } => {
            format!("{place} has the value {value}, which is outside of {payoffs}")
        }
        Error::TooDeep { .. } => error.to_string(),
    })
}
