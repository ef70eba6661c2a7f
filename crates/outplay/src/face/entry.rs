//! Entries: how a game gets into a catalogue, and a catalogue is the one list of games.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::sync::Arc;

use super::about::{About, Information, SearchInfo, Shares, Unit};
use super::board::Drawn;
use super::by_best_reply::{self, BEST_REPLY, ByBestReply};
use super::by_choice::{AtRandom, Own};
use super::by_engine::{Aim, ByEngine};
use super::by_mcts::{ByMcts, MCTS, Sampler};
use super::by_proof::{ByProof, DF_PN};
use super::by_static_evaluation::ByStaticEvaluation;
use super::by_textbook::{Algorithm, ByEvaluation, ByInsight, ByTextbook, Judged, Subject};
use super::core::{Core, OwnChoice, Owning, PassTo, Playable};
use super::erased::Pool;
use super::making_books::{BookMaker, Maker};
use super::making_tables::{self, EndgameTables, TableMaker, TablesOf};
use super::notation::Notation;
use super::panics::guarded;
use super::policy::{self, PolicyRow, PolicyWanted};
use super::session::{Played, Session};
use super::texts::{Boards, Buttons, ByDebug, ByDrawing, ByNotation, Texts};
use super::thinker::{Options, Thinker};
use super::trace::Recorded;
use super::tuning::{Fit, Tuner, Tuning};
use super::{AnyGame, Refusal, Wrong, reading};
use crate::engine::{Insight, StaticEvaluation, WithTables};
use crate::mcts::{self, Knowledge};
use crate::solve::tables::{Shelf, Tabled};
use crate::textbook::{Config, Passing};
use crate::{Deterministic, Evaluation, Game, Past, Player, Turn, WithPast, ZeroSum, testing};

/// Makes a game from what stands behind the colon of its name.
type Make<G> = Arc<dyn Fn(Option<&str>) -> Result<G, String> + Send + Sync>;

/// A game on its way into a catalogue: the rules, and what is known beside them. What is not given has a default.
///
/// `S` says which searches take the game: [`General`] ones take any, [`Entry::zero_sum`] adds alpha-beta and the engine.
pub struct Entry<G: Playable, S = General<()>> {
    name: String,
    what: String,
    variants: Vec<String>,
    make: Make<G>,
    seats: Option<Vec<String>>,
    chance: bool,
    unit: Unit,
    samples: Vec<String>,
    openings: Vec<(String, String)>,
    protocol_names: Vec<String>,
    texts: Arc<dyn Texts<G>>,
    written: Option<String>,
    boards: Arc<dyn Boards<G>>,
    has_board: bool,
    meaning: Option<fn(&G, i32) -> String>,
    own_players: Vec<Vec<String>>,
    own_choice: Option<OwnChoice<G>>,
    sampler: Option<Sampler<G>>,
    knobs: &'static [mcts::Setting],
    owning: Option<Owning<G>>,
    komi: Option<fn(&G) -> f64>,
    variant_of: fn(&str) -> Option<String>,
    tables: Option<TablesOf<G>>,
    pass_to: Option<PassTo<G>>,
    searches: S,
}

impl<G: Playable> Entry<G> {
    /// A game by its rules alone.
    pub fn new(name: &str, game: G) -> Entry<G> {
        let only = name.to_owned();
        Entry::sized(name, move |variant| match variant {
            None => Ok(game.clone()),
            Some(variant) => Err(format!("{only} has no variant `{variant:.50}`")),
        })
    }

    /// A game with variants: sizes, layouts, rules. What stands behind the colon of its name is handed to `make`.
    pub fn sized(
        name: &str,
        make: impl Fn(Option<&str>) -> Result<G, String> + Send + Sync + 'static,
    ) -> Entry<G> {
        Entry {
            name: name.to_owned(),
            what: String::new(),
            variants: Vec::new(),
            make: Arc::new(make),
            seats: None,
            chance: false,
            unit: Unit::default(),
            samples: vec![String::new()],
            openings: Vec::new(),
            protocol_names: Vec::new(),
            texts: Arc::new(ByDebug),
            written: None,
            boards: Arc::new(Buttons),
            has_board: false,
            meaning: None,
            own_players: Vec::new(),
            own_choice: None,
            sampler: None,
            knobs: &[],
            owning: None,
            komi: None,
            variant_of: |_| None,
            tables: None,
            pass_to: None,
            searches: General { evaluation: () },
        }
    }

