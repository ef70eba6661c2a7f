//! The catalogue: the one list of games. A game that is added here appears everywhere.
//!
//! Games have types of their own, so whoever wants to work with a game by name brings a [`Visitor`]: code that
//! works with any game of the catalogue.
//!
//! ```
//! use outplay_games::catalogue::{self, Listed, Visitor};
//!
//! struct FirstMoves;
//! impl Visitor for FirstMoves {
//!     type Output = usize;
//!     fn visit<G: Listed>(self, game: &G) -> usize {
//!         let mut moves = Vec::new();
//!         game.moves(&game.start(), &mut moves);
//!         moves.len()
//!     }
//! }
//! assert_eq!(catalogue::visit("tic-tac-toe", FirstMoves), Ok(9));
//! let error = catalogue::visit("tic-tak-toe", FirstMoves).unwrap_err();
//! assert_eq!(error.to_string(), "there is no game `tic-tak-toe`; the games are tic-tac-toe, connect-four, othello, chess, chess960, pacman");
//! ```

use std::fmt::{self, Debug, Display};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use outplay::engine::{Insight, WIN};
use outplay::{Deterministic, Outcomes, Player, ZeroSum};

use crate::Notation;
use crate::board::Drawn;
use crate::chess::Chess;
use crate::connect_four::ConnectFour;
use crate::othello::Othello;
use crate::pacman::{LAYOUTS, Layout, Pacman};
use crate::tic_tac_toe::TicTacToe;

/// What every game of the catalogue can do.
pub trait Listed:
    ZeroSum<Position: PartialEq + Debug + Send + Sync, Move: Send + Sync>
    + Deterministic
    + Notation
    + Drawn
    + Clone
    + Send
    + Sync
    + 'static
{
    /// What the engine is told about it when it plays.
    type Insight: Insight<Self> + Send + 'static;

    /// What the engine is told about it when it solves. It is another type where scores of play leave room for opinions and solved scores need none, so that the
    /// two never meet in a table.
    type Solver: Insight<Self> + Send + 'static;

    /// What the engine is told about it when it plays.
    fn insight(&self) -> Self::Insight;

    /// What the engine is told about it when it solves.
    fn solver(&self) -> Self::Solver;

    /// The same, with the weights of a file; what is wrong with it otherwise.
    fn insight_with(&self, weights: &[u8]) -> Result<Self::Insight, String> {
        let _ = weights;
        Err("this game has no weights".to_owned())
    }

    /// The bytes of a [book](outplay::engine::Book) that comes with the game, if one does.
    fn book(&self) -> Option<&'static [u8]> {
        None
    }

    /// Fits weights to positions, as the bytes of a file. It tells how far it is, or nothing, and may be stopped whenever it does.
    fn fit(
        &self,
        samples: &[Labelled<Self::Position>],
        epochs: u32,
        threads: usize,
        told: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, String> {
        let _ = (samples, epochs, threads, told);
        Err("this game has no weights to fit".to_owned())
    }

    /// What each part of the evaluation adds to it in a position, for people to read, if it has parts.
    fn shares(&self, insight: &Self::Insight, position: &Self::Position) -> Option<Shares> {
        let _ = (insight, position);
        None
    }

    /// Positions as text, of all kinds, to measure a search on. By default the start alone.
    fn samples(&self) -> &'static [&'static str] {
        &[""]
    }

    /// How scores are shown.
    fn scale(&self) -> Scale {
        Scale { unit: 1.0, clear: 4.0 }
    }

    /// Whether scores near a win count the plies until then: unless the game scores in points, or in a way of its own.
    fn counts_plies(&self) -> bool {
        self.outcomes() == Outcomes::WinDrawLoss
    }

    /// Players for a seat that only this game has, by their names: a first choice first.
    fn own_players(&self, seat: Player) -> &'static [&'static str] {
        let _ = seat;
        &[]
    }

    /// What one of [those players](Self::own_players) does; nothing if there is no such player, or if it was stopped.
    fn own_choice(
        &self,
        player: &str,
        position: &Self::Position,
        random: &mut Rng,
        stop: &Arc<AtomicBool>,
    ) -> Option<Self::Move> {
        let _ = (player, position, random, stop);
        None
    }

    /// What a [solved](Self::solver) score means, in a few words.
    fn meaning(&self, score: i32) -> String {
        match score {
            0 => "a draw".to_owned(),
            won if won > 0 => format!("the player to move wins in {} plies", WIN - won),
            lost => format!("the player to move loses in {} plies", WIN + lost),
        }
    }
}

