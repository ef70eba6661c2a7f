//! What a search computes with: scores, windows and bounds.

use std::fmt::{self, Debug, Display};
use std::ops::Neg;

/// A number a search can compare and turn around: `f64` payoffs in the textbook, whole numbers
/// in an engine.
pub trait Score: Copy + Debug + PartialOrd + Neg<Output = Self> {
    /// Below every score that a position can have.
    const LOWEST: Self;
    /// Above every score that a position can have.
    const HIGHEST: Self;
}

impl Score for f64 {
    const LOWEST: f64 = f64::NEG_INFINITY;
    const HIGHEST: f64 = f64::INFINITY;
}

impl Score for i32 {
    const LOWEST: i32 = -i32::MAX;
    const HIGHEST: i32 = i32::MAX;
}

/// The scores that still matter: more than `alpha`, which one side has already, and less than
/// `beta`, which the other side has already.
///
/// ```
/// use outplay::Window;
///
/// let window = Window { alpha: 3.0, beta: f64::INFINITY };
/// assert_eq!(window.to_string(), "(3, ∞)");
/// assert_eq!(window.flipped().to_string(), "(-∞, -3)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<S> {
    /// What the maximising side can already have.
    pub alpha: S,
    /// What the minimising side can already have.
    pub beta: S,
}

impl<S: Score> Window<S> {
    /// Nothing is known yet: every score matters.
    pub const OPEN: Window<S> = Window { alpha: S::LOWEST, beta: S::HIGHEST };

    /// The same window as the other side sees it.
    pub fn flipped(self) -> Window<S> {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<S: Score> Default for Window<S> {
    fn default() -> Self {
        Window::OPEN
    }
}

impl<S: Score + Display> Display for Window<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", Pretty(self.alpha), Pretty(self.beta))
    }
}

/// Between which numbers something lies, both included.
///
/// ```
/// use outplay::Range;
///
/// let payoffs = Range { low: -2.0, high: 2.0 };
/// assert!(payoffs.holds(2.0) && !payoffs.holds(2.5));
/// assert_eq!(payoffs.to_string(), "[-2, 2]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<S> {
    /// It is this or more.
    pub low: S,
    /// It is this or less.
    pub high: S,
}

impl<S: Score> Range<S> {
    /// Nothing is known.
    pub const ALL: Range<S> = Range { low: S::LOWEST, high: S::HIGHEST };

    /// Whether `score` is inside.
    pub fn holds(self, score: S) -> bool {
        self.low <= score && score <= self.high
    }

    /// Whether there is only one number in it.
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Whether there is no number in it.
    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// The same as the other side sees it.
    pub fn flipped(self) -> Range<S> {
        Range { low: -self.high, high: -self.low }
    }

    /// Where the higher of two numbers is, one from each range.
    pub fn highest(self, other: Range<S>) -> Range<S> {
        let higher = |one, other| if one > other { one } else { other };
        Range { low: higher(self.low, other.low), high: higher(self.high, other.high) }
    }

    /// Where the lower of two numbers is, one from each range.
    pub fn lowest(self, other: Range<S>) -> Range<S> {
        let lower = |one, other| if one < other { one } else { other };
        Range { low: lower(self.low, other.low), high: lower(self.high, other.high) }
    }

    /// Both ends moved into another range.
    pub fn within(self, other: Range<S>) -> Range<S> {
        let moved = |end| {
            if end < other.low {
                other.low
            } else if end > other.high {
                other.high
            } else {
                end
            }
        };
        Range { low: moved(self.low), high: moved(self.high) }
    }
}

impl<S: Score> Default for Range<S> {
    fn default() -> Self {
        Range::ALL
    }
}

impl<S: Score + Display> Display for Range<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", Pretty(self.low), Pretty(self.high))
    }
}

impl<S: Score> From<Bound<S>> for Range<S> {
    /// What a bound leaves possible.
    fn from(bound: Bound<S>) -> Range<S> {
        Range { low: bound.low(), high: bound.high() }
    }
}

