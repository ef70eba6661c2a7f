//! How far a search may go, and why it stopped.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Game;

/// How many plies deep a search goes at most. A game that goes on beyond it is taken to be endless.
pub const MAX_PLY: usize = 1_000;

/// How deep to look: a number of moves, or of rounds in which every player moves once.
///
/// ```
/// use outplay::Depth;
///
/// assert_eq!(Depth::plies(4), "4p".parse().unwrap());
/// assert_eq!(Depth::plies(4), "4".parse().unwrap()); // a bare number is plies
/// assert_eq!(Depth::rounds(2), "2r".parse().unwrap());
/// assert_eq!(Depth::rounds(2).in_plies(3), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    count: u32,
    unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Ply,
    Round,
}

impl Depth {
    /// Moves, whoever makes them.
    pub const fn plies(count: u32) -> Depth {
        Depth { count, unit: Unit::Ply }
    }

    /// Rounds: one move of every player.
    pub const fn rounds(count: u32) -> Depth {
        Depth { count, unit: Unit::Round }
    }

    /// The depth in plies, where a round takes `round` plies.
    pub fn in_plies(self, round: usize) -> u32 {
        match self.unit {
            Unit::Ply => self.count,
            Unit::Round => {
                self.count.saturating_mul(u32::try_from(round).expect("a round is short"))
            }
        }
    }

    /// The depth in plies of `game`.
    pub fn of<G: Game>(self, game: &G) -> u32 {
        self.in_plies(game.round())
    }
}

impl Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.unit == Unit::Ply { 'p' } else { 'r' };
        write!(f, "{}{unit}", self.count)
    }
}

/// Neither plies like `4` or `4p` nor rounds like `2r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDepthError(String);

impl Display for ParseDepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no depth: write `4` or `4p` for 4 plies, or `2r` for 2 rounds", self.0)
    }
}

impl std::error::Error for ParseDepthError {}

impl FromStr for Depth {
    type Err = ParseDepthError;

    fn from_str(text: &str) -> Result<Depth, ParseDepthError> {
        let wrong = || ParseDepthError(text.to_owned());
        let (digits, unit) = match (text.strip_suffix('p'), text.strip_suffix('r')) {
            (Some(digits), _) => (digits, Unit::Ply),
            (_, Some(digits)) => (digits, Unit::Round),
            (None, None) => (text, Unit::Ply),
        };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        Ok(Depth { count: digits.parse().map_err(|_| wrong())?, unit })
    }
}

/// When to stop. The default is never: search the whole tree.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Positions this deep are evaluated, not searched.
    pub depth: Option<Depth>,
    /// Stop before more positions than this are generated.
    pub nodes: Option<u64>,
    /// Stop when this much time has passed.
    pub time: Option<Duration>,
    /// Stop when a fair share of what is left on the clock is used.
    pub clock: Option<Clock>,
    /// When the time began to run. If it is not said, it does when the search begins.
    pub since: Option<Instant>,
    /// Stop when another thread sets this flag.
    pub stop: Option<Arc<AtomicBool>>,
}

/// What is left on a player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For this move and those to come.
    pub left: Duration,
    /// What is added after every move.
    pub increment: Duration,
    /// How many moves have to be made with it, this one included; unknown if it is for the whole game.
    pub moves: Option<u32>,
}

impl Clock {
    /// How many moves are taken to be left, if nobody says so.
    const MOVES: u32 = 25;

    /// What never to use up: the way to the clock takes time, too.
    const RESERVE: Duration = Duration::from_millis(30);

    /// After so long, no new search is begun, because it would hardly be finished.
    pub fn soft(self) -> Duration {
        let moves = self.moves.unwrap_or(Clock::MOVES).max(1);
        (self.left / moves * 6 / 10 + self.increment * 6 / 10).min(self.hard())
    }

