//! All tables of a game, each opened when it is first asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::retrograde::{Retrograde, Slices, Verdict};
use super::build::{Build, SliceError, Store};
use super::table::{Cache, Table};

/// The tables of a game that are in a store.
pub struct Shelf<S: Slices> {
    game: S,
    store: Arc<dyn Store + Send>,
    cache: Arc<Cache>,
    opened: Mutex<HashMap<S::Slice, Option<Arc<Table>>>>,
}

impl<S: Slices> Shelf<S> {
    /// The tables of a store, with a cache of so many mebibytes for decoded blocks.
    pub fn new(game: S, store: Arc<dyn Store + Send>, mebibytes: usize) -> Shelf<S> {
        Shelf { game, store, cache: Cache::new(mebibytes), opened: Mutex::default() }
    }

    /// The game.
    pub fn game(&self) -> &S {
        &self.game
    }

    /// The verdict of a number of a slice; nothing if there is no table of it.
    pub fn verdict(&self, slice: &S::Slice, number: u64) -> Result<Option<Verdict>, SliceError> {
        let Some(table) = self.table(slice)? else { return Ok(None) };
        let wrong = |error| SliceError { slice: slice.to_string(), error };
        table.verdict(number).map(Some).map_err(wrong)
    }

    fn table(&self, slice: &S::Slice) -> Result<Option<Arc<Table>>, SliceError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = opened.get(slice) {
            return Ok(table.clone());
        }
        let build = Build {
            game: &self.game,
            store: &*self.store,
            by: Retrograde::default(),
            cache: Arc::clone(&self.cache),
        };
        let table = build.open(slice)?.map(Arc::new);
        opened.insert(slice.clone(), table.clone());
        Ok(table)
    }
}
