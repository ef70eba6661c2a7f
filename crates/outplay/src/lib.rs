#![deny(unsafe_code)]
#![doc = include_str!("front_page.md")]

pub mod arena;
pub mod engine;
pub mod testing;
pub mod textbook;
pub mod tree;
pub mod tune;

mod evaluation;
mod game;
mod limits;
mod listing;
mod mixed;
mod observe;
mod past;
mod report;
mod score;
mod scored;
mod sides;

pub use evaluation::Evaluation;
pub use game::{Game, Outcomes, Player, Repetition, Turn, ZeroSum};
pub use limits::{
    Clock, Depth, Limits, MAX_PLY, ParseDepthError, ParseTimeError, Stop, parse_time,
};
pub use listing::Tally;
pub use mixed::mixed;
pub use observe::{Cause, Event, Names, Observer, Proof, Source};
pub use past::{Past, PastEvaluation, WithPast};
pub use report::{Counts, Report};
pub use score::{Bound, Payoffs, Range, Score, Window};
pub use scored::Scored;
pub use sides::{Role, Sides, SidesEvaluation};
pub use tree::Tree;
