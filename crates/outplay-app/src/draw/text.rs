//! A picture for the terminal.
//!
//! Heavy strokes are best play, dashed ones with `//` are cut:
//! ```text
//! MAX A  = 3
//! ┝━ a1 ━ MIN B  = 3
//! │  ┝━ b1 ━ 3
//! │  └─ b2 ─ 12
//! └─ a2 ─ MIN C  <= 2
//!    ├─ c1 ─ 2
//!    └╌//╌ c2 ╌ x  cut
//! ```

use outplay::Source;

use super::{Fate, Labels, Node, Picture, Shape};
use crate::search::Found;

/// Draws a picture.
pub(crate) fn drawn(picture: &Picture) -> String {
    let mut text = String::new();
    // What stands before the branches of each node.
    let mut margins: Vec<String> = Vec::new();
    for (index, node) in picture.nodes.iter().enumerate() {
        let Some(parent) = node.parent else {
            text += &format!("{}\n", described(node, picture.labels));
            margins.push(String::new());
            continue;
        };
        let last = picture.nodes[parent].children.last() == Some(&index);
        let margin = margins[parent].clone();
        text += &format!("{margin}{}{}\n", branch(node, last), described(node, picture.labels));
        margins.push(margin + if last { "   " } else { "│  " });
    }
    text
}

fn branch(node: &Node, last: bool) -> String {
    let (start, stroke) = match (node.fate, node.best, last) {
        (Fate::Searched, true, false) => ("┝━", "━"),
        (Fate::Searched, true, true) => ("┕━", "━"),
        (Fate::Searched | Fate::Waiting, _, false) => ("├─", "─"),
        (Fate::Searched | Fate::Waiting, _, true) => ("└─", "─"),
        (Fate::Severed, _, false) => ("├╌//╌", "╌"),
        (Fate::Severed, _, true) => ("└╌//╌", "╌"),
        (Fate::Below, _, false) => ("├╌", "╌"),
        (Fate::Below, _, true) => ("└╌", "╌"),
    };
    match edge(node) {
        edge if edge.is_empty() => format!("{start} "),
        edge => format!("{start} {edge} {stroke} "),
    }
}

/// The move and its odds.
fn edge(node: &Node) -> String {
    match &node.odds {
        Some(odds) => format!("{} {odds}", node.by).trim_start().to_owned(),
        None => node.by.clone(),
    }
}

fn described(node: &Node, labels: Labels) -> String {
    let who = match node.shape.word() {
        Some(word) => format!("{word} {}", node.name).trim_end().to_owned(),
        None if node.name.is_empty() => node.content.clone(),
        None => format!("{}: {}", node.name, node.content),
    };
    let cut = if node.fate == Fate::Severed { "  cut" } else { "" };
    format!("{who}{}{cut}", found(node, labels))
}

/// What is known of a node.
fn found(node: &Node, labels: Labels) -> String {
    if node.shape == Shape::Leaf {
        return String::new();
    }
    let captions = node.captions(labels);
    let text: String = captions.iter().map(|caption| format!("  {caption}")).collect();
    text + match node.source {
        Some(Source::Evaluation) => "  (evaluation)",
        Some(Source::Table) => "  (searched before)",
        Some(Source::Known) => "  (known)",
        Some(Source::Payoff) | None => "",
    }
}

/// The record of a search: one line for every step, indented by its ply. Of iterative deepening it
/// is the last iteration, and says so.
pub(crate) fn story(found: &Found) -> String {
    let line = |step: &crate::search::Step| {
        let margin = "│  ".repeat(found.nodes[step.node].ply);
        let mark = match step.event {
            "enter" => "┌ ",
            "leave" => "└ ",
            "cut" => "✂ ",
            _ => "├ ",
        };
        format!("{margin}{mark}{}\n", step.sentence)
    };
    let steps: String = found.steps.iter().map(line).collect();
    match found.iterations {
        0 | 1 => steps,
        count => format!("Only the last of {count} iterations is told.\n{steps}"),
    }
}
