//! The board as a person sees it: Black above, kings in capital letters, and the first and the last square of each row beside it.
//!
//! ```
//! use outplay::Game;
//! use outplay::face::notation::Notation;
//! use outplay_games::checkers::Checkers;
//!
//! let game = Checkers::default();
//! let position = game.read_position("W:W18,24,K3:B10,11,12,K20")?;
//! assert_eq!(game.picture(&position), " 1-4    .   .   W   .
//!  5-8  .   .   .   .
//!  9-12   .   b   b   b
//! 13-16 .   .   .   .
//! 17-20   .   w   .   B
//! 21-24 .   .   .   w
//! 25-28   .   .   .   .
//! 29-32 .   .   .   .
//! White to move
//! ");
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use outplay::Player;
use outplay::face::board::{self, Board, Drawn, Gesture, Ground, Place, Shape};

use super::rules::{BLACK, Checkers, Move, Position, WHITE};
use super::squares::each;

/// What a player is called.
pub(super) fn name(player: Player) -> &'static str {
    if player == BLACK { "Black" } else { "White" }
}

/// The player whose piece is on a square.
fn owner(position: Position, square: u32) -> Option<Player> {
    [BLACK, WHITE].into_iter().find(|player| position.pieces(*player) >> square & 1 == 1)
}

fn mark(position: Position, square: u32) -> char {
    let is_king = position.all_kings() >> square & 1 == 1;
    match owner(position, square) {
        None => '.',
        Some(BLACK) => ['b', 'B'][usize::from(is_king)],
        Some(_) => ['w', 'W'][usize::from(is_king)],
    }
}

pub(super) fn draw(position: Position) -> String {
    let row = |row: u32| {
        let marks: Vec<String> =
            (4 * row..4 * row + 4).map(|square| mark(position, square).to_string()).collect();
        let indent = if row.is_multiple_of(2) { "  " } else { "" };
        let numbers = format!("{:2}-{}", 4 * row + 1, 4 * row + 4);
        format!("{numbers:6}{indent}{}\n", marks.join("   "))
    };
    let rows: String = (0..8).map(row).collect();
    match position.has_moves() {
        true => format!("{rows}{} to move\n", name(position.player())),
        false => format!("{rows}{} has no move\n", name(position.player())),
    }
}

/// Where a square is, from the upper left.
fn place(square: u32) -> Place {
    let (row, nth) = (square / 4, square % 4);
    Place { x: (2 * nth + 1 - row % 2) as u8, y: row as u8 }
}

impl Drawn for Checkers {
    /// Pieces that must capture are marked. A row has the number of its first square.
    fn board(&self, position: &Position) -> Board {
        let pieces = (0..32).filter_map(|square| {
            let seat = owner(*position, square)?.0;
            let man = board::Piece::new(place(square), Shape::Disc, Some(seat));
            let is_king = position.all_kings() >> square & 1 == 1;
            Some(if is_king { man.labelled("K") } else { man })
        });
        let is_drawn = self.is_drawn(position);
        let capturers = if is_drawn { 0 } else { position.capturers(position.player()) };
        let caption = match (is_drawn, capturers, position.has_moves()) {
            (true, ..) => format!("{} moves without progress", self.limit().div_ceil(2)),
            (false, 0, true) => String::new(),
            (false, 0, false) => format!("{} has no move", name(position.player())),
            (false, ..) => format!("{} must capture", name(position.player())),
        };
        Board {
            ground: Ground::Squares,
            width: 8,
            height: 8,
            rows: (0..8).map(|row| (4 * row + 1).to_string()).collect(),
            pieces: pieces.collect(),
            marks: each(capturers).map(|piece| place(piece.trailing_zeros())).collect(),
            caption,
            ..Board::default()
        }
    }

    /// A capture goes by the squares on which the piece lands.
    fn gesture(&self, _: &Position, mv: Move) -> Gesture {
        let count = mv.jumps().saturating_sub(1) as usize;
        let via = mv.squares().skip(1).take(count).map(place).collect();
        Gesture { via, ..Gesture::step(place(mv.from()), place(mv.to())) }
    }
}
