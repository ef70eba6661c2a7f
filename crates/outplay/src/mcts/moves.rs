//! The moves of all nodes, beside the pool: each is written once, and read by many threads.
//!
//! They lie in groups as the nodes do. Memory for them is taken chunk by chunk, when it is needed first, so a thread that comes at that moment waits for it, once in
//! many thousand nodes. Whether a group was written is known to it: a byte or two for each move.

use std::sync::OnceLock;

use super::pool::GROUP;
use crate::memory::prefetch;

/// So many groups make a chunk.
const CHUNK: usize = if cfg!(all(test, loom)) { 1 << 2 } else { 1 << 10 };

type Group<M> = OnceLock<[M; GROUP]>;

/// Room for the moves of all nodes there may be.
#[derive(Debug)]
pub(super) struct Moves<M> {
    chunks: Box<[OnceLock<Box<[Group<M>]>>]>,
    groups: usize,
}

impl<M: Copy> Moves<M> {
    /// Bytes that a group takes.
    pub(super) const BYTES: usize = size_of::<Group<M>>();

    pub(super) fn new(groups: usize) -> Moves<M> {
        let chunks = (0..groups.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect();
        Moves { chunks, groups }
    }

    fn chunk(&self, chunk: usize) -> &[Group<M>] {
        self.chunks[chunk].get_or_init(|| {
            let groups = (self.groups - chunk * CHUNK).min(CHUNK);
            (0..groups).map(|_| OnceLock::new()).collect()
        })
    }

    /// Writes moves from a group on, each once.
    pub(super) fn write(&self, group: usize, moves: &[M]) {
        for (group, moves) in (group..).zip(moves.chunks(GROUP)) {
            let written = std::array::from_fn(|at| moves[at.min(moves.len() - 1)]);
            let slot = &self.chunk(group / CHUNK)[group % CHUNK];
            assert!(slot.set(written).is_ok(), "a block that was taken is written once");
        }
    }

    /// The move of a node.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> M {
        let group = index / GROUP;
        let chunk = self.chunks[group / CHUNK].get();
        let written = chunk.and_then(|chunk| chunk[group % CHUNK].get());
        written.expect("moves are written before they are published")[index % GROUP]
    }

    /// Fetches the moves of a block while it is not known yet which one is chosen.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: usize) {
        let group = index / GROUP;
        if let Some(chunk) = self.chunks[group / CHUNK].get() {
            prefetch(&raw const chunk[group % CHUNK]);
        }
    }

    /// Moves a group to a place before it, which may have been written before.
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        let moves =
            self.chunks[from / CHUNK].get_mut().and_then(|chunk| chunk[from % CHUNK].take());
        let chunk = self.chunks[to / CHUNK].get_mut().expect("it was used before");
        chunk[to % CHUNK] = moves.expect("moves are written").into();
    }

    /// Forgets the moves of these groups.
    pub(super) fn forget(&mut self, groups: std::ops::Range<usize>) {
        for group in groups {
            if let Some(chunk) = self.chunks[group / CHUNK].get_mut() {
                chunk[group % CHUNK].take();
            }
        }
    }

    /// Makes what is made once by the thread that needs it first: that a [`OnceLock`] hands it to others whole is the promise of the standard library, which a model
    /// does not see.
    #[cfg(all(test, loom))]
    pub(super) fn make_all(&self) {
        (0..self.chunks.len()).for_each(|chunk| _ = self.chunk(chunk));
    }

    /// Bytes that are taken.
    pub(super) fn bytes(&self) -> usize {
        let made = self.chunks.iter().filter_map(OnceLock::get);
        made.map(|chunk| chunk.len() * Moves::<M>::BYTES).sum()
    }
}
