//! The transposition table: what was found out about a position, for whoever comes there again.
//!
//! Threads share it by `&`. It has no locks and no data races: every word is an atomic. Entries come in two
//! layouts. A *narrow* one is a single word: if a game's keys are small numbers, the slot says half of the key
//! and the word has room for the other half, so nothing is lost, and a cache line holds eight. A *wide* one is two
//! words: a check and the data (what is known). Only a wide one has room for best moves.
//!
//! Two threads that write one wide entry at the same time can leave the check of one with the data of the
//! other: a *torn* entry. The check is therefore the key xored with a hash of the data, and an entry whose two words
//! do not belong together does not match any key that is asked for (Hyatt and Mann, *A Lock-less Transposition Table
//! Implementation for Parallel Search Chess Engines*, 2002; there it is the data itself). The check has 56 bits, since
//! its last byte holds the effort. So of all pairs of different data words one in 2^56 passes; none passes
//! whose numbers differ by less than 2^55, which takes in all entries that differ in their scores and moves alone
//! (`entries_that_are_close_are_always_told_apart`).
//!
//! A table takes all the memory it may from the system, which hands it out when it is touched, and begins with a small part of it:
//! small problems stay within the caches. When it fills, it grows by moving all entries ([`Table::grow`]). Only a search that is alone with
//! the table does so, so that threads never see it move.
//!
//! An entry keeps a lower and an upper bound, so that searches with different windows do not overwrite what
//! the other found. Of a bucket, the entry that was cheapest to find is replaced, and first of all one of an
//! earlier search, if it is wide: a narrow one has no room for its age.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use crate::Range;
use crate::memory::Memory;

/// The depth of a search to the end of the game.
pub(super) const TO_THE_END: u32 = 255;

/// The selectivity of a search that leaves nothing out.
pub(super) const SURE: u32 = 7;

/// The selectivity of a search that prunes moves, but no positions by ProbCut. Whatever it leaves out, it says that it
/// [saw the horizon](super::search::Search::saw_horizon).
pub(super) const PRUNING: u32 = 6;

/// No move.
pub(super) const NONE: u16 = u16::MAX;

/// Where a position is kept: its key, mixed in a way that can be undone. The highest bits are the bucket, and an entry keeps the rest.
#[derive(Clone, Copy)]
pub(super) struct Slot(u64);

impl Slot {
    /// A number for it, nearly always another one for another position.
    pub(super) fn number(self) -> u64 {
        self.0.wrapping_mul(GOLDEN)
    }
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Where the score lies.
    pub(super) known: Range<i32>,
    /// How deep the search was.
    pub(super) depth: u32,
    /// How selective it was: the lower, the more it left out.
    pub(super) selectivity: u32,
    /// The best move, and the one that was best before, by [their indices](super::Ordering::move_index).
    pub(super) moves: [u16; 2],
}

