//! By how much a position is won: for games that count points.
//!
//! Here moves inside a slice never come back to where they began, as in layers, or where seeds only go to the right; `thresholds.rs` is for others. Then every
//! position can be settled after those that its moves lead to, and one look at each is enough. What is not known yet when it is asked
//! about is settled first.

use std::fmt::{self, Display};
use std::ops::Range;
use std::sync::atomic::{AtomicI8, Ordering};

use super::slices::{Exits, Ground, Look};
use super::threads::share;
use super::{Next, VerdictTally, Watch, Worth};

/// By how many points the player to move will be ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// More points than this cannot be counted.
    pub const MOST: i32 = 126;

    /// So many points.
    ///
    /// # Panics
    /// If there are more than [`MOST`](Self::MOST).
    #[inline]
    pub fn new(points: i32) -> Score {
        assert!(points.abs() <= Score::MOST, "{points} points are more than {}", Score::MOST);
        Score(points as i8)
    }

    /// How many points.
    #[inline]
    pub fn points(self) -> i32 {
        self.0.into()
    }

    /// As two bytes of a table.
    pub(crate) fn code(self) -> i16 {
        self.0.into()
    }

    /// Two bytes of a table as a score; none if they are none.
    pub(crate) fn of(code: i16) -> Option<Score> {
        (i32::from(code).abs() <= Score::MOST).then_some(Score(code as i8))
    }
}

impl Worth for Score {
    const LOST: Score = Score(-(Score::MOST as i8));
    const DRAWN: Score = Score(0);
    const WON: Score = Score(Score::MOST as i8);

    #[inline(always)]
    fn over(points: i32) -> Score {
        Score::new(points)
    }

    #[inline(always)]
    fn gained(self, points: i32) -> Score {
        Score::new(self.points() + points)
    }

    #[inline(always)]
    fn before(self, next: Next) -> Score {
        match next {
            Next::Opponent => Score(-self.0),
            Next::Same => self,
        }
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

/// In place of a score: no position has the number.
const HOLE: i8 = i8::MIN;
/// In place of a score: it is not known yet.
const UNKNOWN: i8 = i8::MIN + 1;

/// The scores of a slice, one byte each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores(Vec<i8>);

impl Scores {
    /// The score of a number; none if no position has it.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Score> {
        let &score = self.0.get(number as usize)?;
        (score != HOLE).then_some(Score(score))
    }

    /// Scores, one by one.
    pub(crate) fn of(scores: impl Iterator<Item = Option<Score>>) -> Scores {
        Scores(scores.map(|one| one.map_or(HOLE, |one| one.0)).collect())
    }

    /// Another score for a number that a position has.
    pub(super) fn set(&mut self, number: u64, score: Score) {
        self.0[number as usize] = score.0;
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// How many positions the player to move loses, draws and wins, if nothing counts but the points that are still to come, and how many numbers have no position.
    pub fn tally(&self) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for &score in &self.0 {
            match score {
                HOLE => tally.nothing += 1,
                0 => tally.draws += 1,
                won if won > 0 => tally.wins += 1,
                _ => tally.losses += 1,
            }
        }
        tally
    }
}

/// More positions than this never wait for one: so many would mean that moves come back to where they began.
const MOST_WAITING: usize = 1 << 26;

/// Settles each position of a slice after those that its moves lead to.
pub(super) struct InTurn<'t, G, E> {
    ground: &'t G,
    exits: &'t E,
    /// Two threads may settle the same position: they find the same.
    scores: Vec<AtomicI8>,
    threads: usize,
}

impl<'t, G: Ground, E: Exits<Value = Score>> InTurn<'t, G, E> {
    pub(super) fn new(ground: &'t G, exits: &'t E, threads: usize) -> Self {
        let count = usize::try_from(ground.count()).expect("it fits into memory");
        let mut scores = Vec::new();
        scores.resize_with(count, || AtomicI8::new(UNKNOWN));
        InTurn { ground, exits, scores, threads }
    }

    pub(super) fn solve(self, watch: &dyn Watch) -> Scores {
        share(self.threads, self.ground.count(), |piece| {
            let length = piece.end - piece.start;
            self.settle(piece);
            watch.looked(length);
        });
        Scores(self.scores.into_iter().map(AtomicI8::into_inner).collect())
    }

    fn settle(&self, piece: Range<u64>) {
        let mut cursor = G::Cursor::default();
        let mut waiting = Vec::new();
        for number in piece {
            waiting.push(number);
            while let Some(&last) = waiting.last() {
                if self.get(last) != UNKNOWN || self.is_settled(&mut cursor, last, &mut waiting) {
                    waiting.pop();
                }
                assert!(waiting.len() < MOST_WAITING, "moves inside of a slice come back");
            }
        }
    }

    /// Settles a position, or lists what has to be settled before.
    fn is_settled(&self, cursor: &mut G::Cursor, number: u64, waiting: &mut Vec<u64>) -> bool {
        let Some(position) = self.ground.position(cursor, number) else {
            self.set(number, HOLE);
            return true;
        };
        let (many, mut best) = (waiting.len(), None);
        self.ground.after(&position, |to, next| match self.get(to) {
            UNKNOWN => waiting.push(to),
            score => best = best.max(Some(Score(score).before(next))),
        });
        if waiting.len() > many {
            return false;
        }
        let score = match self.ground.look(&position, self.exits) {
            Look::Settled(score) => score,
            Look::Open { exits, .. } => best.max(exits).expect("an open position has moves"),
        };
        self.set(number, score.0);
        true
    }

    #[inline]
    fn get(&self, number: u64) -> i8 {
        self.scores[number as usize].load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, number: u64, score: i8) {
        self.scores[number as usize].store(score, Ordering::Relaxed);
    }
}
