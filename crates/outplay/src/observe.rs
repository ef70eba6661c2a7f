//! Watching a search: every algorithm tells the same story, step by step.
//!
//! A search calls its [`Observer`] with one [`Event`] after the other. Recording, drawing,
//! counting and explaining are observers; `()` watches nothing and costs nothing. An observer
//! cannot change what a search finds. [`Trace`](crate::textbook::Trace) records the events and
//! explains each in a sentence.

use crate::{Turn, Window};

/// One step of a search. `P`, `M`, `V` and `S` are a position, a move, a value, and the numbers of a
/// window; `ply` counts the moves from the root, where it is 0.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e, P, M, V, S = f64> {
    /// Iterative deepening starts over, this many plies deep.
    Iteration {
        /// The depth limit of this iteration, in plies.
        depth: u32,
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
    /// The position is done.
    Leave {
        /// Where.
        ply: usize,
        /// Its value, or what is proven of it.
        value: &'e V,
    },
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