    /// What players can expect to win, for searches down to a depth.
    pub fn evaluation<E>(self, evaluation: E) -> Entry<G, General<E>>
    where
        E: Evaluation<G> + Clone + Send + Sync + 'static,
    {
        self.with_searches(|_| General { evaluation })
    }

    /// One player wins what the other loses, and chance never moves: alpha-beta and the engine take the game, by its rules alone.
    pub fn zero_sum(self) -> Entry<G, Adversarial<G, (), ()>>
    where
        G: ZeroSum + Deterministic,
    {
        self.with_searches(|_| Adversarial {
            insight: Arc::new(|_, given| no_weights(given.weights)),
            solver: Arc::new(|_, _| Ok(())),
            book: |_| None,
            shares: None,
            fit: None,
        })
    }
}

fn no_weights(weights: Option<&[u8]>) -> Result<(), String> {
    match weights {
        None => Ok(()),
        Some(_) => Err("this game has no weights".to_owned()),
    }
}

impl<G: Playable, S> Entry<G, S> {
    pub(super) fn with_searches<T>(self, searches: impl FnOnce(S) -> T) -> Entry<G, T> {
        Entry {
            name: self.name,
            what: self.what,
            variants: self.variants,
            make: self.make,
            seats: self.seats,
            chance: self.chance,
            unit: self.unit,
            samples: self.samples,
            openings: self.openings,
            protocol_names: self.protocol_names,
            texts: self.texts,
            written: self.written,
            boards: self.boards,
            has_board: self.has_board,
            meaning: self.meaning,
            own_players: self.own_players,
            own_choice: self.own_choice,
            sampler: self.sampler,
            knobs: self.knobs,
            owning: self.owning,
            komi: self.komi,
            variant_of: self.variant_of,
            tables: self.tables,
            pass_to: self.pass_to,
            searches: searches(self.searches),
        }
    }

    /// What it is, in a few words.
    pub fn about(self, what: &str) -> Self {
        Entry { what: what.to_owned(), ..self }
    }

    /// Variants that are worth a try.
    pub fn variants(self, variants: &[&str]) -> Self {
        Entry { variants: owned(variants), ..self }
    }

    /// What the players are called, by seat.
    pub fn seats(self, seats: &[&str]) -> Self {
        Entry { seats: Some(owned(seats)), ..self }
    }

    /// Chance moves somewhere.
    pub fn chance(self) -> Self {
        Entry { chance: true, ..self }
    }

    /// In what scores are counted: the name of a unit, how much of a score is one of them, and with what score a player is
    /// clearly ahead.
    pub fn unit(self, name: &str, size: f64, clear: f64) -> Self {
        Entry { unit: Unit { name: name.to_owned(), size, clear }, ..self }
    }

    /// Positions to measure a search on.
    pub fn samples(self, samples: &[&str]) -> Self {
        Entry { samples: owned(samples), ..self }
    }

    /// Openings that come with it: names, and texts with one of them on each line.
    pub fn openings(self, sets: &[(&str, String)]) -> Self {
        let sets = sets.iter().map(|(name, lines)| ((*name).to_owned(), lines.clone()));
        Entry { openings: sets.collect(), ..self }
    }

    /// What protocols call it. The first name is the one that is told.
    pub fn protocol_names(self, names: &[&str]) -> Self {
        Entry { protocol_names: owned(names), ..self }
    }

    /// Positions and moves are written in the game's own [`Notation`].
    pub fn notation(self) -> Self
    where
        G: Notation,
    {
        Entry { texts: Arc::new(ByNotation), ..self }
    }

    /// How positions and moves are written, in a sentence or two for whoever has to write one. Without, it is told by an example.
    pub fn written(self, how: &str) -> Self {
        Entry { written: Some(how.to_owned()), ..self }
    }

    /// Positions are drawn on the game's own [board](Drawn).
    pub fn board(self) -> Self
    where
        G: Drawn,
    {
        Entry { boards: Arc::new(ByDrawing), has_board: true, ..self }
    }

    /// What a solved score means, in a few words.
    pub fn meaning(self, meaning: fn(&G, i32) -> String) -> Self {
        Entry { meaning: Some(meaning), ..self }
    }

