//! A trace: a search recorded step by step, and every step explained in one sentence.
//!
//! ```
//! use outplay::{Tree, textbook::{Search, Trace}};
//!
//! let tree: Tree = "((3 12 8) (2 x y) (14 5 2))".parse()?;
//! let mut trace = Trace::new();
//! Search::new(&tree.sides()?).observer(&mut trace).alpha_beta(&tree.root())?;
//! let story: Vec<String> = (0..trace.steps.len()).map(|step| trace.sentence(step, &tree)).collect();
//! assert!(story.contains(
//!     &"MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (x, y) cannot matter.".to_owned()
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Display;

use crate::score::Pretty;
use crate::{Bound, Cause, Event, Names, Observer, Payoffs, Player, Proof, Source, Turn, Window};

/// A search, recorded.
///
/// Iterative deepening starts the record anew with every iteration; [`Trace::iterations`] counts them.
#[derive(Clone, Debug)]
pub struct Trace<P, M, V = Bound<f64>> {
    /// Every position that was looked at, in that order. The root is the first.
    pub nodes: Vec<TraceNode<P, M, V>>,
    /// What happened, one step after the other.
    pub steps: Vec<Step<M, V>>,
    /// How many iterations were started; 0 without iterative deepening.
    pub iterations: u32,
    path: Vec<usize>,
}

/// A position in a [`Trace`].
#[derive(Clone, Debug)]
pub struct TraceNode<P, M, V> {
    /// The node above, as an index; none at the root.
    pub parent: Option<usize>,
    /// The move that led here.
    pub by: Option<M>,
    /// How many moves it is away from the root.
    pub ply: usize,
    /// The position.
    pub position: P,
    /// Who acts; nobody if the game is over.
    pub turn: Option<Turn>,
    /// The window on entry.
    pub window: Window<f64>,
    /// How a leaf got its value; none where moves were looked at.
    pub source: Option<Source>,
    /// What was found; none if the search was stopped before it left.
    pub value: Option<V>,
    /// The best move so far.
    pub best: Option<M>,
    /// The moves that were cut.
    pub cut: Vec<M>,
}

/// One step of a [`Trace`].
#[derive(Clone, Debug)]
pub struct Step<M, V> {
    /// The node, as an index into [`Trace::nodes`].
    pub node: usize,
    /// What happened there.
    pub what: What<M, V>,
}

/// What happened in a [`Step`]: an [`Event`] with nodes as indices.
#[derive(Clone, Debug)]
pub enum What<M, V> {
    /// See [`Event::Enter`].
    Enter,
    /// See [`Event::Leaf`].
    Leaf {
        /// The value.
        value: V,
        /// How it is known.
        source: Source,
    },
    /// See [`Event::Update`].
    Update {
        /// The move.
        by: M,
        /// Its value.
        value: V,
        /// The window from now on; unchanged if the move cuts.
        window: Window<f64>,
    },
    /// See [`Event::Cut`].
    Cut {
        /// What is known of the node.
        value: V,
        /// How that is known.
        proof: Proof,
        /// The alpha or beta that was passed.
        limit: f64,
        /// Which ancestor set it, and by what; none if no payoff is better.
        cause: Option<Ancestor<M>>,
        /// The moves left out; none if it was the last move that cut.
        left: Vec<M>,
    },
    /// See [`Event::Leave`].
    Leave {
        /// What was found.
        value: V,
    },
}

/// An ancestor that has a better option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ancestor<M> {
    /// The node, as an index into [`Trace::nodes`].
    pub node: usize,
    /// The move that is better.
    pub by: M,
    /// What it is worth.
    pub value: f64,
}

impl<P, M, V> Default for Trace<P, M, V> {
    fn default() -> Self {
        Trace { nodes: Vec::new(), steps: Vec::new(), iterations: 0, path: Vec::new() }
    }
}

impl<P, M, V> Trace<P, M, V> {
    /// Nothing recorded yet.
    pub fn new() -> Self {
        Trace::default()
    }
}

