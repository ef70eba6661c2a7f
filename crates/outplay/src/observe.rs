//! Watching a search: every algorithm tells the same story, step by step.
//!
//! A search calls its [`Observer`] with one [`Event`] after the other. Recording, drawing,
//! counting and explaining are observers, and so are progress bars and the lines of a protocol; `()` watches nothing and
//! costs nothing. An observer cannot change what a search finds. [`Trace`](crate::textbook::Trace) records the events and
//! explains each in a sentence; [`Reports`] makes an observer of a closure that wants to hear reports alone.
//!
//! The searches of the textbook tell what happens at every node. The [engine](crate::engine) tells what happens at the root:
//! iterations, moves, bounds, progress and reports; and what happens at every node to whoever [asks](crate::engine::Watched) for it.
//! [Monte-Carlo search](crate::mcts) tells the four phases of every simulation.

use std::time::Duration;

use crate::solve::proof::ProofNumbers;
use crate::{Fail, Range, Report, Turn, Window};

/// One step of a search. `P`, `M`, `V` and `S` are a position, a move, a value, and the numbers of a
/// window; `ply` counts the moves from the root, where it is 0.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e, P, M, V, S = f64> {
    /// Iterative deepening starts over, this many plies deep.
    Iteration {
        /// The depth limit of this iteration, in plies; if it goes to the end, the most plies there are.
        depth: u32,
    },
    /// A move of the root is about to be searched.
    RootMove {
        /// The move.
        by: M,
        /// The number of the move among those that are searched, from 1.
        number: usize,
        /// How many moves are searched.
        of: usize,
    },
    /// At the root, the score lies outside of the window that was asked with. The same is searched again with a wider one.
    Outside {
        /// On which side.
        fail: Fail,
        /// What is known of the score.
        score: S,
        /// The window.
        window: Window<S>,
    },
    /// A search that solves a position knows better where the score lies.
    Narrowed {
        /// The lowest and the highest score that are left.
        range: Range<S>,
    },
    /// A sign of life: whenever the search looks at its clock, and before every report.
    Progress {
        /// The positions looked at so far, by all threads, a little behind.
        nodes: u64,
        /// The farthest ply that was looked at, a little behind: the field's seldepth.
        farthest: u32,
        /// The longest time in which a thread did not look at the clock. Much more than a millisecond means that it had to
        /// wait for a processor.
        pause: Duration,
    },
    /// How far [proof-number search](crate::solve::proof) is at its root: with every sign of life.
    ProofNumbers {
        /// How much is left to do, at least.
        numbers: ProofNumbers,
    },
    /// An iteration is done: what is known so far.
    Report {
        /// The report.
        report: &'e Report<M, V>,
    },
    /// A position is looked at.
    Enter {
        /// How many moves it is away from the root.
        ply: usize,
        /// The move that led here; none at the root.
        by: Option<M>,
        /// The position itself.
        position: &'e P,
        /// Who acts, or nobody if the game is over.
        turn: Option<Turn>,
        /// The values that matter here; open in a search that does not prune.
        window: Window<S>,
    },
    /// The position gets its value without looking further.
    Leaf {
        /// Where.
        ply: usize,
        /// Its value.
        value: &'e V,
        /// How the value is known.
        source: Source,
    },
    /// A move is better than all before it.
    Update {
        /// Where.
        ply: usize,
        /// The move.
        by: M,
        /// The value that the move gives this position.
        value: &'e V,
        /// Alpha and beta from now on. A move that cuts changes neither: the search returns before.
        window: Window<S>,
    },
    /// The value has passed alpha or beta: the rest of this position cannot matter.
    Cut {
        /// Where.
        ply: usize,
        /// What is known of its value.
        value: &'e V,
        /// How that is known.
        proof: Proof,
        /// The alpha or beta that it was compared with.
        limit: S,
        /// Where that limit comes from.
        cause: Cause<M, S>,
        /// The moves that are not looked at; none if it was the last move that cut.
        left: &'e [M],
    },
    /// The position is left before its moves are tried, because a feature of the search thinks that it can be.
    Pruned {
        /// Where.
        ply: usize,
        /// The [name](crate::engine::Feature::name) of the feature.
        feature: &'static str,
        /// The value that it is left with.
        value: &'e V,
    },
    /// A move is not searched, because it is not likely to matter.
    Skipped {
        /// Where.
        ply: usize,
        /// The move.
        by: M,
    },
    /// Monte-Carlo search goes from a node of its tree to one of its children.
    Select {
        /// Where it chooses.
        ply: usize,
        /// The move.
        by: M,
        /// The position in which it is made.
        position: &'e P,
        /// All moves there, with what is known of them.
        among: &'e [Candidate<M>],
    },
    /// A leaf of its tree gets a node for every move.
    Expand {
        /// Where.
        ply: usize,
        /// The moves.
        moves: &'e [M],
    },
    /// A game was played to its end, at random; or the end was known, and no move was made.
    PlayOut {
        /// Where it began.
        ply: usize,
        /// The moves, if the game plays by its rules here and not on a board of its own.
        moves: &'e [M],
        /// What each player won.
        payoffs: &'e [f64],
        /// How that is known.
        source: Source,
    },
    /// A node has learnt the result.
    BackUp {
        /// Where.
        ply: usize,
        /// How often it was visited.
        visits: u64,
        /// What the player who chose it wins there on average; none at the root, which nobody chose.
        mean: Option<f64>,
        /// What that player wins there with best play, if it is proven.
        proven: Option<f64>,
    },
    /// The position is done.
    Leave {
        /// Where.
        ply: usize,
        /// Its value, or what is proven of it.
        value: &'e V,
    },
}

