//! The seats: how many sessions there are. When all are taken, a new one takes the seat of who has been quiet for longest.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

/// How many sessions there are at once.
pub(super) const MOST_SESSIONS: usize = 256;

/// All sessions.
#[derive(Default)]
pub(super) struct Seats {
    taken: Mutex<Vec<Taken>>,
}

struct Taken {
    leave: Arc<Notify>,
    /// Whether it has asked for anything yet.
    spoke: bool,
    since: Instant,
}

/// A seat of a session, until it is dropped.
pub(super) struct Seat {
    seats: Arc<Seats>,
    leave: Arc<Notify>,
}

impl Seats {
    fn taken(&self) -> MutexGuard<'_, Vec<Taken>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat. Who has never said anything gives theirs up first.
    pub(super) fn take(self: &Arc<Seats>) -> Seat {
        let mut taken = self.taken();
        if taken.len() >= MOST_SESSIONS {
            let quietest = (0..taken.len()).min_by_key(|&one| (taken[one].spoke, taken[one].since));
            let quietest = quietest.map(|one| taken.swap_remove(one));
            quietest.iter().for_each(|one| one.leave.notify_one());
        }
        let leave = Arc::new(Notify::new());
        taken.push(Taken { leave: Arc::clone(&leave), spoke: false, since: Instant::now() });
        Seat { seats: Arc::clone(self), leave }
    }
}

impl Seat {
    /// Somebody asks for something.
    pub(super) fn speak(&self) {
        let mut taken = self.seats.taken();
        let mine = taken.iter_mut().find(|one| Arc::ptr_eq(&one.leave, &self.leave));
        mine.into_iter().for_each(|mine| (mine.spoke, mine.since) = (true, Instant::now()));
    }

    /// Waits until somebody else needs the seat.
    pub(super) async fn lost(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.taken().retain(|one| !Arc::ptr_eq(&one.leave, &self.leave));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_never_spoke_gives_up_the_seat_first() {
        let seats = Arc::new(Seats::default());
        let first = seats.take();
        first.speak();
        let quiet: Vec<Seat> = (1..MOST_SESSIONS).map(|_| seats.take()).collect();
        let more: Vec<Seat> = (0..10 * MOST_SESSIONS).map(|_| seats.take()).collect();
        let stays =
            |seat: &Seat| seats.taken().iter().any(|one| Arc::ptr_eq(&one.leave, &seat.leave));
        assert!(stays(&first));
        assert!(!quiet.iter().any(stays));
        assert_eq!(more.iter().filter(|seat| stays(seat)).count(), MOST_SESSIONS - 1);
        drop((first, quiet, more));
        assert_eq!(seats.taken().len(), 0);
    }
}
