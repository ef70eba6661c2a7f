//! The engine: the search that plays and solves.
//!
//! One core for every two-player zero-sum game without chance. What a game knows about itself reaches it
//! through [`Insight`]; a game that knows nothing is searched by the rules alone. [`Engine::solve`] finds the score
//! of a position with best play to the end, and proves it. [`Engine::search`] finds the best move it can within
//! [limits](crate::Limits).
//!
//! ```
//! use outplay::{Bound, Tree, engine::{Engine, Progress}};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let game = tree.sides()?;
//! let engine = Engine::new(&game, &(), 1)?; // by the rules alone, with a table of 1 MB
//! let report = engine.solve(&tree.root(), &Progress::default());
//! assert_eq!(report.value, Some(Bound::Exact(3))); // what alpha-beta says
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Book`] keeps the scores of positions near the start, found once and for all.
//!
//! # Where things are
//! The node is in `node.rs` and reads like a table of contents: `probe.rs` asks the transposition table, `move_picker.rs` orders the
//! moves, `pvs.rs` searches them again where a null window was not enough. Two drivers ask the node: `solve.rs` and
//! `iterative_deepening.rs`. Everything that can be switched off is a file of its own with a row in [`FEATURES`].

pub mod book;

mod aspiration;
mod blocks;
mod check_extension;
mod config;
mod continuation_history;
mod correction_history;
mod counter_moves;
mod expand;
mod features;
mod futility;
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
mod memory;
mod move_picker;
mod node;
mod null_move;
mod probcut;
mod probe;
mod progress;
mod provisional;
mod pvs;
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
mod trust;

pub use book::Book;
pub use config::{Config, Driver};
pub use features::{FEATURES, Feature, Features};
pub use insight::{
    Effort, Evaluated, Facts, HowMany, Insight, Keys, Ordering, Scale, Selectivity,
    StaticEvaluation, WIN,
};
pub use progress::Progress;
pub use solve::Engine;
pub use trust::Trust;
