//! Where chance moves: the average by odds, and when it is known early.
//!
//! Floating-point numbers do not average exactly, and two searches that add in another order may disagree
//! about which of two equal moves is better. So there is one [`average`], and everybody uses it.
//!
//! The two ways to know early, Star1 and Star2, are Ballard's, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*,
//! 1983; Hauk, Buro and Schaeffer, *\*-Minimax Performance in Backgammon*, 2004, measured them.

use super::Halt;
use super::alpha_beta::AlphaBeta;
use super::desk::{Edge, Node};
use crate::{Bound, Evaluation, Game, Observer, Player, Proof, Range, Turn, Window};

/// How often, in one node, a cut that is nearly one is computed exactly.
const CLOSE_CALLS: u32 = 8;

/// The average of values, each with its odds.
///
/// It is never outside of the values themselves, and if one of them rises, it does not fall, rounding
/// included: sums, products and quotients with weights that are not negative are rounded monotonically. So
/// the average of upper bounds is an upper bound of the average.
pub(crate) fn average(outcomes: &[(f64, f64)]) -> f64 {
    let values = || outcomes.iter().map(|(_, value)| *value);
    let first = outcomes.first().map_or(0.0, |(odds, _)| *odds);
    let even = outcomes.iter().all(|(odds, _)| *odds == first);
    let (sum, weight) = if even {
        (values().sum::<f64>(), outcomes.len() as f64)
    } else {
        let weighted: f64 = outcomes.iter().map(|(odds, value)| odds * value).sum();
        (weighted, outcomes.iter().map(|(odds, _)| odds).sum())
    };
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    (sum / weight).clamp(least, most)
}

/// How alpha-beta cuts where chance moves, if [all payoffs](super::Config::payoffs) lie between two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Star {
    /// Star1: the outcomes still to come lie between the least and the most that can be won, so the average may be known to be outside of the
    /// window before they are looked at.
    #[default]
    One,
    /// Star2: before that, one move of the player who acts after each outcome is looked at. Where it is MAX, the outcome is worth that move at least;
    /// where it is MIN, at most. Often that is enough for a cut, above all if the [order](super::Order) puts a good move first. What was looked
    /// at in vain is looked at again, so that it pays with a [table](super::Config::table) or deep below.
    Two,
}

/// A chance node of alpha-beta, some of whose outcomes are known.
struct Dice<'d, M> {
    odds: &'d [(M, f64)],
    /// What is known of each outcome.
    known: Vec<Range<f64>>,
    /// The outcome that is looked at.
    at: usize,
    /// What the outcomes before it add up to, each by its odds.
    before: Range<f64>,
    /// What each outcome and all after it add up to, and at the end nothing.
    after: Vec<Range<f64>>,
    /// All odds together.
    total: f64,
}

const NOTHING: Range<f64> = Range { low: 0.0, high: 0.0 };

fn plus(sum: Range<f64>, odds: f64, outcome: Range<f64>) -> Range<f64> {
    Range { low: sum.low + odds * outcome.low, high: sum.high + odds * outcome.high }
}

impl<'d, M> Dice<'d, M> {
    fn new(odds: &'d [(M, f64)], payoffs: Range<f64>) -> Self {
        let total = odds.iter().rev().map(|(_, odds)| odds).sum();
        let (known, after) = (vec![payoffs; odds.len()], Vec::new());
        let mut dice = Dice { odds, known, at: 0, before: NOTHING, after, total };
        dice.restart();
        dice
    }

    /// Goes back to the first outcome, with what is known of all of them.
    fn restart(&mut self) {
        (self.at, self.before) = (0, NOTHING);
        self.after = vec![NOTHING; self.odds.len() + 1];
        for (index, (_, odds)) in self.odds.iter().enumerate().rev() {
            self.after[index] = plus(self.after[index + 1], *odds, self.known[index]);
        }
    }

    /// What all outcomes but the one that is looked at add up to, at least and at most.
    fn others(&self) -> Range<f64> {
        plus(self.before, 1.0, self.after[self.at + 1])
    }

    /// The window for the outcome that is looked at: beyond it, the average is outside of `window` even if all outcomes that are not
    /// known speak against that.
    fn share(&self, window: Window<f64>) -> Window<f64> {
        let (chance, others) = (self.odds[self.at].1, self.others());
        Window {
            alpha: (window.alpha * self.total - others.high) / chance,
            beta: (window.beta * self.total - others.low) / chance,
        }
    }

    /// The average, if the outcome that is looked at lies in `range`, but for rounding.
    fn reach(&self, range: Range<f64>) -> Range<f64> {
        let Range { low, high } = plus(self.others(), self.odds[self.at].1, range);
        Range { low: low / self.total, high: high / self.total }
    }

    /// The same, with certainty.
    fn certain_reach(&self, range: Range<f64>) -> Range<f64> {
        let end = |side: fn(&Range<f64>) -> f64| {
            let known = self.known.iter().enumerate();
            let values =
                known.map(|(index, known)| side(if index == self.at { &range } else { known }));
            average(&self.with_odds(values))
        };
        Range { low: end(|range| range.low), high: end(|range| range.high) }
    }

    /// Knows more of the outcome that is looked at, and goes on to the next one.
    fn note(&mut self, range: Range<f64>) {
        self.known[self.at] = range;
        self.before = plus(self.before, self.odds[self.at].1, range);
        self.at += 1;
    }

    /// Knows the value of the outcome that is looked at, and goes on to the next one.
    fn add(&mut self, value: f64) {
        self.note(Range { low: value, high: value });
    }

    fn average(&self) -> f64 {
        debug_assert_eq!(self.at, self.odds.len(), "all outcomes are known");
        average(&self.with_odds(self.known.iter().map(|one| one.low)))
    }

