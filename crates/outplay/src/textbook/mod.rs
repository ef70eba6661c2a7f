//! The algorithms as the lectures on adversarial search teach them.
//!
//! Written for reading, and the judge of every other search in this library. Each algorithm is one
//! file; what they share (entering a position, ordering moves, the table, the limits, telling the
//! observer) is the desk they work at (`desk.rs`). All of them work with players who move twice in a
//! row, with chance, with any depth limit and [`Evaluation`](crate::Evaluation), and on any `f64` payoffs.
//!
//! | call | who plays | value |
//! |---|---|---|
//! | [`Search::minimax`] | MAX, MIN and chance | what MAX wins |
//! | [`Search::alpha_beta`] | the same, without looking at what cannot matter | what MAX wins |
//! | [`Search::expectimax`] | one player, everybody else at random | what that player wins |
//! | [`Search::star_expectimax`] | the same, without looking at what cannot matter | what that player wins |
//! | [`Search::paranoid`] | one player, everybody else against them | what that player wins |
//! | [`Search::best_reply`] | one player, and after each move one of the others against them | what that player wins |
//! | [`Search::max_n`] | any number of players, each for themselves | what each of them wins |
//!
//! [`pseudocode`] has the same as bare functions, line by line as the lectures write them.
//!
//! ```
//! use outplay::{Bound, Depth, Tree, textbook::{Order, Search}};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let game = tree.sides()?;
//! let report = Search::new(&game).alpha_beta(&tree.root())?;
//! assert_eq!(report.value, Some(Bound::Exact(3.0)));
//! assert_eq!(tree.line(&report.line), ["a1", "b1"]);
//! assert_eq!(report.counts.leaves, 7);
//!
//! let report = Search::new(&game).order(Order::Best).alpha_beta(&tree.root())?;
//! assert_eq!(report.counts.leaves, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod best_reply;
mod chance;
mod deepen;
mod desk;
mod evaluate;
mod expectimax;
mod max_n;
mod minimax;
mod order;
mod paranoid;
mod policy;
pub mod pseudocode;
mod quiz;
mod table;
mod trace;

use std::fmt::{self, Debug, Display};

use crate::{Bound, Depth, Game, Limits, MAX_PLY, Payoffs, Player, Range, Report, Stop};

pub use alpha_beta::Prune;
pub use best_reply::{BestReply, BestReplyEvaluation, Passing, Replying};
pub use chance::Star;
pub(crate) use chance::average;
pub use evaluate::{Categories, Evaluate, Features, Rates, Share};
pub use order::Order;
pub use policy::{Choice, Policy, PolicyError};
pub use quiz::{About, Answers, Asked, Claim, Marks, Verdict, marked};
pub use trace::{Ancestor, Step, Told, Trace, TraceNode, What};

/// The knobs of a search. The default searches the whole tree, in the order of the rules.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// When to stop, and how deep to look.
    pub limits: Limits,
    /// Look one ply deep, then two, and so on: whenever it is stopped, the deepest finished iteration
    /// is what it reports.
    pub deepen: bool,
    /// When alpha-beta cuts.
    pub prune: Prune,
    /// Return no number outside of alpha and beta: what is known beyond them is thrown away, as in the first descriptions of alpha-beta. Without
    /// a table it looks at the same positions, and says less about them.
    pub fail_hard: bool,
    /// How it cuts where chance moves.
    pub star: Star,
    /// Which move is looked at first.
    pub order: Order,
    /// Remember the values of positions, if the game has [keys](Game::key). It never changes a value, with one
    /// exception: in max-n, moves that are equal for one player may differ for another, and with a
    /// [random order](Order::Random) the table, like pruning, makes another one the first.
    pub table: bool,
    /// The least and the most that MAX (in max-n, any player) can win, where that is known. It lets
    /// alpha-beta cut where chance moves.
    pub payoffs: Range<f64>,
    /// Count [different positions](crate::Counts::distinct), too.
    pub distinct: bool,
    /// Look only at these moves of the root, each by its rank among those of the rules; at all of them, if none is named or chance moves
    /// there. The value is then that of the best of these moves.
    pub only: Vec<usize>,
}

/// A search to be: the game, what is known about it, the knobs, and who watches.
#[derive(Clone, Debug)]
pub struct Search<'s, G, E = (), O = ()> {
    game: &'s G,
    evaluation: E,
    observer: O,
    config: Config,
}

impl<'s, G: Game> Search<'s, G> {
    /// A search of the whole tree, by the rules alone.
    pub fn new(game: &'s G) -> Search<'s, G> {
        Search { game, evaluation: (), observer: (), config: Config::default() }
    }
}

impl<'s, G: Game, E, O> Search<'s, G, E, O> {
    /// Sets all knobs.
    pub fn config(self, config: Config) -> Self {
        Search { config, ..self }
    }

    /// Evaluates positions this deep instead of searching on. It takes an [evaluation](Self::evaluate).
    pub fn depth(mut self, depth: Depth) -> Self {
        self.config.limits.depth = Some(depth);
        self
    }

