//! The searches of the textbook behind the face.

use std::sync::Arc;

use super::Refusal;
use super::core::{Core, Playable};
use super::session::{Played, Session};
use super::thinker::{Answer, Considered, Options, Question, Thinker, Told};
use super::trace::{Recorded, Recorder};
use super::worth::Worth;
use super::{SearchInfo, Unit};
use crate::engine::{Insight, Scale};
use crate::textbook::{Config, Error, Search};
use crate::{
    Bound, Evaluation, Event, Game, Limits, Observer, Past, Payoffs, Player, Report, Scored, Sides,
    Turn, Value, WithPast, ZeroSum,
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
    pub(super) const ZERO_SUM: &[(SearchInfo, Algorithm)] = &[
        (info("minimax", "MAX against MIN, everything looked at."), Algorithm::Minimax),
        (info("alpha-beta", "The same without what cannot matter."), Algorithm::AlphaBeta),
    ];

    pub(super) const ANY: &[(SearchInfo, Algorithm)] = &[
        (info("max-n", "Every player for themselves; chance by its odds."), Algorithm::MaxN),
        (info("paranoid", "One player, everybody else against them."), Algorithm::Paranoid),
        (info("expectimax", "One player, everybody else at random."), Algorithm::Expectimax),
    ];

    pub(super) fn named(name: &str, of: &[(SearchInfo, Algorithm)]) -> Option<Algorithm> {
        of.iter().find(|(info, _)| info.name == name).map(|&(_, algorithm)| algorithm)
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

pub(super) type FoundReport<M> = Result<Report<M, Found>, Error<M>>;

/// Hears what a search of a game does, whether its values are for one side or for each player. It is used as `dyn`, so that a search
/// is compiled once for all who listen.
pub(super) trait Listener<P, M>:
    Observer<P, M, Bound<f64>> + Observer<P, M, Payoffs>
{
}

impl<P, M, O> Listener<P, M> for O where O: Observer<P, M, Bound<f64>> + Observer<P, M, Payoffs> {}

type ListenerOf<'l, G> = dyn Listener<<G as Game>::Position, <G as Game>::Move> + 'l;

/// One search for one game, whatever is known of it.
struct Job<'j, G: Game> {
    game: &'j G,
    evaluation: &'j dyn Evaluation<G>,
    config: Config,
    hero: Player,
    position: &'j G::Position,
}

impl<G: Game> Job<'_, G> {
    /// Minimax, alpha-beta, expectimax and paranoid search are two searches of a game with [`Sides`]: so only two are compiled. PERF:
    /// with one for each of the four, the crate of the games took a third longer to build. Evaluations and observers are `dyn` here, as they
    /// are where an order of moves looks ahead, so that both are the same code.
    fn run(self, algorithm: Algorithm, listener: &mut ListenerOf<'_, G>) -> FoundReport<G::Move> {
        let Job { game, evaluation, config, hero, position } = self;
        let sides = match algorithm {
            Algorithm::MaxN => {
                let listener: &mut dyn Observer<_, _, Payoffs> = listener;
                let search = Search::new(game).evaluation(evaluation).config(config);
                let found = search.observer(listener).max_n(position);
                return found.map(|report| report.map(Found::Each));
            }
            Algorithm::Minimax | Algorithm::AlphaBeta => Sides::paranoid(game, Player::MAX),
            Algorithm::Paranoid => Sides::paranoid(game, hero),
            Algorithm::Expectimax => Sides::against_chance(game, hero),
        };
        let evaluation = sides.evaluation(evaluation);
        let evaluation: &dyn Evaluation<Sides<'_, G>> = &evaluation;
        let listener: &mut dyn Observer<_, _, Bound<f64>> = listener;
        let search = Search::new(&sides).evaluation(evaluation).config(config).observer(listener);
        let found = match algorithm {
            Algorithm::AlphaBeta | Algorithm::Paranoid => search.alpha_beta(position),
            _ => search.minimax(position),
        };
        found.map(|report| report.map(Found::One))
    }
}

