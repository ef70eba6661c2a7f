//! Positions as rows from above, `9/9/9/9/4X4/9/9/9/9:W`, or as the moves that lead there, `E5 C3`; moves as in the Go Text Protocol.
//!
//! Black, who begins, is written `X` and White `O`; a number stands for so many empty points. Behind the rows is the player to move, `B` or `W`. What
//! the stones do not show may follow: `:ko=C3`, a point that may not be taken back now, and `:passes=1`. A move is a column from A on, without I,
//! and a row from below; or `pass`.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay_games::go::Go;
//!
//! let game = Go::default();
//! let position = game.read_position("E5 C3")?;
//! assert_eq!(game.write_position(&position), "9/9/9/9/4X4/9/2O6/9/9:B");
//! assert_eq!(game.read_position("9/9/9/9/4X4/9/2O6/9/9:B")?, position);
//! assert_eq!(game.read_move(&position, "E5").unwrap_err().to_string(), "E5 is taken");
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use outplay::arena::Opening;
use outplay::face::notation::{Finished, Games, Notation, NotationError, OpeningOf};
use outplay::{Game, Past, Player, WithPast};

use super::rules::{Go, Position, Vertex};
use super::sgf::Record;

/// The letters of columns: there is no I.
pub(super) const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Go {
    /// How a move is written: `E5`, or `pass`.
    pub fn name(&self, vertex: Vertex) -> String {
        let Some(point) = vertex.point() else { return "pass".to_owned() };
        let (x, y) = self.place(point);
        format!("{}{}", char::from(COLUMNS[usize::from(x)]), self.height() - y)
    }

    /// Reads what [`name`](Self::name) writes, in letters of any size. It need not be legal.
    pub fn read_vertex(&self, text: &str) -> Result<Vertex, NotationError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Vertex::PASS);
        }
        let place = || {
            let (&letter, row) = text.as_bytes().split_first()?;
            let x = COLUMNS.iter().position(|column| column.eq_ignore_ascii_case(&letter))? as u8;
            let is_number = (1..=2).contains(&row.len())
                && row[0] != b'0'
                && row.iter().all(u8::is_ascii_digit);
            let row: u8 = text.get(1..).filter(|_| is_number)?.parse().ok()?;
            (x < self.width() && row <= self.height()).then(|| self.vertex(x, self.height() - row))
        };
        place().ok_or_else(|| {
            let last = self.name(self.vertex(self.width() - 1, 0));
            NotationError::new(format!(
                "`{text:.20}` is no move: a move is a point from A1 to {last}, or `pass`"
            ))
        })
    }

    /// Why a move is not legal.
    fn why_illegal(&self, position: &Position, vertex: Vertex) -> NotationError {
        let name = self.name(vertex);
        NotationError::new(match vertex.point() {
            _ if position.passes() >= 2 => "the game is over: both players have passed".to_owned(),
            Some(point) if position.owner(point).is_some() => format!("{name} is taken"),
            Some(point) if position.ko() == Some(point) => {
                format!("{name} is a ko, and may not be taken back at once")
            }
            _ => format!("{name} is suicide"),
        })
    }

    fn read_rows(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |what: String| Err(NotationError::new(what));
        let mut parts = text.split(':');
        let rows: Vec<&str> = parts.next().unwrap_or("").split('/').collect();
        if rows.len() != usize::from(self.height()) {
            return wrong(format!("{} rows where the board has {}", rows.len(), self.height()));
        }
        let mut position = Position::empty();
        for (y, row) in rows.into_iter().enumerate() {
            position = self.read_row(position, y as u8, row)?;
        }
        if !self.is_alive(&position) {
            return wrong("there are stones without liberties".to_owned());
        }
        position = match parts.next() {
            Some("B" | "b" | "X" | "x") => position.with_mover(Player::MAX),
            Some("W" | "w" | "O" | "o") => position.with_mover(Player::MIN),
            Some(side) => return wrong(format!("`{side:.20}` does not move, it is `B` or `W`")),
            None => {
                return wrong(
                    "after the rows, the player to move is missing: `:B` or `:W`".to_owned(),
                );
            }
        };
        for part in parts {
            match part.split_once('=') {
                Some(("ko", point)) => self.read_ko(&mut position, point)?,
                Some(("passes", passes)) => match passes {
                    "0" | "1" | "2" => position.set_passes(passes.as_bytes()[0] - b'0'),
                    _ => return wrong(format!("`{passes:.20}` passes: there are 0 to 2")),
                },
                _ => return wrong(format!("`{part:.20}` is neither a ko nor passes")),
            }
        }
        Ok(position)
    }

    fn read_row(
        &self,
        mut position: Position,
        y: u8,
        row: &str,
    ) -> Result<Position, NotationError> {
        let number = self.height() - y;
        let wrong = |what: String| NotationError::new(format!("row {number}: {what}"));
        let mut x = 0_u32;
        let mut empty = 0_u32;
        for mark in row.chars() {
            if let Some(digit) = mark.to_digit(10) {
                empty = (10 * empty + digit).min(100);
                continue;
            }
            x += empty;
            empty = 0;
            let owner = match mark {
                'X' | 'x' => Some(Player::MAX),
                'O' | 'o' => Some(Player::MIN),
                '.' => None,
                _ => return Err(wrong(format!("`{mark}` is neither `X` nor `O` nor a number"))),
            };
            if x >= u32::from(self.width()) {
                return Err(wrong(format!("there are more than {} points", self.width())));
            }
            let point = self.vertex(x as u8, y).point().expect("a point is no pass");
            position = position.with_stone(point, owner);
            x += 1;
        }
        match x + empty {
            points if points == u32::from(self.width()) => Ok(position),
            points => Err(wrong(format!("{points} points where the board has {}", self.width()))),
        }
    }

    /// A ko is an empty point beside a stone that can be taken there alone.
    fn read_ko(&self, position: &mut Position, text: &str) -> Result<(), NotationError> {
        let vertex = self.read_vertex(text)?;
        let other = position.mover().other();
        let is_ko = vertex.point().is_some_and(|point| {
            let beside = self.beside(point as u16);
            let takes = |&&stone: &&u16| {
                let chain = self.chain(position, stone);
                chain.count() == 1 && self.liberties(position, chain).count() == 1
            };
            let is_enclosed =
                beside.iter().all(|&stone| position.owner(stone.into()) == Some(other));
            position.owner(point).is_none()
                && is_enclosed
                && beside.iter().filter(takes).count() == 1
        });
        if !is_ko {
            return Err(NotationError::new(format!("`{text:.20}` is no ko")));
        }
        position.set_ko(vertex.0);
        Ok(())
    }

    fn read_moves(&self, text: &str) -> Result<Position, NotationError> {
        let mut past = Past::new(self.start());
        for (index, word) in text.split_whitespace().enumerate() {
            let place = |error| NotationError::new(format!("move {}: {error}", index + 1));
            let vertex = self.read_move(past.position(), word).map_err(place)?;
            let game = WithPast::new(self);
            if game.is_forbidden(&past, vertex) {
                let what = format!("`{word:.20}` leads to a position of before");
                return Err(place(NotationError::new(what)));
            }
            game.play(&mut past, vertex);
        }
        Ok(*past.position())
    }
}

