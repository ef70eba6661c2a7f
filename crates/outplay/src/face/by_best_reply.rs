//! Best-reply search behind the face, for games whose players can be passed over.

use std::sync::Arc;

use super::about::SearchInfo;
use super::by_textbook::{ranks, refusal};
use super::core::{Core, Playable};
use super::entry::{Entry, General, Searches};
use super::session::{Played, Session};
use super::thinker::{Answer, Considered, Options, Question, Thinker, Told};
use super::trace::Recorded;
use super::worth::Worth;
use super::{Refusal, Shares, Unit};
use crate::textbook::{BestReply, Config, Error, Passing, Replying, Search};
use crate::{
    Bound, Evaluation, Event, Limits, Observer, Past, Player, Report, Turn, Value, WithPast,
};

/// The name of the search.
pub(super) const BEST_REPLY: &str = "best-reply";

const INFO: SearchInfo =
    SearchInfo { name: BEST_REPLY, what: "One player, and one of the others after each move." };

/// Searches for any game, and [best-reply search](Search::best_reply) where there are three players or more.
#[derive(Clone)]
pub struct WithReplies<E>(General<E>);

impl<G, E> Entry<G, General<E>>
where
    G: Playable + Passing,
    E: Evaluation<G> + Clone + Send + Sync + 'static,
{
    /// Players can be [passed over](Passing): best-reply search takes the game, if it has three players or more.
    pub fn passing(self) -> Entry<G, WithReplies<E>> {
        self.with_searches(WithReplies)
    }
}

impl<G, E> Searches<G> for WithReplies<E>
where
    G: Playable + Passing,
    E: Evaluation<G> + Clone + Send + Sync + 'static,
{
    fn is_zero_sum(&self) -> bool {
        Searches::<G>::is_zero_sum(&self.0)
    }

    fn names(&self, game: &G) -> Vec<SearchInfo> {
        let more = (game.players() > 2).then_some(INFO);
        self.0.names(game).into_iter().chain(more).collect()
    }

    fn thinker(
        &self,
        core: &Arc<Core<G>>,
        name: &str,
        options: &Options,
    ) -> Option<Result<Box<dyn Thinker>, Refusal>> {
        if name != BEST_REPLY || core.game.players() < 3 {
            return self.0.thinker(core, name, options);
        }
        let (core, evaluation) = (Arc::clone(core), self.0.evaluation.clone());
        let (config, hero) = (options.textbook.clone(), options.hero);
        Some(Ok(Box::new(ByBestReply { core, evaluation, config, hero })))
    }

    fn trace(
        &self,
        core: &Arc<Core<G>>,
        name: &str,
        at: &dyn Session,
        options: &Options,
    ) -> Option<Result<Recorded, Refusal>> {
        if name == BEST_REPLY && core.game.players() > 2 {
            let what = "the lines of `best-reply` are no games, and cannot be written down: `paranoid` can";
            return Some(Err(Refusal(what.to_owned())));
        }
        self.0.trace(core, name, at, options)
    }

    fn shares(&self, core: &Core<G>, at: &dyn Session) -> Option<Shares> {
        self.0.shares(core, at)
    }

    fn check(&self, game: &G) {
        self.0.check(game);
    }
}

/// Best-reply search of one game.
struct ByBestReply<G: Playable, E> {
    core: Arc<Core<G>>,
    evaluation: E,
    config: Config,
    hero: Option<Player>,
}

type Found<M> = Report<(Option<Player>, M), Bound<f64>>;

impl<G: Playable + Passing, E: Evaluation<G>> ByBestReply<G, E> {
    fn config(&self, at: &Played<G>, only: Vec<usize>, limits: &Limits) -> Config {
        // Where nothing is known of positions on the way, the first search is the one to the end.
        let evaluates = || self.evaluation.evaluate(&self.core.game, &at.past, Player::MAX);
        let deepen = self.config.deepen && (limits.depth.is_some() || evaluates().is_finite());
        Config { limits: limits.clone(), deepen, only, ..self.config.clone() }
    }