    /// After so long, the search is broken off.
    fn hard(self) -> Duration {
        let moves = self.moves.unwrap_or(Clock::MOVES).max(1);
        let share = self.left / moves * 3 + self.increment;
        let most = if moves == 1 { self.left } else { self.left * 4 / 10 };
        let free = self.left.saturating_sub(Clock::RESERVE).max(self.least());
        share.min(most).min(free)
    }

    /// What a move may take even if too little is left: it takes less than it adds, so that the clock recovers.
    fn least(self) -> Duration {
        (self.increment / 4).min(self.left / 16)
    }
}

/// Why a search stopped.
// PERF: as large as a score, so that a score or why there is none comes back in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Stop {
    /// It was finished: the whole tree, or all of it down to the depth limit.
    Finished,
    /// It reached [`Limits::nodes`].
    Nodes,
    /// It made [as many simulations](crate::mcts::Config::simulations) as it was to make.
    Simulations,
    /// The second move cannot [catch up](crate::mcts::Config::early_stop) with the first.
    Settled,
    /// It reached [`Limits::time`].
    Time,
    /// Somebody set [`Limits::stop`].
    Asked,
    /// It reached [`MAX_PLY`], while deepening.
    Deepest,
}

impl Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Finished => "finished",
            Stop::Nodes => "stopped by the node limit",
            Stop::Simulations => "stopped by the number of simulations",
            Stop::Settled => "stopped because no other move can catch up",
            Stop::Time => "stopped by the clock",
            Stop::Asked => "stopped on request",
            Stop::Deepest => "stopped as deep as a search can go",
        })
    }
}

/// Reads a time like `1s`, `0.5s` or `500ms`.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(outplay::parse_time("500ms"), Ok(Duration::from_millis(500)));
/// assert!(outplay::parse_time("500").is_err());
/// ```
pub fn parse_time(text: &str) -> Result<Duration, ParseTimeError> {
    let wrong = || ParseTimeError(text.chars().take(50).collect());
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1e-3),
        None => (text.strip_suffix('s').ok_or_else(wrong)?, 1.0),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(wrong());
    }
    let count: f64 = digits.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(count * unit).map_err(|_| wrong())
}

/// Text that is no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeError(String);

impl Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no time: write `1s` or `500ms`", self.0)
    }
}

impl std::error::Error for ParseTimeError {}

/// Limits with the clock started.
#[derive(Clone)]
pub(crate) struct Watch {
    nodes: u64,
    deadline: Option<Instant>,
    start: Instant,
    /// After so long no other search is begun, as a rule.
    soft: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    pace: Pace,
}

impl Watch {
    pub(crate) fn start(limits: &Limits) -> Watch {
        let start = limits.since.unwrap_or_else(Instant::now);
        let hard = limits.clock.map(Clock::hard);
        let time = [limits.time, hard].into_iter().flatten().min();
        Watch {
            nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: time.and_then(|time| start.checked_add(time)),
            start,
            soft: limits.clock.map(Clock::soft),
            stop: limits.stop.clone(),
            pace: Pace::new(start),
        }
    }

    /// Leaves a part of the nodes to each of those who help one who has generated so many, and returns their limits: all
    /// together stay within them.
    pub(crate) fn share(&mut self, nodes: u64, threads: usize) -> Watch {
        let left = self.nodes.saturating_sub(nodes);
        let part = left / threads.max(1) as u64;
        let helpers = threads.saturating_sub(1) as u64;
        self.nodes = self.nodes.saturating_sub(part * helpers);
        Watch { nodes: part, pace: Pace::new(Instant::now()), ..self.clone() }
    }

    /// Takes back all nodes that there were before they were [shared](Self::share).
    pub(crate) fn unite(&mut self, whole: &Watch) {
        self.nodes = whole.nodes;
    }

    /// The same clock and flag, for work that is not counted.
    pub(crate) fn without_nodes(&self) -> Watch {
        Watch { nodes: u64::MAX, ..self.clone() }
    }

    /// The same, and no more than this number of nodes.
    pub(crate) fn at_most(&self, nodes: u64) -> Watch {
        Watch { nodes: self.nodes.min(nodes), ..self.clone() }
    }

