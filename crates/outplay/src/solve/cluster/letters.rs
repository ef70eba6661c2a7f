//! What workers write to each other between slices.

use std::ops::Range;

use super::super::retrograde::counters::Part;
use super::super::retrograde::forward::from_code;
use super::super::retrograde::{Ground, VerdictTally, Verdicts};
use super::blocks::{BLOCK, Blocks};

/// So many blocks of verdicts make a letter.
const BLOCKS: u64 = 8;

const LIST: u8 = 0;
const GO_ON: u8 = 1;
const PIECES: u8 = 2;
const TALLY: u8 = 3;
const MOVES: u8 = 4;

/// A letter that was read.
pub(super) enum Letter<'l> {
    /// For each slice, whether there is no table of it yet.
    List(&'l [u8]),
    /// Whether to go on with the next slice.
    GoOn(bool),
    /// Verdicts of a slice, which is told from others by a number.
    Pieces(usize, &'l [u8]),
    /// Moves inside a slice, for whoever has the position behind each.
    Moves(&'l [u8]),
    /// After how many sweeps there was nothing more to tell, what positions are worth that are never probed, and whether somebody asked to stop.
    Tally { sweeps: u32, unprobed: VerdictTally, is_stopped: bool },
}

impl Letter<'_> {
    pub(super) fn read(bytes: &[u8]) -> Letter<'_> {
        let (kind, rest) = bytes.split_first().expect("no letter is empty");
        match *kind {
            LIST => Letter::List(rest),
            GO_ON => Letter::GoOn(rest[0] == 1),
            MOVES => Letter::Moves(rest),
            PIECES => Letter::Pieces(number(rest) as usize, &rest[8..]),
            _ => {
                let [sweeps, losses, draws, wins] =
                    [0, 1, 2, 3].map(|place| number(&rest[place * 8..]));
                let unprobed = VerdictTally { losses, draws, wins, nothing: 0 };
                Letter::Tally { sweeps: sweeps as u32, unprobed, is_stopped: rest[32] == 1 }
            }
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    let (first, _) = bytes.split_first_chunk().expect("a number has eight bytes");
    u64::from_le_bytes(*first)
}

/// Which slices are missing.
pub(super) fn list(missing: impl Iterator<Item = bool>) -> Vec<u8> {
    [LIST].into_iter().chain(missing.map(u8::from)).collect()
}

pub(super) fn go_on(goes_on: bool) -> Vec<u8> {
    vec![GO_ON, u8::from(goes_on)]
}

pub(super) fn tally(sweeps: u32, unprobed: VerdictTally, is_stopped: bool) -> Vec<u8> {
    let VerdictTally { losses, draws, wins, .. } = unprobed;
    let numbers = [u64::from(sweeps), losses, draws, wins];
    let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
    [TALLY].into_iter().chain(numbers).chain([u8::from(is_stopped)]).collect()
}

/// Letters with all moves from the positions of a part, to whoever has those that they lead to: four bytes for the place there, eight for where the move comes from.
pub(super) fn moves<G: Ground>(
    ground: G,
    blocks: Blocks,
    workers: usize,
) -> impl Iterator<Item = (usize, Vec<u8>)> {
    let count = blocks.count();
    (0..count).step_by(BLOCK as usize).flat_map(move |start| {
        let mut letters = vec![vec![MOVES]; workers];
        let mut cursor = G::Cursor::default();
        for number in (start..count.min(start + BLOCK)).map(|place| blocks.number(place)) {
            let Some(position) = ground.position(&mut cursor, number) else { continue };
            ground.after(&position, |to, next| {
                let (worker, place) = blocks.home(to);
                letters[worker].extend((place as u32).to_le_bytes());
                letters[worker].extend(from_code(number, next).to_le_bytes());
            });
        }
        letters.into_iter().enumerate().filter(|(_, letter)| letter.len() > 1)
    })
}

/// The moves of a letter.
pub(super) fn each_move(moves: &[u8]) -> impl Iterator<Item = (u32, u64)> {
    moves.as_chunks::<12>().0.iter().map(|&[a, b, c, d, ref from @ ..]| {
        (u32::from_le_bytes([a, b, c, d]), u64::from_le_bytes(*from))
    })
}

/// Letters with the verdicts of a part of a slice, block by block: the first number of each, and its verdicts, four in a byte.
pub(super) fn pieces(
    slot: usize,
    count: u64,
    number: impl Fn(u64) -> u64,
    codes: impl Fn(Range<u64>, &mut Vec<u8>),
) -> impl Iterator<Item = Vec<u8>> {
    let mut some = Vec::new();
    (0..count).step_by((BLOCKS * BLOCK) as usize).map(move |first| {
        let mut letter = vec![PIECES];
        letter.extend((slot as u64).to_le_bytes());
        for start in (first..count.min(first + BLOCKS * BLOCK)).step_by(BLOCK as usize) {
            let end = count.min(start + BLOCK);
            letter.extend(number(start).to_le_bytes());
            some.clear();
            codes(start..end, &mut some);
            letter.extend(some.chunks(4).map(|codes| {
                // What is behind the last number is as in a slice without any verdict.
                let codes = codes.iter().zip([0, 2, 4, 6]);
                codes.fold(0xff, |byte, (code, shift)| byte & !(3 << shift) | code << shift)
            }));
        }
        letter
    })
}

/// Puts the verdicts of a letter into a slice.
pub(super) fn put(mut pieces: &[u8], verdicts: &mut Verdicts) {
    while !pieces.is_empty() {
        let at = (number(pieces) / 4) as usize;
        let bytes = verdicts.bytes_mut();
        let end = bytes.len().min(at + (BLOCK / 4) as usize);
        let (block, rest) = pieces[8..].split_at(end - at);
        bytes[at..end].copy_from_slice(block);
        pieces = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_come_back_from_all_workers() {
        let mut random = fastrand::Rng::with_seed(5);
        for (count, workers) in [(1, 1), (5, 2), (BLOCK + 3, 2), (40 * BLOCK - 7, 3)] {
            let codes: Vec<u8> = (0..count).map(|_| random.u8(..4)).collect();
            let mut verdicts = Verdicts::nothing(count);
            for worker in 0..workers {
                let blocks = Blocks::new(count, workers, worker);
                let number = |place| blocks.number(place);
                let some = |places: Range<u64>, some: &mut Vec<u8>| {
                    some.extend(places.map(|place| codes[blocks.number(place) as usize]));
                };
                for letter in pieces(7, blocks.count(), number, some) {
                    let Letter::Pieces(7, pieces) = Letter::read(&letter) else {
                        panic!("{letter:?}")
                    };
                    put(pieces, &mut verdicts);
                }
            }
            for (number, &code) in codes.iter().enumerate() {
                assert_eq!(verdicts.code(number as u64), code, "{number} of {count}");
            }
        }
    }
}
