//! Turns: who may work, in which order, and for how long.
//!
//! As many work at once as there are places, and the others wait. This is fair queueing in two levels: addresses share the
//! turns, and the sessions of an address share those of the address. Every other turn goes to the one that has waited longest, so
//! that nobody is passed over, whatever others do. The turns between go to the one that has had least lately, so that a new question beside
//! long searches is answered quickly. What somebody has had is counted over all of their questions: to ask again and again
//! gains nothing.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};

use super::shares::{Peer, Shares};

/// How long a turn is at least, and at most, if somebody waits.
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_millis(400);
/// How often it is looked whether somebody has had their turn.
const LOOK: Duration = Duration::from_millis(5);

/// A number of places, and who waits for one.
pub(super) struct Turns {
    state: Mutex<State>,
    /// Somebody has to wait.
    bell: Notify,
}

struct State {
    places: usize,
    next: u64,
    begun: u64,
    shares: Shares,
    waiting: Vec<Waiting>,
    working: Vec<Working>,
}

/// Work that takes turns.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) peer: Peer,
    /// How long it has been worked on, in earlier turns.
    pub(super) used: Duration,
    /// Set when it has to make room.
    pub(super) stop: Arc<AtomicBool>,
}

impl Work {
    pub(super) fn new(peer: Peer) -> Work {
        Work { peer, used: Duration::ZERO, stop: Arc::default() }
    }
}

struct Waiting {
    number: u64,
    work: Work,
    since: Instant,
    call: oneshot::Sender<()>,
}

struct Working {
    number: u64,
    work: Work,
    since: Instant,
    /// Up to when it is in the account.
    counted: Instant,
}

