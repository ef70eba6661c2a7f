//! A tree to step through, as in the lab: the same fields say which tree it is and how it is searched.
//!
//! With `change: yes` the reader changes payoffs and the order of moves, and the search follows. `code` lays pseudocode beside the tree
//! whose running line is lit.

use serde_json::{Map, Value as Json, json};

use super::Show;
use crate::commands::stepped;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

/// Fields that go to the search as they are written.
const SEARCH: [&str; 10] = [
    "tree",
    "algorithm",
    "prune",
    "fail-hard",
    "order",
    "seed",
    "depth",
    "payoffs",
    "table",
    "labels",
];
/// Pseudocode that there is to be laid beside a tree.
const CODES: [&str; 3] = ["minimax", "alpha-beta", "expectimax"];

struct Stepped {
    /// What the lab is asked.
    request: Json,
    /// What the lab answers, so that the figure needs no server.
    trace: Json,
    change: bool,
    code: Option<String>,
    caption: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    let mut keys = SEARCH.to_vec();
    keys.extend(["change", "code", "caption"]);
    fields.only(&keys)?;
    let tree = fields.one("tree")?;
    let mut request = Map::new();
    for key in SEARCH {
        if let Some(field) = fields.maybe(key)? {
            let value = match key {
                "seed" => field
                    .value
                    .parse::<u64>()
                    .map_err(|_| field.wrong("a seed is a whole number"))?
                    .into(),
                "table" | "fail-hard" => json!(fields.flag(key)?),
                _ => json!(format!("{}\n{}", field.value, field.note).trim()),
            };
            request.insert(key.replace('-', "_"), value);
        }
    }
    let request = Json::Object(request);
    let trace = stepped::trace(&request).map_err(|failure| tree.wrong(failure.to_string()))?;
    let change = fields.flag("change")?;
    let is_plain =
        |c: char| c.is_ascii_whitespace() || c.is_ascii_alphanumeric() || "().-:".contains(c);
    if change && !tree.value.chars().all(is_plain) {
        return Err(
            tree.wrong("a tree that can be changed is written with brackets and numbers only")
        );
    }
    let code = fields.maybe("code")?;
    if let Some(field) = code.filter(|field| !CODES.contains(&field.value.as_str())) {
        return Err(field.wrong(format!("`code` is one of {}", CODES.join(", "))));
    }
    Ok(Box::new(Stepped {
        request,
        trace,
        change,
        code: code.map(|field| field.value.clone()),
        caption: fields.value("caption")?.unwrap_or("").to_owned(),
    }))
}

impl Show for Stepped {
    fn page(&self) -> Json {
        json!({
            "request": self.request,
            "trace": self.trace,
            "change": self.change,
            "code": self.code,
            "caption": self.caption,
        })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let caption =
            if self.caption.is_empty() { String::new() } else { format!("{}\n\n", self.caption) };
        Ok(caption + &stepped::text(&self.request)?)
    }
}
