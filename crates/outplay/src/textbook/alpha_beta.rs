//! Alpha-beta: minimax without looking at what cannot matter.

use super::deepen::{self, Algorithm};
use super::desk::{Desk, Edge, Node};
use super::{Halt, Search, SidesReport};
use crate::{
    Bound, Evaluation, Game, Observer, Player, Proof, Range, Source, Turn, Window, ZeroSum,
};

/// When alpha-beta stops looking at the moves of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prune {
    /// When its value is as good as what the other side has already (v >= beta at a MAX node): the
    /// form of the lectures. Of several equally good moves at the root, only the first is proven.
    #[default]
    NonStrict,
    /// Only when it is better (v > beta at a MAX node). It looks at more, and proves every equally good
    /// move at the root.
    Strict,
}

impl Prune {
    /// Whether a value of at least `low` is too high where at most `high` matters.
    fn too_high(self, low: f64, high: f64) -> bool {
        match self {
            Prune::NonStrict => low >= high,
            Prune::Strict => low > high,
        }
    }

    /// The edge of the window that a value within `range` has passed, if it has.
    pub(super) fn edge(self, range: Range<f64>, window: Window<f64>) -> Option<(Edge, f64)> {
        if self.too_high(window.alpha, range.high) {
            Some((Edge::Alpha, window.alpha))
        } else if self.too_high(range.low, window.beta) {
            Some((Edge::Beta, window.beta))
        } else {
            None
        }
    }

    /// Whether `value` is all that a search with this window needs to know.
    fn is_enough(self, value: Bound<f64>, window: Window<f64>) -> bool {
        let range = Range::from(value);
        range.is_exact() || self.edge(range, window).is_some()
    }
}

impl<G, E, O> Search<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    /// Alpha-beta: the value of minimax, without looking at what cannot matter.
    ///
    /// On the way down the search carries a [`Window`]: alpha is what MAX can already have elsewhere,
    /// beta what MIN can already have. A MAX node whose value reaches beta is not looked at any further,
    /// because MIN will not let the game come there; a MIN node likewise with alpha.
    ///
    /// The value is fail-soft, unless [`Config::fail_hard`](super::Config::fail_hard) says otherwise: outside of the window it is a [`Bound`], as tight as what was seen allows. A
    /// node returns at once when its value has passed the window, before alpha or beta change, so that its
    /// value is a bound even if it was the last move that did it. The value of the root is always exact. The other moves of the root are often only bounded: see
    /// [`Report::moves`](crate::Report::moves), and [`Prune`] for which of them are proven.
    ///
    /// Facts cut, too. A position whose [`Evaluation::range`] lies outside of the window is not searched. If
    /// [all payoffs](super::Config::payoffs) lie between two numbers, a chance node is left as soon as
    /// no outcome of the remaining moves can bring it back into the window (Ballard's Star1, and [Star2](super::Star)).
    ///
    /// **Complexity:** between b^ceil(m/2) + b^floor(m/2) - 1 leaves, if the best move always comes
    /// first, and b^m.
    ///
    /// **Reference:** Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975; Fishburn, *Another
    /// Optimization of Alpha-Beta Search*, 1980 (fail-soft); Ballard, *The \*-Minimax Search Procedure
    /// for Trees Containing Chance Nodes*, 1983.
    ///
    /// ```
    /// use outplay::{Bound, Tree, textbook::{Prune, Search}};
    ///
    /// let tree: Tree = "(10 (10 0))".parse()?;
    /// let report = Search::new(&tree.sides()?).alpha_beta(&tree.root())?;
    /// assert_eq!(report.value, Some(Bound::Exact(10.0)));
    /// assert_eq!(report.moves[1].1, Bound::AtMost(10.0)); // no better than the first move: enough
    ///
    /// let report = Search::new(&tree.sides()?).prune(Prune::Strict).alpha_beta(&tree.root())?;
    /// assert_eq!(report.moves[1].1, Bound::AtMost(0.0)); // worse than the first move
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn alpha_beta(self, position: &G::Position) -> SidesReport<G>
    where
        G: ZeroSum,
    {
        deepen::run(AlphaBeta::new(self), position)
    }
}

pub(super) struct AlphaBeta<'s, G: Game, E, O> {
    pub(super) desk: Desk<'s, G, E, O, Bound<f64>>,
    pub(super) prune: Prune,
    pub(super) payoffs: Range<f64>,
}

