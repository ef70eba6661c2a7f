//! The values of a part of a table: sequences of them are pairs of shorter sequences (Re-Pair), which have Huffman codes, in blocks.

use outplay::solve::tables::{TableError, TableSource};

use super::bytes::{Bytes, damaged, filled};

/// Blocks have at most so many bytes.
const LARGEST: usize = 1 << 10;

/// The longest code, in bits.
const LONGEST: u8 = 32;

/// A set bit: all positions have one value.
const ONE_VALUE: u8 = 0x80;

/// Two shorter sequences, or one value.
#[derive(Clone, Copy)]
enum Content {
    Value(u16),
    Pair(u16, u16),
}

/// A sequence of values, and how many they are.
#[derive(Clone, Copy)]
struct Sequence {
    content: Content,
    length: u32,
}

/// How the values of a part are written.
enum Form {
    One(u16),
    Many(Box<Coded>),
}

/// The values of a part of a table.
pub(super) struct Pairs {
    /// What the file says besides.
    pub(super) flags: u8,
    form: Form,
}

struct Coded {
    /// How many bytes a block has, and how many numbers share an entry of the index, both as powers of two.
    block: u32,
    span: u32,
    /// How many blocks there are, how many lengths of blocks, and how many entries of the index.
    blocks: u64,
    lengths: u64,
    entries: u64,
    codes: Codes,
    sequences: Vec<Sequence>,
    /// Where the index, the lengths and the blocks begin.
    places: [u64; 3],
}

/// Codes by their lengths, from the shortest on.
struct Codes {
    shortest: u32,
    /// The first code of each length, to the left of 64 bits. Longer codes are smaller.
    first: Vec<u64>,
    /// The sequence of that code.
    sequence: Vec<u16>,
}

impl Pairs {
    /// Reads the head of a part with so many numbers. Of tables of distances the one value is not told.
    pub(super) fn read(
        bytes: &mut Bytes<'_>,
        count: u64,
        tells_one: bool,
    ) -> Result<Pairs, TableError> {
        let [flags] = bytes.take()?;
        let form = match flags & ONE_VALUE {
            0 => Form::Many(Box::new(Coded::read(bytes, count)?)),
            _ => {
                let [value] = bytes.take()?;
                Form::One(if tells_one { value.into() } else { 0 })
            }
        };
        Ok(Pairs { flags, form })
    }

    /// Takes its place for the index.
    pub(super) fn put_index(&mut self, bytes: &mut Bytes<'_>) {
        self.put(0, bytes, |coded| coded.entries * 6);
    }

    /// Takes its place for the lengths of blocks.
    pub(super) fn put_lengths(&mut self, bytes: &mut Bytes<'_>) {
        self.put(1, bytes, |coded| coded.lengths * 2);
    }

    /// Takes its place for the blocks.
    pub(super) fn put_blocks(&mut self, bytes: &mut Bytes<'_>) {
        bytes.align(64);
        self.put(2, bytes, |coded| coded.blocks << coded.block);
    }

    fn put(&mut self, which: usize, bytes: &mut Bytes<'_>, size: impl Fn(&Coded) -> u64) {
        if let Form::Many(coded) = &mut self.form {
            coded.places[which] = bytes.at;
            bytes.at += size(coded);
        }
    }

    /// The value of a number.
    pub(super) fn value(&self, source: &dyn TableSource, number: u64) -> Result<u16, TableError> {
        match &self.form {
            Form::One(value) => Ok(*value),
            Form::Many(coded) => coded.value(source, number),
        }
    }
}

impl Coded {
    fn read(bytes: &mut Bytes<'_>, count: u64) -> Result<Coded, TableError> {
        let [block, span, unused] = bytes.take()?;
        let blocks = u64::from(u32::from_le_bytes(bytes.take()?));
        let [longest, shortest] = bytes.take()?;
        let is_possible = (1 << block.min(63)) <= LARGEST as u64
            && span < 32
            && (1..=longest).contains(&shortest)
            && longest <= LONGEST;
        if !is_possible {
            return Err(damaged("its blocks are impossible"));
        }
        let codes = Codes::read(bytes, shortest, longest)?;
        let sequences = sequences(bytes)?;
        Ok(Coded {
            block: block.into(),
            span: span.into(),
            blocks,
            lengths: blocks + u64::from(unused),
            entries: count.div_ceil(1 << span),
            codes,
            sequences,
            places: [0; 3],
        })
    }

    fn value(&self, source: &dyn TableSource, number: u64) -> Result<u16, TableError> {
        let (block, offset) = self.found(source, number)?;
        let mut bytes = [0; LARGEST + 16];
        let size = 1 << self.block;
        filled(source, self.places[2] + (block << self.block), &mut bytes[..size])?;
        let (mut bit, mut offset) = (0, offset);
        while bit < size * 8 {
            let (sequence, bits) = self.codes.next(window(&bytes, bit));
            let sequence =
                self.sequences.get(sequence).ok_or_else(|| damaged("an unknown code"))?;
            match offset.checked_sub(sequence.length) {
                None => return Ok(self.within(*sequence, offset)),
                Some(rest) => offset = rest,
            }
            bit += bits as usize;
        }
        Err(damaged("a block is too short"))
    }

