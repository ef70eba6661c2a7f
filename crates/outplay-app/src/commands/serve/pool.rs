//! The pool: who may search. As many searches run at once as there are processors, and the others wait.
//!
//! A search cannot be put aside half-way, but it can be stopped, and it finds what it knew in its table when it starts again. So
//! everybody searches for a while, is stopped if somebody waits, and goes on later. Who has searched least comes first, so
//! that a new search never waits for long; and one's turns get longer, so that little is lost by starting again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many searches there are at once, those included that wait.
pub(super) const MOST_SEARCHES: usize = 128;
/// Megabytes that the tables of all searches share; each has one megabyte at least.
const MEGABYTES: usize = 256;
/// How long a turn is at least, and at most, if somebody waits.
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_millis(400);
/// How often who comes next looks whether somebody has had their turn.
const LOOK: Duration = Duration::from_millis(5);

/// All searches.
pub(super) struct Pool {
    state: Mutex<State>,
    bell: Condvar,
}

struct State {
    processors: usize,
    tickets: usize,
    megabytes: usize,
    next: u64,
    waiting: Vec<Waiting>,
    running: Vec<Running>,
}

struct Waiting {
    ticket: u64,
    used: Duration,
}

struct Running {
    ticket: u64,
    since: Instant,
    used: Duration,
    stop: Arc<AtomicBool>,
}

impl Pool {
    pub(super) fn new(processors: usize) -> Arc<Pool> {
        let state = State {
            processors: processors.max(1),
            tickets: 0,
            megabytes: MEGABYTES,
            next: 0,
            waiting: Vec::new(),
            running: Vec::new(),
        };
        Arc::new(Pool { state: Mutex::new(state), bell: Condvar::new() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A ticket for a search, unless there are too many.
    pub(super) fn ticket(self: &Arc<Pool>) -> Option<Ticket> {
        let mut state = self.state();
        if state.tickets >= MOST_SEARCHES {
            return None;
        }
        state.tickets += 1;
        state.next += 1;
        let megabytes = state.megabytes / 4;
        state.megabytes -= megabytes;
        Some(Ticket {
            number: state.next,
            megabytes,
            used: Duration::ZERO,
            recall: Recall {
                pool: Arc::clone(self),
                stop: Arc::new(AtomicBool::new(false)),
                cancelled: Arc::new(AtomicBool::new(false)),
            },
        })
    }
}

impl State {
    /// Whether it is the turn of this one among those who wait.
    fn is_next(&self, ticket: u64) -> bool {
        let first = self.waiting.iter().min_by_key(|one| (one.used, one.ticket));
        first.is_some_and(|first| first.ticket == ticket)
    }

    /// Asks who has searched for long enough to make room.
    fn make_room(&self, newcomer: bool) {
        let enough = |one: &&Running| {
            let turn = if newcomer { SHORTEST } else { one.used.clamp(SHORTEST, LONGEST) };
            one.since.elapsed() >= turn
        };
        if let Some(longest) = self.running.iter().filter(enough).min_by_key(|one| one.since) {
            longest.stop.store(true, Ordering::Relaxed);
        }
    }

    fn forget(&mut self, ticket: u64) {
        self.waiting.retain(|one| one.ticket != ticket);
    }
}

/// Somebody's place in the pool.
pub(super) struct Ticket {
    number: u64,
    megabytes: usize,
    used: Duration,
    recall: Recall,
}

/// Ends a search from elsewhere.
#[derive(Clone)]
pub(super) struct Recall {
    pool: Arc<Pool>,
    stop: Arc<AtomicBool>,
    cancelled: Arc<AtomicBool>,
}

impl Recall {
    pub(super) fn cancel(&self) {
        let _state = self.pool.state();
        self.cancelled.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        self.pool.bell.notify_all();
    }
}

impl Ticket {
    /// The megabytes that its table may have.
    pub(super) fn megabytes(&self) -> usize {
        self.megabytes.max(1)
    }

    /// What ends the search.
    pub(super) fn recall(&self) -> Recall {
        self.recall.clone()
    }

    /// The flag that the search has to obey.
    pub(super) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.recall.stop)
    }

    /// The flag for work that is short and cannot be gone on with: it makes no room for others, and ends only if nobody wants it any more.
    pub(super) fn cancelled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.recall.cancelled)
    }

    /// Whether nobody wants the result any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.recall.cancelled.load(Ordering::Relaxed)
    }

    /// How long it has searched so far.
    pub(super) fn used(&self) -> Duration {
        self.used
    }

    /// Waits for a turn and searches. None if it was cancelled before.
    pub(super) fn turn<T>(&mut self, search: impl FnOnce() -> T) -> Option<T> {
        self.wait()?;
        let since = Instant::now();
        let turn = Turn(self);
        let found = search();
        drop(turn);
        self.used += since.elapsed();
        Some(found)
    }

    fn wait(&self) -> Option<()> {
        let Recall { pool, stop, .. } = &self.recall;
        let mut state = pool.state();
        state.waiting.push(Waiting { ticket: self.number, used: self.used });
        loop {
            let is_next = state.is_next(self.number);
            if self.is_cancelled() {
                state.forget(self.number);
                pool.bell.notify_all();
                return None;
            }
            if is_next && state.running.len() < state.processors {
                state.forget(self.number);
                stop.store(false, Ordering::Relaxed);
                let (since, stop) = (Instant::now(), Arc::clone(stop));
                state.running.push(Running { ticket: self.number, since, used: self.used, stop });
                pool.bell.notify_all();
                return Some(());
            }
            if is_next {
                state.make_room(self.used.is_zero());
            }
            let patience = if is_next { LOOK } else { LONGEST };
            let waited = pool.bell.wait_timeout(state, patience);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.recall.pool.state();
        state.tickets -= 1;
        state.megabytes += self.megabytes;
    }
}

