//! Where everything goes: subtrees side by side as close as their words allow, parents centred above
//! their children.
//!
//! Every subtree knows its outline: how far it reaches to both sides, row by row. A row is what is
//! written at the nodes of a ply, or on the branches between two plies. Siblings move apart until their
//! outlines leave air in every row (Reingold and Tilford, *Tidier Drawings of Trees*, 1981). Levels
//! with wide branches are higher, so that no branch is nearly horizontal. Lengths are those of an SVG:
//! 96 to the inch.

use std::collections::HashSet;

use super::{Node, Picture, Shape};

/// Half the height of a symbol.
pub(crate) const HALF: f64 = 15.0;
/// Between a symbol and what is written beside it.
pub(crate) const GAP: f64 = 5.0;
/// How far a stub reaches below a node.
pub(crate) const STUB: f64 = 20.0;
/// The sizes of letters.
pub(crate) const SIZE: f64 = 13.0;
pub(crate) const SMALL: f64 = 11.0;
/// Between a move and its odds.
pub(crate) const ODDS_GAP: f64 = 5.0;
/// How far down a branch its move is written, and where it is severed.
pub(crate) const MOVE_AT: f64 = 0.7;
pub(crate) const SEVER_AT: f64 = 0.45;

const LEVEL: f64 = 96.0;
const MOST_LEVEL: f64 = 600.0;
/// How steep a branch is at least.
const SLOPE: f64 = 0.3;
const MARGIN: f64 = 14.0;
/// The clear space between two neighbours in a row.
const AIR: f64 = SIZE;
/// More of it between the children of different parents.
const FAMILY_AIR: f64 = 20.0;
/// Longer moves do not push their neighbours away: they are left out where they collide.
const MOST_MOVE: f64 = 110.0;
/// The room that a name below a leaf takes.
const NAME_BELOW: f64 = 16.0;

/// Positions of the nodes of a picture.
pub(crate) struct Layout {
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Who moves at a level, and how far down that is; at the left edge.
    pub(crate) levels: Vec<(String, f64)>,
    /// The nodes whose move has no room.
    crowded: HashSet<usize>,
}

/// How far a subtree reaches to the left and right of its root, row by row: the root, the branches
/// below it, its children, and so on.
type Outline = Vec<(f64, f64)>;

/// The width of a text, in the widest font that a reader may have (DejaVu Sans).
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    size * text.chars().map(width).sum::<f64>()
}

/// The width of a bold text.
fn bold_width(text: &str) -> f64 {
    1.12 * text_width(text, SIZE)
}

/// The width of a character, in em.
fn width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.34,
        '(' | ')' | '[' | ']' | '-' | '/' | 'f' | 't' | 'r' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.98,
        '=' | '<' | '>' | '+' => 0.84,
        'A'..='Z' | '&' => 0.76,
        c if c.is_ascii() => 0.64,
        c if c >= '\u{2e80}' => 1.1,
        _ => 0.84,
    }
}

/// The width of the box of a leaf.
pub(crate) fn box_width(content: &str) -> f64 {
    (text_width(content, SIZE) + 10.0).max(26.0)
}

/// The width of what is written on the branch to a node: the move, and its odds.
pub(crate) fn edge_widths(node: &Node) -> (f64, f64) {
    let odds = node.odds.as_ref().map_or(0.0, |odds| text_width(odds, SMALL));
    (text_width(&node.by, SMALL), odds)
}

/// Places every node.
pub(crate) fn of(picture: &Picture) -> Layout {
    let nodes = &picture.nodes;
    let (offsets, outline) = offsets(picture);
    let words = words(nodes);
    let words_width = words.iter().flatten().map(|word| text_width(word, SIZE)).fold(0.0, f64::max);
    let room = if words_width > 0.0 { words_width + 2.0 * AIR } else { 0.0 };
    let left = outline.iter().map(|row| row.0).fold(0.0, f64::min);
    let right = outline.iter().map(|row| row.1).fold(0.0, f64::max);
    let down = heights(nodes, &offsets);
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (node, offset) in nodes.iter().zip(&offsets) {
        let above = node.parent.map_or(MARGIN + room - left, |parent| points[parent].0);
        points.push((above + offset, down[node.ply]));
    }
    let deepest = |(node, point): (&Node, &(f64, f64))| point.1 + HALF + below(node);
    let levels = words.into_iter().zip(&down).filter_map(|(word, &down)| Some((word?, down)));
    Layout {
        width: right - left + room + 2.0 * MARGIN,
        height: nodes.iter().zip(&points).map(deepest).fold(0.0, f64::max) + MARGIN,
        levels: levels.collect(),
        crowded: crowded(nodes, &points),
        points,
    }
}

