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

/// What a search says about a value: a proof, or an opinion. The two are never mixed up, because they are two types.
///
/// ```
/// use outplay::{Bound, Opinion, Value};
///
/// let won = Value::Proven(Bound::AtLeast(3));
/// assert_eq!((won.to_string(), won.kind()), (">= 3".to_owned(), "at-least"));
/// let guess = Value::Opinion(Opinion { score: 3, fail: None, depth: 6 });
/// assert_eq!((guess.to_string(), guess.kind()), ("about 3, 6 plies deep".to_owned(), "opinion"));
/// assert_eq!((won.proven(), guess.proven()), (Some(Bound::AtLeast(3)), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<S> {
    /// It holds whatever else might be found: it rests on finished games and on facts alone.
    Proven(Bound<S>),
    /// It rests on an evaluation somewhere, or moves were left out.
    Opinion(Opinion<S>),
}

/// What a search thinks of a position that it did not see to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion<S> {
    /// The score.
    pub score: S,
    /// Whether a search this deep would find even more, or even less, for all that is known.
    pub fail: Option<Fail>,
    /// How many plies deep the search looked.
    pub depth: u32,
}

/// On which side of its window a search found a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// At beta or above: the score is this or more.
    High,
    /// At alpha or below: the score is this or less.
    Low,
}

impl Fail {
    /// What is known of a score on this side of a window.
    pub fn of<S>(self, score: S) -> Bound<S> {
        match self {
            Fail::High => Bound::AtLeast(score),
            Fail::Low => Bound::AtMost(score),
        }
    }
}

impl<S> Bound<S> {
    /// The same in other numbers.
    pub fn map<T>(self, number: impl FnOnce(S) -> T) -> Bound<T> {
        match self {
            Bound::Exact(score) => Bound::Exact(number(score)),
            Bound::AtLeast(score) => Bound::AtLeast(number(score)),
            Bound::AtMost(score) => Bound::AtMost(number(score)),
        }
    }
}

impl<S> Value<S> {
    /// The same in other numbers.
    pub fn map<T>(self, number: impl FnOnce(S) -> T) -> Value<T> {
        match self {
            Value::Proven(bound) => Value::Proven(bound.map(number)),
            Value::Opinion(Opinion { score, fail, depth }) => {
                Value::Opinion(Opinion { score: number(score), fail, depth })
            }
        }
    }
}

impl<S: Score> Value<S> {
    /// What a search found that looked so many plies deep and has proven nothing.
    pub fn opinion(found: Bound<S>, depth: u32) -> Value<S> {
        let fail = match found {
            Bound::Exact(_) => None,
            Bound::AtLeast(_) => Some(Fail::High),
            Bound::AtMost(_) => Some(Fail::Low),
        };
        Value::Opinion(Opinion { score: found.score(), fail, depth })
    }

    /// The number itself, whatever it says.
    pub fn score(self) -> S {
        match self {
            Value::Proven(bound) => bound.score(),
            Value::Opinion(opinion) => opinion.score,
        }
    }

    /// What is proven, if anything is.
    pub fn proven(self) -> Option<Bound<S>> {
        match self {
            Value::Proven(bound) => Some(bound),
            Value::Opinion(_) => None,
        }
    }

    /// The value, if it is proven to be exactly that.
    pub fn exact(self) -> Option<S> {
        self.proven().and_then(Bound::exact)
    }

    /// The lowest value that is not ruled out.
    pub fn low(self) -> S {
        self.proven().map_or(S::LOWEST, Bound::low)
    }

    /// The highest value that is not ruled out.
    pub fn high(self) -> S {
        self.proven().map_or(S::HIGHEST, Bound::high)
    }

    /// The same as the other side sees it.
    pub fn flipped(self) -> Value<S> {
        match self {
            Value::Proven(bound) => Value::Proven(bound.flipped()),
            Value::Opinion(Opinion { score, fail, depth }) => {
                let fail = fail.map(|fail| if fail == Fail::High { Fail::Low } else { Fail::High });
                Value::Opinion(Opinion { score: -score, fail, depth })
            }
        }
    }

    /// `exact`, `at-least` or `at-most` if it is proven; otherwise `opinion`, `opinion-at-least` or `opinion-at-most`.
    pub fn kind(self) -> &'static str {
        match self {
            Value::Proven(bound) => bound.kind(),
            Value::Opinion(Opinion { fail: None, .. }) => "opinion",
            Value::Opinion(Opinion { fail: Some(Fail::High), .. }) => "opinion-at-least",
            Value::Opinion(Opinion { fail: Some(Fail::Low), .. }) => "opinion-at-most",
        }
    }
}

impl<S: Score + Display> Display for Value<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Proven(bound) => write!(f, "{bound}"),
            Value::Opinion(Opinion { score, fail, depth }) => {
                let side = match fail {
                    None => "",
                    Some(Fail::High) => " or more",
                    Some(Fail::Low) => " or less",
                };
                write!(f, "about {}{side}, {depth} plies deep", Pretty(*score))
            }
        }
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
    fn an_opinion_rules_nothing_out() {
        for found in [Bound::Exact(2), Bound::AtLeast(2), Bound::AtMost(2)] {
            let (proof, opinion) = (Value::Proven(found), Value::opinion(found, 5));
            assert_eq!((proof.score(), opinion.score()), (2, 2));
            assert_eq!((proof.low(), proof.high()), (found.low(), found.high()));
            assert_eq!((opinion.low(), opinion.high()), (-i32::MAX, i32::MAX));
            assert_eq!((proof.exact(), opinion.exact()), (found.exact(), None));
            assert_ne!(proof.kind(), opinion.kind());
        }
        let told = Value::opinion(Bound::AtMost(-1), 4).to_string();
        assert_eq!(told, "about -1 or less, 4 plies deep");
    }

    #[test]
    fn a_negative_zero_is_written_as_zero() {
        assert_eq!(Bound::Exact(-0.0).to_string(), "= 0");
    }
}
