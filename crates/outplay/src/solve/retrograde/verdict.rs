//! Win, draw or loss, and many of them in little room.

use std::sync::atomic::{AtomicU8, Ordering};

use super::Next;

/// What a position is worth to the player who moves there: a [`Verdict`], a [`Distance`](super::Distance) or a [`Score`](super::Score). More is better.
pub trait Worth: Copy + Ord + Send + Sync {
    /// The game is over and lost, as where a player who has no move loses.
    const LOST: Self;
    /// The game is over, and nobody has won.
    const DRAWN: Self;
    /// The game is over and won.
    const WON: Self;

    /// The game is over, and the player who would move is ahead by so many points.
    #[inline(always)]
    fn over(points: i32) -> Self {
        match Verdict::of_points(points) {
            Verdict::Loss => Self::LOST,
            Verdict::Draw => Self::DRAWN,
            Verdict::Win => Self::WON,
        }
    }

    /// The same, if so many points are won on the way. Scores count them; who wins, and in how many plies, does not follow from points that are won on the way, and stays what it is.
    #[inline(always)]
    fn gained(self, points: i32) -> Self {
        let _ = points;
        self
    }

    /// For the player who made the move that led here, one ply before.
    fn before(self, next: Next) -> Self;

    /// The better one of what two moves lead to.
    #[inline(always)]
    fn best(self, other: Self) -> Self {
        self.max(other)
    }
}

/// What a position is worth to the player who moves there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The other player can force a win.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The player to move can force a win.
    Win,
}

impl Verdict {
    /// All of them, from the worst.
    pub const ALL: [Verdict; 3] = [Verdict::Loss, Verdict::Draw, Verdict::Win];

    /// Who is ahead by so many points.
    #[inline]
    pub(crate) fn of_points(points: i32) -> Verdict {
        match points.signum() {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        }
    }

    /// For the other player.
    #[inline]
    pub fn flipped(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }

    /// As two bits.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// Two bits as a verdict; the fourth is none.
    #[inline]
    pub(crate) fn of(code: u8) -> Option<Verdict> {
        match code {
            0 => Some(Verdict::Loss),
            1 => Some(Verdict::Draw),
            2 => Some(Verdict::Win),
            _ => None,
        }
    }
}

impl Worth for Verdict {
    const LOST: Verdict = Verdict::Loss;
    const DRAWN: Verdict = Verdict::Draw;
    const WON: Verdict = Verdict::Win;

    #[inline]
    fn before(self, next: Next) -> Verdict {
        match next {
            Next::Opponent => self.flipped(),
            Next::Same => self,
        }
    }
}

/// The code of a number without a verdict: no position has it, or none that is ever probed.
pub(crate) const NOTHING: u8 = 3;

/// The verdicts of a slice, four in a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    count: u64,
    bytes: Vec<u8>,
    longest: Option<u16>,
}

impl Verdicts {
    /// How many bytes so many verdicts take.
    pub fn bytes_for(count: u64) -> u64 {
        count.div_ceil(4)
    }

    /// No verdict yet for so many numbers.
    pub(crate) fn nothing(count: u64) -> Verdicts {
        let length = usize::try_from(Self::bytes_for(count)).expect("it fits into memory");
        Verdicts { count, bytes: vec![0xff; length], longest: None }
    }

    /// The same, with the [most moves](Self::longest) inside the slice.
    pub(crate) fn with_longest(self, longest: Option<u16>) -> Verdicts {
        Verdicts { longest, ..self }
    }

    /// After so many moves inside the slice, at most, a player who wins has left it or has won; nothing if that is not known, as after sweeps.
    pub fn longest(&self) -> Option<u16> {
        self.longest
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The verdict of a number; none if it has none.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Verdict> {
        Verdict::of(self.code(number))
    }

    #[inline]
    pub(crate) fn code(&self, number: u64) -> u8 {
        self.bytes[(number / 4) as usize] >> (number % 4 * 2) & 3
    }

    /// The bytes, for whoever fills them by parts.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// How many losses, draws, wins, and numbers without a verdict there are.
    pub fn tally(&self) -> VerdictTally {
        let mut bytes = [0; 256];
        self.bytes.iter().for_each(|&byte| bytes[usize::from(byte)] += 1);
        let mut counts = [0; 4];
        for (byte, many) in bytes.into_iter().enumerate() {
            (0..4).for_each(|place| counts[byte >> (place * 2) & 3] += many);
        }
        // The last byte is filled up.
        counts[usize::from(NOTHING)] -= self.bytes.len() as u64 * 4 - self.count;
        VerdictTally { losses: counts[0], draws: counts[1], wins: counts[2], nothing: counts[3] }
    }
}

/// How many positions there are of each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictTally {
    /// The player to move loses.
    pub losses: u64,
    /// Nobody wins.
    pub draws: u64,
    /// The player to move wins.
    pub wins: u64,
    /// Numbers that no position has.
    pub nothing: u64,
}

