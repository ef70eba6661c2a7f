//! Probe and store: what the transposition table knows of a position, and what it is told.

use super::features::{Switch, switch};
use super::insight::{Facts, Insight, Keys, Scale, plies_of};
use super::node::{DOWN, END, Node};
use super::search::Search;
use super::table::{Entry, NONE, PRUNING, SURE, Slot, TO_THE_END};
use crate::{Range, Window, ZeroSum};

const TRANSPOSITION_TABLE: Switch = switch("transposition-table");

/// What the table knew of a position.
#[derive(Clone, Copy)]
pub(super) struct Probed {
    /// Bounds from a search like this one, which may be put together with what this one finds.
    same: Range<i32>,
    /// Bounds from a search of any depth.
    pub(super) bounds: Range<i32>,
    /// How deep that search was.
    pub(super) depth: u32,
    /// The best moves of earlier searches, by their indices.
    pub(super) moves: [u16; 2],
}

impl Probed {
    pub(super) const NOTHING: Probed =
        Probed { same: Range::ALL, bounds: Range::ALL, depth: 0, moves: [NONE; 2] };
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The smallest depth at which the table is asked: to look a position up takes longer than to look at its leaves.
    pub(super) const PROBED_FROM: u32 = if Self::QUIESCENCE { 0 } else { 2 };

    /// The score, if the table knows enough.
    #[inline(always)]
    pub(super) fn probe<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
    ) -> Option<i32> {
        let slot = node.slot.take();
        if MODE == DOWN && node.depth < Self::PROBED_FROM {
            return None;
        }
        let slot = slot.or_else(|| self.slot(node.position))?;
        if node.excluded == NONE {
            node.slot = Some(slot);
        }
        let entry = self.table.get(slot)?;
        node.table.moves = entry.moves;
        if node.excluded != NONE {
            return None;
        }
        let known = self.believed(node.position, &entry);
        let bounds = self.insight.scale().range_farther(self.game, known, node.ply);
        node.table.bounds = bounds;
        node.table.depth = entry.depth;
        let is_deep_enough =
            if MODE == END { entry.depth == TO_THE_END } else { entry.depth >= node.depth };
        if !is_deep_enough || entry.selectivity < self.selectivity {
            return None;
        }
        if let Some(score) = enough(bounds, node.window) {
            self.counts.table_hits += 1;
            self.saw_horizon |= entry.depth != TO_THE_END;
            return Some(score);
        }
        // Only bounds of the same search may be put together.
        if (MODE == END || entry.depth == node.depth) && entry.selectivity == self.selectivity {
            node.table.same = bounds;
        }
        None
    }

    /// What the table knows of a position, with what is [banked](Keys::banked) there.
    #[inline(always)]
    pub(super) fn with_bank(&self, position: &G::Position, known: Range<i32>) -> Range<i32> {
        let banked = self.insight.keys().banked(self.game, position);
        let Range { low, high } = known;
        Range { low: low.saturating_add(banked), high: high.saturating_add(banked) }
    }

    /// What the table knows, as far as it holds after what was before.
    #[inline(always)]
    fn believed(&self, position: &G::Position, entry: &Entry) -> Range<i32> {
        let known = self.in_time(position, self.with_bank(position, entry.known));
        if !self.doubts_wins() {
            return known;
        }
        let is_doubted = |score| entry.depth == TO_THE_END || self.is_decided(score);
        Range {
            low: if known.low > 0 && is_doubted(known.low) { Range::ALL.low } else { known.low },
            high: if known.high < 0 && is_doubted(known.high) {
                Range::ALL.high
            } else {
                known.high
            },
        }
    }

    /// What the table knows, without a win that would come after the [rules](Facts::longest_win) have ended the game.
    #[inline(always)]
    pub(super) fn in_time(&self, position: &G::Position, known: Range<i32>) -> Range<i32> {
        let is_late = |score: i32| {
            self.is_decided(score)
                && i64::from(plies_of(score))
                    > i64::from(self.insight.facts().longest_win(self.game, position))
        };
        Range {
            low: if known.low > 0 && is_late(known.low) { Range::ALL.low } else { known.low },
            high: if known.high < 0 && is_late(known.high) { Range::ALL.high } else { known.high },
        }
    }

    /// Tells the table what was found.
    #[inline(always)]
    pub(super) fn store<const MODE: u8>(&mut self, node: &Node<'_, G, I::Scratch>, generated: u64) {
        let Some(slot) = node.slot else { return };
        // Where everything came to its end, the score is good for every depth; what was known before may not be.
        let is_proven = MODE == END
            || !self.saw_horizon && self.selectivity >= PRUNING && !self.rests_above(node.ply);
        let mut known = if MODE == DOWN && is_proven { Range::ALL } else { node.table.same };
        let holds = |score| MODE == DOWN || self.holds_everywhere(node.ply, score);
        if node.best > node.window.alpha && holds(node.best) {
            known.low = node.best;
        }
        if node.best < node.window.beta && holds(-node.best) {
            known.high = node.best;
        }
        let banked = self.insight.keys().banked(self.game, node.position);
        let kept =
            |score| self.insight.scale().nearer(self.game, score, node.ply).saturating_sub(banked);
        let known = Range { low: kept(known.low), high: kept(known.high) };
        let [first, second] = node.table.moves;
        // If nothing was good enough, the move that scored highest says little.
        let moves = match node.best_move {
            _ if node.best <= node.window.alpha && first != NONE => node.table.moves,
            best if best == first => [best, second],
            best => [best, first],
        };
        let depth = if is_proven { TO_THE_END } else { node.depth };
        let selectivity = if MODE == DOWN && is_proven { SURE } else { self.selectivity };
        let entry = Entry { known, depth, selectivity, moves };
        self.stored += 1;
        self.table.put(slot, entry, (self.counts.generated - generated).max(1).ilog2());
    }

    /// Where a position is kept, if it pays.
    #[inline(always)]
    pub(super) fn slot(&self, position: &G::Position) -> Option<Slot> {
        let keys = self.insight.keys();
        if !self.config.has(TRANSPOSITION_TABLE) || !keys.table_pays(self.game, position) {
            return None;
        }
        keys.key(self.game, position).map(|key| self.table.slot(key ^ self.aim.salt()))
    }

    /// Where a position is kept that will be probed soon, and asks for its entry.
    #[inline(always)]
    pub(super) fn prefetched(&self, position: &G::Position) -> Option<Slot> {
        let slot = self.slot(position);
        if let Some(slot) = slot {
            self.table.prefetch(slot);
        }
        slot
    }
}

/// The score, if what is known is enough for a search with this window: it is exact, or outside.
#[inline(always)]
pub(super) fn enough(known: Range<i32>, window: Window<i32>) -> Option<i32> {
    if known.low >= window.beta || known.low == known.high {
        Some(known.low)
    } else if known.high <= window.alpha {
        Some(known.high)
    } else {
        None
    }
}