/// How scores are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// How much of it is one of what people count: a hundred, if it is hundredths of a pawn.
    pub unit: f64,
    /// A score with which who has it is clearly ahead.
    pub clear: f64,
}

/// A position whose score is known, or nearly so.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<P> {
    /// The position.
    pub position: P,
    /// Its score, for the player to move.
    pub score: i32,
    /// What its game ended with, for the player to move.
    pub payoff: Option<f64>,
    /// Which game it is from: positions of one game are much alike.
    pub game: usize,
}

/// An evaluation by its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// How much of it is one of what people count: a hundred, if it is hundredths of a pawn.
    pub unit: f64,
    /// Names, and what each adds to the score of MAX because of MAX, and because of MIN.
    pub rows: Vec<(&'static str, [f64; 2])>,
    /// The evaluation, for the player to move.
    pub score: i32,
}

/// Code that works with any game of the catalogue.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Works with one game.
    fn visit<G: Listed>(self, game: &G) -> Self::Output;
}

/// A line of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How the game is called on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Other boards that are worth a try, each behind a colon.
    pub variants: &'static [&'static str],
}

/// Makes both of what is below from one list.
macro_rules! catalogue {
    ($($name:literal, $about:literal, $variants:expr => $game:expr;)*) => {
        /// All games.
        pub const GAMES: &[Entry] = &[$(Entry { name: $name, about: $about, variants: $variants }),*];

        /// Lets `visitor` work with the game of this name, which may say a size or a layout: `connect-four:5x4`,
        /// `pacman:medium`.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, NameError> {
            let (plain, variant) = match name.split_once(':') {
                Some((plain, variant)) => (plain, Some(variant)),
                None => (name, None),
            };
            match plain {
                $($name => {
                    let game = $game(variant).map_err(NameError::Size)?;
                    Ok(visitor.visit(&game))
                })*
                _ => Err(NameError::Unknown(name.to_owned())),
            }
        }
    };
}

catalogue! {
    "tic-tac-toe", "three in a row on 3 x 3", &[] => |variant| match size(variant)? {
        None | Some((3, 3)) => Ok(TicTacToe),
        _ => Err("tic-tac-toe is played on 3 x 3".to_owned()),
    };
    "connect-four", "four in a row on 7 x 6, stones fall", &["5x4", "6x5", "8x7"] => |variant| {
        let (width, height) = size(variant)?.unwrap_or((7, 6));
        ConnectFour::new(width, height).map_err(|error| error.to_string())
    };
    "othello", "most discs on 8 x 8, what is enclosed is flipped", &["6x6", "4x4"] => |variant| {
        match size(variant)?.unwrap_or((8, 8)) {
            (width, height) if width == height => {
                Othello::new(width).map_err(|error| error.to_string())
            }
            _ => Err("the board of Othello is as wide as it is high".to_owned()),
        }
    };
    "chess", "mate the king on 8 x 8", &[] => |variant| only_8(variant, Chess::default());
    "chess960", "chess from any array of pieces, where castling is written as the king's move to its rook", &[] =>
        |variant| only_8(variant, Chess::CHESS960);
    "pacman", "one eats, ghosts chase; other layouts like pacman:medium", &["medium", "trapped", "dead-end", "open", "corridor", "ring", "pinch", "tiny"] => |variant: Option<&str>| {
        layout(variant.unwrap_or("small")).map(Pacman::new)
    };
}