impl<P: Clone, M: Copy, V: Clone> Observer<P, M, V> for Trace<P, M, V> {
    fn event(&mut self, event: Event<'_, P, M, V>) {
        match event {
            Event::Iteration { .. } => {
                let iterations = self.iterations + 1;
                *self = Trace { iterations, ..Trace::default() };
            }
            Event::Enter { ply, by, position, turn, window } => {
                self.path.truncate(ply);
                let parent = self.path.last().copied();
                self.path.push(self.nodes.len());
                self.nodes.push(TraceNode {
                    parent,
                    by,
                    ply,
                    position: position.clone(),
                    turn,
                    window,
                    source: None,
                    value: None,
                    best: None,
                    cut: Vec::new(),
                });
                self.step(ply, What::Enter);
            }
            Event::Leaf { ply, value, source } => {
                self.node(ply).source = Some(source);
                self.step(ply, What::Leaf { value: value.clone(), source });
            }
            Event::Update { ply, by, value, window } => {
                self.node(ply).best = Some(by);
                self.step(ply, What::Update { by, value: value.clone(), window });
            }
            Event::Cut { ply, value, proof, limit, cause, left } => {
                self.node(ply).cut = left.to_vec();
                let cause = match cause {
                    Cause::Ancestor { ply, by, value } => {
                        Some(Ancestor { node: self.path[ply], by, value })
                    }
                    Cause::Payoffs => None,
                };
                let (value, left) = (value.clone(), left.to_vec());
                self.step(ply, What::Cut { value, proof, limit, cause, left });
            }
            Event::Leave { ply, value } => {
                self.node(ply).value = Some(value.clone());
                self.step(ply, What::Leave { value: value.clone() });
            }
            Event::RootMove { .. }
            | Event::Outside { .. }
            | Event::Pruned { .. }
            | Event::Skipped { .. }
            | Event::Select { .. }
            | Event::Expand { .. }
            | Event::PlayOut { .. }
            | Event::BackUp { .. }
            | Event::Narrowed { .. }
            | Event::Progress { .. }
            | Event::ProofNumbers { .. }
            | Event::Report { .. } => {}
        }
    }
}

impl<P, M, V> Trace<P, M, V> {
    fn node(&mut self, ply: usize) -> &mut TraceNode<P, M, V> {
        &mut self.nodes[self.path[ply]]
    }

    fn step(&mut self, ply: usize, what: What<M, V>) {
        self.steps.push(Step { node: self.path[ply], what });
    }
}

/// A value in a sentence.
pub trait Told: Clone {
    /// The value of a move: "is worth 3", "is worth at most 2".
    fn told(&self) -> String;
    /// The value that a node has so far: its number.
    fn number(&self) -> String;
    /// The name of whoever acts, before the word "node".
    fn actor(turn: Turn) -> String;
}

impl Told for Bound<f64> {
    fn told(&self) -> String {
        match self {
            Bound::Exact(value) => Pretty(*value).to_string(),
            Bound::AtLeast(value) => format!("at least {}", Pretty(*value)),
            Bound::AtMost(value) => format!("at most {}", Pretty(*value)),
        }
    }

    fn number(&self) -> String {
        Pretty(self.score()).to_string()
    }

    fn actor(turn: Turn) -> String {
        match turn {
            Turn::Player(Player::MAX) => "MAX".to_owned(),
            Turn::Player(_) => "MIN".to_owned(),
            Turn::Chance => "chance".to_owned(),
        }
    }
}

impl Told for Payoffs {
    fn told(&self) -> String {
        self.to_string()
    }

    fn number(&self) -> String {
        self.to_string()
    }

    fn actor(turn: Turn) -> String {
        match turn {
            Turn::Player(player) => player.to_string(),
            Turn::Chance => "chance".to_owned(),
        }
    }
}

