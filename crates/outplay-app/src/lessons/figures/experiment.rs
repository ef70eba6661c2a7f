//! An experiment: a command of this program, with what it printed when the lesson was written. The page runs it again, and stops it.

use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

/// Commands that only read and print, and end by themselves.
const COMMANDS: [&str; 11] = [
    "analyse", "demo", "eval", "features", "games", "lab", "match", "pacman", "policy", "solve",
    "tree",
];
/// Options by which one of them would write a file.
const WRITES: [&str; 3] = ["--out", "--record", "--resume"];

struct Experiment {
    /// As it is typed, without the name of the program.
    typed: String,
    command: Vec<String>,
    recorded: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["command", "recorded"])?;
    let field = fields.one("command")?;
    let command = words(&field.value).ok_or_else(|| field.wrong("a quotation mark is missing"))?;
    let first = command.first().map_or("", String::as_str);
    if !COMMANDS.contains(&first) {
        return Err(field
            .wrong(format!("an experiment runs one of {}, not `{first}`", COMMANDS.join(", "))));
    }
    if let Some(word) = command.iter().find(|word| WRITES.iter().any(|one| word.starts_with(one))) {
        return Err(field.wrong(format!("an experiment writes no file: leave `{word}` out")));
    }
    crate::check_command(&command).map_err(|failure| {
        let told = failure.to_string();
        field.wrong(told.lines().next().unwrap_or("this command cannot be run"))
    })?;
    let recorded = fields.maybe("recorded")?.map_or(String::new(), |field| field.note.clone());
    Ok(Box::new(Experiment { typed: field.value.clone(), command, recorded }))
}

/// Words between blanks; what stands between quotation marks is one word.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for (place, piece) in text.split('"').enumerate() {
        match place % 2 {
            0 => words.extend(piece.split_whitespace().map(str::to_owned)),
            _ => words.push(piece.to_owned()),
        }
    }
    text.matches('"').count().is_multiple_of(2).then_some(words)
}

impl Show for Experiment {
    fn page(&self) -> Json {
        json!({ "command": self.typed, "recorded": self.recorded })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        Ok(format!("$ outplay {}\n{}\n", self.typed, self.recorded))
    }

    fn command(&self) -> Option<&[String]> {
        Some(&self.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let read = |text| words(text).map(|words| words.join("|"));
        assert_eq!(
            read("tree \"((3 12) 2)\"  --trace").as_deref(),
            Some("tree|((3 12) 2)|--trace")
        );
        assert_eq!(read("tree \"((3"), None);
    }
}