    /// Lines are no games, because players are passed over: only their first moves are told.
    fn answer(&self, at: &Played<G>, report: &Found<G::Move>) -> Answer {
        let choice = |(_, mv): (Option<Player>, G::Move)| at.choice(mv);
        let worth = |bound: &Bound<f64>| Worth {
            // The others do not pass in fact: nothing is proven unless the game is over.
            value: Value::opinion(*bound, report.depth),
            decides: false,
            wins_in: None,
            meaning: None,
            each: Vec::new(),
        };
        let considered = |(mv, bound): &(_, Bound<f64>)| {
            let choice = choice(*mv)?;
            let (worth, line) = (worth(bound), vec![choice]);
            Some(Considered { choice, worth, line, sampled: None })
        };
        Answer {
            best: report.best.and_then(choice),
            best_moves: report.best_moves.iter().filter_map(|&mv| choice(mv)).collect(),
            worth: report.value.as_ref().map(worth),
            line: report.best.and_then(choice).into_iter().collect(),
            moves: report.moves.iter().filter_map(considered).collect(),
            depth: report.depth,
            complete: false,
            counts: report.counts,
            hash_full: 0,
            unit: Unit { size: 1.0, ..self.core.about.unit.clone() },
            stop: report.stop,
        }
    }
}

impl<G, E> Thinker for ByBestReply<G, E>
where
    G: Playable + Passing,
    E: Evaluation<G> + Send + Sync + 'static,
{
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let only = ranks(at, question)?;
        let at = Played::<G>::of(at);
        let mover = match at.turn() {
            Some(Turn::Player(player)) => player,
            _ => Player::MAX,
        };
        let hero = self.hero.unwrap_or(mover);
        // Before a move of somebody else, any of the others could move.
        if hero != mover {
            let what = "`best-reply` is asked about the player to move: `paranoid` takes any side";
            return Err(Refusal(what.to_owned()));
        }
        let game = WithPast::new(&self.core.game);
        let view = BestReply::new(&game, hero);
        let evaluation = view.evaluation(game.evaluation(&self.evaluation));
        let config = self.config(at, only, limits);
        let relay = Relay { thinker: self, at, told };
        let search = Search::new(&view).evaluation(evaluation).config(config).observer(relay);
        let report = search.alpha_beta(&view.at(&at.past));
        Ok(self.answer(at, &report.map_err(|error| refused(at, &error))?))
    }

    fn configure(&mut self, options: &Options) {
        self.config = options.textbook.clone();
        self.hero = options.hero;
    }
}

/// The same refusal without a line, which is no game.
fn refused<G: Playable>(at: &Played<G>, error: &Error<(Option<Player>, G::Move)>) -> Refusal {
    refusal(
        at,
        &match error {
            Error::NoValue { .. } => Error::NoValue { line: Vec::new() },
            Error::TooDeep { .. } => Error::TooDeep { line: Vec::new() },
            &Error::OutOfRange { value, payoffs, .. } => {
                Error::OutOfRange { line: Vec::new(), value, payoffs }
            }
        },
    )
}

/// Hands on what happens at the root.
struct Relay<'r, G: Playable, E> {
    thinker: &'r ByBestReply<G, E>,
    at: &'r Played<G>,
    told: &'r mut dyn FnMut(Told<'_>),
}

type Place<G> = Replying<Past<<G as crate::Game>::Position>>;
type Step<G> = (Option<Player>, <G as crate::Game>::Move);

impl<G, E> Observer<Place<G>, Step<G>, Bound<f64>> for Relay<'_, G, E>
where
    G: Playable + Passing,
    E: Evaluation<G>,
{
    fn event(&mut self, event: Event<'_, Place<G>, Step<G>, Bound<f64>>) {
        match event {
            Event::Iteration { depth } => (self.told)(Told::Iteration { depth }),
            Event::Report { report } => {
                (self.told)(Told::Answer(&self.thinker.answer(self.at, report)));
            }
            _ => {}
        }
    }

    /// Nodes are of no interest.
    fn watching(&self) -> bool {
        false
    }
}