    /// What Monte-Carlo search is told about the game. It is then the search that is used if none is named.
    pub fn knowledge<K>(self, knowledge: impl Fn(&G) -> K + Send + Sync + 'static) -> Self
    where
        K: Knowledge<G> + Send + 'static,
    {
        let sampler: Sampler<G> = Arc::new(move |core, config, options| {
            ByMcts::make(core, knowledge(&core.game), config, options)
        });
        Entry { sampler: Some(sampler), knobs: K::SETTINGS, ..self }
    }

    /// Who will have each point when the game is scored: dead stones and the score in points are told by it.
    pub fn ownership(self, owning: Owning<G>) -> Self {
        Entry { owning: Some(owning), ..self }
    }

    /// Points that the second player gets for moving second.
    pub fn komi(self, komi: fn(&G) -> f64) -> Self {
        Entry { komi: Some(komi), ..self }
    }

    /// Which variant a record of a game tells, as it stands behind the colon of a name.
    pub fn variant_of(self, variant_of: fn(&str) -> Option<String>) -> Self {
        Entry { variant_of, ..self }
    }

    /// Players that only this game has: their names by seat, and what they do.
    pub fn players(self, names: &[&[&str]], choice: OwnChoice<G>) -> Self {
        let own_players = names.iter().map(|names| owned(names)).collect();
        Entry { own_players, own_choice: Some(choice), ..self }
    }
}

impl<G: Playable, E> Entry<G, General<E>> {
    /// Players can be [passed over](Passing): best-reply search takes the game, if it has three players or more.
    pub fn passing(self) -> Self
    where
        G: Passing,
    {
        let pass_to: PassTo<G> = |game, past, player| WithPast::new(game).pass_to(past, player);
        Entry { pass_to: Some(pass_to), ..self }
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// Searches for any game: with any number of players, chance, and payoffs of any kind.
#[derive(Clone)]
pub struct General<E> {
    pub(super) evaluation: E,
}

/// Searches for two players of whom one wins what the other loses, without chance. The engine plays with the insight `I` and solves
/// with the insight `V`.
pub struct Adversarial<G: Playable, I, V> {
    insight: InsightOf<G, I>,
    solver: InsightOf<G, V>,
    book: fn(&G) -> Option<Cow<'static, [u8]>>,
    shares: Option<SharesOf<G, I>>,
    fit: Option<Fit<G>>,
}

/// Makes an insight of a game.
type InsightOf<G, I> = Arc<dyn Fn(&G, Given<'_>) -> Result<I, String> + Send + Sync>;

/// What an insight may be made with.
#[derive(Clone, Copy, Default)]
struct Given<'g> {
    /// The bytes of a file of weights.
    weights: Option<&'g [u8]>,
    tables: Option<&'g EndgameTables>,
}

/// What each part of an evaluation adds to it.
type SharesOf<G, I> = Arc<dyn Fn(&G, &I, &<G as Game>::Position) -> Shares + Send + Sync>;

impl<G: Playable, I, V> Clone for Adversarial<G, I, V> {
    fn clone(&self) -> Self {
        let Adversarial { insight, solver, book, shares, fit } = self;
        let (insight, solver) = (Arc::clone(insight), Arc::clone(solver));
        Adversarial { insight, solver, book: *book, shares: shares.clone(), fit: *fit }
    }
}

impl<G, I, V> Entry<G, Adversarial<G, I, V>>
where
    G: Playable + ZeroSum + Deterministic,
{
    /// What the engine is told about the game, when it plays and when it solves.
    pub fn insight<J>(
        self,
        insight: impl Fn(&G) -> J + Clone + Send + Sync + 'static,
    ) -> Entry<G, Adversarial<G, J, J>>
    where
        J: Insight<G> + Send + 'static,
    {
        let plain = insight.clone();
        self.with_searches(|before| Adversarial {
            insight: Arc::new(move |game, given| no_weights(given.weights).map(|()| plain(game))),
            solver: Arc::new(move |game, _| Ok(insight(game))),
            book: before.book,
            shares: None,
            fit: before.fit,
        })
    }

    /// What the engine is told about the game when it solves. It is another type where scores of play leave room for opinions and
    /// solved scores need none, so that the two never meet in a table.
    pub fn solver<W>(
        self,
        solver: impl Fn(&G) -> W + Send + Sync + 'static,
    ) -> Entry<G, Adversarial<G, I, W>>
    where
        W: Insight<G> + Send + 'static,
    {
        self.with_searches(|before| Adversarial {
            insight: before.insight,
            solver: Arc::new(move |game, _| Ok(solver(game))),
            book: before.book,
            shares: before.shares,
            fit: before.fit,
        })
    }

    /// The insight can be made with the weights of a file.
    pub fn weights(
        mut self,
        insight: impl Fn(&G, &[u8]) -> Result<I, String> + Send + Sync + 'static,
    ) -> Self
    where
        I: 'static,
    {
        let plain = Arc::clone(&self.searches.insight);
        self.searches.insight = Arc::new(move |game, given| match given.weights {
            Some(weights) => insight(game, weights),
            None => plain(game, given),
        });
        self
    }

    /// Weights can be fitted to positions.
    pub fn fit(mut self, fit: Fit<G>) -> Self {
        self.searches.fit = Some(fit);
        self
    }

    /// What each part of the evaluation adds to it, for people to read.
    pub fn shares(mut self, shares: fn(&G, &I, &G::Position) -> Shares) -> Self
    where
        I: 'static,
    {
        self.searches.shares = Some(Arc::new(shares));
        self
    }

    /// Positions near the end can be numbered, and so kept in tables: with up to so many pieces, if tables go by pieces. Tells why not, if it
    /// cannot. Searches then use the tables that they are [given](Options::tables). It comes last: the insights are wrapped.
    pub fn tables<T>(
        mut self,
        make: impl Fn(&G, Option<u32>) -> Result<T, String> + Send + Sync + 'static,
    ) -> Entry<G, Adversarial<G, WithTables<I, Shelf<T>>, WithTables<V, Shelf<T>>>>
    where
        T: Tabled<G>,
        I: 'static,
        V: 'static,
    {
        self.tables = Some(Arc::new(move |core, pieces| {
            let tables = make(&core.game, pieces).map_err(Refusal)?;
            let maker = making_tables::Maker { core: Arc::clone(core), tables };
            Ok(Box::new(maker) as Box<dyn TableMaker>)
        }));
        self.with_searches(|before| Adversarial {
            insight: tabled(before.insight),
            solver: tabled(before.solver),
            book: before.book,
            shares: before.shares.map(|shares| {
                let of = move |game: &G, insight: &WithTables<I, Shelf<T>>, at: &G::Position| {
                    shares(game, insight.insight(), at)
                };
                Arc::new(of) as SharesOf<G, WithTables<I, Shelf<T>>>
            }),
            fit: before.fit,
        })
    }

    /// The bytes of a [book](crate::engine::Book) that comes with the game.
    pub fn book(mut self, book: fn(&G) -> Option<Cow<'static, [u8]>>) -> Self {
        self.searches.book = book;
        self
    }
}

/// The same insights, with tables if there are some.
fn tabled<G: Playable, I: 'static, T: Tabled<G>>(
    insight: InsightOf<G, I>,
) -> InsightOf<G, WithTables<I, Shelf<T>>> {
    Arc::new(move |game, given| {
        let shelf = given.tables.map(EndgameTables::shelf).transpose()?;
        Ok(WithTables::new(insight(game, given)?, shelf))
    })
}

/// Which searches take a game, and what else can be done with it: [`General`] and [`Adversarial`] say so. What they cannot do is
/// `None`.
#[doc(hidden)]
pub trait Searches<G: Playable>: Send + Sync + 'static {
    fn is_zero_sum(&self) -> bool;

