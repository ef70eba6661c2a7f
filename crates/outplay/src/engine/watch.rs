//! Telling what happens at a node, where somebody [watches](super::Watched). Where nobody does, nothing of it is compiled.

use super::insight::Insight;
use super::node::{Ask, Before, Found};
use super::search::Search;
use crate::{Event, Player, Source, Turn, Window, ZeroSum};

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Tells that a position is entered.
    #[inline(always)]
    pub(super) fn tell_enter(
        &self,
        position: &G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) {
        if I::WATCHED {
            let (ply, by, window) = (ask.ply as usize, before.map(|before| before.mv), ask.window);
            let turn = Some(Turn::Player(viewer));
            self.insight.watch(Event::Enter { ply, by, position, turn, window });
        }
    }

    /// Tells that a position is left, unless the search was stopped there.
    #[inline(always)]
    pub(super) fn tell_leave(&self, ply: u32, found: Found) -> Found {
        if I::WATCHED
            && let Ok(score) = &found
        {
            self.insight.watch(Event::Leave { ply: ply as usize, value: score });
        }
        found
    }

    /// Tells how the score of a position is known without a search.
    #[inline(always)]
    pub(super) fn tell_leaf(&self, ply: u32, score: i32, source: Source) -> i32 {
        if I::WATCHED {
            self.insight.watch(Event::Leaf { ply: ply as usize, value: &score, source });
        }
        score
    }

    /// Tells which feature prunes a position.
    #[inline(always)]
    pub(super) fn tell_pruned(&self, ply: u32, score: i32, feature: &'static str) -> i32 {
        if I::WATCHED {
            self.insight.watch(Event::Pruned { ply: ply as usize, feature, value: &score });
        }
        score
    }

    /// Tells that a move is not searched.
    #[inline(always)]
    pub(super) fn tell_skipped(&self, ply: u32, by: G::Move) {
        if I::WATCHED {
            self.insight.watch(Event::Skipped { ply: ply as usize, by });
        }
    }

    /// Tells that a move is better than all before it.
    #[inline(always)]
    pub(super) fn tell_better(&self, ply: u32, by: G::Move, score: i32, window: Window<i32>) {
        if I::WATCHED {
            self.insight.watch(Event::Update { ply: ply as usize, by, value: &score, window });
        }
    }
}
