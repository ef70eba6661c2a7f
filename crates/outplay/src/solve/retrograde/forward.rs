//! Slices of games that cannot undo moves: looked at again and again, or with every move written down backwards.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::counters::{Part, Whole, first_state};
use super::slices::{Exits, Ground, Look};
use super::threads::share;
use super::verdict::{DRAW, HOLE, LOSS, SAFE, States, WIN};
use super::{Next, Verdict, Watch};

/// Solves a slice by sweeps: the moves of every open position are looked at until nothing changes any more.
pub(super) struct Sweeps<'s, G, E> {
    pub(super) ground: &'s G,
    pub(super) exits: &'s E,
    pub(super) states: States,
    threads: usize,
}

impl<'s, G: Ground, E: Exits<Value = Verdict>> Sweeps<'s, G, E> {
    pub(super) fn new(ground: &'s G, exits: &'s E, threads: usize) -> Self {
        Sweeps { ground, exits, states: States::new(ground.count(), threads > 1), threads }
    }

    pub(super) fn solve(&self, watch: &dyn Watch) {
        let count = self.ground.count();
        share(self.threads, count, |piece| {
            let length = piece.end - piece.start;
            self.look(piece);
            watch.looked(length);
        });
        let is_news = AtomicBool::new(true);
        while is_news.swap(false, Ordering::Relaxed) {
            share(self.threads, count, |piece| {
                if self.sweep(piece) {
                    is_news.store(true, Ordering::Relaxed);
                }
            });
            watch.swept();
        }
    }

    fn look(&self, piece: Range<u64>) {
        let mut cursor = G::Cursor::default();
        for number in piece {
            let position = self.ground.position(&mut cursor, number);
            let look = position.map(|position| self.ground.look(&position, self.exits));
            self.states.set(number, look.map_or(HOLE, first_state));
        }
    }

    /// Whether anything has changed.
    fn sweep(&self, piece: Range<u64>) -> bool {
        let mut cursor = G::Cursor::default();
        let mut is_news = false;
        for number in piece {
            let state = self.states.get(number);
            if matches!(state, LOSS | WIN | DRAW | HOLE) {
                continue;
            }
            let position = self.ground.position(&mut cursor, number).expect("it is no hole");
            if let Some(decided) = self.decided(&position, state == SAFE) {
                self.states.set(number, decided);
                is_news = true;
            }
        }
        is_news
    }

    /// What an open position is by now, if it is decided.
    fn decided(&self, position: &G::Position, is_safe: bool) -> Option<u8> {
        let (mut wins, mut is_lost) = (false, !is_safe);
        self.ground.after(position, |number, next| {
            let (win, loss) = match next {
                Next::Opponent => (LOSS, WIN),
                Next::Same => (WIN, LOSS),
            };
            let state = self.states.get(number);
            wins |= state == win;
            is_lost &= state == loss;
        });
        match () {
            () if wins => Some(WIN),
            () if is_lost => Some(LOSS),
            () => None,
        }
    }
}

/// A slice, or a part of it, with all moves there written down backwards, eight bytes each, so that it can be solved by counters.
pub(crate) struct Reversed<G, P> {
    ground: G,
    part: P,
    /// Where the moves to each place begin, and at the end where the last ones end.
    first: Vec<u64>,
    /// From where each move comes, by its [code](from_code).
    moves: Vec<u64>,
}

impl<'r, G: Ground> Reversed<&'r G, Whole> {
    pub(super) fn new(ground: &'r G) -> Self {
        Reversed::of(ground, Whole::of(ground), |told| {
            each_move(ground, |from, to, next| told(to, from_code(from, next)));
        })
    }
}

impl<G: Ground, P: Part> Reversed<G, P> {
    /// `each` tells all moves, twice: to which place, and the [code](from_code) of where it comes from.
    pub(crate) fn of(ground: G, part: P, each: impl Fn(&mut dyn FnMut(u64, u64))) -> Self {
        let count = usize::try_from(part.count()).expect("it fits into memory");
        let mut first = vec![0; count + 2];
        each(&mut |to, _| first[to as usize + 2] += 1);
        (2..first.len()).for_each(|at| first[at] += first[at - 1]);
        let mut moves = vec![0; first[count + 1] as usize];
        each(&mut |to, from| {
            // One place further, so that in the end every entry is where its moves begin.
            let place = &mut first[to as usize + 1];
            moves[*place as usize] = from;
            *place += 1;
        });
        Reversed { ground, part, first, moves }
    }
}

/// How many bytes a slice with its moves backwards takes.
pub(crate) fn reversed_bytes<G: Ground>(ground: &G) -> u64 {
    let mut moves = 0;
    each_move(ground, |_, _, _| moves += 1);
    (moves + ground.count() + 2) * 8
}

/// From where a move comes, times two; one more if the same player goes on.
#[inline]
pub(crate) fn from_code(from: u64, next: Next) -> u64 {
    from * 2 + u64::from(next == Next::Same)
}

/// Tells all moves that stay inside a slice: from where, to where, and who goes on.
fn each_move<G: Ground>(ground: &G, mut told: impl FnMut(u64, u64, Next)) {
    let mut cursor = G::Cursor::default();
    for number in 0..ground.count() {
        if let Some(position) = ground.position(&mut cursor, number) {
            ground.after(&position, |to, next| told(number, to, next));
        }
    }
}

impl<G: Ground, P: Part> Ground for Reversed<G, P> {
    type Position = (u64, G::Position);
    type Cursor = G::Cursor;

    fn count(&self) -> u64 {
        self.ground.count()
    }

    fn position(&self, cursor: &mut G::Cursor, number: u64) -> Option<Self::Position> {
        Some((number, self.ground.position(cursor, number)?))
    }

    fn look<E: Exits>(&self, position: &Self::Position, exits: &E) -> Look<E::Value> {
        self.ground.look(&position.1, exits)
    }

    fn after(&self, position: &Self::Position, told: impl FnMut(u64, Next)) {
        self.ground.after(&position.1, told);
    }

    fn is_probed(&self, position: &Self::Position) -> bool {
        self.ground.is_probed(&position.1)
    }

    fn before(&self, position: &Self::Position, mut told: impl FnMut(u64, Next)) {
        let at = self.part.place(position.0) as usize;
        for &code in &self.moves[self.first[at] as usize..self.first[at + 1] as usize] {
            told(code / 2, if code % 2 == 1 { Next::Same } else { Next::Opponent });
        }
    }
}