impl<'s, G, E, O> AlphaBeta<'s, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    fn new(search: Search<'s, G, E, O>) -> Self {
        let (prune, payoffs) = (search.config.prune, search.config.payoffs);
        AlphaBeta { desk: Desk::new(search), prune, payoffs }
    }

    /// The window in which every payoff matters.
    pub(super) fn open_window(&self) -> Window<f64> {
        Window { alpha: self.payoffs.low, beta: self.payoffs.high }
    }

    fn value(&mut self, node: &Node<G>, window: Window<f64>) -> Valued<G> {
        self.desk.enter(node, window);
        let value = match self.settled(node, window)? {
            Some(value) => value,
            None => {
                let value = seen_through(window, self.expanded(node, window)?);
                let is_hard = self.desk.search.config.fail_hard;
                let value = if is_hard { kept_within(window, value) } else { value };
                self.desk.remember(node, &value);
                value
            }
        };
        self.desk.leave(node, &value);
        Ok(value)
    }

    /// The value, or a bound that is enough, where there is nothing to search: over, at the depth limit,
    /// searched before, or known to lie outside of the window.
    pub(super) fn settled(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
    ) -> Result<Option<Bound<f64>>, Halt<G::Move>> {
        if let Some((value, source)) = self.desk.worth(node, Player::MAX)? {
            self.desk.leaf(node, &Bound::Exact(value), source);
            return Ok(Some(Bound::Exact(value)));
        }
        let prune = self.prune;
        if let Some(value) = self.desk.recall(node, |value| prune.is_enough(*value, window)) {
            return Ok(Some(value));
        }
        Ok(if node.ply > 0 { self.known(node, window) } else { None })
    }

    /// What is known of this position as a fact, if that is enough.
    fn known(&mut self, node: &Node<G>, window: Window<f64>) -> Option<Bound<f64>> {
        let facts = self.facts(node);
        if facts.is_exact() {
            let value = Bound::Exact(facts.low);
            self.desk.leaf(node, &value, Source::Known);
            return Some(value);
        }
        let edge = self.prune.edge(facts, window)?;
        let value = seen_through(window, facts);
        self.desk.cut(node, &value, Proof::Known, edge, &node.moves);
        Some(value)
    }

    fn facts(&self, node: &Node<G>) -> Range<f64> {
        let search = &self.desk.search;
        if self.desk.is_narrowed(node) {
            return self.payoffs;
        }
        let range = search.evaluation.range(search.game, &node.position, Player::MAX);
        range.within(self.payoffs)
    }

    fn expanded(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
    ) -> Result<Range<f64>, Halt<G::Move>> {
        self.desk.counts.expanded += 1;
        let range = match node.turn {
            Some(Turn::Player(Player::MAX)) => self.max_value(node, window)?,
            Some(Turn::Player(_)) => self.min_value(node, window)?,
            _ => self.chance_value(node, window)?,
        };
        Ok(range.within(self.facts(node)))
    }

    fn max_value(
        &mut self,
        node: &Node<G>,
        mut window: Window<f64>,
    ) -> Result<Range<f64>, Halt<G::Move>> {
        let mut best: Option<Bound<f64>> = None;
        let mut proven = Range { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY };
        let moves = self.desk.ordered_for_sides(node, 1.0)?;
        for (index, &mv) in moves.iter().enumerate() {
            let value = self.value_of_move(node, mv, window)?;
            proven = proven.highest(value.into());
            let cuts = self.prune.too_high(proven.low, window.beta);
            if best.is_none_or(|best| value.score() > best.score() || proves(value, best)) {
                best = Some(value);
                // A node that is cut returns before alpha changes.
                let edge = (!cuts && proven.low > window.alpha).then_some(Edge::Alpha);
                window.alpha = if edge.is_some() { proven.low } else { window.alpha };
                self.desk.update(node, mv, &value, window, edge);
            }
            if cuts {
                let (value, edge) = (Bound::AtLeast(proven.low), (Edge::Beta, window.beta));
                self.desk.cut(node, &value, Proof::Moves, edge, &moves[index + 1..]);
                return Ok(Range { high: f64::INFINITY, ..proven });
            }
        }
        Ok(proven)
    }

    fn min_value(
        &mut self,
        node: &Node<G>,
        mut window: Window<f64>,
    ) -> Result<Range<f64>, Halt<G::Move>> {
        let mut best: Option<Bound<f64>> = None;
        let mut proven = Range { low: f64::INFINITY, high: f64::INFINITY };
        let moves = self.desk.ordered_for_sides(node, -1.0)?;
        for (index, &mv) in moves.iter().enumerate() {
            let value = self.value_of_move(node, mv, window)?;
            proven = proven.lowest(value.into());
            let cuts = self.prune.too_high(window.alpha, proven.high);
            if best.is_none_or(|best| value.score() < best.score() || proves(value, best)) {
                best = Some(value);
                // A node that is cut returns before beta changes.
                let edge = (!cuts && proven.high < window.beta).then_some(Edge::Beta);
                window.beta = if edge.is_some() { proven.high } else { window.beta };
                self.desk.update(node, mv, &value, window, edge);
            }
            if cuts {
                let (value, edge) = (Bound::AtMost(proven.high), (Edge::Alpha, window.alpha));
                self.desk.cut(node, &value, Proof::Moves, edge, &moves[index + 1..]);
                return Ok(Range { low: f64::NEG_INFINITY, ..proven });
            }
        }
        Ok(proven)
    }

    pub(super) fn value_of_move(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window<f64>,
    ) -> Valued<G> {
        let child = self.desk.child(node, mv);
        let value = child.and_then(|child| self.value(&child, window));
        let value = value.map_err(|halt| halt.after(mv))?;
        self.desk.looked(node, mv, &value);
        Ok(value)
    }
}

