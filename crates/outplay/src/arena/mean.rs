//! The mean of payoffs, with an interval: for games of more than two players.

use super::elo::Estimate;
use super::normal::student_quantile;

/// Numbers that are added up one by one: their mean, and how sure it is.
///
/// The numbers have to be independent of each other. Games that share dice are not: their mean is one number.
///
/// ```
/// use outplay::arena::Mean;
///
/// let mut mean = Mean::default();
/// [4.0, 6.0, 5.0].into_iter().for_each(|payoff| mean.add(payoff));
/// let estimate = mean.estimate(0.95);
/// assert_eq!(format!("{} ± {:.2}", estimate.value, estimate.error()), "5 ± 2.48");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// One more number (Welford, *Note on a Method for Calculating Corrected Sums of Squares*, 1962).
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean, and its interval by Student's distribution: without end, if there are less than two numbers.
    pub fn estimate(&self, confidence: f64) -> Estimate {
        if self.count < 2 {
            return Estimate::symmetric(self.mean, f64::INFINITY);
        }
        let freedom = (self.count - 1) as f64;
        let error = (self.squares / freedom / self.count as f64).sqrt();
        let width = match error > 0.0 {
            true => student_quantile(0.5 + confidence / 2.0, freedom) * error,
            false => 0.0,
        };
        Estimate::symmetric(self.mean, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_says_nothing_about_the_spread() {
        let mut mean = Mean::default();
        mean.add(3.0);
        assert_eq!((mean.count(), mean.estimate(0.95).value), (1, 3.0));
        assert_eq!(mean.estimate(0.95).error(), f64::INFINITY);
        mean.add(3.0);
        assert_eq!(mean.estimate(0.95), Estimate { value: 3.0, low: 3.0, high: 3.0 });
    }
}