/// A transposition table.
pub(super) struct Table {
    memory: Memory,
    layout: Layout,
    /// Whether there is room for two moves.
    pairs: bool,
    /// The lowest bits of a mixed key that an entry has to keep: the fewer, the more buckets are in use.
    rest_bits: AtomicU32,
    /// The fewest there can be, when all of the memory is in use.
    least_rest_bits: u32,
    key_bits: u32,
    key_mask: u64,
    half: u32,
    /// How many searches use the table, and whether it [grows](Self::grow).
    users: AtomicUsize,
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

/// A table starts with so many words, and grows when it is needed: 4 MB are soon cleared, and fit into the caches.
const FIRST_WORDS: u32 = 19;

/// How much a table grows at once: four times.
const GROWTH: u32 = 2;

/// The table is about to be moved: nobody else may begin to use it.
const GROWING: usize = 1 << (usize::BITS - 1);

/// Entries in a bucket, of both layouts.
const ENTRIES: usize = 4;

/// Bits of a narrow entry that are not the key: two scores, the effort and the depth.
const NARROW_DATA: u32 = 30;

/// Scores of a narrow entry lie between these.
const NARROW_SCORES: Range<i32> = Range { low: -127, high: 127 };

/// Scores of a wide entry lie between these.
const WIDE_SCORES: Range<i32> = Range { low: -32_767, high: 32_767 };

/// Bits of a wide entry's first word that are not the key.
const WIDE_EXTRA: u64 = 0xFF;

/// 2^64 divided by the golden ratio: its multiples lie as far from each other as can be (Knuth, *The Art of Computer
/// Programming* 3, 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

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
        let rest_bits =
            |words: usize, bucket: usize| key_bits.saturating_sub((words / bucket).max(1).ilog2());
        let fits = rest_bits(words, NARROW_BUCKET) <= 64 - NARROW_DATA
            && highest < NARROW_SCORES.high
            && indices == 0;
        let (layout, bucket) =
            if fits { (Layout::Narrow, NARROW_BUCKET) } else { (Layout::Wide, WIDE_BUCKET) };
        let least_rest_bits = rest_bits(words, bucket);
        // An entry must have room for the rest of the key from the beginning.
        let room = if fits { 64 - NARROW_DATA } else { 64 - WIDE_EXTRA.count_ones() };
        let first = rest_bits(1 << FIRST_WORDS, bucket).min(room).max(least_rest_bits);
        let key_mask = if key_bits >= 64 { u64::MAX } else { (1 << key_bits) - 1 };
        Ok(Table {
            memory: Memory::new(words)?,
            layout,
            pairs: indices < 255,
            rest_bits: AtomicU32::new(first),
            least_rest_bits,
            key_bits,
            key_mask,
            half: key_bits / 2 + 1,
            users: AtomicUsize::new(0),
            age: AtomicU64::new(1),
        })
    }

    /// Somebody begins to use the table, and has to [leave](Self::leave) it. Waits while it grows.
    pub(super) fn enter(&self) {
        let more = |users: usize| (users & GROWING == 0).then_some(users + 1);
        while self.users.fetch_update(Ordering::Acquire, Ordering::Relaxed, more).is_err() {
            std::thread::yield_now();
        }
    }

    pub(super) fn leave(&self) {
        self.users.fetch_sub(1, Ordering::Release);
    }

    /// How many entries there is room for.
    pub(super) fn entries(&self) -> u64 {
        self.buckets() * ENTRIES as u64
    }

    fn bucket_words(&self) -> usize {
        match self.layout {
            Layout::Narrow => NARROW_BUCKET,
            Layout::Wide => WIDE_BUCKET,
        }
    }

    fn buckets(&self) -> u64 {
        1 << (self.key_bits - self.rest_bits())
    }

    #[inline(always)]
    fn rest_bits(&self) -> u32 {
        self.rest_bits.load(Ordering::Relaxed)
    }

    /// Uses more of the memory, for whoever is alone with the table. False if somebody else uses it, or if all of it is in use.
    pub(super) fn grow(&self) -> bool {
        self.grow_to(self.rest_bits().saturating_sub(GROWTH).max(self.least_rest_bits))
    }

    /// Moves all entries once. It takes as long as what is in use is large, however much there will be.
    fn grow_to(&self, to: u32) -> bool {
        let from = self.rest_bits();
        let alone = || {
            self.users
                .compare_exchange(1, 1 | GROWING, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
        };
        if from == to || !alone() {
            return false;
        }
        // From the last one on: a bucket moves to places behind all that are still to be moved.
        for bucket in (0..self.buckets()).rev() {
            match self.layout {
                Layout::Narrow => self.move_narrow(bucket, from, to),
                Layout::Wide => self.move_wide(bucket, from, to),
            }
        }
        self.rest_bits.store(to, Ordering::Relaxed);
        self.users.store(1, Ordering::Release);
        true
    }

    fn move_narrow(&self, bucket: u64, from: u32, to: u32) {
        let words = self.memory.words();
        let old = &words[bucket as usize * NARROW_BUCKET..][..NARROW_BUCKET];
        let entries: [u64; ENTRIES] = std::array::from_fn(|at| old[at].swap(0, Ordering::Relaxed));
        for word in entries.into_iter().filter(|&word| word != 0) {
            let mixed = bucket << from | word >> NARROW_DATA;
            let new = &words[(mixed >> to) as usize * NARROW_BUCKET..][..NARROW_BUCKET];
            let free = new.iter().find(|word| word.load(Ordering::Relaxed) == 0);
            let data = word & !(u64::MAX << NARROW_DATA);
            let word = (mixed & !(u64::MAX << to)) << NARROW_DATA | data;
            free.expect("it has as many places as the old one").store(word, Ordering::Relaxed);
        }
    }

    fn move_wide(&self, bucket: u64, from: u32, to: u32) {
        let words = self.memory.words();
        let old = &words[bucket as usize * WIDE_BUCKET..][..WIDE_BUCKET];
        let entries: [u64; WIDE_BUCKET] =
            std::array::from_fn(|at| old[at].swap(0, Ordering::Relaxed));
        for pair in entries.chunks_exact(2).filter(|pair| pair[1] != 0) {
            let rest = (pair[0] ^ hashed(pair[1])) >> WIDE_EXTRA.count_ones();
            let mixed = bucket << from | rest & !(u64::MAX << from);
            let new = &words[(mixed >> to) as usize * WIDE_BUCKET..][..WIDE_BUCKET];
            let free = new.chunks_exact(2).find(|pair| pair[1].load(Ordering::Relaxed) == 0);
            let free = free.expect("it has as many places as the old one");
            free[0].store(pair[0], Ordering::Relaxed);
            free[1].store(pair[1], Ordering::Relaxed);
        }
    }

    /// Uses all of the memory from now on, and has the system hand it out for a while: for searches that a clock runs for.
    pub(super) fn warm_up(&self) {
        self.grow_fully();
        self.memory.touch();
    }

    /// Uses all of the memory from now on, if nobody uses the table.
    pub(super) fn grow_fully(&self) {
        self.enter();
        self.grow_to(self.least_rest_bits);
        self.leave();
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.memory.clear((self.buckets() as usize) * self.bucket_words());
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
    pub(super) fn hash_full(&self) -> u32 {
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
        let mixed = key.wrapping_mul(GOLDEN) & self.key_mask;
        Slot(mixed ^ mixed >> self.half)
    }

    /// The first word of the bucket, and what an entry has to say of the key.
    #[inline(always)]
    fn place(&self, slot: Slot) -> (usize, u64) {
        let rest_bits = self.rest_bits();
        let bucket = (slot.0 >> rest_bits) as usize;
        match self.layout {
            Layout::Narrow => (bucket * NARROW_BUCKET, slot.0 & !(u64::MAX << rest_bits)),
            // The bits that are lost are in the number of the bucket.
            Layout::Wide => (bucket * WIDE_BUCKET, slot.0 << WIDE_EXTRA.count_ones()),
        }
    }

    /// Asks for a slot that will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: Slot) {
        self.memory.prefetch(self.place(slot).0);
    }

    #[inline(always)]
    fn bucket<const WORDS: usize>(&self, first: usize) -> &[AtomicU64; WORDS] {
        self.memory.words()[first..]
            .first_chunk()
            .expect("the number of words is a multiple of the size of a bucket")
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> Option<Entry> {
        let (first, rest) = self.place(slot);
        match self.layout {
            Layout::Narrow => self
                .bucket::<NARROW_BUCKET>(first)
                .iter()
                .map(|word| word.load(Ordering::Relaxed))
                .find(|&word| word >> NARROW_DATA == rest && word != 0)
                .map(narrow),
            Layout::Wide => self
                .bucket::<WIDE_BUCKET>(first)
                .chunks_exact(2)
                .map(|pair| (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed)))
                .find(|&(check, data)| belongs(check, data, rest) && data != 0)
                .map(|(_, data)| self.wide(data)),
        }
    }

    /// Keeps what took `effort` (a logarithm, below 64) to find.
    #[inline(always)]
    pub(super) fn put(&self, slot: Slot, entry: Entry, effort: u32) {
        let (first, rest) = self.place(slot);
        match self.layout {
            Layout::Narrow => {
                // Without room to say how selective it was, only what is sure is kept.
                if entry.selectivity < SURE {
                    return;
                }
                let word = rest << NARROW_DATA | packed_narrow(entry, effort);
                let bucket = self.bucket::<NARROW_BUCKET>(first);
                let old = bucket.each_ref().map(|word| word.load(Ordering::Relaxed));
                let cost = |old: u64| if old >> NARROW_DATA == rest { 0 } else { old >> 16 & 63 };
                let costs = old.map(cost);
                let cheaper =
                    |at: usize, other: usize| if costs[other] < costs[at] { other } else { at };
                let cheapest = (1..NARROW_BUCKET).fold(0, cheaper);
                let old = old[cheapest];
                let is_deeper = narrow(old).depth > entry.depth;
                if old >> NARROW_DATA == rest && is_deeper && old != 0 {
                    return;
                }
                bucket[cheapest].store(word, Ordering::Relaxed);
            }
            Layout::Wide => {
                let data = self.packed_wide(entry);
                let age = self.age();
                let cost = |pair: &[AtomicU64]| {
                    let (check, old) =
                        (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
                    let effort = (check ^ hashed(old)) & 63;
                    match (belongs(check, old, rest), old >> 59 == age) {
                        (true, _) => 0,
                        (false, false) => 1 + effort,
                        (false, true) => 65 + effort,
                    }
                };
                let bucket = self.bucket::<WIDE_BUCKET>(first);
                let cheapest = bucket.chunks_exact(2).min_by_key(|pair| cost(pair));
                let pair = cheapest.expect("a bucket is not empty");
                if self.is_better(pair, rest, data) {
                    return;
                }
                pair[0].store(check(rest, data, effort), Ordering::Relaxed);
                pair[1].store(data, Ordering::Relaxed);
            }
        }
    }

    /// Whether an entry of the same position comes from a deeper or a less selective search.
    #[inline(always)]
    fn is_better(&self, pair: &[AtomicU64], rest: u64, data: u64) -> bool {
        let (check, old) = (pair[0].load(Ordering::Relaxed), pair[1].load(Ordering::Relaxed));
        let quality = |data: u64| (data >> 48 & 0xFF, data >> 56 & 7);
        belongs(check, old, rest) && quality(old) > quality(data)
    }

    /// Scores in the lowest 32 bits, then the moves, the depth, the selectivity and the age, which is never 0, so
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
            | u64::from(entry.selectivity) << 56
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
            selectivity: (data >> 56) as u32 & 7,
            moves: match self.pairs {
                true => [byte(moves & 0xFF), byte(moves >> 8)],
                false => [moves, NONE],
            },
        }
    }
}