    /// Sets when to stop. A depth that was set before stays, unless these limits have one.
    ///
    /// A search that is stopped half-way has found nothing: [deepen](Self::deepen) to have something to
    /// show whenever it is stopped.
    pub fn limits(mut self, limits: Limits) -> Self {
        let depth = limits.depth.or(self.config.limits.depth);
        self.config.limits = Limits { depth, ..limits };
        self
    }

    /// Deepens ply by ply: see [`Config::deepen`].
    pub fn deepen(mut self) -> Self {
        self.config.deepen = true;
        self
    }

    /// Sets when alpha-beta cuts.
    pub fn prune(mut self, prune: Prune) -> Self {
        self.config.prune = prune;
        self
    }

    /// Returns no number outside of the window: see [`Config::fail_hard`].
    pub fn fail_hard(mut self) -> Self {
        self.config.fail_hard = true;
        self
    }

    /// Sets how alpha-beta cuts where chance moves. It takes [payoffs](Self::payoffs) between two numbers.
    pub fn star(mut self, star: Star) -> Self {
        self.config.star = star;
        self
    }

    /// Sets which move is looked at first.
    pub fn order(mut self, order: Order) -> Self {
        self.config.order = order;
        self
    }

    /// Remembers positions, if the game has [keys](Game::key).
    pub fn table(mut self) -> Self {
        self.config.table = true;
        self
    }

    /// Says between which numbers all payoffs lie: see [`Config::payoffs`].
    ///
    /// # Panics
    /// If the least is above the most.
    pub fn payoffs(mut self, least: f64, most: f64) -> Self {
        assert!(least <= most, "the least payoff, {least}, is above the most, {most}");
        self.config.payoffs = Range { low: least, high: most };
        self
    }

    /// Evaluates positions with a function: what a player can expect to win.
    ///
    /// ```
    /// use outplay::{Bound, Depth, Tree, textbook::Search};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
    /// let game = tree.sides()?;
    /// let search = Search::new(&game).evaluate(|_, _| 0.5).depth(Depth::plies(1));
    /// assert_eq!(search.minimax(&tree.root())?.value, Some(Bound::Exact(0.5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate<F>(self, evaluation: F) -> Search<'s, G, Evaluate<F>, O>
    where
        F: Fn(&G::Position, Player) -> f64,
    {
        self.evaluation(Evaluate(evaluation))
    }

    /// Evaluates positions with what is known about the game.
    pub fn evaluation<F>(self, evaluation: F) -> Search<'s, G, F, O> {
        Search { game: self.game, evaluation, observer: self.observer, config: self.config }
    }

    /// Tells `observer` about every step.
    pub fn observer<W>(self, observer: W) -> Search<'s, G, E, W> {
        Search { game: self.game, evaluation: self.evaluation, observer, config: self.config }
    }
}

/// What a search from one side returns: the value is what MAX wins.
pub type SidesReport<G> = Result<Report<<G as Game>::Move, Bound<f64>>, Error<<G as Game>::Move>>;

/// What a search for many players returns: the value is what each of them wins.
pub type PayoffsReport<G> = Result<Report<<G as Game>::Move, Payoffs>, Error<<G as Game>::Move>>;

/// Why a search found nothing. `line` leads from the root to the place.
#[derive(Clone, Debug, PartialEq)]
pub enum Error<M> {
    /// A payoff or an evaluation is not a finite number.
    NoValue {
        /// The moves that lead there.
        line: Vec<M>,
    },
    /// A payoff or an evaluation lies outside of [`Config::payoffs`].
    OutOfRange {
        /// The moves that lead there.
        line: Vec<M>,
        /// The payoff or evaluation.
        value: f64,
        /// What was said of all of them.
        payoffs: Range<f64>,
    },
    /// A line of play goes on beyond [`MAX_PLY`].
    TooDeep {
        /// The moves that lead there.
        line: Vec<M>,
    },
}

impl<M> Error<M> {
    /// The moves that lead from the root to the place.
    pub fn line(&self) -> &[M] {
        match self {
            Error::NoValue { line } | Error::OutOfRange { line, .. } | Error::TooDeep { line } => {
                line
            }
        }
    }

    fn line_mut(&mut self) -> &mut Vec<M> {
        match self {
            Error::NoValue { line } | Error::OutOfRange { line, .. } | Error::TooDeep { line } => {
                line
            }
        }
    }
}

impl<M: Debug> Display for Error<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoValue { line } => {
                write!(
                    f,
                    "the position after {line:?} has no payoff or evaluation that is a number"
                )
            }
            Error::OutOfRange { line, value, payoffs } => write!(
                f,
                "the position after {line:?} has the value {value}, which is outside of {payoffs}"
            ),
            Error::TooDeep { line } => write!(
                f,
                "a game goes on after {} moves, and a search goes {MAX_PLY} deep at most: set a depth limit",
                line.len()
            ),
        }
    }
}

impl<M: Debug> std::error::Error for Error<M> {}

/// A search ends early: it was stopped, or it cannot go on.
#[derive(Debug)]
enum Halt<M> {
    Stop(Stop),
    Error(Error<M>),
}

impl<M> Halt<M> {
    /// Notes, on the way back to the root, that `mv` led to the place.
    fn after(mut self, mv: M) -> Halt<M> {
        if let Halt::Error(error) = &mut self {
            error.line_mut().insert(0, mv);
        }
        self
    }
}
