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

mod evaluate;
mod follow_up;
mod insight;
mod notation;
mod picture;
mod playing;
mod rules;
mod shape;

use outplay::engine::{Insight, StaticEvaluation};

use crate::catalogue::{Listed, Scale, Shares};

pub use insight::Threats;
pub use playing::Playing;
pub use rules::{Board, ConnectFour, SizeError, Stone};

/// Scores of the first plies on the usual board; `docs/books.md` says how they were made.
const BOOK: &[u8] = include_bytes!("opening.book");

impl Listed for ConnectFour {
    type Insight = Playing;
    type Solver = Threats;

    fn insight(&self) -> Playing {
        Playing
    }

    fn solver(&self) -> Threats {
        Threats
    }

    /// They count the stones that are left.
    fn counts_plies(&self) -> bool {
        false
    }

    fn book(&self) -> Option<&'static [u8]> {
        (*self == ConnectFour::default()).then_some(BOOK)
    }

    fn shares(&self, insight: &Playing, board: &Board) -> Option<Shares> {
        let look = insight.scratch(self, board);
        let rows = evaluate::TABLE.iter().zip(self.features(board, &look));
        let rows = rows.map(|(feature, [first, second])| {
            let [of_first, of_second] = feature.worth;
            (feature.name, [of_first * first, -of_second * second].map(f64::from))
        });
        let score = insight.evaluate(self, board, &look, &());
        Some(Shares { unit: f64::from(playing::UNIT), rows: rows.collect(), score })
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
        Scale { unit: f64::from(playing::UNIT), clear: f64::from(playing::UNIT) }
    }
}
