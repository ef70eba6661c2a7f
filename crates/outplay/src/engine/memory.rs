//! Memory for a table: one large block of words, shared by all threads.
//!
//! A table of many megabytes is read at random, so nearly every read misses the caches, and on small
//! pages it misses the address translation, too. Huge pages and asking for a word early are worth a
//! factor of two to three in positions per second, and neither can be had without `unsafe`. This is
//! the only module that has any.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Words that any thread may read and write at any time.
pub(super) struct Memory {
    block: Block,
}

/// For how long memory is touched. It is enough for some hundred megabytes.
const TOUCHING: Duration = Duration::from_millis(100);

/// How many words are touched between two looks at the clock, and how many the system hands out at once, at least.
const STRETCH: usize = 1 << 18;
const PAGE: usize = 1 << 9;

/// Up to so many words, setting them to zero takes no longer than to get others: 64 MB.
const FEW: usize = 1 << 23;

#[cfg(unix)]
type Block = memmap2::MmapRaw;
#[cfg(not(unix))]
type Block = Box<[AtomicU64]>;

impl Memory {
    /// `words` words of zero. The system hands memory out when it is touched first.
    pub(super) fn new(words: usize) -> std::io::Result<Memory> {
        Ok(Memory { block: block(words.max(1))? })
    }

    /// Touches the memory for a while, so that a search does not pay for it; what is left of a table of many gigabytes is handed out
    /// when it is needed.
    pub(super) fn touch(&self) {
        let deadline = Instant::now() + TOUCHING;
        let mut stretches = self.words().chunks(STRETCH);
        while let (true, Some(stretch)) = (Instant::now() < deadline, stretches.next()) {
            // Nothing is added to it.
            stretch.iter().step_by(PAGE).for_each(|word| {
                word.fetch_add(0, Ordering::Relaxed);
            });
        }
    }

    #[inline(always)]
    #[cfg(unix)]
    pub(super) fn words(&self) -> &[AtomicU64] {
        let start = self.block.as_mut_ptr().cast::<AtomicU64>();
        // SAFETY: The mapping belongs to this value alone and lives as long as it does. It starts at a page, and
        // its length is a multiple of the size of a word (see `block`), so it is an aligned, initialised
        // array of words, and every bit pattern is a valid `AtomicU64`. The pointer comes from the mapping
        // itself, not from a reference, so it may be written through; and nobody ever makes a reference
        // to these bytes as anything but atomics, so threads that share `&self` cannot race.
        unsafe { std::slice::from_raw_parts(start, self.block.len() / 8) }
    }

    #[inline(always)]
    #[cfg(not(unix))]
    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.block
    }

    /// Asks for a word that will be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let start = self.words().as_ptr();
            // SAFETY: A prefetch reads nothing and never faults, whatever the address; `wrapping_add` makes
            // the address without a claim that it lies within the block.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(index).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Sets every word to zero, of which the first `used` may be something else.
    pub(super) fn clear(&mut self, used: usize) {
        if used > FEW && self.renew().is_ok() {
            return;
        }
        self.words()[..used].iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// Changes the memory for other memory, which is zero.
    fn renew(&mut self) -> std::io::Result<()> {
        *self = Memory::new(self.words().len())?;
        Ok(())
    }
}

#[cfg(unix)]
fn block(words: usize) -> std::io::Result<Block> {
    let bytes = words.checked_mul(8).ok_or(std::io::ErrorKind::OutOfMemory)?;
    let block = memmap2::MmapMut::map_anon(bytes)?;
    // Without huge pages it is slower and just as right.
    #[cfg(target_os = "linux")]
    let _ = block.advise(memmap2::Advice::HugePage);
    Ok(block.into())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // the other one can fail
fn block(words: usize) -> std::io::Result<Block> {
    Ok((0..words).map(|_| AtomicU64::new(0)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_zero_after_it_was_cleared() {
        for words in [3 * STRETCH + 7, FEW + 9] {
            let mut memory = Memory::new(words).expect("some megabytes are there");
            memory.touch();
            assert!(memory.words().iter().all(|word| word.swap(1, Ordering::Relaxed) == 0));
            memory.clear(words);
            assert!(memory.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
            assert_eq!(memory.words().len(), words);
        }
    }
}
