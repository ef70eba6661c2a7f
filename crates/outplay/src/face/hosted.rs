//! A game behind the face, with its searches. What does not need the types of the game is compiled once.

use std::borrow::Cow;
use std::sync::Arc;

use super::about::{About, Shares};
use super::by_best_reply::{BEST_REPLY, ByBestReply};
use super::by_choice::{AtRandom, Own};
use super::by_proof::DF_PN;
use super::by_textbook::{Algorithm, ByEvaluation, ByTextbook, Judged, Subject};
use super::by_value_iteration::{ByValueIteration, VALUE_ITERATION};
use super::core::{Core, OwnEvaluation, Playable};
use super::entry::Searches;
use super::erased::Pool;
use super::making_books::BookMaker;
use super::making_tables::TableMaker;
use super::panics::guarded;
use super::policy::{self, PolicyRow, PolicyWanted};
use super::session::{Played, Session};
use super::thinker::{Options, Thinker};
use super::trace::Recorded;
use super::tuning::Tuning;
use super::{AnyGame, Refusal, Wrong, reading};
use crate::textbook::Config;
use crate::{Evaluation, Past, Player};

/// A game with its searches.
pub(super) struct Hosted<G: Playable> {
    pub(super) core: Arc<Core<G>>,
    pub(super) searches: Arc<dyn Searches<G>>,
}

impl<G: Playable> Hosted<G> {
    fn subject(&self, options: &Options) -> Result<Box<dyn Subject>, Refusal> {
        if let Some(name) = &options.evaluation {
            return self.judged_by(name);
        }
        let subject = self.searches.subject(&self.core, options.weights.as_deref());
        subject.map_err(|what| Refusal(format!("weights: {what}")))
    }

    /// The game as one of its own evaluations sees it.
    fn judged_by(&self, name: &str) -> Result<Box<dyn Subject>, Refusal> {
        let core = Arc::clone(&self.core);
        let evaluation = core.evaluation(name).ok_or_else(|| no_evaluation(self.about(), name))?;
        Ok(Box::new(Judged { core, judge: ByEvaluation(Named(evaluation)) }))
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
        reading::open(&self.core, text)
    }

    fn variant_of(&self, text: &str) -> Option<String> {
        (self.core.variant_of)(text)
    }

    fn openings(&self, text: &str) -> Result<Vec<Box<dyn Session>>, Wrong> {
        reading::openings(&self.core, text)
    }

    fn problem(&self, line: &str) -> Result<(Box<dyn Session>, Option<i32>), Wrong> {
        let problem = self.core.texts.read_problem(&self.core.game, line)?;
        Ok((Box::new(Played::new(&self.core, problem.position)), problem.score))
    }

    fn thinker(&self, name: &str, options: &Options) -> Result<Box<dyn Thinker>, Refusal> {
        let made = self.searches.thinker(&self.core, name, options);
        made.unwrap_or_else(|| by_name(self.about(), name, options, &|| self.subject(options)))
    }

    fn trace(&self, name: &str, at: &dyn Session, config: Config) -> Result<Recorded, Refusal> {
        let options = Options { textbook: config, ..Options::default() };
        let algorithm = traced(self.about(), name)?;
        ByTextbook::new(self.subject(&options)?, algorithm, &options).record(at)
    }

    fn policy(&self, wanted: &mut PolicyWanted<'_>) -> Result<Vec<PolicyRow>, Wrong> {
        if !self.searches.is_zero_sum() {
            return Err(Wrong(only_zero_sum(self.about(), "policies").0));
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
        maker.unwrap_or_else(|| Err(only_zero_sum(self.about(), "books")))
    }

    fn tables(&self, pieces: Option<u32>) -> Result<Box<dyn TableMaker>, Refusal> {
        match &self.core.tables {
            Some(make) => make(&self.core, pieces),
            None => Err(no_tables(self.about())),
        }
    }

    fn tuning(&self, weights: Option<&[u8]>) -> Result<Box<dyn Tuning>, Refusal> {
        let tuning = self.searches.tuning(&self.core, weights);
        tuning.unwrap_or_else(|| Err(only_zero_sum(self.about(), "games against oneself")))
    }

    fn check(&self) -> Result<(), Wrong> {
        let check = || match self.core.promise {
            Some(promise) => promise(&self.core.game),
            None => self.searches.check(&self.core.game),
        };
        guarded(check).map_err(Wrong)
    }
}

/// An evaluation of the game's own.
struct Named<G: Playable>(OwnEvaluation<G>);

impl<G: Playable> Evaluation<G> for Named<G> {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        (self.0)(game, position, player)
    }
}

