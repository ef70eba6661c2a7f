//! The transposition table: what was found out about a position, for whoever comes there again.
//!
//! Threads share it by `&`. It has no locks and no data races: every word is an atomic, and a wide entry that
//! was written by two threads at once is taken for one only with the odds of a 64-bit hash. Entries come in two layouts. A *narrow* one
//! is a single word: if a game's keys are small numbers, the slot says half of the key and the word has
//! room for the other half, so nothing is lost, and a cache line holds eight. A *wide* one is two words: the
//! key, xored with the second word so that a torn entry does not match (Hyatt and Mann, *A Lock-less
//! Transposition Table Implementation for Parallel Search Chess Engines*, 2002), and what is known.
//!
//! An entry keeps a lower and an upper bound, so that searches with different windows do not overwrite what
//! the other found. Of a bucket, the entry that was cheapest to find is replaced.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::Memory;
use crate::Range;

/// Where a position is kept.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    bucket: usize,
    /// What the slot does not say of the key.
    rest: u64,
}

/// A transposition table.
pub(super) struct Table {
    memory: Memory,
    layout: Layout,
    /// The lowest bits of a mixed key that an entry has to keep.
    rest_bits: u32,
    key_mask: u64,
    half: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Narrow,
    Wide,
}

/// Words in a bucket: half a cache line.
const BUCKET: usize = 4;

/// Bits of a narrow entry that are not the key: two scores, and the effort.
const NARROW_DATA: u32 = 22;

/// Scores of a narrow entry lie between these.
const NARROW_SCORES: Range<i32> = Range { low: -127, high: 127 };

/// Scores of a wide entry lie between these.
const WIDE_SCORES: Range<i32> = Range { low: -32_767, high: 32_767 };

impl Table {
    /// A table of at most so many megabytes, for keys of `key_bits` bits and scores from `-highest` to
    /// `highest`. Fails if there is not so much memory.
    pub(super) fn new(megabytes: usize, key_bits: u32, highest: i32) -> std::io::Result<Table> {
        assert!(highest <= WIDE_SCORES.high, "a score of {highest} does not fit into the table");
        assert!(key_bits <= 64, "keys of {key_bits} bits do not fit into 64");
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(ErrorKind::OutOfMemory)?;
        let words = bytes / 8;
        let buckets = 1_usize << (words / BUCKET).ilog2();
        let index_bits = buckets.ilog2();
        let rest_bits = key_bits.saturating_sub(index_bits);
        let fits = rest_bits <= 64 - NARROW_DATA && highest < NARROW_SCORES.high;
        let layout = if fits { Layout::Narrow } else { Layout::Wide };
        let key_mask = if key_bits >= 64 { u64::MAX } else { (1 << key_bits) - 1 };
        let memory = Memory::new(buckets * BUCKET)?;
        Ok(Table { memory, layout, rest_bits, key_mask, half: key_bits / 2 + 1 })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.memory.clear();
    }

    /// Mixes a key in a way that can be undone, so that slot and rest together are as good as the key.
    #[inline(always)]
    pub(super) fn slot(&self, key: u64) -> Slot {
        debug_assert!(key & !self.key_mask == 0, "a key has more bits than it was said to have");
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & self.key_mask;
        let mixed = mixed ^ mixed >> self.half;
        let rest = mixed & !(u64::MAX << self.rest_bits);
        let bucket = (mixed >> self.rest_bits) as usize * BUCKET;
        match self.layout {
            Layout::Narrow => Slot { bucket, rest },
            Layout::Wide => Slot { bucket, rest: mixed },
        }
    }

    /// Asks for a slot that will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        self.memory.prefetch(slot.bucket);
    }

    #[inline(always)]
    fn bucket(&self, slot: Slot) -> &[AtomicU64; BUCKET] {
        self.memory.words()[slot.bucket..]
            .first_chunk()
            .expect("the number of words is a multiple of the size of a bucket")
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> Option<Range<i32>> {
        let bucket = self.bucket(slot);
        match self.layout {
            Layout::Narrow => bucket
                .iter()
                .map(|word| word.load(Ordering::Relaxed))
                .find(|&word| word >> NARROW_DATA == slot.rest && word != 0)
                .map(narrow),
            Layout::Wide => bucket
                .chunks_exact(2)
                .map(|pair| (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed)))
                .find(|&(check, data)| check ^ data == slot.rest && data != 0)
                .map(|(_, data)| wide(data)),
        }
    }

    /// Keeps what took `effort` (a logarithm) to find.
    #[inline(always)]
    pub(super) fn put(&self, slot: Slot, known: Range<i32>, effort: u32) {
        let bucket = self.bucket(slot);
        match self.layout {
            Layout::Narrow => {
                let word = packed_narrow(known, effort, slot.rest);
                let cost =
                    |old: u64| if old >> NARROW_DATA == slot.rest { 0 } else { old >> 16 & 63 };
                let cheapest = bucket.iter().min_by_key(|word| cost(word.load(Ordering::Relaxed)));
                cheapest.expect("a bucket is not empty").store(word, Ordering::Relaxed);
            }
            Layout::Wide => {
                let data = packed_wide(known, effort);
                let cost = |pair: &[AtomicU64]| {
                    let (check, old) =
                        (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
                    if check ^ old == slot.rest { 0 } else { old >> 32 & 63 }
                };
                let cheapest = bucket.chunks_exact(2).min_by_key(|pair| cost(pair));
                let pair = cheapest.expect("a bucket is not empty");
                pair[0].store(slot.rest ^ data, Ordering::Relaxed);
                pair[1].store(data, Ordering::Relaxed);
            }
        }
    }
}

#[inline(always)]
fn packed_narrow(known: Range<i32>, effort: u32, rest: u64) -> u64 {
    let low = known.low.max(NARROW_SCORES.low) as i8 as u8;
    let high = known.high.min(NARROW_SCORES.high) as i8 as u8;
    rest << NARROW_DATA | u64::from(effort.min(63)) << 16 | u64::from(high) << 8 | u64::from(low)
}

#[inline(always)]
fn narrow(word: u64) -> Range<i32> {
    Range { low: i32::from(word as i8), high: i32::from((word >> 8) as i8) }
}

/// Scores in the lowest 32 bits, then the effort. The highest bit is always set, so that
/// an entry is never zero.
#[inline(always)]
fn packed_wide(known: Range<i32>, effort: u32) -> u64 {
    let low = known.low.max(WIDE_SCORES.low) as i16 as u16;
    let high = known.high.min(WIDE_SCORES.high) as i16 as u16;
    1 << 63 | u64::from(effort.min(63)) << 32 | u64::from(high) << 16 | u64::from(low)
}

#[inline(always)]
fn wide(data: u64) -> Range<i32> {
    Range { low: i32::from(data as i16), high: i32::from((data >> 16) as i16) }
}
