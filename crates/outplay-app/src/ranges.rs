//! The ranges that the book's figures write at the nodes: between which numbers a value is, by the leaves that
//! were looked at so far.
//!
//! They are not alpha and beta. A MAX node that has a move worth 3 and one worth at most 14 is in [3, 14], while
//! its beta never changes.

use std::collections::HashMap;

use outplay::tree::{Branch, Place};
use outplay::{Player, Range, Turn};

use crate::search::{Found, Noted, Step, Value, View};

/// A node of the record, and between which numbers it is from now on.
pub(crate) type Change = (usize, Range<f64>);

/// What changes at every step of the record. Where each player has a payoff there are no ranges.
pub(crate) fn changes(found: &Found, view: &View<'_>) -> Vec<Vec<Change>> {
    let payoffs = match view {
        View::Sides { payoffs, .. } => *payoffs,
        View::Each(_) => return vec![Vec::new(); found.steps.len()],
    };
    let mut ranges = Ranges { view, payoffs, nodes: &found.nodes, known: Vec::new() };
    let changes = |step: &Step| match (step.event, &step.value) {
        ("enter", _) => ranges.entered(step.node),
        ("leaf", Some(Value::One(bound))) => ranges.learned(step.node, Range::from(*bound)),
        _ => Vec::new(),
    };
    found.steps.iter().map(changes).collect()
}

struct Ranges<'r> {
    view: &'r View<'r>,
    /// All that is known of what was not looked at.
    payoffs: Range<f64>,
    nodes: &'r [Noted],
    /// What is known of the nodes that were looked at.
    known: Vec<Known>,
}

struct Known {
    range: Range<f64>,
    /// Where its moves lead that were looked at. Chance may look at an outcome twice: the last time counts.
    children: HashMap<Branch, usize>,
}

impl Ranges<'_> {
    fn entered(&mut self, node: usize) -> Vec<Change> {
        if let (Some(parent), Some(by)) = (self.nodes[node].parent, self.nodes[node].by) {
            self.known[parent].children.insert(by, node);
        }
        self.known.push(Known { range: self.payoffs, children: HashMap::new() });
        vec![(node, self.payoffs)]
    }

    /// What follows from the range of a leaf, from there up to the root.
    fn learned(&mut self, leaf: usize, range: Range<f64>) -> Vec<Change> {
        self.known[leaf].range = range;
        let mut changed = vec![(leaf, range)];
        let mut above = self.nodes[leaf].parent;
        while let Some(node) = above {
            let range = self.range(node);
            if range == self.known[node].range {
                break;
            }
            self.known[node].range = range;
            changed.push((node, range));
            above = self.nodes[node].parent;
        }
        changed
    }

    /// The range of a node by those of all its moves.
    fn range(&self, node: usize) -> Range<f64> {
        let place: &Place = &self.nodes[node].position;
        let odds = self.view.odds(place);
        let children = &self.known[node].children;
        let after = |branch: usize| {
            let child = children.get(&Branch(branch as u32));
            child.map_or(self.payoffs, |&child| self.known[child].range)
        };
        let ranges = (0..odds.len()).map(after);
        let range = match self.nodes[node].turn {
            Some(Turn::Player(Player::MAX)) => ranges.reduce(Range::highest),
            Some(Turn::Player(_)) => ranges.reduce(Range::lowest),
            _ => Some(average(odds.iter().copied().zip(ranges))),
        };
        range.map_or(self.payoffs, |range| range.within(self.payoffs))
    }
}

/// The average of ranges by their odds. What never happens does not count, however wide its range.
fn average(outcomes: impl Iterator<Item = (f64, Range<f64>)>) -> Range<f64> {
    let (mut low, mut high, mut total) = (0.0, 0.0, 0.0);
    for (odds, range) in outcomes.filter(|(odds, _)| *odds > 0.0) {
        low += odds * range.low;
        high += odds * range.high;
        total += odds;
    }
    Range { low: low / total, high: high / total }
}