    /// No limit but this number of nodes: for work that has to be done even if it is late.
    pub(crate) fn only_nodes(&self, nodes: u64) -> Watch {
        Watch { nodes, deadline: None, stop: None, ..self.clone() }
    }

    /// Whether to stop before one more node, with `nodes` generated so far.
    pub(crate) fn check(&mut self, nodes: u64) -> Result<(), Stop> {
        if nodes >= self.next_look() { self.look(nodes) } else { Ok(()) }
    }

    /// Whether another, longer search is not likely to be finished in this share of the usual time: 1 as a rule.
    pub(crate) fn is_late(&self, share: f32) -> bool {
        self.soft.is_some_and(|soft| self.start.elapsed() >= soft.mul_f32(share))
    }

    /// The flag, and when the time is over: for work that looks at them by itself.
    pub(crate) fn flag(&self) -> Option<Arc<AtomicBool>> {
        self.stop.clone()
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether time is limited at all.
    pub(crate) fn is_timed(&self) -> bool {
        self.deadline.is_some() || self.stop.is_some()
    }

    pub(crate) fn has_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// How much time is left, as a multiple of what has passed; none if there is no end, or a clock.
    pub(crate) fn left_by_elapsed(&self) -> Option<f64> {
        let deadline = self.deadline.filter(|_| self.soft.is_none())?;
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now).as_secs_f64();
        let passed = now.saturating_duration_since(self.start).as_secs_f64();
        Some(left / passed.max(1e-6))
    }

    /// How many nodes may be generated before the next [look](Self::look).
    pub(crate) fn next_look(&self) -> u64 {
        self.nodes.min(self.pace.next)
    }

    /// For how long the clock was not looked at before the last look.
    pub(crate) fn gap(&self) -> Duration {
        self.pace.gap
    }

    /// Whether to stop, with a look at the clock and the flag.
    pub(crate) fn look(&mut self, nodes: u64) -> Result<(), Stop> {
        let is_timed = self.deadline.is_some() || self.stop.is_some();
        let now = is_timed.then(Instant::now);
        self.pace.look(nodes, now);
        if nodes >= self.nodes {
            return Err(Stop::Nodes);
        }
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop::Asked);
        }
        if self.deadline.is_some_and(|deadline| now >= Some(deadline)) {
            return Err(Stop::Time);
        }
        Ok(())
    }
}

/// How often to look at the clock: often enough that two looks are no more than a moment apart, however long a node takes.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// When the last look was, and for how long there was none before it.
    last: Instant,
    gap: Duration,
    /// How many nodes lie between two looks.
    interval: u64,
    /// At how many nodes the next one is due.
    next: u64,
}

impl Pace {
    /// How far apart two looks may be.
    const MOMENT: Duration = Duration::from_micros(500);

    /// The most nodes between two looks, and how many it is at first, when nobody knows how long one takes.
    const MOST: u64 = 256;
    const FIRST: u64 = 16;

    fn new(start: Instant) -> Pace {
        Pace { last: start, gap: Duration::ZERO, interval: Pace::FIRST, next: 0 }
    }

    /// A look after so many nodes, at the clock as well if it is told.
    fn look(&mut self, nodes: u64, now: Option<Instant>) {
        if let Some(now) = now {
            self.gap = now.saturating_duration_since(self.last);
            self.last = now;
        }
        self.interval = Pace::interval(self.interval, self.gap);
        self.next = nodes + self.interval;
    }

