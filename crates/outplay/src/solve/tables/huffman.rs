//! Prefix codes of up to twelve bits: frequent symbols get short ones.
//!
//! Huffman, *A Method for the Construction of Minimum-Redundancy Codes*, 1952; in the canonical form, which is told by the lengths alone.

/// The longest code: a table of 4,096 entries decodes it in one step.
pub(super) const LONGEST: u32 = 12;

/// The length of the code of each symbol by how often it comes; 0 if it never does.
pub(super) fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|&length| u32::from(length) <= LONGEST) {
            return lengths;
        }
        // Rare symbols become less rare until no code is too long.
        counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 2 + 1);
    }
}

fn unlimited(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    let mut heaps: Vec<(u64, Vec<usize>)> = counts
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(symbol, &count)| (count, vec![symbol]))
        .collect();
    if let [(_, only)] = &heaps[..] {
        lengths[only[0]] = 1;
    }
    while heaps.len() > 1 {
        heaps.sort_by(|one, other| other.cmp(one));
        let (rare, mut symbols) = heaps.pop().expect("there are two");
        let (less_rare, more) = heaps.pop().expect("there are two");
        symbols.extend(more);
        symbols.iter().for_each(|&symbol| lengths[symbol] += 1);
        heaps.push((rare + less_rare, symbols));
    }
    lengths
}

/// The code of each symbol, its first bit lowest.
pub(super) fn codes(lengths: &[u8]) -> Vec<u32> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0_u32;
    for length in 1..=LONGEST {
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, is)| u32::from(**is) == length) {
            *code = next.reverse_bits() >> (32 - length);
            next += 1;
        }
        next <<= 1;
    }
    codes
}

/// Finds symbols by their codes.
pub(super) struct Decoder(Vec<u16>);

impl Decoder {
    /// None if there is no such code. One without symbols decodes nothing.
    pub(super) fn new(lengths: &[u8]) -> Option<Decoder> {
        let space = |&length: &u8| (1_u32 << LONGEST) >> length;
        let used = lengths.iter().filter(|length| **length > 0);
        let is_possible = used.clone().all(|length| u32::from(*length) <= LONGEST)
            && used.map(space).sum::<u32>() <= 1 << LONGEST;
        if !is_possible {
            return None;
        }
        let mut table = vec![0; 1 << LONGEST];
        for (symbol, (code, &length)) in codes(lengths).into_iter().zip(lengths).enumerate() {
            if length > 0 {
                let entry = (symbol as u16) << 4 | u16::from(length);
                let places = table.iter_mut().skip(code as usize).step_by(1 << length);
                places.for_each(|place| *place = entry);
            }
        }
        Some(Decoder(table))
    }

    /// The symbol that the bits begin with, and its length; nothing if none does.
    #[inline]
    pub(super) fn symbol(&self, bits: u64) -> Option<(u16, u32)> {
        let entry = self.0[(bits & ((1 << LONGEST) - 1)) as usize];
        (entry != 0).then(|| (entry >> 4, u32::from(entry & 15)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_is_found_by_its_code() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let count = random.usize(1..200);
            let counts: Vec<u64> = (0..count)
                .map(|_| {
                    let most = 1 << random.u32(..40);
                    random.u64(..most) * random.u64(..2)
                })
                .collect();
            let lengths = lengths(&counts);
            let (codes, decoder) = (codes(&lengths), Decoder::new(&lengths).unwrap());
            for symbol in 0..count {
                assert_eq!(lengths[symbol] > 0, counts[symbol] > 0);
                if counts[symbol] > 0 {
                    let bits = u64::from(codes[symbol]) | random.u64(..) << lengths[symbol];
                    let length = u32::from(lengths[symbol]);
                    assert_eq!(decoder.symbol(bits), Some((symbol as u16, length)));
                }
            }
        }
        assert!(Decoder::new(&[1, 1, 1]).is_none());
    }
}
