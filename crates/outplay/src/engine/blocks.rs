//! The bytes of a book that stays where it is kept: read block by block, checked, and cached.
//!
//! A book may be larger than memory, and its file may be changed, cut off or taken away while it is used. So when it is
//! opened, all of it is read once, and a hash of every block is kept. A block that is needed later is read again and compared
//! with its hash. If that fails, the book is lost: nothing is found in it any more, and its source is told why, once.
//!
//! The cache is a table of 4,096 blocks of 4 KiB, 16 MiB in all; each block has one place in it. To look a position up
//! takes two or three blocks: one with the ends of drawers, one or two with the drawer.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::book::BookError;
use crate::checksum::checksum;

/// The bytes of a block.
const BLOCK: usize = 4096;
/// How many blocks are cached.
const PLACES: usize = 4096;

/// Where a large book is kept: most often a file, which the library does not open itself.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    fn length(&self) -> u64;

    /// Fills `bytes` with those from `at` on, or fails.
    fn read(&self, at: u64, bytes: &mut [u8]) -> std::io::Result<()>;

    /// Told once, if the bytes cannot be read any more or are not those that they were: from now on nothing is found in the
    /// book, and searches go on without it.
    fn lost(&self, why: &BookError);
}

/// The bytes of a source.
pub(super) struct Blocks {
    source: Box<dyn Source>,
    length: usize,
    hashes: Vec<u64>,
    cache: Box<[Mutex<Cached>]>,
    is_lost: AtomicBool,
}

/// A block of the cache; at first none, and then `bytes` is empty.
#[derive(Default)]
struct Cached {
    number: usize,
    bytes: Vec<u8>,
}

impl Blocks {
    /// Reads all bytes once, and shows them block by block.
    pub(super) fn new(
        source: Box<dyn Source>,
        length: usize,
        mut shown: impl FnMut(&[u8]),
    ) -> Result<Blocks, BookError> {
        let mut hashes = Vec::with_capacity(length.div_ceil(BLOCK));
        let mut bytes = Vec::new();
        for number in 0..length.div_ceil(BLOCK) {
            read(&*source, length, number, &mut bytes)?;
            hashes.push(checksum(&bytes));
            shown(&bytes);
        }
        let cache = (0..PLACES).map(|_| Mutex::default()).collect();
        Ok(Blocks { source, length, hashes, cache, is_lost: AtomicBool::new(false) })
    }

    /// Fills `bytes` with those from `at` on. None if there are not so many, or if the book is lost.
    pub(super) fn copy(&self, mut at: usize, mut bytes: &mut [u8]) -> Option<()> {
        if at.checked_add(bytes.len())? > self.length {
            return None;
        }
        while !bytes.is_empty() {
            let count = bytes.len().min(BLOCK - at % BLOCK);
            let (now, later) = bytes.split_at_mut(count);
            self.copy_within(at / BLOCK, at % BLOCK, now)?;
            (at, bytes) = (at + count, later);
        }
        Some(())
    }

    /// Fills `bytes` from one block.
    fn copy_within(&self, number: usize, from: usize, bytes: &mut [u8]) -> Option<()> {
        if self.is_lost.load(Ordering::Relaxed) {
            return None;
        }
        let place = &self.cache[number % PLACES];
        let mut cached = place.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.bytes.is_empty() || cached.number != number {
            self.fetch(number, &mut cached).map_err(|why| self.lose(&why)).ok()?;
        }
        bytes.copy_from_slice(cached.bytes.get(from..from + bytes.len())?);
        Some(())
    }

    /// Reads a block again, which must be what it was.
    fn fetch(&self, number: usize, cached: &mut Cached) -> Result<(), BookError> {
        cached.number = number;
        let read = read(&*self.source, self.length, number, &mut cached.bytes);
        let is_same = || checksum(&cached.bytes) == self.hashes[number];
        let fetched = read.and_then(|()| is_same().then_some(()).ok_or(BookError::Changed));
        if fetched.is_err() {
            cached.bytes.clear();
        }
        fetched
    }

    fn lose(&self, why: &BookError) {
        if !self.is_lost.swap(true, Ordering::Relaxed) {
            self.source.lost(why);
        }
    }
}

/// Reads a block; the last one may be shorter than the others.
fn read(
    source: &dyn Source,
    length: usize,
    number: usize,
    bytes: &mut Vec<u8>,
) -> Result<(), BookError> {
    let start = number * BLOCK;
    bytes.resize(BLOCK.min(length - start), 0);
    source.read(start as u64, bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => BookError::Changed,
        _ => BookError::Unreadable(error.to_string()),
    })
}
