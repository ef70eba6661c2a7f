//! Pictures of a search: the tree, what was found where, and what was cut.
//!
//! A [`Picture`] is the tree with what is to be written at every node. It is drawn as [`text`],
//! [`svg`] or [`tikz`]; the last two share a [`layout`].

pub(crate) mod columns;
pub(crate) mod layout;
pub(crate) mod plot;
pub(crate) mod summary;
pub(crate) mod svg;
pub(crate) mod text;
pub(crate) mod tikz;

use std::collections::HashMap;

use clap::ValueEnum;
use outplay::textbook::Told;
use outplay::tree::{Branch, Place};
use outplay::{Bound, Game, Player, Source, Tree, Turn, Window};

use crate::search::{Found, Value, View};

/// What is written at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    /// = 3, <= 2
    Value,
    /// (alpha, beta)
    Window,
    /// [least, most]
    Range,
}

/// The tree of a search, ready to be drawn.
pub(crate) struct Picture {
    /// The root first, every node before its children.
    pub(crate) nodes: Vec<Node>,
    pub(crate) labels: Labels,
}

/// A node of a [`Picture`].
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) ply: usize,
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// The move that leads here, with its odds if chance moves.
    pub(crate) edge: String,
    pub(crate) fate: Fate,
    /// Whether it is on the line of best play.
    pub(crate) best: bool,
    /// The payoff of a leaf, as it is written in the tree.
    pub(crate) payoff: Option<String>,
    /// What the search found.
    pub(crate) value: Option<Value>,
    /// How a value without a search below it is known.
    pub(crate) source: Option<Source>,
    /// Alpha and beta when the search came and when it left.
    pub(crate) windows: Option<(Window<f64>, Window<f64>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Max,
    Min,
    Chance,
    Player(Player),
    Leaf,
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The search looked at it.
    Searched,
    /// The branch that leads here was cut.
    Severed,
    /// The branch was cut further up.
    Below,
}

/// How many nodes there are down to a depth, every way to reach one counted: exact up to `most`.
pub(crate) fn size(tree: &Tree, depth: u32, most: usize) -> usize {
    let mut stack = vec![(tree.root(), 0)];
    let mut size = 0;
    while let Some((place, ply)) = stack.pop() {
        size += 1;
        if size > most {
            break;
        }
        if ply < depth {
            stack.extend(branches(tree, place).map(|branch| (after(tree, place, branch), ply + 1)));
        }
    }
    size
}

fn branches(tree: &Tree, place: Place) -> impl DoubleEndedIterator<Item = Branch> {
    let mut moves = Vec::new();
    tree.moves(&place, &mut moves);
    moves.into_iter()
}

fn after(tree: &Tree, mut place: Place, branch: Branch) -> Place {
    tree.play(&mut place, branch);
    place
}

impl Picture {
    /// The tree down to a depth, with what a recorded search found.
    pub(crate) fn new(
        tree: &Tree,
        view: &View<'_>,
        found: &Found,
        depth: u32,
        labels: Labels,
    ) -> Picture {
        let painter = Painter { tree, view, found, depth, children: children(found) };
        Picture { nodes: painter.nodes(), labels }
    }
}

/// Which node of the record a move leads to. A chance node may look at an outcome twice: the last
/// time counts.
fn children(found: &Found) -> HashMap<(usize, Branch), usize> {
    let node = |(index, node): (usize, &outplay::textbook::TraceNode<_, Branch, _>)| {
        Some(((node.parent?, node.by?), index))
    };
    found.nodes.iter().enumerate().filter_map(node).collect()
}

struct Painter<'p> {
    tree: &'p Tree,
    view: &'p View<'p>,
    found: &'p Found,
    depth: u32,
    children: HashMap<(usize, Branch), usize>,
}

/// A node that is still to be drawn.
struct Todo {
    place: Place,
    parent: Option<usize>,
    edge: String,
    fate: Fate,
    best: bool,
    /// The node in the record, if the search looked at it.
    record: Option<usize>,
}

