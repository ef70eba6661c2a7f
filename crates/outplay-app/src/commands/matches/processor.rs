//! The processor time that a built-in player used.

use std::time::Duration;

/// The processor time of this thread.
///
/// PERF: on a machine of two cores that had other work for both, 9 of 1,000 games at 20 ms a move were lost on time by up to 28 ms
/// as the wall has it, although no search went on for more than its 10 ms.
#[cfg(unix)]
pub(super) fn processor_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
pub(super) fn processor_time() -> Option<Duration> {
    None
}
