//! Tables that several processes build are those of one machine. Here processes are threads with connections of their own.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::collections::BTreeMap;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use outplay::solve::cluster::{Built, Cluster, ClusterError, Work, build};
use outplay::solve::retrograde::{Exits, Ground, Look, Next, Retrograde, Slices, Verdict, Worth};
use outplay::solve::tables::{Build, SliceError, Store, TableError, TableSource};

/// A game on rings of so many fields, a prime each. From a field two moves go on inside of its ring, and some leave it for the one before. Moves can be taken back, or not.
#[derive(Clone)]
struct Rings<const UNMOVES: bool>(Vec<u64>);

/// The moves inside: multiplied by one number, and another added.
const MOVES: [(u64, u64); 2] = [(5, 3), (7, 1)];

struct Ring<const UNMOVES: bool> {
    fields: u64,
    /// How many the ring before has.
    before: Option<u64>,
}

/// Whether the game is over on a field.
fn is_over(at: u64) -> bool {
    at.is_multiple_of(13)
}

/// Whether no move stays in the ring.
fn only_leaves(at: u64) -> bool {
    is_over(at) || at % 101 == 2
}

/// Some that only leave are never looked up.
fn is_probed(at: u64) -> bool {
    at % 101 != 2 || at.is_multiple_of(3)
}

fn next(at: u64, which: usize) -> Next {
    if which == 1 && at.is_multiple_of(5) { Next::Same } else { Next::Opponent }
}

impl<const UNMOVES: bool> Ring<UNMOVES> {
    /// Where a move leads that stays in the ring.
    fn inside(&self, at: u64, which: usize) -> u64 {
        let (factor, more) = MOVES[which];
        (at * factor + more) % self.fields
    }

    /// Where a move goes that leaves the ring: to a field that is probed.
    fn exit(&self, at: u64) -> Option<u64> {
        let fields = self.before.filter(|_| at % 7 == 1)?;
        let to = at % (fields - 1);
        Some(if is_probed(to) { to } else { to + 1 })
    }

    /// What takes a factor back, in the ring.
    fn inverse(&self, factor: u64) -> u64 {
        let power = |base: u64, mut times: u64| {
            let (mut all, mut base) = (1, base);
            while times > 0 {
                all = if times % 2 == 1 { all * base % self.fields } else { all };
                base = base * base % self.fields;
                times /= 2;
            }
            all
        };
        power(factor, self.fields - 2)
    }
}

impl<const UNMOVES: bool> Ground for Ring<UNMOVES> {
    type Position = u64;
    type Cursor = ();
    const UNMOVES: bool = UNMOVES;

    /// A few numbers at the end belong to no field.
    fn count(&self) -> u64 {
        self.fields + 9
    }

    fn position(&self, (): &mut (), number: u64) -> Option<u64> {
        (number < self.fields).then_some(number)
    }

    fn look<E: Exits>(&self, &at: &u64, exits: &E) -> Look<E::Value> {
        if is_over(at) {
            return Look::Settled(if at.is_multiple_of(2) {
                E::Value::LOST
            } else {
                E::Value::DRAWN
            });
        }
        let exit = self.exit(at).map(|to| exits.value(0, to).before(Next::Opponent));
        Look::new(exit, if only_leaves(at) { 0 } else { 2 })
    }

    fn after(&self, &at: &u64, mut told: impl FnMut(u64, Next)) {
        if !only_leaves(at) {
            (0..2).for_each(|which| told(self.inside(at, which), next(at, which)));
        }
    }

    fn before(&self, &at: &u64, mut told: impl FnMut(u64, Next)) {
        assert!(UNMOVES, "whoever cannot take moves back is not asked to");
        for (which, (factor, more)) in MOVES.into_iter().enumerate() {
            let from = (at + self.fields - more) % self.fields * self.inverse(factor) % self.fields;
            if !only_leaves(from) {
                told(from, next(from, which));
            }
        }
    }

    fn is_probed(&self, at: &u64) -> bool {
        is_probed(*at)
    }
}

impl<const UNMOVES: bool> Slices for Rings<UNMOVES> {
    type Slice = usize;
    type Ground = Ring<UNMOVES>;

    fn name(&self) -> String {
        "rings".to_owned()
    }
    fn rules(&self) -> u64 {
        1
    }
    fn slices(&self) -> Vec<usize> {
        (0..self.0.len()).collect()
    }
    fn leads_to(&self, &slice: &usize) -> Vec<usize> {
        slice.checked_sub(1).into_iter().collect()
    }
    fn ground(&self, &slice: &usize) -> Ring<UNMOVES> {
        Ring { fields: self.0[slice], before: slice.checked_sub(1).map(|before| self.0[before]) }
    }
}

/// Tables in memory; the slice that cannot be written, if any.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<BTreeMap<String, Vec<u8>>>>, Option<&'static str>);

struct Bytes(Vec<u8>);

impl TableSource for Bytes {
    fn length(&self) -> u64 {
        self.0.len() as u64
    }
    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        bytes.copy_from_slice(&self.0[at as usize..][..bytes.len()]);
        Ok(())
    }
}

impl Store for Kept {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = self.0.lock().unwrap().get(slice).cloned();
        Ok(bytes.map(|bytes| Box::new(Bytes(bytes)) as Box<dyn TableSource>))
    }
    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        if self.1 == Some(slice) {
            return Err(TableError::Unwritable("the disk is full".to_owned()));
        }
        self.0.lock().unwrap().insert(slice.to_owned(), bytes.to_vec());
        Ok(())
    }
}

