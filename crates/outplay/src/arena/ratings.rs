//! Ratings of several players from the results between them.
//!
//! The model is that of Elo: who is rated *d* above another is expected to score 1 / (1 + 10^(-d/400)), a draw being half
//! of a point (Bradley and Terry, *Rank Analysis of Incomplete Block Designs*, 1952). The ratings are those which expect
//! exactly the points that everybody made; their mean is zero. The error bars do not trust the model: they follow from how much
//! the results of the trials, games or pairs, really spread (the "sandwich": White, *Maximum Likelihood Estimation of Misspecified
//! Models*, 1982). Between two players this is the Elo of [`Sample::elo`] and, near equality, its interval.

use super::elo::{Estimate, deviations};
use super::sample::Sample;

/// Elo per unit of the logistic function.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Results between two players, as the first one sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// One player, by number.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// The results.
    pub sample: Sample,
}

impl Duel {
    fn games(&self) -> f64 {
        self.sample.trials() * self.sample.games_per_trial()
    }

    fn points(&self) -> f64 {
        self.games() * self.sample.score()
    }

    /// The variance of the points. Where all trials ended in the same way, it is the one that cannot be excluded.
    fn spread(&self, confidence: f64) -> f64 {
        let variance = match self.sample.unanimous(confidence) {
            None => self.sample.deviation().powi(2),
            Some(least) => widest(self.sample.score(), least),
        };
        self.sample.trials() * self.sample.games_per_trial().powi(2) * variance
    }

    /// If one has won everything, the score nearest to one half that cannot be excluded.
    fn bound(&self, confidence: f64) -> Option<f64> {
        let is_extreme = matches!(self.sample.score(), 0.0 | 1.0);
        let least = self.sample.unanimous(confidence).filter(|_| is_extreme)?;
        Some(least.max(0.5))
    }
}

/// The largest variance of scores one of which has at least this chance: the others are 0 or 1, and bring the mean as near to
/// one half as they can.
fn widest(score: f64, chance: f64) -> f64 {
    let others = (0.5 - chance * score).clamp(0.0, 1.0 - chance);
    chance * score.powi(2) + others - (chance * score + others).powi(2)
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In Elo, by the number of the player; their mean is zero.
    pub each: Vec<Estimate>,
    /// Whether everybody has been given a drawn game against a player of rating zero. It is done only where somebody,
    /// or some group, has won or lost everything, or has not played yet: no numbers would fit such results.
    pub tempered: bool,
}

/// Rates so many players.
pub fn ratings(players: usize, duels: &[Duel], confidence: f64) -> Ratings {
    let tempered = !is_bounded(players, duels);
    let drawn = if tempered { 1.0 } else { 0.0 };
    let mut strengths = vec![0.0; players];
    for _ in 0..100 {
        let (gradient, curvature) = slopes(&strengths, duels, drawn);
        let Some(step) = solved(&anchored(curvature), &gradient) else { break };
        let largest = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        // A step of more than this would overshoot.
        let factor = 1.0_f64.min(1.0 / largest.max(1e-300));
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += factor * step);
        if largest < 1e-12 {
            break;
        }
    }
    let (_, mut curvature) = slopes(&strengths, duels, drawn);
    duels.iter().for_each(|duel| moderate(&mut curvature, &strengths, duel, confidence));
    let errors = errors(&anchored(curvature), duels, drawn, confidence);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let width = deviations(confidence) * SCALE;
    let each = strengths.iter().zip(errors);
    let each = each.map(|(one, error)| Estimate::symmetric(SCALE * (one - mean), width * error));
    Ratings { each: each.collect(), tempered }
}

/// Whether from everybody a chain of players, each of whom took something from the next, leads to everybody else.
fn is_bounded(players: usize, duels: &[Duel]) -> bool {
    let mut leads = vec![vec![false; players]; players];
    for duel in duels {
        leads[duel.first][duel.second] |= duel.points() > 0.0;
        leads[duel.second][duel.first] |= duel.points() < duel.games();
    }
    for between in 0..players {
        for from in 0..players {
            for to in 0..players {
                leads[from][to] |= leads[from][between] && leads[between][to];
            }
        }
    }
    players < 2 || leads.iter().flatten().all(|&leads| leads)
}

type Matrix = Vec<Vec<f64>>;

