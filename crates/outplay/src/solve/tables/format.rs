//! The file of a slice, byte by byte: docs/tables.md.

use std::fmt::{self, Display};

use super::super::retrograde::{VerdictTally, Verdicts};
use super::runs::{BLOCK, CONTEXTS, Coder, Counts, SYMBOLS, count};
use crate::checksum::checksum;

/// What a table begins with.
const MAGIC: &[u8; 8] = b"OUTPLAYT";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// The bytes before the header proper: the magic, the version and the length of the header.
const PREFIX: usize = 16;
/// A header is never longer than this.
const LONGEST_HEADER: u64 = 1 << 30;

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// It does not begin as a table does.
    NoTable,
    /// It is of a version that is not known.
    Version(u32),
    /// Its bytes are not those that were written: where.
    Damaged(String),
    /// It was made for something else: for what, and for what it should be.
    Other {
        /// What the table says.
        is: String,
        /// What it should say.
        should_be: String,
    },
    /// It cannot be read, and why.
    Unreadable(String),
    /// It cannot be written, and why.
    Unwritable(String),
}

impl Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NoTable => write!(f, "it is no table: it does not begin with OUTPLAYT"),
            TableError::Version(version) => {
                write!(f, "it is a table of version {version}; {VERSION} can be read")
            }
            TableError::Damaged(what) => write!(f, "it is damaged: {what}; build it again"),
            TableError::Other { is, should_be } => {
                write!(f, "it is a table of {is}, and should be one of {should_be}")
            }
            TableError::Unreadable(why) => write!(f, "it cannot be read: {why}"),
            TableError::Unwritable(why) => write!(f, "it cannot be written: {why}"),
        }
    }
}

impl std::error::Error for TableError {}

/// What a table tells of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the game.
    pub game: String,
    /// Tells its rules from others.
    pub rules: u64,
    /// The name of the slice.
    pub slice: String,
    /// How many numbers it has.
    pub count: u64,
    /// How many positions there are of each verdict, those included that are never probed.
    pub tally: VerdictTally,
    /// How many positions are never probed, so that the table does not tell them.
    pub unprobed: u64,
}

/// All of a table but its blocks.
pub(super) struct Header {
    pub(super) about: About,
    /// The lengths of codes in each context.
    pub(super) lengths: Vec<Vec<u8>>,
    /// The bytes of each block, and their checksum.
    pub(super) blocks: Vec<(u32, u64)>,
    /// Where the first block begins.
    pub(super) start: u64,
}

/// The bytes of a table.
pub(super) fn write(about: &About, verdicts: &Verdicts) -> Vec<u8> {
    let blocks = about.count.div_ceil(BLOCK);
    let numbers = |block: u64| block * BLOCK..((block + 1) * BLOCK).min(about.count);
    let mut counts: Counts = vec![[0; SYMBOLS]; CONTEXTS];
    for block in (0..blocks).map(numbers) {
        let length = block.end - block.start;
        count(block.map(|number| verdicts.code(number)), length, &mut counts);
    }
    let coder = Coder::new(&counts);
    let mut body = Vec::new();
    let mut listed = Vec::new();
    for block in (0..blocks).map(numbers) {
        let length = block.end - block.start;
        let bytes = coder.encode(block.map(|number| verdicts.code(number)), length);
        listed.push((bytes.len() as u32, checksum(&bytes)));
        body.extend(bytes);
    }
    let mut bytes = header(about, &coder.lengths, &listed);
    bytes.extend(body);
    bytes
}

