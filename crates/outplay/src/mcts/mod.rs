//! Monte-Carlo tree search: select, expand, play out, back up.
//!
//! Minimax looks at all moves, and needs an evaluation where it cannot see the end. Monte-Carlo search asks another question: if the game went on at random from here, how often would it
//! be won? One random game says next to nothing, ten thousand say a lot; and a tree that grows where the moves are good turns random games into a search. Every *simulation* has four phases:
//!
//! 1. **Select.** From the root down, at every node the mover takes the move with the highest score: what it has given so far, and what it may be worth beyond that, because it was tried
//!    seldom. [`Rule`] says how the two are weighed.
//! 2. **Expand.** At the end of the tree, the leaf gets a node for each of its moves.
//! 3. **Play out.** From there the game is played to its end, at random or by what the game [knows](Knowledge::play_out).
//! 4. **Back up.** Every node on the way adds the result to its sum: what the player wins who chose it.
//!
//! Good moves are visited more often, so the tree below them is larger, so their means are those of better and better play: they tend to what minimax says, and for many players to what max-n
//! says. The move that is visited most is played.
//!
//! ```
//! use outplay::engine::Question;
//! use outplay::mcts::{Config, Mcts};
//! use outplay::tree::Branch;
//! use outplay::{Limits, Tree};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let question = Question::at(tree.root());
//!
//! // Ten thousand simulations by statistics alone: about what minimax says.
//! let config = Config { simulations: Some(10_000), solver: false, ..Config::default() };
//! let report = Mcts::new(tree.clone(), ()).with(config).search(&question, &Limits::default(), ());
//! assert_eq!(report.best, Some(Branch(0)));
//! assert!((report.value.unwrap().mean - 3.0).abs() < 0.5);
//!
//! // With the solver, so few that the tree is known.
//! let report = Mcts::new(tree, ()).search(&question, &Limits::default(), ());
//! assert!(report.complete && report.counts.leaves < 40);
//! assert_eq!(report.value.unwrap().mean, 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It works on every [`Game`](crate::Game): any number of players, each for themselves, chance by its odds, players who move again, any payoffs. Nothing has to be added. What a game may add is
//! [`Knowledge`]: priors, a play-out of its own on a fast board, an evaluation, names for actions. A game that is [zero-sum](crate::ZeroSum) says so by [`Config::zero_sum`], and the solver
//! proves more. One that minds [repetition](crate::Repetition) is searched by these rules inside of the tree; play-outs end after [`MAX_PLY`](crate::MAX_PLY) moves.
//!
//! # Where things are
//! `worker.rs` is one thread at work, phase by phase, and `select.rs` its choice of a move. Each rule is a file with its reference: `ucb1.rs`, `ucb1_tuned.rs`, `puct.rs`, `rave.rs`,
//! `grave.rs`, `progressive_bias.rs`, `implicit_minimax.rs`, `first_play_urgency.rs`; for play-outs `playout.rs` and `last_good_reply.rs`. `solver.rs` proves, `pool.rs` holds the
//! nodes, `threads.rs` runs several workers and says when to stop, `handle.rs` keeps the tree between questions, `rows.rs` makes the report, `record.rs` writes simulations down. What each rule is worth is in
//! docs/mcts.md.

mod config;
mod expand;
mod first_play_urgency;
mod grave;
mod handle;
mod implicit_minimax;
mod knowledge;
mod last_good_reply;
#[cfg(all(test, loom))]
mod model;
mod moves;
mod playout;
mod pool;
mod progressive_bias;
mod puct;
mod random;
mod rave;
mod record;
mod report;
mod rows;
mod select;
mod settings;
mod sides;
mod solver;
mod sync;
mod threads;
mod ucb1;
mod ucb1_tuned;
mod worker;

pub use config::{Config, Rave, Rule, Urgency};
pub use handle::Mcts;
pub use knowledge::Knowledge;
pub use playout::{End, PlayOut, uniform};
pub use random::Random;
pub use record::{Frame, Learnt, Phase, Record, Recorder, Visited};
pub use report::{Estimate, Report};
pub use settings::{SETTINGS, Setting};
