//! A timeline: events by year, each of a kind that can be shown alone.
//!
//! `event 1997 chess: Deep Blue beats Kasparov`, and below, indented, what there is to say of it.

use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};
use crate::lessons::terminal::paragraph;

struct Timeline(Vec<Event>);

struct Event {
    year: u32,
    /// Of what it is a part, such as a game.
    kind: String,
    title: String,
    sentence: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["event"])?;
    let mut events: Vec<Event> = fields.all("event").map(event).collect::<Result<_, _>>()?;
    events.sort_by_key(|event| event.year);
    match events.len() {
        0 | 1 => Err(Wrong::new(fields.line, "a timeline has two events at least")),
        _ => Ok(Box::new(Timeline(events))),
    }
}

fn event(field: &Field) -> Result<Event, Wrong> {
    let (year, kind) = field.name.split_once(' ').unwrap_or((&field.name, ""));
    let year = year.parse().ok().filter(|_| !kind.trim().is_empty() && !field.value.is_empty());
    let year = year.ok_or_else(|| {
        field.wrong("an event has a year, a kind and a title: `event 1997 chess: Deep Blue wins`")
    })?;
    Ok(Event {
        year,
        kind: kind.trim().to_owned(),
        title: field.value.clone(),
        sentence: field.sentence(),
    })
}

impl Show for Timeline {
    fn page(&self) -> Json {
        let event = |one: &Event| json!({ "year": one.year, "kind": one.kind, "title": one.title, "sentence": one.sentence });
        json!({ "events": self.0.iter().map(event).collect::<Vec<Json>>() })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let line = |one: &Event| {
            let words = format!("({}) {}. {}", one.kind, one.title, one.sentence);
            paragraph(&words, &format!("{}  ", one.year))
        };
        Ok(self.0.iter().map(line).collect())
    }
}