fn header(about: &About, lengths: &[Vec<u8>], blocks: &[(u32, u64)]) -> Vec<u8> {
    let mut header = Vec::new();
    let VerdictTally { losses, draws, wins, nothing } = about.tally;
    for number in [about.rules, about.count, losses, draws, wins, nothing, about.unprobed] {
        header.extend(number.to_le_bytes());
    }
    for text in [&about.game, &about.slice] {
        header.push(u8::try_from(text.len()).expect("names have up to 255 bytes"));
        header.extend(text.bytes());
    }
    header.extend((BLOCK as u32).to_le_bytes());
    header.extend(lengths.iter().flatten());
    header.extend((blocks.len() as u64).to_le_bytes());
    for &(length, check) in blocks {
        header.extend(length.to_le_bytes());
        header.extend(check.to_le_bytes());
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    let check = checksum(&bytes);
    bytes.extend(check.to_le_bytes());
    bytes
}

fn damaged(what: &str) -> TableError {
    TableError::Damaged(what.to_owned())
}

/// Reads the header of a table that has so many bytes.
pub(super) fn read(
    total: u64,
    mut bytes_at: impl FnMut(u64, &mut [u8]) -> Result<(), TableError>,
) -> Result<Header, TableError> {
    let mut prefix = [0; PREFIX];
    if total < PREFIX as u64 {
        return Err(TableError::NoTable);
    }
    bytes_at(0, &mut prefix)?;
    let mut fields = Fields(&prefix);
    if fields.take(8)? != MAGIC {
        return Err(TableError::NoTable);
    }
    let version = fields.u32()?;
    if version != VERSION {
        return Err(TableError::Version(version));
    }
    let length = u64::from(fields.u32()?);
    let start = PREFIX as u64 + length + 8;
    if start > total || length > LONGEST_HEADER {
        return Err(damaged("its header is cut off"));
    }
    let mut bytes = vec![0; start as usize];
    bytes_at(0, &mut bytes)?;
    let (said, check) = bytes.split_at(bytes.len() - 8);
    if check != checksum(said).to_le_bytes() {
        return Err(damaged("its header has another checksum"));
    }
    let header = parse(Fields(&said[PREFIX..]), start)?;
    let body: u64 = header.blocks.iter().map(|&(length, _)| u64::from(length)).sum();
    if start + body != total {
        return Err(damaged(&format!("it has {total} bytes, and should have {}", start + body)));
    }
    Ok(header)
}

fn parse(mut fields: Fields<'_>, start: u64) -> Result<Header, TableError> {
    let mut numbers = [0; 7];
    for number in &mut numbers {
        *number = fields.u64()?;
    }
    let [rules, count, losses, draws, wins, nothing, unprobed] = numbers;
    let (game, slice) = (fields.text()?, fields.text()?);
    if u64::from(fields.u32()?) != BLOCK {
        return Err(damaged("its blocks have another size"));
    }
    let mut lengths = Vec::new();
    for _ in 0..CONTEXTS {
        lengths.push(fields.take(SYMBOLS)?.to_vec());
    }
    let listed = fields.u64()?;
    if listed != count.div_ceil(BLOCK) {
        return Err(damaged("its blocks are not as many as its positions need"));
    }
    let mut blocks = Vec::new();
    for _ in 0..listed {
        blocks.push((fields.u32()?, fields.u64()?));
    }
    if !fields.0.is_empty() {
        return Err(damaged("its header is too long"));
    }
    let tally = VerdictTally { losses, draws, wins, nothing };
    let about = About { game, rules, slice, count, tally, unprobed };
    Ok(Header { about, lengths, blocks, start })
}

/// What is left of a header.
struct Fields<'f>(&'f [u8]);

impl<'f> Fields<'f> {
    fn take(&mut self, count: usize) -> Result<&'f [u8], TableError> {
        let (taken, rest) =
            self.0.split_at_checked(count).ok_or_else(|| damaged("its header is too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        Ok(self.take(N)?.try_into().expect("it has as many"))
    }

    fn u32(&mut self) -> Result<u32, TableError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, TableError> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Result<String, TableError> {
        let length = self.take(1)?[0];
        let bytes = self.take(usize::from(length))?.to_vec();
        String::from_utf8(bytes).map_err(|_| damaged("a name is not UTF-8 text"))
    }
}
