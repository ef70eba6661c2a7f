//! Elo: how much stronger one of two players is, and how sure that is.
//!
//! A player who is *e* Elo stronger is expected to score 1 / (1 + 10^(-e/400)). Normalised Elo is the mean score above
//! one half in units of its standard deviation *per game*, times 800 / ln 10: between equals who never draw it is
//! about the same, and unlike plain Elo it says how many games it takes to see the difference, whatever the number of draws
//! (Van den Bergh, *Normalized Elo*, 2020).
//!
//! ```
//! use outplay::arena::{Games, Sample};
//!
//! let sample = Sample::from(Games { wins: 136, draws: 111, losses: 96 });
//! let elo = sample.elo(0.95);
//! assert_eq!(format!("{:.2} ± {:.2}", elo.value, elo.error()), "40.70 ± 30.43");
//! ```

use super::normal::{normal_below, normal_quantile};
use super::sample::Sample;

/// Normalised Elo per standard deviation of a game.
pub(super) const PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// A number, and between which two it is with a certain confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely number.
    pub value: f64,
    /// It is hardly lower than this.
    pub low: f64,
    /// It is hardly higher than this.
    pub high: f64,
}

impl Estimate {
    /// Half of the width of the interval.
    pub fn error(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// A number with the same error on both sides.
    pub fn symmetric(value: f64, error: f64) -> Estimate {
        Estimate { value, low: value - error, high: value + error }
    }
}

/// By how many Elo who scores this is stronger: infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    match score {
        low if low <= 0.0 => f64::NEG_INFINITY,
        high if high >= 1.0 => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// What who is by so many Elo stronger is expected to score.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Sample {
    /// The difference in Elo. The interval is that of the score, each end turned into Elo.
    pub fn elo(&self, confidence: f64) -> Estimate {
        let (score, error) = (self.score(), self.error() * deviations(confidence));
        Estimate {
            value: elo_of_score(score),
            low: elo_of_score(score - error),
            high: elo_of_score(score + error),
        }
    }

    /// The difference in normalised Elo.
    pub fn normalised_elo(&self, confidence: f64) -> Estimate {
        let games = self.games_per_trial();
        let above = self.score() - 0.5;
        let value = match above == 0.0 {
            true => 0.0,
            false => above / (self.deviation() * games.sqrt()) * PER_DEVIATION,
        };
        let error = deviations(confidence) * PER_DEVIATION / (games * self.trials()).sqrt();
        Estimate::symmetric(value, error)
    }

    /// The likelihood that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        match self.score() - 0.5 {
            0.0 => 0.5,
            above => normal_below(above / self.error()),
        }
    }
}

/// How many standard deviations to both sides hold so much of a normal distribution.
pub(super) fn deviations(confidence: f64) -> f64 {
    normal_quantile(0.5 + confidence / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Games, Pairs};

    #[test]
    fn elo_and_score_are_two_ways_to_say_the_same() {
        for elo in [-800.0, -10.0, 0.0, 3.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn results_without_variance_have_an_answer() {
        let draws = Sample::from(Games { draws: 10, ..Games::default() });
        assert_eq!(draws.elo(0.95), Estimate { value: 0.0, low: 0.0, high: 0.0 });
        assert_eq!((draws.normalised_elo(0.95).value, draws.superiority()), (0.0, 0.5));
        let wins = Sample::from(Pairs([0, 0, 0, 0, 10]));
        assert_eq!((wins.elo(0.95).value, wins.superiority()), (f64::INFINITY, 1.0));
        let nothing = Sample::from(Games::default());
        assert_eq!((nothing.elo(0.95).value, nothing.superiority()), (0.0, 0.5));
    }
}
