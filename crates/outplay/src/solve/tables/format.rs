//! The file of a slice, byte by byte: docs/tables.md.
//!
//! There are two kinds: verdicts, packed four in a byte where they are decoded, and values, two bytes each.

use std::fmt::{self, Display};

use super::super::retrograde::{VerdictTally, Verdicts};
use super::kind::Kind;
use super::runs::{self, BLOCK, CONTEXTS, Coder, Counts, SYMBOLS};
use super::values::{self, MOST_VALUES};
use crate::checksum::checksum;

/// What a table begins with.
const MAGIC: &[u8; 8] = b"OUTPLAYT";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 2;
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
    /// After so many moves inside the slice, at most, a player who wins has left it or has won; nothing if that is not known.
    pub longest: Option<u16>,
}

/// All of a table but its blocks.
pub(super) struct Header {
    pub(super) about: About,
    pub(super) kind: Kind,
    pub(super) coding: Coding,
    /// The bytes of each block, and their checksum.
    pub(super) blocks: Vec<(u32, u64)>,
    /// Where the first block begins.
    pub(super) start: u64,
}

/// How blocks are coded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// Runs of verdicts: the lengths of codes in each context.
    Verdicts(Vec<Vec<u8>>),
    /// Runs of values: the values there are, the lengths of their codes, and those of the codes of the lengths of runs.
    Values(Vec<i16>, Vec<u8>, Vec<u8>),
}

impl Coding {
    /// How many numbers a block has, but for the last one.
    pub(super) fn block(&self) -> u64 {
        match self {
            Coding::Verdicts(_) => BLOCK,
            Coding::Values(..) => values::BLOCK,
        }
    }
}

/// The bytes of a table of values. Numbers of which nothing is told are never asked about.
pub(super) fn write_values(
    about: &About,
    kind: Kind,
    told: impl Fn(u64) -> Option<i16>,
) -> Result<Vec<u8>, TableError> {
    let blocks = about.count.div_ceil(values::BLOCK);
    let block = |block: u64| {
        let numbers = block * values::BLOCK..((block + 1) * values::BLOCK).min(about.count);
        numbers.map(&told).collect::<Vec<_>>()
    };
    let mut counts = values::Counts::default();
    (0..blocks).for_each(|at| counts.count(&block(at)));
    let coder = values::Coder::new(&counts).ok_or_else(|| {
        TableError::Unwritable(format!("it has more than {MOST_VALUES} different values"))
    })?;
    let (mut body, mut listed) = (Vec::new(), Vec::new());
    for at in 0..blocks {
        let bytes = coder.encode(&block(at));
        listed.push((bytes.len() as u32, checksum(&bytes)));
        body.extend(bytes);
    }
    let mut bytes = header(about, kind, &coder.coding(), &listed);
    bytes.extend(body);
    Ok(bytes)
}

/// The bytes of a table of verdicts.
pub(super) fn write(about: &About, verdicts: &Verdicts) -> Vec<u8> {
    let blocks = about.count.div_ceil(BLOCK);
    let numbers = |block: u64| block * BLOCK..((block + 1) * BLOCK).min(about.count);
    let mut counts: Counts = vec![[0; SYMBOLS]; CONTEXTS];
    for block in (0..blocks).map(numbers) {
        let length = block.end - block.start;
        runs::count(block.map(|number| verdicts.code(number)), length, &mut counts);
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
    let mut bytes = header(about, Kind::Verdicts, &Coding::Verdicts(coder.lengths), &listed);
    bytes.extend(body);
    bytes
}

fn header(about: &About, kind: Kind, coding: &Coding, blocks: &[(u32, u64)]) -> Vec<u8> {
    let mut header = Vec::new();
    let VerdictTally { losses, draws, wins, nothing } = about.tally;
    for number in [about.rules, about.count, losses, draws, wins, nothing, about.unprobed] {
        header.extend(number.to_le_bytes());
    }
    for text in [&about.game, &about.slice] {
        header.push(u8::try_from(text.len()).expect("names have up to 255 bytes"));
        header.extend(text.bytes());
    }
    header.extend(about.longest.unwrap_or(u16::MAX).to_le_bytes());
    header.extend((coding.block() as u32).to_le_bytes());
    header.push(kind.code());
    match coding {
        Coding::Verdicts(lengths) => header.extend(lengths.iter().flatten()),
        Coding::Values(values, lengths, runs) => {
            header.extend((values.len() as u16).to_le_bytes());
            values.iter().for_each(|value| header.extend(value.to_le_bytes()));
            header.extend(lengths.iter().chain(runs));
        }
    }
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
    let longest = Some(u16::from_le_bytes(fields.array()?)).filter(|&longest| longest < u16::MAX);
    let block = u64::from(fields.u32()?);
    let kind = kind(&mut fields)?;
    let coding = coding(kind, &mut fields)?;
    if block != coding.block() {
        return Err(damaged("its blocks have another size"));
    }
    let listed = fields.u64()?;
    if listed != count.div_ceil(block) {
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
    let about = About { game, rules, slice, count, tally, unprobed, longest };
    Ok(Header { about, kind, coding, blocks, start })
}

fn kind(fields: &mut Fields<'_>) -> Result<Kind, TableError> {
    let code = fields.take(1)?[0];
    let mut kinds = [Kind::Verdicts, Kind::Distances, Kind::Scores].into_iter();
    kinds
        .find(|kind| kind.code() == code)
        .ok_or_else(|| damaged("it is of a kind that is not known"))
}

fn coding(kind: Kind, fields: &mut Fields<'_>) -> Result<Coding, TableError> {
    match kind {
        Kind::Verdicts => {
            let lengths = (0..CONTEXTS).map(|_| Ok(fields.take(SYMBOLS)?.to_vec()));
            Ok(Coding::Verdicts(lengths.collect::<Result<_, TableError>>()?))
        }
        Kind::Distances | Kind::Scores => {
            let count = usize::from(u16::from_le_bytes(fields.array()?));
            if count > MOST_VALUES {
                return Err(damaged("it has too many values"));
            }
            let value = |_| Ok(i16::from_le_bytes(fields.array()?));
            let values = (0..count).map(value).collect::<Result<_, TableError>>()?;
            let lengths = fields.take(count)?.to_vec();
            Ok(Coding::Values(values, lengths, fields.take(runs::LENGTHS + 1)?.to_vec()))
        }
    }
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
