//! How far a win is: retrograde analysis in the order of plies.
//!
//! Positions are decided ply by ply: first those where the game is over, then those one ply before, and so on. So the first win that is
//! found of a position is the quickest one, and the last move that is refuted is the longest defence. The winner hurries, the
//! loser delays.

use std::fmt::{self, Display};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicU8, Ordering};

use super::slices::{Exits, Ground, Look};
use super::threads::share;
use super::{Next, Verdict, VerdictTally, Watch, Worth};

/// A verdict with the plies that it takes: quick wins and slow losses are the better ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance(i16);

/// A win that is there.
const WON: i16 = 30_000;
/// Farther than this no win is.
const MOST: i16 = 29_000;

impl Distance {
    /// A win in so many plies, or a loss; a draw takes none.
    ///
    /// # Panics
    /// If there are more than 29,000 plies.
    pub fn new(verdict: Verdict, plies: u16) -> Distance {
        assert!(plies <= MOST as u16, "{plies} plies are more than {MOST}");
        match verdict {
            Verdict::Win => Distance(WON - plies as i16),
            Verdict::Draw => Distance(0),
            Verdict::Loss => Distance(plies as i16 - WON),
        }
    }

    /// Who wins.
    pub fn verdict(self) -> Verdict {
        match self.0.signum() {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        }
    }

    /// In how many plies; none for a draw.
    pub fn plies(self) -> Option<u16> {
        (self.0 != 0).then(|| (WON - self.0.abs()) as u16)
    }
}

impl Distance {
    /// As two bytes: a win is positive.
    pub(crate) fn code(self) -> i16 {
        self.0
    }

    /// Two bytes as a distance; none if they are none.
    #[inline]
    pub(crate) fn of(code: i16) -> Option<Distance> {
        let plies = WON - code.saturating_abs();
        (code == 0 || (0..=MOST).contains(&plies)).then_some(Distance(code))
    }
}

impl Worth for Distance {
    const LOST: Distance = Distance(-WON);
    const DRAWN: Distance = Distance(0);
    const WON: Distance = Distance(WON);

    fn before(self, next: Next) -> Distance {
        debug_assert!(self.plies().is_none_or(|plies| plies < MOST as u16), "a win that far");
        let farther = self.0 - self.0.signum();
        match next {
            Next::Opponent => Distance(-farther),
            Next::Same => Distance(farther),
        }
    }
}

impl Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict(), self.plies()) {
            (Verdict::Win, Some(plies)) => write!(f, "win in {plies}"),
            (Verdict::Loss, Some(plies)) => write!(f, "loss in {plies}"),
            _ => f.write_str("draw"),
        }
    }
}

/// Distances to the next conversion: whatever leaves a slice counts as the end of the game.
pub struct ToConversion<'e, E>(pub &'e E);

impl<E: Exits<Value = Verdict>> Exits for ToConversion<'_, E> {
    type Value = Distance;

    fn value(&self, slice: usize, number: u64) -> Distance {
        Distance::new(self.0.value(slice, number), 0)
    }
}

/// The distances of a slice, two bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances(Vec<i16>);

impl Distances {
    /// The distance of a number; none if no position has it.
    pub fn get(&self, number: u64) -> Option<Distance> {
        let &distance = self.0.get(number as usize)?;
        (distance != HOLE).then_some(Distance(distance))
    }

    /// Distances, one by one.
    pub(crate) fn of(distances: impl Iterator<Item = Option<Distance>>) -> Distances {
        Distances(distances.map(|one| one.map_or(HOLE, |one| one.0)).collect())
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// How many losses, draws, wins, and numbers without a position there are.
    pub fn tally(&self) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for number in 0..self.count() {
            match self.get(number).map(Distance::verdict) {
                Some(Verdict::Loss) => tally.losses += 1,
                Some(Verdict::Draw) => tally.draws += 1,
                Some(Verdict::Win) => tally.wins += 1,
                None => tally.nothing += 1,
            }
        }
        tally
    }

    /// The farthest win or loss there is.
    pub fn longest(&self) -> Option<u16> {
        (0..self.count()).filter_map(|number| self.get(number)?.plies()).max()
    }
}

