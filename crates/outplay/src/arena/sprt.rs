//! The sequential probability ratio test: a match that ends as soon as it is decided.
//!
//! Two hypotheses, that the first player is by `elo0` or by `elo1` stronger, are compared by the logarithm of the ratio of
//! their likelihoods. The match is over when it leaves an interval that follows from the chances of an error that one is
//! ready to take (Wald, *Sequential Tests of Statistical Hypotheses*, 1945).
//!
//! A hypothesis says what the mean score is (`Logistic`) or its ratio to the standard deviation (`Normalised`), and
//! nothing else about the chances of the single results. These are taken to be what makes the results seen most likely:
//! the *generalised* test (Van den Bergh, *A Practical Introduction to the GSPRT*, and *Comments on Normalized Elo*).
//!
//! ```
//! use outplay::arena::{Pairs, Sprt};
//!
//! let sprt = Sprt { elo0: 0.0, elo1: 2.0, ..Sprt::default() };
//! let llr = sprt.llr(&Pairs([365, 16618, 36229, 16974, 390]).into());
//! assert_eq!(format!("{llr:.2}"), "2.25");
//! assert_eq!(sprt.verdict(llr), None); // 2.94 would be enough
//! ```

use super::elo::{PER_DEVIATION, score_of_elo};
use super::sample::{Outcome, Sample};

/// What Elo means in a hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: the same test takes as long at every rate of draws.
    #[default]
    Normalised,
    /// The Elo of everyday life.
    Logistic,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis, in Elo.
    pub elo0: f64,
    /// The second one, which is higher.
    pub elo1: f64,
    /// The chance to accept the second hypothesis although the first one is true.
    pub alpha: f64,
    /// The chance to accept the first hypothesis although the second one is true.
    pub beta: f64,
    /// What Elo means.
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalised }
    }
}

/// How a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0` or less.
    First,
    /// The difference is `elo1` or more.
    Second,
}

impl Sprt {
    /// The logarithms of the ratio at which the first and the second hypothesis are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What a logarithm of the ratio decides.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let (low, high) = self.bounds();
        if llr <= low {
            Some(Verdict::First)
        } else if llr >= high {
            Some(Verdict::Second)
        } else {
            None
        }
    }

    /// The logarithm of the ratio of the likelihoods: positive if the results speak for `elo1`.
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.trials() == 0.0 {
            return 0.0;
        }
        let outcomes = sample.regular();
        let likelihood = |elo: f64| match self.model {
            Model::Logistic => of_score(&outcomes, score_of_elo(elo)),
            Model::Normalised => {
                of_ratio(&outcomes, elo / PER_DEVIATION * sample.games_per_trial().sqrt())
            }
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }
}

/// The logarithm of the likelihood, up to a constant, if the mean is `score` and all else is as likely as can be.
///
/// The chances q that make the counts n most likely while the mean of `score - s` is zero are n / (1 + θ (score - s)), up
/// to a factor: Lagrange's multipliers.
fn of_score(outcomes: &[Outcome], score: f64) -> f64 {
    let offsets: Vec<f64> = outcomes.iter().map(|one| one.score - score).collect();
    likelihood(outcomes, &offsets, multiplier(outcomes, &offsets))
}

/// The same, if `(mean - ½) / deviation` is `ratio`.
///
/// The multiplier belongs to the derivative of `mean - ½ - ratio · deviation` by each chance, which depends on the mean and
/// the deviation to be found: so this goes on from those of the last step until they stay.
fn of_ratio(outcomes: &[Outcome], ratio: f64) -> f64 {
    let total: f64 = outcomes.iter().map(|one| one.count).sum();
    let count = outcomes.len() as f64;
    let mut chances = vec![1.0 / count; outcomes.len()];
    let mut found = f64::NEG_INFINITY;
    for _ in 0..100 {
        let with = || outcomes.iter().zip(&chances);
        let mean: f64 = with().map(|(one, chance)| one.score * chance).sum();
        let variance: f64 = with().map(|(one, chance)| chance * (one.score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let slope = |score: f64| {
            let away = (score - mean) / deviation;
            score - 0.5 - ratio * deviation * (1.0 + away * away) / 2.0
        };
        let slopes: Vec<f64> = outcomes.iter().map(|one| slope(one.score)).collect();
        let theta = multiplier(outcomes, &slopes);
        let last = found;
        found = likelihood(outcomes, &slopes, theta);
        for ((chance, one), slope) in chances.iter_mut().zip(outcomes).zip(&slopes) {
            *chance = one.count / total / (1.0 + theta * slope);
        }
        if (found - last).abs() < 1e-11 * (1.0 + found.abs()) {
            break;
        }
    }
    found
}

fn likelihood(outcomes: &[Outcome], slopes: &[f64], theta: f64) -> f64 {
    outcomes.iter().zip(slopes).map(|(one, slope)| -one.count * (theta * slope).ln_1p()).sum()
}

/// The θ at which the sum of n · slope / (1 + θ · slope) is zero. It falls with θ, between the two ends where a
/// denominator is zero: Newton's steps, and a halving wherever one would lead outside.
fn multiplier(outcomes: &[Outcome], slopes: &[f64]) -> f64 {
    let ends = slopes
        .iter()
        .fold((0.0_f64, 0.0_f64), |(low, high), slope| (low.min(*slope), high.max(*slope)));
    let (mut low, mut high) = (-1.0 / ends.1, -1.0 / ends.0);
    if !low.is_finite() || !high.is_finite() {
        // All results lie on one side: no chances have that mean.
        return 0.0;
    }
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut sum, mut fall) = (0.0, 0.0);
        for (one, slope) in outcomes.iter().zip(slopes) {
            let part = slope / (1.0 + theta * slope);
            sum += one.count * part;
            fall += one.count * part * part;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta + sum / fall;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - theta).abs() <= 1e-12 * (1.0 + theta.abs()) {
            return next;
        }
        theta = next;
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Games, Pairs};

    #[test]
    fn the_bounds_follow_from_the_errors() {
        let (low, high) = Sprt::default().bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
        let sprt = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::default() };
        assert_eq!(sprt.verdict(90_f64.ln() + 1e-9), Some(Verdict::Second));
        assert_eq!(sprt.verdict((0.1_f64 / 0.99).ln() - 1e-9), Some(Verdict::First));
        assert_eq!(sprt.verdict(0.0), None);
    }

    /// Seen from the other side, everything is the other way around.
    #[test]
    fn both_sides_agree() {
        for model in [Model::Normalised, Model::Logistic] {
            for pairs in [[3, 40, 100, 60, 9], [0, 0, 1, 0, 0], [9, 0, 0, 0, 1], [0, 7, 0, 0, 0]] {
                let there = Sprt { elo0: -3.0, elo1: 7.0, model, ..Sprt::default() };
                let back = Sprt { elo0: -7.0, elo1: 3.0, model, ..Sprt::default() };
                let pairs = Pairs(pairs);
                let [one, other] = [there.llr(&pairs.into()), back.llr(&pairs.flipped().into())];
                assert!((one + other).abs() < 1e-6, "{model:?} {pairs}: {one} {other}");
            }
        }
        assert_eq!(Sprt::default().llr(&Games::default().into()), 0.0);
    }
}
