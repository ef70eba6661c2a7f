//! Expectimax: the best average against dice, or against players who do not care.

use super::alpha_beta::{AlphaBeta, Range};
use super::desk::{Edge, Node};
use super::{Halt, Search, SidesReport};
use crate::{Bound, Game, Insight, Observer, Player, Proof, Sides, Window};

impl<G, I, O> Search<'_, G, I, O>
where
    G: Game,
    I: Insight<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    /// Expectimax: what `hero` wins on average if everybody else moves at random.
    ///
    /// Where another player moves, every move is equally likely; where chance moves, the game's odds
    /// count. It is minimax on [`Sides::against_chance`]. A game with dice *and* an opponent who plays to
    /// win is searched by [`minimax`](Search::minimax) and [`alpha_beta`](Search::alpha_beta) as it
    /// is: chance nodes are averaged there, too, and called expectiminimax in the books.
    ///
    /// If [all payoffs](super::Config::payoffs) are known to lie between two numbers, alpha-beta on the
    /// same sides gives the same value for less:
    ///
    /// ```
    /// use outplay::{Bound, Player, Sides, Tree, textbook::Search};
    ///
    /// let tree: Tree = "((8 6) (1 9))".parse()?;
    /// let report = Search::new(&tree).expectimax(&tree.root(), Player::MAX)?;
    /// assert_eq!(report.value, Some(Bound::Exact(7.0)));
    ///
    /// // After the 1, the second chance node is worth at most (1 + 10) / 2.
    /// let sides = Sides::against_chance(&tree, Player::MAX);
    /// let report = Search::new(&sides).payoffs(0.0, 10.0).alpha_beta(&tree.root())?;
    /// assert_eq!(report.value, Some(Bound::Exact(7.0)));
    /// assert_eq!(report.counts.leaves, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity:** as minimax, with the outcomes of chance as moves.
    ///
    /// **Reference:** Michie, *Game-Playing and Game-Learning Automata*, 1966; Russell and Norvig, the
    /// section on stochastic games.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn expectimax(self, position: &G::Position, hero: Player) -> SidesReport<G> {
        let sides = Sides::against_chance(self.game, hero);
        self.on(&sides).minimax(position)
    }

    /// One against all: what `hero` wins if everybody else cares only for keeping that low.
    ///
    /// It is alpha-beta on [`Sides::paranoid`]. In a game of more than two players it finds what
    /// `hero` is sure to get, whatever the others want; [`max_n`](Search::max_n) believes that each of
    /// them plays for themselves.
    ///
    /// ```
    /// use outplay::{Bound, Player, Tree, textbook::Search};
    ///
    /// let tree: Tree = "(([1 2 6] [4 3 2]) ([6 1 2] [7 4 1]))".parse()?;
    /// let report = Search::new(&tree).paranoid(&tree.root(), Player(0))?;
    /// assert_eq!(report.value, Some(Bound::Exact(6.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity:** as alpha-beta.
    ///
    /// **Reference:** Sturtevant and Korf, *On Pruning Techniques for Multi-Player Games*, 2000.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn paranoid(self, position: &G::Position, hero: Player) -> SidesReport<G> {
        let sides = Sides::paranoid(self.game, hero);
        self.on(&sides).alpha_beta(position)
    }

    fn on<'t>(self, sides: &'t Sides<'_, G>) -> Search<'t, Sides<'t, G>, crate::SidesInsight<I>, O>
    where
        G: 't,
    {
        let insight = sides.insight(self.insight);
        Search { game: sides, insight, observer: self.observer, config: self.config }
    }
}

/// Chance in alpha-beta, by Ballard's Star1: the values still to come are known to lie between the
/// least and the most that can be won, and so does the average.
impl<G, I, O> AlphaBeta<'_, G, I, O>
where
    G: Game,
    I: Insight<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    pub(super) fn chance_value(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
    ) -> Result<Range, Halt<G::Move>> {
        let odds = self.desk.odds(node);
        let mut seen = Range { low: 0.0, high: 0.0 };
        for (index, &(mv, chance)) in odds.iter().enumerate() {
            let left = &odds[index + 1..];
            let rest = Range::of(self.payoffs).times(left.iter().map(|(_, odds)| odds).sum());
            let share = self.share(node, window, seen.plus(rest), chance);
            let mut outcome = self.outcome(node, mv, share)?.times(chance);
            let reach = seen.plus(outcome).plus(rest);
            if self.leaves(node, window, reach, left) {
                return Ok(reach);
            }
            if !outcome.is_exact() {
                // Rounding left a bound just short of a cut: the value itself is needed.
                outcome = self.outcome(node, mv, self.payoffs)?.times(chance);
            }
            seen = seen.plus(outcome);
        }
        Ok(seen)
    }

    /// The window for one outcome: beyond it, the average is outside of `window` even if all other
    /// outcomes, which sum to `others`, speak against it.
    fn share(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
        others: Range,
        chance: f64,
    ) -> Window<f64> {
        let alpha = (window.alpha - others.high) / chance;
        let beta = (window.beta - others.low) / chance;
        let Window { alpha: least, beta: most } = self.payoffs;
        self.desk.inherit(node, alpha > least, beta < most);
        Window { alpha: alpha.max(least), beta: beta.min(most) }
    }

    fn outcome(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window<f64>,
    ) -> Result<Range, Halt<G::Move>> {
        let value = self.value_of_move(node, mv, window)?;
        Ok(Range { low: value.low(), high: value.high() }.within(Range::of(self.payoffs)))
    }

    /// Whether an average within `reach` is outside of the window. The moves `left` are then cut.
    fn leaves(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
        reach: Range,
        left: &[(G::Move, f64)],
    ) -> bool {
        let Some((edge, limit)) = self.prune.edge(reach, window) else { return false };
        if !left.is_empty() {
            self.desk.inherit(node, true, true);
            let value = match edge {
                Edge::Alpha => Bound::AtMost(reach.high),
                Edge::Beta => Bound::AtLeast(reach.low),
            };
            let left: Vec<G::Move> = left.iter().map(|&(mv, _)| mv).collect();
            self.desk.cut(node, &value, Proof::Moves, (edge, limit), &left);
        }
        true
    }
}

impl Range {
    fn plus(self, other: Range) -> Range {
        Range { low: self.low + other.low, high: self.high + other.high }
    }

    /// Nothing at all of something unbounded is nothing.
    fn times(self, weight: f64) -> Range {
        if weight == 0.0 {
            return Range { low: 0.0, high: 0.0 };
        }
        Range { low: self.low * weight, high: self.high * weight }
    }
}