/// What textbook searches know of a game, and what their numbers mean.
pub(super) trait Judge<G: Playable>: Send + Sync + 'static {
    /// Runs a search.
    fn search(
        &self,
        game: &G,
        asked: Asked<'_, G>,
        listener: &mut ListenerOf<'_, WithPast<'_, G>>,
    ) -> FoundReport<G::Move>;

    /// What a value is worth, for the player whose value it is.
    fn worth(&self, core: &Core<G>, value: Value<f64>) -> Worth;

    /// Whether it thinks anything of a position that is not over.
    fn evaluates(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// In what values are counted.
    fn unit(&self, core: &Core<G>) -> Unit {
        core.about.unit.clone()
    }
}

/// What a textbook search is asked.
pub(super) struct Asked<'a, G: Game> {
    algorithm: Algorithm,
    config: Config,
    hero: Player,
    position: &'a Past<G::Position>,
}

/// An evaluation in payoffs, for any game.
pub(super) struct ByEvaluation<E>(pub(super) E);

impl<G: Playable, E: Evaluation<G> + Send + Sync + 'static> Judge<G> for ByEvaluation<E> {
    fn search(
        &self,
        game: &G,
        asked: Asked<'_, G>,
        listener: &mut ListenerOf<'_, WithPast<'_, G>>,
    ) -> FoundReport<G::Move> {
        let game = WithPast::new(game);
        let Asked { algorithm, config, hero, position } = asked;
        let evaluation = &game.evaluation(&self.0);
        Job { game: &game, evaluation, config, hero, position }.run(algorithm, listener)
    }

    fn worth(&self, _: &Core<G>, value: Value<f64>) -> Worth {
        plain(value)
    }

    fn evaluates(&self, game: &G, position: &G::Position) -> bool {
        self.0.evaluate(game, position, Player::MAX).is_finite()
    }

    /// Values are payoffs.
    fn unit(&self, core: &Core<G>) -> Unit {
        Unit { size: 1.0, ..core.about.unit.clone() }
    }
}

fn plain(value: Value<f64>) -> Worth {
    Worth { value, decides: false, wins_in: None, meaning: None, each: Vec::new() }
}

/// The insight of the engine, in its numbers.
pub(super) struct ByInsight<I>(pub(super) Arc<I>);

impl<G: Playable + ZeroSum, I: Insight<G> + Send + 'static> Judge<G> for ByInsight<I> {
    fn search(
        &self,
        game: &G,
        asked: Asked<'_, G>,
        listener: &mut ListenerOf<'_, WithPast<'_, G>>,
    ) -> FoundReport<G::Move> {
        let scored = Scored::new(game, &*self.0);
        let game = WithPast::new(&scored);
        let Asked { algorithm, config, hero, position } = asked;
        let evaluation = &game.evaluation(&scored);
        Job { game: &game, evaluation, config, hero, position }.run(algorithm, listener)
    }

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
}

/// A search of the textbook, for one game.
pub(super) struct ByTextbook<G: Playable, J> {
    core: Arc<Core<G>>,
    judge: J,
    algorithm: Algorithm,
    config: Config,
    hero: Option<Player>,
}

impl<G: Playable, J: Judge<G>> ByTextbook<G, J> {
    pub(super) fn new(
        core: &Arc<Core<G>>,
        judge: J,
        algorithm: Algorithm,
        options: &Options,
    ) -> Self {
        let core = Arc::clone(core);
        ByTextbook { core, judge, algorithm, config: options.textbook.clone(), hero: options.hero }
    }

