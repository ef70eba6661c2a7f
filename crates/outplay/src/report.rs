//! What a search found, and what it cost.

use crate::limits::Stop;
use crate::{Bound, Score, Value};

/// What a search found: `M` is a move, `V` a value.
///
/// In a report of the textbook searches a value is what MAX, the first player, wins; in a report of the [engine](crate::engine)
/// it is a [`Value`](crate::Value) for the player to move, which says whether it is proven.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M, V> {
    /// The best move that was found first. None where the game is over, where chance moves, and where the
    /// search was stopped before it knew one.
    pub best: Option<M>,
    /// Every move that is *proven* to be as good as the best one, in the order of the rules. Minimax
    /// and strict pruning prove all there are; other pruning leaves some of them open.
    pub best_moves: Vec<M>,
    /// The value of the position, as far as the search looked. None if the search was stopped before it knew one. In a report of
    /// the textbook, a bound holds for the tree down to the depth limit; for the game it is a proof only if the search is
    /// [complete](Self::complete): see [`Report::judge`].
    pub value: Option<V>,
    /// Best play from here on, as far as the search saw it: until the game is over, the depth limit
    /// is reached or chance moves.
    pub line: Vec<M>,
    /// What is known of each move, in the order they were looked at.
    pub moves: Vec<(M, V)>,
    /// How many plies deep the value reaches.
    pub depth: u32,
    /// Whether the value rests on payoffs alone: no depth limit cut the search off anywhere.
    pub complete: bool,
    /// What it cost, all iterations together.
    pub counts: Counts,
    /// Why it stopped.
    pub stop: Stop,
}

impl<M, V> Report<M, V> {
    /// The same with other values.
    pub fn map<W>(self, value: impl Fn(V) -> W) -> Report<M, W> {
        Report {
            best: self.best,
            best_moves: self.best_moves,
            value: self.value.map(&value),
            line: self.line,
            moves: self.moves.into_iter().map(|(mv, one)| (mv, value(one))).collect(),
            depth: self.depth,
            complete: self.complete,
            counts: self.counts,
            stop: self.stop,
        }
    }

    /// What is known before the first iteration is finished.
    pub(crate) fn nothing() -> Report<M, V> {
        Report {
            best: None,
            best_moves: Vec::new(),
            value: None,
            line: Vec::new(),
            moves: Vec::new(),
            depth: 0,
            complete: false,
            counts: Counts::default(),
            stop: Stop::Finished,
        }
    }
}

impl<M, S: Score> Report<M, Bound<S>> {
    /// What a bound of this report is worth: a proof if the search is complete, and otherwise an opinion.
    ///
    /// ```
    /// use outplay::{Bound, Depth, Tree, Value, textbook::Search};
    ///
    /// let tree: Tree = "A(B=4(3 12) C=5(2 6))".parse()?;
    /// let sides = tree.sides()?;
    /// let search = Search::new(&sides).evaluation(sides.evaluation(&tree));
    /// let report = search.depth(Depth::plies(1)).minimax(&tree.root())?;
    /// assert_eq!(report.value, Some(Bound::Exact(5.0))); // of the tree down to one ply
    /// assert_eq!(report.judge(Bound::Exact(5.0)), Value::opinion(Bound::Exact(5.0), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&self, bound: Bound<S>) -> Value<S> {
        match self.complete {
            true => Value::Proven(bound),
            false => Value::opinion(bound, self.depth),
        }
    }
}

/// What a search did. The words mean the same in every algorithm. Looking ahead for the sake
/// of a move [`Order`](crate::textbook::Order) is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions produced, the root included; one that is reached twice counts twice.
    pub generated: u64,
    /// Different positions produced, by [`Game::key`](crate::Game::key): counted where the search is
    /// told to and the game has keys.
    pub distinct: Option<u64>,
    /// Positions whose moves were looked at, at least one of them.
    pub expanded: u64,
    /// Positions that got a payoff or an evaluation.
    pub leaves: u64,
    /// Positions of which at least one move was left out.
    pub cutoffs: u64,
    /// Positions whose value, or a bound that was enough, was in the table.
    pub table_hits: u64,
    /// Positions that an endgame table knew.
    pub tb_hits: u64,
}
