#![deny(unsafe_code)]
#![doc = include_str!("front_page.md")]

pub mod arena;
pub mod engine;
pub mod face;
pub mod mcts;
pub mod solve;
pub mod testing;
pub mod textbook;
pub mod tree;
pub mod tune;

mod beside;
mod best_move;
mod checksum;
mod evaluation;
mod game;
mod limits;
mod listing;
mod mixed;
mod modelled;
mod observe;
mod past;
mod report;
mod score;
mod scored;
mod sides;

pub use best_move::best_move;
pub use evaluation::Evaluation;
pub use game::{Deterministic, Game, Outcomes, Player, Repetition, Turn, ZeroSum};
pub use limits::{
    Clock, Depth, Limits, MAX_PLY, ParseDepthError, ParseTimeError, Stop, parse_time,
};
pub use listing::Tally;
pub use mixed::mixed;
pub use modelled::{Modelled, ModelledEvaluation, OpponentModel};
pub use observe::{Candidate, Cause, Event, Names, Observer, Proof, Reports, Source};
pub use past::{Past, PastEvaluation, WithPast};
pub use report::{Counts, Report};
pub use score::{Bound, Fail, Opinion, Payoffs, Range, Score, Value, Window};
pub use scored::Scored;
pub use sides::{ChanceError, Role, Sides, SidesEvaluation, WithoutChance};
pub use tree::Tree;
