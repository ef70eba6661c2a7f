//! Positions as Hub writes them: the player to move, and a letter for each dark square from the upper left. `w` and `b` are men, `W` and
//! `B` kings, and `e` is empty.

use outplay::Turn;
use outplay::face::board::{Board, Ground, Piece, Shape};
use outplay::face::{About, Session};

/// Why a game has no such positions.
pub(in crate::commands) const NOT_DRAUGHTS: &str =
    "Hub is for draughts, with men and kings of Black and White on the dark squares of a board";

/// The position of a game under way; nothing if it is no draughts.
pub(in crate::commands) fn written(at: &dyn Session, about: &About) -> Option<String> {
    let board = at.board();
    let is_draughts = board.ground == Ground::Squares
        && about.players() == 2
        && board.pieces.iter().all(|piece| piece.shape == Shape::Disc);
    let turn = match at.turn() {
        Some(Turn::Player(player)) => letter(about, player.0)?,
        _ => 'W',
    };
    let squares = places(&board).map(|place| {
        let is_there = |piece: &&Piece| (piece.x, piece.y) == place;
        let Some(piece) = board.pieces.iter().find(is_there) else { return Some('e') };
        let letter = letter(about, piece.seat?)?;
        Some(if piece.label.is_empty() { letter.to_ascii_lowercase() } else { letter })
    });
    let squares: Option<String> = squares.collect();
    is_draughts.then_some(format!("{turn}{}", squares?))
}

/// The dark squares, row by row.
fn places(board: &Board) -> impl Iterator<Item = (f32, f32)> {
    let (width, height) = (board.width, board.height);
    (0..height).flat_map(move |y| {
        let dark = (0..width).filter(move |x| (x + y) % 2 == 1);
        dark.map(move |x| (f32::from(x), f32::from(y)))
    })
}

/// `B` or `W`, by the name of the seat.
fn letter(about: &About, seat: u8) -> Option<char> {
    match about.seats.get(usize::from(seat))?.as_str() {
        "Black" => Some('B'),
        "White" => Some('W'),
        _ => None,
    }
}

/// The position as players of draughts write it, `B:W18,24:B12,K20`.
pub(in crate::commands) fn read(text: &str, squares: usize) -> Result<String, String> {
    let mut letters = text.chars();
    let turn = letters.next().filter(|turn| matches!(turn, 'B' | 'W'));
    let turn = turn.ok_or_else(|| format!("`{text:.20}` does not begin with B or W"))?;
    let mut sides = [Vec::new(), Vec::new()];
    let mut count = 0;
    for (letter, number) in letters.zip(1_usize..) {
        count = number;
        let side = match letter {
            'w' | 'W' => &mut sides[0],
            'b' | 'B' => &mut sides[1],
            'e' => continue,
            _ => return Err(format!("`{letter}` on square {number} is none of w, W, b, B and e")),
        };
        let crown = if letter.is_uppercase() { "K" } else { "" };
        side.push(format!("{crown}{number}"));
    }
    match count == squares {
        true => Ok(format!("{turn}:W{}:B{}", sides[0].join(","), sides[1].join(","))),
        false => {
            Err(format!("a position has {squares} squares after the player to move, not {count}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn positions_are_written_and_read() {
        let game = games::named("checkers").unwrap();
        let hub = |text: &str| {
            let at = game.open(text).unwrap();
            written(&*at, game.about()).unwrap()
        };
        let start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(hub(""), start);
        assert_eq!(
            read(start, 32).unwrap(),
            "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
        );
        let fen = "W:W18,24,K27:B12,16,K20";
        assert_eq!(read(&hub(fen), 32).unwrap(), fen);
        let other = games::named("chess").unwrap();
        assert_eq!(written(&*other.start(), other.about()), None);
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert_eq!(read("x", 32).unwrap_err(), "`x` does not begin with B or W");
        assert_eq!(read("Wex", 2).unwrap_err(), "`x` on square 2 is none of w, W, b, B and e");
        let told = "a position has 32 squares after the player to move, not 1";
        assert_eq!(read("Wb", 32).unwrap_err(), told);
    }
}
