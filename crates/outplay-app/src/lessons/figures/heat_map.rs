//! A heat map: an experiment that prints a table of shares, whose cells the page colours.
//!
//! Its fields are those of an experiment. A line of the output whose cells are like `62% ± 5` is a row of the map.

use serde_json::Value as Json;

use super::{Show, experiment};
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

struct HeatMap(Box<dyn Show + Send + Sync>);

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    if !fields.one("recorded")?.note.contains('%') {
        return Err(fields.one("recorded")?.wrong("a heat map needs cells like `62% ± 5`"));
    }
    Ok(Box::new(HeatMap(experiment::read(fields)?)))
}

impl Show for HeatMap {
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
