//! Where chance moves: the average by odds, and when it is known early.
//!
//! Floating-point numbers do not average exactly, and two searches that add in another order may disagree
//! about which of two equal moves is better. So there is one [`average`], and everybody uses it.

use super::Halt;
use super::alpha_beta::AlphaBeta;
use super::desk::{Edge, Node};
use crate::{Bound, Evaluation, Game, Observer, Proof, Range, Window};

/// How often, in one node, a cut that is nearly one is computed exactly.
const CLOSE_CALLS: u32 = 8;

/// The average of values, each with its odds.
///
/// It is never outside of the values themselves, and if one of them rises, it does not fall, rounding
/// included: sums, products and quotients with weights that are not negative are rounded monotonically. So
/// the average of upper bounds is an upper bound of the average.
pub(super) fn average(outcomes: &(impl Iterator<Item = (f64, f64)> + Clone)) -> f64 {
    let values = || outcomes.clone().map(|(_, value)| value);
    let first = outcomes.clone().next().map_or(0.0, |(odds, _)| odds);
    let even = outcomes.clone().all(|(odds, _)| odds == first);
    let (sum, weight) = if even {
        (values().sum::<f64>(), values().count() as f64)
    } else {
        let weighted: f64 = outcomes.clone().map(|(odds, value)| odds * value).sum();
        (weighted, outcomes.clone().map(|(odds, _)| odds).sum())
    };
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    (sum / weight).clamp(least, most)
}

/// A chance node of alpha-beta, some of whose outcomes are known.
struct Dice<'d, M> {
    odds: &'d [(M, f64)],
    payoffs: Range<f64>,
    /// The values of the first outcomes.
    seen: Vec<f64>,
    /// Their sum, each by its odds.
    sum: f64,
    /// The odds of each outcome and all after it, and at the end nothing.
    rest: Vec<f64>,
}

impl<'d, M> Dice<'d, M> {
    fn new(odds: &'d [(M, f64)], payoffs: Range<f64>) -> Self {
        let mut rest = vec![0.0; odds.len() + 1];
        for (index, (_, odds)) in odds.iter().enumerate().rev() {
            rest[index] = rest[index + 1] + odds;
        }
        Dice { odds, payoffs, seen: Vec::new(), sum: 0.0, rest }
    }

    /// What all outcomes but the next one add up to, at least and at most.
    fn others(&self) -> Range<f64> {
        let rest = self.rest[self.seen.len() + 1];
        let of = |payoff: f64| if rest == 0.0 { 0.0 } else { rest * payoff };
        Range { low: self.sum + of(self.payoffs.low), high: self.sum + of(self.payoffs.high) }
    }

    /// The window for the next outcome: beyond it, the average is outside of `window` even if all outcomes
    /// after it speak against that.
    fn share(&self, window: Window<f64>) -> Window<f64> {
        let chance = self.odds[self.seen.len()].1;
        let (others, total) = (self.others(), self.rest[0]);
        Window {
            alpha: (window.alpha * total - others.high) / chance,
            beta: (window.beta * total - others.low) / chance,
        }
    }

    /// The average, if the next outcome lies in `next`, but for rounding.
    fn reach(&self, next: Range<f64>) -> Range<f64> {
        let chance = self.odds[self.seen.len()].1;
        let (others, total) = (self.others(), self.rest[0]);
        Range {
            low: (others.low + chance * next.low) / total,
            high: (others.high + chance * next.high) / total,
        }
    }

    /// The same, with certainty.
    fn certain_reach(&self, next: Range<f64>) -> Range<f64> {
        let end = |next: f64, rest: f64| {
            let known = self.seen.iter().copied().chain([next]);
            let values = known.chain(std::iter::repeat(rest));
            average(&self.odds.iter().map(|(_, odds)| *odds).zip(values))
        };
        Range { low: end(next.low, self.payoffs.low), high: end(next.high, self.payoffs.high) }
    }

    fn add(&mut self, value: f64) {
        self.sum += self.odds[self.seen.len()].1 * value;
        self.seen.push(value);
    }

    fn average(&self) -> f64 {
        average(&self.odds.iter().map(|(_, odds)| *odds).zip(self.seen.iter().copied()))
    }
}

/// Chance in alpha-beta, by Ballard's Star1: the outcomes still to come lie between the least and the most
/// that can be won, so the average may be known to be outside of the window before they are looked at.
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
        let mut close_calls = 0;
        for (index, &(mv, _)) in odds.iter().enumerate() {
            let share = self.inherited(node, dice.share(window));
            let mut outcome = self.outcome(node, mv, share)?;
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
            assert_eq!(average(&(0..count).map(|_| (odds, 3.0))), 3.0);
            let uneven = (0..count).map(|index| (f64::from(index + 1) * 0.1, 0.7));
            assert_eq!(average(&uneven), 0.7);
        }
    }

    #[test]
    fn even_odds_are_summed_before_they_are_divided() {
        let sixths =
            |values: [f64; 6]| average(&values.into_iter().map(|value| (1.0 / 6.0, value)));
        assert_eq!(sixths([1.0; 6]), sixths([0.0, 0.0, 0.0, 0.0, 0.0, 6.0]));
        assert_eq!(average(&[(0.25, 8.0), (0.75, 0.0)].into_iter()), 2.0);
    }
}
