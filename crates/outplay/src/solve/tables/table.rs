//! A table that is read where it is kept: block by block, each checked, the last ones decoded in a cache.

use std::sync::Arc;

use super::super::retrograde::{Distance, Distances, Score, Scores, Verdict, Verdicts};
use super::cache::Cache;
use super::format::{self, About, Coding, Header, TableError};
use super::kind::Kind;
use super::runs::{self, BLOCK};
use super::values;
use crate::checksum::checksum;

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

/// Decodes blocks.
enum Reader {
    Verdicts(runs::Reader),
    Values(values::Reader),
}

/// The table of a slice, which stays where it is kept.
pub struct Table {
    source: Box<dyn TableSource>,
    about: About,
    kind: Kind,
    reader: Reader,
    /// How many numbers a block has.
    block: u64,
    /// Where each block begins, its length and its checksum.
    blocks: Vec<(u64, u32, u64)>,
    cache: Arc<Cache>,
    /// The number of its first block in the cache.
    first: u64,
}

impl Table {
    /// Reads the header. Blocks are read when they are asked for.
    pub fn open(source: Box<dyn TableSource>, cache: &Arc<Cache>) -> Result<Table, TableError> {
        let header = format::read(source.length(), |at, bytes| read(&*source, at, bytes))?;
        let Header { about, kind, coding, blocks, start } = header;
        let block = coding.block();
        let reader = match coding {
            Coding::Verdicts(lengths) => runs::Reader::new(&lengths).map(Reader::Verdicts),
            Coding::Values(values, lengths, runs) => {
                values::Reader::new(values, &lengths, &runs).map(Reader::Values)
            }
        };
        let reader =
            reader.ok_or_else(|| TableError::Damaged("its codes are impossible".to_owned()))?;
        let mut end = start;
        let blocks = blocks.into_iter().map(|(length, check)| {
            end += u64::from(length);
            (end - u64::from(length), length, check)
        });
        let blocks: Vec<_> = blocks.collect();
        let (first, cache) = (Cache::blocks(blocks.len()), Arc::clone(cache));
        Ok(Table { source, about, kind, reader, block, blocks, cache, first })
    }

    /// What it tells of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.source.length()
    }

    /// What it tells.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The verdict of a number. Of a position that is never probed it says nothing true.
    pub fn verdict(&self, number: u64) -> Result<Verdict, TableError> {
        match self.reader {
            Reader::Values(_) => self.distance(number).map(Distance::verdict),
            Reader::Verdicts(_) => self.looked_up(number, runs::verdict_at),
        }
    }

    /// The distance of a number, if the table [tells](Self::kind) distances. Of a position that is never probed it says nothing true.
    pub fn distance(&self, number: u64) -> Result<Distance, TableError> {
        self.values(Kind::Distances)?;
        distance(self.looked_up(number, values::value_at)?)
    }

    /// What is at a place of the block of a number.
    #[inline(always)]
    fn looked_up<T>(&self, number: u64, look: impl Fn(&[u16], u16) -> T) -> Result<T, TableError> {
        if number >= self.about.count {
            let what = format!("there is no number {number} below {}", self.about.count);
            return Err(TableError::Damaged(what));
        }
        let (block, at) = (number / self.block, number % self.block);
        self.cache.with(self.first + block, || self.runs(block), |runs| look(runs, at as u16))
    }

    /// The runs of a block.
    #[cold]
    fn runs(&self, block: u64) -> Result<Box<[u16]>, TableError> {
        let mut runs = Vec::new();
        self.decode(block, |bytes, count| {
            runs = match &self.reader {
                Reader::Verdicts(reader) => reader.runs(bytes, count)?,
                Reader::Values(reader) => reader.runs(bytes, count)?,
            };
            Some(())
        })?;
        Ok(runs.into())
    }

    /// All verdicts at once.
    pub fn verdicts(&self) -> Result<Verdicts, TableError> {
        let mut verdicts = Verdicts::nothing(self.about.count);
        let Reader::Verdicts(reader) = &self.reader else {
            return Err(TableError::Damaged("it tells distances".to_owned()));
        };
        let pieces = verdicts.bytes_mut().chunks_mut(BLOCK as usize / 4);
        for (block, piece) in pieces.enumerate() {
            self.decode(block as u64, |bytes, count| reader.decode(bytes, count, piece))?;
        }
        Ok(verdicts.with_longest(self.about.longest))
    }

    /// All distances at once.
    pub fn distances(&self) -> Result<Distances, TableError> {
        let mut distances = Vec::with_capacity(self.about.count as usize);
        self.each_value(Kind::Distances, |value| {
            distances.push(Distance::of(value)?);
            Some(())
        })?;
        Ok(Distances::of(distances.into_iter().map(Some)))
    }

    /// All scores at once.
    pub fn scores(&self) -> Result<Scores, TableError> {
        let mut scores = Vec::with_capacity(self.about.count as usize);
        self.each_value(Kind::Scores, |value| {
            scores.push(Score::of(value)?);
            Some(())
        })?;
        Ok(Scores::of(scores.into_iter().map(Some)))
    }

    /// Tells all values, one by one, to somebody who knows what is none.
    fn each_value(
        &self,
        kind: Kind,
        mut told: impl FnMut(i16) -> Option<()>,
    ) -> Result<(), TableError> {
        let reader = self.values(kind)?;
        for block in 0..self.blocks.len() as u64 {
            self.decode(block, |bytes, count| {
                let mut right = Some(());
                reader.decode(bytes, count, |from, to, value| {
                    (from..to).for_each(|_| right = right.and_then(|()| told(value)));
                })?;
                right
            })?;
        }
        Ok(())
    }

    /// Who reads the values, if it tells these.
    fn values(&self, kind: Kind) -> Result<&values::Reader, TableError> {
        match &self.reader {
            Reader::Values(reader) if self.kind == kind => Ok(reader),
            _ => {
                let what = format!("it tells {:?}, not {kind:?}", self.kind);
                Err(TableError::Damaged(what.to_lowercase()))
            }
        }
    }

    /// Reads a block, checks it and decodes it.
    fn decode(
        &self,
        block: u64,
        decoded: impl FnOnce(&[u8], u64) -> Option<()>,
    ) -> Result<(), TableError> {
        let (start, length, check) = self.blocks[block as usize];
        let mut bytes = vec![0; length as usize];
        read(&*self.source, start, &mut bytes)?;
        let damaged = |what: &str| TableError::Damaged(format!("block {block} {what}"));
        if checksum(&bytes) != check {
            return Err(damaged("has another checksum"));
        }
        let count = (self.about.count - block * self.block).min(self.block);
        decoded(&bytes, count).ok_or_else(|| damaged("cannot be decoded"))
    }
}

fn distance(code: i16) -> Result<Distance, TableError> {
    Distance::of(code).ok_or_else(|| TableError::Damaged(format!("{code} is no distance")))
}

fn read(source: &dyn TableSource, at: u64, bytes: &mut [u8]) -> Result<(), TableError> {
    source.read(at, bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => TableError::Damaged("it is cut off".to_owned()),
        _ => TableError::Unreadable(error.to_string()),
    })
}
