//! Results as JSON: the shapes are described in `docs/json.md`. Each object that is printed has the version of that page.

use std::collections::BTreeSet;

use outplay::arena::Estimate;
use outplay::{Counts, Stop, Tree, Window};
use serde_json::{Map, Value as Json, json};

use crate::search::{Algorithm, Found, Step, Value};

/// JSON has no infinities: they become null.
pub(crate) fn estimate(estimate: Estimate) -> Json {
    json!({ "value": estimate.value, "low": estimate.low, "high": estimate.high })
}

/// A search as an object.
pub(crate) fn found(tree: &Tree, algorithm: Algorithm, found: &Found, trace: bool) -> Json {
    let report = &found.report;
    let best_moves: Vec<String> =
        report.best_moves.iter().map(|mv| tree.action(tree.root(), *mv)).collect();
    let generated: BTreeSet<String> = found.places.iter().map(|place| tree.name(*place)).collect();
    let kind = |value: &Value| match report.complete {
        true => value.kind(),
        false => value.opinion(report.depth),
    };
    let mut object = json!({
        "algorithm": algorithm.to_string(),
        "value": report.value.as_ref().map(value),
        "bound": report.value.as_ref().map(kind),
        "move": report.best.map(|mv| tree.action(tree.root(), mv)),
        "best_moves": best_moves,
        "line": tree.line(&report.line),
        "generated": generated,
        "counts": counts(report.counts),
    });
    if report.stop != Stop::Finished {
        object["stop"] = json!(report.stop.to_string());
    }
    if trace {
        object["trace"] = found.steps.iter().map(|one| step(tree, found, one)).collect();
    }
    object
}

fn step(tree: &Tree, found: &Found, step: &Step) -> Json {
    let node = &found.nodes[step.node];
    let mut object = Map::new();
    object.insert("event".to_owned(), json!(step.event));
    object.insert("node".to_owned(), json!(tree.name(node.position)));
    object.insert("ply".to_owned(), json!(node.ply));
    object.insert("sentence".to_owned(), json!(step.sentence));
    if let Some(Window { alpha, beta }) = step.window {
        object.insert("window".to_owned(), json!([number(alpha), number(beta)]));
    }
    if let Some(one) = &step.value {
        object.insert("value".to_owned(), value(one));
        object.insert("bound".to_owned(), json!(one.kind()));
    }
    Json::Object(object)
}

/// A number, or one for each player.
pub(crate) fn value(value: &Value) -> Json {
    match value {
        Value::One(bound) => number(bound.score()),
        Value::Each(payoffs) => payoffs.0.iter().map(|&payoff| number(payoff)).collect(),
    }
}

/// JSON has no infinities: they become null. A negative zero becomes zero.
fn number(number: f64) -> Json {
    json!(number + 0.0)
}

/// What a search cost.
pub(crate) fn counts(counts: Counts) -> Json {
    let mut told = json!({
        "generated": counts.generated,
        "distinct": counts.distinct,
        "expanded": counts.expanded,
        "leaves": counts.leaves,
        "cutoffs": counts.cutoffs,
        "table_hits": counts.table_hits,
    });
    if counts.tb_hits > 0 {
        told["tb_hits"] = json!(counts.tb_hits);
    }
    told
}

/// A score: a whole number where it is one.
pub(crate) fn score(score: f64) -> Json {
    let is_whole = score.fract() == 0.0 && score.abs() < f64::from(i32::MAX);
    if is_whole { json!(score as i32) } else { number(score) }
}

/// An array with one element in each line.
pub(crate) fn lines(elements: impl Iterator<Item = Json>) -> String {
    let lines: Vec<String> = elements.map(|element| versioned(element).to_string()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The text that is printed.
pub(crate) fn printed(json: &Json) -> String {
    format!("{:#}\n", versioned(json.clone()))
}

/// The version of the shapes: another one if a field is renamed, removed or given another meaning.
const VERSION: u32 = 1;

/// The same with its version, if it is an object.
fn versioned(mut json: Json) -> Json {
    if let Json::Object(fields) = &mut json {
        fields.shift_insert(0, "version".to_owned(), json!(VERSION));
    }
    json
}
