//! The engine: the search that plays and solves.
//!
//! One core for every two-player zero-sum game without chance. What a game knows about itself reaches it
//! through [`Insight`]; a game that knows nothing is searched by the rules alone. So far the engine
//! *solves*: [`Engine::solve`] finds the score of a position with best play to the end, and proves it.
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

mod insight;
mod memory;
mod node;
mod solve;
mod table;

pub use insight::{Insight, WIN};
pub use solve::{Config, Engine, Progress};