fn only_8(variant: Option<&str>, game: Chess) -> Result<Chess, String> {
    match size(variant)? {
        None | Some((8, 8)) => Ok(game),
        _ => Err("chess is played on 8 x 8".to_owned()),
    }
}

/// The 5 and 4 of `connect-four:5x4`.
fn size(variant: Option<&str>) -> Result<Option<(u32, u32)>, String> {
    let Some(size) = variant else { return Ok(None) };
    let number = |text: &str| text.parse().ok().filter(|_| text.len() < 4);
    let sides =
        size.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    sides.map(Some).ok_or_else(|| {
        format!("`{size:.50}` is no size of a board: write width x height, like `connect-four:5x4`")
    })
}

/// A layout by its name, or as it is drawn.
fn layout(variant: &str) -> Result<Layout, String> {
    if let Some(layout) = Layout::named(variant) {
        return Ok(layout);
    }
    if variant.contains('%') {
        return variant.parse().map_err(|error| format!("layout: {error}"));
    }
    let names: Vec<&str> = LAYOUTS.iter().map(|(name, _, _)| *name).collect();
    Err(format!("there is no layout `{variant:.50}`; the layouts are {}", names.join(", ")))
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// No game has this name.
    Unknown(String),
    /// The game is not played on a board of that size; this says why.
    Size(String),
}

impl Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
        match self {
            NameError::Unknown(name) => {
                write!(f, "there is no game `{name}`; the games are {}", names.join(", "))
            }
            NameError::Size(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use outplay::WithPast;

    use super::*;
    use crate::board::{Gesture, Place};

    /// Every game signs the contract, and reads what it writes.
    struct Contract;

    impl Visitor for Contract {
        type Output = ();

        fn visit<G: Listed>(self, game: &G) {
            outplay::testing::check_deterministic(game);
            outplay::testing::check_deterministic(&WithPast::new(game));
            let position = game.start();
            assert!(game.read_position(&game.write_position(&position)) == Ok(position.clone()));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let board = game.board(&position);
            let is_there = |place: &Place| place.x < board.width && place.y < board.height;
            for mv in moves {
                let Gesture { from, to, also, .. } = game.gesture(&position, mv);
                assert!(from.iter().chain(&to).chain(&also).all(is_there), "{mv:?}");
                assert_eq!(game.read_move(&position, &game.write_move(&position, mv)), Ok(mv));
            }
        }
    }

    /// There is something to play.
    struct Opens;

    impl Visitor for Opens {
        type Output = ();

        fn visit<G: Listed>(self, game: &G) {
            let mut moves = Vec::new();
            game.moves(&game.start(), &mut moves);
            assert!(!moves.is_empty());
        }
    }

    #[test]
    fn a_name_may_say_a_size() {
        for entry in GAMES {
            for variant in entry.variants {
                visit(&format!("{}:{variant}", entry.name), Opens).expect("a board to play on");
            }
        }
        for name in ["othello:6x6", "othello:4x4", "connect-four:5x4", "pacman:tiny"] {
            visit(name, Contract).expect("a size that is played");
        }
        for (name, told) in [
            ("othello:7x7", "a board of 7 x 7 does not do: there are 4 x 4, 6 x 6 and 8 x 8"),
            ("othello:8x6", "the board of Othello is as wide as it is high"),
            ("tic-tac-toe:4x4", "tic-tac-toe is played on 3 x 3"),
            (
                "othello:six",
                "`six` is no size of a board: write width x height, like `connect-four:5x4`",
            ),
            ("chess:4x4", "chess is played on 8 x 8"),
        ] {
            assert_eq!(visit(name, Contract).expect_err("a wrong name").to_string(), told);
        }
    }

    #[test]
    fn every_game_signs_the_contract() {
        for entry in GAMES {
            visit(entry.name, Contract).expect("a game in the list can be visited");
        }
    }
}
