//! A recorded search in words: every node by the moves that lead there, and a sentence for every cut.

use super::erased::Place;
use super::session::Choice;
use super::thinker::Answer;
use crate::textbook::{Told, Trace, TraceNode, What};
use crate::{Bound, Cause, Event, Names, Observer, Payoffs, Source, Turn, Window};

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

/// A recorded search that knows no game: its moves are numbers, and so are its positions, in the order in which they were looked at. PERF: so
/// it is compiled once, and not for every game.
pub(super) struct Named<V> {
    trace: Trace<usize, usize, V>,
    /// What each move is called.
    moves: Vec<String>,
}

impl<V> Named<V> {
    pub(super) fn new() -> Named<V> {
        Named { trace: Trace::new(), moves: Vec::new() }
    }
}

impl<V: Valued> Named<V> {
    fn name(&mut self, name: String) -> usize {
        self.moves.push(name);
        self.moves.len() - 1
    }

    fn hear(&mut self, event: Event<'_, usize, usize, V>) {
        self.trace.event(event);
    }

    /// The nodes in words.
    pub(super) fn noted(&self) -> Vec<Noted> {
        let mut nodes: Vec<Noted> = Vec::new();
        for (index, node) in self.trace.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                nodes[parent].children.push(index);
            }
            nodes.push(self.note(node));
        }
        for (index, step) in self.trace.steps.iter().enumerate() {
            if let What::Cut { .. } = step.what {
                nodes[step.node].reason = Some(self.trace.sentence(index, self));
            }
        }
        nodes
    }

    fn note(&self, node: &TraceNode<usize, usize, V>) -> Noted {
        let name = |mv: usize| self.moves[mv].clone();
        Noted {
            by: node.by.map(name).unwrap_or_default(),
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
}

/// A position is called by the moves that lead there.
impl<V> Names<usize, usize> for Named<V> {
    fn position(&self, position: &usize) -> String {
        let up = std::iter::successors(Some(*position), |&node| self.trace.nodes[node].parent);
        let mut line: Vec<&str> =
            up.filter_map(|node| self.trace.nodes[node].by).map(|mv| &*self.moves[mv]).collect();
        line.reverse();
        if line.is_empty() { "start".to_owned() } else { line.join(" ") }
    }

    fn mv(&self, _: &usize, mv: usize) -> String {
        self.moves[mv].clone()
    }
}

/// Writes a search of a game down, whatever its values are.
pub(super) struct Recorder<'p> {
    /// The positions from the root to the one that is looked at.
    path: Vec<Place<'p>>,
    pub(super) sides: Named<Bound<f64>>,
    pub(super) each: Named<Payoffs>,
}

impl<'p> Recorder<'p> {
    pub(super) fn new() -> Recorder<'p> {
        Recorder { path: Vec::new(), sides: Named::new(), each: Named::new() }
    }
}

/// Hands an event on with numbers for positions and moves.
fn hear<'p, V: Valued>(
    path: &mut Vec<Place<'p>>,
    named: &mut Named<V>,
    event: &Event<'_, Place<'p>, Choice, V>,
) {
    let mut name = |ply: usize, mv: Choice| named.name(path[ply].name(mv));
    match *event {
        Event::Iteration { depth } => named.hear(Event::Iteration { depth }),
        Event::Enter { ply, by, position, turn, window } => {
            let by = by.map(|mv| name(ply - 1, mv));
            path.truncate(ply);
            path.push(position.clone());
            let position = &named.trace.nodes.len();
            named.hear(Event::Enter { ply, by, position, turn, window });
        }
        Event::Leaf { ply, value, source } => named.hear(Event::Leaf { ply, value, source }),
        Event::Update { ply, by, value, window } => {
            let by = name(ply, by);
            named.hear(Event::Update { ply, by, value, window });
        }
        Event::Cut { ply, value, proof, limit, cause, left } => {
            let cause = match cause {
                Cause::Ancestor { ply, by, value } => {
                    Cause::Ancestor { ply, by: name(ply, by), value }
                }
                Cause::Payoffs => Cause::Payoffs,
            };
            let left: Vec<usize> = left.iter().map(|&mv| name(ply, mv)).collect();
            named.hear(Event::Cut { ply, value, proof, limit, cause, left: &left });
        }
        Event::Leave { ply, value } => named.hear(Event::Leave { ply, value }),
        _ => {}
    }
}

impl<'p> Observer<Place<'p>, Choice, Bound<f64>> for Recorder<'p> {
    fn event(&mut self, event: Event<'_, Place<'p>, Choice, Bound<f64>>) {
        hear(&mut self.path, &mut self.sides, &event);
    }
}

impl<'p> Observer<Place<'p>, Choice, Payoffs> for Recorder<'p> {
    fn event(&mut self, event: Event<'_, Place<'p>, Choice, Payoffs>) {
        hear(&mut self.path, &mut self.each, &event);
    }
}
