//! A graph that is unfolded into its tree: positions that are reached in several ways stand in the tree several times.
//!
//! `from A: B C` is a position and those behind its moves, `end D: 3` one where the game is over and what it pays. The first
//! position is the root.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};

/// Larger trees are not drawn.
const MOST_NODES: usize = 400;

struct Graph {
    positions: Vec<Position>,
    /// The tree, each node before its children.
    nodes: Vec<Node>,
    caption: String,
}

struct Position {
    name: String,
    /// Where its moves lead to.
    next: Vec<usize>,
    pays: Option<String>,
}

struct Node {
    parent: Option<usize>,
    position: usize,
    depth: usize,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["from", "end", "caption"])?;
    let lines: Vec<&Field> = ["from", "end"].into_iter().flat_map(|key| fields.all(key)).collect();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, line) in lines.iter().enumerate() {
        if line.name.is_empty() || places.insert(&line.name, place).is_some() {
            return Err(
                line.wrong("every position has a name of its own: `from A: B C`, `end D: 3`")
            );
        }
    }
    let position = |line: &&Field| -> Result<Position, Wrong> {
        let is_end = line.key == "end";
        let next = |name: &str| {
            let what = || line.wrong(format!("there is no position `{name:.20}`"));
            places.get(name).copied().ok_or_else(what)
        };
        let words = line.value.split_whitespace();
        let next = if is_end { Vec::new() } else { words.map(next).collect::<Result<_, _>>()? };
        if !is_end && next.is_empty() {
            return Err(line.wrong("a position leads to others, or is an `end`"));
        }
        Ok(Position { name: line.name.clone(), next, pays: is_end.then(|| line.value.clone()) })
    };
    let positions: Vec<Position> = lines.iter().map(position).collect::<Result<_, _>>()?;
    let caption = fields.value("caption")?.unwrap_or("").to_owned();
    let nodes = unfolded(&positions).ok_or_else(|| {
        let what = format!(
            "the tree has more than {MOST_NODES} nodes, or a position leads back to itself"
        );
        Wrong::new(fields.line, what)
    })?;
    Ok(Box::new(Graph { positions, nodes, caption }))
}

/// The tree from the first position; none if it is too large.
fn unfolded(positions: &[Position]) -> Option<Vec<Node>> {
    let mut nodes = Vec::new();
    let mut waiting = vec![Node { parent: None, position: 0, depth: 0 }];
    while let Some(node) = waiting.pop() {
        let (parent, depth) = (Some(nodes.len()), node.depth + 1);
        let next = positions.get(node.position)?.next.iter().rev();
        waiting.extend(next.map(|&position| Node { parent, position, depth }));
        nodes.push(node);
        if nodes.len() > MOST_NODES {
            return None;
        }
    }
    Some(nodes)
}

impl Graph {
    /// How many positions there are on the way from the root.
    fn distinct(&self) -> usize {
        let seen: std::collections::HashSet<usize> =
            self.nodes.iter().map(|node| node.position).collect();
        seen.len()
    }
}

impl Show for Graph {
    fn page(&self) -> Json {
        let node = |node: &Node| {
            let position = &self.positions[node.position];
            json!({
                "parent": node.parent,
                "name": position.name,
                "pays": position.pays,
                "depth": node.depth,
            })
        };
        let nodes: Vec<Json> = self.nodes.iter().map(node).collect();
        json!({ "nodes": nodes, "distinct": self.distinct(), "caption": self.caption })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let line = |position: &Position| {
            let names: Vec<&str> =
                position.next.iter().map(|&next| self.positions[next].name.as_str()).collect();
            match &position.pays {
                Some(pays) => format!("{} pays {pays}\n", position.name),
                None => format!("{} -> {}\n", position.name, names.join(", ")),
            }
        };
        let lines: String = self.positions.iter().map(line).collect();
        let counts =
            format!("{} nodes as a tree, {} as a graph", self.nodes.len(), self.distinct());
        Ok(format!("{}\n\n{lines}\n{counts}\n", self.caption).trim_start().to_owned())
    }
}
