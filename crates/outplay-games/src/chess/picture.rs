//! The board as a person sees it: White below, in capital letters.
//!
//! ```
//! use outplay::Game;
//! use outplay_games::{Notation, chess::Chess};
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

use cozy_chess::{Board, Color, File, Rank, Square};

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