impl Layout {
    /// The left edge of the words at the levels.
    pub(crate) fn margin(&self) -> f64 {
        MARGIN
    }

    /// The move that is written on the branch to a node, if there is room for it.
    pub(crate) fn mv<'n>(&self, node: &'n Node, index: usize) -> Option<&'n str> {
        let fits = !node.by.is_empty() && !self.crowded.contains(&index);
        fits.then_some(node.by.as_str())
    }
}

/// What is drawn below the symbol of a node.
fn below(node: &Node) -> f64 {
    match node.shape {
        Shape::Leaf if !node.name.is_empty() => NAME_BELOW,
        _ if node.has_stub() => STUB,
        _ => 0.0,
    }
}

/// How far every node is to the right of its parent, and the outline of the whole tree.
fn offsets(picture: &Picture) -> (Vec<f64>, Outline) {
    let mut offsets = vec![0.0; picture.nodes.len()];
    let mut outlines: Vec<Outline> = vec![Outline::new(); picture.nodes.len()];
    for (index, node) in picture.nodes.iter().enumerate().rev() {
        let (places, below) = side_by_side(picture, &node.children, &mut outlines);
        let centre = places.last().map_or(0.0, |last| last / 2.0);
        let mut outline = vec![reach(node, picture)];
        if !places.is_empty() {
            outline.push(moves_reach(picture, &node.children, &places, centre));
        }
        outline.extend(below.iter().map(|row| (row.0 - centre, row.1 - centre)));
        for (&child, place) in node.children.iter().zip(&places) {
            offsets[child] = place - centre;
        }
        outlines[index] = outline;
    }
    let whole = outlines.swap_remove(0);
    (offsets, whole)
}

/// Places siblings, the first at 0, and joins their outlines.
fn side_by_side(
    picture: &Picture,
    children: &[usize],
    outlines: &mut [Outline],
) -> (Vec<f64>, Outline) {
    let mut joint = Outline::new();
    let mut places: Vec<f64> = Vec::new();
    let step = even_step(picture, children, outlines);
    for (number, &child) in children.iter().enumerate() {
        let outline = std::mem::take(&mut outlines[child]);
        let place = match (places.last(), step) {
            (None, _) => 0.0,
            (Some(last), Some(step)) => last + step,
            (Some(last), None) => {
                let before = &picture.nodes[children[number - 1]];
                let moves = last + moves_apart(before, &picture.nodes[child]);
                apart(&joint, &outline).max(moves)
            }
        };
        join(&mut joint, &outline, place);
        places.push(place);
    }
    (places, joint)
}

/// Siblings that are all leaves are evenly spaced.
fn even_step(picture: &Picture, children: &[usize], outlines: &[Outline]) -> Option<f64> {
    let is_leaf = |&child: &usize| picture.nodes[child].children.is_empty();
    let step = |pair: &[usize]| {
        let moves = moves_apart(&picture.nodes[pair[0]], &picture.nodes[pair[1]]);
        apart(&outlines[pair[0]], &outlines[pair[1]]).max(moves)
    };
    let steps = || children.windows(2).map(step).fold(0.0, f64::max);
    children.iter().all(is_leaf).then(steps)
}

/// How far two outlines have to be apart.
fn apart(left: &Outline, right: &Outline) -> f64 {
    let air = |row: usize| if row == 0 { AIR } else { FAMILY_AIR };
    let rows = left.iter().zip(right).enumerate();
    rows.map(|(row, (left, right))| left.1 - right.0 + air(row)).fold(0.0, f64::max)
}