    /// Makes a search that is compiled for this game.
    fn thinker(&self, core: &Arc<Core<G>>, name: &str, options: &Options) -> Option<Made>;

    /// The game with what is known of it, for searches that know no game. There may be weights.
    fn subject(
        &self,
        core: &Arc<Core<G>>,
        weights: Option<&[u8]>,
    ) -> Result<Box<dyn Subject>, String>;

    fn shares(&self, core: &Core<G>, at: &dyn Session) -> Option<Shares>;

    fn book(&self, game: &G) -> Option<Cow<'static, [u8]>> {
        let _ = game;
        None
    }

    fn book_maker(&self, core: &Arc<Core<G>>) -> Option<Result<Box<dyn BookMaker>, Refusal>> {
        let _ = core;
        None
    }

    fn tuning(
        &self,
        core: &Arc<Core<G>>,
        weights: Option<&[u8]>,
    ) -> Option<Result<Box<dyn Tuning>, Refusal>> {
        let _ = (core, weights);
        None
    }

    /// Panics with what is wrong.
    fn check(&self, game: &G);
}

type Made = Result<Box<dyn Thinker>, Refusal>;

impl<G, E> Searches<G> for General<E>
where
    G: Playable,
    E: Evaluation<G> + Clone + Send + Sync + 'static,
{
    fn is_zero_sum(&self) -> bool {
        false
    }

    fn thinker(&self, core: &Arc<Core<G>>, name: &str, options: &Options) -> Option<Made> {
        let config = mcts::Config::default();
        (name == MCTS.name).then(|| match &core.sampler {
            Some(sampler) => sampler(core, config, options),
            None => ByMcts::make(core, (), config, options),
        })
    }

    fn subject(&self, core: &Arc<Core<G>>, _: Option<&[u8]>) -> Result<Box<dyn Subject>, String> {
        let (core, judge) = (Arc::clone(core), ByEvaluation(self.evaluation.clone()));
        Ok(Box::new(Judged { core, judge }))
    }

    fn shares(&self, core: &Core<G>, at: &dyn Session) -> Option<Shares> {
        let player = match at.turn() {
            Some(Turn::Player(player)) => player,
            Some(Turn::Chance) | None => Player::MAX,
        };
        let payoff = self.evaluation.evaluate(&core.game, &Played::<G>::of(at).past, player);
        let shares = Shares { rows: Vec::new(), score: payoff * core.about.unit.size };
        payoff.is_finite().then_some(shares)
    }

    fn check(&self, game: &G) {
        testing::check_game(game);
    }
}

