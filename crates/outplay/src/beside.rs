//! Threads beside this one, for whoever has work to share.

use std::panic::resume_unwind;
use std::thread;

/// Work for a thread of its own. It leaves what it finds where it is told to.
pub(crate) type Job<'j> = Box<dyn FnOnce() + Send + 'j>;

/// Does its own work and, beside it, all jobs, each on a thread of its own. If a job panics, so does this thread, once its work is done.
///
/// PERF: threads are started here alone. Jobs of types of their own would compile all that starts a thread for each search of each game.
pub(crate) fn beside(jobs: Vec<Job<'_>>, own: &mut dyn FnMut()) {
    if jobs.is_empty() {
        return own();
    }
    thread::scope(|scope| {
        let helpers: Vec<_> = jobs.into_iter().map(|job| scope.spawn(job)).collect();
        own();
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
