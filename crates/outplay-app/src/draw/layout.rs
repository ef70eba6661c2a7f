//! Where everything goes: leaves evenly spaced, parents centred above their children.
//!
//! All positions scale with one number, the distance between two leaves. It is made just large enough
//! that nothing that is written in the same row touches its neighbour. Lengths are those of an SVG: 96 to
//! the inch.

use std::collections::BTreeMap;

use super::{Node, Picture, Shape};

/// Half the height of a symbol.
pub(crate) const HALF: f64 = 15.0;
/// Between a symbol and what is written beside it.
pub(crate) const GAP: f64 = 5.0;
/// How far down a branch its move is written, and where it is severed.
pub(crate) const MOVE_AT: f64 = 0.66;
pub(crate) const SEVER_AT: f64 = 0.4;

const LEVEL: f64 = 92.0;
const MARGIN: f64 = 14.0;
const LEAST_SLOT: f64 = 40.0;
const AIR: f64 = 9.0;

/// Positions of the nodes of a picture.
pub(crate) struct Layout {
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Something written: where, in leaves from the left, and how far it reaches to both sides.
struct Patch {
    at: f64,
    left: f64,
    right: f64,
}

/// The width of a text of 13 pixels, generously.
pub(crate) fn text_width(text: &str) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 7.4 } else { 12.0 }).sum()
}

/// The width of a text of 11 pixels.
pub(crate) fn small_width(text: &str) -> f64 {
    text_width(text) * 11.0 / 13.0
}

/// The width of the box of a leaf or of a player.
pub(crate) fn box_width(content: &str) -> f64 {
    (text_width(content) + 10.0).max(26.0)
}

/// Places every node.
pub(crate) fn of(picture: &Picture) -> Layout {
    let at = columns(&picture.nodes);
    let rows = rows(picture, &at);
    let slot = slot(&rows);
    let patches = || rows.values().flatten();
    let first = patches().map(|patch| patch.at * slot - patch.left).fold(0.0, f64::min);
    let last = patches().map(|patch| patch.at * slot + patch.right).fold(0.0, f64::max);
    let deepest = picture.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let down = |node: &Node| MARGIN + HALF + LEVEL * node.ply as f64;
    let across = at.iter().map(|at| at * slot - first + MARGIN);
    Layout {
        points: across.zip(picture.nodes.iter().map(down)).collect(),
        width: last - first + 2.0 * MARGIN,
        height: 2.0 * (MARGIN + HALF) + LEVEL * deepest as f64 + 16.0,
    }
}

/// The position of every node, counted in leaves.
fn columns(nodes: &[Node]) -> Vec<f64> {
    let mut at = vec![0.0; nodes.len()];
    let mut leaves = nodes.iter().filter(|node| node.children.is_empty()).count();
    for (index, node) in nodes.iter().enumerate().rev() {
        at[index] = match (node.children.first(), node.children.last()) {
            (Some(&first), Some(&last)) => (at[first] + at[last]) / 2.0,
            _ => {
                leaves -= 1;
                leaves as f64
            }
        };
    }
    at
}

/// What is written in each row, from left to right: at the nodes of a ply, and on the branches above.
fn rows(picture: &Picture, at: &[f64]) -> BTreeMap<(usize, bool), Vec<Patch>> {
    let mut rows: BTreeMap<(usize, bool), Vec<Patch>> = BTreeMap::new();
    for (index, node) in picture.nodes.iter().enumerate() {
        let (left, right) = reach(node, picture);
        rows.entry((node.ply, true)).or_default().push(Patch { at: at[index], left, right });
        if let Some(parent) = node.parent {
            let half = small_width(&node.edge) / 2.0;
            let at = at[parent] + MOVE_AT * (at[index] - at[parent]);
            rows.entry((node.ply, false)).or_default().push(Patch { at, left: half, right: half });
        }
    }
    rows
}

/// How far a node reaches to the left and to the right.
fn reach(node: &Node, picture: &Picture) -> (f64, f64) {
    if node.shape == Shape::Leaf {
        let name = node.own_name().map_or(0.0, small_width);
        let half = box_width(node.content()).max(name) / 2.0;
        return (half, half);
    }
    let label = node.label(picture.labels).map_or(0.0, |label| text_width(&label) + GAP);
    (HALF + GAP + text_width(&node.name), HALF + label)
}

/// The least distance of two leaves at which nothing touches.
fn slot(rows: &BTreeMap<(usize, bool), Vec<Patch>>) -> f64 {
    let pairs = rows.values().flat_map(|row| row.windows(2));
    let needed = pairs.map(|pair| {
        let distance = pair[1].at - pair[0].at;
        (pair[0].right + AIR + pair[1].left) / distance.max(0.05)
    });
    needed.fold(LEAST_SLOT, f64::max)
}
