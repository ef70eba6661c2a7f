//! The line of a settled question: how a claim is won, or how a player is stopped.
//!
//! All children of a proven position may be won, and none of them need be nearer to the end: a line that goes from one to the next could come back to where it was. So each move of a proof's
//! line goes to a position that is proven to be won in fewer plies than are left, and the line ends. What the table has lost meanwhile is proven again, with so many plies and no more.
//! Such a search needs no look at the line: it goes one ply down with each move. Should it lead back to a position of the line, that one is nearer to its end than was known before, and
//! the line goes on from there.
//!
//! A line that stops a player may well come back, and ends there.

use super::known::{Known, Length, Rests};
use super::numbers::ProofNumbers;
use super::search::{Listed, Search, settled, until};
use super::table::Entry;
use super::walk::{Ahead, Look};
use crate::{MAX_PLY, mixed};

/// Marks the keys of positions that are not proven in time, whatever they are worth otherwise.
const LATE: u64 = 0xD1B5_4A32_D192_ED03;

/// So many positions may be looked at for a line, beside as many as the question took: the table may be much too small.
const LEAST_EFFORT: u64 = 1_000_000;

impl Search<'_> {
    /// Best play from the root, once it is settled: numbers of children.
    pub(super) fn best_line(&mut self, root: &Known) -> Vec<usize> {
        self.watch = self.watch.at_most(2 * self.counts.generated + LEAST_EFFORT);
        self.due = root.numbers.is_proven().then_some(usize::from(root.length.plies));
        let mut line = Vec::new();
        while let Some((child, key)) = self.next_of_line() {
            line.push(child);
            let Some(key) = key else { break };
            match self.line.ply_of(key) {
                // It is nearer to the end than it was then: the line goes on from there with fewer plies.
                Some(ply) => {
                    self.due = self.due.map(|due| due + ply - line.len());
                    self.line_is_left(self.line.plies() - ply);
                    line.truncate(ply);
                }
                None => self.enter(child, key),
            }
        }
        self.line_is_left(self.line.plies());
        self.due = None;
        line
    }

    /// The best child of the last position of the line, and its key if there is more to see below. None where it is not settled as the root is.
    fn next_of_line(&mut self) -> Option<(usize, Option<u64>)> {
        let first = self.children.len();
        let known = self.searched(self.line.last(), ProofNumbers::SETTLED, Listed::All).ok()?;
        let is_proven = known.numbers.is_proven();
        if is_proven != self.due.is_some() {
            return None;
        }
        let worth = preference(is_proven, self.walk.is_provers());
        let children = self.children[first..].iter().enumerate();
        let same = children.filter(|(_, child)| child.numbers == known.numbers);
        let (child, best) = same.max_by_key(|(_, child)| worth(child))?;
        self.due = is_proven.then(|| self.line.plies() + 1 + usize::from(best.length.plies));
        let comes_again = |key: &u64| !is_proven && self.line.has(*key);
        let key = self.ahead[first + child].key.filter(|key| !comes_again(key));
        self.forget_children(first);
        let is_open = matches!(self.walk.look(child), Look::Open { .. });
        Some((child, key.filter(|_| is_open)))
    }

    /// What is known of a child that is to be proven in time.
    pub(super) fn known_in_time(
        &mut self,
        child: usize,
        ahead: Ahead,
        key: u64,
        due: usize,
    ) -> Known {
        let left = due.saturating_sub(self.line.plies() + 1);
        let is_late =
            |known: &Known| known.numbers.is_proven() && usize::from(known.length.plies) > left;
        let entry = self.table.get(key).and_then(|entry| settled(entry, ahead.left));
        if let Some(known) = entry.filter(|known| !is_late(known)) {
            self.counts.table_hits += 1;
            return known;
        }
        match self.walk.look(child) {
            Look::Settled(known) if is_late(&known) => late(),
            Look::Settled(known) => known,
            Look::Open { .. } if left == 0 || self.line.plies() >= MAX_PLY => late(),
            Look::Open { moves, is_provers } => match self.table.get(late_key(key, ahead.left)) {
                Some(Entry { numbers, .. }) if !numbers.is_settled() => Known::open(numbers),
                Some(Entry { length, .. }) if left <= usize::from(length.plies) => late(),
                _ => Known::open(ProofNumbers::first(moves, is_provers)),
            },
        }
    }

    /// Where and for how long the table keeps that the last position of the line is not proven in time.
    pub(super) fn too_late_for(&self, key: u64, due: usize) -> (u64, Length) {
        let left = due.saturating_sub(self.line.plies());
        (late_key(key, self.walk.left()), until(u16::try_from(left).unwrap_or(u16::MAX)))
    }
}

/// Not proven in time.
fn late() -> Known {
    Known::disproven(Rests { on: Vec::new(), on_clock: true })
}

/// What is not proven in time depends on what the clock of the game leaves.
fn late_key(key: u64, left: u16) -> u64 {
    mixed(key ^ LATE ^ u64::from(left)).max(1)
}

/// Which of the children that settle a position is best, the higher the better: the quickest proof, the longest defence, or what stops the other player without a repetition.
fn preference(is_proven: bool, is_provers: bool) -> impl Fn(&Known) -> (bool, i32) {
    move |child| {
        let Length { plies, to_end } = child.length;
        match (is_proven, is_provers) {
            (true, true) => (to_end, -i32::from(plies)),
            (true, false) => (!to_end, i32::from(plies)),
            (false, _) => (child.rests == Rests::default(), 0),
        }
    }
}