/// How far two siblings have to be apart for the moves on their branches.
fn moves_apart(left: &Node, right: &Node) -> f64 {
    match half_move(left) + half_move(right) {
        0.0 => 0.0,
        halves => (halves + AIR) / MOVE_AT,
    }
}

fn half_move(node: &Node) -> f64 {
    let gap = if node.by.is_empty() || node.odds.is_none() { 0.0 } else { ODDS_GAP };
    let (by, odds) = edge_widths(node);
    (by + gap + odds).min(MOST_MOVE) / 2.0
}

fn join(joint: &mut Outline, outline: &Outline, place: f64) {
    for (row, reach) in outline.iter().enumerate() {
        let (left, right) = (reach.0 + place, reach.1 + place);
        match joint.get_mut(row) {
            Some(known) => *known = (known.0.min(left), known.1.max(right)),
            None => joint.push((left, right)),
        }
    }
}

/// How far the moves to all children of a node reach.
fn moves_reach(picture: &Picture, children: &[usize], places: &[f64], centre: f64) -> (f64, f64) {
    let each = children.iter().zip(places).map(|(&child, place)| {
        let at = MOVE_AT * (place - centre);
        let half = half_move(&picture.nodes[child]);
        (at - half, at + half)
    });
    each.fold((0.0, 0.0), |all, one| (f64::min(all.0, one.0), f64::max(all.1, one.1)))
}

/// How far a node reaches to the left and to the right.
fn reach(node: &Node, picture: &Picture) -> (f64, f64) {
    if node.shape == Shape::Leaf {
        let half = box_width(&node.content).max(text_width(&node.name, SMALL));
        let half = half.max(picture.room) / 2.0;
        return (-half, half);
    }
    let beside = |width: f64| if width > 0.0 { HALF + GAP + width } else { HALF + 1.0 };
    let label = text_width(&node.caption(picture.labels), SIZE).max(picture.room);
    (-beside(bold_width(&node.name)), beside(label))
}

/// How far down every level is.
fn heights(nodes: &[Node], offsets: &[f64]) -> Vec<f64> {
    let deepest = nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let mut widest = vec![0.0f64; deepest + 1];
    for (node, offset) in nodes.iter().zip(offsets) {
        widest[node.ply] = widest[node.ply].max(offset.abs());
    }
    let mut down = vec![MARGIN + HALF];
    for (ply, wide) in widest.iter().enumerate().skip(1) {
        down.push(down[ply - 1] + (2.0 * HALF + SLOPE * wide).clamp(LEVEL, MOST_LEVEL));
    }
    down
}

/// Who moves at each level, where all nodes of it agree.
fn words(nodes: &[Node]) -> Vec<Option<String>> {
    let deepest = nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let mut levels: Vec<HashSet<String>> = vec![HashSet::new(); deepest + 1];
    for node in nodes {
        levels[node.ply].extend(node.shape.word());
    }
    let agreed = |words: HashSet<String>| words.into_iter().next();
    levels
        .into_iter()
        .map(|words| Some(words).filter(|words| words.len() == 1).and_then(agreed))
        .collect()
}

/// The nodes whose moves collide with a neighbour's, and their siblings.
fn crowded(nodes: &[Node], points: &[(f64, f64)]) -> HashSet<usize> {
    let mut rows: std::collections::BTreeMap<usize, Vec<(f64, f64, usize)>> = Default::default();
    for (index, node) in nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let at = points[parent].0 + MOVE_AT * (points[index].0 - points[parent].0);
        let half = (edge_widths(node).0 + edge_widths(node).1 + ODDS_GAP) / 2.0;
        rows.entry(node.ply).or_default().push((at, half, parent));
    }
    let collide = |pair: &[(f64, f64, usize)]| pair[0].0 + pair[0].1 + 2.0 > pair[1].0 - pair[1].1;
    let pairs = rows.values().flat_map(|row| row.windows(2)).filter(|pair| collide(pair));
    let parents: HashSet<usize> = pairs.flat_map(|pair| [pair[0].2, pair[1].2]).collect();
    parents.iter().flat_map(|&parent| nodes[parent].children.iter().copied()).collect()
}
