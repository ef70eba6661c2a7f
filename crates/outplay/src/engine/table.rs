//! The transposition table: what was found out about a position, for whoever comes there again.
//!
//! Threads share it by `&`. It has no locks and no data races: every word is an atomic, and a wide entry that
//! was written by two threads at once is taken for one only with the odds of a hash. Entries come in two
//! layouts. A *narrow* one is a single word: if a game's keys are small numbers, the slot says half of the key
//! and the word has room for the other half, so nothing is lost, and a cache line holds eight. A *wide* one is two
//! words: the key, xored with the second word so that a torn entry does not match (Hyatt and Mann, *A Lock-less
//! Transposition Table Implementation for Parallel Search Chess Engines*, 2002), and what is known. Only a wide
//! one has room for best moves.
//!
//! An entry keeps a lower and an upper bound, so that searches with different windows do not overwrite what
//! the other found. Of a bucket, the entry that was cheapest to find is replaced, and first of all one of an
//! earlier search, if it is wide: a narrow one has no room for its age.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::Memory;
use crate::Range;

/// The depth of a search to the end of the game.
pub(super) const TO_THE_END: u32 = 255;

/// The certainty of a search that leaves nothing out.
pub(super) const SURE: u32 = 7;

/// No move.
pub(super) const NONE: u16 = u16::MAX;

/// Where a position is kept.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    bucket: usize,
    /// What the slot does not say of the key.
    rest: u64,
}

