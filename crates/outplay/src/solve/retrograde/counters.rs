//! Retrograde analysis with counters: from positions that are decided back to those that lead there.
//!
//! Every open position counts its moves that are not refuted yet. A position that is lost makes all before it won. One that is won
//! refutes a move of each before it, and when none is left, that one is lost. What is never decided is drawn.
//!
//! One byte a position, and a bit that says whether it was decided and nobody has looked at what leads there. Sweeps over the
//! bits go on until none is set. What a sweep decides is left to the next one, so the number of sweeps tells how many moves it takes at most until a player who wins
//! has left the slice. Within a sweep the order does not matter, so threads need not agree on one.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::slices::{Exits, Ground, Look};
use super::threads::share;
use super::verdict::{
    DRAW, HOLE, LOSS, MOST, SAFE, SETTLED_LOSS, SETTLED_WIN, States, WIN, settled,
};
use super::{Next, Verdict, Watch};

/// The numbers of a slice that are solved in one place: all of them, or the share of one worker of a cluster. They are counted by places, from 0.
pub(crate) trait Part: Sync {
    /// How many there are.
    fn count(&self) -> u64;

    /// The number at a place.
    fn number(&self, place: u64) -> u64;

    /// The place of a number that is solved here.
    fn place(&self, number: u64) -> u64;
}

/// All numbers of a slice: each is its own place.
pub(super) struct Whole(u64);

impl Whole {
    pub(super) fn of<G: Ground>(ground: &G) -> Whole {
        Whole(ground.count())
    }
}

impl Part for Whole {
    #[inline(always)]
    fn count(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn number(&self, place: u64) -> u64 {
        place
    }

    #[inline(always)]
    fn place(&self, number: u64) -> u64 {
        number
    }
}

/// Solves a slice, or a part of it, by counters, from what [`Ground::before`] tells.
pub(crate) struct Counters<G, E, P> {
    ground: G,
    exits: E,
    part: P,
    pub(crate) states: States,
    /// What was decided and is to tell those before it: in this sweep, and in the next one.
    fresh: [Bits; 2],
}

impl Counters<(), (), ()> {
    /// How many bytes so many positions take.
    pub(crate) fn bytes(count: u64) -> u64 {
        count + 2 * count.div_ceil(64) * 8
    }
}

impl<G: Ground, E: Exits<Value = Verdict>> Counters<G, E, Whole> {
    pub(super) fn new(ground: G, exits: E, threads: usize) -> Self {
        let whole = Whole::of(&ground);
        Counters::of(ground, exits, whole, threads > 1)
    }

    /// Solves the slice. After how many moves inside it a player who wins has left it, at most.
    pub(super) fn solve(&self, threads: usize, watch: &dyn Watch) -> u16 {
        let count = self.part.count();
        share(threads, count, |piece| {
            let length = piece.end - piece.start;
            self.look(piece);
            watch.looked(length);
        });
        for sweep in 0.. {
            if !self.is_news(sweep) {
                return moves_of(sweep);
            }
            share(threads, count, |piece| self.sweep(piece, sweep));
            watch.swept();
        }
        unreachable!("there are fewer sweeps than positions")
    }

    /// Tells all positions before those that were decided.
    fn sweep(&self, piece: Range<u64>, sweep: u64) {
        let mut cursor = G::Cursor::default();
        let mut news = News::new();
        self.each_decided(piece, sweep, |place| {
            self.gather(&mut cursor, place, |before, wins| news.0.push(code_of(before, wins)));
            if news.is_full() {
                self.spread(&news.0, sweep + 1);
                news.0.clear();
            }
        });
        self.spread(&news.0, sweep + 1);
    }
}

impl<G: Ground, E: Exits<Value = Verdict>, P: Part> Counters<G, E, P> {
    /// Shared, if several threads change it at once.
    pub(crate) fn of(ground: G, exits: E, part: P, is_shared: bool) -> Self {
        let states = States::new(part.count(), is_shared);
        let fresh = [(); 2].map(|()| Bits::new(part.count(), is_shared));
        Counters { ground, exits, part, states, fresh }
    }