/// A turn, which ends even if the search panics.
struct Turn<'t>(&'t Ticket);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let Ticket { number, recall, .. } = self.0;
        recall.pool.state().running.retain(|one| one.ticket != *number);
        recall.pool.bell.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Searches until it is stopped, again and again, until it has had so many turns.
    fn searcher(mut ticket: Ticket, turns: usize) -> Duration {
        for _ in 0..turns {
            let stop = ticket.stop();
            let turn = ticket.turn(|| {
                while !stop.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
            });
            if turn.is_none() {
                break;
            }
        }
        ticket.used()
    }

    #[test]
    fn everybody_has_a_turn_and_nobody_more_than_others() {
        let pool = Pool::new(2);
        let searchers: Vec<_> = (0..6)
            .map(|_| {
                let ticket = pool.ticket().expect("there is room");
                let recall = ticket.recall();
                (thread::spawn(move || searcher(ticket, 1_000)), recall)
            })
            .collect();
        thread::sleep(Duration::from_secs(2));
        searchers.iter().for_each(|(_, recall)| recall.cancel());
        let used: Vec<f64> = searchers
            .into_iter()
            .map(|(thread, _)| thread.join().expect("it ends").as_secs_f64())
            .collect();
        let all: f64 = used.iter().sum();
        assert!(all <= 2.0 * 2.5, "two at once at most: {used:?}");
        assert!(used.iter().all(|&one| one > all / 6.0 / 4.0), "a fair share: {used:?}");
        assert_eq!(pool.state().tickets, 0);
        assert_eq!(pool.state().megabytes, MEGABYTES);
    }

    #[test]
    fn there_are_not_too_many() {
        let pool = Pool::new(1);
        let tickets: Vec<Ticket> = (0..MOST_SEARCHES).filter_map(|_| pool.ticket()).collect();
        assert_eq!(tickets.len(), MOST_SEARCHES);
        assert!(pool.ticket().is_none());
        let all: usize = tickets.iter().map(Ticket::megabytes).sum();
        assert!(all <= MEGABYTES + MOST_SEARCHES, "{all} megabytes");
        drop(tickets);
        assert!(pool.ticket().is_some());
    }

    #[test]
    fn who_waits_can_be_cancelled() {
        let pool = Pool::new(1);
        let busy = pool.ticket().expect("there is room");
        let end = busy.recall();
        let busy = thread::spawn(move || searcher(busy, 1));
        let mut waits = pool.ticket().expect("there is room");
        waits.recall().cancel();
        assert!(waits.turn(|| ()).is_none());
        end.cancel();
        busy.join().expect("it ends");
    }
}
