//! Memory for a table: words of zero on huge pages, and a way to ask for one early.

use std::ops::{Deref, DerefMut};

use memmap2::{Advice, MmapMut};

/// Words of zero.
pub struct Memory(MmapMut);

impl Memory {
    /// So many words, all of them touched, so that no search pays for it.
    pub fn new(words: usize) -> Memory {
        let block = MmapMut::map_anon(words * 8).expect("there is memory for a table");
        // Without huge pages it is slower and just as right.
        let _ = block.advise(Advice::HugePage);
        let mut memory = Memory(block);
        memory.fill(0);
        memory
    }

    /// Asks for a word that will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: A prefetch reads nothing and never faults, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.as_ptr().wrapping_add(index).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl Deref for Memory {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        // SAFETY: The mapping starts at a page, its length is a multiple of eight bytes, and any bits are a word.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / 8) }
    }
}

impl DerefMut for Memory {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: As above, and the mapping belongs to this value alone.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() / 8) }
    }
}