impl Turns {
    pub(super) fn new(places: usize) -> Arc<Turns> {
        let state = State {
            places: places.max(1),
            next: 0,
            begun: 0,
            shares: Shares::default(),
            waiting: Vec::new(),
            working: Vec::new(),
        };
        Arc::new(Turns { state: Mutex::new(state), bell: Notify::new() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gets in line. What comes back is the turn, and what says when it begins.
    fn enter(self: &Arc<Turns>, work: Work) -> (Turn, oneshot::Receiver<()>) {
        let (call, called) = oneshot::channel();
        let mut state = self.state();
        state.next += 1;
        let number = state.next;
        state.waiting.push(Waiting { number, work, since: Instant::now(), call });
        state.fill();
        drop(state);
        self.bell.notify_one();
        (Turn { turns: Arc::clone(self), number }, called)
    }

    /// A turn, as soon as it can be had.
    pub(super) async fn take(self: &Arc<Turns>, peer: Peer) -> Turn {
        let (turn, called) = self.enter(Work::new(peer));
        // Nobody calls this off but who drops the turn.
        let _ = called.await;
        turn
    }

    /// The same for a thread. None if the work was called off.
    pub(super) fn wait(self: &Arc<Turns>, work: &Work, is_off: &AtomicBool) -> Option<Turn> {
        let (turn, called) = self.enter(work.clone());
        // It may have been called off just before it got in line.
        if is_off.load(atomic::Ordering::SeqCst) {
            return None;
        }
        called.blocking_recv().ok().map(|()| turn)
    }

    /// Whoever waits with this work does not have to wait any longer.
    pub(super) fn call_off(&self, stop: &Arc<AtomicBool>) {
        self.state().waiting.retain(|one| !Arc::ptr_eq(&one.work.stop, stop));
    }

    /// Asks those who have had their turn to make room, for as long as somebody waits.
    pub(super) async fn keep_time(self: Arc<Turns>) {
        loop {
            self.bell.notified().await;
            while self.look() {
                tokio::time::sleep(LOOK).await;
            }
        }
    }

    /// Whether anybody waits. If so, a worker that has had its turn is asked to make room.
    fn look(&self) -> bool {
        let mut state = self.state();
        state.make_room(Instant::now());
        !state.waiting.is_empty()
    }
}

impl State {
    /// Gives free places to those who wait.
    fn fill(&mut self) {
        while self.working.len() < self.places {
            let now = Instant::now();
            let Some(next) = self.first(now) else { return };
            let Waiting { number, work, call, .. } = self.waiting.swap_remove(next);
            work.stop.store(false, atomic::Ordering::Relaxed);
            if call.send(()).is_ok() {
                self.begun += 1;
                self.shares.begin(work.peer, now);
                self.working.push(Working { number, work, since: now, counted: now });
            }
        }
    }

    /// Whose turn it is among those who wait.
    fn first(&mut self, now: Instant) -> Option<usize> {
        self.count(now);
        let is_before = match self.begun % 2 {
            0 => State::had_less,
            _ => State::waited_longer,
        };
        let all = 0..self.waiting.len();
        all.min_by(|&a, &b| is_before(self, &self.waiting[a], &self.waiting[b], now))
    }

    fn had_less(&self, a: &Waiting, b: &Waiting, now: Instant) -> Ordering {
        let had = |one: &Waiting| self.shares.had(one.work.peer, now);
        let (a_had, b_had) = (had(a), had(b));
        let by_address = a_had.0.total_cmp(&b_had.0);
        by_address.then(a_had.1.total_cmp(&b_had.1)).then(a.number.cmp(&b.number))
    }

    fn waited_longer(&self, a: &Waiting, b: &Waiting, _: Instant) -> Ordering {
        let last = |one: &Waiting| self.shares.last_turn(one.work.peer);
        last(a).cmp(&last(b)).then(a.since.cmp(&b.since)).then(a.number.cmp(&b.number))
    }

    /// Puts into the accounts what those who work have had up to now.
    fn count(&mut self, now: Instant) {
        for one in &mut self.working {
            self.shares.add(one.work.peer, now - one.counted, now);
            one.counted = now;
        }
    }

    /// Asks those who have worked for long enough to make room, but no more of them than wait.
    fn make_room(&mut self, now: Instant) {
        self.count(now);
        let is_asked = |one: &Working| one.work.stop.load(atomic::Ordering::Relaxed);
        let asked = self.working.iter().filter(|one| is_asked(one)).count();
        if asked >= self.waiting.len() {
            return;
        }
        let is_over = |one: &&Working| !is_asked(one) && now - one.since >= self.turn(one, now);
        let longest = self.working.iter().filter(is_over).min_by_key(|one| one.since);
        longest.into_iter().for_each(|one| one.work.stop.store(true, atomic::Ordering::Relaxed));
    }

    /// How long a turn is. The longer the work has been going on, the longer are its turns: little is lost by starting again. But
    /// they are short while another one waits that has had much less.
    fn turn(&self, one: &Working, now: Instant) -> Duration {
        match self.waiting.iter().any(|other| self.had_much_less(other, one, now)) {
            true => SHORTEST,
            false => one.work.used.clamp(SHORTEST, LONGEST),
        }
    }

    fn had_much_less(&self, a: &Waiting, b: &Working, now: Instant) -> bool {
        let (a_had, b_had) = (self.shares.had(a.work.peer, now), self.shares.had(b.work.peer, now));
        match a.work.peer.address == b.work.peer.address {
            true => 4.0 * a_had.1 < b_had.1,
            false => 4.0 * a_had.0 < b_had.0,
        }
    }
}

/// Somebody's turn, or their place in the line, until it is dropped.
pub(super) struct Turn {
    turns: Arc<Turns>,
    number: u64,
}

impl Turn {
    /// Lets others go first, if there are any and the turn has been long enough. For work that cannot be stopped half-way, in a thread.
    pub(super) fn pause(&mut self) {
        let Some(work) = self.over() else { return };
        let (again, called) = self.turns.enter(work);
        *self = again;
        // Nobody calls this off.
        let _ = called.blocking_recv();
    }

    /// The work, if its turn is over and somebody waits.
    fn over(&self) -> Option<Work> {
        let (state, now) = (self.turns.state(), Instant::now());
        let one = state.working.iter().find(|one| one.number == self.number)?;
        let used = one.work.used + (now - one.since);
        let is_over = !state.waiting.is_empty() && now - one.since >= SHORTEST;
        is_over.then(|| Work { used, ..one.work.clone() })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        state.count(Instant::now());
        state.waiting.retain(|one| one.number != self.number);
        state.working.retain(|one| one.number != self.number);
        state.fill();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::net::IpAddr;
    use std::thread;

    use super::*;

    fn peer(address: u8, session: u64) -> Peer {
        Peer::new(IpAddr::from([10, 0, 0, address]), session)
    }

    /// What everybody has had after so many turns of 20 ms, if all of them want to work all the time. Time is made up here.
    fn simulated(peers: &[Peer], turns: usize) -> HashMap<Peer, usize> {
        let turns_of = Turns::new(1);
        let mut state = turns_of.state();
        let mut now = Instant::now();
        let mut had: HashMap<Peer, usize> = HashMap::new();
        let mut calls = Vec::new();
        let mut enter = |state: &mut State, peer: Peer, now: Instant| {
            let (call, called) = oneshot::channel();
            state.next += 1;
            let (number, work) = (state.next, Work::new(peer));
            state.waiting.push(Waiting { number, work, since: now, call });
            calls.push(called);
        };
        peers.iter().for_each(|&peer| enter(&mut state, peer, now));
        for _ in 0..turns {
            let first = state.first(now).expect("somebody waits");
            let Waiting { work, .. } = state.waiting.swap_remove(first);
            state.begun += 1;
            state.shares.begin(work.peer, now);
            now += SHORTEST;
            state.shares.add(work.peer, SHORTEST, now);
            *had.entry(work.peer).or_default() += 1;
            enter(&mut state, work.peer, now);
        }
        had
    }

    #[test]
    fn sessions_of_an_address_share_what_the_address_gets() {
        let mut peers = vec![peer(1, 0)];
        peers.extend((1..=30).map(|session| peer(2, session)));
        let had = simulated(&peers, 6_000);
        let alone = had[&peer(1, 0)];
        assert!((2_700..=3_300).contains(&alone), "half of it is for one address: {alone}");
        for session in 1..=30 {
            let one = had[&peer(2, session)];
            assert!((80..=120).contains(&one), "a thirtieth of the other half: {one}");
        }
    }

    #[test]
    fn everybody_gets_as_much_and_nobody_waits_for_long() {
        let peers: Vec<Peer> = (0..100).map(|session| peer(1, session)).collect();
        let had = simulated(&peers, 10_000);
        assert!(had.values().all(|one| (90..=110).contains(one)), "{had:?}");
    }

    #[test]
    fn strangers_that_never_end_do_not_shut_anybody_out() {
        let turns = Turns::new(1);
        let mut state = turns.state();
        let (mut now, mut calls, mut waited) = (Instant::now(), Vec::new(), 0);
        let old = peer(1, 0);
        state.shares.add(old, Duration::from_secs(60), now);
        for session in 0..100 {
            let (call, called) = oneshot::channel();
            let (number, who) = (session, if session == 0 { old } else { peer(1, session) });
            state.waiting.push(Waiting { number, work: Work::new(who), since: now, call });
            calls.push(called);
        }
        // Whoever had a turn goes away, and a stranger comes.
        for session in 100.. {
            let first = state.first(now).expect("somebody waits");
            let work = state.waiting.swap_remove(first).work;
            if work.peer == old {
                break;
            }
            waited += 1;
            state.begun += 1;
            now += SHORTEST;
            let (call, called) = oneshot::channel();
            let work = Work::new(peer(1, session));
            state.waiting.push(Waiting { number: session, work, since: now, call });
            calls.push(called);
        }
        assert!(waited <= 200, "{waited} others were first");
    }

    #[test]
    fn a_turn_ends_for_a_stranger_sooner_than_for_an_equal() {
        let turns = Turns::new(1);
        let mut old = Work::new(peer(1, 1));
        old.used = Duration::from_secs(10);
        let (_turn, _called) = turns.enter(old.clone());
        let equal = turns.enter(Work::new(peer(1, 2)));
        let mut state = turns.state();
        let now = Instant::now();
        state.shares.add(peer(1, 1), Duration::from_secs(10), now);
        state.shares.add(peer(1, 2), Duration::from_secs(10), now);
        state.make_room(now + SHORTEST);
        assert!(!old.stop.load(atomic::Ordering::Relaxed), "an equal waits");
        drop(state);
        let stranger = turns.enter(Work::new(peer(1, 3)));
        turns.state().make_room(now + SHORTEST);
        assert!(old.stop.load(atomic::Ordering::Relaxed));
        drop((equal, stranger));
        assert!(turns.state().waiting.is_empty(), "who goes away does not wait");
    }

    #[test]
    fn who_pauses_lets_others_go_first() {
        let turns = Turns::new(1);
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let mut first = runtime.block_on(turns.take(peer(1, 1)));
        first.pause();
        let (second, called) = turns.enter(Work::new(peer(1, 2)));
        thread::sleep(2 * SHORTEST);
        let other = thread::spawn(move || {
            called.blocking_recv().expect("it is its turn");
            drop(second);
        });
        first.pause();
        other.join().expect("it had its turn");
        assert_eq!(turns.state().working.len(), 1);
    }
}
