//! Value iteration: games with chance and with loops, solved by looking at every position again and again.

use std::fmt::{self, Display};

use super::components::each_component;
use super::graph::{Graph, Kind};
use crate::{Game, Range, ZeroSum};

/// Finds the value of every position of a game with chance and loops.
///
/// A search that follows a line to its end never comes back from a loop. Value iteration starts from a guess for every position and
/// replaces each value by what the positions after it say (Bellman's equations): the highest of them where MAX moves, the lowest where MIN
/// does, the average where chance does. This is done until nothing changes any more.
///
/// That nothing changes is no proof that the values are right. So there are two guesses, one from below and one from above: every value starts
/// between the least and the most that can be won, and what is known of it is a [`Range`] that holds the truth at any time, but for
/// rounding (interval iteration). Where the game ends sooner or later whatever the players do, all ranges shrink to a point. Where somebody can play on
/// for ever, they may stay open, and the solution [says so](Solution::is_solved).
///
/// Positions that can come back to each other (a strongly connected component) are looked at together, after all positions they lead to.
/// In a game of dice that makes progress, where a loop is "nobody has thrown what they need yet", components are small, and
/// a few sweeps over each are enough (topological value iteration).
///
/// It takes a zero-sum game with [keys](Game::key); a game for one player is one as [`Sides`](crate::Sides).
///
/// **Complexity:** memory for every position and every move, about 20 bytes each; time for every move, times the sweeps of its component.
///
/// **Reference:** Bellman, *Dynamic Programming*, 1957; Shapley, *Stochastic Games*, 1953; Dai and Goldsmith, *Topological Value
/// Iteration Algorithm for Markov Decision Processes*, 2007; Haddad and Monmege, *Interval Iteration Algorithm for MDPs and IMDPs*, 2018.
///
/// ```
/// use outplay::solve::ValueIteration;
/// use outplay::{Game, Player, Turn, ZeroSum};
///
/// /// Two players throw a coin in turn until somebody throws heads and wins.
/// struct Heads;
///
/// impl Game for Heads {
///     type Position = (u8, bool); // who throws, and whether the other one has won
///     type Move = bool;
///     fn start(&self) -> (u8, bool) { (0, false) }
///     fn turn(&self, _: &(u8, bool)) -> Turn { Turn::Chance }
///     fn moves(&self, at: &(u8, bool), moves: &mut Vec<bool>) {
///         if !at.1 { moves.extend([true, false]) }
///     }
///     fn play(&self, at: &mut (u8, bool), heads: bool) { *at = (1 - at.0, heads) }
///     fn payoff(&self, at: &(u8, bool), player: Player) -> f64 {
///         if player.0 == at.0 { -1.0 } else { 1.0 }
///     }
///     fn key(&self, at: &(u8, bool)) -> Option<u64> { Some(u64::from(at.0) * 2 + u64::from(at.1)) }
/// }
/// impl ZeroSum for Heads {}
///
/// let solution = ValueIteration::new(&Heads).solve(&Heads.start())?;
/// let value = solution.value(&Heads, &Heads.start()).unwrap();
/// assert!((value - 1.0 / 3.0).abs() < 1e-9); // the first player wins two games of three
/// assert_eq!(solution.positions(), 4);
/// # Ok::<(), outplay::solve::SolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValueIteration<'s, G> {
    game: &'s G,
    tolerance: f64,
    most_positions: usize,
    most_sweeps: u32,
}

impl<'s, G: ZeroSum> ValueIteration<'s, G> {
    /// Values to nine digits, for at most 10 million positions.
    pub fn new(game: &'s G) -> Self {
        ValueIteration { game, tolerance: 1e-9, most_positions: 10_000_000, most_sweeps: 10_000 }
    }

    /// How far apart the two bounds of a value may be in the end.
    ///
    /// # Panics
    /// If it is not positive.
    pub fn tolerance(self, tolerance: f64) -> Self {
        assert!(tolerance > 0.0, "a tolerance of {tolerance} is never reached");
        ValueIteration { tolerance, ..self }
    }

    /// How many positions there may be.
    pub fn positions(self, most: usize) -> Self {
        ValueIteration { most_positions: most, ..self }
    }

    /// How often the positions of one component are looked at before it is given up.
    pub fn sweeps(self, most: u32) -> Self {
        ValueIteration { most_sweeps: most, ..self }
    }

    /// The values of all positions that `start` leads to.
    pub fn solve(self, start: &G::Position) -> Result<Solution, SolveError> {
        self.solve_while(start, &mut |_| true)
    }

