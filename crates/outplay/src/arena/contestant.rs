//! Who plays: anything that can be asked for a move.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::control::Control;
use crate::{Clock, Game, Past, Player};

/// Something that plays: a search of this library, or a program behind a protocol.
///
/// It is asked for one move after the other. A contestant that cannot answer says what is wrong; the match goes on.
pub trait Contestant<G: Game> {
    /// A new game begins. Nothing may be left of the games before: `seed` is for whatever it does by chance.
    fn begin(&mut self, start: &Start<'_, G>, seed: u64) -> Result<(), Trouble>;

    /// What went wrong between the last game and the one that has just begun. It is counted, and costs neither game.
    fn lapse(&mut self) -> Option<Fault> {
        None
    }

    /// The move to make.
    fn answer(&mut self, task: &Task<'_, G>) -> Result<Answer<G::Move>, Trouble>;
}

/// How a game begins.
pub struct Start<'t, G: Game> {
    /// The rules.
    pub game: &'t G,
    /// The first position, before the moves of the opening.
    pub position: &'t G::Position,
    /// Where the contestant sits.
    pub seat: Player,
    /// How long it may think.
    pub control: &'t Control,
    /// When this is set, nobody waits for an answer any more.
    pub stop: &'t Arc<AtomicBool>,
}

/// A question: which move now?
pub struct Task<'t, G: Game> {
    /// The rules.
    pub game: &'t G,
    /// The first position, before the moves of the opening.
    pub start: &'t G::Position,
    /// All moves since, those of the opening and of chance included.
    pub moves: &'t [G::Move],
    /// The position now, with all that came before.
    pub position: &'t Past<G::Position>,
    /// The legal moves, in the order of the rules.
    pub legal: &'t [G::Move],
    /// Where the contestant sits.
    pub seat: Player,
    /// How long it may think.
    pub control: &'t Control,
    /// What everybody has left on the clock.
    pub clocks: &'t [Option<Clock>],
    /// How long this move may take, if there is a limit.
    pub allowed: Option<Duration>,
    /// When this is set, nobody waits for an answer any more.
    pub stop: &'t Arc<AtomicBool>,
}

impl<G: Game> Task<'_, G> {
    /// Whether nobody waits for an answer any more.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What a contestant does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer<M> {
    /// It makes a move.
    Move(Choice<M>),
    /// It gives up.
    Resign,
}

/// A move, and what the contestant thinks of it, as far as it says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The score, for the player to move.
    pub score: Option<f64>,
    /// How many plies deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// The time it used, if it knows better than the clock on the wall: who runs inside of the referee's own process may have had to
    /// wait for a processor, and is not charged for that.
    pub used: Option<Duration>,
    /// How long threads had to wait for a processor before the answer was there, if the system tells. It says why an answer is
    /// late, and excuses nothing.
    pub waited: Option<Duration>,
}

impl<M> Choice<M> {
    /// A move without comment.
    pub fn plain(mv: M) -> Choice<M> {
        Choice { mv, score: None, depth: None, nodes: None, used: None, waited: None }
    }
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is the contestant's fault.
    Fault(Fault),
    /// The match was stopped.
    Stopped,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// What a contestant did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What sort of fault it is.
    pub kind: FaultKind,
    /// What happened, in a few words.
    pub what: String,
}

impl Fault {
    /// A fault of this sort.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into() }
    }
}

/// The sorts of faults. They are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// It answered after its time was over.
    Time,
    /// It did not answer at all.
    Stall,
    /// It is gone, or could not be started.
    Crash,
    /// It answered, but not with a legal move.
    Illegal,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 4] =
        [FaultKind::Time, FaultKind::Stall, FaultKind::Crash, FaultKind::Illegal];
}

impl Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Time => "time",
            FaultKind::Stall => "stall",
            FaultKind::Crash => "crash",
            FaultKind::Illegal => "illegal",
        })
    }
}

impl FaultKind {
    /// The sort with this name.
    pub fn named(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.to_string() == name)
    }
}
