//! Connect Four: drop stones into columns, four in a row win.
//!
//! ```
//! use outplay::engine::{Engine, Question};
//! use outplay::{Bound, Limits, Value};
//! use outplay_games::{Notation, connect_four::{ConnectFour, Threats}};
//!
//! let game = ConnectFour::new(5, 4)?;
//! let question = Question::at(game.read_position("33")?);
//! let engine = Engine::new(game, Threats, 1)?;
//! let report = engine.solve(&question, &Limits::default(), ());
//! assert_eq!(report.value, Some(Value::Proven(Bound::Exact(0)))); // a draw
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod follow_up;
mod insight;
mod notation;
mod picture;
mod rules;

use crate::catalogue::{Listed, Scale};

pub use insight::Threats;
pub use rules::{Board, ConnectFour, SizeError, Stone};

/// Scores of the first plies on the usual board; `docs/books.md` says how they were made.
const BOOK: &[u8] = include_bytes!("opening.book");

impl Listed for ConnectFour {
    type Insight = Threats;

    fn insight(&self) -> Threats {
        Threats
    }

    /// They count the stones that are left.
    fn counts_plies(&self) -> bool {
        false
    }

    fn book(&self) -> Option<&'static [u8]> {
        (*self == ConnectFour::default()).then_some(BOOK)
    }

    fn meaning(&self, score: i32) -> String {
        let count = |stones: i32| match stones {
            1 => "their last stone".to_owned(),
            2 => "their last stone but one".to_owned(),
            more => format!("{} stones to spare", more - 1),
        };
        match score {
            0 => "a draw".to_owned(),
            won if won > 0 => format!("the player to move wins with {}", count(won)),
            lost => format!("the other player wins with {}", count(-lost)),
        }
    }

    fn scale(&self) -> Scale {
        Scale { unit: 1.0, clear: 2.0 }
    }
}
