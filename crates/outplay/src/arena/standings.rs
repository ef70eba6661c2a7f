//! Standings: what all encounters together say.

use std::collections::BTreeMap;
use std::time::Duration;

use super::contestant::FaultKind;
use super::mean::Mean;
use super::ratings::{Duel, Ratings, ratings};
use super::sample::{Games, Pairs};
use super::schedule::Encounter;

/// The results of a match so far, by player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// Encounters: pairs, in a game for two.
    pub encounters: u64,
    /// Games.
    pub games: u64,
    /// What everybody won in an encounter per game, on average.
    pub means: Vec<Mean>,
    /// How many faults of each [sort](FaultKind::ALL) everybody committed.
    pub faults: Vec<[u64; 4]>,
    /// How many moves contestants were asked for.
    pub asked: u64,
    /// What the referee needed for itself.
    pub overhead: Duration,
    duels: BTreeMap<(usize, usize), (Games, Pairs)>,
}

/// What counts of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// What every seat got.
    pub results: Vec<f64>,
    /// The faults, by seat.
    pub faults: Vec<(usize, FaultKind)>,
    /// How many moves contestants were asked for.
    pub asked: u64,
    /// What the referee needed for itself.
    pub overhead: Duration,
}

impl Standings {
    /// Nothing has been played by so many players yet.
    pub fn new(players: usize) -> Standings {
        let (means, faults) = (vec![Mean::default(); players], vec![[0; 4]; players]);
        Standings { means, faults, ..Standings::default() }
    }

    /// Counts an encounter, with a score for each of its games.
    pub fn add(&mut self, encounter: &Encounter, scores: &[Score]) {
        self.encounters += 1;
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (players, score) in encounter.games().iter().zip(scores) {
            self.games += 1;
            self.asked += score.asked;
            self.overhead += score.overhead;
            for (&player, &result) in players.iter().zip(&score.results) {
                let (sum, count) = sums.entry(player).or_default();
                *sum += result;
                *count += 1.0;
            }
            for &(seat, kind) in &score.faults {
                let place = FaultKind::ALL.iter().position(|&one| one == kind);
                self.faults[players[seat]][place.expect("all sorts are in the list")] += 1;
            }
        }
        for (&player, (sum, count)) in &sums {
            self.means[player].add(sum / count);
        }
        if let [first, second] = encounter.lineup[..]
            && encounter.seats == 2
            && first != second
        {
            self.add_pair(first, second, encounter, scores);
        }
    }

    fn add_pair(&mut self, first: usize, second: usize, encounter: &Encounter, scores: &[Score]) {
        let turned = first > second;
        let key = if turned { (second, first) } else { (first, second) };
        let (games, pairs) = self.duels.entry(key).or_default();
        let mut both = 0.0;
        for (players, score) in encounter.games().iter().zip(scores) {
            let seat = players.iter().position(|&player| player == key.0);
            let points = score.results[seat.expect("both play in both games")];
            games.add(points);
            both += points;
        }
        pairs.add(both);
    }

    /// The results of one player against another.
    pub fn between(&self, one: usize, other: usize) -> (Games, Pairs) {
        if one <= other {
            self.duels.get(&(one, other)).copied().unwrap_or_default()
        } else {
            let (games, pairs) = self.between(other, one);
            (games.flipped(), pairs.flipped())
        }
    }

    /// The results of one player against all others.
    pub fn of(&self, player: usize) -> Games {
        let all = (0..self.means.len()).map(|other| self.between(player, other).0);
        all.fold(Games::default(), |sum, one| Games {
            wins: sum.wins + one.wins,
            draws: sum.draws + one.draws,
            losses: sum.losses + one.losses,
        })
    }

    /// The ratings of all players.
    pub fn ratings(&self, confidence: f64) -> Ratings {
        let duels: Vec<Duel> = self
            .duels
            .iter()
            .map(|(&(first, second), &(_, pairs))| Duel { first, second, sample: pairs.into() })
            .collect();
        ratings(self.means.len(), &duels, confidence)
    }

    /// Whether nobody committed a fault.
    pub fn is_clean(&self) -> bool {
        self.faults.iter().flatten().all(|&count| count == 0)
    }

    /// What the referee needed for itself, per move.
    pub fn overhead_per_move(&self) -> Duration {
        Duration::from_nanos((self.overhead.as_nanos() / u128::from(self.asked.max(1))) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Format, Schedule};

    fn score(results: &[f64], faults: &[(usize, FaultKind)]) -> Score {
        let (results, faults) = (results.to_vec(), faults.to_vec());
        Score { results, faults, asked: 10, overhead: Duration::from_micros(50) }
    }

    #[test]
    fn results_go_to_who_made_them() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, None);
        let mut standings = Standings::new(3);
        // 0 beats 1 with both colours, 0 and 2 draw and 0 wins, 1 loses to 2 on time and wins.
        let games = [
            [score(&[1.0, 0.0], &[]), score(&[0.0, 1.0], &[])],
            [score(&[0.5, 0.5], &[]), score(&[0.0, 1.0], &[])],
            [score(&[0.0, 1.0], &[(0, FaultKind::Time)]), score(&[0.0, 1.0], &[])],
        ];
        for (number, scores) in games.iter().enumerate() {
            standings.add(&schedule.encounter(number as u64).unwrap(), scores);
        }
        let (games, pairs) = standings.between(0, 2);
        assert_eq!((games.to_string().as_str(), pairs), ("+1 =1 -0", Pairs([0, 0, 0, 1, 0])));
        assert_eq!(standings.between(2, 0).1, Pairs([0, 1, 0, 0, 0]));
        assert_eq!(standings.of(1), Games { wins: 1, draws: 0, losses: 3 });
        assert_eq!((standings.faults[1], standings.is_clean()), ([1, 0, 0, 0], false));
        assert_eq!((standings.games, standings.encounters, standings.asked), (6, 3, 60));
        assert_eq!(standings.overhead_per_move(), Duration::from_micros(5));
        assert_eq!(standings.means[0].estimate(0.95).value, 0.875);
        let ratings = standings.ratings(0.95);
        assert!(!ratings.tempered && ratings.each[0].value > ratings.each[2].value);
    }
}
