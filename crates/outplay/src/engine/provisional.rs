//! Provisional proofs: bounds that rest on positions above, kept for as long as these are on the line.
//!
//! In a game with cycles, most proofs that nobody wins [rest on a repetition](super::repetition) of a position above, and must not go into the table. Without any
//! memory a search would find them again on every path, and there are more paths than anybody can walk. So a thread keeps them for itself. A bound
//! that rests on some positions of the line holds wherever all of these are on the line: more positions on it are only more draws, and it is an upper bound of a
//! draw or better, or a lower bound of a draw or worse.
//!
//! While a position is searched, positions below that repeat it count as draws. When its search is done, its true bounds are known. A bound from below that agrees with
//! them now rests on whatever this position rests on: on something farther up, or on nothing, and then it is proven and goes into the table. One that does not is forgotten. So a
//! ring of positions that lead to each other is proven as one, like a strongly connected component (Tarjan, *Depth-First Search and Linear Graph
//! Algorithms*, 1972).

use std::collections::HashMap;

use super::insight::{Insight, Scale};
use super::node::{Node, Visit};
use super::probe::enough;
use super::repetition::NOTHING;
use super::search::Search;
use super::table::{Entry, NONE, Slot, TO_THE_END};
use crate::{Player, Range, ZeroSum};

/// The effort of a proof that is stored late is not known: this is a usual one.
const EFFORT: u32 = 10;

/// How many proofs a thread keeps at most: some 64 MB of them.
const MOST_KEPT: usize = 1 << 20;

/// What is proven for as long as the line is what it is.
#[derive(Clone, Default)]
pub(super) struct Provisional {
    /// In the order in which they were found.
    kept: Vec<Kept>,
    /// The last one about each position, by its repetition key.
    places: HashMap<u64, usize>,
}

#[derive(Clone, Copy)]
struct Kept {
    key: u64,
    slot: Slot,
    /// The player to move.
    player: Player,
    /// Where the score lies for MAX, counted from the position.
    range: Range<i32>,
    /// The ply nearest to the root that it rests on.
    rests_on: i32,
}

impl Provisional {
    /// How many there are, to find those that come after.
    #[inline(always)]
    pub(super) fn mark(&self) -> usize {
        self.kept.len()
    }

    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.places.clear();
    }

    /// To forget one is always right.
    fn keep(&mut self, kept: Kept) {
        if self.kept.len() >= MOST_KEPT {
            return;
        }
        self.places.insert(kept.key, self.kept.len());
        self.kept.push(kept);
    }

    /// Takes out all since a mark.
    fn take_since(&mut self, mark: usize) -> Vec<Kept> {
        let taken = self.kept.split_off(mark);
        for Kept { key, .. } in &taken {
            if self.places.get(key).is_some_and(|&place| place >= mark) {
                self.places.remove(key);
            }
        }
        taken
    }

    fn about(&self, key: u64) -> Option<Kept> {
        self.places.get(&key).map(|&place| self.kept[place])
    }
}

/// The search of a position, as far as provisional proofs depend on it. Ranges are for MAX.
pub(super) struct Concluded {
    pub(super) ply: u32,
    /// What its score rests on above, if anything.
    pub(super) rests_on: i32,
    /// Where its score lies.
    pub(super) range: Range<i32>,
    /// Whether positions below were drawn because they repeat it.
    pub(super) was_repeated: bool,
}

impl Concluded {
    /// What is left of a proof from below.
    fn left_of(&self, kept: Kept) -> Option<Kept> {
        let Range { mut low, mut high } = kept.range;
        if self.was_repeated && self.range.high > 0 {
            high = Range::ALL.high;
        }
        if self.was_repeated && self.range.low < 0 {
            low = Range::ALL.low;
        }
        let above = if kept.rests_on < self.ply as i32 { kept.rests_on } else { NOTHING };
        let rests_on = if self.was_repeated { above.min(self.rests_on) } else { above };
        let range = Range { low, high };
        (range != Range::ALL).then_some(Kept { range, rests_on, ..kept })
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score that is proven while the line is what it is, and the ply nearest to the root that it rests on.
    #[inline(always)]
    pub(super) fn provisional_score(
        &self,
        visit: &Visit<'_, G, I::Scratch>,
        key: u64,
    ) -> Option<(i32, i32)> {
        if self.provisional.kept.is_empty() {
            return None;
        }
        let Kept { range, rests_on, .. } = self.provisional.about(key)?;
        let range = seen_by(visit.player, range);
        let range = self.insight.scale().range_farther(self.game, range, visit.ply);
        enough(range, visit.window).map(|score| (score, rests_on))
    }

    /// The search of a position is done: what becomes of the proofs below it that were found since a mark.
    pub(super) fn settle(&mut self, mark: usize, concluded: &Concluded) {
        if !concluded.was_repeated && concluded.rests_on != NOTHING {
            return;
        }
        for kept in self.provisional.take_since(mark) {
            match concluded.left_of(kept) {
                Some(kept) if kept.rests_on == NOTHING => self.store_proven(kept),
                Some(kept) => self.provisional.keep(kept),
                None => {}
            }
        }
    }

    /// Keeps what rests on positions above: bounds that a draw is part of.
    pub(super) fn keep_provisional(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        key: u64,
        rests_on: i32,
    ) {
        let Some(slot) = node.slot else { return };
        let range = self.bounds_of(node);
        let range = Range {
            low: if range.low > 0 { Range::ALL.low } else { range.low },
            high: if range.high < 0 { Range::ALL.high } else { range.high },
        };
        if range != Range::ALL {
            let (player, range) = (node.player, seen_by(node.player, range));
            self.provisional.keep(Kept { key, slot, player, range, rests_on });
        }
    }

    /// What a node has found, for its player, counted from its position.
    fn bounds_of(&self, node: &Node<'_, G, I::Scratch>) -> Range<i32> {
        let score = self.insight.scale().nearer(self.game, node.best, node.ply);
        Range {
            low: if node.best > node.window.alpha { score } else { Range::ALL.low },
            high: if node.best < node.window.beta { score } else { Range::ALL.high },
        }
    }

    /// What a node has found, for MAX.
    pub(super) fn bounds_for_max(&self, node: &Node<'_, G, I::Scratch>) -> Range<i32> {
        seen_by(node.player, self.bounds_of(node))
    }

    /// Tells the table what turned out to rest on nothing.
    fn store_proven(&self, kept: Kept) {
        let Range { low, high } = seen_by(kept.player, kept.range);
        let is_proven =
            |old: &Entry| old.depth == TO_THE_END && old.selectivity >= self.selectivity;
        let (known, moves) = match self.table.get(kept.slot).filter(is_proven) {
            Some(Entry { known, moves, .. }) => {
                (Range { low: low.max(known.low), high: high.min(known.high) }, moves)
            }
            None => (Range { low, high }, [NONE; 2]),
        };
        let entry = Entry { known, depth: TO_THE_END, selectivity: self.selectivity, moves };
        self.table.put(kept.slot, entry, EFFORT);
    }
}

/// A range for MAX as a player sees it, and the other way round.
fn seen_by(player: Player, range: Range<i32>) -> Range<i32> {
    if player == Player::MAX { range } else { range.flipped() }
}