    /// As many nodes as fit into a moment, if `nodes` of them took `time`; but no more than twice as many.
    fn interval(nodes: u64, time: Duration) -> u64 {
        let fitting = u128::from(nodes) * Pace::MOMENT.as_nanos() / time.as_nanos().max(1);
        let most = Pace::MOST.min(2 * nodes);
        u64::try_from(fitting).unwrap_or(u64::MAX).clamp(1, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_needs_its_unit() {
        assert_eq!(parse_time("1s"), Ok(Duration::from_secs(1)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("0.25s"), Ok(Duration::from_millis(250)));
        for text in ["", "1", "s", "ms", "-1s", "+1s", "1e3s", "infs", "nans", "1.2.3s", "é"] {
            let told = parse_time(text).unwrap_err().to_string();
            assert_eq!(told, format!("`{text}` is no time: write `1s` or `500ms`"));
        }
        assert!(parse_time(&format!("{}s", "9".repeat(400))).is_err());
    }

    #[test]
    fn a_depth_is_plies_unless_it_says_rounds() {
        for text in ["", "p", "-4", "-4p", "+4p", "4 p", "4é", "99999999999r"] {
            let error = text.parse::<Depth>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is no depth")), "{error}");
        }
        assert_eq!("3".parse(), Ok(Depth::plies(3)));
        assert_eq!(Depth::rounds(3).to_string(), "3r");
    }

    #[test]
    fn the_flag_and_the_clock_are_obeyed() {
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits { stop: Some(stop), ..Limits::default() };
        assert_eq!(Watch::start(&limits).check(0), Err(Stop::Asked));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(Watch::start(&limits).check(0), Err(Stop::Time));
        assert_eq!(Watch::start(&Limits::default()).check(0), Ok(()));
    }

    #[test]
    fn the_time_runs_from_when_it_is_said_to() {
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        assert_eq!(Watch::start(&limits).check(0), Ok(()));
        let since = Instant::now().checked_sub(Duration::from_secs(61));
        let limits = Limits { since: Some(since.expect("the machine runs for longer")), ..limits };
        assert_eq!(Watch::start(&limits).check(0), Err(Stop::Time));
    }

    #[test]
    fn looks_at_the_clock_are_a_moment_apart_however_long_a_node_takes() {
        let micros = Duration::from_micros;
        for node in [1, 3, 10, 40, 200, 1_000, 5_000].map(micros) {
            let (start, mut nodes) = (Instant::now(), 0);
            let mut pace = Pace::new(start);
            for look in 0..20 {
                pace.look(nodes, Some(start + node * nodes as u32));
                // At first it is not known how long a node takes.
                let longest = Pace::MOMENT.max(node);
                assert!(look < 2 || pace.gap <= longest, "{node:?}: {:?}", pace.gap);
                nodes = pace.next;
            }
            let is_seldom = pace.interval == Pace::MOST;
            assert_eq!(is_seldom, node == micros(1), "{node:?}: {}", pace.interval);
        }
        // A thread that was put aside looks more often, until it is known that nodes are not slow.
        assert_eq!(Pace::interval(256, Duration::from_millis(64)), 2);
        assert_eq!(Pace::interval(2, micros(2)), 4);
    }

    #[test]
    fn a_clock_that_is_nearly_used_up_recovers() {
        for left in [1, 20, 30].map(Duration::from_millis) {
            let increment = Duration::from_millis(10);
            let clock = Clock { left, increment, moves: None };
            assert!(clock.hard() * 2 < increment, "{clock:?} {:?}", clock.hard());
            assert!(clock.hard() > Duration::ZERO && clock.hard() <= left / 8);
            let without = Clock { increment: Duration::ZERO, ..clock };
            assert_eq!(without.hard(), Duration::ZERO);
        }
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for left in [0, 10, 100, 1_000, 60_000, 3_600_000].map(Duration::from_millis) {
            for increment in [0, 10, 5_000].map(Duration::from_millis) {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let clock = Clock { left, increment, moves };
                    assert!(clock.soft() <= clock.hard() && clock.hard() <= left, "{clock:?}");
                }
            }
        }
        let clock = Clock { left: Duration::ZERO, increment: Duration::ZERO, moves: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert!(Watch::start(&limits).is_late(1.0));
        assert_eq!(Watch::start(&limits).check(0), Err(Stop::Time));
    }
}