/// A search that is compiled once for all games, or a player that does not search.
fn by_name(
    about: &About,
    name: &str,
    options: &Options,
    subject: &dyn Fn() -> Result<Box<dyn Subject>, Refusal>,
) -> Result<Box<dyn Thinker>, Refusal> {
    let is_own = |names: &Vec<String>| names.iter().any(|own| own == name);
    match algorithm(about, name) {
        Some(algorithm) => Ok(Box::new(ByTextbook::new(subject()?, algorithm, options))),
        None if name == BEST_REPLY && takes_replies(about) => {
            Ok(Box::new(ByBestReply::new(subject()?, options)))
        }
        None if name == VALUE_ITERATION && is_iterated(about) => {
            Ok(Box::new(ByValueIteration::new(subject()?)))
        }
        None if name == "random" => Ok(Box::new(AtRandom::new(options))),
        None if about.own_players.iter().any(is_own) => {
            let random = fastrand::Rng::with_seed(options.seed);
            Ok(Box::new(Own { name: name.to_owned(), random }))
        }
        None => Err(refusal(about, name)),
    }
}

/// The search whose steps are to be written down.
fn traced(about: &About, name: &str) -> Result<Algorithm, Refusal> {
    algorithm(about, name).ok_or_else(|| match name {
        BEST_REPLY if takes_replies(about) => Refusal(
            "the lines of `best-reply` are no games, and cannot be written down: `paranoid` can"
                .to_owned(),
        ),
        _ => refusal(about, name),
    })
}

/// A search of the textbook.
fn algorithm(about: &About, name: &str) -> Option<Algorithm> {
    let mut algorithms = Algorithm::taking(about.zero_sum);
    algorithms.find(|(info, _)| info.name == name).map(|&(_, algorithm)| algorithm)
}

/// Whether best-reply search takes the game.
fn takes_replies(about: &About) -> bool {
    about.searches.iter().any(|search| search.name == BEST_REPLY)
}

/// Whether value iteration takes the game. The engine solves games without chance, and looks at fewer positions.
fn is_iterated(about: &About) -> bool {
    about.zero_sum && about.chance && about.players() == 2
}

/// Why a search does not take the game, and which ones do.
fn refusal(about: &About, name: &str) -> Refusal {
    let About { name: game, searches, .. } = about;
    let names: Vec<&str> = searches.iter().map(|search| search.name).collect();
    let why = match name {
        "engine" | "solver" | DF_PN => {
            "takes games of two players without chance, in which one wins what the other loses"
        }
        "minimax" | "alpha-beta" => "takes games in which one player wins what the other loses",
        VALUE_ITERATION => {
            "takes games of two players with chance, in which one wins what the other loses"
        }
        BEST_REPLY => "takes games of three players or more in which players can be passed over",
        _ => "is no search",
    };
    Refusal(format!("`{name:.50}` {why}: {game} can be searched by {}", names.join(", ")))
}

fn only_zero_sum(about: &About, what: &str) -> Refusal {
    let game = &about.name;
    Refusal(format!(
        "{what} are for games of two players without chance, in which one wins what the other loses: {game} is none"
    ))
}

fn no_evaluation(about: &About, name: &str) -> Refusal {
    let About { name: game, evaluations, .. } = about;
    Refusal(match evaluations.is_empty() {
        true => format!("{game} has no evaluation `{name:.50}`, and no other one by name"),
        false => format!(
            "{game} has no evaluation `{name:.50}`: beside the usual one there are {}",
            evaluations.join(", ")
        ),
    })
}

fn no_tables(about: &About) -> Refusal {
    Refusal(format!("{} has no tables: its positions are not numbered", about.name))
}
