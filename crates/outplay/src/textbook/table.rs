//! The transposition table: a position that is reached twice is searched once.
//!
//! A value is used again only for the same position with the same number of plies still to search,
//! so the table never changes a value. What it remembers of a position may be a bound; the algorithm
//! decides whether that is enough.

use std::collections::HashMap;

/// A key of the game and the plies still to search.
pub(super) type Key = (u64, u32);

pub(super) struct Entry<M, V> {
    pub(super) value: V,
    /// Best play from here on.
    pub(super) line: Vec<M>,
}

pub(super) struct Table<M, V>(HashMap<Key, Entry<M, V>>);

impl<M, V> Default for Table<M, V> {
    fn default() -> Self {
        Table(HashMap::new())
    }
}

impl<M, V> Table<M, V> {
    pub(super) fn get(&self, key: &Key) -> Option<&Entry<M, V>> {
        self.0.get(key)
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn put(&mut self, key: Key, value: V, line: Vec<M>) {
        self.0.insert(key, Entry { value, line });
    }
}
