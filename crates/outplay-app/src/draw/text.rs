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

use super::{Fate, Labels, Node, Picture, Shape, window};
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
    let edge = &node.edge;
    match (node.fate, node.best, last) {
        (Fate::Searched, true, false) => format!("┝━ {edge} ━ "),
        (Fate::Searched, true, true) => format!("┕━ {edge} ━ "),
        (Fate::Searched, false, false) => format!("├─ {edge} ─ "),
        (Fate::Searched, false, true) => format!("└─ {edge} ─ "),
        (Fate::Severed, _, false) => format!("├╌//╌ {edge} ╌ "),
        (Fate::Severed, _, true) => format!("└╌//╌ {edge} ╌ "),
        (Fate::Below, _, false) => format!("├╌ {edge} ╌ "),
        (Fate::Below, _, true) => format!("└╌ {edge} ╌ "),
    }
}

fn described(node: &Node, labels: Labels) -> String {
    let who = match node.shape {
        Shape::Max => format!("MAX {}", node.name),
        Shape::Min => format!("MIN {}", node.name),
        Shape::Chance => format!("chance {}", node.name),
        Shape::Player(player) => format!("{player} {}", node.name),
        Shape::Leaf => leaf(node),
    };
    let cut = if node.fate == Fate::Severed { "  cut" } else { "" };
    format!("{who}{}{cut}", found(node, labels))
}

fn leaf(node: &Node) -> String {
    match node.own_name() {
        Some(name) => format!("{name}: {}", node.content()),
        None => node.content().to_owned(),
    }
}

/// What is known of a node.
fn found(node: &Node, labels: Labels) -> String {
    if node.shape == Shape::Leaf {
        return String::new();
    }
    let mut text = String::new();
    let shown = if labels == Labels::Window { Labels::Value } else { labels };
    if let Some(label) = node.label(shown) {
        text += &format!("  {label}");
    }
    if let (Labels::Window, Some((came, left))) = (labels, node.windows) {
        text += &format!("  {}", window(came));
        if came != left {
            text += &format!(" -> {}", window(left));
        }
    }
    text + match node.source {
        Some(Source::Evaluation) => "  (evaluation)",
        Some(Source::Table) => "  (searched before)",
        Some(Source::Insight) => "  (known)",
        Some(Source::Payoff) | None => "",
    }
}

/// The record of a search: one line for every step, indented by its ply.
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
    found.steps.iter().map(line).collect()
}
