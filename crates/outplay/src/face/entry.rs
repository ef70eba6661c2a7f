//! Entries: how a game gets into a catalogue, and a catalogue is the one list of games.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::sync::Arc;

use super::about::{Shares, Unit};
use super::board::Drawn;
use super::by_engine::{Aim, ByEngine};
use super::by_mcts::{ByMcts, MCTS, Sampler};
use super::by_proof::{ByProof, DF_PN};
use super::by_static_evaluation::ByStaticEvaluation;
use super::by_textbook::{ByEvaluation, ByInsight, Judged, Subject};
use super::core::{Core, Evaluations, OwnChoice, OwnEvaluation, Owning, PassTo, Playable};
use super::facts::{Asked, Facts, named, own_players, owned};
use super::hosted::Hosted;
use super::making_books::{BookMaker, Maker};
use super::making_tables::{self, EndgameTables, TableMaker, TablesOf};
use super::notation::Notation;
use super::session::{Played, Session};
use super::texts::{Boards, Buttons, ByDebug, ByDrawing, ByNotation, Texts};
use super::thinker::{Options, Thinker};
use super::tuning::{Fit, Tuner, Tuning};
use super::{AnyGame, Refusal};
use crate::engine::{Insight, StaticEvaluation, WithTables};
use crate::mcts::{self, Knowledge};
use crate::solve::tables::{Shelf, Tabled};
use crate::textbook::Passing;
use crate::{Deterministic, Evaluation, Game, Player, Turn, WithPast, ZeroSum, testing};

/// Makes a game from what stands behind the colon of its name.
type Make<G> = Arc<dyn Fn(Option<&str>) -> Result<G, String> + Send + Sync>;

/// A game on its way into a catalogue: the rules, and what is known beside them. What is not given has a default.
///
/// `S` says which searches take the game: [`General`] ones take any, [`Entry::zero_sum`] adds alpha-beta and the engine.
pub struct Entry<G: Playable, S = General<()>> {
    facts: Facts,
    parts: Parts<G>,
    searches: S,
}

/// What of an entry depends on the type of the game, but for its searches.
struct Parts<G: Playable> {
    make: Make<G>,
    texts: Arc<dyn Texts<G>>,
    boards: Arc<dyn Boards<G>>,
    meaning: Option<fn(&G, i32) -> String>,
    own_choice: Option<OwnChoice<G>>,
    evaluations: Evaluations<G>,
    sampler: Option<Sampler<G>>,
    owning: Option<Owning<G>>,
    komi: Option<fn(&G) -> f64>,
    variant_of: fn(&str) -> Option<String>,
    tables: Option<TablesOf<G>>,
    pass_to: Option<PassTo<G>>,
    /// What the rules promise beside what all rules do, as a test that panics if they break it.
    promise: Option<fn(&G)>,
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
        let parts = Parts {
            make: Arc::new(make),
            texts: Arc::new(ByDebug),
            boards: Arc::new(Buttons),
            meaning: None,
            own_choice: None,
            evaluations: &[],
            sampler: None,
            owning: None,
            komi: None,
            variant_of: |_| None,
            tables: None,
            pass_to: None,
            promise: None,
        };
        Entry { facts: Facts::new(name), parts, searches: General { evaluation: () } }
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
            untrained: None,
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
        let Entry { facts, parts, searches: before } = self;
        Entry { facts, parts, searches: searches(before) }
    }

    /// What it is, in a few words.
    pub fn about(mut self, what: &str) -> Self {
        self.facts.what = what.to_owned();
        self
    }

    /// Variants that are worth a try.
    pub fn variants(mut self, variants: &[&str]) -> Self {
        self.facts.variants = owned(variants);
        self
    }

    /// What the players are called, by seat.
    pub fn seats(mut self, seats: &[&str]) -> Self {
        self.facts.seats = Some(owned(seats));
        self
    }

    /// Chance moves somewhere.
    pub fn chance(mut self) -> Self {
        self.facts.chance = true;
        self
    }

    /// In what scores are counted: the name of a unit, how much of a score is one of them, and with what score a player is
    /// clearly ahead.
    pub fn unit(mut self, name: &str, size: f64, clear: f64) -> Self {
        self.facts.unit = Unit { name: name.to_owned(), size, clear };
        self
    }

    /// Positions to measure a search on.
    pub fn samples(mut self, samples: &[&str]) -> Self {
        self.facts.samples = owned(samples);
        self
    }

    /// Openings that come with it: names, and texts with one of them on each line.
    pub fn openings(mut self, sets: &[(&str, String)]) -> Self {
        self.facts.openings = named(sets);
        self
    }

    /// What protocols call it. The first name is the one that is told.
    pub fn protocol_names(mut self, names: &[&str]) -> Self {
        self.facts.protocol_names = owned(names);
        self
    }

    /// Positions and moves are written in the game's own [`Notation`].
    pub fn notation(mut self) -> Self
    where
        G: Notation,
    {
        self.parts.texts = Arc::new(ByNotation);
        self
    }

    /// How positions and moves are written, in a sentence or two for whoever has to write one. Without, it is told by an example.
    pub fn written(mut self, how: &str) -> Self {
        self.facts.written = Some(how.to_owned());
        self
    }

    /// Positions are drawn on the game's own [board](Drawn).
    pub fn board(mut self) -> Self
    where
        G: Drawn,
    {
        self.parts.boards = Arc::new(ByDrawing);
        self.facts.has_board = true;
        self
    }

    /// What a solved score means, in a few words.
    pub fn meaning(mut self, meaning: fn(&G, i32) -> String) -> Self {
        self.parts.meaning = Some(meaning);
        self
    }

    /// What Monte-Carlo search is told about the game. It is then the search that is used if none is named.
    pub fn knowledge<K>(mut self, knowledge: impl Fn(&G) -> K + Send + Sync + 'static) -> Self
    where
        K: Knowledge<G> + Send + 'static,
    {
        self.facts.knobs = K::SETTINGS;
        self.parts.sampler = Some(Arc::new(move |core, config, options| {
            ByMcts::make(core, knowledge(&core.game), config, options)
        }));
        self
    }

    /// Who will have each point when the game is scored: dead stones and the score in points are told by it.
    pub fn ownership(mut self, owning: Owning<G>) -> Self {
        self.parts.owning = Some(owning);
        self
    }

    /// Points that the second player gets for moving second.
    pub fn komi(mut self, komi: fn(&G) -> f64) -> Self {
        self.parts.komi = Some(komi);
        self
    }

    /// Which variant a record of a game tells, as it stands behind the colon of a name.
    pub fn variant_of(mut self, variant_of: fn(&str) -> Option<String>) -> Self {
        self.parts.variant_of = variant_of;
        self
    }

    /// Players that only this game has: their names by seat, and what they do.
    pub fn players(mut self, names: &[&[&str]], choice: OwnChoice<G>) -> Self {
        self.facts.own_players = own_players(names);
        self.parts.own_choice = Some(choice);
        self
    }

    /// Evaluations by name, beside the usual one: searches of the textbook can be [told](Options::evaluation) to use one, to measure
    /// what an evaluation is worth.
    pub fn evaluations(mut self, evaluations: &'static [(&'static str, OwnEvaluation<G>)]) -> Self {
        self.facts.evaluations = evaluations.iter().map(|(name, _)| (*name).to_owned()).collect();
        self.parts.evaluations = evaluations;
        self
    }
}