    fn asked<'a>(&self, at: &'a Played<G>, limits: &Limits) -> Asked<'a, G> {
        let mover = match at.turn() {
            Some(Turn::Player(player)) => player,
            _ => Player::MAX,
        };
        // Where nothing is known of positions on the way, the first search is the one to the end.
        let deepen = self.config.deepen
            && (limits.depth.is_some() || self.judge.evaluates(&self.core.game, &at.past));
        Asked {
            algorithm: self.algorithm,
            config: Config { limits: limits.clone(), deepen, ..self.config.clone() },
            hero: self.hero.unwrap_or(mover),
            position: &at.past,
        }
    }

    /// Whether values are those of the player who does not move.
    fn is_flipped(&self, at: &Played<G>) -> bool {
        let is_of_max = matches!(self.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta);
        is_of_max && at.turn() == Some(Turn::Player(Player::MIN))
    }

    /// Writes every step of a search down.
    pub(super) fn record(&self, at: &Played<G>) -> Result<Recorded, Refusal> {
        let mut recorder = Recorder::new(at);
        let asked = self.asked(at, &self.config.limits);
        let report = self.judge.search(&self.core.game, asked, &mut recorder);
        let report = report.map_err(|error| refusal(at, &error))?;
        let nodes = match self.algorithm {
            Algorithm::MaxN => recorder.each.noted(),
            _ => recorder.sides.noted(),
        };
        Ok(Recorded { nodes, answer: self.answer(at, &report) })
    }

    fn answer(&self, at: &Played<G>, report: &Report<G::Move, Found>) -> Answer {
        let worth = |found: &Found| self.worth(at, report, found);
        let moves = report.moves.iter().filter_map(|(mv, found)| {
            let line = match Some(*mv) == report.best {
                true => at.line(&report.line),
                false => at.line(&[*mv]),
            };
            let (choice, worth) = (at.choice(*mv)?, worth(found));
            Some(Considered { choice, worth, line, sampled: None })
        });
        Answer {
            best: report.best.and_then(|mv| at.choice(mv)),
            best_moves: report.best_moves.iter().filter_map(|&mv| at.choice(mv)).collect(),
            worth: report.value.as_ref().map(worth),
            line: at.line(&report.line),
            moves: moves.collect(),
            depth: report.depth,
            complete: report.complete,
            counts: report.counts,
            hash_full: 0,
            unit: self.judge.unit(&self.core),
            stop: report.stop,
        }
    }

    fn worth(&self, at: &Played<G>, report: &Report<G::Move, Found>, found: &Found) -> Worth {
        let judged = |bound: Bound<f64>| match report.complete {
            true => Value::Proven(bound),
            false => Value::opinion(bound, report.depth),
        };
        match found {
            Found::One(bound) => {
                let bound = if self.is_flipped(at) { bound.flipped() } else { *bound };
                self.judge.worth(&self.core, judged(bound))
            }
            Found::Each(Payoffs(each)) => {
                let mover = match at.turn() {
                    Some(Turn::Player(player)) => player.index(),
                    _ => 0,
                };
                Worth { each: each.clone(), ..plain(judged(Bound::Exact(each[mover]))) }
            }
        }
    }
}

impl<G: Playable, J: Judge<G>> Thinker for ByTextbook<G, J> {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let at = Played::<G>::of(at);
        let mut asked = self.asked(at, limits);
        asked.config.only = ranks(at, question)?;
        let mut relay = Relay { thinker: self, at, told };
        let report = self.judge.search(&self.core.game, asked, &mut relay);
        Ok(self.answer(at, &report.map_err(|error| refusal(at, &error))?))
    }

    fn configure(&mut self, options: &Options) {
        self.config = options.textbook.clone();
        self.hero = options.hero;
    }
}

/// Hands on what happens at the root.
struct Relay<'r, G: Playable, J> {
    thinker: &'r ByTextbook<G, J>,
    at: &'r Played<G>,
    told: &'r mut dyn FnMut(Told<'_>),
}

impl<G: Playable, J: Judge<G>> Relay<'_, G, J> {
    fn hear<V: Clone>(
        &mut self,
        event: &Event<'_, Past<G::Position>, G::Move, V>,
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

impl<G: Playable, J: Judge<G>> Observer<Past<G::Position>, G::Move, Bound<f64>>
    for Relay<'_, G, J>
{
    fn event(&mut self, event: Event<'_, Past<G::Position>, G::Move, Bound<f64>>) {
        self.hear(&event, Found::One);
    }

    /// Nodes are of no interest.
    fn watching(&self) -> bool {
        false
    }
}

impl<G: Playable, J: Judge<G>> Observer<Past<G::Position>, G::Move, Payoffs> for Relay<'_, G, J> {
    fn event(&mut self, event: Event<'_, Past<G::Position>, G::Move, Payoffs>) {
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
pub(super) fn refusal<G: Playable>(at: &Played<G>, error: &Error<G::Move>) -> Refusal {
    let session: &dyn Session = at;
    let line = session.names(&at.line(error.line())).join(" ");
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