impl Notation for Go {
    fn write_position(&self, position: &Position) -> String {
        let row = |y: u8| {
            let mut text = String::new();
            let mut empty = 0;
            for x in 0..self.width() {
                let point = self.vertex(x, y).point().expect("a point is no pass");
                let Some(player) = position.owner(point) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(mark(player));
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text
        };
        let rows: Vec<String> = (0..self.height()).map(row).collect();
        let side = if position.mover() == Player::MAX { 'B' } else { 'W' };
        let ko = position
            .ko()
            .map_or(String::new(), |point| format!(":ko={}", self.name(Vertex(point as u16))));
        let passes = match position.passes() {
            0 => String::new(),
            passes => format!(":passes={passes}"),
        };
        format!("{}:{side}{ko}{passes}", rows.join("/"))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.trim();
        if text.contains('/') { self.read_rows(text) } else { self.read_moves(text) }
    }

    fn write_move(&self, _: &Position, vertex: Vertex) -> String {
        self.name(vertex)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Vertex, NotationError> {
        let vertex = self.read_vertex(text)?;
        match self.is_legal(position, vertex) {
            true => Ok(vertex),
            false => Err(self.why_illegal(position, vertex)),
        }
    }

    fn picture(&self, position: &Position) -> String {
        self.draw(position)
    }

    /// Games in SGF, their main lines.
    fn read_games(&self, text: &str) -> Option<Games<Go>> {
        let read = || Record::read(text)?.iter().map(|record| self.opening_of(record)).collect();
        text.trim_start().starts_with('(').then(read)
    }

    /// A game in SGF.
    fn write_game(&self, game: &Finished<'_, Go>) -> Option<String> {
        let moves: Vec<Vertex> = game.opening.moves.iter().chain(game.moves).copied().collect();
        let mut record = Record::of(self, &game.opening.position, &moves);
        if let [black, white] = game.players {
            record.set_players(black, white);
        }
        record.set_result(match game.result {
            "1-0" => "B+",
            "0-1" => "W+",
            "*" => "?",
            points if points.starts_with("B+") || points.starts_with("W+") => points,
            _ => "0",
        });
        if !game.ending.is_empty() {
            record.set_comment(game.ending);
        }
        Some(format!("{}\n", record.write()))
    }
}

impl Go {
    /// The main line of a record of a game on this size of board.
    fn opening_of(&self, record: &Record) -> Result<OpeningOf<Go>, NotationError> {
        let (width, height) = (record.game().width(), record.game().height());
        if (width, height) != (self.width(), self.height()) {
            let what = format!(
                "a game on {width} x {height} is no opening on {} x {}",
                self.width(),
                self.height()
            );
            return Err(NotationError::new(what));
        }
        let line = record.main_line()?;
        Ok(Opening { position: line.start, moves: line.moves })
    }
}

/// How a stone is written.
pub(super) fn mark(player: Player) -> char {
    if player == Player::MAX { 'X' } else { 'O' }
}
