//! Matches: who is stronger, and by how much.
//!
//! A [`Referee`] plays one game between two or more [`Contestant`]s ([`ByEngine`], [`ByTextbook`], [`AtRandom`], or your own), with clocks, adjudication and a record of all that
//! happened. A [`Tournament`] plays the encounters of a [`Schedule`], several at a time. What came of it is counted as
//! [`Games`] or, better, as [`Pairs`]; a [`Sample`] of either gives [Elo](Sample::elo) with its error, and a [`Sprt`] says whether it is
//! decided. [`Standings`] keep it all, for any number of players: [`ratings`], and a [`Mean`] of payoffs where more than two play a game.
//!
//! Everything but the clocks is a function of its inputs: the same seed gives the same openings, dice and moves at random.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outplay::{Tree, Game, arena::{AtRandom, Control, Ending, Opening, Referee, Rules, Seat}};
//!
//! let tree: Tree = "((3 12) (2 4))".parse()?;
//! let game = tree.sides()?;
//! let referee = Referee { game: &game, rules: Rules::default(), stop: Arc::new(AtomicBool::new(false)) };
//! let (mut one, mut other) = (AtRandom::default(), AtRandom::default());
//! let mut seats = [
//!     Seat { contestant: &mut one, control: Control::default(), seed: 1 },
//!     Seat { contestant: &mut other, control: Control::default(), seed: 2 },
//! ];
//! let opening = Opening { position: game.start(), moves: vec![] };
//! let record = referee.play(&mut seats, &opening, 0).expect("nobody stops it");
//! assert_eq!((record.moves.len(), record.ending), (2, Ending::Over));
//! assert_eq!(record.results, [1.0, 0.0]); // every number is positive: MAX wins
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builtin;
mod contestant;
mod control;
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

pub use builtin::{ByEngine, ByTextbook, Stopwatch};
pub use contestant::{
    Answer, AtRandom, Choice, Contestant, Fault, FaultKind, Start, Task, Trouble,
};
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
pub use tournament::{Played, Tournament};