/// What the engine does.
const ENGINE: [SearchInfo; 2] = [
    SearchInfo { name: "engine", what: "Alpha-beta with everything that makes it strong: plays." },
    SearchInfo { name: "solver", what: "The same, to the end of the game: proves the score." },
];

impl<G, I, V> Searches<G> for Adversarial<G, I, V>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + Sync + 'static,
    V: Insight<G> + Send + Sync + 'static,
{
    fn is_zero_sum(&self) -> bool {
        true
    }

    fn thinker(&self, core: &Arc<Core<G>>, name: &str, options: &Options) -> Option<Made> {
        let insight = || {
            let weights = options.weights.as_deref();
            let made =
                (self.insight)(&core.game, Given { weights, tables: options.tables.as_ref() });
            made.map_err(|what| match weights {
                Some(_) => Refusal(format!("weights: {what}")),
                None => Refusal(what),
            })
        };
        let solver = || {
            let given = Given { weights: None, tables: options.tables.as_ref() };
            (self.solver)(&core.game, given).map_err(Refusal)
        };
        match name {
            "engine" => Some(insight().and_then(|insight| {
                Ok(Box::new(ByEngine::new(core, insight, Aim::Play, options)?) as Box<dyn Thinker>)
            })),
            "solver" => Some(solver().and_then(|solver| {
                Ok(Box::new(ByEngine::new(core, solver, Aim::Solve, options)?) as Box<dyn Thinker>)
            })),
            DF_PN => Some(solver().and_then(|solver| {
                Ok(Box::new(ByProof::new(core, solver, options)?) as Box<dyn Thinker>)
            })),
            "mcts" => {
                let config = mcts::Config::default().zero_sum(&core.game);
                if let Some(sampler) = &core.sampler {
                    return Some(sampler(core, config, options));
                }
                let Unit { size, clear, .. } = core.about.unit;
                Some(insight().and_then(|insight| {
                    let knowledge = ByStaticEvaluation { insight, clear, size };
                    ByMcts::make(core, knowledge, config, options)
                }))
            }
            _ => None,
        }
    }

    fn subject(
        &self,
        core: &Arc<Core<G>>,
        weights: Option<&[u8]>,
    ) -> Result<Box<dyn Subject>, String> {
        let given = Given { weights, ..Given::default() };
        let insight = (self.insight)(&core.game, given)?;
        Ok(Box::new(Judged { core: Arc::clone(core), judge: ByInsight(insight) }))
    }

    fn shares(&self, core: &Core<G>, at: &dyn Session) -> Option<Shares> {
        let (game, position) = (&core.game, &*Played::<G>::of(at).past);
        let insight = (self.insight)(game, Given::default()).ok()?;
        match &self.shares {
            Some(shares) => Some(shares(game, &insight, position)),
            None => evaluated(game, &insight, position),
        }
    }

    fn book(&self, game: &G) -> Option<Cow<'static, [u8]>> {
        (self.book)(game)
    }

    fn book_maker(&self, core: &Arc<Core<G>>) -> Option<Result<Box<dyn BookMaker>, Refusal>> {
        let solver = (self.solver)(&core.game, Given::default()).map_err(Refusal);
        let maker = solver.and_then(|solver| Maker::new(core, solver));
        Some(maker.map(|maker| Box::new(maker) as Box<dyn BookMaker>))
    }

    fn tuning(
        &self,
        core: &Arc<Core<G>>,
        weights: Option<&[u8]>,
    ) -> Option<Result<Box<dyn Tuning>, Refusal>> {
        let given = Given { weights, tables: None };
        let insight = (self.insight)(&core.game, given).map_err(Refusal);
        Some(insight.map(|insight| {
            let (core, insight) = (Arc::clone(core), Arc::new(insight));
            Box::new(Tuner { core, insight, fit: self.fit, samples: Vec::new() }) as Box<dyn Tuning>
        }))
    }

    fn check(&self, game: &G) {
        testing::check_deterministic(game);
    }
}

