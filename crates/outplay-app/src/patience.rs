//! Patience: a sign of life on standard error, for work that has nothing to say before it is done.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::warn;

/// How long nothing is said.
const SILENCE: Duration = Duration::from_secs(8);

/// Does some work, and says how far it is whenever it has been silent for long.
pub(crate) fn keeping<T>(so_far: impl Fn() -> String + Send, work: impl FnOnce() -> T) -> T {
    saying(SILENCE, so_far, warn, work)
}

fn saying<T>(
    silence: Duration,
    so_far: impl Fn() -> String + Send,
    say: impl Fn(&str) + Send,
    work: impl FnOnce() -> T,
) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    let started = Instant::now();
    thread::scope(move |scope| {
        scope.spawn(move || {
            while waiting.recv_timeout(silence) == Err(RecvTimeoutError::Timeout) {
                say(&format!("{} s: {}", started.elapsed().as_secs(), so_far()));
            }
        });
        let made = work();
        // It also hears of the end if the work panics: then this is dropped with all else that belongs to it.
        drop(done);
        made
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn something_is_said_while_work_goes_on_and_nothing_after_it() {
        let silence = Duration::from_millis(1);
        let said = AtomicBool::new(false);
        let say = |text: &str| {
            assert_eq!(text, "0 s: half of it");
            said.store(true, Ordering::Relaxed);
        };
        let work = || {
            while !said.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            7
        };
        assert_eq!(saying(silence, || "half of it".to_owned(), say, work), 7);
        // Quick work gets no word, and a panic ends what watches it.
        let quiet = |_: &str| panic!("there is nothing to say");
        assert_eq!(saying(Duration::from_secs(60), String::new, quiet, || 8), 8);
        let panics = || saying(Duration::from_secs(60), String::new, quiet, || panic!("meant"));
        assert!(std::panic::catch_unwind(panics).is_err());
    }
}
