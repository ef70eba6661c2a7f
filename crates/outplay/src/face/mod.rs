//! The face: one object-safe view of any game and of any search. All doors use it, and nothing else.
//!
//! A program that works with games by name (a command line, a protocol, a page, Python) cannot be compiled anew for every game. It
//! sees a game as [`AnyGame`], a game under way as a [`Session`], and a search as a [`Thinker`]:
//!
//! ```text
//! Entry ──▶ Catalogue ──name──▶ AnyGame ──▶ Session: a start and moves; play, undo, texts, board
//!                                  └──────▶ Thinker: a search by name, asked a Question, telling what it finds
//! ```
//!
//! An [`Entry`] makes all of it from a [`Game`](crate::Game) and what else is known about it. What is not given has a default that
//! works, so that a game needs nothing but its rules:
//!
//! ```
//! use outplay::face::{Catalogue, Entry, Options, Question};
//! use outplay::{Deterministic, Game, Limits, Player, Turn, ZeroSum};
//!
//! /// Take one, two or three from a heap; the last one wins.
//! #[derive(Clone)]
//! struct Nim;
//!
//! impl Game for Nim {
//!     type Position = (u8, u8); // how many are left, and who is to move
//!     type Move = u8;
//!     fn start(&self) -> (u8, u8) { (21, 0) }
//!     fn turn(&self, at: &(u8, u8)) -> Turn { Turn::Player(Player(at.1)) }
//!     fn moves(&self, at: &(u8, u8), moves: &mut Vec<u8>) { moves.extend(1..=at.0.min(3)) }
//!     fn play(&self, at: &mut (u8, u8), taken: u8) { *at = (at.0 - taken, 1 - at.1) }
//!     fn payoff(&self, at: &(u8, u8), player: Player) -> f64 { if player.0 == at.1 { -1.0 } else { 1.0 } }
//! }
//! impl ZeroSum for Nim {}
//! impl Deterministic for Nim {}
//!
//! let catalogue = Catalogue::default().with(Entry::new("nim", Nim).zero_sum());
//! let nim = catalogue.game("nim")?;
//! let session = nim.open("2 1 3")?; // moves from the start
//! assert_eq!(session.position(), "2 1 3");
//! let mut engine = nim.thinker("engine", &Options::default())?;
//! let answer = engine.think(&*session, &Question::default(), &Limits::default(), &mut |_| ())?;
//! let best = answer.best.expect("the game is not over");
//! assert_eq!(session.name(best), "3"); // twelve are left, a multiple of four
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Calls through the face happen once per move and once per iteration: the engine and Monte-Carlo search are compiled for their game. Only the
//! searches of the textbook are compiled once for all games, and call the rules through `dyn` at every node.

mod about;
pub mod board;
mod by_best_reply;
mod by_choice;
mod by_engine;
mod by_mcts;
mod by_proof;
mod by_static_evaluation;
mod by_textbook;
mod by_value_iteration;
mod core;
mod entry;
mod erased;
mod faced;
mod facts;
mod hosted;
mod making_books;
mod making_tables;
pub mod notation;
mod ownership;
mod panics;
mod policy;
mod reading;
mod seated;
mod session;
mod texts;
mod thinker;
mod trace;
mod tuning;
mod worth;

use std::borrow::Cow;
use std::fmt::{self, Display};

pub use about::{About, Information, SearchInfo, Shares, Unit};
pub use core::{Core, OwnChoice, OwnEvaluation, Owning, Playable};
pub use entry::{Adversarial, Catalogue, Entry, General, Listing, NameError, Searches};
pub use faced::Faced;
pub use making_books::BookMaker;
pub use making_tables::{EndgameTables, Probed, Prober, TableMaker, TableOf};
pub use notation::{Notation, NotationError};
pub use ownership::{Fate, Judgement, OwnedPoint, Ownership};
pub use panics::guarded;
pub use policy::{PolicyRow, PolicyWanted};
pub use seated::{Seated, Stopwatch};
pub use session::{Choice, Ply, Record, Session};
pub use thinker::{
    Answer, Considered, EVERY_MOVE, Options, Question, Sampled, Shelved, Simulated, Thinker, Told,
};
pub use trace::{Noted, Recorded};
pub use tuning::{Fit, Fitting, SelfPlay, Selfplayer, Tuning};
pub use worth::Worth;

use crate::textbook;

/// A game of any kind.
pub trait AnyGame: Send + Sync {
    /// What the game is.
    fn about(&self) -> &About;

    /// A game that begins as usual.
    fn start(&self) -> Box<dyn Session>;

    /// A game that is under way. The text is nothing (the start), moves from the start, a position, a position and moves, or a whole
    /// game as its players write it down.
    fn open(&self, text: &str) -> Result<Box<dyn Session>, Wrong>;

    /// The variant of the game that a text tells, as it stands behind the colon of a name; nothing if it tells none. A record of a game may
    /// say on which board it was played.
    fn variant_of(&self, text: &str) -> Option<String>;

    /// Reads a file of openings, each a position or moves.
    fn openings(&self, text: &str) -> Result<Vec<Box<dyn Session>>, Wrong>;

    /// Reads a line of a file of problems: a position and its score, if it is known.
    fn problem(&self, line: &str) -> Result<(Box<dyn Session>, Option<i32>), Wrong>;

    /// A search by its [name](About::searches), with a table and histories of its own.
    fn thinker(&self, name: &str, options: &Options) -> Result<Box<dyn Thinker>, Refusal>;

    /// Searches by the textbook, and writes every step down.
    fn trace(
        &self,
        name: &str,
        at: &dyn Session,
        config: textbook::Config,
    ) -> Result<Recorded, Refusal>;

    /// A move for every position that can be reached.
    fn policy(&self, wanted: &mut PolicyWanted<'_>) -> Result<Vec<PolicyRow>, Wrong>;

    /// What the evaluation says of a position without a search, by its parts if it has any; nothing if the game has none.
    fn shares(&self, at: &dyn Session) -> Option<Shares>;

    /// The bytes of a [book](crate::engine::Book) that comes with the game.
    fn book(&self) -> Option<Cow<'static, [u8]>>;

    /// Makes and checks books, if the game can be solved.
    fn book_maker(&self) -> Result<Box<dyn BookMaker>, Refusal>;

    /// Builds and asks tables of positions near the end, if the game can number them: with up to so many pieces where they go by
    /// pieces.
    fn tables(&self, pieces: Option<u32>) -> Result<Box<dyn TableMaker>, Refusal>;

    /// Plays against itself and fits weights, if the evaluation has any.
    fn tuning(&self, weights: Option<&[u8]>) -> Result<Box<dyn Tuning>, Refusal>;

    /// Plays many random games and says what is wrong with the rules, with a line that shows it.
    fn check(&self) -> Result<(), Wrong>;
}

/// What is wrong with a text or a game, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

impl From<NotationError> for Wrong {
    fn from(error: NotationError) -> Wrong {
        Wrong(error.to_string())
    }
}

/// Why a search does not take a game, and what to use instead, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}
