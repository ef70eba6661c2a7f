//! Who has which numbers of a slice: blocks of neighbours are dealt out to the workers in turn.
//!
//! Neighbours stay together, because a game finds the position of a number quickly after that of the number before. Blocks are small beside a slice, so that every worker has
//! as much of whatever is common in one part of it.

use super::super::retrograde::PIECE;
use super::super::retrograde::counters::Part;

/// So many neighbours stay together.
pub(super) const BLOCK: u64 = PIECE;

/// The numbers of one worker, and the places of all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    /// How many numbers the slice has.
    count: u64,
    workers: u64,
    worker: u64,
    /// 2^64 divided by the workers, rounded up: a division for each move would cost more than all else.
    reciprocal: u64,
}

impl Blocks {
    pub(super) fn new(count: u64, workers: usize, worker: usize) -> Blocks {
        let (workers, worker) = (workers as u64, worker as u64);
        Blocks { count, workers, worker, reciprocal: (u64::MAX / workers).wrapping_add(1) }
    }

    /// Which worker has a number, and at which place.
    #[inline(always)]
    pub(super) fn home(&self, number: u64) -> (usize, u64) {
        let (block, within) = (number / BLOCK, number % BLOCK);
        let turn = match self.workers {
            1 => block,
            // Exact as long as blocks times workers are fewer than 2^64.
            _ => ((u128::from(block) * u128::from(self.reciprocal)) >> 64) as u64,
        };
        ((block - turn * self.workers) as usize, turn * BLOCK + within)
    }

    /// The most numbers that a worker has.
    pub(super) fn most(count: u64, workers: usize) -> u64 {
        Blocks::new(count, workers, 0).count()
    }
}

impl Part for Blocks {
    fn count(&self) -> u64 {
        let blocks = self.count.div_ceil(BLOCK);
        let own = (blocks + self.workers - 1 - self.worker) / self.workers;
        let has_last = blocks > 0 && (blocks - 1) % self.workers == self.worker;
        own * BLOCK - if has_last { blocks * BLOCK - self.count } else { 0 }
    }

    #[inline(always)]
    fn number(&self, place: u64) -> u64 {
        (place / BLOCK * self.workers + self.worker) * BLOCK + place % BLOCK
    }

    #[inline(always)]
    fn place(&self, number: u64) -> u64 {
        self.home(number).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_place() {
        for workers in [1, 2, 3, 7, 64] {
            for count in [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 5, 7 * BLOCK] {
                let mut all = 0;
                for worker in 0..workers {
                    let blocks = Blocks::new(count, workers, worker);
                    for place in 0..blocks.count() {
                        let number = blocks.number(place);
                        assert!(number < count);
                        assert_eq!(blocks.home(number), (worker, place), "{workers} {number}");
                    }
                    all += blocks.count();
                    assert!(blocks.count() <= Blocks::most(count, workers));
                }
                assert_eq!(all, count, "{workers} workers");
            }
        }
    }

    #[test]
    fn far_numbers_are_divided_exactly() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..100_000 {
            let workers = random.usize(1..100_000);
            let bits = random.u32(1..50);
            let number = random.u64(..1 << bits);
            let (worker, place) = Blocks::new(u64::MAX, workers, 0).home(number);
            assert_eq!(worker as u64, number / BLOCK % workers as u64);
            assert_eq!(place, number / BLOCK / workers as u64 * BLOCK + number % BLOCK);
        }
    }
}