impl Slot {
    /// A number for it, nearly always another one for another position.
    pub(super) fn number(self) -> u64 {
        self.rest.wrapping_add(self.bucket as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Where the score lies.
    pub(super) known: Range<i32>,
    /// How deep the search was.
    pub(super) depth: u32,
    /// How certain it was of what it left out.
    pub(super) certainty: u32,
    /// The best move, and the one that was best before, by [their index](super::Insight::index).
    pub(super) moves: [u16; 2],
}

/// A transposition table.
pub(super) struct Table {
    memory: Memory,
    layout: Layout,
    /// Whether there is room for two moves.
    pairs: bool,
    /// The lowest bits of a mixed key that an entry has to keep.
    rest_bits: u32,
    key_mask: u64,
    half: u32,
    /// Which search it is, from 1 to 31.
    age: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Narrow,
    Wide,
}

/// Words in a bucket of narrow entries: half a cache line.
const NARROW_BUCKET: usize = 4;

/// Words in a bucket of wide entries: a cache line.
const WIDE_BUCKET: usize = 8;

/// Bits of a narrow entry that are not the key: two scores, the effort and the depth.
const NARROW_DATA: u32 = 30;

/// Scores of a narrow entry lie between these.
const NARROW_SCORES: Range<i32> = Range { low: -127, high: 127 };

/// Scores of a wide entry lie between these.
const WIDE_SCORES: Range<i32> = Range { low: -32_767, high: 32_767 };

/// Bits of a wide entry's first word that are not the key.
const WIDE_EXTRA: u64 = 0xFF;

impl Table {
    /// A table of at most so many megabytes, for keys of `key_bits` bits, scores from `-highest` to
    /// `highest`, and `indices` moves. Fails if there is not so much memory.
    pub(super) fn new(
        megabytes: usize,
        key_bits: u32,
        highest: i32,
        indices: usize,
    ) -> std::io::Result<Table> {
        assert!(highest <= WIDE_SCORES.high, "a score of {highest} does not fit into the table");
        assert!(key_bits <= 64, "keys of {key_bits} bits do not fit into 64");
        assert!(indices < usize::from(NONE), "{indices} moves do not fit into the table");
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(ErrorKind::OutOfMemory)?;
        let words = 1_usize << (bytes / 8).ilog2();
        let rest_bits = |bucket: usize| key_bits.saturating_sub((words / bucket).ilog2());
        let fits = rest_bits(NARROW_BUCKET) <= 64 - NARROW_DATA
            && highest < NARROW_SCORES.high
            && indices == 0;
        let (layout, bucket) =
            if fits { (Layout::Narrow, NARROW_BUCKET) } else { (Layout::Wide, WIDE_BUCKET) };
        let key_mask = if key_bits >= 64 { u64::MAX } else { (1 << key_bits) - 1 };
        Ok(Table {
            memory: Memory::new(words)?,
            layout,
            pairs: indices < 255,
            rest_bits: rest_bits(bucket),
            key_mask,
            half: key_bits / 2 + 1,
            age: AtomicU64::new(1),
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.memory.clear();
    }

    /// A new search begins: what is known from earlier ones gives way first.
    pub(super) fn grow_older(&self) {
        self.age.store(self.age() % 31 + 1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn age(&self) -> u64 {
        self.age.load(Ordering::Relaxed)
    }

    /// How much of the table this search has filled, in thousandths, as far as a sample shows. A narrow entry has no age: there
    /// all that is known counts.
    pub(super) fn filled(&self) -> u32 {
        let words = self.memory.words();
        let sample = &words[..words.len().min(2_000)];
        let word = |word: &AtomicU64| word.load(Ordering::Relaxed);
        let (filled, all) = match self.layout {
            Layout::Narrow => (sample.iter().filter(|one| word(one) != 0).count(), sample.len()),
            Layout::Wide => {
                let pairs = sample.chunks_exact(2);
                let all = pairs.len();
                (pairs.filter(|pair| word(&pair[1]) >> 59 == self.age()).count(), all)
            }
        };
        (filled * 1_000 / all.max(1)) as u32
    }

    /// Mixes a key in a way that can be undone, so that slot and rest together are as good as the key.
    #[inline(always)]
    pub(super) fn slot(&self, key: u64) -> Slot {
        debug_assert!(key & !self.key_mask == 0, "a key has more bits than it was said to have");
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & self.key_mask;
        let mixed = mixed ^ mixed >> self.half;
        let bucket = (mixed >> self.rest_bits) as usize;
        match self.layout {
            Layout::Narrow => {
                let rest = mixed & !(u64::MAX << self.rest_bits);
                Slot { bucket: bucket * NARROW_BUCKET, rest }
            }
            // The bits that are lost are in the number of the bucket.
            Layout::Wide => Slot { bucket: bucket * WIDE_BUCKET, rest: mixed << 8 },
        }
    }

    /// Asks for a slot that will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        self.memory.prefetch(slot.bucket);
    }

    #[inline(always)]
    fn bucket<const WORDS: usize>(&self, slot: Slot) -> &[AtomicU64; WORDS] {
        self.memory.words()[slot.bucket..]
            .first_chunk()
            .expect("the number of words is a multiple of the size of a bucket")
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> Option<Entry> {
        match self.layout {
            Layout::Narrow => self
                .bucket::<NARROW_BUCKET>(slot)
                .iter()
                .map(|word| word.load(Ordering::Relaxed))
                .find(|&word| word >> NARROW_DATA == slot.rest && word != 0)
                .map(narrow),
            Layout::Wide => self
                .bucket::<WIDE_BUCKET>(slot)
                .chunks_exact(2)
                .map(|pair| (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed)))
                .find(|&(check, data)| (check ^ data) & !WIDE_EXTRA == slot.rest && data != 0)
                .map(|(_, data)| self.wide(data)),
        }
    }

    /// Keeps what took `effort` (a logarithm, below 64) to find.
    #[inline(always)]
    pub(super) fn put(&self, slot: Slot, entry: Entry, effort: u32) {
        match self.layout {
            Layout::Narrow => {
                // Without room to say how certain it is, only what is certain is kept.
                if entry.certainty < SURE {
                    return;
                }
                let word = slot.rest << NARROW_DATA | packed_narrow(entry, effort);
                let cost =
                    |old: u64| if old >> NARROW_DATA == slot.rest { 0 } else { old >> 16 & 63 };
                let bucket = self.bucket::<NARROW_BUCKET>(slot);
                let cheapest = bucket.iter().min_by_key(|word| cost(word.load(Ordering::Relaxed)));
                let cheapest = cheapest.expect("a bucket is not empty");
                let old = cheapest.load(Ordering::Relaxed);
                let is_deeper = narrow(old).depth > entry.depth;
                if old >> NARROW_DATA == slot.rest && is_deeper && old != 0 {
                    return;
                }
                cheapest.store(word, Ordering::Relaxed);
            }
            Layout::Wide => {
                let data = self.packed_wide(entry);
                let age = self.age();
                let cost = |pair: &[AtomicU64]| {
                    let (check, old) =
                        (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
                    let word = check ^ old;
                    match (word & !WIDE_EXTRA == slot.rest, old >> 59 == age) {
                        (true, _) => 0,
                        (false, false) => 1 + (word & 63),
                        (false, true) => 65 + (word & 63),
                    }
                };
                let bucket = self.bucket::<WIDE_BUCKET>(slot);
                let cheapest = bucket.chunks_exact(2).min_by_key(|pair| cost(pair));
                let pair = cheapest.expect("a bucket is not empty");
                if self.is_better(pair, slot, data) {
                    return;
                }
                pair[0].store((slot.rest | u64::from(effort)) ^ data, Ordering::Relaxed);
                pair[1].store(data, Ordering::Relaxed);
            }
        }
    }

    /// Whether an entry of the same position comes from a deeper or a more certain search.
    #[inline(always)]
    fn is_better(&self, pair: &[AtomicU64], slot: Slot, data: u64) -> bool {
        let (check, old) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
        let quality = |data: u64| (data >> 48 & 0xFF, data >> 56 & 7);
        (check ^ old) & !WIDE_EXTRA == slot.rest && quality(old) > quality(data)
    }

    /// Scores in the lowest 32 bits, then the moves, the depth, the certainty and the age, which is never 0, so
    /// that an entry is never 0.
    #[inline(always)]
    fn packed_wide(&self, entry: Entry) -> u64 {
        let low = entry.known.low.max(WIDE_SCORES.low) as i16 as u16;
        let high = entry.known.high.min(WIDE_SCORES.high) as i16 as u16;
        let moves = match self.pairs {
            true => entry.moves[1] << 8 | entry.moves[0] & 0xFF,
            false => entry.moves[0],
        };
        self.age() << 59
            | u64::from(entry.certainty) << 56
            | u64::from(entry.depth.min(TO_THE_END)) << 48
            | u64::from(moves) << 32
            | u64::from(high) << 16
            | u64::from(low)
    }

    #[inline(always)]
    fn wide(&self, data: u64) -> Entry {
        let moves = (data >> 32) as u16;
        let byte = |byte: u16| if byte == 0xFF { NONE } else { byte };
        Entry {
            known: Range { low: i32::from(data as i16), high: i32::from((data >> 16) as i16) },
            depth: (data >> 48) as u32 & 0xFF,
            certainty: (data >> 56) as u32 & 7,
            moves: match self.pairs {
                true => [byte(moves & 0xFF), byte(moves >> 8)],
                false => [moves, NONE],
            },
        }
    }
}

#[inline(always)]
fn packed_narrow(entry: Entry, effort: u32) -> u64 {
    let low = entry.known.low.max(NARROW_SCORES.low) as i8 as u8;
    let high = entry.known.high.min(NARROW_SCORES.high) as i8 as u8;
    let depth = entry.depth.min(TO_THE_END);
    u64::from(depth) << 22 | u64::from(effort) << 16 | u64::from(high) << 8 | u64::from(low)
}

#[inline(always)]
fn narrow(word: u64) -> Entry {
    Entry {
        known: Range { low: i32::from(word as i8), high: i32::from((word >> 8) as i8) },
        depth: (word >> 22) as u32 & 0xFF,
        certainty: SURE,
        moves: [NONE; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry { known: Range { low: -3, high: 64 }, depth: 20, certainty: 5, moves: [63, NONE] }
    }

    #[test]
    fn a_table_tells_what_it_was_told() {
        for (key_bits, indices, certainty, moves) in
            [(49, 0, SURE, [NONE; 2]), (64, 65, 5, [63, NONE]), (64, 4_000, 5, [3_999, NONE])]
        {
            let table = Table::new(1, key_bits, 64, indices).expect("a megabyte is there");
            let entry = Entry { certainty, moves, ..entry() };
            for key in 0..1_000_u64 {
                let slot = table.slot(key * 0x1_0000_0001);
                assert_eq!(table.get(slot), None);
                table.put(slot, entry, 9);
                assert_eq!(table.get(slot), Some(entry));
            }
        }
    }

    #[test]
    fn what_is_old_and_cheap_gives_way_first() {
        let table = Table::new(1, 64, 64, 65).expect("a megabyte is there");
        let keys: Vec<u64> =
            (0..u64::MAX).filter(|&key| table.slot(key).bucket == 0).take(6).collect();
        for (&key, effort) in keys[..4].iter().zip([9, 20, 3, 12]) {
            table.put(table.slot(key), entry(), effort);
        }
        table.put(table.slot(keys[4]), entry(), 5);
        assert_eq!(table.get(table.slot(keys[2])), None, "the cheapest is replaced");
        table.grow_older();
        for &key in &keys[..5] {
            if table.get(table.slot(key)).is_some() && key != keys[1] {
                table.put(table.slot(key), entry(), 1);
            }
        }
        table.put(table.slot(keys[5]), entry(), 1);
        assert_eq!(table.get(table.slot(keys[1])), None, "it was dear, but of an earlier search");
    }
}
