//! The engine: the search that plays and solves.
//!
//! One core for every two-player zero-sum game [without chance](crate::Deterministic). What a game knows about itself reaches it
//! through [`Insight`]; a game that knows nothing is searched by the rules alone. An engine is asked a [`Question`]: [`Engine::solve`]
//! finds the score of a position with best play to the end, and proves it; [`Engine::search`] finds the best move it can within
//! [limits](crate::Limits). Whoever wants to know what happens meanwhile brings an [observer](crate::Observer), and `()` is nobody.
//!
//! ```
//! use outplay::engine::{Engine, Question};
//! use outplay::tree::Branch;
//! use outplay::{Bound, Limits, Tree, Value};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let engine = Engine::new(tree.for_engine()?, (), 1)?; // by the rules alone, with a table of 1 MB
//! let report = engine.solve(&Question::at(tree.root()), &Limits::default(), ());
//! assert_eq!(report.value, Some(Value::Proven(Bound::Exact(3)))); // what alpha-beta says
//! assert_eq!(report.line, [Branch(0), Branch(0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine owns or shares what it works with. It can be kept and sent to another thread, and what it has learnt is kept, too.
//!
//! A [`Book`] keeps the scores of positions near the start, found once and for all.
//!
//! # Where things are
//! The node is in `node.rs` and reads like a table of contents: `probe.rs` asks the transposition table, `move_picker.rs` orders the
//! moves, `pvs.rs` searches them again where a null window was not enough. Two drivers ask the node: `solve.rs` (and `best_line.rs`, which
//! names the moves) and `iterative_deepening.rs`. `handle.rs` is what is kept between questions. Everything that can be switched off is a file of its own with a row in [`FEATURES`].

pub mod book;

mod as_listed;
mod aspiration;
mod best_line;
mod blocks;
mod check_extension;
mod config;
mod continuation_history;
mod correction_history;
mod counter_moves;
mod endgame_tables;
mod expand;
mod features;
mod few_moves;
mod futility;
mod handle;
mod histories;
mod history;
mod history_pruning;
mod insight;
mod internal_iterative_reduction;
mod iterative_deepening;
mod killers;
mod late_move_pruning;
mod late_move_reductions;
mod mate_distance_pruning;
mod move_picker;
mod node;
mod null_move;
mod probcut;
mod probe;
mod progress;
mod provisional;
mod pvs;
mod question;
mod quiescence;
mod razoring;
mod repetition;
mod reverse_futility;
mod root;
mod search;
mod see_pruning;
mod singular_extension;
mod solve;
mod table;
mod threads;
mod time_management;
mod transposition_cutoffs;
mod watch;

pub use book::Book;
pub use config::{Config, Driver};
pub use features::{FEATURES, Feature, Features};
pub use handle::Engine;
pub use insight::{
    Effort, Evaluated, Facts, FewMoves, HowMany, Insight, KNOWN_WIN, Keys, LANES, Lookup, Ordering,
    Scale, Selectivity, StaticEvaluation, TableFact, WIN, Watched, WithTables,
};
pub(crate) use insight::{FARTHEST, plies_of, shifted};
pub use question::{EVERY_MOVE, Question};
