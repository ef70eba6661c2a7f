//! Progress: how far a search has come, for another thread to look at.

use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::Range;

/// How far a search has come, for another thread to look at.
#[derive(Debug)]
pub struct Progress {
    nodes: AtomicU64,
    depth: AtomicU32,
    farthest: AtomicU32,
    low: AtomicI32,
    high: AtomicI32,
    /// In nanoseconds.
    longest_pause: AtomicU64,
}

impl Default for Progress {
    fn default() -> Self {
        let Range { low, high } = Range::ALL;
        Progress {
            nodes: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            farthest: AtomicU32::new(0),
            low: AtomicI32::new(low),
            high: AtomicI32::new(high),
            longest_pause: AtomicU64::new(0),
        }
    }
}

impl Progress {
    /// Positions looked at by all threads, a little behind.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How deep the search is that is under way; 0 if it is to the end.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// How many plies from the root the farthest position is that was looked at, a little behind.
    pub fn farthest(&self) -> u32 {
        self.farthest.load(Ordering::Relaxed)
    }

    /// Where the score of a position that is solved is known to lie, unless every move is.
    pub fn range(&self) -> Range<i32> {
        Range { low: self.low.load(Ordering::Relaxed), high: self.high.load(Ordering::Relaxed) }
    }

    /// The longest time in which a thread that searches did not look at the clock. Much more than a millisecond means that
    /// it had to wait for a processor.
    pub fn longest_pause(&self) -> Duration {
        Duration::from_nanos(self.longest_pause.load(Ordering::Relaxed))
    }

    pub(super) fn pause(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.longest_pause.fetch_max(nanos, Ordering::Relaxed);
    }

    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(super) fn reach(&self, ply: u32) {
        self.farthest.fetch_max(ply, Ordering::Relaxed);
    }

    pub(super) fn deepen(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    pub(super) fn narrow(&self, range: Range<i32>) {
        self.low.store(range.low, Ordering::Relaxed);
        self.high.store(range.high, Ordering::Relaxed);
    }
}