/// The best that is known of a position of which nothing is.
const UNKNOWN: i16 = i16::MIN + 1;
const HOLE: i16 = i16::MIN;
/// In place of the number of open moves: the position is decided.
const DECIDED: u8 = u8::MAX;

/// Solves a slice ply by ply.
pub(super) struct ByPlies<'p, G, E> {
    ground: &'p G,
    exits: &'p E,
    /// The best of what is known of the moves of each position.
    best: Vec<AtomicI16>,
    /// How many of its moves are open.
    open: Vec<AtomicU8>,
    threads: usize,
}

impl<'p, G: Ground, E: Exits<Value = Distance>> ByPlies<'p, G, E> {
    pub(super) fn new(ground: &'p G, exits: &'p E, threads: usize) -> Self {
        let count = usize::try_from(ground.count()).expect("it fits into memory");
        let (mut best, mut open) = (Vec::new(), Vec::new());
        best.resize_with(count, || AtomicI16::new(HOLE));
        open.resize_with(count, || AtomicU8::new(DECIDED));
        ByPlies { ground, exits, best, open, threads }
    }

    pub(super) fn solve(self, watch: &dyn Watch) -> Distances {
        let count = self.ground.count();
        share(self.threads, count, |piece| {
            let length = piece.end - piece.start;
            self.look(piece);
            watch.looked(length);
        });
        let goes_on = AtomicBool::new(true);
        let mut plies = 0;
        while goes_on.swap(false, Ordering::Relaxed) {
            share(self.threads, count, |piece| {
                if self.sweep(piece, plies) {
                    goes_on.store(true, Ordering::Relaxed);
                }
            });
            plies += 1;
            watch.swept();
        }
        Distances(self.best.iter().zip(&self.open).map(|(best, open)| end(best, open)).collect())
    }

    fn look(&self, piece: Range<u64>) {
        let mut cursor = G::Cursor::default();
        for number in piece {
            let Some(position) = self.ground.position(&mut cursor, number) else { continue };
            let (best, inside) = match self.ground.look(&position, self.exits) {
                Look::Settled(value) => (value.0, 0),
                Look::Open { exits, inside } => (exits.map_or(UNKNOWN, |exit| exit.0), inside),
            };
            self.best[number as usize].store(best, Ordering::Relaxed);
            self.open[number as usize].store(inside, Ordering::Relaxed);
        }
    }

    /// Decides positions that are so many plies from the end. Whether there may be more, farther away.
    fn sweep(&self, piece: Range<u64>, plies: u16) -> bool {
        let mut cursor = G::Cursor::default();
        let mut goes_on = false;
        for number in piece {
            let open = self.open[number as usize].load(Ordering::Acquire);
            let best = self.best[number as usize].load(Ordering::Relaxed);
            let is_due = best > 0 || best > UNKNOWN && best < 0 && open == 0;
            if open == DECIDED || !is_due {
                continue;
            }
            goes_on = true;
            if Distance(best).plies() == Some(plies) {
                self.open[number as usize].store(DECIDED, Ordering::Relaxed);
                let position = self.ground.position(&mut cursor, number).expect("it is no hole");
                self.tell(&position, Distance(best));
            }
        }
        goes_on
    }

    fn tell(&self, position: &G::Position, distance: Distance) {
        self.ground.before(position, |before, next| {
            let before = before as usize;
            let open = self.open[before].load(Ordering::Relaxed);
            if open != DECIDED && open != 0 {
                self.best[before].fetch_max(distance.before(next).0, Ordering::Relaxed);
                // Somebody else may decide it at the same moment, and then it stays decided.
                let less = |open| (open != DECIDED && open != 0).then(|| open - 1);
                let _ = self.open[before].fetch_update(Ordering::Release, Ordering::Relaxed, less);
            }
        });
    }
}

/// What a position is in the end: drawn, if it was never decided.
fn end(best: &AtomicI16, open: &AtomicU8) -> i16 {
    match (best.load(Ordering::Relaxed), open.load(Ordering::Relaxed)) {
        (HOLE, _) => HOLE,
        (best, DECIDED) => best,
        _ => 0,
    }
}
