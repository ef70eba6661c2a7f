//! What tables tell of a position: where its score lies, and who wins.

use super::super::retrograde::{Distance, Next, Score, Verdict, Worth};
use crate::Range;
use crate::engine::{FARTHEST, KNOWN_WIN, WIN, plies_of, shifted};

/// What tables tell of a position, for the player to move, as the engine counts scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Told {
    pub(super) verdict: Verdict,
    low: i32,
    high: i32,
}

impl Told {
    /// A verdict. After so many plies, at most, a win has come nearer for good, or is there; nothing if that is not known.
    pub(super) fn by_verdict(verdict: Verdict, plies: Option<u32>) -> Told {
        let plies = plies.map_or(FARTHEST - 1, |plies| (plies as i32).min(FARTHEST - 1));
        let least = KNOWN_WIN - plies;
        let (low, high) = match verdict {
            Verdict::Win => (least, WIN),
            Verdict::Draw => (0, 0),
            Verdict::Loss => (-WIN, -least),
        };
        Told { verdict, low, high }
    }

    /// A win or a loss in so many plies.
    pub(super) fn by_distance(distance: Distance) -> Told {
        let verdict = distance.verdict();
        let plies = distance.plies().map(i32::from);
        match (verdict, plies) {
            (_, Some(plies)) if plies >= FARTHEST => Told::by_verdict(verdict, None),
            (Verdict::Win, Some(plies)) => Told { verdict, low: WIN - plies, high: WIN - plies },
            (Verdict::Loss, Some(plies)) => Told { verdict, low: plies - WIN, high: plies - WIN },
            _ => Told { verdict, low: 0, high: 0 },
        }
    }

    /// A score, by points.
    pub(super) fn by_score(score: Score) -> Told {
        Told::of_points(score.points())
    }

    fn of_points(points: i32) -> Told {
        Told { verdict: Verdict::of_points(points), low: points, high: points }
    }

    /// Where the score lies, if the rules end the game after so many plies, as a draw, unless something happens before that cannot be taken back. A win that may come later is at least a draw.
    pub(super) fn range(self, plies_left: u32) -> Range<i32> {
        let is_late = |score: i32| plies_of(score) as u32 > plies_left;
        Range {
            low: if self.low > 0 && is_late(self.low) { 0 } else { self.low },
            high: if self.high < 0 && is_late(self.high) { 0 } else { self.high },
        }
    }
}

impl Worth for Told {
    const LOST: Told = Told { verdict: Verdict::Loss, low: -WIN, high: -WIN };
    const DRAWN: Told = Told { verdict: Verdict::Draw, low: 0, high: 0 };
    const WON: Told = Told { verdict: Verdict::Win, low: WIN, high: WIN };

    #[inline]
    fn gained(self, points: i32) -> Told {
        let (low, high) = (self.low + points, self.high + points);
        Told { verdict: Verdict::of_points(low), low, high }
    }

    #[inline]
    fn before(self, next: Next) -> Told {
        let Told { verdict, low, high } = self;
        let (low, high) = (shifted(low, -1), shifted(high, -1));
        match next {
            Next::Same => Told { verdict, low, high },
            Next::Opponent => Told { verdict: verdict.flipped(), low: -high, high: -low },
        }
    }

    #[inline]
    fn best(self, other: Told) -> Told {
        Told {
            verdict: self.verdict.max(other.verdict),
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }
}