    fn with_odds(&self, values: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
        self.odds.iter().map(|(_, odds)| *odds).zip(values).collect()
    }
}

/// Chance in alpha-beta: Ballard's Star1, and Star2 if [asked for](Star).
impl<G, E, O> AlphaBeta<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    pub(super) fn chance_value(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
    ) -> Result<Range<f64>, Halt<G::Move>> {
        let odds = self.desk.odds(node);
        let mut dice = Dice::new(&odds, self.payoffs);
        // At the root everything is looked at anyway, and where payoffs may be anything, no average is known early.
        let is_bounded = self.payoffs.low.is_finite() || self.payoffs.high.is_finite();
        let probes = node.ply > 0 && is_bounded && self.desk.search.config.star == Star::Two;
        if probes && let Some(reach) = self.probed(node, window, &mut dice)? {
            return Ok(reach);
        }
        let mut close_calls = 0;
        for (index, &(mv, _)) in odds.iter().enumerate() {
            if dice.known[index].is_exact() {
                dice.add(dice.known[index].low);
                continue;
            }
            let share = self.inherited(node, dice.share(window));
            let mut outcome = self.outcome(node, mv, share)?.within(dice.known[index]);
            if close_calls < CLOSE_CALLS && self.may_leave(dice.reach(outcome), window) {
                close_calls += 1;
                let reach = dice.certain_reach(outcome);
                if self.leaves(node, window, reach, &odds[index + 1..]) {
                    return Ok(reach);
                }
            }
            if !outcome.is_exact() {
                // Rounding left a bound just short of a cut: the value itself is needed.
                outcome = self.outcome(node, mv, self.open_window())?;
            }
            dice.add(outcome.low);
        }
        let value = dice.average();
        Ok(Range { low: value, high: value })
    }

    /// The probing of Star2: looks at one move after each outcome. What the average is known to lie in, if that is enough.
    fn probed(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
        dice: &mut Dice<'_, G::Move>,
    ) -> Result<Option<Range<f64>>, Halt<G::Move>> {
        let odds = dice.odds;
        for (index, &(mv, _)) in odds.iter().enumerate() {
            let share = self.inherited(node, dice.share(window));
            let outcome = self.probe(node, mv, share).map_err(|halt| halt.after(mv))?;
            if self.prune.edge(dice.reach(outcome), window).is_some() {
                let reach = dice.certain_reach(outcome);
                if self.leaves(node, window, reach, &odds[index + 1..]) {
                    return Ok(Some(reach));
                }
            }
            dice.note(outcome);
        }
        dice.restart();
        Ok(None)
    }

    /// What one move of the player who acts after an outcome says about it.
    fn probe(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window<f64>,
    ) -> Result<Range<f64>, Halt<G::Move>> {
        let child = self.desk.child(node, mv)?;
        self.desk.enter(&child, window);
        // A move of MAX says what an outcome is worth at least, and can only take the average above beta; MIN's takes it below alpha.
        let (sign, is_open) = match child.turn {
            Some(Turn::Player(Player::MAX)) => (1.0, window.beta >= self.payoffs.high),
            Some(Turn::Player(_)) => (-1.0, window.alpha <= self.payoffs.low),
            _ => (1.0, true),
        };
        let value = match self.settled(&child, window)? {
            Some(value) => value,
            None if is_open => Bound::AtMost(self.payoffs.high),
            None => {
                self.desk.counts.expanded += 1;
                let first = self.desk.ordered_for_sides(&child, sign)?[0];
                let value = Range::from(self.value_of_move(&child, first, window)?);
                if sign > 0.0 { Bound::AtLeast(value.low) } else { Bound::AtMost(value.high) }
            }
        };
        self.desk.leave(&child, &value);
        Ok(Range::from(value).within(self.payoffs))
    }

    /// A window for an outcome that does not reach beyond all payoffs.
    fn inherited(&mut self, node: &Node<G>, share: Window<f64>) -> Window<f64> {
        let Range { low, high } = self.payoffs;
        self.desk.inherit(node, share.alpha > low, share.beta < high);
        Window { alpha: share.alpha.max(low), beta: share.beta.min(high) }
    }

    fn outcome(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window<f64>,
    ) -> Result<Range<f64>, Halt<G::Move>> {
        let value = self.value_of_move(node, mv, window)?;
        Ok(Range::from(value).within(self.payoffs))
    }

    /// Whether `reach` is outside of the window, or so close that rounding hides it.
    fn may_leave(&self, reach: Range<f64>, window: Window<f64>) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * (1.0 + one.abs());
        self.prune.edge(reach, window).is_some()
            || near(reach.high, window.alpha)
            || near(reach.low, window.beta)
    }

    /// Whether an average within `reach` is outside of the window. The moves `left` are then cut.
    fn leaves(
        &mut self,
        node: &Node<G>,
        window: Window<f64>,
        reach: Range<f64>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_average_of_equals_is_that_number() {
        for count in 1..50 {
            let odds = 1.0 / f64::from(count);
            assert_eq!(average(&vec![(odds, 3.0); count as usize]), 3.0);
            let uneven = (0..count).map(|index| (f64::from(index + 1) * 0.1, 0.7));
            assert_eq!(average(&uneven.collect::<Vec<_>>()), 0.7);
        }
    }

    #[test]
    fn even_odds_are_summed_before_they_are_divided() {
        let sixths = |values: [f64; 6]| average(&values.map(|value| (1.0 / 6.0, value)));
        assert_eq!(sixths([1.0; 6]), sixths([0.0, 0.0, 0.0, 0.0, 0.0, 6.0]));
        assert_eq!(average(&[(0.25, 8.0), (0.75, 0.0)]), 2.0);
    }
}