impl Painter<'_> {
    fn nodes(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut stack = vec![Todo {
            place: self.tree.root(),
            parent: None,
            edge: String::new(),
            fate: Fate::Searched,
            best: true,
            record: Some(0).filter(|_| !self.found.nodes.is_empty()),
        }];
        while let Some(todo) = stack.pop() {
            let index = nodes.len();
            let ply = todo.parent.map_or(0, |parent| nodes[parent].ply + 1);
            if let Some(parent) = todo.parent {
                nodes[parent].children.push(index);
            }
            stack.extend(self.below(&todo, index, ply));
            nodes.push(self.node(todo, ply));
        }
        nodes
    }

    fn node(&self, todo: Todo, ply: usize) -> Node {
        let record = todo.record.map(|record| &self.found.nodes[record]);
        let shape = self.shape(todo.place);
        Node {
            parent: todo.parent,
            children: Vec::new(),
            ply,
            name: self.tree.name(todo.place),
            shape,
            edge: todo.edge,
            fate: todo.fate,
            best: todo.best,
            payoff: self.tree.written(todo.place).filter(|_| shape == Shape::Leaf),
            value: record.and_then(|record| record.value.clone()),
            source: record.and_then(|record| record.source),
            windows: todo.record.map(|record| self.windows(record)),
        }
    }

    fn shape(&self, place: Place) -> Shape {
        match self.view.turn(&place) {
            None => Shape::Leaf,
            Some(Turn::Chance) => Shape::Chance,
            Some(Turn::Player(player)) if !self.view.is_sides() => Shape::Player(player),
            Some(Turn::Player(Player::MAX)) => Shape::Max,
            Some(Turn::Player(_)) => Shape::Min,
        }
    }

    fn windows(&self, record: usize) -> (Window<f64>, Window<f64>) {
        let came = self.found.nodes[record].window;
        let steps = self.found.steps.iter().rev().filter(|step| step.node == record);
        let left = steps.filter_map(|step| step.window).next().unwrap_or(came);
        (came, left)
    }

    /// The children of a node, the last one first.
    fn below(&self, todo: &Todo, index: usize, ply: usize) -> Vec<Todo> {
        let settled = todo.record.is_some_and(|record| self.found.nodes[record].source.is_some());
        if settled || ply as u64 >= u64::from(self.depth) {
            return Vec::new();
        }
        let next = branches(self.tree, todo.place).rev();
        next.map(|branch| self.child(todo, index, ply, branch)).collect()
    }

    fn child(&self, above: &Todo, index: usize, ply: usize, branch: Branch) -> Todo {
        let record = above.record.and_then(|record| self.children.get(&(record, branch)).copied());
        let fate = match (above.record, record) {
            (_, Some(_)) => Fate::Searched,
            (Some(_), None) => Fate::Severed,
            (None, None) => Fate::Below,
        };
        Todo {
            place: after(self.tree, above.place, branch),
            parent: Some(index),
            edge: self.edge(above.place, branch),
            fate,
            best: above.best && self.found.report.line.get(ply) == Some(&branch),
            record,
        }
    }

    fn edge(&self, place: Place, branch: Branch) -> String {
        let action = self.tree.action(place, branch);
        match self.view.turn(&place) {
            Some(Turn::Chance) => {
                let odds = self.view.odds(&place)[branch.0 as usize];
                format!("{action} {}", short(odds))
            }
            _ => action,
        }
    }
}

impl Node {
    /// What is written in the square of a leaf: its payoff, or its name if that is unknown.
    pub(crate) fn content(&self) -> &str {
        self.payoff.as_deref().unwrap_or(&self.name)
    }

    /// The name of a leaf, where it says more than its content and the move that leads there.
    pub(crate) fn own_name(&self) -> Option<&str> {
        let by = self.edge.split(' ').next();
        Some(self.name.as_str()).filter(|&name| name != self.content() && Some(name) != by)
    }

    /// What is written beside a node: nothing where the search was not.
    pub(crate) fn label(&self, labels: Labels) -> Option<String> {
        let value = self.value.as_ref()?;
        match labels {
            Labels::Value => Some(label(value)),
            Labels::Range => Some(range(value)),
            Labels::Window => self.windows.map(|(_, left)| window(left)),
        }
    }
}

/// `= 3`, `<= 2`, `= [1 2 6]`.
fn label(value: &Value) -> String {
    match value {
        Value::One(Bound::Exact(number)) => format!("= {}", short(*number)),
        Value::One(Bound::AtLeast(number)) => format!(">= {}", short(*number)),
        Value::One(Bound::AtMost(number)) => format!("<= {}", short(*number)),
        Value::Each(payoffs) => {
            let each: Vec<String> = payoffs.0.iter().map(|&one| short(one)).collect();
            format!("= [{}]", each.join(" "))
        }
    }
}

/// `[3, 3]`, `[-∞, 2]`: between which numbers the value is known to be.
fn range(value: &Value) -> String {
    match value {
        Value::One(bound) => format!("[{}, {}]", short(bound.low()), short(bound.high())),
        Value::Each(_) => label(value),
    }
}

fn window(window: Window<f64>) -> String {
    format!("({}, {})", short(window.alpha), short(window.beta))
}

/// A number for a drawing: at most a handful of digits.
pub(crate) fn short(number: f64) -> String {
    let full = Bound::Exact(number).number();
    if full.chars().count() <= 8 {
        return full;
    }
    if (1e-3..1e6).contains(&number.abs()) {
        let rounded = format!("{number:.3}");
        return rounded.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{number:.2e}")
}
