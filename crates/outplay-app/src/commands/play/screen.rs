//! The board on a terminal: in colour, or as the game's own picture where nobody wants colours.

use std::io::{self, IsTerminal};

use outplay::face::Session;
use outplay::face::board::{Board, Place, Shape};

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
        match self.is_coloured && board.width > 0 {
            true => coloured(&board, at.last_gesture().and_then(|gesture| gesture.to)),
            false => format!("{}\n", at.picture().trim_end()),
        }
    }
}

fn painted(code: &str, text: &str) -> String {
    format!("\x1b[{code}m{text}\x1b[0m")
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
