//! Shares: how much each session, and each address, has had lately.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

/// Half of what somebody had is forgotten after this time.
const HALF_LIFE: Duration = Duration::from_secs(30);
/// So many accounts are kept of sessions, and as many of addresses.
const MOST_ACCOUNTS: usize = 4_096;

/// Where a question comes from: a session, or another connection, and its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Peer {
    pub(super) address: IpAddr,
    session: u64,
}

impl Peer {
    /// Every connection has a number of its own.
    pub(super) fn new(address: IpAddr, session: u64) -> Peer {
        Peer { address: network(address), session }
    }
}

/// Whoever has one address of IPv6 has all that begin with the same 64 bits, so that those count as one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            Ipv6Addr::from(network).into()
        }
        address => address,
    }
}

/// The address with most of these peers.
pub(super) fn most_frequent(peers: impl Iterator<Item = Peer>) -> Option<IpAddr> {
    let mut counts: HashMap<IpAddr, usize> = HashMap::new();
    peers.for_each(|peer| *counts.entry(peer.address).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(address, _)| address)
}

/// What one of them has had.
#[derive(Clone, Copy)]
struct Account {
    /// In seconds, as it counted at `at`.
    had: f64,
    at: Instant,
    last_turn: Instant,
}

impl Account {
    fn had(&self, now: Instant) -> f64 {
        let lives = now.duration_since(self.at).div_duration_f64(HALF_LIFE);
        self.had * 0.5_f64.powf(lives)
    }

    fn add(&mut self, time: Duration, now: Instant) {
        (self.had, self.at) = (self.had(now) + time.as_secs_f64(), now);
    }
}

/// Everybody's accounts.
#[derive(Default)]
pub(super) struct Shares {
    addresses: HashMap<IpAddr, Account>,
    sessions: HashMap<Peer, Account>,
}

impl Shares {
    /// A turn begins.
    pub(super) fn begin(&mut self, peer: Peer, now: Instant) {
        account(&mut self.addresses, peer.address, now).last_turn = now;
        account(&mut self.sessions, peer, now).last_turn = now;
    }

    /// Somebody had so much more.
    pub(super) fn add(&mut self, peer: Peer, time: Duration, now: Instant) {
        account(&mut self.addresses, peer.address, now).add(time, now);
        account(&mut self.sessions, peer, now).add(time, now);
    }

    /// What its address had lately, in seconds, and what it had itself.
    pub(super) fn had(&self, peer: Peer, now: Instant) -> (f64, f64) {
        let address = self.addresses.get(&peer.address).map_or(0.0, |one| one.had(now));
        let session = self.sessions.get(&peer).map_or(0.0, |one| one.had(now));
        (address, session)
    }

    /// When its address last had a turn.
    pub(super) fn last_turn(&self, peer: Peer) -> Option<Instant> {
        self.addresses.get(&peer.address).map(|one| one.last_turn)
    }
}

/// The account of somebody. If there are too many, those who had least lose theirs, and are strangers again.
fn account<K: Hash + Eq + Copy>(
    accounts: &mut HashMap<K, Account>,
    key: K,
    now: Instant,
) -> &mut Account {
    if accounts.len() >= MOST_ACCOUNTS && !accounts.contains_key(&key) {
        let mut had: Vec<f64> = accounts.values().map(|one| one.had(now)).collect();
        let (_, median, _) = had.select_nth_unstable_by(MOST_ACCOUNTS / 2, f64::total_cmp);
        let median = *median;
        accounts.retain(|_, one| one.had(now) > median);
    }
    accounts.entry(key).or_insert(Account { had: 0.0, at: now, last_turn: now })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_had_is_forgotten_by_and_by() {
        let (mut shares, now) = (Shares::default(), Instant::now());
        let peer = Peer::new(IpAddr::from([10, 0, 0, 1]), 1);
        let sibling = Peer::new(IpAddr::from([10, 0, 0, 1]), 2);
        shares.add(peer, Duration::from_secs(4), now);
        assert_eq!(shares.had(peer, now), (4.0, 4.0));
        assert_eq!(shares.had(sibling, now), (4.0, 0.0));
        let (address, session) = shares.had(peer, now + 2 * HALF_LIFE);
        assert!((address - 1.0).abs() < 1e-9 && (session - 1.0).abs() < 1e-9);
    }

    #[test]
    fn accounts_do_not_pile_up() {
        let (mut shares, now) = (Shares::default(), Instant::now());
        let heavy = Peer::new(IpAddr::from([10, 0, 0, 1]), 0);
        shares.add(heavy, Duration::from_secs(10), now);
        for session in 1..20_000 {
            let peer = Peer::new(IpAddr::from([10, 0, 0, 1]), session);
            shares.add(peer, Duration::from_millis(20), now);
            assert!(shares.sessions.len() <= MOST_ACCOUNTS);
        }
        assert!(shares.had(heavy, now).1 > 9.0, "who had most is remembered");
    }

    #[test]
    fn addresses_that_one_household_has_count_as_one() {
        let peer = |text: &str| Peer::new(text.parse().expect("an address"), 1);
        assert_eq!(peer("2001:db8::1"), peer("2001:db8::ffff:2"));
        assert_ne!(peer("2001:db8::1"), peer("2001:db8:0:1::1"));
        assert_eq!(peer("::ffff:10.0.0.1"), peer("10.0.0.1"));
        assert_ne!(peer("10.0.0.1"), peer("10.0.0.2"));
    }
}
