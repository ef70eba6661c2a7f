//! A question. Every wrong answer that is named follows from a misconception, and is refused with a sentence of its own.
//!
//! Without `other` the answers are there to choose from; with it one is typed, and `other` says what a reader hears whose answer is
//! not named.

use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};
use crate::lessons::terminal::paragraph;

struct Quiz {
    question: String,
    answers: Vec<Answer>,
    other: Option<String>,
    hint: Option<String>,
}

struct Answer {
    /// The name of the misconception; none if it is right.
    misconception: Option<String>,
    text: String,
    sentence: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["question", "right", "wrong", "other", "hint"])?;
    let question = fields.one("question")?;
    if fields.all("right").count() != 1 {
        return Err(Wrong::new(fields.line, "a question has one right answer: `right: 7`"));
    }
    if fields.all("wrong").next().is_none() {
        let what =
            "a question has a wrong answer with its misconception: `wrong forgot-the-cut: 9`";
        return Err(Wrong::new(fields.line, what));
    }
    let answers = ["right", "wrong"].into_iter().flat_map(|key| fields.all(key)).map(answer);
    let mut answers: Vec<Answer> = answers.collect::<Result<_, _>>()?;
    // The right answer does not stand first: the order is that of the letters, numbers by size.
    answers.sort_by(|one, other| {
        order(&one.text).total_cmp(&order(&other.text)).then_with(|| one.text.cmp(&other.text))
    });
    let sentence = |field: &Field| match field.note.is_empty() {
        true => field.value.clone(),
        false => format!("{} {}", field.value, field.sentence()).trim().to_owned(),
    };
    Ok(Box::new(Quiz {
        question: sentence(question),
        answers,
        other: fields.maybe("other")?.map(sentence),
        hint: fields.maybe("hint")?.map(sentence),
    }))
}

fn answer(field: &Field) -> Result<Answer, Wrong> {
    let is_right = field.key == "right";
    if field.value.is_empty() || field.note.trim().is_empty() {
        return Err(field.wrong("an answer has a text, and a sentence about it below, indented"));
    }
    if !is_right && field.name.is_empty() {
        return Err(field
            .wrong("a wrong answer has the name of its misconception: `wrong forgot-the-cut: 9`"));
    }
    let misconception = (!is_right).then(|| field.name.clone());
    Ok(Answer { misconception, text: field.value.clone(), sentence: field.sentence() })
}

fn order(text: &str) -> f64 {
    text.replace(',', "").parse().unwrap_or(f64::INFINITY)
}

impl Show for Quiz {
    fn page(&self) -> Json {
        let answer = |one: &Answer| json!({ "misconception": one.misconception, "text": one.text, "sentence": one.sentence });
        json!({
            "question": self.question,
            "answers": self.answers.iter().map(answer).collect::<Vec<Json>>(),
            "other": self.other,
            "hint": self.hint,
        })
    }

    fn text(&self, answers: bool) -> Result<String, Failure> {
        let told = |one: &Answer| match (answers, &one.misconception) {
            (true, None) => paragraph(&format!("{}: {}", one.text, one.sentence), "+ "),
            (true, Some(name)) => {
                paragraph(&format!("{} ({name}): {}", one.text, one.sentence), "- ")
            }
            (false, _) if self.other.is_none() => paragraph(&one.text, "( ) "),
            (false, _) => String::new(),
        };
        let lines: String = self.answers.iter().map(told).collect();
        let blank = if lines.is_empty() { "Answer: ______\n" } else { "" };
        Ok(format!("{}\n{lines}{blank}", paragraph(&self.question, "")))
    }
}
