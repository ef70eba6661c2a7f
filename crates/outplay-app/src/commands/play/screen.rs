//! The board on a terminal: in colour, or as the game's own picture where nobody wants colours.

use std::cmp::Ordering::Equal;
use std::io::{self, IsTerminal};

use outplay::face::Session;
use outplay::face::board::{Board, Ground, Piece, Place, Shape};

/// How boards are shown.
pub(super) struct Screen {
    is_coloured: bool,
}

/// The colours of seats: red, blue, green, yellow; and of what is nobody's.
const SEATS: [&str; 4] = ["91", "94", "92", "93"];
const NOBODY: &str = "37";
const MARKED: &str = "7";
const DIM: &str = "90";

impl Screen {
    pub(super) fn new() -> Screen {
        let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Screen { is_coloured: is_wanted && io::stdout().is_terminal() }
    }

    /// The board of a position.
    pub(super) fn board(&self, at: &dyn Session) -> String {
        let board = at.board();
        let picture = || format!("{}\n", at.picture().trim_end());
        match (self.is_coloured && board.width > 0, board.ground) {
            (false, _) => picture(),
            // What is around the pieces says as much as they do: names of pits, what each number counts.
            (true, Ground::Pits | Ground::Tiles) => painted_picture(&picture(), &board),
            (true, _) => coloured(&board, at.last_gesture().and_then(|gesture| gesture.to)),
        }
    }
}

fn painted(code: &str, text: &str) -> String {
    format!("\x1b[{code}m{text}\x1b[0m")
}

/// The game's own picture, with the labels of the pieces in the colours of their seats and all else as it is.
fn painted_picture(picture: &str, board: &Board) -> String {
    let mut rows: Vec<Vec<&Piece>> = Vec::new();
    let mut pieces: Vec<&Piece> = board.pieces.iter().filter(|one| !one.label.is_empty()).collect();
    pieces.sort_by(|one, other| (one.y, one.x).partial_cmp(&(other.y, other.x)).unwrap_or(Equal));
    for piece in pieces {
        match rows.last_mut() {
            Some(row) if row[0].y == piece.y => row.push(piece),
            _ => rows.push(vec![piece]),
        }
    }
    let mut rows = rows.as_slice();
    let mut text = String::new();
    for line in picture.lines() {
        let words: Vec<&str> = line.split_whitespace().filter(|&word| word != ".").collect();
        // Rows come in their order, so that two that look the same are told apart.
        let found = rows.iter().position(|row| {
            let labels: Vec<&str> = row.iter().map(|piece| piece.label.as_str()).collect();
            words.ends_with(&labels) && words.len() <= labels.len() + 1
        });
        match found {
            Some(at) => {
                text += &painted_line(line, &rows[at]);
                rows = &rows[at + 1..];
            }
            None => text += line,
        }
        text.push('\n');
    }
    text
}

/// A line of a picture that ends with the labels of some pieces.
fn painted_line(line: &str, pieces: &[&Piece]) -> String {
    let (mut rest, mut end) = (line, String::new());
    for piece in pieces.iter().rev() {
        let Some(at) = rest.rfind(&piece.label) else { break };
        let colour = piece.seat.map_or(NOBODY, |seat| SEATS[usize::from(seat) % SEATS.len()]);
        end = painted(colour, &piece.label) + &rest[at + piece.label.len()..] + &end;
        rest = &rest[..at];
    }
    format!("{rest}{end}")
}

/// A board in colour: a row of text for each of its rows.
fn coloured(board: &Board, last: Option<Place>) -> String {
    let width = board.pieces.iter().map(|piece| piece.label.chars().count()).max();
    let width = width.unwrap_or(0).max(1);
    let name = |names: &[String], index: u8| names.get(usize::from(index)).cloned();
    let margin = board.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for y in 0..board.height {
        let row = name(&board.rows, y).unwrap_or_default();
        text += &painted(DIM, &format!("{row:>margin$} "));
        for x in 0..board.width {
            text += &cell(board, Place { x, y }, width, last);
            text.push(' ');
        }
        text.push('\n');
    }
    if !board.columns.is_empty() {
        let names = (0..board.width).map(|x| name(&board.columns, x).unwrap_or_default());
        let names: Vec<String> = names.map(|name| format!("{name:^width$}")).collect();
        text += &painted(DIM, &format!("{:margin$} {}", "", names.join(" ")));
        text.push('\n');
    }
    if !board.caption.is_empty() {
        text += &format!("{}\n", board.caption);
    }
    text
}

/// What stands in a place.
fn cell(board: &Board, place: Place, width: usize, last: Option<Place>) -> String {
    let is_here =
        |x: f32, y: f32| x.round() == f32::from(place.x) && y.round() == f32::from(place.y);
    let piece = board.pieces.iter().rev().find(|piece| is_here(piece.x, piece.y));
    let (glyph, colour) = match piece {
        Some(piece) if !piece.label.is_empty() => (piece.label.clone(), piece.seat),
        Some(piece) => (glyph(piece.shape).to_owned(), piece.seat),
        None if board.walls.contains(&place) => ("▒".to_owned(), None),
        None => ("·".to_owned(), None),
    };
    let colour = match (piece, colour) {
        (None, _) => DIM,
        (Some(_), Some(seat)) => SEATS[usize::from(seat) % SEATS.len()],
        (Some(_), None) => NOBODY,
    };
    let is_marked = board.marks.contains(&place) || last == Some(place);
    let code = if is_marked { format!("{colour};{MARKED}") } else { colour.to_owned() };
    painted(&code, &format!("{glyph:^width$}"))
}

fn glyph(shape: Shape) -> &'static str {
    match shape {
        Shape::Cross => "X",
        Shape::Nought => "O",
        Shape::King => "K",
        Shape::Queen => "Q",
        Shape::Rook => "R",
        Shape::Bishop => "B",
        Shape::Knight => "N",
        Shape::Pawn => "P",
        Shape::Eater => "C",
        Shape::Ghost => "G",
        Shape::Scared => "g",
        Shape::Food => ".",
        Shape::Capsule => "o",
        _ => "●",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// A board in colour says all that the plain one says.
    #[test]
    fn colours_leave_nothing_out() {
        for (name, moves) in [("pig", "roll 5"), ("kalah", ""), ("2048", "a1=2 b2=4 left")] {
            let game = games::named(name).expect("a game");
            let at = game.open(moves).expect("moves");
            let shown = Screen { is_coloured: true }.board(&*at);
            let codes: Vec<&str> = shown.split('\x1b').collect();
            assert!(name == "pig" || codes.len() > 2, "{shown}");
            let plain = codes.iter().enumerate().map(|(number, part)| match number {
                0 => part,
                _ => part.split_once('m').expect("the end of a code").1,
            });
            assert_eq!(plain.collect::<String>().trim_end(), at.picture().trim_end(), "{name}");
            // Both sides have the same seeds in each pit, and not the same colour.
            let is_both = |shown: &str| shown.contains(SEATS[0]) && shown.contains(SEATS[1]);
            assert!(name != "kalah" || is_both(&shown), "{shown}");
        }
    }
}
