//! A block of values, distances for instance, as runs of the same one: a code for the value, and one for about how long the run is.
//!
//! Numbers that are never asked about belong to the run before them, as in tables of [verdicts](super::runs).

use std::collections::BTreeMap;

use super::cache::run_at;
use super::format::Coding;
use super::huffman::{self, Decoder};
use super::runs::{Bits, LENGTHS, REST, bucket, shortest};

/// How many numbers a block has, but for the last one.
pub(super) const BLOCK: u64 = 1 << 12;
/// How many different values a table has at most: all codes are of twelve bits at most.
pub(super) const MOST_VALUES: usize = 2_000;

/// Tells the runs of a block: each with its value, about how long it is, how many bits tell the rest, and the rest.
fn each_run(block: &[Option<i16>], mut told: impl FnMut(i16, usize, u32, u32)) {
    let Some(first) = block.iter().flatten().next() else { return told(0, REST, 0, 0) };
    let (mut value, mut length) = (*first, 0);
    for now in block.iter().map(Option::as_ref) {
        if let Some(&now) = now.filter(|&&now| now != value) {
            let (about, bits, rest) = bucket(length);
            told(value, about, bits, rest);
            (value, length) = (now, 0);
        }
        length += 1;
    }
    told(value, REST, 0, 0);
}

/// How often each value comes, and each length.
#[derive(Default)]
pub(super) struct Counts {
    values: BTreeMap<i16, u64>,
    runs: Vec<u64>,
}

impl Counts {
    /// Counts what is in a block.
    pub(super) fn count(&mut self, block: &[Option<i16>]) {
        self.runs.resize(LENGTHS + 1, 0);
        each_run(block, |value, about, _, _| {
            *self.values.entry(value).or_default() += 1;
            self.runs[about] += 1;
        });
    }
}

/// The codes of values and of lengths.
pub(super) struct Coder {
    values: Vec<i16>,
    lengths: Vec<u8>,
    codes: Vec<u32>,
    run_lengths: Vec<u8>,
    run_codes: Vec<u32>,
}

impl Coder {
    /// None if there are too many values.
    pub(super) fn new(counts: &Counts) -> Option<Coder> {
        let values: Vec<i16> = counts.values.keys().copied().collect();
        if values.len() > MOST_VALUES {
            return None;
        }
        let often: Vec<u64> = counts.values.values().copied().collect();
        let lengths = huffman::lengths(&often);
        let mut runs = counts.runs.clone();
        runs.resize(LENGTHS + 1, 0);
        let run_lengths = huffman::lengths(&runs);
        let (codes, run_codes) = (huffman::codes(&lengths), huffman::codes(&run_lengths));
        Some(Coder { values, lengths, codes, run_lengths, run_codes })
    }

    /// What a reader has to know.
    pub(super) fn coding(&self) -> Coding {
        Coding::Values(self.values.clone(), self.lengths.clone(), self.run_lengths.clone())
    }

    /// The bytes of a block.
    pub(super) fn encode(&self, block: &[Option<i16>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut bits, mut filled) = (0_u64, 0);
        let mut put = |code: u32, length: u32| {
            bits |= u64::from(code) << filled;
            filled += length;
            while filled >= 8 {
                bytes.push(bits as u8);
                (bits, filled) = (bits >> 8, filled - 8);
            }
        };
        each_run(block, |value, about, more, rest| {
            let symbol = self.values.binary_search(&value).expect("it was counted");
            put(self.codes[symbol], u32::from(self.lengths[symbol]));
            put(self.run_codes[about], u32::from(self.run_lengths[about]));
            put(rest, more);
        });
        put(0, 7);
        bytes
    }
}

/// Reads blocks.
pub(super) struct Reader {
    values: Vec<i16>,
    decoder: Decoder,
    runs: Decoder,
}

impl Reader {
    /// None if the lengths belong to no code.
    pub(super) fn new(values: Vec<i16>, lengths: &[u8], runs: &[u8]) -> Option<Reader> {
        Some(Reader { values, decoder: Decoder::new(lengths)?, runs: Decoder::new(runs)? })
    }

    /// The runs of a block for [`value_at`]: their first numbers, then their values. None if the bytes are no block.
    pub(super) fn runs(&self, bytes: &[u8], length: u64) -> Option<Vec<u16>> {
        let (mut runs, mut values) = (Vec::new(), Vec::new());
        self.decode(bytes, length, |from, _, value| {
            runs.push(from as u16);
            values.push(value as u16);
        })?;
        runs.append(&mut values);
        Some(runs)
    }

    /// Tells runs of values, so many numbers in all. None if the bytes are no block.
    pub(super) fn decode(
        &self,
        bytes: &[u8],
        length: u64,
        mut told: impl FnMut(u64, u64, i16),
    ) -> Option<()> {
        let mut bits = Bits::new(bytes);
        let mut at = 0;
        while at < length {
            bits.refill();
            let (symbol, used) = self.decoder.symbol(bits.bits)?;
            bits.skip(used)?;
            let (about, used) = self.runs.symbol(bits.bits)?;
            bits.skip(used)?;
            let end = match usize::from(about) {
                REST => length,
                about => {
                    bits.refill();
                    let (shortest, more) = shortest(about);
                    let rest = bits.bits & ((1 << more) - 1);
                    bits.skip(more)?;
                    at + u64::from(shortest) + rest
                }
            };
            if end > length {
                return None;
            }
            told(at, end, self.values[usize::from(symbol)]);
            at = end;
        }
        Some(())
    }
}

/// The value of a number of a block, by its runs.
#[inline]
pub(super) fn value_at(runs: &[u16], at: u16) -> i16 {
    let (firsts, values) = runs.split_at(runs.len() / 2);
    let guess = usize::from(at) * firsts.len() / BLOCK as usize;
    values[run_at(firsts.len(), guess, |run| firsts[run] <= at)] as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let length = random.u64(1..=BLOCK);
            let (likely, most) = (random.u32(..60), random.i16(1..300));
            let mut value = None;
            let block: Vec<Option<i16>> = (0..length)
                .map(|_| {
                    if random.u32(..=likely) == 0 {
                        value = random.bool().then(|| random.i16(-most..most));
                    }
                    value
                })
                .collect();
            let mut counts = Counts::default();
            counts.count(&block);
            let coder = Coder::new(&counts).unwrap();
            let bytes = coder.encode(&block);
            let Coding::Values(values, lengths, runs) = coder.coding() else { unreachable!() };
            let reader = Reader::new(values, &lengths, &runs).unwrap();
            let mut found = vec![0; length as usize];
            let decoded = reader.decode(&bytes, length, |from, to, value| {
                found[from as usize..to as usize].fill(value);
            });
            assert_eq!(decoded, Some(()));
            let runs = reader.runs(&bytes, length).unwrap();
            for (at, value) in block.into_iter().enumerate() {
                assert_eq!(value_at(&runs, at as u16), found[at]);
                assert!(value.is_none_or(|value| value == found[at]), "{at} of {length}");
            }
            // Whatever the bytes are, they are no panic.
            let noise: Vec<u8> = (0..bytes.len()).map(|_| random.u8(..)).collect();
            let _ = reader.decode(&noise, length, |_, _, _| ());
        }
    }
}
