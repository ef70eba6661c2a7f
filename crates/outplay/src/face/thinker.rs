//! Thinkers: searches by name, asked a question within limits, telling what they find on the way.

use std::sync::Arc;
use std::time::Duration;

use super::making_tables::EndgameTables;
use super::session::{Choice, Session};
use super::worth::Worth;
use super::{Refusal, Unit};
use crate::engine::{Book, Features};
use crate::mcts::Record;
use crate::solve::proof::ProofNumbers;
use crate::{Counts, Fail, Limits, Player, Range, Report, Stop, textbook};

pub use crate::engine::EVERY_MOVE;

/// A search of one game, with what it keeps between questions.
pub trait Thinker: Send {
    /// What is the best move in this position? `told` hears what is found on the way. The session has to be one of the game that
    /// this search was made for.
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal>;

    /// Thinks and writes every simulation down, if it is Monte-Carlo search. Its simulations are best [limited](crate::mcts::SETTINGS): all of them are kept.
    fn simulate(&mut self, at: &dyn Session, limits: &Limits) -> Result<Simulated, Refusal> {
        let _ = (at, limits);
        Err(Refusal("only Monte-Carlo search makes simulations".into()))
    }

    /// Sets what can be changed without forgetting anything: threads and features.
    fn configure(&mut self, options: &Options) {
        let _ = options;
    }

    /// Forgets all that was found out and learnt: a new game begins, with this seed for whatever it does by chance.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Gets memory ready before a clock runs.
    fn warm_up(&self) {}
}

/// What is asked of a [`Thinker`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Only these moves are looked at; all moves, if none is named.
    pub only: Vec<Choice>,
    /// How many of the best moves get a value and a line of their own: 1 unless said otherwise, [`EVERY_MOVE`] for all there are.
    pub lines: usize,
    /// When solving: only find out who wins.
    pub weak: bool,
    /// In proof-number search: only find out whether the player to move gets at least this, as a solved score.
    pub at_least: Option<i32>,
}

impl Default for Question {
    fn default() -> Self {
        Question { only: Vec::new(), lines: 1, weak: false, at_least: None }
    }
}

/// A book, and what to call it where something is wrong with it.
#[derive(Clone)]
pub struct Shelved {
    /// The book.
    pub book: Arc<Book>,
    /// Its file, or where else it comes from.
    pub shown: String,
}

/// How a search is made. What it does not know it leaves alone.
#[derive(Clone)]
pub struct Options {
    /// The size of the engine's table, and of the tree of Monte-Carlo search.
    pub megabytes: usize,
    /// How many threads the engine and Monte-Carlo search work with.
    pub threads: usize,
    /// What is switched on in the engine.
    pub features: Features,
    /// Where the engine looks positions up.
    pub book: Option<Shelved>,
    /// Where the engine and Monte-Carlo search look positions near the end up.
    pub tables: Option<EndgameTables>,
    /// The bytes of a file of weights, instead of those of the game.
    pub weights: Option<Arc<[u8]>>,
    /// The knobs of textbook searches. Their limits are those of the question, and they deepen only where there is an evaluation.
    pub textbook: textbook::Config,
    /// The evaluation of textbook searches, by its [name](super::About::evaluations), instead of the usual one.
    pub evaluation: Option<String>,
    /// [Knobs](crate::mcts::SETTINGS) of Monte-Carlo search by name, each with what it is set to, where they are not what suits the game.
    pub mcts: Vec<(String, String)>,
    /// Whose side paranoid search and expectimax take: the player to move, unless said otherwise.
    pub hero: Option<Player>,
    /// The seed of whatever is done by chance.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            megabytes: 16,
            threads: 1,
            features: Features::ALL,
            book: None,
            tables: None,
            weights: None,
            textbook: textbook::Config::default(),
            evaluation: None,
            mcts: Vec::new(),
            hero: None,
            seed: 0,
        }
    }
}

/// What a search tells on the way.
#[derive(Clone, Copy, Debug)]
pub enum Told<'t> {
    /// It starts over, this many plies deep.
    Iteration {
        /// The depth.
        depth: u32,
    },
    /// A move of the root is about to be searched.
    RootMove {
        /// The move.
        choice: Choice,
        /// Its number among those that are searched, from 1.
        number: usize,
        /// How many are searched.
        of: usize,
    },
    /// At the root, the score lies outside of the window that was asked with.
    Outside {
        /// On which side.
        fail: Fail,
        /// What is known of it.
        worth: &'t Worth,
    },
    /// A search that solves a position knows better where the score lies.
    Narrowed {
        /// The lowest and the highest score that are left.
        range: Range<i32>,
    },
    /// A sign of life.
    Progress {
        /// The positions looked at so far.
        nodes: u64,
        /// The farthest ply that was looked at.
        farthest: u32,
        /// The longest time in which the clock was not looked at.
        pause: Duration,
    },
    /// How much proof-number search has left to do, at least.
    ProofNumbers {
        /// Of the question.
        numbers: ProofNumbers,
    },
    /// An iteration is done: what is known so far.
    Answer(&'t Answer),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The best move that was found first.
    pub best: Option<Choice>,
    /// Every move that is proven to be as good as the best one.
    pub best_moves: Vec<Choice>,
    /// What the position is worth.
    pub worth: Option<Worth>,
    /// Best play from here on. Each choice is one of the position that the moves before it lead to.
    pub line: Vec<Choice>,
    /// What is known of each move, the best one first where moves were compared.
    pub moves: Vec<Considered>,
    /// How many plies deep the value reaches.
    pub depth: u32,
    /// Whether the value rests on finished games alone.
    pub complete: bool,
    /// What it cost.
    pub counts: Counts,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// In what scores are counted.
    pub unit: Unit,
    /// Why it stopped.
    pub stop: Stop,
}

impl Answer {
    /// How deep a search looked, what it cost, and why it stopped: what a report says without a word of its game. Moves and worth are
    /// left to who knows the game.
    pub(super) fn bare<M, V>(report: &Report<M, V>, unit: Unit) -> Answer {
        Answer {
            best: None,
            best_moves: Vec::new(),
            worth: None,
            line: Vec::new(),
            moves: Vec::new(),
            depth: report.depth,
            complete: report.complete,
            counts: report.counts,
            hash_full: 0,
            unit,
            stop: report.stop,
        }
    }

    /// Nothing, and why.
    pub(super) fn nothing(unit: Unit, stop: Stop) -> Answer {
        Answer { stop, ..Answer::bare(&Report::<Choice, Worth>::nothing(), unit) }
    }
}

/// A Monte-Carlo search with its simulations.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// Every simulation, phase by phase.
    pub record: Record,
    /// What was found.
    pub answer: Answer,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// The move.
    pub choice: Choice,
    /// What it is worth.
    pub worth: Worth,
    /// Best play, this move included: of as many moves as [lines](Question::lines) were asked for, and of the best one always.
    pub line: Vec<Choice>,
    /// What Monte-Carlo search knows beside its worth.
    pub sampled: Option<Sampled>,
}

/// How well Monte-Carlo search knows a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// How often it was visited.
    pub visits: u64,
    /// The standard error of its worth.
    pub error: f64,
    /// How likely the player who chooses is to win with it, a draw being half a win: in games that are won, drawn or lost.
    pub rate: Option<f64>,
    /// The standard error of that.
    pub rate_error: Option<f64>,
    /// What the game said of it before it was visited.
    pub prior: Option<f64>,
}
