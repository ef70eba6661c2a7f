//! Who plays: contestants as the command line says.

use std::sync::Arc;

use outplay::arena::{
    Answer, AtRandom, ByEngine, ByTextbook, Contestant, Fault, FaultKind, Start, Task, Trouble,
};
use outplay::engine::Engine;
use outplay::{Player, textbook};
use outplay_games::catalogue::Listed;

use super::super::tune;
use super::gtp::Gtp;
use super::processor::processor_time;
use super::remote::Remote;
use super::spec::{Book, EngineOptions, Kind, Program, Protocol, Spec};
use super::uci::Uci;
use crate::books::{self, Shelved};
use crate::failure::Failure;
use crate::{interrupt, machine};

/// What a player needs that is made once and shared by all threads.
pub(super) struct Tools<'t, G: Listed> {
    spec: &'t Spec,
    insight: Arc<G::Insight>,
    book: Option<Shelved>,
}

impl<'t, G: Listed> Tools<'t, G> {
    pub(super) fn new(game: &G, name: &str, spec: &'t Spec) -> Result<Tools<'t, G>, Failure> {
        starts(game, name, spec)?;
        let (weights, book) = match &spec.kind {
            Kind::Engine(options) => (options.weights.as_deref(), &options.book),
            _ => (None, &Book::None),
        };
        let insight = Arc::new(tune::insight(game, weights)?);
        let book = match book {
            Book::None => None,
            Book::Own => books::shipped(game)?,
            Book::File(path) => Some(books::open(path)?),
        };
        if let Some(book) = &book {
            book.fits(game, &*insight)?;
        }
        Ok(Tools { spec, insight, book })
    }

    /// A contestant for one thread.
    pub(super) fn contestant<'c>(
        &'c self,
        game: &'c G,
        name: &'c str,
    ) -> Box<dyn Contestant<G> + 'c> {
        match &self.spec.kind {
            Kind::Random => Box::new(AtRandom::default()),
            Kind::Textbook(options) => {
                let config = textbook::Config {
                    deepen: options.deepen,
                    order: options.order,
                    table: options.table,
                    ..textbook::Config::default()
                };
                let player =
                    ByTextbook::new(game, &*self.insight).config(config).time(options.time);
                let player = player.stopwatch(processor_time);
                Box::new(if options.prunes { player } else { player.minimax() })
            }
            Kind::Engine(options) => {
                let player = match self.engine(game, options) {
                    Ok(engine) => ByEngine::new(engine).time(options.time),
                    Err(failure) => return Box::new(Unavailable(failure.to_string())),
                };
                match options.config.threads {
                    1 => Box::new(player.stopwatch(processor_time)),
                    _ => Box::new(player),
                }
            }
            Kind::Program(program) => made(program, name),
        }
    }

    fn engine(&self, game: &G, options: &EngineOptions) -> Result<Engine<G, G::Insight>, Failure> {
        let mut engine = machine::engine(game, &self.insight, options.table as usize)?;
        engine.set_config(options.config);
        books::give(&mut engine, self.book.as_ref())?;
        Ok(engine)
    }
}

/// A contestant that could not be made.
struct Unavailable(String);

impl<G: Listed> Contestant<G> for Unavailable {
    fn begin(&mut self, _: &Start<'_, G>, _: u64) -> Result<(), Trouble> {
        Err(Fault::new(FaultKind::Crash, self.0.clone()).into())
    }

    fn answer(&mut self, _: &Task<'_, G>) -> Result<Answer<G::Move>, Trouble> {
        Err(Fault::new(FaultKind::Crash, self.0.clone()).into())
    }
}

/// A program that cannot be started, or is not ready for a game, is a mistake in the command line, and told before anything is
/// played.
fn starts<G: Listed>(game: &G, name: &str, spec: &Spec) -> Result<(), Failure> {
    let Kind::Program(program) = &spec.kind else { return Ok(()) };
    let (position, stop) = (game.start(), interrupt::flag());
    let (seat, control) = (Player::MAX, &spec.control);
    let start = Start { game, position: &position, seat, control, stop: &stop };
    match made(program, name).begin(&start, 0) {
        Ok(()) => Ok(()),
        Err(Trouble::Stopped) => Err(Failure::interrupted()),
        Err(Trouble::Fault(fault)) => {
            Err(Failure::input(format!("player `{}`: {}", spec.name, fault.what)))
        }
    }
}

fn made<'c, G: Listed>(program: &'c Program, name: &'c str) -> Box<dyn Contestant<G> + 'c> {
    match program.protocol {
        Protocol::Uci => Box::new(Remote::new(program, Uci)),
        Protocol::Gtp => Box::new(Remote::new(program, Gtp::new(name))),
    }
}
