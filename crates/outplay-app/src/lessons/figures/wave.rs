//! A wave: a board with a number on every square, from which a slider shows those up to a number: how retrograde analysis spreads.
//!
//! Below `squares:` stand the rows of the board, indented. A number is when the square is reached, `.` is no square, and any other
//! word is a piece that stands there.

use serde_json::{Value as Json, json};

use super::Show;
use crate::draw::columns;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

struct Wave {
    rows: Vec<Vec<String>>,
    /// What a number counts.
    unit: String,
    caption: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["squares", "unit", "caption"])?;
    let squares = fields.one("squares")?;
    let rows: Vec<Vec<String>> = squares
        .note
        .lines()
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 || rows.iter().any(|row| row.len() != width) {
        return Err(squares.wrong("rows of equal length are needed below `squares:`, indented"));
    }
    Ok(Box::new(Wave {
        rows,
        unit: fields.one("unit")?.value.clone(),
        caption: fields.value("caption")?.unwrap_or("").to_owned(),
    }))
}

impl Show for Wave {
    fn page(&self) -> Json {
        json!({ "rows": self.rows, "unit": self.unit, "caption": self.caption })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let Some((head, rows)) = self.rows.split_first() else { return Ok(String::new()) };
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        Ok(format!("{}\n\n{}\n{}\n", self.caption, columns::aligned(&head, rows, 0), self.unit))
    }
}
