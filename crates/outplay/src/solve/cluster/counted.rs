//! One worker's part of a slice, by the same counters that solve a slice on one machine.

use std::ops::Range;

use super::super::retrograde::counters::{Counters, MANY, Part};
use super::super::retrograde::{Exits, Ground, PIECE, Verdict, VerdictTally};
use super::blocks::Blocks;
use super::rounds::{Outbox, Share};

pub(super) struct Counted<G: Ground, E> {
    counters: Counters<G, E, Blocks>,
    cursor: G::Cursor,
    /// As far as the sweep has come.
    at: u64,
}

impl<G: Ground, E: Exits<Value = Verdict>> Counted<G, E> {
    /// What is known of each position before any inside of the slice is. `looked` hears how many were looked at.
    pub(super) fn new(ground: G, exits: E, blocks: Blocks, looked: impl Fn(u64)) -> Self {
        let counters = Counters::of(ground, exits, blocks, false);
        let count = blocks.count();
        for start in (0..count).step_by(PIECE as usize) {
            let end = count.min(start + PIECE);
            counters.look(start..end);
            looked(end - start);
        }
        Counted { counters, cursor: G::Cursor::default(), at: 0 }
    }
}

impl<G: Ground, E: Exits<Value = Verdict>> Share for Counted<G, E> {
    fn is_news(&mut self, sweep: u64) -> bool {
        self.counters.is_news(sweep)
    }

    fn sweep(&mut self, sweep: u64, outbox: &mut Outbox) -> bool {
        let count = self.counters.part().count();
        while self.at < count {
            let end = count.min(self.at + PIECE);
            let (counters, cursor) = (&self.counters, &mut self.cursor);
            counters.each_decided(self.at..end, sweep, |place| {
                counters.gather(cursor, place, |before, wins| outbox.tell(before, wins));
                // What is one's own is told while it is near.
                if outbox.own().len() >= 4 * MANY {
                    hear_oneself(counters, sweep + 1, outbox);
                }
            });
            self.at = end;
            if outbox.is_full() {
                return false;
            }
        }
        hear_oneself(&self.counters, sweep + 1, outbox);
        outbox.finish();
        self.at = 0;
        true
    }

    fn hear(&mut self, sweep: u64, news: &[u8]) {
        spread(&self.counters, sweep, news);
    }

    fn codes(&self, places: Range<u64>, codes: &mut Vec<u8>) {
        codes.extend(places.map(|place| self.counters.states.probed_code(place)));
    }

    fn unprobed(&self) -> VerdictTally {
        self.counters.states.unprobed()
    }
}

/// Tells one's own positions.
fn hear_oneself<G: Ground, E: Exits<Value = Verdict>>(
    counters: &Counters<G, E, Blocks>,
    sweep: u64,
    outbox: &mut Outbox,
) {
    spread(counters, sweep, outbox.own());
    outbox.own().clear();
}

/// Tells places, four bytes each, that a move of theirs is decided.
fn spread<G: Ground, E: Exits<Value = Verdict>>(
    counters: &Counters<G, E, Blocks>,
    sweep: u64,
    news: &[u8],
) {
    let mut codes = [0_u32; MANY];
    for some in news.chunks(4 * MANY) {
        let (bytes, _) = some.as_chunks();
        for (code, bytes) in codes.iter_mut().zip(bytes) {
            *code = u32::from_le_bytes(*bytes);
        }
        counters.spread(&codes[..bytes.len()], sweep);
    }
}
