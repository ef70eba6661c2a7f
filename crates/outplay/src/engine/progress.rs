//! Progress: how far all threads of a search have come together.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use super::insight::Insight;
use super::search::Search;
use crate::{Event, Value, ZeroSum};

/// How far all threads of a search have come together.
#[derive(Debug, Default)]
pub(super) struct Progress {
    nodes: AtomicU64,
    farthest: AtomicU32,
    /// In nanoseconds.
    longest_pause: AtomicU64,
}

impl Progress {
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
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Tells whoever watches, if anybody does.
    #[inline(always)]
    pub(super) fn tell(&mut self, event: Event<'_, G::Position, G::Move, Value<i32>, i32>) {
        if let Some(watcher) = &mut self.watcher {
            watcher.event(event);
        }
    }

    /// Tells how far it is.
    pub(super) fn tell_progress(&mut self) {
        let Progress { nodes, farthest, longest_pause } = self.progress;
        let nodes = nodes.load(Ordering::Relaxed);
        let farthest = farthest.load(Ordering::Relaxed);
        let pause = Duration::from_nanos(longest_pause.load(Ordering::Relaxed));
        self.tell(Event::Progress { nodes, farthest, pause });
    }
}
