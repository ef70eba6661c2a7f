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
//! assert_eq!(error.to_string(), "there is no game `tic-tak-toe`; the games are tic-tac-toe, connect-four, othello");
//! ```

use std::fmt::{self, Debug, Display};
use std::ops::ControlFlow;

use outplay::ZeroSum;
use outplay::engine::{Insight, WIN};

use crate::Notation;
use crate::connect_four::ConnectFour;
use crate::othello::Othello;
use crate::tic_tac_toe::TicTacToe;

/// What every game of the catalogue can do.
pub trait Listed:
    ZeroSum<Position: PartialEq + Debug + Send + Sync, Move: Send + Sync> + Notation + Sync + Sized
{
    /// What the engine is told about it.
    type Insight: Insight<Self>;

    /// What the engine is told about it.
    fn insight(&self) -> Self::Insight;

    /// The same, with the weights of a file; what is wrong with it otherwise.
    fn insight_with(&self, weights: &[u8]) -> Result<Self::Insight, String> {
        let _ = weights;
        Err("this game has no weights".to_owned())
    }

    /// The bytes of a [book](outplay::engine::Book) that comes with the game, if one does.
    fn book(&self) -> Option<&'static [u8]> {
        None
    }

    /// Fits weights to positions, as the bytes of a file. It is told how far it is, and may be stopped.
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

    /// What a score means, in a few words.
    fn meaning(&self, score: i32) -> String {
        match score {
            0 => "a draw".to_owned(),
            won if won > 0 => format!("the player to move wins in {} plies", WIN - won),
            lost => format!("the player to move loses in {} plies", WIN + lost),
        }
    }
}

/// A position whose score is known, or nearly so.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<P> {
    /// The position.
    pub position: P,
    /// Its score, for the player to move.
    pub score: i32,
    /// Which game it is from: positions of one game are much alike.
    pub game: usize,
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
}

/// Makes both of what is below from one list.
macro_rules! catalogue {
    ($($name:literal, $about:literal => $game:expr;)*) => {
        /// All games.
        pub const GAMES: &[Entry] = &[$(Entry { name: $name, about: $about }),*];

        /// Lets `visitor` work with the game of this name.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            match name {
                $($name => Ok(visitor.visit(&$game)),)*
                _ => Err(UnknownGame(name.to_owned())),
            }
        }
    };
}

catalogue! {
    "tic-tac-toe", "three in a row on 3 x 3" => TicTacToe;
    "connect-four", "four in a row on 7 x 6, stones fall" => ConnectFour::default();
    "othello", "most discs on 8 x 8, what is enclosed is flipped" => Othello::default();
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(String);

impl Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
        write!(f, "there is no game `{}`; the games are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game signs the contract, and reads what it writes.
    struct Contract;

    impl Visitor for Contract {
        type Output = ();

        fn visit<G: Listed>(self, game: &G) {
            outplay::testing::check_zero_sum(game);
            let position = game.start();
            assert!(game.read_position(&game.write_position(&position)) == Ok(position.clone()));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves {
                assert_eq!(game.read_move(&position, &game.write_move(&position, mv)), Ok(mv));
            }
        }
    }

    #[test]
    fn every_game_signs_the_contract() {
        for entry in GAMES {
            visit(entry.name, Contract).expect("a game in the list can be visited");
        }
    }
}
