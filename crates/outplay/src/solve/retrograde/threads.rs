//! A range of numbers, shared out among threads in pieces.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// How many numbers a thread takes at a time. It is a multiple of 64, so that no two threads meet in a word of bits.
pub(crate) const PIECE: u64 = 1 << 14;

/// Works on all numbers below `count`, piece by piece, on several threads. The result of `work` does not depend on who does which piece.
pub(super) fn share(threads: usize, count: u64, work: impl Fn(Range<u64>) + Sync) {
    let next = AtomicU64::new(0);
    let one = || {
        loop {
            let start = next.fetch_add(PIECE, Ordering::Relaxed);
            if start >= count {
                return;
            }
            work(start..(start + PIECE).min(count));
        }
    };
    if threads <= 1 || count <= PIECE {
        return one();
    }
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(one))));
}
