//! The engine: the search that plays and solves.
//!
//! One core for every two-player zero-sum game without chance. What a game knows about itself reaches it
//! through [`Insight`]; a game that knows nothing is searched by the rules alone. [`Engine::solve`] finds the score
//! of a position with best play to the end, and proves it. [`Engine::search`] finds the best move it can within
//! [limits](crate::Limits).
//!
//! ```
//! use outplay::{Bound, Tree, engine::{Engine, Progress, WIN}};
//!
//! let tree: Tree = "((1 -1) (1 1))".parse()?; // 1 is a win for MAX
//! let game = tree.sides()?;
//! let engine = Engine::new(&game, &(), 1)?; // by the rules alone, with a table of 1 MB
//! let report = engine.solve(&tree.root(), &Progress::default());
//! assert_eq!(report.value, Some(Bound::Exact(WIN - 2))); // won in two plies
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Book`] keeps the scores of positions near the start, found once and for all.
//!
//! The node is in `node.rs`, and reads like a table of contents; each feature is a file of its own: `order`, `habits`,
//! `siblings`, `probcut`, `table`, `threads`; and for games that [neglect](Insight::NEGLECTS) moves, `quiet`, `idle`, `futility`,
//! `late`, `unlucky`, `reduce`, `unhinted`, `extend`, `single`, `correct`. Two drivers ask the node: `solve` and `deepen`.

pub mod book;

mod config;
mod correct;
mod deepen;
mod extend;
mod futility;
mod habits;
mod idle;
mod insight;
mod late;
mod lessons;
mod memory;
mod node;
mod order;
mod probcut;
mod progress;
mod quicker;
mod quiet;
mod reduce;
mod root;
mod siblings;
mod single;
mod solve;
mod table;
mod threads;
mod unhinted;
mod unlucky;

pub use book::Book;
pub use config::{Config, Driver};
pub use insight::{Care, Insight, WIN};
pub use progress::Progress;
pub use solve::Engine;
