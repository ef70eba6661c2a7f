//! The figures: one file for each kind, with what its fields mean, what the page gets of it and how it looks as text.

mod bandit;
mod calculator;
mod code;
mod curve;
mod experiment;
mod games;
mod graph;
mod heat_map;
mod mystery;
mod plot;
mod position;
mod quiz;
mod timeline;
mod tree;
mod wave;
mod weights;

use serde_json::{Value as Json, json};

use super::Wrong;
use super::fields::Fields;
use crate::failure::Failure;

/// What a kind of figure does.
trait Show {
    /// What the page needs to know.
    fn page(&self) -> Json;
    /// The figure for a terminal; `answers` are wanted or not.
    fn text(&self, answers: bool) -> Result<String, Failure>;
    /// The command that it runs.
    fn command(&self) -> Option<&[String]> {
        None
    }
}

type Read = fn(&Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong>;

/// All kinds by their names.
const KINDS: [(&str, Read); 16] = [
    ("tree", tree::read),
    ("quiz", quiz::read),
    ("position", position::read),
    ("experiment", experiment::read),
    ("calculator", calculator::read),
    ("plot", plot::read),
    ("games", games::read),
    ("code", code::read),
    ("heat-map", heat_map::read),
    ("curve", curve::read),
    ("graph", graph::read),
    ("bandit", bandit::read),
    ("timeline", timeline::read),
    ("wave", wave::read),
    ("weights", weights::read),
    ("mystery", mystery::read),
];

/// A figure of a lesson.
pub(super) struct Figure {
    kind: &'static str,
    pub(super) name: String,
    /// Where it begins.
    pub(super) line: usize,
    shown: Box<dyn Show + Send + Sync>,
}

/// Reads a figure by what stands behind its fence.
pub(super) fn read(info: &str, line: usize, body: &str) -> Result<Figure, Wrong> {
    let mut words = info.split_whitespace();
    let word = words.next().unwrap_or("");
    let Some(&(kind, read)) = KINDS.iter().find(|(kind, _)| *kind == word) else {
        let kinds = KINDS.map(|(kind, _)| kind).join(", ");
        return Err(Wrong::new(line, format!("there is no figure `{word}`: there are {kinds}")));
    };
    let (Some(name), None) = (words.next(), words.next()) else {
        let what = format!("a figure has a name of one word, like `{kind} first`");
        return Err(Wrong::new(line, what));
    };
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        let what = format!("the name of a figure has letters, digits and `-`, not `{name:.40}`");
        return Err(Wrong::new(line, what));
    }
    let shown = read(&Fields::read(kind, line, body)?)?;
    Ok(Figure { kind, name: name.to_owned(), line, shown })
}

impl Figure {
    pub(super) fn page(&self) -> Json {
        let mut page = json!({ "figure": self.kind, "name": self.name });
        if let Json::Object(more) = self.shown.page() {
            more.into_iter().for_each(|(name, value)| page[name] = value);
        }
        page
    }

    pub(super) fn text(&self, answers: bool) -> Result<String, Failure> {
        self.shown.text(answers)
    }

    pub(super) fn kind_and_name(&self) -> String {
        format!("{} {}", self.kind, self.name)
    }

    pub(super) fn is_question(&self) -> bool {
        self.kind == "quiz"
    }

    pub(super) fn command(&self) -> Option<&[String]> {
        self.shown.command()
    }
}
