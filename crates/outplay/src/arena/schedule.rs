//! Who plays whom, and when: the same list every time, so that a match can go on where it was stopped.

use crate::mixed;

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody else.
    #[default]
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// All encounters of a match, one round after the other. In a round every lineup has one encounter.
///
/// ```
/// use outplay::arena::{Format, Schedule};
///
/// let schedule = Schedule::new(Format::RoundRobin, 3, 2, Some(10));
/// assert_eq!(schedule.length(), Some(30));
/// let encounter = schedule.encounter(4).expect("there are 30");
/// assert_eq!((encounter.round, &encounter.lineup[..]), (1, &[0, 2][..]));
/// assert_eq!(encounter.games(), [[0, 2], [2, 0]]); // a pair, with colours swapped
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    lineups: Vec<Vec<usize>>,
    seats: usize,
    rounds: Option<u64>,
}

/// Some players who meet, in one game for every seat: a pair, if there are two. Opening and dice are the same in all of
/// these games, and everybody sits on every seat. In a game for one, every player of the match has a game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Its number, from 0.
    pub number: u64,
    /// The number of its round, from 0: the opening belongs to the round.
    pub round: u64,
    /// The players by the seats they have in the first game.
    pub lineup: Vec<usize>,
    /// How many players a game has.
    pub seats: usize,
}

impl Encounter {
    /// The players by seat, for each game.
    pub fn games(&self) -> Vec<Vec<usize>> {
        let rotated = |by: usize| {
            let mut lineup = self.lineup.clone();
            lineup.rotate_left(by);
            lineup.truncate(self.seats);
            lineup
        };
        (0..self.lineup.len()).map(rotated).collect()
    }
}

impl Schedule {
    /// A match of so many players in a game with so many seats, for so many rounds, or without end. If there are more
    /// seats than players, some players have several.
    pub fn new(format: Format, players: usize, seats: usize, rounds: Option<u64>) -> Schedule {
        let mut lineups = Vec::new();
        match players >= seats {
            // They do not meet, but all have the same dice.
            true if seats == 1 => lineups.push((0..players).collect()),
            true => choose(players, seats, &mut Vec::new(), &mut lineups),
            false => lineups.push((0..seats).map(|seat| seat % players.max(1)).collect()),
        }
        if format == Format::Gauntlet {
            lineups.retain(|lineup| lineup.contains(&0));
        }
        Schedule { lineups, seats, rounds }
    }

    /// How many encounters there are, if there is an end.
    pub fn length(&self) -> Option<u64> {
        Some(self.rounds?.saturating_mul(self.lineups.len() as u64))
    }

    /// An encounter by its number.
    pub fn encounter(&self, number: u64) -> Option<Encounter> {
        let lineups = self.lineups.len() as u64;
        if lineups == 0 || self.length().is_some_and(|length| number >= length) {
            return None;
        }
        let round = number / lineups;
        let lineup = &self.lineups[(number % lineups) as usize];
        let lineup = if self.seats > 2 { arranged(lineup, round) } else { lineup.clone() };
        Some(Encounter { number, round, lineup, seats: self.seats })
    }
}

/// The players in the order of this round. The games of an encounter keep the order in which players follow each other, and it matters
/// who moves before whom: from round to round it goes through all orders there are, of which the first player always begins.
fn arranged(lineup: &[usize], round: u64) -> Vec<usize> {
    let mut left = lineup.to_vec();
    let mut order: Vec<usize> = left.drain(..1).collect();
    let mut number = round;
    while !left.is_empty() {
        let count = left.len() as u64;
        order.push(left.remove((number % count) as usize));
        number /= count;
    }
    order
}

/// All ways to choose so many players.
fn choose(players: usize, seats: usize, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if chosen.len() == seats {
        all.push(chosen.clone());
        return;
    }
    for player in chosen.last().map_or(0, |last| last + 1)..players {
        chosen.push(player);
        choose(players, seats, chosen, all);
        chosen.pop();
    }
}

/// A seed for one thing of many: `of` and `which` tell them apart.
pub fn seed_for(seed: u64, of: u64, which: u64) -> u64 {
    mixed(mixed(mixed(seed).wrapping_add(of)).wrapping_add(which))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_who_they_should() {
        let lineups = |format, players, seats| Schedule::new(format, players, seats, None).lineups;
        assert_eq!(lineups(Format::RoundRobin, 2, 2), [[0, 1]]);
        assert_eq!(lineups(Format::RoundRobin, 4, 2).len(), 6);
        assert_eq!(lineups(Format::Gauntlet, 4, 2), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(lineups(Format::RoundRobin, 4, 3).len(), 4);
        assert_eq!(lineups(Format::RoundRobin, 2, 5), [[0, 1, 0, 1, 0]]);
    }

    #[test]
    fn everybody_has_every_seat() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 3, Some(1));
        let games = schedule.encounter(0).unwrap().games();
        assert_eq!(games, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(schedule.encounter(1), None);
    }

    /// Who follows whom changes from round to round, and each order comes equally often.
    #[test]
    fn everybody_follows_everybody() {
        let order = |seats, round| {
            let schedule = Schedule::new(Format::RoundRobin, seats, seats, None);
            schedule.encounter(round).unwrap().lineup
        };
        assert_eq!([order(3, 0), order(3, 1), order(3, 2)], [[0, 1, 2], [0, 2, 1], [0, 1, 2]]);
        let six: std::collections::HashSet<Vec<usize>> =
            (0..6).map(|round| order(4, round)).collect();
        assert_eq!(six.len(), 6);
        assert_eq!((order(2, 0), order(2, 1), order(4, 6)), (vec![0, 1], vec![0, 1], order(4, 0)));
    }

    #[test]
    fn who_plays_alone_plays_all_the_same() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            let schedule = Schedule::new(format, 3, 1, Some(2));
            assert_eq!(schedule.length(), Some(2));
            assert_eq!(schedule.encounter(1).unwrap().games(), [[0], [1], [2]]);
        }
    }

    #[test]
    fn seeds_differ() {
        let seeds: std::collections::HashSet<u64> =
            (0..10).flat_map(|of| (0..100).map(move |which| seed_for(1, of, which))).collect();
        assert_eq!(seeds.len(), 1_000);
    }
}
