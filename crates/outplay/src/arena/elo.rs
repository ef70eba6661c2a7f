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

    /// A share of some trials, with the interval of Wilson (*Probable Inference*, 1927), which is honest about all and none.
    pub fn of_share(count: u64, trials: u64, confidence: f64) -> Estimate {
        if trials == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let (count, trials) = (count as f64, trials as f64);
        let z = normal_quantile(0.5 + confidence / 2.0);
        let value = count / trials;
        let middle = (value + z * z / (2.0 * trials)) / (1.0 + z * z / trials);
        let spread = value * (1.0 - value) / trials + z * z / (4.0 * trials * trials);
        let width = z * spread.sqrt() / (1.0 + z * z / trials);
        Estimate { value, low: (middle - width).max(0.0), high: (middle + width).min(1.0) }
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
        _ => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// What who is by so many Elo stronger is expected to score.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Sample {
    /// The difference in Elo. The interval is that of the score, each end turned into Elo. If all trials ended in the same
    /// way, it holds whatever else may be as likely as these still allow.
    pub fn elo(&self, confidence: f64) -> Estimate {
        let (score, error) = (self.score(), self.error() * deviations(confidence));
        let (low, high) = match self.unanimous(confidence) {
            None => (score - error, score + error),
            Some(least) => (least * score, 1.0 - least * (1.0 - score)),
        };
        Estimate { value: elo_of_score(score), low: elo_of_score(low), high: elo_of_score(high) }
    }

    /// The difference in normalised Elo. If all trials ended in the same way, and not evenly, it is infinite, and one end of the
    /// interval is what chances these still allow.
    pub fn normalised_elo(&self, confidence: f64) -> Estimate {
        let games = self.games_per_trial();
        let above = self.score() - 0.5;
        if let Some(least) = self.unanimous(confidence)
            && above != 0.0
        {
            // In all other trials the one who is ahead gets nothing.
            let score = 0.5 + above.abs();
            let deviation = score * (least * (1.0 - least)).sqrt();
            let near = (least * score - 0.5) / (deviation * games.sqrt()) * PER_DEVIATION;
            let (value, low) = (f64::INFINITY, near);
            return match above > 0.0 {
                true => Estimate { value, low, high: value },
                false => Estimate { value: -value, low: -value, high: -low },
            };
        }
        let value = match above == 0.0 {
            true => 0.0,
            false => above / (self.deviation() * games.sqrt()) * PER_DEVIATION,
        };
        let error = deviations(confidence) * PER_DEVIATION / (games * self.trials()).sqrt();
        Estimate::symmetric(value, error)
    }

    /// The likelihood that the first player is the stronger one. If all trials ended in the same way, it is that of a coin which
    /// always fell on one side.
    pub fn superiority(&self) -> f64 {
        let above = self.score() - 0.5;
        match self.unanimous(0.0) {
            _ if above == 0.0 => 0.5,
            None => normal_below(above / self.error()),
            Some(_) => {
                let other = 0.5_f64.powf(self.trials() + 1.0);
                if above > 0.0 { 1.0 - other } else { other }
            }
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
    fn shares_have_honest_ends() {
        let share = |count, trials| Estimate::of_share(count, trials, 0.95);
        let Estimate { value, low, high } = share(190, 200);
        assert!(value == 0.95 && (low - 0.9104).abs() < 1e-4 && (high - 0.9726).abs() < 1e-4);
        let all = share(200, 200);
        assert!(all.low < 0.99 && all.high == 1.0);
        assert!(share(0, 1_000).high > 0.0);
        assert_eq!(share(0, 0), Estimate { value: 0.0, low: 0.0, high: 1.0 });
    }

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
        let elo = draws.elo(0.95);
        // Among ten games that are all drawn, 0.025^(1/10) = 69% of draws cannot be excluded.
        assert!(
            (elo.high - elo_of_score(0.6542)).abs() < 0.1 && (elo.low + elo.high).abs() < 1e-9,
            "{elo:?}"
        );
        assert_eq!(
            (elo.value, draws.normalised_elo(0.95).value, draws.superiority()),
            (0.0, 0.0, 0.5)
        );
        let wins = Sample::from(Pairs([0, 0, 0, 0, 10]));
        assert_eq!((wins.elo(0.95).value, wins.elo(0.95).high), (f64::INFINITY, f64::INFINITY));
        assert!((wins.elo(0.95).low - elo_of_score(0.6915)).abs() < 0.1);
        assert_eq!(wins.superiority(), 1.0 - 0.5_f64.powi(11));
        let losses = Sample::from(Pairs([1, 0, 0, 0, 0]));
        assert_eq!((losses.elo(0.95).low, losses.superiority()), (f64::NEG_INFINITY, 0.25));
        let normalised = wins.normalised_elo(0.95);
        assert_eq!((normalised.value, normalised.high), (f64::INFINITY, f64::INFINITY));
        // (0.6915 - 1/2) / (√2 · √(0.6915 · 0.3085)) · 800 / ln 10
        assert!((normalised.low - 101.9).abs() < 0.1, "{normalised:?}");
        let lost = Sample::from(Pairs([10, 0, 0, 0, 0])).normalised_elo(0.95);
        assert_eq!((lost.high, lost.low), (-normalised.low, f64::NEG_INFINITY));
        let nothing = Sample::from(Games::default());
        assert_eq!((nothing.elo(0.95).value, nothing.superiority()), (0.0, 0.5));
    }
}
