//! The seats: how many sessions there are. When all are taken, a new one takes the seat of the session that has been quiet for longest, among those
//! that come from the address with most of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use super::shares::{Peer, most_frequent};

/// All sessions.
pub(super) struct Seats {
    most: usize,
    taken: Mutex<Vec<Taken>>,
}

struct Taken {
    peer: Peer,
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
    /// So many sessions at once.
    pub(super) fn new(most: usize) -> Arc<Seats> {
        Arc::new(Seats { most, taken: Mutex::default() })
    }

    fn taken(&self) -> MutexGuard<'_, Vec<Taken>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat. Who has never said anything gives theirs up first.
    pub(super) fn take(self: &Arc<Seats>, peer: Peer) -> Seat {
        let mut taken = self.taken();
        if taken.len() >= self.most {
            let crowd = most_frequent(taken.iter().map(|one| one.peer));
            let quietest = (0..taken.len())
                .filter(|&one| Some(taken[one].peer.address) == crowd)
                .min_by_key(|&one| (taken[one].spoke, taken[one].since));
            let quietest = quietest.map(|one| taken.swap_remove(one));
            quietest.iter().for_each(|one| one.leave.notify_one());
        }
        let leave = Arc::new(Notify::new());
        let since = Instant::now();
        taken.push(Taken { peer, leave: Arc::clone(&leave), spoke: false, since });
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

    const MOST: usize = 64;

    fn stays(seats: &Seats, seat: &Seat) -> bool {
        seats.taken().iter().any(|one| Arc::ptr_eq(&one.leave, &seat.leave))
    }

    #[test]
    fn who_never_spoke_gives_up_the_seat_first() {
        let seats = Seats::new(MOST);
        let peer = |number| Peer::new([127, 0, 0, 1].into(), number);
        let first = seats.take(peer(0));
        first.speak();
        let quiet: Vec<Seat> = (1..MOST as u64).map(|one| seats.take(peer(one))).collect();
        let more: Vec<Seat> = (0..10 * MOST as u64).map(|one| seats.take(peer(one))).collect();
        assert!(stays(&seats, &first));
        assert!(!quiet.iter().any(|seat| stays(&seats, seat)));
        assert_eq!(more.iter().filter(|seat| stays(&seats, seat)).count(), MOST - 1);
        drop((first, quiet, more));
        assert_eq!(seats.taken().len(), 0);
    }

    #[test]
    fn one_address_cannot_take_the_seats_of_another() {
        let seats = Seats::new(MOST);
        let peer = |address, number| Peer::new([10, 0, 0, address].into(), number);
        let quiet = seats.take(peer(1, 0));
        let loud: Vec<Seat> = (1..1_000)
            .map(|number| {
                let seat = seats.take(peer(2, number));
                seat.speak();
                seat
            })
            .collect();
        assert!(stays(&seats, &quiet));
        assert_eq!(loud.iter().filter(|seat| stays(&seats, seat)).count(), MOST - 1);
    }
}