type Valued<G> = Result<Bound<f64>, Halt<<G as Game>::Move>>;

impl<'s, G, E, O> Algorithm<'s, G, E, O> for AlphaBeta<'s, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    type Value = Bound<f64>;

    fn desk(&mut self) -> &mut Desk<'s, G, E, O, Bound<f64>> {
        &mut self.desk
    }

    fn value_of_root(&mut self, node: &Node<G>) -> Valued<G> {
        self.value(node, self.open_window())
    }

    fn as_good(&self, _: Turn, value: &Bound<f64>, best: &Bound<f64>) -> bool {
        value == best && value.exact().is_some()
    }
}

/// Whether `value` is what `best` is only said to be no better than: best play goes on here.
fn proves(value: Bound<f64>, best: Bound<f64>) -> bool {
    value.score() == best.score() && value.exact().is_some() && best.exact().is_none()
}

/// As a value: exact, or the side that matters to a search with this window.
fn seen_through(window: Window<f64>, range: Range<f64>) -> Bound<f64> {
    if range.is_exact() {
        Bound::Exact(range.low)
    } else if range.low >= window.beta {
        Bound::AtLeast(range.low)
    } else {
        Bound::AtMost(range.high)
    }
}

/// The same as a search knows it that returns no number outside of its window.
fn kept_within(window: Window<f64>, value: Bound<f64>) -> Bound<f64> {
    let range = Range::from(value);
    if range.low > window.beta {
        Bound::AtLeast(window.beta)
    } else if range.high < window.alpha {
        Bound::AtMost(window.alpha)
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use crate::textbook::{Order, Search};
    use crate::tree::Wishes;
    use crate::{Bound, Tree};

    #[test]
    fn fail_hard_looks_at_the_same_leaves_and_says_less() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
        let game = tree.sides().expect("two sides");
        let soft = Search::new(&game).alpha_beta(&tree.root()).expect("a value");
        let hard = Search::new(&game).fail_hard().alpha_beta(&tree.root()).expect("a value");
        let bounds = |report: &crate::Report<_, Bound<f64>>| -> Vec<Bound<f64>> {
            report.moves.iter().map(|(_, bound)| *bound).collect()
        };
        assert_eq!(bounds(&soft), [Bound::Exact(3.0), Bound::AtMost(2.0), Bound::AtMost(2.0)]);
        assert_eq!(bounds(&hard), [Bound::Exact(3.0), Bound::AtMost(3.0), Bound::AtMost(3.0)]);
        assert_eq!((hard.value, hard.counts.leaves), (soft.value, soft.counts.leaves));
    }

    #[test]
    fn fail_hard_finds_the_value_of_minimax_with_a_table_too() {
        for seed in 0..300 {
            let wishes = Wishes { depth: 2..=4, values: 0..=9, ..Wishes::default() };
            let tree: Tree = wishes.grow(seed).expect("a tree").parse().expect("a tree");
            let game = tree.sides().expect("two sides");
            let minimax = Search::new(&game).minimax(&tree.root()).expect("a value").value;
            for order in [Order::Given, Order::Random(seed)] {
                let search = Search::new(&game).fail_hard().table().order(order);
                assert_eq!(search.alpha_beta(&tree.root()).expect("a value").value, minimax);
            }
        }
    }
}
