//! All tables that a search asks: those of this program, and those that others have made.

use std::sync::Arc;

use super::shelf::Shelf;
use super::tabled::Tabled;
use crate::engine::{Lookup, TableFact};
use crate::{Game, Range, ZeroSum};

/// A shelf of tables, and tables by others, each if there are some.
pub struct Shelves<G: Game, T: Tabled<G>> {
    own: Option<Shelf<T>>,
    others: Option<Arc<dyn Lookup<G>>>,
}

impl<G: Game, T: Tabled<G>> Shelves<G, T> {
    /// Those that are there.
    pub fn new(own: Option<Shelf<T>>, others: Option<Arc<dyn Lookup<G>>>) -> Shelves<G, T> {
        Shelves { own, others }
    }
}

impl<G: Game + ZeroSum, T: Tabled<G>> Lookup<G> for Shelves<G, T> {
    fn look_up(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        let own = self.own.as_ref().and_then(|shelf| shelf.look_up(game, position));
        self.with_others(own, |others| others.look_up(game, position))
    }

    #[inline]
    fn look_up_itself(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        let own = self.own.as_ref().and_then(|shelf| shelf.look_up_itself(game, position));
        self.with_others(own, |others| others.look_up_itself(game, position))
    }

    fn progress(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.others.as_ref()?.progress(game, position)
    }
}

impl<G: Game, T: Tabled<G>> Shelves<G, T> {
    /// Others are asked where our own tables leave something open. Who wins they know better: the limits of moves are in their tables.
    #[inline]
    fn with_others(
        &self,
        own: Option<TableFact>,
        look_up: impl FnOnce(&dyn Lookup<G>) -> Option<TableFact>,
    ) -> Option<TableFact> {
        if own.is_some_and(|fact| fact.range.is_exact()) {
            return own;
        }
        let other = self.others.as_ref().and_then(|others| look_up(&**others));
        match (own, other) {
            (Some(own), Some(other)) => Some(together(own, other)),
            _ => other.or(own),
        }
    }
}

/// What our own tables and those of others say together.
fn together(own: TableFact, other: TableFact) -> TableFact {
    let low = own.range.low.max(other.range.low);
    let high = own.range.high.min(other.range.high);
    // If both cannot be true, one of them is damaged: the one whose bytes nobody checks.
    if low > high { own } else { TableFact { range: Range { low, high }, ..other } }
}
