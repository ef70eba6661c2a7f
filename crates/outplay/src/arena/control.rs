//! Time controls, and the clock of one player.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use crate::Clock;

/// How long and how deep a player may think. The default is without limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Time for many moves.
    pub period: Option<Period>,
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// What a player may go over the time without losing by it.
    pub margin: Duration,
}

/// Time for so many moves, or for a whole game, and what every move adds to it.
///
/// ```
/// use std::time::Duration;
/// use outplay::arena::Period;
///
/// let period: Period = "40/60+0.6".parse()?;
/// assert_eq!(period.moves, Some(40));
/// assert_eq!(period.increment, Duration::from_millis(600));
/// assert_eq!("1:30".parse::<Period>()?.time, Duration::from_secs(90));
/// # Ok::<(), outplay::arena::ParsePeriodError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// For how many moves the time is; then as much is added again. None: for the whole game.
    pub moves: Option<u32>,
    /// The time.
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// No time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePeriodError(String);

impl Display for ParsePeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what =
            "write seconds, or minutes:seconds, like `60`, `60+0.6`, `40/60+0.6` or `40/1:00`";
        write!(f, "`{:.50}` is no time control: {what}", self.0)
    }
}

impl std::error::Error for ParsePeriodError {}

impl FromStr for Period {
    type Err = ParsePeriodError;

    fn from_str(text: &str) -> Result<Period, ParsePeriodError> {
        read_period(text).ok_or_else(|| ParsePeriodError(text.to_owned()))
    }
}

fn read_period(text: &str) -> Option<Period> {
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => (Some(whole(moves).filter(|&moves| moves > 0)?), rest),
    };
    let (time, increment) = match rest.split_once('+') {
        None => (rest, Duration::ZERO),
        Some((time, increment)) => (time, seconds(increment)?),
    };
    let time = match time.split_once(':') {
        None => seconds(time)?,
        Some((minutes, rest)) => {
            Duration::from_secs(60).checked_mul(whole(minutes)?)?.checked_add(seconds(rest)?)?
        }
    };
    (!(time.is_zero() && increment.is_zero())).then_some(Period { moves, time, increment })
}

fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn seconds(text: &str) -> Option<Duration> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // More than a year is a mistake, and would not fit everywhere.
    let number = text.parse().ok().filter(|number| is_number && *number < 3e7)?;
    Duration::try_from_secs_f64(number).ok()
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timer {
    control: Control,
    left: Duration,
    made: u32,
}

/// The flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flag {
    pub(super) over: Duration,
}

impl Timer {
    pub(super) fn new(control: Control) -> Timer {
        let left = control.period.map_or(Duration::ZERO, |period| period.time + period.increment);
        Timer { control, left, made: 0 }
    }

    /// What the player is told about it.
    pub(super) fn clock(&self) -> Option<Clock> {
        let period = self.control.period?;
        let moves = period.moves.map(|moves| moves - self.made % moves);
        // What a move adds is there at its beginning, for the first one, too.
        Some(Clock { left: self.left, increment: period.increment, moves })
    }

    /// How long the next move may take.
    pub(super) fn allowed(&self) -> Option<Duration> {
        let period = self.control.period.map(|_| self.left);
        [period, self.control.per_move].into_iter().flatten().min()
    }

    /// A move took so long.
    pub(super) fn spend(&mut self, time: Duration) -> Result<(), Flag> {
        if let Some(over) = self.allowed().and_then(|allowed| time.checked_sub(allowed))
            && over > self.control.margin
        {
            return Err(Flag { over });
        }
        let Some(period) = self.control.period else { return Ok(()) };
        self.made += 1;
        self.left = self.left.saturating_sub(time) + period.increment;
        if period.moves.is_some_and(|moves| self.made.is_multiple_of(moves)) {
            self.left += period.time;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_time_control_is_told() {
        for text in ["", "0", "x", "40/", "0/60", "60+", "-1", "+1", "1e9", "1:x", "nan", "inf"] {
            let told = text.parse::<Period>().unwrap_err().to_string();
            assert!(told.starts_with(&format!("`{text}` is no time control")), "{told}");
        }
        assert!("0+1".parse::<Period>().is_ok());
    }

    #[test]
    fn a_clock_runs_down_and_is_filled_again() {
        let second = Duration::from_secs(1);
        let period = "2/10+1".parse().unwrap();
        let mut timer = Timer::new(Control { period: Some(period), ..Control::default() });
        assert_eq!(timer.clock().unwrap().left, 11 * second);
        assert_eq!(timer.spend(5 * second), Ok(()));
        let clock = timer.clock().unwrap();
        assert_eq!((clock.left, clock.moves), (7 * second, Some(1)));
        assert_eq!(timer.spend(7 * second), Ok(()));
        assert_eq!(timer.clock().unwrap().left, 11 * second);
        assert_eq!(timer.spend(12 * second), Err(Flag { over: second }));
    }

    #[test]
    fn the_margin_is_forgiven() {
        let milli = Duration::from_millis;
        let control = Control { per_move: Some(milli(20)), margin: milli(5), ..Control::default() };
        let mut timer = Timer::new(control);
        assert_eq!((timer.clock(), timer.allowed()), (None, Some(milli(20))));
        assert_eq!(timer.spend(milli(25)), Ok(()));
        assert_eq!(timer.spend(milli(26)), Err(Flag { over: milli(6) }));
        assert_eq!(Timer::new(Control::default()).spend(milli(1_000_000)), Ok(()));
    }
}
