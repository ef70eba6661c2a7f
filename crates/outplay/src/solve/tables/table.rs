//! A table that is read where it is kept: block by block, each checked, the last ones decoded in a cache.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::retrograde::{Verdict, Verdicts};
use super::format::{self, About, Header, TableError};
use super::runs::{BLOCK, Reader};
use crate::checksum::checksum;
use crate::mixed;

/// Where the bytes of a table are kept: most often a file, which the library does not open itself.
pub trait TableSource: Send + Sync {
    /// How many bytes there are.
    fn length(&self) -> u64;

    /// Fills `bytes` with those from `at` on, or fails.
    fn read(&self, at: u64, bytes: &mut [u8]) -> std::io::Result<()>;
}

/// Bytes in memory.
impl TableSource for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> std::io::Result<()> {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let found = self.get(at..at.saturating_add(bytes.len()));
        bytes.copy_from_slice(found.ok_or(std::io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Decoded blocks of any tables, 4 KiB each. Every block has one place.
pub struct Cache {
    places: Box<[Mutex<Place>]>,
}

/// A decoded block; at first none, and then `verdicts` is empty.
#[derive(Default)]
struct Place {
    table: u64,
    block: u64,
    verdicts: Vec<u8>,
}

impl Cache {
    /// A cache of so many mebibytes.
    pub fn new(mebibytes: usize) -> Arc<Cache> {
        let places = (mebibytes << 20) / (BLOCK as usize / 4);
        Arc::new(Cache { places: (0..places.max(1)).map(|_| Mutex::default()).collect() })
    }

    fn place(&self, table: u64, block: u64) -> &Mutex<Place> {
        &self.places[(mixed(table << 40 ^ block) % self.places.len() as u64) as usize]
    }
}

/// The verdicts of a slice, which stay where they are kept.
pub struct Table {
    source: Box<dyn TableSource>,
    about: About,
    reader: Reader,
    /// Where each block begins, its length and its checksum.
    blocks: Vec<(u64, u32, u64)>,
    cache: Arc<Cache>,
    /// Tells it from other tables in the cache.
    id: u64,
}

impl Table {
    /// Reads the header. Blocks are read when they are asked for.
    pub fn open(source: Box<dyn TableSource>, cache: &Arc<Cache>) -> Result<Table, TableError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let header = format::read(source.length(), |at, bytes| read(&*source, at, bytes))?;
        let Header { about, lengths, blocks, start } = header;
        let reader = Reader::new(&lengths)
            .ok_or_else(|| TableError::Damaged("its codes are impossible".to_owned()))?;
        let mut end = start;
        let blocks = blocks.into_iter().map(|(length, check)| {
            end += u64::from(length);
            (end - u64::from(length), length, check)
        });
        let blocks = blocks.collect();
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Table { source, about, reader, blocks, cache: Arc::clone(cache), id })
    }

    /// What it tells of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.source.length()
    }

    /// The verdict of a number. Of a position that is never probed it says nothing true.
    pub fn verdict(&self, number: u64) -> Result<Verdict, TableError> {
        if number >= self.about.count {
            let what = format!("there is no number {number} below {}", self.about.count);
            return Err(TableError::Damaged(what));
        }
        let (block, at) = (number / BLOCK, number % BLOCK);
        let place = self.cache.place(self.id, block);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if (place.table, place.block) != (self.id, block) {
            place.table = 0;
            place.verdicts.resize(BLOCK as usize / 4, 0);
            self.decode(block, &mut place.verdicts)?;
            (place.table, place.block) = (self.id, block);
        }
        let code = place.verdicts[(at / 4) as usize] >> (at % 4 * 2) & 3;
        Ok(Verdict::of(code).expect("a block has no other codes"))
    }

    /// All verdicts at once.
    pub fn verdicts(&self) -> Result<Verdicts, TableError> {
        let mut verdicts = Verdicts::nothing(self.about.count);
        let pieces = verdicts.bytes_mut().chunks_mut(BLOCK as usize / 4);
        for (block, piece) in pieces.enumerate() {
            self.decode(block as u64, piece)?;
        }
        Ok(verdicts)
    }

    /// Reads a block, checks it and decodes it.
    fn decode(&self, block: u64, verdicts: &mut [u8]) -> Result<(), TableError> {
        let (start, length, check) = self.blocks[block as usize];
        let mut bytes = vec![0; length as usize];
        read(&*self.source, start, &mut bytes)?;
        let damaged = |what: &str| TableError::Damaged(format!("block {block} {what}"));
        if checksum(&bytes) != check {
            return Err(damaged("has another checksum"));
        }
        let count = (self.about.count - block * BLOCK).min(BLOCK);
        self.reader.decode(&bytes, count, verdicts).ok_or_else(|| damaged("cannot be decoded"))
    }
}

fn read(source: &dyn TableSource, at: u64, bytes: &mut [u8]) -> Result<(), TableError> {
    source.read(at, bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => TableError::Damaged("it is cut off".to_owned()),
        _ => TableError::Unreadable(error.to_string()),
    })
}
