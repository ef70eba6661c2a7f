//! A picture as SVG: self-contained, for the page and for print.

use super::layout::{self, GAP, HALF, Layout, MOVE_AT, ODDS_GAP, SEVER_AT, STUB};
use super::{Fate, Node, Picture, Shape, numbers};

const STYLE: &str = "\
text{font-family:Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;font-size:13px;fill:#1a1a1a}
.name{font-weight:bold}.small{font-size:11px}.move{font-size:11px;fill:#444;\
stroke:#fff;stroke-width:6px;stroke-linejoin:round;paint-order:stroke}
.by{font-style:italic}
.edge{stroke:#555;stroke-width:1.2;fill:none}.best{stroke:#111;stroke-width:3}
.slash{stroke:#555;stroke-width:1.4}.stub{stroke:#555;stroke-width:1.4;stroke-dasharray:3 3}
.level{fill:#555;letter-spacing:.04em}
.max{fill:#d6e6f7}.min{fill:#fadbd3}.chance{fill:#fdf0c4}.player{fill:#e2f0dc}.leaf{fill:#fff}
.shape{stroke:#1a1a1a;stroke-width:1.3;stroke-linejoin:round}.shape.on{stroke-width:2.6}
.cut .shape{fill:#f4f4f4;stroke:#777}.cut text{fill:#777;font-weight:normal}.edge.cut{stroke:#777}";

/// Draws a picture.
pub(crate) fn drawn(picture: &Picture) -> String {
    let layout = layout::of(picture);
    let Layout { width, height, .. } = layout;
    let indices = || 0..picture.nodes.len();
    let edges: String = indices().map(|index| edge(picture, &layout, index)).collect();
    let moves: String = indices().map(|index| mv(picture, &layout, index)).collect();
    let nodes: String = indices().map(|index| node(picture, &layout, index)).collect();
    let levels = levels(&layout);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.1}\" height=\"{height:.1}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{levels}{edges}{moves}{nodes}</svg>\n",
        title(picture)
    )
}

fn title(picture: &Picture) -> String {
    let root = &picture.nodes[0];
    let value = root.label(super::Labels::Value).unwrap_or_default();
    escaped(&format!("Search tree of {} {value}", root.name))
}

/// Who moves, beside each level.
fn levels(layout: &Layout) -> String {
    let word = |(word, y): &(String, f64)| write(word, "level", "start", layout.margin(), y + 4.5);
    layout.levels.iter().map(word).collect()
}

/// Where a branch starts and ends.
pub(crate) fn ends(picture: &Picture, layout: &Layout, index: usize) -> Option<[(f64, f64); 2]> {
    let (top, bottom) = (layout.points[picture.nodes[index].parent?], layout.points[index]);
    Some([(top.0, top.1 + HALF), (bottom.0, bottom.1 - HALF)])
}

fn edge(picture: &Picture, layout: &Layout, index: usize) -> String {
    let node = &picture.nodes[index];
    let Some([from, to]) = ends(picture, layout, index) else { return String::new() };
    match node.fate {
        Fate::Searched if node.best => line("edge best", from, to),
        Fate::Searched | Fate::Waiting => line("edge", from, to),
        Fate::Below => line("edge cut", from, to),
        Fate::Severed => severed(from, to),
    }
}

fn severed(from: (f64, f64), to: (f64, f64)) -> String {
    let Cut { stubs, slashes } = cut(from, to);
    let stubs = stubs.map(|[a, b]| line("edge cut", a, b)).concat();
    stubs + &slashes.map(|[a, b]| line("slash", a, b)).concat()
}

/// A severed branch: what is left of it, and two slashes across the gap.
pub(crate) struct Cut {
    pub(crate) stubs: [[(f64, f64); 2]; 2],
    pub(crate) slashes: [[(f64, f64); 2]; 2],
}

pub(crate) fn cut(from: (f64, f64), to: (f64, f64)) -> Cut {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let along = |by: f64| {
        let at = SEVER_AT * length + by;
        (from.0 + ux * at, from.1 + uy * at)
    };
    // Across the branch, and leaning a little.
    let (sx, sy) = (4.6 * -uy + 1.6 * ux, 4.6 * ux + 1.6 * uy);
    let slash = |by: f64| {
        let (x, y) = along(by);
        [(x - sx, y - sy), (x + sx, y + sy)]
    };
    Cut { stubs: [[from, along(-2.5)], [along(2.5), to]], slashes: [slash(-2.5), slash(2.5)] }
}

fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> String {
    format!(
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>\n",
        from.0, from.1, to.0, to.1
    )
}

/// The move on a branch, and its odds.
fn mv(picture: &Picture, layout: &Layout, index: usize) -> String {
    let node = &picture.nodes[index];
    let Some([from, to]) = ends(picture, layout, index) else { return String::new() };
    let by =
        layout.mv(node, index).map(|by| format!("<tspan class=\"by\">{}</tspan>", escaped(by)));
    let gap = if by.is_some() { ODDS_GAP } else { 0.0 };
    let odds = node.odds.as_ref().map(|odds| format!("<tspan dx=\"{gap}\">{odds}</tspan>"));
    if by.is_none() && odds.is_none() {
        return String::new();
    }
    let x = from.0 + MOVE_AT * (to.0 - from.0);
    let y = from.1 + MOVE_AT * (to.1 - from.1) + 4.0;
    let words = by.unwrap_or_default() + &odds.unwrap_or_default();
    let text = backed(node, x, y) + &element(&words, "move", "middle", x, y);
    if node.fate.is_cut() { format!("<g class=\"cut\">{text}</g>\n") } else { text }
}

/// A white ground where a branch would be seen between a move and its odds.
fn backed(node: &Node, x: f64, y: f64) -> String {
    if node.by.is_empty() || node.odds.is_none() {
        return String::new();
    }
    let (by, odds) = layout::edge_widths(node);
    let width = 0.6 * (by + odds) + ODDS_GAP;
    let (left, top) = (x - width / 2.0, y - 10.0);
    format!("<path fill=\"#fff\" d=\"M{left:.1} {top:.1}h{width:.1}v13h-{width:.1}z\"/>\n")
}

fn node(picture: &Picture, layout: &Layout, index: usize) -> String {
    let node = &picture.nodes[index];
    let (x, y) = layout.points[index];
    let class = if node.fate.is_cut() { "node cut" } else { "node" };
    let words =
        if node.shape == Shape::Leaf { leaf_words(node, x, y) } else { words(node, picture, x, y) };
    let stub = if node.has_stub() { stub(x, y) } else { String::new() };
    format!("<g class=\"{class}\">\n{stub}{}{words}</g>\n", shape(node, x, y))
}

/// What was not searched, below a node.
fn stub(x: f64, y: f64) -> String {
    line("stub", (x, y + HALF), (x, y + HALF + STUB))
}

fn shape(node: &Node, x: f64, y: f64) -> String {
    let on = if node.best { " on" } else { "" };
    let (top, bottom) = (y - HALF, y + HALF);
    let (left, right) = (x - HALF - 1.0, x + HALF + 1.0);
    match node.shape {
        Shape::Max => format!(
            "<polygon class=\"shape max{on}\" points=\"{x:.1},{top:.1} {right:.1},{bottom:.1} {left:.1},{bottom:.1}\"/>\n"
        ),
        Shape::Min => format!(
            "<polygon class=\"shape min{on}\" points=\"{x:.1},{bottom:.1} {right:.1},{top:.1} {left:.1},{top:.1}\"/>\n"
        ),
        Shape::Chance => {
            format!(
                "<circle class=\"shape chance{on}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{HALF}\"/>\n"
            )
        }
        Shape::Player(_) => rectangle(&format!("player{on}"), x, y, 2.0 * HALF, 7.0),
        Shape::Leaf => rectangle(&format!("leaf{on}"), x, y, layout::box_width(&node.content), 0.0),
    }
}

fn rectangle(class: &str, x: f64, y: f64, width: f64, round: f64) -> String {
    format!(
        "<rect class=\"shape {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" rx=\"{round}\"/>\n",
        x - width / 2.0,
        y - HALF,
        2.0 * HALF
    )
}

fn leaf_words(node: &Node, x: f64, y: f64) -> String {
    let content = write(&node.content, "payoff", "middle", x, y + 4.5);
    let name = named(&node.name, "small", "middle", x, y + HALF + 13.0);
    content + &name
}

fn words(node: &Node, picture: &Picture, x: f64, y: f64) -> String {
    let name = named(&node.name, "name", "end", x - HALF - GAP, y + 4.5);
    let label = numbers::signs(&node.caption(picture.labels));
    let label = named(&label, "label", "start", x + HALF + GAP, y + 4.5);
    let player = match node.shape {
        Shape::Player(player) => write(&format!("p{}", player.0), "small", "middle", x, y + 4.5),
        _ => String::new(),
    };
    name + &label + &player
}

/// A name or a label, if there is one.
fn named(name: &str, class: &str, anchor: &str, x: f64, y: f64) -> String {
    if name.is_empty() { String::new() } else { write(name, class, anchor, x, y) }
}

fn write(text: &str, class: &str, anchor: &str, x: f64, y: f64) -> String {
    element(&escaped(text), class, anchor, x, y)
}

fn element(words: &str, class: &str, anchor: &str, x: f64, y: f64) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n"
    )
}

/// Text without what means something in XML. Control characters, which XML does not have, are
/// shown as a replacement.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&apos;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