    /// The block with a number, and how many values there come before it.
    fn found(&self, source: &dyn TableSource, number: u64) -> Result<(u64, u32), TableError> {
        let mut entry = [0; 6];
        filled(source, self.places[0] + (number >> self.span) * 6, &mut entry)?;
        let [a, b, c, d, low, high] = entry;
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let within = (number & ((1 << self.span) - 1)) as i64;
        // An entry tells where the number in the middle of its span is.
        let mut offset = i64::from(u16::from_le_bytes([low, high])) + within - (1 << self.span) / 2;
        while offset < 0 {
            block = block.checked_sub(1).ok_or_else(|| damaged("an index before all blocks"))?;
            offset += self.length(source, block)?;
        }
        loop {
            let length = self.length(source, block)?;
            if offset < length && block < self.blocks {
                return Ok((block, offset as u32));
            }
            offset -= length;
            block += 1;
        }
    }

    /// How many values a block has. Behind the blocks there are some lengths more, for entries of the index whose middle is behind the end.
    fn length(&self, source: &dyn TableSource, block: u64) -> Result<i64, TableError> {
        if block >= self.lengths {
            return Err(damaged("an index behind all blocks"));
        }
        let mut length = [0; 2];
        filled(source, self.places[1] + block * 2, &mut length)?;
        Ok(i64::from(u16::from_le_bytes(length)) + 1)
    }

    /// A value of a sequence.
    fn within(&self, mut sequence: Sequence, mut offset: u32) -> u16 {
        loop {
            match sequence.content {
                Content::Value(value) => return value,
                Content::Pair(left, right) => {
                    let left = self.sequences[usize::from(left)];
                    sequence = match offset.checked_sub(left.length) {
                        None => left,
                        Some(rest) => {
                            offset = rest;
                            self.sequences[usize::from(right)]
                        }
                    };
                }
            }
        }
    }
}

/// The 64 bits of a block from one on.
#[inline(always)]
fn window(bytes: &[u8; LARGEST + 16], bit: usize) -> u64 {
    let at = bit / 8;
    let next: [u8; 16] = std::array::from_fn(|byte| bytes[at + byte]);
    (u128::from_be_bytes(next) << (bit % 8) >> 64) as u64
}

impl Codes {
    fn read(bytes: &mut Bytes<'_>, shortest: u8, longest: u8) -> Result<Codes, TableError> {
        let count = usize::from(longest - shortest) + 1;
        let sequence = bytes.numbers(count)?;
        let mut first = vec![0u64; count];
        for at in (0..count - 1).rev() {
            let [here, longer] = [sequence[at], sequence[at + 1]].map(u64::from);
            first[at] = (first[at + 1] + here)
                .checked_sub(longer)
                .ok_or_else(|| damaged("its codes are impossible"))?
                / 2;
        }
        let length = |at: usize| u32::from(shortest) + at as u32;
        first.iter_mut().enumerate().for_each(|(at, first)| *first <<= 64 - length(at));
        Ok(Codes { shortest: shortest.into(), first, sequence })
    }

    /// The sequence whose code comes next, and how long that is.
    #[inline(always)]
    fn next(&self, window: u64) -> (usize, u32) {
        let at = self.first.iter().position(|&first| window >= first);
        let at = at.unwrap_or(self.first.len() - 1);
        let length = self.shortest + at as u32;
        let behind = (window - self.first[at]) >> (64 - length);
        (usize::from(self.sequence[at]) + behind as usize, length)
    }
}

/// All sequences: three bytes each, two numbers of twelve bits.
fn sequences(bytes: &mut Bytes<'_>) -> Result<Vec<Sequence>, TableError> {
    let count = usize::from(u16::from_le_bytes(bytes.take()?));
    let content = |_| {
        let [a, b, c] = bytes.take()?.map(u16::from);
        let (left, right) = (a | (b & 15) << 8, b >> 4 | c << 4);
        Ok(if right == 0xfff { Content::Value(left) } else { Content::Pair(left, right) })
    };
    let contents = (0..count).map(content).collect::<Result<Vec<Content>, TableError>>()?;
    bytes.at += count as u64 % 2;
    with_lengths(&contents).ok_or_else(|| damaged("its sequences are impossible"))
}

/// The same with their lengths; nothing if one is a part of itself or does not end.
fn with_lengths(contents: &[Content]) -> Option<Vec<Sequence>> {
    let mut lengths = vec![0u32; contents.len()];
    // Pairs are often made of earlier ones, but need not be.
    let mut unknown = contents.len();
    while unknown > 0 {
        let before = unknown;
        for (at, content) in contents.iter().enumerate() {
            if lengths[at] > 0 {
                continue;
            }
            lengths[at] = match *content {
                Content::Value(_) => 1,
                Content::Pair(left, right) => {
                    match [*lengths.get(usize::from(left))?, *lengths.get(usize::from(right))?] {
                        [0, _] | [_, 0] => continue,
                        [left, right] => left.checked_add(right)?,
                    }
                }
            };
            unknown -= 1;
        }
        if unknown == before {
            return None;
        }
    }
    let all = contents.iter().zip(lengths);
    Some(all.map(|(&content, length)| Sequence { content, length }).collect())
}
