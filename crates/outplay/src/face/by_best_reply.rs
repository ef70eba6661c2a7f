//! Best-reply search behind the face, for games whose players can be passed over.

use super::about::SearchInfo;
use super::by_textbook::{Subject, mover, plain, ranks, refusal};
use super::erased::{self, Erased, Place};
use super::session::{Choice, Session};
use super::thinker::{Answer, Considered, Options, Question, Thinker, Told};
use super::{Refusal, Unit};
use crate::textbook::{BestReply, Config, Error, Replying, Search};
use crate::{Bound, Event, Game, Limits, Observer, Player, Report, Value};

/// The name of the search.
pub(super) const BEST_REPLY: &str = "best-reply";

pub(super) const INFO: SearchInfo =
    SearchInfo { name: BEST_REPLY, what: "One player, and one of the others after each move." };

/// Best-reply search of one game.
pub(super) struct ByBestReply {
    subject: Box<dyn Subject>,
    config: Config,
    hero: Option<Player>,
}

/// A move, and who makes it.
type Step = (Option<Player>, Choice);

impl ByBestReply {
    pub(super) fn new(subject: Box<dyn Subject>, options: &Options) -> ByBestReply {
        ByBestReply { subject, config: options.textbook.clone(), hero: options.hero }
    }

    fn config(&self, at: &dyn Session, only: Vec<usize>, limits: &Limits) -> Config {
        // Where nothing is known of positions on the way, the first search is the one to the end.
        let deepen = self.config.deepen && (limits.depth.is_some() || self.subject.evaluates(at));
        Config { limits: limits.clone(), deepen, only, ..self.config.clone() }
    }

    /// Lines are no games, because players are passed over: only their first moves are told.
    fn answer(&self, report: &Report<Step, Bound<f64>>) -> Answer {
        let choice = |(_, choice): Step| choice;
        // The others do not pass in fact: nothing is proven unless the game is over.
        let worth = |bound: &Bound<f64>| plain(Value::opinion(*bound, report.depth));
        let considered = |&((_, choice), ref bound): &(Step, _)| Considered {
            choice,
            worth: worth(bound),
            line: vec![choice],
            sampled: None,
        };
        Answer {
            best: report.best.map(choice),
            best_moves: report.best_moves.iter().copied().map(choice).collect(),
            worth: report.value.as_ref().map(worth),
            line: report.best.map(choice).into_iter().collect(),
            moves: report.moves.iter().map(considered).collect(),
            complete: false,
            ..Answer::bare(report, Unit { size: 1.0, ..self.subject.unit() })
        }
    }
}

impl Thinker for ByBestReply {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let only = ranks(at, question)?;
        let hero = self.hero.unwrap_or_else(|| mover(at));
        // Before a move of somebody else, any of the others could move.
        if hero != mover(at) {
            let what = "`best-reply` is asked about the player to move: `paranoid` takes any side";
            return Err(Refusal(what.to_owned()));
        }
        let positions = self.subject.positions(at);
        let game = Erased(&*positions);
        let view = BestReply::new(&game, hero);
        let evaluation = view.evaluation(erased::Told);
        let config = self.config(at, only, limits);
        let relay = Relay { thinker: self, told };
        let search = Search::new(&view).evaluation(evaluation).config(config).observer(relay);
        let report = search.alpha_beta(&view.start());
        Ok(self.answer(&report.map_err(|error| refused(at, &error))?))
    }

    fn configure(&mut self, options: &Options) {
        self.config = options.textbook.clone();
        self.hero = options.hero;
    }
}

/// The same refusal without a line, which is no game.
fn refused(at: &dyn Session, error: &Error<Step>) -> Refusal {
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
struct Relay<'r> {
    thinker: &'r ByBestReply,
    told: &'r mut dyn FnMut(Told<'_>),
}

impl<'p> Observer<Replying<Place<'p>>, Step, Bound<f64>> for Relay<'_> {
    fn event(&mut self, event: Event<'_, Replying<Place<'p>>, Step, Bound<f64>>) {
        match event {
            Event::Iteration { depth } => (self.told)(Told::Iteration { depth }),
            Event::Report { report } => {
                (self.told)(Told::Answer(&self.thinker.answer(report)));
            }
            _ => {}
        }
    }

    /// Nodes are of no interest.
    fn watching(&self) -> bool {
        false
    }
}
