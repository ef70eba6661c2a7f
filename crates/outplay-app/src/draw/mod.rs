//! Pictures of a search: the tree, what was found where, and what was cut.
//!
//! A [`Picture`] is the tree with what is to be written at every node. It is drawn as [`text`],
//! [`svg`] or [`tikz`]; the last two share a [`layout`].

pub(crate) mod bars;
pub(crate) mod columns;
pub(crate) mod layout;
pub(crate) mod numbers;
pub(crate) mod plot;
pub(crate) mod summary;
pub(crate) mod svg;
pub(crate) mod text;
pub(crate) mod tikz;

use std::collections::HashMap;

use clap::ValueEnum;
use outplay::tree::{Branch, Place};
use outplay::{Game, Player, Range, Source, Tree, Turn, Window};

use crate::ranges;
use crate::search::{Found, Value, View};

/// What is written at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    /// The value: = 3, <= 2
    Value,
    /// The value, and alpha and beta when the search came and, if they changed, when it left: = 3 (-∞, ∞) -> (3, ∞)
    Window,
    /// Between which numbers the value is, by the leaves that were looked at: [3, 3], [-∞, 2]
    Range,
}

/// Which names are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Names {
    /// Moves and nodes
    All,
    /// Nodes only
    Nodes,
    /// No names
    None,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) labels: Labels,
    pub(crate) names: Names,
}

impl Default for Look {
    fn default() -> Look {
        Look { labels: Labels::Value, names: Names::All }
    }
}

/// The tree of a search, ready to be drawn.
pub(crate) struct Picture {
    /// The root first, every node before its children.
    pub(crate) nodes: Vec<Node>,
    pub(crate) labels: Labels,
    /// What is written at a node later may be so wide, below a leaf and beside other nodes.
    pub(crate) room: f64,
}

/// A node of a [`Picture`].
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) ply: usize,
    /// Empty if names are not wanted, and at a leaf that is called like the move that leads there.
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// The move that leads here; empty if names are not wanted.
    pub(crate) by: String,
    /// The odds of that move, if chance moves.
    pub(crate) odds: Option<String>,
    pub(crate) fate: Fate,
    /// Whether it is on the line of best play.
    pub(crate) best: bool,
    /// What is written in the square of a leaf: its payoff, or its name if that is unknown.
    pub(crate) content: String,
    /// What the search found.
    pub(crate) value: Option<Value>,
    /// Between which numbers that is, by the leaves that were looked at; if that is wanted.
    pub(crate) range: Option<Range<f64>>,
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

impl Shape {
    /// Who moves here; nobody at a leaf.
    pub(crate) fn word(self) -> Option<String> {
        match self {
            Shape::Max => Some("MAX".to_owned()),
            Shape::Min => Some("MIN".to_owned()),
            Shape::Chance => Some("chance".to_owned()),
            Shape::Player(player) => Some(player.to_string()),
            Shape::Leaf => None,
        }
    }
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
    /// The search has not come here yet.
    Waiting,
}

impl Fate {
    /// Whether the search will never come here.
    pub(crate) fn is_cut(self) -> bool {
        matches!(self, Fate::Severed | Fate::Below)
    }
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
        look: Look,
    ) -> Picture {
        let (names, children) = (look.names, children(found));
        let ranges = match look.labels {
            Labels::Range => ranges::changes(found, view).into_iter().flatten().collect(),
            Labels::Value | Labels::Window => HashMap::new(),
        };
        let painter = Painter { tree, view, found, depth, names, children, ranges };
        Picture { nodes: painter.nodes(), labels: look.labels, room: 0.0 }
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
    names: Names,
    children: HashMap<(usize, Branch), usize>,
    /// Between which numbers the nodes of the record are, if that is wanted.
    ranges: HashMap<usize, Range<f64>>,
}

/// A node that is still to be drawn.
struct Todo {
    place: Place,
    parent: Option<usize>,
    by: String,
    odds: Option<String>,
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
            by: String::new(),
            odds: None,
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
        let name = self.tree.name(todo.place);
        let shape = self.shape(todo.place);
        let content = self.view.payoff(todo.place).unwrap_or_else(|| name.clone());
        let says_more = shape != Shape::Leaf || (name != content && name != todo.by);
        let only = |names: bool, text: String| if names { text } else { String::new() };
        Node {
            parent: todo.parent,
            children: Vec::new(),
            ply,
            name: only(self.names != Names::None && says_more, name),
            shape,
            by: only(self.names == Names::All, todo.by),
            odds: todo.odds,
            fate: todo.fate,
            best: todo.best,
            content,
            value: record.and_then(|record| record.value.clone()),
            range: todo.record.and_then(|record| self.ranges.get(&record).copied()),
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
        let is_cut = |record: usize| self.found.nodes[record].cut.contains(&branch);
        let fate = match (above.record, record) {
            (_, Some(_)) => Fate::Searched,
            (Some(above), None) if is_cut(above) => Fate::Severed,
            (None, None) if above.fate.is_cut() => Fate::Below,
            (_, None) => Fate::Waiting,
        };
        Todo {
            place: after(self.tree, above.place, branch),
            parent: Some(index),
            by: self.tree.action(above.place, branch),
            odds: self.odds(above.place, branch),
            fate,
            best: above.best && self.found.report.line.get(ply) == Some(&branch),
            record,
        }
    }

    fn odds(&self, place: Place, branch: Branch) -> Option<String> {
        let is_chance = self.view.turn(&place) == Some(Turn::Chance);
        is_chance.then(|| numbers::odds(self.view.odds(&place)[branch.0 as usize]))
    }
}

impl Node {
    /// What is written beside a node: nothing where the search was not. A node that was only
    /// evaluated does not look proven.
    pub(crate) fn label(&self, labels: Labels) -> Option<String> {
        let proven = self.source != Some(Source::Evaluation);
        match (labels, self.range) {
            (Labels::Range, Some(range)) if proven => Some(numbers::range(range)),
            _ if proven => self.value.as_ref().map(numbers::label),
            _ => self.value.as_ref().map(numbers::estimate),
        }
    }

    /// The label, and beside it alpha and beta, if they are wanted.
    pub(crate) fn captions(&self, labels: Labels) -> Vec<String> {
        let windows = self.windows.filter(|_| labels == Labels::Window);
        let windows = windows.map(|(came, left)| numbers::windows(came, left));
        self.label(labels).into_iter().chain(windows).collect()
    }

    /// All that a figure writes beside a node.
    pub(crate) fn caption(&self, labels: Labels) -> String {
        self.captions(labels).join(" ")
    }

    /// Whether there is a subtree that is not drawn, because its value was known without a search.
    pub(crate) fn has_stub(&self) -> bool {
        self.shape != Shape::Leaf && self.source.is_some()
    }
}
