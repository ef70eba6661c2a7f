//! `go`: what it asks for, and the limits that follow from it.

use std::str::SplitWhitespace;
use std::time::{Duration, Instant};

use outplay::{Clock, Depth, Limits, Player};

use super::hand::Hand;

/// More than anybody waits.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// What a `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) only: Vec<String>,
    pub(super) ponders: bool,
    is_infinite: bool,
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    time: Option<Duration>,
}

impl Go {
    pub(super) fn read(words: SplitWhitespace<'_>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponders = true,
                "infinite" => go.is_infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        go.only.push(mv.to_owned());
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    let number = words.peek().and_then(|text| text.parse::<i64>().ok());
                    let Some(number) = number else { continue };
                    words.next();
                    go.set(word, number);
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: i64) {
        let count = u64::try_from(number).unwrap_or(0);
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        let time = Duration::from_millis(count).min(LONGEST);
        match word {
            "wtime" => self.times[0] = Some(time),
            "btime" => self.times[1] = Some(time),
            "winc" => self.increments[0] = time,
            "binc" => self.increments[1] = time,
            "movestogo" => self.moves = Some(small).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(count.max(1)),
            "mate" => self.mate = Some(small.max(1)),
            "movetime" => self.time = Some(time),
            _ => {}
        }
    }

    /// The clock of a player, without what is kept in hand.
    fn clock(&self, player: Player, hand: Hand) -> Option<Clock> {
        // A player whose clock is not told takes that of another for their own: there are two, however many players there are.
        let own = self.times.get(player.index()).copied().flatten();
        let left = hand.of_clock(own.or(self.times[0]).or(self.times[1])?);
        let increment = self.increments.get(player.index()).copied().unwrap_or_default();
        Some(Clock { left, increment, moves: self.moves })
    }

    /// The limits of a search, for a command that was read at `since`.
    pub(super) fn limits(&self, player: Player, hand: Hand, since: Instant) -> Limits {
        let free = self.is_infinite || self.ponders;
        let time = self.time.filter(|_| !free);
        // A mate in three moves takes five plies.
        let mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        Limits {
            depth: [self.depth, mate].into_iter().flatten().min().map(Depth::plies),
            nodes: self.nodes,
            time: time.map(|time| hand.of_move(time)),
            clock: self.clock(player, hand).filter(|_| !free),
            since: Some(since),
            stop: None,
        }
    }

    /// Whether it would go on for ever.
    pub(super) fn is_endless(&self) -> bool {
        let is_limited = self.times.iter().any(Option::is_some)
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.time.is_some();
        self.is_infinite || !is_limited
    }

    /// How long to think after the expected move was made.
    pub(super) fn after_hit(&self, player: Player, hand: Hand) -> Duration {
        let time = self.time.map(|time| hand.of_move(time));
        time.or(self.clock(player, hand).map(Clock::soft)).unwrap_or(LONGEST)
    }
}

const KEYWORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Hand = Hand::new(Duration::ZERO);

    fn go(text: &str) -> Go {
        Go::read(text.split_whitespace())
    }

    fn limits_of(go: &Go, hand: Hand) -> Limits {
        go.limits(Player::MAX, hand, Instant::now())
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let read =
            go("wtime 60000 btime 30000 winc 100 movestogo 20 searchmoves e2e4 d2d4 depth 9");
        assert_eq!(read.only, ["e2e4", "d2d4"]);
        assert_eq!(read.depth, Some(9));
        let clock = read.clock(Player::MAX, Hand::new(Duration::from_millis(10))).unwrap();
        assert_eq!((clock.left, clock.moves), (Duration::from_millis(59_990), Some(20)));
        assert_eq!(clock.increment, Duration::from_millis(100));
        assert!(!read.is_endless());
    }

    #[test]
    fn rubbish_is_passed_over() {
        assert_eq!(go("wtime x depth depth 5 hello -3"), Go { depth: Some(5), ..Go::default() });
        assert!(go("").is_endless() && go("infinite depth 3").is_endless());
        // Only one clock is told: it counts for both.
        let one = limits_of(&go("wtme 1 btime 100"), NOTHING);
        assert_eq!(one.clock.map(|clock| clock.left), Some(Duration::from_millis(100)));
        let third = go("wtime 100 winc 5").clock(Player(2), NOTHING).expect("a clock");
        assert_eq!((third.left, third.increment), (Duration::from_millis(100), Duration::ZERO));
        // A clock may have run out.
        let late = go("wtime -50 btime 100");
        assert_eq!(late.times[0], Some(Duration::ZERO));
        let limits = limits_of(&late, Hand::new(Duration::from_secs(1)));
        assert_eq!(limits.clock.map(|clock| clock.left), Some(Duration::ZERO));
        let most =
            "nodes 99999999999999999999 movetime 9223372036854775807 mate 4294967295 depth 0";
        limits_of(&go(most), NOTHING);
    }

    #[test]
    fn who_ponders_has_no_clock_yet() {
        let pondering = go("ponder wtime 30000 btime 30000");
        assert_eq!(limits_of(&pondering, NOTHING).clock, None);
        assert_eq!(pondering.after_hit(Player::MAX, NOTHING), Duration::from_millis(720));
        assert_eq!(go("ponder").after_hit(Player::MAX, NOTHING), LONGEST);
        let limits = limits_of(&go("mate 3"), NOTHING);
        assert_eq!(limits.depth, Some(Depth::plies(5)));
    }
}
