#![forbid(unsafe_code)]
#![doc = include_str!("front_page.md")]

pub mod testing;
pub mod textbook;
pub mod tree;

mod game;
mod insight;
mod limits;
mod observe;
mod report;
mod score;
mod sides;

pub use game::{Game, Player, Turn, ZeroSum};
pub use insight::Insight;
pub use limits::{Depth, Limits, ParseDepthError, Stop};
pub use observe::{Cause, Event, Observer, Proof, Source};
pub use report::{Counts, Report};
pub use score::{Bound, Payoffs, Score, Window};
pub use sides::{Role, Sides, SidesInsight};
pub use tree::Tree;
