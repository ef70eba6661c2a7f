//! Go: surround more of the board than the other player.
//!
//! Boards from 2 x 2 to 19 x 19, area scoring, positional superko unless simple ko is asked for. For Monte-Carlo search there are a [board](Board) and a [policy](Policy) for play-outs and
//! [chances](Weights) of moves, both with weights learnt from the program's own games; for the alpha-beta engine an [evaluation](Influence). docs/go.md tells what was measured.
//!
//! ```
//! use outplay::engine::{Engine, Question};
//! use outplay::{Bound, Game, Limits, Value};
//! use outplay_games::go::{Go, Goal, Influence, Options};
//!
//! let game = Go::new(2, 2, Options { komi: 0.0, goal: Goal::Points, ..Options::default() })?;
//! let question = Question::at(game.start());
//! let engine = Engine::new(game, Influence::default(), 1)?;
//! let report = engine.solve(&question, &Limits::default(), ());
//! assert_eq!(report.value, Some(Value::Proven(Bound::Exact(1)))); // Black wins by one point
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod criticality;
mod features;
mod fit;
mod insight;
mod knowledge;
mod notation;
mod owning;
mod patterns;
mod picture;
mod play_out;
mod policy;
mod rules;
mod sgf;
mod status;
mod tactics;
mod train;

use outplay::face::{Entry, Listing};

use crate::catalogue::counted;

pub use board::{Board, PASS, Point};
pub use criticality::Criticality;
pub use features::Weights;
pub use insight::{Influence, TERM_NAMES};
pub use knowledge::{Hand, PlayOuts};
pub use play_out::PlayOut;
pub use policy::{Knobs, Policy};
pub use rules::{
    Go, Goal, Ko, LARGEST, MOST_POINTS, Options, OptionsError, Position, Rules, Vertex,
};
pub use sgf::{Line, Record};
pub use status::JUDGEMENT;
pub use train::{Example, Lesson, examples, learn};

/// How positions are written.
const WRITTEN: &str = "\
A position is the moves so far, like E5 C3 pass, or all rows from above and the player to move, like 9/9/9/9/4X4/9/9/9/9:W, where X is \
black, O is white and a number stands for empty points. :ko=C3 and :passes=1 may follow. Columns have letters without I.";

/// The game as it stands in the catalogue: whoever has more points wins.
pub fn entry() -> Listing {
    listed("go", "surround more than the other player, 2 x 2 to 19 x 19", Options::default())
        .variants(&[
            "9x9",
            "13x13",
            "19x19",
            "7x7",
            "5x5",
            "9x9,komi=5.5,rules=tromp-taylor",
            "19x19,handicap=4,komi=0.5",
        ])
        .unit("points", 100.0, 500.0)
        .protocol_names(&["go", "baduk", "weiqi"])
        .into()
}

/// The same game for points, without komi unless there is one in the name: for solving small boards.
pub fn entry_points() -> Listing {
    let options = Options { komi: 0.0, goal: Goal::Points, ..Options::default() };
    listed("go-points", "Go where every point counts, for small boards", options)
        .variants(&["2x2", "3x2", "3x3", "5x5", "4x3,ko=simple"])
        .unit("points", 1.0, 5.0)
        .meaning(|_, score| match score {
            0 => "a draw".to_owned(),
            won if won > 0 => format!("the player to move wins by {}", counted(won, "point")),
            lost => format!("the other player wins by {}", counted(-lost, "point")),
        })
        .into()
}

fn listed(name: &str, what: &str, options: Options) -> Entry<Go, Searches> {
    Entry::sized(name, move |variant| sized(variant, options))
        .about(what)
        .seats(&["Black", "White"])
        .notation()
        .written(WRITTEN)
        .board()
        .zero_sum()
        .insight(|_| Influence::default())
        .weights(|_, weights| Influence::with_weights(weights))
        .fit(fit::fit)
        .knowledge(|_| PlayOuts::default())
        .ownership(owning::owning)
        .komi(owning::komi)
        .variant_of(owning::variant_of)
}

type Searches = outplay::face::Adversarial<Go, Influence, Influence>;

/// A size like `9x9`, and what else is chosen, like `komi=7`, with commas between them.
fn sized(variant: Option<&str>, mut options: Options) -> Result<Go, String> {
    let (mut width, mut height) = (9, 9);
    for part in variant.unwrap_or("9x9").split(',') {
        let wrong = || {
            format!(
                "`{part:.50}` says nothing about Go: write a size and what else is chosen, like \
                 `go:9x9,komi=7,rules=chinese,ko=positional,suicide=on,handicap=2`; rules are chinese and tromp-taylor, ko is positional \
                 or simple"
            )
        };
        match part.split_once('=') {
            None => {
                let sides = part.split_once('x');
                let read = |side: &str| side.parse().ok().filter(|_| side.len() < 4);
                let sides = sides.and_then(|(width, height)| Some((read(width)?, read(height)?)));
                (width, height) = sides.ok_or_else(wrong)?;
            }
            Some(("komi", komi)) => options.komi = komi.parse().map_err(|_| wrong())?,
            Some(("rules", "chinese")) => options.rules = Rules::Chinese,
            Some(("rules", "tromp-taylor")) => options.rules = Rules::TrompTaylor,
            Some(("ko", "positional")) => options.ko = Ko::Positional,
            Some(("ko", "simple")) => options.ko = Ko::Simple,
            Some(("suicide", "on")) => options.suicide = Some(true),
            Some(("suicide", "off")) => options.suicide = Some(false),
            Some(("handicap", stones)) => options.handicap = stones.parse().map_err(|_| wrong())?,
            Some(_) => return Err(wrong()),
        }
    }
    Go::new(width, height, options).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
