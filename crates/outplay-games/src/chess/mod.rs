//! Chess, and Chess960: the rules of [`cozy_chess`], with the draws that need more than the board.
//!
//! ```
//! use outplay::Game;
//! use outplay::face::notation::Notation;
//! use outplay_games::chess::Chess;
//!
//! let game = Chess::default();
//! let mut position = game.read_position("7k/R7/1R6/8/8/8/8/4K3 w")?;
//! let mate = game.read_move(&position, "Rb8#")?;
//! game.play(&mut position, mate);
//! assert_eq!(game.payoff(&position, outplay::Player::MAX), 1.0);
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

pub mod exchange;
pub mod pgn;
pub mod tables;

mod cache;
mod checks;
mod epd;
mod evaluate;
mod features;
mod fen;
mod insight;
mod notation;
mod picture;
mod rules;
mod san;
mod train;
mod weights;

use outplay::face::{Entry, Listing, Shares};

use crate::catalogue::size;

pub use cozy_chess::{Board, Move};
pub use epd::Epd;
pub use evaluate::{Amount, FEATURES};
pub use insight::Pieces;
pub use rules::{Chess, Position, is_dead, perft};

/// How positions are written.
const WRITTEN: &str = "\
A position is a FEN, or the moves so far; moves are like Nf3 and exd5, or like g1f3. A whole game may be in PGN.";

/// Chess as it stands in the catalogue.
pub fn entry() -> Listing {
    listing("chess", Chess::default(), "mate the king on 8 x 8", &["chess"])
}

/// Chess960 as it stands in the catalogue.
pub fn entry_960() -> Listing {
    let about =
        "chess from any array of pieces, where castling is written as the king's move to its rook";
    listing("chess960", Chess::CHESS960, about, &["fischerandom", "chess960"])
}

fn listing(name: &str, game: Chess, about: &str, protocol_names: &[&str]) -> Listing {
    let make = move |variant: Option<&str>| match size(variant)? {
        None | Some((8, 8)) => Ok(game),
        _ => Err("chess is played on 8 x 8".to_owned()),
    };
    Entry::sized(name, make)
        .about(about)
        .seats(&["White", "Black"])
        .unit("pawns", 100.0, 250.0)
        .samples(&SAMPLES)
        .protocol_names(protocol_names)
        .notation()
        .written(WRITTEN)
        .board()
        .zero_sum()
        .insight(|_| Pieces::default())
        .weights(|_, weights| Pieces::with_weights(weights))
        .fit(|_, samples, fitting, told| train::fit(samples, fitting, told))
        .shares(|_, pieces, position| Shares {
            rows: pieces.shares(position),
            score: f64::from(pieces.score(position)),
        })
        .tables(|_, men| tables::ChessTables::checked(men.unwrap_or(tables::MOST_MEN.into())))
        .into()
}

/// From the opening to the endgame, quiet and not; two of them are usual for perft.
const SAMPLES: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 2 6",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2r2rk1/1p1bqpp1/p2ppn1p/8/3NP3/1PNQ3P/P1P2PP1/3R1RK1 b - - 1 17",
    "3r2k1/p4ppp/1p2p3/2n5/2P5/1P3N2/P4PPP/3R2K1 w - - 0 24",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/6p1/3Bp2p/4P2P/1r3PP1/5K2/R7 b - - 3 41",
    "6k1/5ppp/8/3q4/8/5Q1P/5PP1/6K1 w - - 0 35",
];