    /// The numbers that are solved here.
    #[cfg(feature = "cluster")]
    pub(crate) fn part(&self) -> &P {
        &self.part
    }

    /// What is known of each position before any inside of the slice is.
    pub(crate) fn look(&self, piece: Range<u64>) {
        let mut cursor = G::Cursor::default();
        for place in piece {
            let state = match self.ground.position(&mut cursor, self.part.number(place)) {
                None => HOLE,
                Some(position) => self.look_at(&position),
            };
            self.states.set(place, state);
            if matches!(state, LOSS | WIN | SETTLED_LOSS | SETTLED_WIN) {
                self.fresh[0].set(place);
            }
        }
    }

    #[inline(always)]
    fn look_at(&self, position: &G::Position) -> u8 {
        match self.ground.look(position, &self.exits) {
            Look::Settled(verdict) if !self.ground.is_probed(position) => settled(verdict),
            look => first_state(look),
        }
    }

    /// Whether anything is to be told in a sweep. Asked once, before it.
    pub(crate) fn is_news(&self, sweep: u64) -> bool {
        self.of_sweep(sweep).is_news.swap(false, Ordering::Relaxed)
    }

    /// Tells the places of a piece that were decided in the sweep before, each once.
    #[inline(always)]
    pub(crate) fn each_decided(&self, piece: Range<u64>, sweep: u64, mut told: impl FnMut(u64)) {
        let decided = self.of_sweep(sweep);
        for word in piece.start / 64..piece.end.div_ceil(64) {
            let mut bits = decided.take(word);
            while bits != 0 {
                told(word * 64 + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
    }

    /// Tells the numbers from which moves lead to a position that was decided, and whether those moves win.
    #[inline(always)]
    pub(crate) fn gather(
        &self,
        cursor: &mut G::Cursor,
        place: u64,
        mut told: impl FnMut(u64, bool),
    ) {
        let position = self.ground.position(cursor, self.part.number(place));
        let position = position.expect("only positions are decided");
        let is_won = matches!(self.states.get(place), WIN | SETTLED_WIN);
        // The move leads to a loss of the other player, or to a win of the same one.
        self.ground.before(&position, |before, next| told(before, is_won == (next == Next::Same)));
    }

    /// Tells places, by [codes](code_of), that a move of theirs is decided. What follows is left to a sweep.
    pub(crate) fn spread<C: Copy + Into<u64>>(&self, news: &[C], sweep: u64) {
        let later = self.of_sweep(sweep);
        // PERF: what is far away in memory is asked for all at once, not one by one: nothing waits for the first of them. 5.4 M positions a second against 3.3 M
        // in checkers, 3 men against 3.
        let touched = news.iter().fold(0, |all, &one| all | self.states.get(one.into() / 2));
        std::hint::black_box(touched);
        for one in news.iter().map(|&one| one.into()) {
            let place = one / 2;
            let is_news = match one % 2 {
                1 => self.states.win(place),
                _ => self.states.refute(place),
            };
            if is_news {
                later.set(place);
            }
        }
    }

    fn of_sweep(&self, sweep: u64) -> &Bits {
        &self.fresh[(sweep % 2) as usize]
    }
}

/// A place, and whether a move from there wins.
#[inline(always)]
fn code_of(place: u64, wins: bool) -> u64 {
    place * 2 + u64::from(wins)
}

/// How many moves it takes at most, if a sweep is the first one without anything to tell.
pub(crate) fn moves_of(sweep: u64) -> u16 {
    u16::try_from(sweep.saturating_sub(1)).unwrap_or(u16::MAX)
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

/// Positions that are to be told, by their codes.
struct News(Vec<u64>);

/// So many are told at a time.
pub(crate) const MANY: usize = 192;

impl News {
    fn new() -> News {
        News(Vec::with_capacity(2 * MANY))
    }

    fn is_full(&self) -> bool {
        self.0.len() >= MANY
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