/// What is proven about a value. A bound is never handed out as a value.
///
/// ```
/// use outplay::Bound;
///
/// let value = Bound::AtMost(2.0);
/// assert_eq!(value.exact(), None);
/// assert_eq!(value.to_string(), "<= 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound<S> {
    /// The value itself.
    Exact(S),
    /// The value is this or higher.
    AtLeast(S),
    /// The value is this or lower.
    AtMost(S),
}

impl<S: Score> Bound<S> {
    /// The value, if it is known.
    pub fn exact(self) -> Option<S> {
        match self {
            Bound::Exact(score) => Some(score),
            _ => None,
        }
    }

    /// The number itself, whatever it says.
    pub fn score(self) -> S {
        match self {
            Bound::Exact(score) | Bound::AtLeast(score) | Bound::AtMost(score) => score,
        }
    }

    /// The lowest value it leaves possible.
    pub fn low(self) -> S {
        match self {
            Bound::Exact(score) | Bound::AtLeast(score) => score,
            Bound::AtMost(_) => S::LOWEST,
        }
    }

    /// The highest value it leaves possible.
    pub fn high(self) -> S {
        match self {
            Bound::Exact(score) | Bound::AtMost(score) => score,
            Bound::AtLeast(_) => S::HIGHEST,
        }
    }

    /// The same as the other side sees it.
    pub fn flipped(self) -> Bound<S> {
        match self {
            Bound::Exact(score) => Bound::Exact(-score),
            Bound::AtLeast(score) => Bound::AtMost(-score),
            Bound::AtMost(score) => Bound::AtLeast(-score),
        }
    }

    /// `exact`, `at-least` or `at-most`.
    pub fn kind(self) -> &'static str {
        match self {
            Bound::Exact(_) => "exact",
            Bound::AtLeast(_) => "at-least",
            Bound::AtMost(_) => "at-most",
        }
    }
}

impl<S: Score + Display> Display for Bound<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self {
            Bound::Exact(_) => "=",
            Bound::AtLeast(_) => ">=",
            Bound::AtMost(_) => "<=",
        };
        write!(f, "{sign} {}", Pretty(self.score()))
    }
}

/// Writes the ends of the scale as infinities, a negative zero as zero, and everything else as
/// it is.
pub(crate) struct Pretty<S>(pub(crate) S);

impl<S: Score + Display> Display for Pretty<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 <= S::LOWEST {
            f.write_str("-∞")
        } else if self.0 >= S::HIGHEST {
            f.write_str("∞")
        } else if self.0 == -self.0 {
            f.write_str("0")
        } else {
            write!(f, "{}", self.0)
        }
    }
}

/// One payoff for every player: the value of a position in a game of many players.
///
/// ```
/// assert_eq!(outplay::Payoffs(vec![1.0, 2.0, 6.5]).to_string(), "[1 2 6.5]");
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Payoffs(pub Vec<f64>);

impl Display for Payoffs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(|&one| Pretty(one).to_string()).collect();
        write!(f, "[{}]", numbers.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_changes_nothing() {
        let window = Window { alpha: -3, beta: 7 };
        assert_eq!(window.flipped(), Window { alpha: -7, beta: 3 });
        assert_eq!(window.flipped().flipped(), window);
        assert_eq!(Window::<i32>::OPEN.flipped(), Window::OPEN);
        assert_eq!(Bound::AtLeast(2).flipped(), Bound::AtMost(-2));
    }

    #[test]
    fn a_bound_leaves_the_other_side_open() {
        assert_eq!((Bound::Exact(2).low(), Bound::Exact(2).high()), (2, 2));
        assert_eq!((Bound::AtLeast(2).low(), Bound::AtLeast(2).high()), (2, i32::MAX));
        assert_eq!((Bound::AtMost(2).low(), Bound::AtMost(2).high()), (-i32::MAX, 2));
    }

    #[test]
    fn a_negative_zero_is_written_as_zero() {
        assert_eq!(Bound::Exact(-0.0).to_string(), "= 0");
    }
}
