//! Decoded blocks of tables, each as its runs: two bytes for a run of a verdict, four for one of a value.
//!
//! PERF: a number is found among the runs of its block. Written out number by number, four verdicts in a byte, a block of checkers took 4 KiB whatever it said, one in ten of
//! those of six pieces had room, and decoding again took a ninth of a search that meets them often. It is a twentieth now.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// There is a place for so many bytes of the cache.
const PLACE: usize = 256;

/// Decoded blocks of any tables. Every block has one place.
pub struct Cache {
    places: Box<[Mutex<Place>]>,
    /// The bytes that blocks may take, and those that they take.
    most: usize,
    used: AtomicUsize,
    /// The next place that is cleared where there is no room.
    hand: AtomicUsize,
}

/// The runs of a block; at first none.
#[derive(Default)]
struct Place {
    block: u64,
    runs: Box<[u16]>,
}

impl Cache {
    /// A cache of so many mebibytes.
    pub fn new(mebibytes: usize) -> Arc<Cache> {
        let bytes = mebibytes << 20;
        let places: Box<[Mutex<Place>]> =
            (0..(bytes / PLACE).max(1)).map(|_| Mutex::default()).collect();
        let most = bytes.saturating_sub(size_of_val(&*places));
        Arc::new(Cache { places, most, used: AtomicUsize::new(0), hand: AtomicUsize::new(0) })
    }

    /// Numbers for so many blocks, which are nobody else's: the first of them. Blocks that follow each other never share a place, as long as there are enough.
    pub(super) fn blocks(count: usize) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        NEXT.fetch_add(count as u64, Ordering::Relaxed)
    }

    /// What is found in the runs of a block, which are decoded if they are not here.
    #[inline]
    pub(super) fn with<T, E>(
        &self,
        block: u64,
        decode: impl FnOnce() -> Result<Box<[u16]>, E>,
        look: impl FnOnce(&[u16]) -> T,
    ) -> Result<T, E> {
        let place = &self.places[(block % self.places.len() as u64) as usize];
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.block != block {
            let runs = decode()?;
            self.put(&mut place, Place { block, runs });
        }
        Ok(look(&place.runs))
    }

    /// Puts a block where another one was.
    #[cold]
    fn put(&self, place: &mut Place, new: Place) {
        self.used.fetch_sub(size_of_val(&*place.runs), Ordering::Relaxed);
        let bytes = size_of_val(&*new.runs);
        let mut used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        *place = new;
        for _ in 0..self.places.len() {
            if used <= self.most {
                break;
            }
            used -= self.clear_one().min(used);
        }
    }

    /// Clears the next place, if nobody is there: how many bytes that gains.
    fn clear_one(&self) -> usize {
        let at = self.hand.fetch_add(1, Ordering::Relaxed) % self.places.len();
        let Ok(mut place) = self.places[at].try_lock() else { return 0 };
        let bytes = size_of_val(&*place.runs);
        *place = Place::default();
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        bytes
    }
}

/// The last of so many runs that begins at a number or before it, as the first run does. The guess is one of them.
///
/// PERF: most blocks have runs of about the same length everywhere. From the guess on, one or two lines of memory are looked at, where a search in halves
/// begins with five.
#[inline]
pub(super) fn run_at(count: usize, guess: usize, begins: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high, mut step) = (0, count, 8);
    if begins(guess) {
        low = guess;
        while low + step < high {
            match begins(low + step) {
                true => low += step,
                false => high = low + step,
            }
            step *= 2;
        }
    } else {
        high = guess;
        while low == 0 && high > step {
            match begins(high - step) {
                true => low = high - step,
                false => high -= step,
            }
            step *= 2;
        }
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        match begins(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_found_from_any_guess() {
        for count in (1..40).chain([500]) {
            for (guess, run) in (0..count).flat_map(|guess| (0..count).map(move |run| (guess, run)))
            {
                assert_eq!(run_at(count, guess, |other| other <= run), run, "{guess} of {count}");
            }
        }
    }

    /// A cache that is too small forgets, and never takes more than it may.
    #[test]
    fn what_is_forgotten_is_decoded_again() {
        let cache = Cache::new(1);
        let (first, mut decoded) = (Cache::blocks(5_000), 0);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let block = first + random.u64(..5_000);
            let runs = || {
                decoded += 1;
                Ok::<_, ()>(vec![block as u16; 1 + block as usize % 999].into())
            };
            assert_eq!(cache.with(block, runs, |runs| runs[0]), Ok(block as u16));
            assert!(cache.used.load(Ordering::Relaxed) <= cache.most);
        }
        let held: usize = cache.places.iter().map(|one| one.lock().unwrap().runs.len() * 2).sum();
        assert_eq!(held, cache.used.load(Ordering::Relaxed));
        assert!(decoded > 5_000 && decoded < 20_000 && held > cache.most / 2, "{decoded} {held}");
    }

    #[test]
    fn a_block_that_cannot_be_read_is_asked_for_again() {
        let cache = Cache::new(1);
        let block = Cache::blocks(1);
        assert_eq!(cache.with(block, || Err(1), <[u16]>::len), Err(1));
        assert_eq!(cache.with(block, || Ok::<_, ()>(Box::new([7])), |runs| runs[0]), Ok(7));
        assert_eq!(cache.with(block, || Err(2), |runs| runs[0]), Ok(7));
    }
}
