//! Memory for a table: one large block of words, shared by all threads; and files as memory.
//!
//! A table of many megabytes is read at random, so nearly every read misses the caches, and on small
//! pages it misses the address translation, too. Huge pages and asking for a word early are worth a
//! factor of two to three in positions per second, and neither can be had without `unsafe`. This is
//! the only module that has any.

#![allow(unsafe_code)]

use std::fs::File;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Words that any thread may read and write at any time.
pub(super) struct Memory {
    block: Block,
}

#[cfg(unix)]
type Block = memmap2::MmapRaw;
#[cfg(not(unix))]
type Block = Box<[AtomicU64]>;

impl Memory {
    /// `words` words of zero, touched once, so that no search pays for it later.
    pub(super) fn new(words: usize) -> std::io::Result<Memory> {
        Ok(Memory { block: block(words.max(1))? })
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

    /// Sets every word to zero.
    pub(super) fn clear(&mut self) {
        self.words().iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

#[cfg(unix)]
fn block(words: usize) -> std::io::Result<Block> {
    let bytes = words.checked_mul(8).ok_or(std::io::ErrorKind::OutOfMemory)?;
    let mut block = memmap2::MmapMut::map_anon(bytes)?;
    // Without huge pages it is slower and just as right.
    #[cfg(target_os = "linux")]
    let _ = block.advise(memmap2::Advice::HugePage);
    block.fill(0);
    Ok(block.into())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // the other one can fail
fn block(words: usize) -> std::io::Result<Block> {
    Ok((0..words).map(|_| AtomicU64::new(0)).collect())
}

/// The bytes of a file, fetched from it when they are read.
pub(super) struct Mapping {
    file: Option<Pages>,
}

#[cfg(unix)]
type Pages = memmap2::MmapRaw;
#[cfg(not(unix))]
type Pages = Box<[AtomicU8]>;

impl Mapping {
    /// Maps a file as long as it is now.
    pub(super) fn new(file: &File) -> std::io::Result<Mapping> {
        let length = file.metadata()?.len();
        // Nothing cannot be mapped.
        let pages = || pages(file, length);
        Ok(Mapping { file: (length > 0).then(pages).transpose()? })
    }

    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    #[inline]
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes().get(at).map(|byte| byte.load(Ordering::Relaxed))
    }

    #[cfg(unix)]
    #[inline]
    fn bytes(&self) -> &[AtomicU8] {
        let Some(file) = &self.file else { return &[] };
        // SAFETY: The mapping lives as long as this value, is `len` bytes long, and every byte is a valid
        // `AtomicU8`. Another program may write to the file at any time, so they are never seen as
        // anything but atomics, which may change. The pages are read-only: nobody but `byte` gets this slice to use, and
        // it only loads, relaxed, which is allowed of one byte of read-only memory on every target. If the file is made shorter, a
        // load ends the program by a signal, and reads nothing.
        unsafe { std::slice::from_raw_parts(file.as_ptr().cast::<AtomicU8>(), file.len()) }
    }

    #[cfg(not(unix))]
    fn bytes(&self) -> &[AtomicU8] {
        self.file.as_deref().unwrap_or(&[])
    }
}

#[cfg(unix)]
fn pages(file: &File, length: u64) -> std::io::Result<Pages> {
    let length = usize::try_from(length).map_err(|_| std::io::ErrorKind::OutOfMemory)?;
    memmap2::MmapOptions::new().len(length).map_raw_read_only(file)
}

#[cfg(not(unix))]
fn pages(mut file: &File, _: u64) -> std::io::Result<Pages> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut file, &mut bytes)?;
    Ok(bytes.into_iter().map(AtomicU8::new).collect())
}
