//! The table of df-pn: what is known of the positions that were looked at, in a bounded piece of memory.
//!
//! A position has a few places, and a new one takes that of the position with the least work below it: small trees go first, and are soon found again (Nagai, *Df-pn Algorithm
//! for Searching AND/OR Trees and Its Applications*, 2002). What an earlier question has left goes before anything else. The newest position is always kept, so that a
//! search that has looked at a position finds it afterwards.

use super::known::Length;
use super::numbers::ProofNumbers;

/// How many places a position has.
const WAYS: usize = 4;

/// This part of the memory is left for what does not go into the table: disproofs that [rest on the line](super::resting).
const BESIDE: usize = 8;

/// What is known of a position on whatever line it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) numbers: ProofNumbers,
    /// If it is proven, how long it takes. If it is disproven, so many plies may be left on a clock at most.
    pub(super) length: Length,
    /// How many positions were looked at to find that out.
    pub(super) effort: u32,
}

#[derive(Clone, Copy)]
struct Place {
    key: u64,
    entry: Entry,
    /// The question it belongs to; 0 for an empty place.
    age: u16,
}

impl Place {
    const EMPTY: Place = Place {
        key: 0,
        entry: Entry {
            numbers: ProofNumbers { proof: 0, disproof: 0 },
            length: Length::ZERO,
            effort: 0,
        },
        age: 0,
    };
}

pub(super) struct Table {
    buckets: Vec<[Place; WAYS]>,
    age: u16,
}

impl Table {
    /// A table for which so many megabytes are there, with all that is kept beside it; none if they cannot be had.
    pub(super) fn new(megabytes: usize) -> Option<Table> {
        let bytes = (megabytes << 20) / BESIDE * (BESIDE - 1);
        let count = bytes / size_of::<[Place; WAYS]>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count.max(1)).ok()?;
        buckets.resize(count.max(1), [Place::EMPTY; WAYS]);
        Some(Table { buckets, age: 1 })
    }

    /// How many bytes are left for what is kept beside it.
    pub(super) fn bytes_beside(&self) -> usize {
        size_of_val(&*self.buckets) / (BESIDE - 1)
    }

    /// Another question is asked.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or(1);
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([Place::EMPTY; WAYS]);
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().find(|place| place.key == key && place.age > 0).map(|place| place.entry)
    }

    /// Whether a position is disproven wherever it is reached.
    pub(super) fn is_disproven(&self, key: u64) -> bool {
        self.get(key)
            .is_some_and(|entry| entry.numbers.is_disproven() && entry.length == Length::ANY)
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let (at, age) = (self.index(key), self.age);
        let bucket = &mut self.buckets[at];
        let worth = |place: &Place| match place.age {
            0 => 0,
            known if known != age => 1,
            _ => 2 + u64::from(place.entry.effort),
        };
        let same = bucket.iter().position(|place| place.key == key && place.age > 0);
        let least = || (0..WAYS).min_by_key(|&way| worth(&bucket[way])).unwrap_or(0);
        let way = same.unwrap_or_else(least);
        bucket[way] = Place { key, entry, age };
    }

    /// How much of the table the question has filled, in thousandths, by a sample.
    pub(super) fn hash_full(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1_000)];
        let used = sample.iter().flatten().filter(|place| place.age == self.age).count();
        (used * 1_000 / (sample.len() * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(effort: u32) -> Entry {
        let numbers = ProofNumbers { proof: 1, disproof: effort };
        Entry { numbers, length: Length::ZERO, effort }
    }

    #[test]
    fn the_newest_is_kept_and_small_trees_go_first() {
        let mut table = Table::new(0).expect("one bucket");
        (1..=4).for_each(|key| table.put(key, entry(10 * key as u32)));
        table.put(5, entry(1));
        assert_eq!(table.get(1), None, "the least work");
        assert_eq!(table.get(5), Some(entry(1)));
        table.put(6, entry(7));
        let kept: Vec<u64> = (1..=6).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept, [2, 3, 4, 6]);
    }

    #[test]
    fn what_an_earlier_question_has_left_goes_before_anything_else() {
        let mut table = Table::new(0).expect("one bucket");
        table.put(1, entry(1_000));
        table.grow_older();
        (2..=5).for_each(|key| table.put(key, entry(key as u32)));
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
        assert_eq!(table.hash_full(), 1_000);
    }

    #[test]
    fn a_place_is_small() {
        assert_eq!(size_of::<Place>(), 32);
    }
}
