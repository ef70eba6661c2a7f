//! The pool: searches that take turns, and share the memory.
//!
//! A search cannot be put aside half-way, but it can be stopped, and it finds what it knew in its table when it starts again. So
//! everybody searches for a while, is stopped if somebody waits, and goes on later.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::memory::Budget;
use super::shares::Peer;
use super::turns::{Turn, Turns, Work};
use crate::tables;

/// All searches.
pub(super) struct Pool {
    turns: Arc<Turns>,
    memory: Mutex<Budget>,
    /// The endgame tables of all searches.
    tables: tables::Choice,
}

impl Pool {
    pub(super) fn new(processors: usize, budget: Budget, tables: tables::Choice) -> Arc<Pool> {
        Arc::new(Pool { turns: Turns::new(processors), memory: Mutex::new(budget), tables })
    }

    /// Ends turns when they have been long enough, for ever.
    pub(super) async fn keep_time(self: Arc<Pool>) {
        Arc::clone(&self.turns).keep_time().await;
    }

    fn with_memory<T>(&self, change: impl FnOnce(&mut Budget) -> T) -> T {
        change(&mut self.memory.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A ticket for a search, if there is memory for it.
    pub(super) fn ticket(self: &Arc<Pool>, peer: Peer) -> Result<Ticket, String> {
        let table = self.with_memory(Budget::take_search).ok_or(
            "there is no memory left for another search: try again in a moment, or let the server have more (`--memory`)",
        )?;
        let work = Work::new(peer);
        let recall = Recall {
            pool: Arc::clone(self),
            stop: Arc::clone(&work.stop),
            cancelled: Arc::default(),
        };
        Ok(Ticket { megabytes: table, work, turn: None, recall })
    }
}

/// A search's place in the pool.
pub(super) struct Ticket {
    megabytes: usize,
    work: Work,
    /// The turn that it has, until it is asked to make room.
    turn: Option<Turn>,
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
        self.cancelled.store(true, Ordering::SeqCst);
        // No turn begins after this, and the start of a turn is the only thing that takes `stop` back.
        self.pool.turns.call_off(&self.stop);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether nobody wants the result any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }
}

impl Ticket {
    /// Which endgame tables a search uses.
    pub(super) fn tables(&self) -> &tables::Choice {
        &self.recall.pool.tables
    }

    /// The megabytes that its table may have.
    pub(super) fn megabytes(&self) -> usize {
        self.megabytes
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
        self.recall.is_cancelled()
    }

    /// How long it has searched so far.
    pub(super) fn used(&self) -> Duration {
        self.work.used
    }

    /// Works, in the turn that it has or in the next one. None if it was cancelled before.
    pub(super) fn turn<T>(&mut self, work: impl FnOnce() -> T) -> Option<T> {
        self.ready()?;
        let since = Instant::now();
        let found = work();
        self.work.used += since.elapsed();
        Some(found)
    }

    /// Goes on with its turn; if it was asked to make room, it waits for the next one. None if it was cancelled.
    pub(super) fn ready(&mut self) -> Option<()> {
        if self.recall.stop.load(Ordering::Relaxed) || self.is_cancelled() {
            self.turn = None;
        }
        if self.is_cancelled() {
            return None;
        }
        if self.turn.is_none() {
            self.turn = self.recall.pool.turns.wait(&self.work, &self.recall.cancelled);
        }
        self.turn.as_ref().map(|_| ())
    }

    /// Gives its turn away.
    pub(super) fn rest(&mut self) {
        self.turn = None;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.recall.pool.with_memory(|budget| budget.give_back(self.megabytes));
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::thread;

    use super::*;

    fn pool(processors: usize) -> Arc<Pool> {
        let pool = Pool::new(processors, Budget::new(1_024), tables::Choice::none());
        let clock = Arc::clone(&pool);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.expect("a runtime");
        thread::spawn(move || runtime.block_on(clock.keep_time()));
        pool
    }

    fn peer(session: u64) -> Peer {
        Peer::new(IpAddr::from([127, 0, 0, 1]), session)
    }

    /// Searches until it is stopped, again and again, until it is cancelled.
    fn searcher(mut ticket: Ticket) -> Duration {
        let stop = ticket.stop();
        let search = || {
            while !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
        };
        while ticket.turn(search).is_some() {}
        ticket.used()
    }

    #[test]
    fn everybody_has_a_turn_and_nobody_more_than_others() {
        let pool = pool(2);
        let searchers: Vec<_> = (0..6)
            .map(|session| {
                let ticket = pool.ticket(peer(session)).expect("there is room");
                let recall = ticket.recall();
                (thread::spawn(move || searcher(ticket)), recall)
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
        assert_eq!(pool.with_memory(|budget| *budget), Budget::new(1_024));
    }

    #[test]
    fn who_asks_again_and_again_gets_no_more_than_others() {
        let pool = pool(1);
        let honest = pool.ticket(peer(0)).expect("there is room");
        let end = honest.recall();
        let honest = thread::spawn(move || searcher(honest));
        let started = Instant::now();
        let busy: Vec<_> = (1..=4)
            .map(|session| {
                let pool = Arc::clone(&pool);
                thread::spawn(move || {
                    while started.elapsed() < Duration::from_secs(3) {
                        let ticket = pool.ticket(peer(session)).expect("there is room");
                        let recall = ticket.recall();
                        let one = thread::spawn(move || searcher(ticket));
                        thread::sleep(Duration::from_millis(50));
                        recall.cancel();
                        one.join().expect("it ends");
                    }
                })
            })
            .collect();
        busy.into_iter().for_each(|one| one.join().expect("it ends"));
        end.cancel();
        let used = honest.join().expect("it ends");
        assert!(used > Duration::from_millis(3_000 / 5 / 2), "half of a fair share: {used:?}");
    }

    #[test]
    fn who_waits_can_be_cancelled() {
        let pool = pool(1);
        let busy = pool.ticket(peer(1)).expect("there is room");
        let end = busy.recall();
        let busy = thread::spawn(move || searcher(busy));
        let mut waits = pool.ticket(peer(2)).expect("there is room");
        let recall = waits.recall();
        let waiting = thread::spawn(move || waits.turn(|| ()));
        thread::sleep(Duration::from_millis(5));
        recall.cancel();
        waiting.join().expect("it ends");
        end.cancel();
        busy.join().expect("it ends");
    }

    #[test]
    fn a_search_that_does_not_fit_is_refused_with_a_sentence() {
        let pool = Pool::new(1, Budget::new(64), tables::Choice::none());
        let tickets: Vec<Ticket> = (0..300).map_while(|one| pool.ticket(peer(one)).ok()).collect();
        assert_eq!(tickets.len(), Budget::new(64).searches);
        let told = pool.ticket(peer(300)).map(|_| ()).expect_err("there is no room");
        assert!(told.starts_with("there is no memory left for another search"), "{told}");
        drop(tickets);
        assert!(pool.ticket(peer(300)).is_ok());
    }
}
