//! A block of verdicts as runs of the same one, each run with a code of its own.
//!
//! The symbol of a run is its verdict and about how long it is; bits behind it tell the rest of its length. Which symbols are frequent depends on
//! the verdict of the run before. Numbers that are never asked about belong to the run before them, and so cost nothing.

use super::super::retrograde::{NOTHING, Verdict};
use super::cache::run_at;
use super::huffman::{self, Decoder, LONGEST};

/// How many numbers a block has, but for the last one.
pub(super) const BLOCK: u64 = 1 << 14;
/// About how long a run is: exactly up to 8, then four steps for each doubling.
pub(super) const LENGTHS: usize = 52;
/// The length of the last run of a block, however long.
pub(super) const REST: usize = LENGTHS;
/// How many symbols there are.
pub(super) const SYMBOLS: usize = 3 * (LENGTHS + 1);
/// What the run before was: one of three verdicts, or nothing.
pub(super) const CONTEXTS: usize = 4;

/// A run: its verdict as a code, and its length.
#[derive(Clone, Copy)]
struct Run {
    code: u8,
    length: u32,
}

/// Tells the runs of a block, with as few of them as there can be.
fn each_run(codes: impl Iterator<Item = u8>, mut told: impl FnMut(Run)) {
    let mut run = Run { code: NOTHING, length: 0 };
    for code in codes {
        if code != run.code && code != NOTHING {
            if run.code != NOTHING {
                told(run);
                run.length = 0;
            }
            run.code = code;
        }
        run.length += 1;
    }
    // A block about which nobody ever asks.
    let code = if run.code == NOTHING { 1 } else { run.code };
    told(Run { code, ..run });
}

/// About how long a run is, how many bits tell the rest, and the rest.
pub(super) fn bucket(length: u32) -> (usize, u32, u32) {
    let less = length - 1;
    if less < 8 {
        return (less as usize, 0, 0);
    }
    let doublings = less.ilog2();
    let bits = doublings - 2;
    let bucket = 8 + (doublings as usize - 3) * 4 + (less >> bits & 3) as usize;
    (bucket, bits, less & ((1 << bits) - 1))
}

/// The shortest run of a bucket, and how many bits tell the rest.
pub(super) fn shortest(bucket: usize) -> (u32, u32) {
    if bucket < 8 {
        return (bucket as u32 + 1, 0);
    }
    let (doublings, step) = ((bucket - 8) / 4 + 3, (bucket - 8) as u32 % 4);
    let bits = doublings as u32 - 2;
    (((4 + step) << bits) + 1, bits)
}

/// How often each symbol comes in each context.
pub(super) type Counts = Vec<[u64; SYMBOLS]>;

/// Tells context, symbol, and the bits of the rest of each run of a block.
fn each_symbol(
    codes: impl Iterator<Item = u8>,
    length: u64,
    mut told: impl FnMut(usize, usize, u32, u32),
) {
    let (mut context, mut left) = (CONTEXTS - 1, length);
    each_run(codes, |run| {
        left -= u64::from(run.length);
        let (about, bits, rest) = if left == 0 { (REST, 0, 0) } else { bucket(run.length) };
        told(context, usize::from(run.code) * (LENGTHS + 1) + about, bits, rest);
        context = usize::from(run.code);
    });
}

/// Counts the symbols of a block.
pub(super) fn count(codes: impl Iterator<Item = u8>, length: u64, counts: &mut Counts) {
    each_symbol(codes, length, |context, symbol, _, _| counts[context][symbol] += 1);
}

/// The codes of all symbols in all contexts.
pub(super) struct Coder {
    pub(super) lengths: Vec<Vec<u8>>,
    codes: Vec<Vec<u32>>,
}

impl Coder {
    pub(super) fn new(counts: &Counts) -> Coder {
        let lengths: Vec<_> = counts.iter().map(|counts| huffman::lengths(counts)).collect();
        let codes = lengths.iter().map(|lengths| huffman::codes(lengths)).collect();
        Coder { lengths, codes }
    }

    /// The bytes of a block.
    pub(super) fn encode(&self, codes: impl Iterator<Item = u8>, length: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut bits, mut filled) = (0_u64, 0);
        each_symbol(codes, length, |context, symbol, more, rest| {
            let code_length = u32::from(self.lengths[context][symbol]);
            let code = u64::from(self.codes[context][symbol]) | u64::from(rest) << code_length;
            bits |= code << filled;
            filled += code_length + more;
            while filled >= 8 {
                bytes.push(bits as u8);
                (bits, filled) = (bits >> 8, filled - 8);
            }
        });
        if filled > 0 {
            bytes.push(bits as u8);
        }
        bytes
    }
}

/// Reads blocks.
pub(super) struct Reader(Vec<Decoder>);

impl Reader {
    /// None if the lengths belong to no code.
    pub(super) fn new(lengths: &[Vec<u8>]) -> Option<Reader> {
        Some(Reader(lengths.iter().map(|lengths| Decoder::new(lengths)).collect::<Option<_>>()?))
    }

    /// Fills four verdicts in a byte, so many in all. None if the bytes are no block.
    pub(super) fn decode(&self, bytes: &[u8], length: u64, verdicts: &mut [u8]) -> Option<()> {
        self.each_run(bytes, length, |from, to, code| fill(verdicts, from, to, code))
    }

