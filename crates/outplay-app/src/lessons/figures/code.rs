//! Pseudocode, and beside it the functions of the library that follow it line by line: `function: alpha_beta::max_value`.

use outplay::textbook::pseudocode::SOURCES;
use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};

struct Code {
    pseudocode: String,
    functions: Vec<(String, String)>,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["pseudocode", "function"])?;
    let pseudocode = fields.one("pseudocode")?.note.clone();
    let functions = fields.all("function").map(function).collect::<Result<_, _>>()?;
    Ok(Box::new(Code { pseudocode, functions }))
}

/// The text of a function by its name.
fn function(field: &Field) -> Result<(String, String), Wrong> {
    let (file, name) = field.value.split_once("::").unwrap_or(("", &field.value));
    let source = SOURCES.iter().find(|(one, _)| *one == file).map(|(_, source)| source);
    let text = source.and_then(|source| {
        let start = |sign| source.find(&format!("\npub fn {name}{sign}"));
        let from = start('<').or_else(|| start('('))? + 1;
        let to = from + source[from..].find("\n}\n")? + 2;
        Some(source[from..to].to_owned())
    });
    let text = text.ok_or_else(|| {
        let files = SOURCES.map(|(name, _)| name).join(", ");
        field.wrong(format!(
            "there is no function `{}` in the pseudocode: its files are {files}",
            field.value
        ))
    })?;
    Ok((field.value.clone(), text))
}

impl Show for Code {
    fn page(&self) -> Json {
        let function = |(name, text): &(String, String)| json!({ "name": name, "text": text });
        let functions: Vec<Json> = self.functions.iter().map(function).collect();
        json!({ "pseudocode": self.pseudocode, "functions": functions })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let functions: Vec<&str> = self.functions.iter().map(|(_, text)| text.as_str()).collect();
        Ok(format!("{}\n\n{}\n", self.pseudocode, functions.join("\n\n")))
    }
}