/// The first derivatives of the likelihood, and the second ones with the other sign.
fn slopes(strengths: &[f64], duels: &[Duel], drawn: f64) -> (Vec<f64>, Matrix) {
    let players = strengths.len();
    let mut gradient = vec![0.0; players];
    let mut curvature = vec![vec![0.0; players]; players];
    for (player, &strength) in strengths.iter().enumerate() {
        let score = expected(strength);
        gradient[player] += drawn * (0.5 - score);
        curvature[player][player] += drawn * score * (1.0 - score);
    }
    for duel in duels {
        let (first, second) = (duel.first, duel.second);
        let score = expected(strengths[first] - strengths[second]);
        let missing = duel.points() - duel.games() * score;
        gradient[first] += missing;
        gradient[second] -= missing;
        bend(&mut curvature, duel, score * (1.0 - score));
    }
    (gradient, curvature)
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Adds the curvature of a duel, so much for each game.
fn bend(curvature: &mut Matrix, duel: &Duel, each: f64) {
    let (first, second) = (duel.first, duel.second);
    for (row, column, sign) in
        [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
    {
        curvature[row][column] += sign * duel.games() * each;
    }
}

/// Where one has won everything, the fit is as extreme as the rest allows, and the likelihood is flat there: the curvature is
/// taken at the score that the variance is taken at.
fn moderate(curvature: &mut Matrix, strengths: &[f64], duel: &Duel, confidence: f64) {
    if let Some(bound) = duel.bound(confidence) {
        let score = expected(strengths[duel.first] - strengths[duel.second]);
        let more = bound * (1.0 - bound) - score * (1.0 - score);
        bend(curvature, duel, more.max(0.0));
    }
}

/// Only differences of ratings matter: this keeps their mean where it is.
fn anchored(mut curvature: Matrix) -> Matrix {
    let players = curvature.len() as f64;
    curvature.iter_mut().flatten().for_each(|entry| *entry += 1.0 / players);
    curvature
}

/// The standard error of each strength: what the points of every duel, and of the added draws, have to do with it.
fn errors(curvature: &Matrix, duels: &[Duel], drawn: f64, confidence: f64) -> Vec<f64> {
    let players = curvature.len();
    let added = (0..players).map(|player| (player, None, drawn / 4.0));
    let played = duels.iter().map(|duel| (duel.first, Some(duel.second), duel.spread(confidence)));
    let mut variances = vec![0.0; players];
    for (first, second, spread) in added.chain(played) {
        let mut direction = vec![0.0; players];
        direction[first] += 1.0;
        if let Some(second) = second {
            direction[second] -= 1.0;
        }
        let Some(effect) = solved(curvature, &direction) else {
            return vec![f64::INFINITY; players];
        };
        variances.iter_mut().zip(effect).for_each(|(sum, one)| *sum += one * one * spread);
    }
    variances.into_iter().map(f64::sqrt).collect()
}

/// Solves linear equations by elimination; none if they cannot be.
fn solved(matrix: &Matrix, right: &[f64]) -> Option<Vec<f64>> {
    let size = right.len();
    let mut rows: Matrix =
        matrix.iter().zip(right).map(|(row, &one)| [&row[..], &[one]].concat()).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() < 1e-12 {
            return None;
        }
        let top = rows[column].clone();
        for row in (0..size).filter(|&row| row != column) {
            let factor = rows[row][column] / top[column];
            rows[row].iter_mut().zip(&top).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some((0..size).map(|row| rows[row][size] / rows[row][row]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Games, Pairs};

    fn duel(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Duel {
        Duel { first, second, sample: Games { wins, draws, losses }.into() }
    }

    #[test]
    fn two_players_are_rated_by_their_elo() {
        let pairs = Pairs([34, 54, 63, 64, 75]);
        let found = ratings(2, &[Duel { first: 0, second: 1, sample: pairs.into() }], 0.95);
        let elo = Sample::from(pairs).elo(0.95);
        let [one, other] = found.each[..] else { panic!("two players") };
        assert!((one.value - other.value - elo.value).abs() < 1e-9);
        assert!((one.error() + other.error() - elo.error()).abs() < 0.1);
        assert!(!found.tempered);
    }

    /// If the results are exactly those that ratings expect, these ratings are found.
    #[test]
    fn expected_results_give_back_the_ratings() {
        let truth = [120.0, 10.0, -40.0, -90.0];
        let duels: Vec<Duel> = (0..4)
            .flat_map(|first| (first + 1..4).map(move |second| (first, second)))
            .map(|(first, second)| {
                let score = super::super::score_of_elo(truth[first] - truth[second]);
                let wins = (score * 1e9).round() as u64;
                duel(first, second, wins, 0, 1_000_000_000 - wins)
            })
            .collect();
        let found = ratings(4, &duels, 0.95);
        for (found, truth) in found.each.iter().zip(truth) {
            assert!((found.value - truth).abs() < 1e-3, "{found:?} {truth}");
        }
    }

    #[test]
    fn who_wins_everything_is_rated_all_the_same() {
        let found = ratings(3, &[duel(0, 1, 10, 0, 0), duel(1, 2, 3, 2, 3)], 0.95);
        assert!(found.tempered);
        assert!(found.each[0].value > 200.0 && found.each.iter().all(|one| one.value.is_finite()));
        assert!(found.each[0].error() > 100.0, "ten wins do not say how many losses would follow");
        let found = ratings(3, &[duel(0, 1, 1, 0, 1)], 0.95);
        assert!(found.tempered && found.each[2].value.abs() < 1e-9, "who has not played");
    }

    /// More results of the same sort never say less.
    #[test]
    fn errors_do_not_grow_with_the_number_of_trials() {
        for step in 0..5 {
            let mut before = [f64::INFINITY; 3];
            for count in 1..=60 {
                let mut same = Pairs::default();
                same.0[step] = count;
                let sample = Sample::from(same);
                let duel = |first, second| Duel { first, second, sample: sample.clone() };
                let found = ratings(3, &[duel(0, 1), duel(0, 2), duel(1, 2)], 0.95);
                for (one, before) in found.each.iter().zip(&mut before) {
                    let error = one.error();
                    assert!(error <= *before, "{count} of {step}: {error} after {before}");
                    *before = error;
                }
            }
        }
    }

    #[test]
    fn the_widest_variance_is_that_of_the_least_chance() {
        for (score, chance, variance) in [
            (1.0, 0.8, 0.16),
            (0.0, 0.8, 0.16),
            (1.0, 0.3, 0.25),
            (0.5, 0.6, 0.1),
            (0.5, 0.0, 0.25),
        ] {
            let found: f64 = widest(score, chance);
            assert!((found - variance).abs() < 1e-12, "{score} {chance}: {found}");
        }
    }
}
