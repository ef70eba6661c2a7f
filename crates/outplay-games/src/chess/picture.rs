//! The board as a person sees it: White below, in capital letters.
//!
//! ```
//! use outplay::Game;
//! use outplay::face::notation::Notation;
//! use outplay_games::chess::Chess;
//!
//! let game = Chess::default();
//! assert_eq!(game.picture(&game.start()), "\
//! 8  r n b q k b n r
//! 7  p p p p p p p p
//! 6  . . . . . . . .
//! 5  . . . . . . . .
//! 4  . . . . . . . .
//! 3  . . . . . . . .
//! 2  P P P P P P P P
//! 1  R N B Q K B N R
//!
//!    a b c d e f g h   White to move
//! ");
//! ```

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use super::rules::{Chess, FIFTY_MOVES, Position, has_moves};
use super::san::is_castling;
use outplay::face::board::{self, Drawn, Gesture, Ground, Place, Shape};

pub(super) fn draw(board: &Board) -> String {
    let mark = |square: Square| match (board.piece_on(square), board.color_on(square)) {
        (Some(piece), Some(Color::White)) => char::from(piece).to_ascii_uppercase(),
        (Some(piece), _) => char::from(piece),
        (None, _) => '.',
    };
    let mut picture = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let marks = File::ALL.map(|file| mark(Square::new(file, rank)).to_string());
        picture += &format!("{rank}  {}\n", marks.join(" "));
    }
    let side = if board.side_to_move() == Color::White { "White" } else { "Black" };
    picture
        + &format!("\n   {}   {side} to move\n", File::ALL.map(|file| file.to_string()).join(" "))
}

impl Drawn for Chess {
    fn board(&self, position: &Position) -> board::Board {
        let board = position.board();
        let pieces = Square::ALL.into_iter().filter_map(|square| {
            let seat = if board.color_on(square)? == Color::White { 0 } else { 1 };
            Some(board::Piece::new(place(square), shape(board.piece_on(square)?), Some(seat)))
        });
        let king = position.is_check().then(|| place(board.king(board.side_to_move())));
        board::Board {
            ground: Ground::Squares,
            width: 8,
            height: 8,
            columns: board::letters(8),
            rows: (1..=8).rev().map(|row| row.to_string()).collect(),
            pieces: pieces.collect(),
            marks: king.into_iter().collect(),
            caption: caption(position).to_owned(),
            ..board::Board::default()
        }
    }

    /// To castle, the king goes to where it ends up; in Chess960 it goes to its rook.
    fn gesture(&self, position: &Position, mv: Move) -> Gesture {
        let (from, to) = (place(mv.from), place(mv.to));
        let choice = mv.promotion.map(|piece| shape(piece).name());
        let mut gesture = Gesture { choice, ..Gesture::step(from, to) };
        if is_castling(position.board(), mv) && !self.is_960 {
            let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
            gesture.to = Some(place(Square::new(file, mv.to.rank())));
        }
        gesture
    }
}

/// What there is to say beside the player to move, or the winner.
fn caption(position: &Position) -> &'static str {
    if position.is_drawn() {
        return match position.board().halfmove_clock() {
            FIFTY_MOVES.. => "fifty moves",
            _ => "nobody can mate",
        };
    }
    match (position.is_check(), has_moves(position.board())) {
        (true, true) => "check",
        (true, false) => "checkmate",
        (false, true) => "",
        (false, false) => "stalemate",
    }
}

fn place(square: Square) -> Place {
    Place { x: square.file() as u8, y: 7 - square.rank() as u8 }
}

fn shape(piece: Piece) -> Shape {
    match piece {
        Piece::Pawn => Shape::Pawn,
        Piece::Knight => Shape::Knight,
        Piece::Bishop => Shape::Bishop,
        Piece::Rook => Shape::Rook,
        Piece::Queen => Shape::Queen,
        Piece::King => Shape::King,
    }
}
