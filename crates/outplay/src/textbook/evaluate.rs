//! Evaluations: a guess at the value of a position, for where a search cannot see the end.
//!
//! Three ways to make one. [`Features`] adds up named features with weights, and may add terms that
//! are not linear. [`Categories`] puts positions into classes and knows how often each class wins.
//! [`Evaluate`] takes any function. A good evaluation agrees with the payoffs about who is winning,
//! stays between the payoff of a loss and that of a win
//! ([`check_evaluation`](crate::testing::check_evaluation)), and is fast.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{Evaluation, Game, Player};

/// Any function as an evaluation: see [`Search::evaluate`](super::Search::evaluate).
#[derive(Clone, Copy, Debug)]
pub struct Evaluate<F>(pub F);

impl<G: Game, F: Fn(&G::Position, Player) -> f64> Evaluation<G> for Evaluate<F> {
    fn evaluate(&self, _: &G, position: &G::Position, player: Player) -> f64 {
        self.0(position, player)
    }
}

type Count<P> = Box<dyn Fn(&P, Player) -> f64>;
type Combine = Box<dyn Fn(&[f64]) -> f64>;

/// A weighted sum of named features, w1 f1 + w2 f2 + ..., and of terms that combine features in a way
/// that is not linear.
///
/// ```
/// use outplay::{Player, textbook::Features};
///
/// // A position is the number of bishops and of pawns that a player is ahead.
/// let material = Features::new()
///     .feature("bishops", 3.0, |&(bishops, _): &(f64, f64), _| bishops)
///     .feature("pawns", 1.0, |&(_, pawns), _| pawns)
///     .combination("bishop pair", 0.5, |counts| f64::from(counts[0] >= 2.0));
/// let one = material.evaluate(&(1.0, 0.0), Player::MAX);
/// let pair = material.evaluate(&(2.0, 0.0), Player::MAX);
/// assert_eq!((one, pair), (3.0, 6.5)); // the pair is worth more than twice one bishop
///
/// let shares = material.shares(&(2.0, -1.0), Player::MAX);
/// assert_eq!(shares[1].to_string(), "pawns: 1 x -1 = -1");
/// ```
pub struct Features<P> {
    features: Vec<(String, f64, Count<P>)>,
    combinations: Vec<(String, f64, Combine)>,
}

/// What one feature contributes to an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// The name of the feature.
    pub name: String,
    /// Its weight.
    pub weight: f64,
    /// How much of it there is.
    pub count: f64,
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Share { name, weight, count } = self;
        write!(f, "{name}: {weight} x {count} = {}", weight * count)
    }
}

impl<P> Default for Features<P> {
    fn default() -> Self {
        Features { features: Vec::new(), combinations: Vec::new() }
    }
}

impl<P> Features<P> {
    /// No feature yet: every position is worth nothing.
    pub fn new() -> Features<P> {
        Features::default()
    }

    /// Adds a feature: `count` says how much of it a player has.
    pub fn feature(
        mut self,
        name: &str,
        weight: f64,
        count: impl Fn(&P, Player) -> f64 + 'static,
    ) -> Self {
        self.features.push((name.to_owned(), weight, Box::new(count)));
        self
    }

    /// Adds a term that is not linear: any function of the counts of all features, in the order in which
    /// they were added.
    pub fn combination(
        mut self,
        name: &str,
        weight: f64,
        combine: impl Fn(&[f64]) -> f64 + 'static,
    ) -> Self {
        self.combinations.push((name.to_owned(), weight, Box::new(combine)));
        self
    }

    /// The sum.
    pub fn evaluate(&self, position: &P, player: Player) -> f64 {
        self.shares(position, player).iter().map(|share| share.weight * share.count).sum()
    }

    /// What each feature contributes, for a person to read.
    pub fn shares(&self, position: &P, player: Player) -> Vec<Share> {
        let share = |name: &String, weight, count| Share { name: name.clone(), weight, count };
        let mut shares: Vec<Share> = Vec::new();
        for (name, weight, count) in &self.features {
            shares.push(share(name, *weight, count(position, player)));
        }
        let counts: Vec<f64> = shares.iter().map(|share| share.count).collect();
        for (name, weight, combine) in &self.combinations {
            shares.push(share(name, *weight, combine(&counts)));
        }
        shares
    }
}

impl<G: Game> Evaluation<G> for Features<G::Position> {
    fn evaluate(&self, _: &G, position: &G::Position, player: Player) -> f64 {
        Features::evaluate(self, position, player)
    }
}

/// How often positions of one class end in a win, a draw and a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Share of wins.
    pub win: f64,
    /// Share of draws.
    pub draw: f64,
    /// Share of losses.
    pub loss: f64,
}

impl Rates {
    /// The expected payoff, where a win, a draw and a loss pay this much.
    ///
    /// ```
    /// use outplay::textbook::Rates;
    ///
    /// // Two pawns against one: 82% won, 2% lost, 16% drawn.
    /// let rates = Rates { win: 0.82, draw: 0.16, loss: 0.02 };
    /// assert!((rates.expected(1.0, 0.5, 0.0) - 0.9).abs() < 1e-12);
    /// ```
    pub fn expected(self, win: f64, draw: f64, loss: f64) -> f64 {
        self.win * win + self.draw * draw + self.loss * loss
    }
}

/// An evaluation by classes: every position belongs to a category, and games from each category have
/// been counted.
pub struct Categories<P, C> {
    category: Box<dyn Fn(&P, Player) -> C>,
    values: HashMap<C, f64>,
    payoffs: (f64, f64, f64),
}

impl<P, C: Eq + Hash> Categories<P, C> {
    /// No category known yet. `win`, `draw` and `loss` are the payoffs; a position of an unknown category
    /// is worth a draw.
    pub fn new(
        (win, draw, loss): (f64, f64, f64),
        category: impl Fn(&P, Player) -> C + 'static,
    ) -> Categories<P, C> {
        Categories {
            category: Box::new(category),
            values: HashMap::new(),
            payoffs: (win, draw, loss),
        }
    }

    /// Adds a category with its rates.
    pub fn category(mut self, category: C, rates: Rates) -> Self {
        let (win, draw, loss) = self.payoffs;
        self.values.insert(category, rates.expected(win, draw, loss));
        self
    }

    /// The expected payoff of the position's category.
    pub fn evaluate(&self, position: &P, player: Player) -> f64 {
        let category = (self.category)(position, player);
        self.values.get(&category).copied().unwrap_or(self.payoffs.1)
    }
}

impl<G: Game, C: Eq + Hash> Evaluation<G> for Categories<G::Position, C> {
    fn evaluate(&self, _: &G, position: &G::Position, player: Player) -> f64 {
        Categories::evaluate(self, position, player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_worth_what_it_wins_on_average() {
        let pawns = Categories::new((1.0, 0.5, 0.0), |&(own, other): &(u8, u8), _| (own, other))
            .category((2, 1), Rates { win: 0.82, draw: 0.16, loss: 0.02 });
        assert!((pawns.evaluate(&(2, 1), Player::MAX) - 0.9).abs() < 1e-12);
        assert_eq!(pawns.evaluate(&(1, 1), Player::MAX), 0.5);
    }
}