    /// The runs of a block for [`verdict_at`]. None if the bytes are no block.
    pub(super) fn runs(&self, bytes: &[u8], length: u64) -> Option<Vec<u16>> {
        let mut runs = Vec::with_capacity(bytes.len());
        self.each_run(bytes, length, |from, _, code| {
            runs.push((from as u16) << 2 | u16::from(code));
        })?;
        Some(runs)
    }

    /// Tells runs of verdicts, so many numbers in all. None if the bytes are no block.
    #[inline(always)]
    fn each_run(
        &self,
        bytes: &[u8],
        length: u64,
        mut told: impl FnMut(u64, u64, u8),
    ) -> Option<()> {
        let mut bits = Bits::new(bytes);
        let (mut context, mut at) = (CONTEXTS - 1, 0);
        while at < length {
            bits.refill();
            let (symbol, used) = self.0[context].symbol(bits.bits)?;
            bits.skip(used)?;
            let (code, about) =
                (usize::from(symbol) / (LENGTHS + 1), usize::from(symbol) % (LENGTHS + 1));
            let end = match about {
                REST => length,
                _ => {
                    let (shortest, more) = shortest(about);
                    let rest = bits.bits & ((1 << more) - 1);
                    bits.skip(more)?;
                    at + u64::from(shortest) + rest
                }
            };
            if end > length {
                return None;
            }
            told(at, end, code as u8);
            (context, at) = (code, end);
        }
        Some(())
    }
}

/// The verdict of a number of a block, by its runs: each is its first number and its code in the lowest two bits.
#[inline]
pub(super) fn verdict_at(runs: &[u16], at: u16) -> Verdict {
    const { assert!(BLOCK << 2 == 1 << 16) };
    let guess = usize::from(at) * runs.len() / BLOCK as usize;
    let code = runs[run_at(runs.len(), guess, |run| runs[run] >> 2 <= at)] & 3;
    Verdict::of(code as u8).expect("a block has no other codes")
}

/// Writes the same code to all places from one to another, of which all behind the first are free to be changed.
#[inline]
fn fill(verdicts: &mut [u8], from: u64, to: u64, code: u8) {
    let byte = code * 0b0101_0101;
    let (first, last) = ((from / 4) as usize, ((to - 1) / 4) as usize);
    let keep = (1_u8 << (from % 4 * 2)).wrapping_sub(1);
    verdicts[first] = verdicts[first] & keep | byte & !keep;
    if last > first {
        verdicts[first + 1..=last].fill(byte);
    }
}

/// Bits from bytes, the lowest first.
pub(super) struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
    pub(super) bits: u64,
    filled: u32,
}

impl<'b> Bits<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Bits { bytes, at: 0, bits: 0, filled: 0 }
    }

    /// At least as many bits as a symbol and its rest have, if there are so many.
    #[inline]
    pub(super) fn refill(&mut self) {
        const { assert!(LONGEST + 12 <= 56) };
        if self.filled > 32 {
            return;
        }
        if let Some(word) = self.bytes.get(self.at..self.at + 4) {
            let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            self.bits |= u64::from(word) << self.filled;
            (self.at, self.filled) = (self.at + 4, self.filled + 32);
            return;
        }
        while let Some(&byte) = self.bytes.get(self.at).filter(|_| self.filled <= 56) {
            self.bits |= u64::from(byte) << self.filled;
            (self.at, self.filled) = (self.at + 1, self.filled + 8);
        }
    }

    /// None if there are not so many.
    #[inline]
    pub(super) fn skip(&mut self, bits: u32) -> Option<()> {
        self.filled = self.filled.checked_sub(bits)?;
        self.bits >>= bits;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_back() {
        for length in 1..BLOCK as u32 {
            let (about, bits, rest) = bucket(length);
            assert!(about < LENGTHS);
            assert_eq!(shortest(about), (length - rest, bits));
        }
    }

    #[test]
    fn blocks_come_back() {
        let mut random = fastrand::Rng::with_seed(2);
        for round in 0..300 {
            let length = random.u64(1..=if round % 2 == 0 { 100 } else { BLOCK });
            let (mut codes, likely) = (Vec::new(), random.u32(..200));
            let mut code = 3;
            for _ in 0..length {
                if random.u32(..=likely) == 0 {
                    code = random.u8(..4);
                }
                codes.push(code);
            }
            let mut counts = vec![[0; SYMBOLS]; CONTEXTS];
            count(codes.iter().copied(), length, &mut counts);
            let coder = Coder::new(&counts);
            let bytes = coder.encode(codes.iter().copied(), length);
            let reader = Reader::new(&coder.lengths).unwrap();
            let mut verdicts = vec![0; length.div_ceil(4) as usize];
            reader.decode(&bytes, length, &mut verdicts).unwrap();
            let runs = reader.runs(&bytes, length).unwrap();
            for (at, &code) in codes.iter().enumerate() {
                let found = verdicts[at / 4] >> (at % 4 * 2) & 3;
                assert!(found < 3 && (code == 3 || found == code), "{at} of {length}");
                assert_eq!(Verdict::of(found), Some(verdict_at(&runs, at as u16)));
            }
            // Whatever the bytes are, they are no panic.
            let noise: Vec<u8> = (0..bytes.len()).map(|_| random.u8(..)).collect();
            let _ = reader.decode(&noise, length, &mut verdicts);
        }
    }
}