/// The names of all searches but Monte-Carlo search.
fn names(is_zero_sum: bool, takes_replies: bool) -> Vec<SearchInfo> {
    let engine = if is_zero_sum { &ENGINE[..] } else { &[] };
    let textbook = Algorithm::taking(is_zero_sum).map(|(info, _)| *info);
    let replies = takes_replies.then_some(by_best_reply::INFO);
    engine.iter().copied().chain(textbook).chain(replies).collect()
}

/// The evaluation as one number, if there is one.
fn evaluated<G: ZeroSum, I: Insight<G>>(
    game: &G,
    insight: &I,
    position: &G::Position,
) -> Option<Shares> {
    let evaluation = insight.evaluation();
    let scratch = insight.scratch(game, position);
    let carried = evaluation.carried(game, position);
    let score = || evaluation.evaluate(game, position, &scratch, &carried);
    let evaluates = <I::Evaluation as StaticEvaluation<G, I::Scratch>>::EVALUATES;
    evaluates.then(|| Shares { rows: Vec::new(), score: f64::from(score()) })
}

/// A game with its searches.
struct Hosted<G: Playable> {
    core: Arc<Core<G>>,
    searches: Arc<dyn Searches<G>>,
}

impl<G: Playable> Hosted<G> {
    /// Why a search does not take the game, and which ones do.
    fn refusal(&self, name: &str) -> Refusal {
        let About { name: game, searches, .. } = &self.core.about;
        let names: Vec<&str> = searches.iter().map(|search| search.name).collect();
        let why = match name {
            "engine" | "solver" | DF_PN | "minimax" | "alpha-beta" => {
                "takes games of two players without chance, in which one wins what the other loses"
            }
            BEST_REPLY => {
                "takes games of three players or more in which players can be passed over"
            }
            _ => "is no search",
        };
        Refusal(format!("`{name:.50}` {why}: {game} can be searched by {}", names.join(", ")))
    }

    /// A search of the textbook.
    fn algorithm(&self, name: &str) -> Option<Algorithm> {
        let mut algorithms = Algorithm::taking(self.searches.is_zero_sum());
        algorithms.find(|(info, _)| info.name == name).map(|&(_, algorithm)| algorithm)
    }

    /// Whether best-reply search takes the game.
    fn takes_replies(&self) -> bool {
        self.core.pass_to.is_some() && self.core.about.players() > 2
    }

    fn subject(&self, options: &Options) -> Result<Box<dyn Subject>, Refusal> {
        let subject = self.searches.subject(&self.core, options.weights.as_deref());
        subject.map_err(|what| Refusal(format!("weights: {what}")))
    }

    fn only_zero_sum(&self, what: &str) -> Refusal {
        let game = &self.core.about.name;
        Refusal(format!(
            "{what} are for games of two players without chance, in which one wins what the other loses: {game} is none"
        ))
    }
}

impl<G: Playable> AnyGame for Hosted<G> {
    fn about(&self) -> &About {
        &self.core.about
    }

