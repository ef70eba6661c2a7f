//! Disproofs that rest on the line: what is known only while some positions are there, and where else it holds.
//!
//! In a game with cycles a player may be stopped by nothing but a repetition, and a disproof that was found on one line may be wrong on another (the *graph history
//! interaction* problem: Kishimoto and Müller, *A Solution to the GHI Problem for Depth-First Proof-Number Search*, 2005). Proofs are not in question: whoever can force a claim
//! at all can do so without ever repeating a position, because each move can bring the goal nearer. So a child that is on the line counts as disproven, and what follows from it *rests on*
//! that position:
//!
//! - Where one child of each choice has to be disproven, the disproof rests on what that one rests on; where all have to be, on everything that they rest on. The position itself
//!   is taken out: who is led back to it was not let through on the way.
//! - A disproof that rests on nothing goes into the table.
//! - Others are kept here, with the keys they rest on. They hold wherever each of these is on the line, or disproven for good, or disproven by what holds here. In the last case two of them may rest on
//!   each other: then a player stops the other one by going round between them for ever.
//!
//! Every step is an argument about positions and not about lines, so symmetric positions may stand for each other.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

use super::table::Table;

/// A child that would make the line too long: it is not looked at, and what rests on it is never proven.
pub(super) const TOO_FAR: u64 = 0;

/// How many disproofs of one position are kept.
const EACH: usize = 4;

/// How many keys may be followed to find out whether a disproof holds.
const FOLLOWED: usize = 64;

/// What a disproof takes beside its keys, in bytes: two headers, and its place among all others, half of which may be empty.
const OVERHEAD: usize = 128;

/// Keys are mixed already.
#[derive(Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

type Mixed = BuildHasherDefault<AsItIs>;

/// The positions from the root to where the search is.
#[derive(Default)]
pub(super) struct Line {
    keys: Vec<u64>,
    set: HashSet<u64, Mixed>,
}

impl Line {
    /// A line that begins at a position.
    pub(super) fn from(root: u64) -> Line {
        let mut line = Line::default();
        line.push(root);
        line
    }

    pub(super) fn last(&self) -> u64 {
        *self.keys.last().expect("a line has a root")
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        self.set.insert(key);
    }

    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.set.remove(&key);
        }
    }

    /// How many moves were made.
    pub(super) fn plies(&self) -> usize {
        self.keys.len() - 1
    }

    /// After how many moves a position was there first.
    pub(super) fn ply_of(&self, key: u64) -> Option<usize> {
        self.keys.iter().position(|&other| other == key)
    }

    pub(super) fn has(&self, key: u64) -> bool {
        key == TOO_FAR || self.set.contains(&key)
    }
}

/// A disproof with what it rests on.
struct Kept {
    on: Vec<u64>,
    /// It holds where so many plies are left on a clock at most.
    left: u16,
}

/// All disproofs that rest on something.
pub(super) struct Resting {
    /// Those found lately, and those before.
    young: HashMap<u64, Vec<Kept>, Mixed>,
    old: HashMap<u64, Vec<Kept>, Mixed>,
    /// How many bytes the young ones take.
    bytes: usize,
    /// How many they may take before the old ones are forgotten.
    most: usize,
}

impl Resting {
    /// So many bytes are there for all of them.
    pub(super) fn within(bytes: usize) -> Resting {
        let (young, old) = (HashMap::default(), HashMap::default());
        Resting { young, old, bytes: 0, most: bytes / 2 }
    }

    pub(super) fn keep(&mut self, key: u64, on: Vec<u64>, left: u16) {
        if self.bytes > self.most {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += size_of_val(&*on) + OVERHEAD;
        let kept = self.young.entry(key).or_default();
        kept.retain(|other| other.on != on || other.left > left);
        kept.truncate(EACH - 1);
        kept.insert(0, Kept { on, left });
    }

    fn about(&self, key: u64) -> impl Iterator<Item = &Kept> {
        [&self.young, &self.old].into_iter().filter_map(move |half| half.get(&key)).flatten()
    }

    /// Whether one of the disproofs of a position holds on a line, with so many plies left: what of the line it rests on, and up to how many plies left it holds.
    pub(super) fn holding(
        &self,
        key: u64,
        left: u16,
        line: &Line,
        table: &Table,
    ) -> Option<(Vec<u64>, u16)> {
        if self.young.is_empty() && self.old.is_empty() {
            return None;
        }
        let in_time = self.about(key).filter(|kept| left <= kept.left);
        in_time.filter_map(|kept| Some((self.left_of(key, kept, line, table)?, kept.left))).next()
    }

    /// What is left of what a disproof rests on; nothing if it does not hold.
    fn left_of(&self, key: u64, kept: &Kept, line: &Line, table: &Table) -> Option<Vec<u64>> {
        let (mut followed, mut left) = (vec![key], Vec::new());
        let mut waiting = kept.on.clone();
        while let Some(on) = waiting.pop() {
            if followed.contains(&on) || table.is_disproven(on) {
                continue;
            }
            followed.push(on);
            if line.has(on) {
                left.push(on);
            } else {
                let other = self.about(on).find(|other| other.left == u16::MAX)?;
                waiting.extend_from_slice(&other.on);
            }
            if followed.len() > FOLLOWED {
                return None;
            }
        }
        left.sort_unstable();
        Some(left)
    }
}
