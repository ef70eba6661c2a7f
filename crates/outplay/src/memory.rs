//! Memory for tables and trees: one large block of words, shared by all threads.
//!
//! A table of many megabytes is read at random, so nearly every read misses the caches, and on small
//! pages it misses the address translation, too. Huge pages and asking for a word early are worth a
//! factor of two to three in positions per second, and neither can be had without `unsafe`. This is
//! the only module that has any.

#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a block may be made of.
///
/// # Safety
/// Every pattern of bits is a value of the type, zeros are; threads may share it; nothing is to be done when it goes; and it needs no more alignment than a page has.
pub(crate) unsafe trait Word: Send + Sync {}

// SAFETY: These are numbers that any thread may read and write.
unsafe impl Word for AtomicU32 {}
unsafe impl Word for AtomicU64 {}
// SAFETY: An array of them is nothing else than they are.
unsafe impl<T: Word, const N: usize> Word for [T; N] {}

/// Words that any thread may read and write at any time.
pub(crate) struct Memory<T = AtomicU64> {
    block: Block<T>,
}

/// For how long memory is touched. It is enough for some hundred megabytes.
const TOUCHING: Duration = Duration::from_millis(100);

/// How many words are touched between two looks at the clock, and how many the system hands out at once, at least.
const STRETCH: usize = 1 << 18;
const PAGE: usize = 1 << 9;

/// Up to so many words, setting them to zero takes no longer than to get others: 64 MB.
const FEW: usize = 1 << 23;

/// A huge page, which has to begin at a multiple of its size.
#[cfg(unix)]
const HUGE: usize = 1 << 21;

/// Memory that is seldom used up begins with so many bytes on small pages: to get a huge one takes as long as a search of some hundred positions.
const SMALL: usize = 1 << 18;

#[cfg(unix)]
struct Block<T> {
    mapping: memmap2::MmapRaw,
    /// Where in the mapping the words begin, and how many there are.
    start: usize,
    words: usize,
    of: PhantomData<T>,
}
#[cfg(not(unix))]
type Block<T> = Box<[T]>;

impl<T: Word> Memory<T> {
    /// `words` words of zero. The system hands memory out when it is touched first.
    pub(crate) fn new(words: usize) -> std::io::Result<Memory<T>> {
        Ok(Memory { block: block(words.max(1), 0)? })
    }

    /// The same for what may stay small.
    pub(crate) fn that_grows(words: usize) -> std::io::Result<Memory<T>> {
        Ok(Memory { block: block(words.max(1), SMALL)? })
    }

    #[inline(always)]
    #[cfg(unix)]
    pub(crate) fn words(&self) -> &[T] {
        let Block { mapping, start, words, .. } = &self.block;
        // SAFETY: The mapping belongs to this value alone and lives as long as it does. The words start at a page of it, and
        // there is room for all of them behind that (see `block`), so they are an aligned, initialised
        // array, and every bit pattern is a valid `Word`. The pointer comes from the mapping
        // itself, not from a reference, so it may be written through; and nobody ever makes a reference
        // to these bytes as anything but atomics, so threads that share `&self` cannot race.
        unsafe { std::slice::from_raw_parts(mapping.as_mut_ptr().add(*start).cast::<T>(), *words) }
    }

    #[inline(always)]
    #[cfg(not(unix))]
    pub(crate) fn words(&self) -> &[T] {
        &self.block
    }
}

impl<T: Word> std::fmt::Debug for Memory<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} words", self.words().len())
    }
}

impl Memory {
    /// Touches the memory for a while, so that a search does not pay for it; what is left of a table of many gigabytes is handed out
    /// when it is needed.
    pub(crate) fn touch(&self) {
        let deadline = Instant::now() + TOUCHING;
        let mut stretches = self.words().chunks(STRETCH);
        while let (true, Some(stretch)) = (Instant::now() < deadline, stretches.next()) {
            // Nothing is added to it.
            stretch.iter().step_by(PAGE).for_each(|word| {
                word.fetch_add(0, Ordering::Relaxed);
            });
        }
    }

    /// Asks for a word that will be read soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch(self.words().as_ptr().wrapping_add(index));
    }

    /// Sets every word to zero, of which the first `used` may be something else.
    pub(crate) fn clear(&mut self, used: usize) {
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

/// Asks for what will be read soon, so that it is in the cache by then.
#[inline(always)]
pub(crate) fn prefetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: A prefetch reads nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// A block of zeros, the first bytes of it on small pages.
#[cfg(unix)]
fn block<T: Word>(words: usize, small: usize) -> std::io::Result<Block<T>> {
    let bytes = words.checked_mul(size_of::<T>()).ok_or(std::io::ErrorKind::OutOfMemory)?;
    if bytes < small + HUGE {
        let mapping = memmap2::MmapMut::map_anon(bytes)?.into();
        return Ok(Block { mapping, start: 0, words, of: PhantomData });
    }
    let all = bytes.checked_add(HUGE).ok_or(std::io::ErrorKind::OutOfMemory)?;
    let mapping = memmap2::MmapMut::map_anon(all)?;
    // The first huge page begins right behind the small ones.
    let begin = mapping.as_ptr() as usize;
    let start = (begin + small).next_multiple_of(HUGE) - small - begin;
    // Without huge pages it is slower and just as right.
    #[cfg(target_os = "linux")]
    let _ = mapping.advise_range(memmap2::Advice::HugePage, start + small, bytes - small);
    Ok(Block { mapping: mapping.into(), start, words, of: PhantomData })
}

#[cfg(not(unix))]
fn block<T: Word>(words: usize, _small: usize) -> std::io::Result<Block<T>> {
    use std::alloc::{Layout, alloc_zeroed};
    let layout = Layout::array::<T>(words).map_err(|_| std::io::ErrorKind::OutOfMemory)?;
    // SAFETY: There is one word at least, so the layout is not empty.
    let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if start.is_null() {
        return Err(std::io::ErrorKind::OutOfMemory.into());
    }
    // SAFETY: These are so many words of zero, which are values of the type, from the allocator of every `Box` and by the layout that this one has.
    Ok(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, words)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_zero_after_it_was_cleared() {
        for words in [3 * STRETCH + 7, FEW + 9] {
            let mut memory = Memory::<AtomicU64>::new(words).expect("some megabytes are there");
            memory.touch();
            assert!(memory.words().iter().all(|word| word.swap(1, Ordering::Relaxed) == 0));
            memory.clear(words);
            assert!(memory.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
            assert_eq!(memory.words().len(), words);
        }
    }

    #[test]
    fn what_grows_is_zero_on_small_pages_and_on_huge_ones() {
        for words in [1, 5, SMALL / 16, SMALL / 16 + 7, SMALL + 3] {
            let memory =
                Memory::<[AtomicU32; 4]>::that_grows(words).expect("some megabytes are there");
            assert_eq!(memory.words().len(), words);
            let every = memory.words().iter().flatten();
            assert!(every.into_iter().all(|word| word.swap(1, Ordering::Relaxed) == 0));
        }
    }
}
