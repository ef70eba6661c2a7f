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
    /// Others are asked where our own tables leave something open. Who wins they know better: the limits of moves are in their tables.
    fn look_up(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        let own = self.own.as_ref().and_then(|shelf| shelf.look_up(game, position));
        if own.is_some_and(|fact| fact.range.is_exact()) {
            return own;
        }
        let other = self.others.as_ref().and_then(|others| others.look_up(game, position));
        match (own, other) {
            (Some(own), Some(other)) => {
                let low = own.range.low.max(other.range.low);
                let high = own.range.high.min(other.range.high);
                // If both cannot be true, one of them is damaged: the one whose bytes nobody checks.
                if low > high {
                    return Some(own);
                }
                Some(TableFact { range: Range { low, high }, ..other })
            }
            _ => other.or(own),
        }
    }

    fn progress(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.others.as_ref()?.progress(game, position)
    }
}
