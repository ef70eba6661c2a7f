//! A curve: an experiment that prints, step by step, shares with their intervals, which the page draws over the first column as they come.
//!
//! Its fields are those of an experiment. A line of the output that begins with a number and has cells like `62% ± 5` is a point of each curve.

use serde_json::Value as Json;

use super::{Show, experiment};
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

struct Curve(Box<dyn Show + Send + Sync>);

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    let recorded = fields.one("recorded")?;
    let is_point = |line: &&str| {
        line.split_whitespace().next().is_some_and(|word| word.parse::<f64>().is_ok())
            && line.contains("% ±")
    };
    match recorded.note.lines().filter(is_point).count() {
        0 | 1 => Err(recorded.wrong("a curve needs two lines at least like `50  62% ± 5`")),
        _ => Ok(Box::new(Curve(experiment::read(fields)?))),
    }
}

impl Show for Curve {
    fn page(&self) -> Json {
        self.0.page()
    }

    fn text(&self, answers: bool) -> Result<String, Failure> {
        self.0.text(answers)
    }

    fn command(&self) -> Option<&[String]> {
        self.0.command()
    }
}
