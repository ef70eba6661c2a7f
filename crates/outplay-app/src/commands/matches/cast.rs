//! Who plays: contestants as the command line says.

use std::sync::Arc;

use outplay::Game;
use outplay::Player;
use outplay::arena::{Answer, Contestant, Fault, FaultKind, Start, Task, Trouble};
use outplay::face::{AnyGame, Choice, Faced, Options, Seated};

use super::gtp::Gtp;
use super::hub::Hub;
use super::processor::processor_time;
use super::remote::Remote;
use super::spec::{Book, Kind, Program, Protocol, Search, Spec};
use super::uci::Uci;
use crate::failure::Failure;
use crate::files::{self, Kind as FileKind};
use crate::{books, interrupt, tables};

/// What a player needs that is made once and shared by all threads.
pub(in crate::commands) struct Tools<'t> {
    spec: &'t Spec,
    options: Options,
}

impl<'t> Tools<'t> {
    /// Gets a player ready. What is wrong with it is told here, before anything is played.
    pub(in crate::commands) fn new(game: &Faced, spec: &'t Spec) -> Result<Tools<'t>, Failure> {
        let options = match &spec.kind {
            Kind::Search(search) => {
                let options = options(&*game.0, search)?;
                let made = game.0.thinker(&search.name, &options);
                made.map_err(|what| Failure::input(format!("player `{}`: {what}", spec.name)))?;
                options
            }
            Kind::Own(_) => Options::default(),
            Kind::Program(program) => {
                starts(game, program, spec)?;
                Options::default()
            }
        };
        Ok(Tools { spec, options })
    }

    /// A contestant for one thread.
    pub(in crate::commands) fn contestant<'c>(
        &'c self,
        game: &'c Faced,
    ) -> Box<dyn Contestant<Faced> + 'c> {
        let seated = |name: &str| -> Result<Seated, String> {
            let thinker = game.0.thinker(name, &self.options).map_err(|what| what.to_string())?;
            let seated = Seated::new(thinker);
            // The clock of a thread is not that of a search with several.
            Ok(if self.options.threads == 1 { seated.stopwatch(processor_time) } else { seated })
        };
        let made: Result<Box<dyn Contestant<Faced> + 'c>, String> = match &self.spec.kind {
            Kind::Search(search) => {
                seated(&search.name).map(|one| Box::new(one.time(search.time)) as Box<_>)
            }
            Kind::Own(names) => names
                .iter()
                .map(|name| seated(name))
                .collect::<Result<_, _>>()
                .map(|by_seat| Box::new(BySeat { by_seat, seat: Player::MAX }) as Box<_>),
            Kind::Program(program) => Ok(remote(program)),
        };
        made.unwrap_or_else(|what| Box::new(Unavailable(what)))
    }
}

/// How a search is made.
fn options(game: &dyn AnyGame, search: &Search) -> Result<Options, Failure> {
    let weights = match &search.weights {
        None => None,
        Some(path) => Some(Arc::from(files::read(path, FileKind::WEIGHTS)?)),
    };
    let book = match &search.book {
        Book::None => None,
        Book::Own => books::shipped(game)?,
        Book::File(path) => Some(books::open(path)?),
    };
    let tables = tables::Choice::none()
        .with_own(search.tables.clone())
        .with_syzygy(search.syzygy.clone())
        .open(game)?;
    Ok(Options {
        megabytes: search.table as usize,
        threads: search.threads,
        features: search.features,
        book,
        tables,
        weights,
        textbook: search.textbook.clone(),
        evaluation: search.evaluation.clone(),
        mcts: search.mcts.clone(),
        ..Options::default()
    })
}

/// A player that is another one on every seat.
struct BySeat {
    by_seat: Vec<Seated>,
    /// Where it sits in this game.
    seat: Player,
}

impl Contestant<Faced> for BySeat {
    fn begin(&mut self, start: &Start<'_, Faced>, seed: u64) -> Result<(), Trouble> {
        self.seat = start.seat;
        self.by_seat[self.seat.index()].begin(start, seed)
    }

    fn answer(&mut self, task: &Task<'_, Faced>) -> Result<Answer<Choice>, Trouble> {
        self.by_seat[self.seat.index()].answer(task)
    }
}

/// A contestant that could not be made.
struct Unavailable(String);

impl Contestant<Faced> for Unavailable {
    fn begin(&mut self, _: &Start<'_, Faced>, _: u64) -> Result<(), Trouble> {
        Err(Fault::new(FaultKind::Crash, self.0.clone()).into())
    }

    fn answer(&mut self, _: &Task<'_, Faced>) -> Result<Answer<Choice>, Trouble> {
        Err(Fault::new(FaultKind::Crash, self.0.clone()).into())
    }
}

/// A program that cannot be started, or is not ready for a game, is a mistake in the command line, and told before anything is
/// played.
fn starts(game: &Faced, program: &Program, spec: &Spec) -> Result<(), Failure> {
    let (position, stop) = (game.start(), interrupt::flag());
    let (seat, control) = (Player::MAX, &spec.control);
    let start = Start { game, position: &position, seat, control, stop: &stop };
    match remote(program).begin(&start, 0) {
        Ok(()) => Ok(()),
        Err(Trouble::Stopped) => Err(Failure::interrupted()),
        Err(Trouble::Fault(fault)) => {
            Err(Failure::input(format!("player `{}`: {}", spec.name, fault.what)))
        }
    }
}

fn remote(program: &Program) -> Box<dyn Contestant<Faced> + '_> {
    match program.protocol {
        Protocol::Uci => Box::new(Remote::new(program, Uci)),
        Protocol::Gtp => Box::new(Remote::new(program, Gtp::default())),
        Protocol::Hub => Box::new(Remote::new(program, Hub)),
    }
}