    fn start(&self) -> Box<dyn Session> {
        Box::new(Played::new(&self.core, self.core.game.start()))
    }

    fn open(&self, text: &str) -> Result<Box<dyn Session>, Wrong> {
        Ok(Box::new(reading::open(&self.core, text)?))
    }

    fn variant_of(&self, text: &str) -> Option<String> {
        (self.core.variant_of)(text)
    }

    fn openings(&self, text: &str) -> Result<Vec<Box<dyn Session>>, Wrong> {
        let openings = reading::openings(&self.core, text)?;
        Ok(openings.into_iter().map(|one| Box::new(one) as Box<dyn Session>).collect())
    }

    fn problem(&self, line: &str) -> Result<(Box<dyn Session>, Option<i32>), Wrong> {
        let problem = self.core.texts.read_problem(&self.core.game, line)?;
        Ok((Box::new(Played::new(&self.core, problem.position)), problem.score))
    }

    fn thinker(&self, name: &str, options: &Options) -> Result<Box<dyn Thinker>, Refusal> {
        let is_own = |names: &Vec<String>| names.iter().any(|own| own == name);
        if let Some(made) = self.searches.thinker(&self.core, name, options) {
            return made;
        }
        match self.algorithm(name) {
            Some(algorithm) => {
                let subject = self.subject(options)?;
                Ok(Box::new(ByTextbook::new(subject, algorithm, options)))
            }
            None if name == BEST_REPLY && self.takes_replies() => {
                Ok(Box::new(ByBestReply::new(self.subject(options)?, options)))
            }
            None if name == "random" => Ok(Box::new(AtRandom::new(options))),
            None if self.core.about.own_players.iter().any(is_own) => {
                let random = fastrand::Rng::with_seed(options.seed);
                Ok(Box::new(Own { name: name.to_owned(), random }))
            }
            None => Err(self.refusal(name)),
        }
    }

    fn trace(&self, name: &str, at: &dyn Session, config: Config) -> Result<Recorded, Refusal> {
        let options = Options { textbook: config, ..Options::default() };
        match self.algorithm(name) {
            Some(algorithm) => {
                ByTextbook::new(self.subject(&options)?, algorithm, &options).record(at)
            }
            None if name == BEST_REPLY && self.takes_replies() => Err(Refusal(
                "the lines of `best-reply` are no games, and cannot be written down: `paranoid` can".to_owned(),
            )),
            None => Err(self.refusal(name)),
        }
    }

    fn policy(&self, wanted: &mut PolicyWanted<'_>) -> Result<Vec<PolicyRow>, Wrong> {
        if !self.searches.is_zero_sum() {
            return Err(Wrong(self.only_zero_sum("policies").0));
        }
        let start = Past::new(self.core.game.start());
        policy::rows(&Pool::new(&self.core, &(), &start).without_past(), wanted)
    }

    fn shares(&self, at: &dyn Session) -> Option<Shares> {
        self.searches.shares(&self.core, at)
    }

    fn book(&self) -> Option<Cow<'static, [u8]>> {
        self.searches.book(&self.core.game)
    }

    fn book_maker(&self) -> Result<Box<dyn BookMaker>, Refusal> {
        let maker = self.searches.book_maker(&self.core);
        maker.unwrap_or_else(|| Err(self.only_zero_sum("books")))
    }

    fn tables(&self, pieces: Option<u32>) -> Result<Box<dyn TableMaker>, Refusal> {
        let game = &self.core.about.name;
        let none = || Refusal(format!("{game} has no tables: its positions are not numbered"));
        let make = self.core.tables.as_ref().ok_or_else(none)?;
        make(&self.core, pieces)
    }

    fn tuning(&self, weights: Option<&[u8]>) -> Result<Box<dyn Tuning>, Refusal> {
        let tuning = self.searches.tuning(&self.core, weights);
        tuning.unwrap_or_else(|| Err(self.only_zero_sum("games against oneself")))
    }

    fn check(&self) -> Result<(), Wrong> {
        guarded(|| self.searches.check(&self.core.game)).map_err(Wrong)
    }
}

