//! Retrograde analysis with counters: from positions that are decided back to those that lead there.
//!
//! Every open position counts its moves that are not refuted yet. A position that is lost makes all before it won. One that is won
//! refutes a move of each before it, and when none is left, that one is lost. What is never decided is drawn.
//!
//! One byte a position, and a bit that says whether it was decided and nobody has looked at what leads there. Sweeps over the
//! bits go on until none is set; verdicts do not depend on the order, so threads need not agree on one.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::slices::{Exits, Ground, Look};
use super::threads::share;
use super::verdict::{DRAW, HOLE, LOSS, MOST, SAFE, States, WIN};
use super::{Next, Verdict, Watch};

/// Solves a slice by counters, from what [`Ground::before`] tells.
pub(super) struct Counters<'c, G, E> {
    pub(super) ground: &'c G,
    pub(super) exits: &'c E,
    pub(super) states: States,
    fresh: Bits,
    threads: usize,
}

impl<'c, G: Ground, E: Exits<Value = Verdict>> Counters<'c, G, E> {
    pub(super) fn new(ground: &'c G, exits: &'c E, threads: usize) -> Self {
        let states = States::new(ground.count(), threads > 1);
        let fresh = Bits::new(ground.count(), threads > 1);
        Counters { ground, exits, states, fresh, threads }
    }

    pub(super) fn solve(&self, watch: &dyn Watch) {
        let count = self.ground.count();
        share(self.threads, count, |piece| {
            let length = piece.end - piece.start;
            self.look(piece);
            watch.looked(length);
        });
        loop {
            self.fresh.is_news.store(false, Ordering::Relaxed);
            share(self.threads, count, |piece| self.sweep(piece));
            watch.swept();
            if !self.fresh.is_news.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// What is known of each position before any inside of the slice is.
    fn look(&self, piece: Range<u64>) {
        let mut cursor = G::Cursor::default();
        for number in piece {
            let state = match self.ground.position(&mut cursor, number) {
                None => HOLE,
                Some(position) => first_state(self.ground.look(&position, self.exits)),
            };
            self.states.set(number, state);
            if matches!(state, LOSS | WIN) {
                self.fresh.set(number);
            }
        }
    }

    /// Tells all positions before those that were decided.
    fn sweep(&self, piece: Range<u64>) {
        let mut cursor = G::Cursor::default();
        for word in piece.start / 64..piece.end.div_ceil(64) {
            let mut bits = self.fresh.take(word);
            while bits != 0 {
                let number = word * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                self.tell(&mut cursor, number);
            }
        }
    }

    fn tell(&self, cursor: &mut G::Cursor, number: u64) {
        let position = self.ground.position(cursor, number).expect("only positions are decided");
        let is_won = self.states.get(number) == WIN;
        self.ground.before(&position, |before, next| {
            // The move leads to a loss of the other player, or to a win of the same one.
            let wins = is_won == (next == Next::Same);
            let is_news = if wins { self.states.win(before) } else { self.states.refute(before) };
            if is_news {
                self.fresh.set(before);
            }
        });
    }
}

/// The state of a position of which only the moves that leave the slice are known.
pub(super) fn first_state(look: Look<Verdict>) -> u8 {
    let verdict = |verdict| match verdict {
        Verdict::Loss => LOSS,
        Verdict::Draw => DRAW,
        Verdict::Win => WIN,
    };
    match look {
        Look::Settled(settled) => verdict(settled),
        Look::Open { exits: Some(Verdict::Win), .. } => WIN,
        Look::Open { exits: Some(Verdict::Draw), .. } => SAFE,
        Look::Open { inside, .. } => {
            assert!((1..=MOST).contains(&inside), "{inside} moves stay: 1 to {MOST} are possible");
            inside
        }
    }
}

/// A bit for every number.
struct Bits {
    words: Vec<AtomicU64>,
    /// Whether any was set since somebody asked.
    is_news: AtomicBool,
    is_shared: bool,
}

impl Bits {
    fn new(count: u64, is_shared: bool) -> Bits {
        let count = usize::try_from(count.div_ceil(64)).expect("it fits into memory");
        let mut words = Vec::new();
        words.resize_with(count, AtomicU64::default);
        Bits { words, is_news: AtomicBool::new(false), is_shared }
    }

    #[inline]
    fn set(&self, number: u64) {
        let (word, bit) = (&self.words[(number / 64) as usize], 1 << (number % 64));
        match self.is_shared {
            true => drop(word.fetch_or(bit, Ordering::Release)),
            false => word.store(word.load(Ordering::Relaxed) | bit, Ordering::Relaxed),
        }
        if !self.is_news.load(Ordering::Relaxed) {
            self.is_news.store(true, Ordering::Relaxed);
        }
    }

    /// The bits of a word, which are cleared.
    fn take(&self, word: u64) -> u64 {
        let word = &self.words[word as usize];
        match word.load(Ordering::Relaxed) {
            0 => 0,
            _ if self.is_shared => word.swap(0, Ordering::Acquire),
            bits => {
                word.store(0, Ordering::Relaxed);
                bits
            }
        }
    }
}
