//! Connect Four: drop stones into columns, four in a row win.
//!
//! ```
//! use outplay::engine::{Engine, Question};
//! use outplay::{Bound, Limits, Value};
//! use outplay::face::Notation;
//! use outplay_games::connect_four::{ConnectFour, Threats};
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
mod stones;

use outplay::engine::{Insight, StaticEvaluation};
use outplay::face::{Entry, Listing, Shares};

use crate::by_stones::ByStones;
use crate::catalogue::size;

pub use insight::Threats;
pub use playing::Playing;
pub use rules::{Board, ConnectFour, SizeError, Stone};

/// Scores of the first plies on the usual board; `docs/books.md` says how they were made.
const BOOK: &[u8] = include_bytes!("opening.book");

/// How positions are written, and scores.
const WRITTEN: &str = "\
A position is the columns of the moves so far, like 4453; a move is a column, counted from 1. A solved score is 0 for a draw and \
otherwise k, if the player to move wins with the k-th stone counted from their last, or -k, if the other player does.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| {
        let (width, height) = size(variant)?.unwrap_or((7, 6));
        ConnectFour::new(width, height).map_err(|error| error.to_string())
    };
    Entry::sized("connect-four", make)
        .about("four in a row on 7 x 6, stones fall")
        .variants(&["5x4", "6x5", "8x7"])
        .seats(&["Yellow", "Red"])
        .unit("stones", f64::from(playing::UNIT), f64::from(playing::UNIT))
        .protocol_names(&["cfour"])
        .notation()
        .written(WRITTEN)
        .board()
        .meaning(|_, score| meaning(score))
        .zero_sum()
        .insight(|_| Playing)
        .shares(shares)
        .solver(|_| Threats)
        .book(|game| (*game == ConnectFour::default()).then_some(BOOK.into()))
        .tables(|game, pieces| ByStones::new(stones::SmallBoard::new(game)?, pieces))
        .into()
}

/// What each part of the evaluation adds.
fn shares(game: &ConnectFour, insight: &Playing, board: &Board) -> Shares {
    let look = insight.scratch(game, board);
    let rows = evaluate::TABLE.iter().zip(game.features(board, &look));
    let rows = rows.map(|(feature, [first, second])| {
        let [of_first, of_second] = feature.worth;
        (feature.name, [of_first * first, -of_second * second].map(f64::from))
    });
    let score = f64::from(insight.evaluate(game, board, &look, &()));
    Shares { rows: rows.collect(), score }
}

/// What a solved score means.
fn meaning(score: i32) -> String {
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
