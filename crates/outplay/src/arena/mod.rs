//! Matches: who is stronger, and by how much.
//!
//! A [`Referee`] plays one game between [`Contestant`]s, with clocks, adjudication and a record of all that happened. Any search behind the
//! face is one, as [`Seated`](crate::face::Seated); your own is an `impl` of two functions. A [`Tournament`] plays the encounters of a
//! [`Schedule`], several at a time. What came of it is counted as [`Games`] or, better, as [`Pairs`]; a [`Sample`] of either gives
//! [Elo](Sample::elo) with its error, and a [`Sprt`] says whether it is decided. [`Standings`] keep it all, for any number of players:
//! [`ratings`], and a [`Mean`] of payoffs where one plays alone, or more than two play a game.
//!
//! Everything but the clocks is a function of its inputs: the same seed gives the same openings, dice and moves at random. All games of an
//! encounter have the same dice: the k-th throw of each takes the k-th random number of the encounter.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outplay::{Game, Tree};
//! use outplay::arena::{Control, Ending, Opening, Referee, Rules, Seat};
//! use outplay::face::{Catalogue, Entry, Faced, Options, Seated};
//!
//! // A catalogue keeps its games for good, and a tree is borrowed by what the engine searches.
//! let tree: &'static Tree = Box::leak(Box::new("((1 -1) (1 1))".parse()?));
//! let games = Catalogue::default().with(Entry::new("tree", tree.for_engine()?).zero_sum());
//! let game = Faced(games.game("tree")?);
//! let referee = Referee { game: &game, rules: Rules::default(), stop: Arc::new(AtomicBool::new(false)) };
//! let player = |name: &str| game.0.thinker(name, &Options::default()).map(Seated::new);
//! let (mut strong, mut weak) = (player("engine")?, player("random")?);
//! for seed in 0..10 {
//!     let mut seats = [
//!         Seat { contestant: &mut strong, control: Control::default(), seed },
//!         Seat { contestant: &mut weak, control: Control::default(), seed },
//!     ];
//!     let opening = Opening { position: game.start(), moves: vec![] };
//!     let record = referee.play(&mut seats, &opening, seed).expect("nobody stops it");
//!     assert_eq!((record.moves.len(), record.ending), (2, Ending::Over));
//!     assert_eq!(record.results, [1.0, 0.0]); // the second branch wins whatever follows
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contestant;
mod control;
pub(crate) mod dice;
mod elo;
mod mean;
mod normal;
mod ratings;
mod referee;
mod sample;
mod schedule;
mod sprt;
mod standings;
mod tournament;

pub use contestant::{Answer, Choice, Contestant, Fault, FaultKind, Start, Task, Trouble};
pub use control::{Control, ParsePeriodError, Period};
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use mean::Mean;
pub use ratings::{Duel, Ratings, ratings};
pub use referee::{
    DrawRule, Ending, Made, Opening, Record, Referee, ResignRule, Rules, Seat, Stopped,
};
pub use sample::{Games, Pairs, Sample};
pub use schedule::{Encounter, Format, Schedule, seed_for};
pub use sprt::{Model, Sprt, Verdict};
pub use standings::{Score, Standings};
pub use tournament::{News, Played, Tournament, UnderWay};