impl<G: Playable, E> Entry<G, General<E>> {
    /// One player wins what the other loses, and chance moves as well: minimax, alpha-beta and value iteration take the game.
    pub fn zero_sum_with_chance(mut self) -> Self
    where
        G: ZeroSum,
    {
        self.parts.promise = Some(|game| testing::check_zero_sum(game));
        self.chance()
    }

    /// Players can be [passed over](Passing): best-reply search takes the game, if it has three players or more.
    pub fn passing(mut self) -> Self
    where
        G: Passing,
    {
        self.parts.pass_to = Some(|game, past, player| WithPast::new(game).pass_to(past, player));
        self
    }
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
    untrained: Option<fn(&G) -> Vec<u8>>,
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
        let Adversarial { insight, solver, book, shares, fit, untrained } = self;
        let (insight, solver) = (Arc::clone(insight), Arc::clone(solver));
        let shares = shares.clone();
        Adversarial { insight, solver, book: *book, shares, fit: *fit, untrained: *untrained }
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
            untrained: before.untrained,
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
            untrained: before.untrained,
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

    /// Weights of somebody who knows nothing but the rules, as the bytes of a file: whoever learns may start from them.
    pub fn untrained(mut self, untrained: fn(&G) -> Vec<u8>) -> Self {
        self.searches.untrained = Some(untrained);
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
        self.parts.tables = Some(Arc::new(move |core, pieces| {
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
            untrained: before.untrained,
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
            let (fit, untrained) = (self.fit, self.untrained);
            Box::new(Tuner { core, insight, fit, untrained, samples: Vec::new() })
                as Box<dyn Tuning>
        }))
    }

    fn check(&self, game: &G) {
        testing::check_deterministic(game);
    }
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

impl<G: Playable, S: Searches<G>> From<Entry<G, S>> for Listing {
    fn from(entry: Entry<G, S>) -> Listing {
        let Entry { facts, parts, searches } = entry;
        let searches: Arc<dyn Searches<G>> = Arc::new(searches);
        let Facts { name, what, variants, .. } = facts.clone();
        let open = move |variant: Option<&str>| opened(&facts, &parts, &searches, variant);
        Listing { name, what, variants, open: Box::new(open) }
    }
}

/// The game of an entry, or a variant of it.
fn opened<G: Playable>(
    facts: &Facts,
    parts: &Parts<G>,
    searches: &Arc<dyn Searches<G>>,
    variant: Option<&str>,
) -> Result<Arc<dyn AnyGame>, String> {
    let game = (parts.make)(variant)?;
    let asked = Asked {
        players: game.players(),
        round: game.round(),
        engine: searches.is_zero_sum(),
        zero_sum: searches.is_zero_sum() || parts.promise.is_some(),
        passes: parts.pass_to.is_some(),
        samples: parts.sampler.is_some(),
        komi: parts.komi.map(|komi| komi(&game)),
        start: parts.texts.write_position(&game, &game.start()),
    };
    let core = Core {
        about: facts.about(variant, &asked),
        texts: Arc::clone(&parts.texts),
        boards: Arc::clone(&parts.boards),
        meaning: parts.meaning,
        own_choice: parts.own_choice,
        evaluations: parts.evaluations,
        sampler: parts.sampler.clone(),
        owning: parts.owning,
        variant_of: parts.variant_of,
        tables: parts.tables.clone(),
        pass_to: parts.pass_to,
        promise: parts.promise,
        game,
    };
    Ok(Arc::new(Hosted { core: Arc::new(core), searches: Arc::clone(searches) }))
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