impl<G: Playable, S: Searches<G>> From<Entry<G, S>> for Listing {
    fn from(entry: Entry<G, S>) -> Listing {
        let (name, what, variants) =
            (entry.name.clone(), entry.what.clone(), entry.variants.clone());
        let searches: Arc<dyn Searches<G>> = Arc::new(entry.searches);
        let open = move |variant: Option<&str>| {
            let game = (entry.make)(variant)?;
            let default = |player: Player| format!("Player {}", player.0 + 1);
            let seats = entry.seats.clone();
            let seats = seats.unwrap_or_else(|| Player::all(game.players()).map(default).collect());
            let name = match variant {
                Some(variant) => format!("{}:{variant}", entry.name),
                None => entry.name.clone(),
            };
            let takes_replies = entry.pass_to.is_some() && game.players() > 2;
            let mut names = names(searches.is_zero_sum(), takes_replies);
            // What the game knows for Monte-Carlo search it knows because that suits it best.
            names.insert(if entry.sampler.is_some() { 0 } else { names.len() }, MCTS);
            let start = entry.texts.write_position(&game, &game.start());
            let about = About {
                name,
                what: entry.what.clone(),
                variants: entry.variants.clone(),
                seats: seats.into_iter().take(game.players()).collect(),
                round: game.round(),
                chance: entry.chance,
                zero_sum: searches.is_zero_sum(),
                information: Information::Perfect,
                unit: entry.unit.clone(),
                samples: entry.samples.clone(),
                openings: entry.openings.clone(),
                protocol_names: entry.protocol_names.clone(),
                komi: entry.komi.map(|komi| komi(&game)),
                searches: names,
                knobs: entry.knobs.to_vec(),
                own_players: entry.own_players.clone(),
                has_board: entry.has_board,
                written: entry.written.clone().unwrap_or_else(|| by_example(start.as_deref())),
                has_positions: start.is_some(),
            };
            let core = Core {
                game,
                about,
                texts: Arc::clone(&entry.texts),
                boards: Arc::clone(&entry.boards),
                meaning: entry.meaning,
                own_choice: entry.own_choice,
                sampler: entry.sampler.clone(),
                owning: entry.owning,
                variant_of: entry.variant_of,
                tables: entry.tables.clone(),
                pass_to: entry.pass_to,
            };
            let hosted = Hosted { core: Arc::new(core), searches: Arc::clone(&searches) };
            Ok(Arc::new(hosted) as Arc<dyn AnyGame>)
        };
        Listing { name, what, variants, open: Box::new(open) }
    }
}

/// How positions are written, by that of the start if it can be written.
fn by_example(start: Option<&str>) -> String {
    let moves = "the moves that lead there, with a blank between them";
    match start {
        Some(start) => format!("A position is like {start}, or {moves}."),
        None => format!("A position is {moves}."),
    }
}

/// A line of a catalogue.
pub struct Listing {
    /// How the game is called.
    pub name: String,
    /// What it is, in a few words.
    pub what: String,
    /// Variants that are worth a try, each behind a colon.
    pub variants: Vec<String>,
    open: Box<dyn Fn(Option<&str>) -> Result<Arc<dyn AnyGame>, String> + Send + Sync>,
}

/// A list of games by name.
#[derive(Default)]
pub struct Catalogue {
    listings: Vec<Listing>,
}

impl Catalogue {
    /// The same with one more game. A game of the same name is replaced.
    pub fn with(mut self, entry: impl Into<Listing>) -> Catalogue {
        let listing = entry.into();
        self.listings.retain(|one| one.name != listing.name);
        self.listings.push(listing);
        self
    }

    /// All games.
    pub fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// The game of this name. A variant may follow behind a colon: `connect-four:5x4`.
    pub fn game(&self, name: &str) -> Result<Arc<dyn AnyGame>, NameError> {
        let (plain, variant) = match name.split_once(':') {
            Some((plain, variant)) => (plain, Some(variant)),
            None => (name, None),
        };
        let listing = self.listings.iter().find(|listing| listing.name == plain);
        let listing = listing.ok_or_else(|| NameError::Unknown {
            name: name.to_owned(),
            games: self.listings.iter().map(|listing| listing.name.clone()).collect(),
        })?;
        (listing.open)(variant).map_err(NameError::Variant)
    }
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// No game has this name.
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        games: Vec<String>,
    },
    /// The game has no such variant; this says why.
    Variant(String),
}

impl Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Unknown { name, games } => {
                write!(f, "there is no game `{name:.50}`; the games are {}", games.join(", "))
            }
            NameError::Variant(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NameError {}
