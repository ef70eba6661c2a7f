//! The lab's questions and answers without the lab: a tree that is stepped through, for figures of lessons, and marks for answers to a quiz.

use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::{quiz, trees};
use crate::failure::Failure;

/// What the lab answers to the question for a trace.
pub(crate) fn trace(request: &Json) -> Result<Json, Failure> {
    trees::trace(Ask(request))
}

/// The picture after the last step, for a terminal.
pub(crate) fn text(request: &Json) -> Result<String, Failure> {
    let mut request = request.clone();
    request["form"] = json!("text");
    let file = trees::export(Ask(&request))?;
    Ok(file["content"].as_str().unwrap_or("").to_owned())
}

/// The marks of answers to a quiz.
pub(crate) fn marked(request: &Json) -> Result<Json, Failure> {
    quiz::mark(Ask(request))
}