/// A connection of every process to every other one.
fn links(processes: usize) -> Vec<Vec<Option<TcpStream>>> {
    let mut links: Vec<Vec<Option<TcpStream>>> =
        (0..processes).map(|_| (0..processes).map(|_| None).collect()).collect();
    let pairs = (0..processes).flat_map(|one| (one + 1..processes).map(move |other| (one, other)));
    for (one, other) in pairs {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let called = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        links[one][other] = Some(listener.accept().unwrap().0);
        links[other][one] = Some(called);
    }
    links
}

/// What becomes of each process.
fn together<const UNMOVES: bool>(
    game: &Rings<UNMOVES>,
    store: &Kept,
    processes: usize,
    threads: usize,
) -> Vec<Result<Built, ClusterError>> {
    let one = |(process, links)| {
        let (game, store) = (game.clone(), store.clone());
        thread::spawn(move || {
            let store = (process == 0).then(|| Arc::new(store) as Arc<dyn Store + Send>);
            let slices = game.slices();
            let work = Work { game, slices, store, watch: Arc::new(()) };
            build(work, Cluster { process, threads, links })
        })
    };
    let all: Vec<_> = links(processes).into_iter().enumerate().map(one).collect();
    all.into_iter().map(|one| one.join().unwrap()).collect()
}

fn rings<const UNMOVES: bool>() -> Rings<UNMOVES> {
    Rings(vec![16_411, 65_537, 99_991, 11])
}

fn plain<const UNMOVES: bool>(game: &Rings<UNMOVES>) -> Kept {
    let kept = Kept::default();
    assert_eq!(Build::new(game, &kept, Retrograde::default()).run(&()), Ok(true));
    kept
}

fn check_processes<const UNMOVES: bool>() {
    let game = rings::<UNMOVES>();
    let plain = plain(&game);
    let told = Build::new(&game, &plain, Retrograde::default()).check(&());
    let tally = told.unwrap().unwrap().tally;
    assert!(tally.wins > 1_000 && tally.draws > 1_000 && tally.losses > 1_000, "{tally:?}");
    let tables = plain.0.lock().unwrap();
    for (processes, threads) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)] {
        let kept = Kept::default();
        for built in together(&game, &kept, processes, threads) {
            let Built { is_done, sent, received } = built.unwrap();
            assert!(is_done);
            assert_eq!(sent > 10_000 && received > 10_000, processes > 1, "{sent} {received}");
        }
        assert_eq!(*kept.0.lock().unwrap(), *tables, "{processes} processes, {threads} threads");
    }
}

#[test]
fn several_processes_build_the_same_bytes() {
    check_processes::<true>();
}

#[test]
fn so_they_do_where_moves_cannot_be_taken_back() {
    check_processes::<false>();
}

/// What one process kept is told to all others when they are started again.
#[test]
fn a_build_goes_on_with_the_slice_in_hand() {
    let game = rings::<true>();
    let plain = plain(&game);
    let tables = plain.0.lock().unwrap().clone();
    for done in 1..=tables.len() {
        let kept = Kept::default();
        kept.0.lock().unwrap().extend(tables.clone().into_iter().take(done));
        for built in together(&game, &kept, 2, 2) {
            assert!(built.unwrap().is_done);
        }
        assert_eq!(*kept.0.lock().unwrap(), tables, "{done} were there");
    }
}

/// Whoever keeps the tables says what is wrong, and the others are told by the connection that is closed with it.
#[test]
fn a_table_that_cannot_be_kept_ends_the_build() {
    let kept = Kept(Arc::default(), Some("2"));
    let error = TableError::Unwritable("the disk is full".to_owned());
    let wrong = ClusterError::Table(SliceError { slice: "2".to_owned(), error });
    let told = together(&rings::<true>(), &kept, 1, 2);
    assert_eq!(told, [Err(wrong)]);
    assert_eq!(kept.0.lock().unwrap().len(), 2);
}

#[test]
fn a_process_that_is_lost_is_named() {
    let links = links(3);
    let mut links = links.into_iter();
    let (first, second) = (links.next().unwrap(), links.next().unwrap());
    // The third one is there at first, and never does anything.
    let third: Vec<Option<TcpStream>> = links.next().unwrap();
    let one = |process: usize, links: Vec<Option<TcpStream>>| {
        thread::spawn(move || {
            let store = (process == 0).then(|| Arc::new(Kept::default()) as Arc<dyn Store + Send>);
            let work =
                Work { game: rings::<true>(), slices: vec![0, 1], store, watch: Arc::new(()) };
            build(work, Cluster { process, threads: 1, links })
        })
    };
    let two = [one(0, first), one(1, second)];
    thread::sleep(Duration::from_millis(100));
    drop(third);
    for one in two {
        let Err(ClusterError::Lost { process: 2, why }) = one.join().unwrap() else { panic!() };
        assert!(why.contains("closed the connection") || why.contains("reset"), "{why}");
    }
}

/// Every move can be taken back.
#[test]
fn the_rings_are_a_game() {
    struct Nowhere;
    impl Exits for Nowhere {
        type Value = Verdict;
        fn value(&self, _: usize, _: u64) -> Verdict {
            unreachable!("there is one slice")
        }
    }
    let ring = rings::<true>().ground(&0);
    for at in 0..ring.fields {
        ring.after(&at, |to, next| {
            let mut found = false;
            ring.before(&to, |from, also| found |= (from, also) == (at, next));
            assert!(found, "{at} leads to {to}");
        });
    }
    assert!(Retrograde::default().solve(&ring, &Nowhere, &()).tally().draws > 0);
}