    /// The same as long as `goes_on` says so. It is asked again and again, and told how many positions were looked at so far: a
    /// position counts as often as it was.
    pub fn solve_while(
        self,
        start: &G::Position,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solution, SolveError> {
        let graph = Graph::of(self.game, start, self.most_positions, goes_on)?;
        let ranges = vec![graph.payoffs; graph.len()];
        let (tolerance, most) = (self.tolerance, self.most_sweeps);
        let mut solution =
            Solution { graph, ranges, tolerance, sweeps: 0, components: 0, gap: 0.0 };
        if solution.graph.payoffs.is_empty() {
            // Nobody ever wins anything.
            solution.ranges.fill(Range { low: 0.0, high: 0.0 });
            return Ok(solution);
        }
        let Solution { graph, ranges, sweeps, components, gap, .. } = &mut solution;
        let (mut looked_at, mut is_stopped) = (graph.len() as u64, false);
        let mut swept = |positions: usize| {
            looked_at += positions as u64;
            is_stopped |= !goes_on(looked_at);
            !is_stopped
        };
        each_component(graph, |component| {
            let (done, left) = settle(graph, ranges, component, tolerance, most, &mut swept);
            *components += 1;
            *sweeps = (*sweeps).max(done);
            *gap = gap.max(left);
        });
        if is_stopped { Err(SolveError::Stopped) } else { Ok(solution) }
    }
}

/// Sweeps over a component until its values are known, or `swept` says that this is enough: it is told how many positions a sweep has
/// looked at. Returns how many sweeps there were, and how far apart the bounds of a value still are.
fn settle(
    graph: &Graph,
    ranges: &mut [Range<f64>],
    component: &[u32],
    tolerance: f64,
    most_sweeps: u32,
    swept: &mut dyn FnMut(usize) -> bool,
) -> (u32, f64) {
    let mut sweeps = 0;
    loop {
        let mut gap: f64 = 0.0;
        for &node in component {
            let node = node as usize;
            let range = backed_up(graph, ranges, node);
            ranges[node] = range;
            gap = gap.max(range.high - range.low);
        }
        sweeps += 1;
        // A position alone that does not lead back to itself is known at once.
        let is_alone =
            component.len() == 1 && !graph.targets(component[0] as usize).contains(&component[0]);
        let goes_on = swept(component.len());
        if gap <= tolerance || is_alone || sweeps >= most_sweeps || !goes_on {
            return (sweeps, gap);
        }
    }
}

/// What the positions after it say about a position.
fn backed_up(graph: &Graph, ranges: &[Range<f64>], node: usize) -> Range<f64> {
    let next = || graph.targets(node).iter().map(|&target| ranges[target as usize]);
    match graph.kinds[node] {
        Kind::Over(payoff) => Range { low: payoff, high: payoff },
        Kind::Max => next().reduce(Range::highest).expect("a position that is not over has moves"),
        Kind::Min => next().reduce(Range::lowest).expect("a position that is not over has moves"),
        Kind::Chance => {
            let (mut low, mut high, mut all) = (0.0, 0.0, 0.0);
            for (odds, target) in graph.outcomes(node) {
                low += odds * ranges[target].low;
                high += odds * ranges[target].high;
                all += odds;
            }
            Range { low: low / all, high: high / all }
        }
    }
}

/// What every position of a game is worth.
pub struct Solution {
    graph: Graph,
    ranges: Vec<Range<f64>>,
    tolerance: f64,
    sweeps: u32,
    components: usize,
    gap: f64,
}

impl Solution {
    /// How many different positions there are.
    pub fn positions(&self) -> usize {
        self.graph.len()
    }

    /// How many components they are in: as many as positions, if nothing ever comes again.
    pub fn components(&self) -> usize {
        self.components
    }

    /// How often the component that took longest was looked at.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// The residual: how far apart the bounds of a value are at most.
    pub fn residual(&self) -> f64 {
        self.gap
    }

    /// Whether all values are known as exactly as was asked for. They may not be if somebody can play on for ever.
    pub fn is_solved(&self) -> bool {
        self.gap <= self.tolerance
    }

    /// Between which numbers lies what MAX wins from a position, if `start` leads to it.
    pub fn range<G: Game>(&self, game: &G, position: &G::Position) -> Option<Range<f64>> {
        let node = self.graph.find(game.key(position)?)?;
        Some(self.ranges[node])
    }

    /// What MAX wins from a position, if `start` leads to it: the middle of its [range](Self::range).
    pub fn value<G: Game>(&self, game: &G, position: &G::Position) -> Option<f64> {
        self.range(game, position).map(middle)
    }

    /// The moves that are best, up to the tolerance, in the order of the rules. None where the game is over and where chance moves.
    pub fn best_moves<G: Game>(&self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let node = game.key(position).and_then(|key| self.graph.find(key));
        let Some((node, sign)) = node.and_then(|node| Some((node, self.sign(node)?))) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let targets = self.graph.targets(node);
        let value = |target: u32| sign * middle(self.ranges[target as usize]);
        let best = targets.iter().map(|&target| value(target)).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |target: u32| value(target) >= best - self.tolerance;
        let moves = moves.into_iter().zip(targets);
        moves.filter(|&(_, &target)| is_best(target)).map(|(mv, _)| mv).collect()
    }

    /// Whether a player wants the value to be high or low.
    fn sign(&self, node: usize) -> Option<f64> {
        match self.graph.kinds[node] {
            Kind::Max => Some(1.0),
            Kind::Min => Some(-1.0),
            Kind::Chance | Kind::Over(_) => None,
        }
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("positions", &self.positions())
            .field("components", &self.components)
            .field("sweeps", &self.sweeps)
            .field("residual", &self.gap)
            .finish()
    }
}

fn middle(range: Range<f64>) -> f64 {
    range.low + (range.high - range.low) / 2.0
}

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The game has no [keys](Game::key).
    NoKeys,
    /// There are more positions than [allowed](ValueIteration::positions).
    TooMany {
        /// How many were allowed.
        most: usize,
    },
    /// A payoff is not a finite number.
    NoValue,
    /// It was [told](ValueIteration::solve_while) not to go on.
    Stopped,
}

impl Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::NoKeys => {
                f.write_str("the positions of the game have no keys to tell them apart")
            }
            SolveError::TooMany { most } => write!(f, "there are more than {most} positions"),
            SolveError::NoValue => f.write_str("a payoff is not a finite number"),
            SolveError::Stopped => f.write_str("it was stopped before all values were known"),
        }
    }
}

impl std::error::Error for SolveError {}
