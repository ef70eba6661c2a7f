//! Strongly connected components: sets of positions from each of which play can come back to every other one.
//!
//! Tarjan, *Depth-First Search and Linear Graph Algorithms*, 1972, with a stack of its own instead of recursion. A component
//! is told after all others that it leads to, so that values can be found one component at a time.

use super::graph::Graph;

/// Not seen yet.
const NEW: u32 = u32::MAX;

/// A walk through a graph.
struct Walk<'g> {
    graph: &'g Graph,
    /// When each position was entered.
    entered: Vec<u32>,
    /// The earliest position on the way that is known to be in the same component, and nothing once the component was told.
    lowest: Vec<u32>,
    /// Positions whose component is not known yet.
    open: Vec<u32>,
    /// The way from the start, with the number of moves of each position that were looked at.
    way: Vec<(u32, usize)>,
    clock: u32,
    /// When each position was left, as the number of positions that were left before it.
    left: Vec<u32>,
    leaving: u32,
}

/// Tells all components, each after those that it leads to. Within one, those come first whose moves were
/// all looked at first, so that most positions come after those they lead to.
pub(super) fn each_component(graph: &Graph, mut told: impl FnMut(&[u32])) {
    let mut walk = Walk {
        graph,
        entered: vec![NEW; graph.len()],
        lowest: vec![NEW; graph.len()],
        open: Vec::new(),
        way: Vec::new(),
        clock: 0,
        left: vec![NEW; graph.len()],
        leaving: 0,
    };
    walk.enter(0);
    while let Some((node, next)) = walk.way.pop() {
        match graph.targets(node as usize).get(next) {
            Some(&target) => {
                walk.way.push((node, next + 1));
                walk.look(node, target);
            }
            None => {
                if let Some(component) = walk.leave(node) {
                    told(&component);
                }
            }
        }
    }
}

impl Walk<'_> {
    fn enter(&mut self, node: u32) {
        debug_assert!((node as usize) < self.graph.len(), "a position of the graph");
        self.entered[node as usize] = self.clock;
        self.lowest[node as usize] = self.clock;
        self.clock += 1;
        self.open.push(node);
        self.way.push((node, 0));
    }

    /// A move from `node` to `target`.
    fn look(&mut self, node: u32, target: u32) {
        if self.entered[target as usize] == NEW {
            self.enter(target);
        } else {
            self.reach(node, self.lowest[target as usize]);
        }
    }

    /// `node` leads to where `lowest` is; nowhere that is still open, if that is [`NEW`].
    fn reach(&mut self, node: u32, lowest: u32) {
        let known = &mut self.lowest[node as usize];
        *known = (*known).min(lowest);
    }

    /// All moves of a position were looked at. If nothing earlier can be reached, its component is complete.
    fn leave(&mut self, node: u32) -> Option<Vec<u32>> {
        self.left[node as usize] = self.leaving;
        self.leaving += 1;
        let lowest = self.lowest[node as usize];
        if let Some(&(above, _)) = self.way.last() {
            self.reach(above, lowest);
        }
        if lowest != self.entered[node as usize] {
            return None;
        }
        let begin = self.open.iter().rposition(|&one| one == node).expect("it is open");
        let mut component = self.open.split_off(begin);
        component.sort_unstable_by_key(|&one| self.left[one as usize]);
        component.iter().for_each(|&one| self.lowest[one as usize] = NEW);
        Some(component)
    }
}
