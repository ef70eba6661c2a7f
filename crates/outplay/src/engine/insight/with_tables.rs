//! WithTables: an insight that looks positions up in endgame tables, if there are some.

use std::sync::Arc;

use super::{Facts, HowMany, Insight, Ordering, Scale, TableFact};
use crate::engine::Driver;
use crate::{Event, Game, Range, Window, ZeroSum};

/// Looks positions up: [a shelf of tables](crate::solve::tables::Shelf), most often.
pub trait Lookup<G: Game>: Send + Sync {
    /// What is known of a position; nothing if no table has it. Points are those of a [solved score](super::Scale::UNIT).
    fn look_up(&self, game: &G, position: &G::Position) -> Option<TableFact>;

    /// The same, unless moves have to be played first to find out: for a search, which plays them anyway.
    #[inline]
    fn look_up_itself(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        self.look_up(game, position)
    }

    /// Of a position that a move has led to: after how many plies, by the way of the tables, something happens that cannot be taken back; none, if the move was of that kind.
    fn progress(&self, game: &G, position: &G::Position) -> Option<u32> {
        let _ = (game, position);
        None
    }
}

/// A fact with points that count so much each.
#[inline(always)]
fn counted_in(fact: TableFact, unit: i32) -> TableFact {
    let Range { low, high } = fact.range;
    match fact.verdict {
        Some(_) => fact,
        None => TableFact { range: Range { low: low * unit, high: high * unit }, ..fact },
    }
}

/// An insight with tables that were loaded at run time, or without.
pub struct WithTables<I, T> {
    insight: I,
    tables: Option<Arc<T>>,
}

impl<I, T> WithTables<I, T> {
    /// An insight, and tables if there are some.
    pub fn new(insight: I, tables: Option<Arc<T>>) -> WithTables<I, T> {
        WithTables { insight, tables }
    }

    /// The insight alone.
    pub fn insight(&self) -> &I {
        &self.insight
    }
}

impl<G: ZeroSum, I: Insight<G>, T: Lookup<G>> Insight<G> for WithTables<I, T> {
    type Scratch = I::Scratch;
    type Scale = I::Scale;
    type Facts = Self;
    type Evaluation = I::Evaluation;
    type Ordering = I::Ordering;
    type Selectivity = I::Selectivity;
    type Keys = I::Keys;

    const ALTERNATES: bool = I::ALTERNATES;
    const DRIVER: Driver = I::DRIVER;
    const WATCHED: bool = I::WATCHED;

    fn watch(&self, event: Event<'_, G::Position, G::Move, i32, i32>) {
        self.insight.watch(event);
    }

    #[inline(always)]
    fn scratch(&self, game: &G, position: &G::Position) -> I::Scratch {
        self.insight.scratch(game, position)
    }

    #[inline(always)]
    fn scratch_after(
        &self,
        game: &G,
        before: &I::Scratch,
        mv: G::Move,
        note: Option<<I::Ordering as Ordering<G, I::Scratch>>::Note>,
        position: &G::Position,
    ) -> I::Scratch {
        self.insight.scratch_after(game, before, mv, note, position)
    }

    fn scale(&self) -> &I::Scale {
        self.insight.scale()
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &I::Evaluation {
        self.insight.evaluation()
    }
    fn ordering(&self) -> &I::Ordering {
        self.insight.ordering()
    }
    fn selectivity(&self) -> &I::Selectivity {
        self.insight.selectivity()
    }
    fn keys(&self) -> &I::Keys {
        self.insight.keys()
    }
}

impl<G: ZeroSum, I: Insight<G>, T: Lookup<G>> Facts<G, I::Scratch> for WithTables<I, T> {
    const FINISHES: bool = <I::Facts as Facts<G, I::Scratch>>::FINISHES;

    const TABLES: bool = true;

    #[inline(always)]
    fn tabled(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        let fact = self.tables.as_ref()?.look_up(game, position)?;
        Some(counted_in(fact, <I::Scale as Scale<G>>::UNIT))
    }

    fn progress(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.tables.as_ref()?.progress(game, position)
    }

    #[inline(always)]
    fn tabled_itself(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        let fact = self.tables.as_ref()?.look_up_itself(game, position)?;
        Some(counted_in(fact, <I::Scale as Scale<G>>::UNIT))
    }

    #[inline(always)]
    fn decided(&self, game: &G, position: &G::Position) -> Option<i32> {
        self.insight.facts().decided(game, position)
    }

    #[inline(always)]
    fn plies_left(&self, game: &G, position: &G::Position) -> u32 {
        self.insight.facts().plies_left(game, position)
    }

    #[inline(always)]
    fn longest_win(&self, game: &G, position: &G::Position) -> u32 {
        self.insight.facts().longest_win(game, position)
    }

    #[inline(always)]
    fn finish(&self, game: &G, position: &G::Position, window: Window<i32>) -> Option<(i32, u64)> {
        self.insight.facts().finish(game, position, window)
    }

    #[inline(always)]
    fn bounds(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &I::Scratch,
        window: Window<i32>,
    ) -> Range<i32> {
        self.insight.facts().bounds(game, position, scratch, window)
    }

    #[inline(always)]
    fn moves(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &I::Scratch,
        moves: &mut Vec<G::Move>,
    ) {
        self.insight.facts().moves(game, position, scratch, moves);
    }

    #[inline(always)]
    fn how_many(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &I::Scratch,
        moves: &mut Vec<G::Move>,
    ) -> HowMany<G::Move> {
        self.insight.facts().how_many(game, position, scratch, moves)
    }

    #[inline(always)]
    fn can_move(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &I::Scratch,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        self.insight.facts().can_move(game, position, scratch, moves)
    }
}