impl<P, M: Copy, V: Told> Trace<P, M, V> {
    /// What happened in a step, in one sentence.
    ///
    /// # Panics
    /// If there is no such step.
    pub fn sentence(&self, step: usize, names: &impl Names<P, M>) -> String {
        let Step { node, what } = &self.steps[step];
        let node = *node;
        let at = self.called(node, names);
        match what {
            What::Enter => self.entered(node, names),
            What::Leaf { value, source } => {
                let value = value.told();
                match source {
                    Source::Payoff => format!("{at} is over and pays {value}."),
                    Source::Evaluation => {
                        format!("{at} is at the depth limit: its evaluation is {value}.")
                    }
                    Source::Table => format!("{at} was searched before: it is worth {value}."),
                    Source::Known => format!("{at} is known to be worth {value}."),
                }
            }
            What::Update { by, value, window } => {
                let by = names.mv(&self.nodes[node].position, *by);
                let window = shown(*window);
                format!("{at} now has {} by {by}{window}.", value.told())
            }
            What::Cut { .. } => self.reason(node, what, names),
            What::Leave { value } => format!("{at} is worth {}.", value.told()),
        }
    }

    fn entered(&self, node: usize, names: &impl Names<P, M>) -> String {
        let TraceNode { by, parent, window, turn, .. } = &self.nodes[node];
        let at = self.called(node, names);
        let window = if turn.is_some() { shown(*window) } else { String::new() };
        match by.zip(*parent) {
            None => format!("The search starts at {at}{window}."),
            Some((by, parent)) => {
                let by = names.mv(&self.nodes[parent].position, by);
                format!("{by} leads to {at}{window}.")
            }
        }
    }

    /// Why a node is cut.
    fn reason(&self, node: usize, what: &What<M, V>, names: &impl Names<P, M>) -> String {
        let What::Cut { value, proof, limit, cause, left } = what else { return String::new() };
        let at = self.called(node, names);
        let has = match (proof, self.nodes[node].turn) {
            (Proof::Known, _) => format!("is known to be worth {}", value.told()),
            (Proof::Moves, Some(Turn::Chance)) => format!("can reach {}", value.told()),
            (Proof::Moves, _) => format!("has {}", value.number()),
        };
        let why = match cause {
            Some(ancestor) => self.option(node, ancestor, *limit, names),
            None => format!("no payoff goes beyond {}", Pretty(*limit)),
        };
        format!("{at} {has}, and {why}: {}.", self.rest(node, left, names))
    }

    /// What is left out by a cut.
    fn rest(&self, node: usize, left: &[M], names: &impl Names<P, M>) -> String {
        let position = &self.nodes[node].position;
        let name = names.position(position);
        if left.is_empty() {
            return format!("{name} is cut after its last move, and nothing is left out");
        }
        let left: Vec<String> = left.iter().map(|mv| names.outcome(position, *mv)).collect();
        format!("the rest of {name} ({}) cannot matter", left.join(", "))
    }

    /// The better option that an ancestor has. Says so if it is not the parent, and if chance in between
    /// makes the limit a different one here.
    fn option(
        &self,
        node: usize,
        ancestor: &Ancestor<M>,
        limit: f64,
        names: &impl Names<P, M>,
    ) -> String {
        let above = &self.nodes[ancestor.node];
        let actor = above.turn.map_or_else(String::new, V::actor);
        let place = names.position(&above.position);
        let by = names.mv(&above.position, ancestor.by);
        let value = Pretty(ancestor.value);
        let distance = self.nodes[node].ply - above.ply;
        let far = if distance > 1 { format!(", {distance} plies above") } else { String::new() };
        let here = if ancestor.value == limit {
            String::new()
        } else {
            format!(", which is {} here by the odds", Pretty(limit))
        };
        format!("{actor} already has {value} by {by} at {place}{far}{here}")
    }

    /// "MIN node C", or just the name of a finished game.
    fn called(&self, node: usize, names: &impl Names<P, M>) -> String {
        let TraceNode { position, turn, .. } = &self.nodes[node];
        let name = names.position(position);
        match turn {
            Some(turn) => format!("{} node {name}", V::actor(*turn)),
            None => format!("leaf {name}"),
        }
    }
}

/// The window, if it says anything.
fn shown<S: Display + crate::Score>(window: Window<S>) -> String {
    if window.alpha <= S::LOWEST && window.beta >= S::HIGHEST {
        String::new()
    } else {
        format!(", with alpha {} and beta {}", Pretty(window.alpha), Pretty(window.beta))
    }
}
