//! Df-pn: proof-number search that goes down and comes back up, with a table instead of a tree in memory.
//!
//! A position is searched until one of its two numbers reaches a limit: until another position, farther up, may be less work. Each time its best child is
//! searched with limits of its own.

use std::time::Duration;

use super::Config;
use super::known::{Known, Length, Rests};
use super::numbers::{ProofNumbers, Summed};
use super::resting::{Line, Resting, TOO_FAR};
use super::table::{Entry, Table};
use super::walk::{Ahead, Look, Walk};
use crate::limits::Watch;
use crate::{Counts, MAX_PLY, Stop};

const LEAST_TOLERANCE: f32 = 1.0 / 16.0;

/// Which children of a position are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// Up to the first that settles the position.
    UntilSettled,
    /// All: the first that settles a position need not be the quickest.
    All,
}

/// A sign of life.
#[derive(Clone, Copy, Debug)]
pub(super) struct Life {
    pub(super) nodes: u64,
    pub(super) farthest: u32,
    pub(super) pause: Duration,
    /// Of the root, as they were when its children were last compared.
    pub(super) root: ProofNumbers,
}

pub(super) struct Search<'s> {
    pub(super) walk: &'s mut dyn Walk,
    pub(super) table: &'s mut Table,
    pub(super) config: Config,
    pub(super) watch: Watch,
    pub(super) told: &'s mut dyn FnMut(Life),
    pub(super) counts: Counts,
    pub(super) line: Line,
    resting: Resting,
    /// The children of all positions of the line, and what is known of them.
    pub(super) ahead: Vec<Ahead>,
    pub(super) children: Vec<Known>,
    /// Only proofs count that are at their end when so many moves are on the line.
    pub(super) due: Option<usize>,
    farthest: u32,
    root: ProofNumbers,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        walk: &'s mut dyn Walk,
        table: &'s mut Table,
        config: Config,
        watch: Watch,
        told: &'s mut dyn FnMut(Life),
        counts: Counts,
    ) -> Self {
        table.grow_older();
        let line = Line::from(walk.root());
        let resting = Resting::within(table.bytes_beside());
        Search {
            walk,
            table,
            config,
            watch,
            told,
            counts,
            line,
            resting,
            ahead: Vec::new(),
            children: Vec::new(),
            due: None,
            farthest: 0,
            root: ProofNumbers { proof: 1, disproof: 1 },
        }
    }

    /// Settles the root.
    pub(super) fn settle(&mut self) -> Result<Known, Stop> {
        self.search(self.line.last(), ProofNumbers::SETTLED)
    }

    /// Searches a position until its numbers reach a limit.
    fn search(&mut self, key: u64, limit: ProofNumbers) -> Result<Known, Stop> {
        let first = self.children.len();
        let known = self.searched(key, limit, Listed::UntilSettled)?;
        self.forget_children(first);
        Ok(known)
    }

    pub(super) fn forget_children(&mut self, first: usize) {
        self.children.truncate(first);
        self.ahead.truncate(first);
    }

    /// The same, and what is known of its children stays.
    pub(super) fn searched(
        &mut self,
        key: u64,
        limit: ProofNumbers,
        listed: Listed,
    ) -> Result<Known, Stop> {
        let (first, begun) = (self.children.len(), self.counts.generated);
        self.expand(listed)?;
        let is_provers = self.walk.is_provers();
        let Config { tolerance, counting } = self.config;
        let tolerance = tolerance.max(LEAST_TOLERANCE);
        let limit = limit.seen_by(is_provers);
        let summed = loop {
            let children = self.children[first..].iter();
            let summed =
                Summed::of(children.map(|child| child.numbers.seen_by(is_provers)), counting);
            if summed.numbers.reaches(limit) {
                break summed;
            }
            if self.line.plies() == 0 {
                self.root = summed.numbers.seen_by(is_provers);
            }
            let limit = summed.limit_of_best(limit, tolerance, counting).seen_by(is_provers);
            self.children[first + summed.best] = self.search_child(first, summed.best, limit)?;
        };
        let numbers = summed.numbers.seen_by(is_provers);
        let known = Known::above(numbers, &self.children[first..], is_provers);
        Ok(self.remembered(key, known, self.counts.generated - begun))
    }

    fn search_child(
        &mut self,
        first: usize,
        child: usize,
        limit: ProofNumbers,
    ) -> Result<Known, Stop> {
        let Some(key) = self.ahead[first + child].key else {
            unreachable!("a game that is over is settled")
        };
        self.enter(child, key);
        let known = self.search(key, limit)?;
        self.line_is_left(1);
        Ok(known)
    }

    pub(super) fn enter(&mut self, child: usize, key: u64) {
        self.walk.enter(child);
        self.line.push(key);
        self.farthest = self.farthest.max(self.line.plies() as u32);
    }

    pub(super) fn line_is_left(&mut self, plies: usize) {
        for _ in 0..plies {
            self.walk.leave();
            self.line.pop();
        }
    }

    /// Lists the children of the last position, and what is known of each.
    fn expand(&mut self, listed: Listed) -> Result<(), Stop> {
        let first = self.ahead.len();
        let is_provers = self.walk.is_provers();
        self.walk.expand(&mut self.ahead);
        self.counts.expanded += 1;
        for child in 0..self.ahead.len() - first {
            self.count()?;
            let known = self.known_of(child, self.ahead[first + child]);
            let is_enough = known.numbers.seen_by(is_provers).is_proven();
            self.children.push(known);
            if is_enough && listed == Listed::UntilSettled {
                break;
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), Stop> {
        if self.counts.generated >= self.watch.next_look() {
            let looked = self.watch.look(self.counts.generated);
            (self.told)(Life {
                nodes: self.counts.generated,
                farthest: self.farthest,
                pause: self.watch.gap(),
                root: self.root,
            });
            looked?;
        }
        self.counts.generated += 1;
        Ok(())
    }

    /// What is known of a child before it is searched.
    fn known_of(&mut self, child: usize, ahead: Ahead) -> Known {
        let Some(key) = ahead.key else { return self.looked_at(child, ahead) };
        if let Some(due) = self.due {
            return self.known_in_time(child, ahead, key, due);
        }
        let entry = self.table.get(key);
        if let Some(known) = entry.and_then(|entry| settled(entry, ahead.left)) {
            self.counts.table_hits += 1;
            return known;
        }
        if self.line.has(key) {
            return Known::disproven(Rests::on(key));
        }
        if let Some((on, left)) = self.resting.holding(key, ahead.left, &self.line, self.table) {
            self.counts.table_hits += 1;
            return Known::disproven(Rests { on, on_clock: left != u16::MAX });
        }
        if self.line.plies() >= MAX_PLY {
            return Known::disproven(Rests::on(TOO_FAR));
        }
        match entry {
            // Where a clock has run out, nothing else counts.
            Some(Entry { numbers, .. }) if !numbers.is_settled() && ahead.left > 0 => {
                self.counts.table_hits += 1;
                Known::open(numbers)
            }
            _ => self.looked_at(child, ahead),
        }
    }

    /// What can be seen of a child at once, which is kept in the table.
    fn looked_at(&mut self, child: usize, ahead: Ahead) -> Known {
        let known = match self.walk.look(child) {
            Look::Settled(known) => {
                self.counts.leaves += 1;
                known
            }
            Look::Open { moves, is_provers } => Known::open(ProofNumbers::first(moves, is_provers)),
        };
        if let Some(key) = ahead.key.filter(|_| !known.rests.on_clock) {
            let Known { numbers, length, .. } = known;
            self.table.put(key, Entry { numbers, length, effort: 0 });
        }
        known
    }

    /// Keeps what was found of the last position of the line.
    fn remembered(&mut self, key: u64, mut known: Known, looked_at: u64) -> Known {
        known.rests.on.retain(|&on| on != key);
        known.rests.on_clock &= !self.walk.is_fresh();
        let length = match known.rests.on_clock {
            true => until(self.walk.left()),
            false => known.length,
        };
        if !known.rests.on.is_empty() {
            self.resting.keep(key, known.rests.on.clone(), length.plies);
            return known;
        }
        let (key, length) = match self.due {
            Some(due) if !known.numbers.is_proven() => self.too_late_for(key, due),
            _ => (key, length),
        };
        let before = self.table.get(key);
        let looked_at = u32::try_from(looked_at).unwrap_or(u32::MAX);
        let effort = before.map_or(0, |entry| entry.effort).saturating_add(looked_at);
        let shorter = before.filter(|entry| {
            known.numbers.is_proven()
                && entry.numbers.is_proven()
                && entry.length.is_as_good(length)
        });
        let length = shorter.map_or(length, |entry| entry.length);
        self.table.put(key, Entry { numbers: known.numbers, length, effort });
        Known { length, ..known }
    }
}

/// A disproof that holds where so many plies are left at most.
pub(super) fn until(left: u16) -> Length {
    Length { plies: left, ..Length::ANY }
}

/// What the table knows for good of a position where a clock has so many plies left.
pub(super) fn settled(entry: Entry, left: u16) -> Option<Known> {
    let Entry { numbers, length, .. } = entry;
    if numbers.is_proven() {
        return (length.plies <= left).then(|| Known::proven(length));
    }
    let holds = numbers.is_disproven() && left <= length.plies;
    let on_clock = length.plies != u16::MAX;
    holds.then(|| Known::disproven(Rests { on: Vec::new(), on_clock }))
}
