//! The processor time that a built-in player used, and how long a program had to wait for a processor.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::files;

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

/// What the system knows about this thread, for [`waited`]. It stays true for as long as the thread runs.
pub(super) fn this_thread() -> Option<PathBuf> {
    Some(Path::new("/proc").join(fs::read_link("/proc/thread-self").ok()?))
}

/// What the system knows about the threads of a process.
pub(super) fn threads_of(process: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

/// How long a thread was ready to run so far, and had to wait for a processor. Only Linux tells.
pub(super) fn waited(thread: &Path) -> Option<Duration> {
    run_delay(&files::of_system(thread.join("schedstat"))?)
}

/// The second of three numbers: nanoseconds on a processor, nanoseconds of waiting for one, and how often it ran.
fn run_delay(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells_how_long_a_thread_waited() {
        assert_eq!(run_delay("81200 8782064 12\n"), Some(Duration::from_nanos(8_782_064)));
        assert_eq!((run_delay(""), run_delay("1 x 2")), (None, None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_thread_is_one_of_its_process() {
        let this = this_thread().expect("Linux knows it");
        assert!(threads_of(std::process::id()).contains(&this), "{this:?}");
        assert_eq!(threads_of(u32::MAX), Vec::<PathBuf>::new());
    }
}
