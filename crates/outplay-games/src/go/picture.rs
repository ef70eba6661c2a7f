//! The board as a person sees it: X has the black stones and begins.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay_games::go::{Go, Options};
//!
//! let game = Go::new(5, 5, Options::default())?;
//! let position = game.read_position("C3 D3 C4")?;
//! assert_eq!(format!("\n{}", game.picture(&position)), "
//!  5 . . . . .
//!  4 . .(X). .
//!  3 . . X O .
//!  2 . . . . .
//!  1 . . . . .
//!    A B C D E
//! White moves
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use outplay::Player;
use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape};

use super::notation::{COLUMNS, mark};
use super::rules::{Go, Position, Vertex};
use crate::catalogue::counted;

/// How a player is called.
fn called(player: Player) -> &'static str {
    if player == Player::MAX { "Black" } else { "White" }
}

impl Go {
    pub(super) fn draw(&self, position: &Position) -> String {
        let row = |y: u8| {
            let mut text = format!("{:2}", self.height() - y);
            for x in 0..self.width() {
                let point = self.vertex(x, y).point().expect("a point is no pass");
                let sign = match position.owner(point) {
                    Some(player) => mark(player),
                    None if position.ko() == Some(point) => '*',
                    None => '.',
                };
                let is_after =
                    |back: u8| x >= back && position.last() == self.vertex(x - back, y).point();
                let gap = if is_after(0) {
                    '('
                } else if is_after(1) {
                    ')'
                } else {
                    ' '
                };
                text.push(gap);
                text.push(sign);
            }
            if position.last() == self.vertex(self.width() - 1, y).point() {
                text.push(')');
            }
            text + "\n"
        };
        let rows: String = (0..self.height()).map(row).collect();
        let columns: String = COLUMNS[..usize::from(self.width())]
            .iter()
            .map(|&letter| format!(" {}", char::from(letter)))
            .collect();
        format!("{rows}  {columns}\n{}\n", self.told(position))
    }

    /// Who moves, or how it ended.
    fn told(&self, position: &Position) -> String {
        if position.passes() < 2 {
            let passed = if position.passes() == 1 { ", after a pass" } else { "" };
            return format!("{} moves{passed}", called(position.mover()));
        }
        self.result(self.lead(position))
    }

    /// The result of a game that Black leads by so many points.
    pub fn result(&self, lead: f64) -> String {
        match lead {
            0.0 => "the game is over, nobody wins".to_owned(),
            lead if lead > 0.0 => {
                format!("the game is over, Black wins by {}", counted(lead, "point"))
            }
            lead => format!("the game is over, White wins by {}", counted(-lead, "point")),
        }
    }

    fn caption(&self, position: &Position) -> String {
        let mut parts = Vec::new();
        if position.passes() >= 2 {
            let owners = self.owners(position);
            let points =
                |player: Player| owners.iter().filter(|owner| **owner == Some(player)).count();
            let [black, white] = [Player::MAX, Player::MIN].map(points);
            parts.push(format!(
                "Black {black}, White {white} and {} for moving second",
                self.compensation()
            ));
            parts.push(self.told(position));
        } else {
            if position.passes() == 1 {
                parts.push(format!("{} has passed", called(position.mover().other())));
            }
            if let Some(point) = position.ko() {
                parts.push(format!(
                    "{} may not be taken back at once",
                    self.name(Vertex(point as u16))
                ));
            }
        }
        parts.join("; ")
    }

    /// The points with a dot, by which players find their way: those of handicap stones, and the middle.
    fn dots(&self) -> Vec<Place> {
        let along = |size: u8| match size {
            0..=4 => Vec::new(),
            5..=6 => vec![size / 2],
            7..=8 => vec![2, size - 3],
            9..=12 => vec![2, size / 2, size - 3],
            _ => vec![3, size / 2, size - 4],
        };
        let is_odd = |place: u8, size: u8| place != size / 2 || size % 2 == 1;
        let (columns, rows) = (along(self.width()), along(self.height()));
        let all = rows.iter().flat_map(|&y| columns.iter().map(move |&x| Place { x, y }));
        all.filter(|dot| {
            // On small boards only the corners and the middle have one.
            let (middle_x, middle_y) = (dot.x == self.width() / 2, dot.y == self.height() / 2);
            let is_small = self.width().max(self.height()) < 15;
            is_odd(dot.x, self.width())
                && is_odd(dot.y, self.height())
                && (!is_small || middle_x == middle_y)
        })
        .collect()
    }

    fn place_of(&self, point: usize) -> Place {
        let (x, y) = self.place(point);
        Place { x, y }
    }
}

impl Drawn for Go {
    fn board(&self, position: &Position) -> Board {
        let stone = |point: usize| {
            let player = position.owner(point)?;
            Some(Piece::new(self.place_of(point), Shape::Stone, Some(player.0)))
        };
        let column = |letter: &u8| char::from(*letter).to_string();
        Board {
            ground: Ground::Crossings,
            width: self.width(),
            height: self.height(),
            columns: COLUMNS[..usize::from(self.width())].iter().map(column).collect(),
            rows: (1..=self.height()).rev().map(|row| row.to_string()).collect(),
            pieces: (0..self.points()).filter_map(stone).collect(),
            dots: self.dots(),
            marks: position
                .last()
                .into_iter()
                .chain(position.ko())
                .map(|point| self.place_of(point))
                .collect(),
            caption: self.caption(position),
            ..Board::default()
        }
    }

    fn gesture(&self, _: &Position, vertex: Vertex) -> Gesture {
        vertex.point().map_or(Gesture::default(), |point| Gesture::put(self.place_of(point)))
    }
}
