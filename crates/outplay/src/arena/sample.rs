//! Results as they are counted: by game, or by pair of games.

use std::fmt::{self, Display};

/// Games by how they ended for one of two players: the *trinomial* count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Games {
    /// How many there are.
    pub fn count(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half of one for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game that brought so many points.
    pub fn add(&mut self, points: f64) {
        if points > 0.5 {
            self.wins += 1;
        } else if points < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// The same as the other player sees it.
    pub fn flipped(self) -> Games {
        Games { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Pairs of games by the points that one of two players made in both: 0, ½, 1, 1½ or 2. The *pentanomial* count.
///
/// The two games of a pair begin with the same opening and with colours swapped. An opening that favours a colour
/// makes one result likely in one game and the opposite in the other, so games are not independent of each other, and
/// pairs are. Error bars from games alone are too wide then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// How many there are.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair that brought so many points.
    pub fn add(&mut self, points: f64) {
        self.0[(points * 2.0).round().clamp(0.0, 4.0) as usize] += 1;
    }

    /// The same as the other player sees it.
    pub fn flipped(self) -> Pairs {
        let [none, half, one, more, both] = self.0;
        Pairs([both, more, one, half, none])
    }
}

impl Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.map(|count| count.to_string());
        write!(f, "[{}]", counts.join(", "))
    }
}

/// Independent trials (games, or pairs of them) with the score of each between 0 and 1, and how often it came up.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    outcomes: Vec<Outcome>,
    /// How many games make one trial.
    games: f64,
}

/// A score, and how often it came up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    pub(super) score: f64,
    pub(super) count: f64,
}

/// What a score that never came up counts, where a logarithm is taken: as on the testing site of Stockfish.
const UNSEEN: f64 = 1e-3;

impl Sample {
    fn new(counts: &[u64], games: f64) -> Sample {
        let steps = (counts.len() - 1) as f64;
        let outcomes = counts
            .iter()
            .enumerate()
            .map(|(step, &count)| Outcome { score: step as f64 / steps, count: count as f64 });
        Sample { outcomes: outcomes.collect(), games }
    }

    /// How many trials there are.
    pub fn trials(&self) -> f64 {
        self.outcomes.iter().map(|outcome| outcome.count).sum()
    }

    /// How many games make one trial.
    pub fn games_per_trial(&self) -> f64 {
        self.games
    }

    /// The mean score of a trial; one half if there is none.
    pub fn score(&self) -> f64 {
        match self.trials() {
            0.0 => 0.5,
            trials => self.outcomes.iter().map(|one| one.score * one.count).sum::<f64>() / trials,
        }
    }

    /// The standard deviation of the score of one trial.
    pub fn deviation(&self) -> f64 {
        let (mean, trials) = (self.score(), self.trials().max(1.0));
        let squares = self.outcomes.iter().map(|one| one.count * (one.score - mean).powi(2));
        (squares.sum::<f64>() / trials).sqrt()
    }

    /// The standard error of the mean score.
    pub fn error(&self) -> f64 {
        self.deviation() / self.trials().max(1.0).sqrt()
    }

    /// If all trials ended in the same way, the spread seen says nothing about what may still come. How likely that way is
    /// at least, with a certain confidence (Clopper and Pearson, *The Use of Confidence or Fiducial Limits*, 1934).
    pub(super) fn unanimous(&self, confidence: f64) -> Option<f64> {
        let trials = self.trials();
        let is_same = self.outcomes.iter().any(|one| one.count == trials) && trials > 0.0;
        is_same.then(|| ((1.0 - confidence) / 2.0).powf(1.0 / trials))
    }

    /// All scores, none of which counts nothing.
    pub(super) fn regular(&self) -> Vec<Outcome> {
        let seen = |one: &Outcome| Outcome { count: one.count.max(UNSEEN), ..*one };
        self.outcomes.iter().map(seen).collect()
    }
}

impl From<Games> for Sample {
    fn from(games: Games) -> Sample {
        Sample::new(&[games.losses, games.draws, games.wins], 1.0)
    }
}

impl From<Pairs> for Sample {
    fn from(pairs: Pairs) -> Sample {
        Sample::new(&pairs.0, 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_from_both_sides() {
        let mut games = Games::default();
        let mut pairs = Pairs::default();
        for points in [1.0, 1.0, 0.5, 0.0] {
            games.add(points);
            pairs.add(points * 2.0);
        }
        assert_eq!(games, Games { wins: 2, draws: 1, losses: 1 });
        assert_eq!((games.count(), games.points()), (4, 2.5));
        assert_eq!(pairs, Pairs([1, 0, 1, 0, 2]));
        let [one, other] = [Sample::from(games), Sample::from(games.flipped())];
        assert_eq!(one.score() + other.score(), 1.0);
        assert_eq!(Sample::from(pairs.flipped()).score(), 0.375);
        assert_eq!(format!("{games} {pairs}"), "+2 =1 -1 [1, 0, 1, 0, 2]");
    }
}
