//! A recorded search in words: every node by the moves that lead there, and a sentence for every cut.

use super::core::Playable;
use super::session::Played;
use super::thinker::Answer;
use crate::textbook::{Told, Trace, TraceNode, What};
use crate::{Bound, Names, Past, Payoffs, Source, Turn, Window};

/// A search of the textbook, with everything it looked at.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The root first, every node before its children.
    pub nodes: Vec<Noted>,
    /// What was found.
    pub answer: Answer,
}

/// A node of a recorded search.
#[derive(Clone, Debug)]
pub struct Noted {
    /// The move that led here, as it is written; nothing at the root.
    pub by: String,
    /// Who acts; nobody if the game is over.
    pub turn: Option<Turn>,
    /// The values that matter here.
    pub window: Window<f64>,
    /// What is known of its value, for MAX.
    pub value: Option<Bound<f64>>,
    /// What each player wins, if that was searched for: by max-n.
    pub each: Vec<f64>,
    /// How a leaf got its value.
    pub source: Option<Source>,
    /// Why moves were cut, if some were.
    pub reason: Option<String>,
    /// The best move.
    pub best: Option<String>,
    /// Its children, as indices.
    pub children: Vec<usize>,
    /// The moves that were not looked at.
    pub cut: Vec<String>,
}

/// What a search can find: a value for one side, or one for each player.
pub(super) trait Valued: Told {
    fn one(&self) -> Option<Bound<f64>>;
    fn each(&self) -> Vec<f64>;
}

impl Valued for Bound<f64> {
    fn one(&self) -> Option<Bound<f64>> {
        Some(*self)
    }
    fn each(&self) -> Vec<f64> {
        Vec::new()
    }
}

impl Valued for Payoffs {
    fn one(&self) -> Option<Bound<f64>> {
        None
    }
    fn each(&self) -> Vec<f64> {
        self.0.clone()
    }
}

type TraceOf<G, V> = Trace<Past<<G as crate::Game>::Position>, <G as crate::Game>::Move, V>;

/// The nodes of a search in words.
pub(super) fn noted<G: Playable, V: Valued>(at: &Played<G>, trace: &TraceOf<G, V>) -> Vec<Noted> {
    let mut nodes: Vec<Noted> = Vec::new();
    for (index, node) in trace.nodes.iter().enumerate() {
        let by = node.parent.zip(node.by);
        let by = by.map(|(parent, by)| at.text_of(&trace.nodes[parent].position, by));
        if let Some(parent) = node.parent {
            nodes[parent].children.push(index);
        }
        nodes.push(note(at, node, by.unwrap_or_default()));
    }
    for (index, step) in trace.steps.iter().enumerate() {
        if let What::Cut { .. } = step.what {
            let called = Called { at, trace, nodes: &nodes, node: step.node };
            nodes[step.node].reason = Some(trace.sentence(index, &called));
        }
    }
    nodes
}

fn note<G: Playable, V: Valued>(
    at: &Played<G>,
    node: &TraceNode<Past<G::Position>, G::Move, V>,
    by: String,
) -> Noted {
    let name = |mv: G::Move| at.text_of(&node.position, mv);
    Noted {
        by,
        turn: node.turn,
        window: node.window,
        value: node.value.as_ref().and_then(Valued::one),
        each: node.value.as_ref().map(Valued::each).unwrap_or_default(),
        source: node.source,
        reason: None,
        best: node.best.filter(|_| node.source.is_none()).map(name),
        children: Vec::new(),
        cut: node.cut.iter().map(|&mv| name(mv)).collect(),
    }
}

/// The names of a node and of those above it: the moves that lead there.
struct Called<'c, G: Playable, V> {
    at: &'c Played<G>,
    trace: &'c TraceOf<G, V>,
    nodes: &'c [Noted],
    node: usize,
}

impl<G: Playable, V> Called<'_, G, V> {
    /// The nodes from this one up to the root.
    fn up(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(from), |&node| self.trace.nodes[node].parent)
    }
}

impl<G: Playable, V> Names<Past<G::Position>, G::Move> for Called<'_, G, V> {
    fn position(&self, position: &Past<G::Position>) -> String {
        let is_it = |&node: &usize| std::ptr::eq(&self.trace.nodes[node].position, position);
        let node = self.up(self.node).find(is_it).unwrap_or(0);
        let mut line: Vec<&str> = self.up(node).map(|node| self.nodes[node].by.as_str()).collect();
        line.pop();
        line.reverse();
        if line.is_empty() { "start".to_owned() } else { line.join(" ") }
    }

    fn mv(&self, position: &Past<G::Position>, mv: G::Move) -> String {
        self.at.text_of(position, mv)
    }
}