impl VerdictTally {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.losses + self.draws + self.wins
    }
}

impl std::ops::Add for VerdictTally {
    type Output = VerdictTally;

    fn add(self, other: VerdictTally) -> VerdictTally {
        VerdictTally {
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            wins: self.wins + other.wins,
            nothing: self.nothing + other.nothing,
        }
    }
}

/// One byte for every number, which several threads change at once: what is known of the position so far.
///
/// A loss is the counter that has come down to nothing: how many moves inside the slice are not refuted yet.
pub(crate) struct States {
    bytes: Vec<AtomicU8>,
    /// One thread needs no locked instructions.
    is_shared: bool,
}

pub(super) const LOSS: u8 = 0;
/// Up to here it is a counter.
pub(super) const MOST: u8 = super::MOST_INSIDE;
/// Open, but not lost: some move leaves the slice for a draw.
pub(super) const SAFE: u8 = 241;
pub(super) const DRAW: u8 = 242;
pub(super) const WIN: u8 = 243;
pub(super) const HOLE: u8 = 244;
/// With the code of a verdict added: a position that is settled and never probed.
const SETTLED: u8 = 245;
pub(super) const SETTLED_LOSS: u8 = SETTLED + Verdict::Loss as u8;
pub(super) const SETTLED_WIN: u8 = SETTLED + Verdict::Win as u8;

/// The state of a position that is settled, and that no table is asked about.
pub(super) fn settled(verdict: Verdict) -> u8 {
    SETTLED + verdict.code()
}

impl States {
    pub(super) fn new(count: u64, is_shared: bool) -> States {
        let count = usize::try_from(count).expect("it fits into memory");
        let mut bytes = Vec::new();
        bytes.resize_with(count, || AtomicU8::new(HOLE));
        States { bytes, is_shared }
    }

    #[inline]
    pub(super) fn get(&self, number: u64) -> u8 {
        self.bytes[number as usize].load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, number: u64, state: u8) {
        self.bytes[number as usize].store(state, Ordering::Relaxed);
    }

    /// A move of an open position wins. Whether that was news.
    #[inline]
    pub(super) fn win(&self, number: u64) -> bool {
        self.change(number, |state| (state != LOSS && state <= SAFE).then_some(WIN)).is_some()
    }

    /// One more move of an open position loses. Whether it was the last one.
    #[inline]
    pub(super) fn refute(&self, number: u64) -> bool {
        self.change(number, |state| (state != LOSS && state <= MOST).then(|| state - 1))
            == Some(LOSS)
    }

    /// What a state is changed to, if it is.
    #[inline]
    fn change(&self, number: u64, change: impl Fn(u8) -> Option<u8>) -> Option<u8> {
        let byte = &self.bytes[number as usize];
        let mut state = byte.load(Ordering::Relaxed);
        loop {
            let changed = change(state)?;
            if !self.is_shared {
                byte.store(changed, Ordering::Relaxed);
                return Some(changed);
            }
            let swap =
                byte.compare_exchange_weak(state, changed, Ordering::Relaxed, Ordering::Relaxed);
            match swap {
                Ok(_) => return Some(changed),
                Err(now) => state = now,
            }
        }
    }

    /// What is left open is drawn.
    pub(super) fn code(&self, number: u64) -> u8 {
        match self.get(number) {
            LOSS => Verdict::Loss.code(),
            WIN => Verdict::Win.code(),
            HOLE => NOTHING,
            state @ SETTLED.. => state - SETTLED,
            _ => Verdict::Draw.code(),
        }
    }

    /// The same of positions that are probed, and nothing of others.
    pub(crate) fn probed_code(&self, number: u64) -> u8 {
        if self.get(number) >= SETTLED { NOTHING } else { self.code(number) }
    }

    /// How many there are of each verdict that are never probed.
    pub(crate) fn unprobed(&self) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for state in &self.bytes {
            match state.load(Ordering::Relaxed).checked_sub(SETTLED).and_then(Verdict::of) {
                Some(Verdict::Loss) => tally.losses += 1,
                Some(Verdict::Draw) => tally.draws += 1,
                Some(Verdict::Win) => tally.wins += 1,
                None => {}
            }
        }
        tally
    }
}