/// The first word of a wide entry.
#[inline(always)]
fn check(rest: u64, data: u64, effort: u32) -> u64 {
    (rest | u64::from(effort)) ^ hashed(data)
}

/// Whether both words of a wide entry were written together, for the position with this rest of a key.
#[inline(always)]
fn belongs(check: u64, data: u64, rest: u64) -> bool {
    (check ^ hashed(data)) & !WIDE_EXTRA == rest
}

/// A hash of a wide entry's data whose highest 56 bits tell apart any two that are close: without it, a difference
/// in the lowest byte would fall on the effort, which nobody checks.
#[inline(always)]
fn hashed(data: u64) -> u64 {
    data.wrapping_mul(GOLDEN)
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
        selectivity: SURE,
        moves: [NONE; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry { known: Range { low: -3, high: 64 }, depth: 20, selectivity: 5, moves: [63, NONE] }
    }

    #[test]
    fn a_table_tells_what_it_was_told() {
        for (key_bits, indices, selectivity, moves) in
            [(49, 0, SURE, [NONE; 2]), (64, 65, 5, [63, NONE]), (64, 4_000, 5, [3_999, NONE])]
        {
            let table = Table::new(1, key_bits, 64, indices).expect("a megabyte is there");
            let entry = Entry { selectivity, moves, ..entry() };
            for key in 0..1_000_u64 {
                let slot = table.slot(key * 0x1_0000_0001);
                assert_eq!(table.get(slot), None);
                table.put(slot, entry, 9);
                assert_eq!(table.get(slot), Some(entry));
            }
        }
    }

    /// What a thread may write: a position and what it found there.
    type Writing = (u64, Entry, u32);

    /// Positions of one bucket, each with entries that differ in one field, and in one bit of it.
    fn writings(table: &Table, is_narrow: bool) -> Vec<Writing> {
        let keys = (0..1 << 20).filter(|&key| table.place(table.slot(key)).0 == 0).take(3);
        let sure = Entry { selectivity: SURE, moves: [NONE; 2], ..entry() };
        let entry = if is_narrow { sure } else { entry() };
        let scores = [0, 1, 2, 4, 8, 16, 32, -33].map(|low| Range { low, high: 64 });
        let highs = [33, 34, 36, 40, 48, 63].map(|high| Range { low: -3, high });
        let known = scores.into_iter().chain(highs).map(|known| Entry { known, ..entry });
        let depths = [0, 1, 19, 21, 84, 148].map(|depth| Entry { depth, ..entry });
        let entries: Vec<Entry> = [entry].into_iter().chain(known).chain(depths).collect();
        keys.flat_map(|key| {
            let of = |(at, &entry)| (key, entry, at as u32 % 64);
            entries.iter().enumerate().map(of).collect::<Vec<Writing>>()
        })
        .collect()
    }

    /// The words of the bucket's first entry after one writing, or of an empty one.
    fn words(table: &Table, writing: Option<Writing>) -> [u64; 2] {
        table.memory.words()[..WIDE_BUCKET]
            .iter()
            .for_each(|word| word.store(0, Ordering::Relaxed));
        if let Some((key, entry, effort)) = writing {
            table.put(table.slot(key), entry, effort);
        }
        [0, 1].map(|at| table.memory.words()[at].load(Ordering::Relaxed))
    }

    /// Relaxed stores may become visible in any order, so after any number of writers each word of an entry can be the one of any
    /// of them, or the old one. Three writings stand for all: what is read takes a check, a data word and a key.
    #[test]
    fn an_entry_of_several_writers_is_whole_or_refused() {
        for (key_bits, indices) in [(49, 0), (64, 65), (64, 4_000)] {
            let table = Table::new(1, key_bits, 64, indices).expect("a megabyte is there");
            let is_narrow = table.layout == Layout::Narrow;
            let writings = writings(&table, is_narrow);
            let written: Vec<(Option<Writing>, [u64; 2])> = [None]
                .into_iter()
                .chain(writings.iter().copied().map(Some))
                .map(|writing| (writing, words(&table, writing)))
                .collect();
            let (mut combinations, mut whole) = (0, 0);
            for (first, second) in
                written.iter().flat_map(|one| written.iter().map(move |other| (one, other)))
            {
                table.memory.words()[0].store(first.1[0], Ordering::Relaxed);
                table.memory.words()[1].store(second.1[1], Ordering::Relaxed);
                for key in [0, 1, 2].map(|at| writings[at * writings.len() / 3].0) {
                    combinations += 1;
                    let Some(entry) = table.get(table.slot(key)) else { continue };
                    whole += 1;
                    let was_written = |writing: &Option<Writing>| {
                        writing.is_some_and(|(of, wrote, _)| (of, wrote) == (key, entry))
                    };
                    assert!(
                        was_written(&first.0) || was_written(&second.0),
                        "{key} got {entry:?} of {:?} and {:?}",
                        first.0,
                        second.0
                    );
                }
            }
            assert_eq!(combinations, 64 * 64 * 3, "all pairs of 63 writings and an empty entry");
            assert!(whole >= writings.len(), "{whole} whole entries were read");
        }
    }

    #[test]
    fn entries_that_are_close_are_always_told_apart() {
        // Hashes that differ in their lowest byte alone come from data that differ by a multiple of the inverse.
        let mut inverse = 1_u64;
        (0..6).for_each(|_| {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(GOLDEN.wrapping_mul(inverse)));
        });
        assert_eq!(GOLDEN.wrapping_mul(inverse), 1);
        let apart = (1..=0xFF).map(|byte| inverse.wrapping_mul(byte) as i64);
        let closest = apart.map(i64::unsigned_abs).min().expect("there are 255");
        assert!(closest > 1 << 55, "{closest}");
    }

    #[test]
    fn a_table_that_grows_forgets_nothing() {
        for (key_bits, indices, certainty, moves) in
            [(49, 0, SURE, [NONE; 2]), (64, 65, 5, [63, NONE]), (20, 0, SURE, [NONE; 2])]
        {
            let table = Table::new(64, key_bits, 64, indices).expect("64 megabytes are there");
            table.enter();
            let keys: Vec<u64> =
                (1..5_000_u64).map(|key| key.wrapping_mul(GOLDEN) & table.key_mask).collect();
            let entry = |key: u64| Entry {
                known: Range { low: (key % 50) as i32, high: 60 },
                depth: (key % 200) as u32,
                selectivity: certainty,
                moves,
            };
            keys.iter().for_each(|&key| table.put(table.slot(key), entry(key), 9));
            let known = |key: &&u64| table.get(table.slot(**key)) == Some(entry(**key));
            let before = keys.iter().filter(known).count();
            let (mut entries, mut grown) = (table.entries(), 0);
            while table.grow() {
                grown += 1;
                assert!(table.entries() > entries);
                entries = table.entries();
                assert_eq!(keys.iter().filter(known).count(), before, "{key_bits} bits");
            }
            assert!(before > 4_000 && (grown == 2 || key_bits == 20), "{before} {grown}");
            table.enter();
            assert!(!table.grow(), "somebody else uses it");
            table.leave();
            table.leave();
        }
    }

    #[test]
    fn what_is_old_and_cheap_gives_way_first() {
        let table = Table::new(1, 64, 64, 65).expect("a megabyte is there");
        let keys: Vec<u64> =
            (0..u64::MAX).filter(|&key| table.place(table.slot(key)).0 == 0).take(6).collect();
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