/// A move that Monte-Carlo search may choose, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub by: M,
    /// How often it was visited.
    pub visits: u64,
    /// What it gave on average; none before the first visit.
    pub mean: Option<f64>,
    /// What the selection rule says of it: the highest is chosen. None for untried moves that are chosen before all others, proven ones, and where chance moves.
    pub score: Option<f64>,
    /// What it gives with best play, if that is proven.
    pub proven: Option<f64>,
}

/// How a leaf got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The game is over: a payoff.
    Payoff,
    /// The depth limit is reached: an evaluation.
    Evaluation,
    /// The position was searched before.
    Table,
    /// The evaluation knows the value as a fact.
    Known,
}

/// How the value that allows a cut is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By the moves that were looked at.
    Moves,
    /// By a [fact](crate::Evaluation::range) about this position.
    Known,
}

/// Where the limit comes from that a value has passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause<M, S = f64> {
    /// An ancestor has a better option already.
    Ancestor {
        /// Which one, in plies from the root.
        ply: usize,
        /// The move that gives it the better option.
        by: M,
        /// What that option is worth. It is the limit itself, unless chance moves in between.
        value: S,
    },
    /// No payoff of the game is better than this.
    Payoffs,
}

/// Whoever watches a search.
pub trait Observer<P, M, V, S = f64> {
    /// Called at every step.
    fn event(&mut self, event: Event<'_, P, M, V, S>);

    /// Whether it wants to be called at all. A search asks this before it prepares anything that
    /// only an observer needs.
    fn watching(&self) -> bool {
        true
    }
}

impl<P, M, V, S> Observer<P, M, V, S> for () {
    #[inline(always)]
    fn event(&mut self, _: Event<'_, P, M, V, S>) {}

    #[inline(always)]
    fn watching(&self) -> bool {
        false
    }
}

impl<P, M, V, S, O: Observer<P, M, V, S> + ?Sized> Observer<P, M, V, S> for &mut O {
    #[inline(always)]
    fn event(&mut self, event: Event<'_, P, M, V, S>) {
        (**self).event(event);
    }

    #[inline(always)]
    fn watching(&self) -> bool {
        (**self).watching()
    }
}

/// An observer that hears only the reports: one for every iteration that is done.
///
/// ```
/// use outplay::engine::{Engine, Question};
/// use outplay::{Limits, Report, Reports, Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let engine = Engine::new(tree.for_engine()?, (), 1)?;
/// let mut depths = Vec::new();
/// let told = Reports(|report: &Report<_, _>| depths.push(report.depth));
/// engine.search(&Question::at(tree.root()), &Limits::default(), told);
/// assert_eq!(depths, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reports<F>(pub F);

impl<P, M, V, S, F: FnMut(&Report<M, V>)> Observer<P, M, V, S> for Reports<F> {
    fn event(&mut self, event: Event<'_, P, M, V, S>) {
        if let Event::Report { report } = event {
            (self.0)(report);
        }
    }
}

/// How positions and moves are called.
pub trait Names<P, M> {
    /// The name of a position.
    fn position(&self, position: &P) -> String;
    /// The name of a move that is made in `position`.
    fn mv(&self, position: &P, mv: M) -> String;
    /// How the outcome of an unplayed move is called: the move, unless said otherwise.
    fn outcome(&self, position: &P, mv: M) -> String {
        self.mv(position, mv)
    }
}
