//! Retrograde analysis against plain labels of random graphs with cycles, and against alpha-beta on small games.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use common::seeds::{Tally, each_seed};
use fastrand::Rng;
use outplay::solve::retrograde::{
    Distance, Distances, Exits, Ground, Look, Method, Next, Retrograde, Score, Scores, Slices,
    ToConversion, Verdict, Verdicts, Watch, Worth,
};
use outplay::solve::tables::{About, Build, BuildWatch, Shelf, Store, TableError, TableSource};

/// A graph with cycles, cut into slices. Who moves is written at each vertex, so that a player may move twice in a row.
#[derive(Clone, Debug)]
struct Graph {
    slices: Vec<Vec<Option<Vertex>>>,
}

#[derive(Clone, Debug)]
struct Vertex {
    mover: u8,
    /// To which slice and number. If there is none, the game is over.
    next: Vec<(usize, usize)>,
    /// By how many points the one to move is ahead, if the game is over.
    points: i32,
}

impl Vertex {
    /// Who has won, if the game is over.
    fn verdict(&self) -> Verdict {
        Verdict::ALL[(self.points.signum() + 1) as usize]
    }
}

/// Some points for the one to move.
fn points(random: &mut Rng) -> i32 {
    random.i32(-1..=1) * random.i32(1..=5)
}

/// What the mover gets who goes from a vertex to one of another slice.
fn gain(from: (usize, usize), to: (usize, usize)) -> i32 {
    (from.1 + to.1) as i32 % 3 - 1
}

impl Graph {
    fn random(random: &mut Rng, most: usize) -> Graph {
        let counts: Vec<usize> = (0..random.usize(1..=3)).map(|_| random.usize(1..=most)).collect();
        let holes: Vec<Vec<bool>> =
            counts.iter().map(|&count| (0..count).map(|_| random.u8(..8) == 0).collect()).collect();
        let vertex = |slice: usize, random: &mut Rng| {
            let moves = if random.u8(..6) == 0 { 0 } else { random.usize(1..=4) };
            let mut next = Vec::new();
            for _ in 0..moves {
                let to = if random.u8(..4) == 0 { random.usize(..=slice) } else { slice };
                let number = random.usize(..counts[to]);
                // Twice the same is possible, and counts twice.
                if !holes[to][number] {
                    next.push((to, number));
                }
            }
            let points = points(random);
            Vertex { mover: random.u8(..2), next, points }
        };
        let slice = |slice: usize, random: &mut Rng| {
            let one = |&hole: &bool, random: &mut Rng| (!hole).then(|| vertex(slice, random));
            holes[slice].iter().map(|hole| one(hole, random)).collect()
        };
        Graph { slices: (0..counts.len()).map(|number| slice(number, random)).collect() }
    }

    fn vertex(&self, (slice, number): (usize, usize)) -> &Vertex {
        self.slices[slice][number].as_ref().unwrap()
    }

    fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        let slices = self.slices.iter().enumerate();
        slices.flat_map(|(slice, vertices)| {
            let numbers = vertices.iter().enumerate().filter(|(_, vertex)| vertex.is_some());
            numbers.map(move |(number, _)| (slice, number))
        })
    }

    /// In how many plies `player` can force a win, by rounds over everything. With conversions, wins of other slices count as ends.
    fn forced(&self, player: u8, known: Option<&Labels>) -> HashMap<(usize, usize), u16> {
        let wins =
            |at: (usize, usize), mover_wins: bool| (self.vertex(at).mover == player) == mover_wins;
        let mut plies = HashMap::new();
        for at in self.all() {
            let vertex = self.vertex(at);
            let verdict = vertex.verdict();
            let is_over = vertex.next.is_empty();
            if is_over && verdict != Verdict::Draw && wins(at, verdict == Verdict::Win) {
                plies.insert(at, 0);
            }
        }
        for round in 1..=self.all().count() as u16 {
            let before = plies.clone();
            for at in self.all() {
                let Vertex { mover, next, .. } = self.vertex(at);
                let is_won = |to: &(usize, usize)| match known {
                    Some(labels) if to.0 != at.0 => {
                        let (verdict, _) = labels[to];
                        verdict != Verdict::Draw && wins(*to, verdict == Verdict::Win)
                    }
                    _ => before.contains_key(to),
                };
                let is_forced = match *mover == player {
                    true => next.iter().any(is_won),
                    false => !next.is_empty() && next.iter().all(is_won),
                };
                if !before.contains_key(&at) && is_forced {
                    plies.insert(at, round);
                }
            }
        }
        plies
    }

    fn labels(&self, known: Option<&Labels>) -> Labels {
        let forced = [self.forced(0, known), self.forced(1, known)];
        let label = |at| {
            let mover = usize::from(self.vertex(at).mover);
            match (forced[mover].get(&at), forced[1 - mover].get(&at)) {
                (Some(&plies), _) => (Verdict::Win, plies),
                (_, Some(&plies)) => (Verdict::Loss, plies),
                _ => (Verdict::Draw, 0),
            }
        };
        self.all().map(|at| (at, label(at))).collect()
    }
}

/// The verdict of every vertex and the plies it takes.
type Labels = HashMap<(usize, usize), (Verdict, u16)>;

impl Slices for Graph {
    type Slice = usize;
    type Ground = Part<true>;

    fn name(&self) -> String {
        "graph".to_owned()
    }
    fn rules(&self) -> u64 {
        1
    }
    fn slices(&self) -> Vec<usize> {
        (0..self.slices.len()).collect()
    }
    fn leads_to(&self, slice: &usize) -> Vec<usize> {
        (0..*slice).collect()
    }
    fn ground(&self, slice: &usize) -> Part<true> {
        Part { graph: self.clone(), slice: *slice }
    }
}

/// A slice, with un-moves or without.
struct Part<const UNMOVES: bool> {
    graph: Graph,
    slice: usize,
}

impl<const UNMOVES: bool> Part<UNMOVES> {
    fn next(&self, from: u8, to: (usize, usize)) -> Next {
        if self.graph.vertex(to).mover == from { Next::Same } else { Next::Opponent }
    }
}

impl<const UNMOVES: bool> Ground for Part<UNMOVES> {
    type Position = usize;
    type Cursor = ();
    const UNMOVES: bool = UNMOVES;

    fn count(&self) -> u64 {
        self.graph.slices[self.slice].len() as u64
    }

    fn position(&self, (): &mut (), number: u64) -> Option<usize> {
        self.graph.slices[self.slice][number as usize].as_ref().map(|_| number as usize)
    }

    fn look<E: Exits>(&self, at: &usize, exits: &E) -> Look<E::Value> {
        let here = (self.slice, *at);
        let Vertex { mover, next, points } = self.graph.vertex(here);
        if next.is_empty() {
            return Look::Settled(E::Value::over(*points));
        }
        let leave = next.iter().filter(|to| to.0 != self.slice);
        let best = leave.map(|&to| {
            let after = exits.value(to.0, to.1 as u64).before(self.next(*mover, to));
            after.gained(gain(here, to))
        });
        let inside = next.iter().filter(|to| to.0 == self.slice).count();
        Look::new(best.max(), inside as u8)
    }

    fn after(&self, at: &usize, mut told: impl FnMut(u64, Next)) {
        let Vertex { mover, next, .. } = self.graph.vertex((self.slice, *at));
        for &to in next.iter().filter(|to| to.0 == self.slice) {
            told(to.1 as u64, self.next(*mover, to));
        }
    }

    fn before(&self, at: &usize, mut told: impl FnMut(u64, Next)) {
        assert!(UNMOVES, "a game that cannot undo moves is not asked to");
        let here = (self.slice, *at);
        for from in self.graph.all().filter(|from| from.0 == self.slice) {
            let Vertex { mover, next, .. } = self.graph.vertex(from);
            for _ in next.iter().filter(|&&to| to == here) {
                told(from.1 as u64, self.next(*mover, here));
            }
        }
    }
}

struct Known<'k>(&'k [Verdicts]);

impl Exits for Known<'_> {
    type Value = Verdict;
    fn value(&self, slice: usize, number: u64) -> Verdict {
        self.0[slice].get(number).unwrap()
    }
}

struct Far<'k>(&'k [Distances]);

impl Exits for Far<'_> {
    type Value = Distance;
    fn value(&self, slice: usize, number: u64) -> Distance {
        self.0[slice].get(number).unwrap()
    }
}

/// Solves all slices in one way.
fn solved<const UNMOVES: bool>(graph: &Graph, by: Retrograde) -> Vec<Verdicts> {
    let mut known = Vec::new();
    for slice in graph.slices() {
        let part = Part::<UNMOVES> { graph: graph.clone(), slice };
        known.push(by.solve(&part, &Known(&known), &()));
    }
    known
}

#[test]
fn verdicts_are_those_of_plain_labels() {
    let [wins, draws, twice] = [const { Tally::new() }; 3];
    each_seed(17, |random| {
        for _ in 0..300 {
            let graph = Graph::random(random, 12);
            let labels = graph.labels(None);
            let methods =
                [None, Some(Method::Unmoves), Some(Method::ReverseEdges), Some(Method::Sweeps)];
            for (method, threads) in methods.iter().flat_map(|&one| [(one, 1), (one, 3)]) {
                let by = Retrograde { threads, method };
                for known in [solved::<true>(&graph, by), solved::<false>(&graph, by)] {
                    for (&(slice, number), &(verdict, _)) in &labels {
                        assert_eq!(
                            known[slice].get(number as u64),
                            Some(verdict),
                            "{by:?} {graph:?}"
                        );
                        wins.when(verdict == Verdict::Win);
                        draws.when(verdict == Verdict::Draw);
                    }
                    let count: u64 = known.iter().map(|one| one.tally().positions()).sum();
                    assert_eq!(count, labels.len() as u64, "holes have no verdict");
                }
            }
            twice.when(graph.all().any(|at| {
                let Vertex { mover, next, .. } = graph.vertex(at);
                next.iter().any(|&to| graph.vertex(to).mover == *mover)
            }));
        }
    });
    wins.at_least(10_000);
    draws.at_least(10_000);
    twice.at_least(100);
}

#[test]
fn distances_are_those_of_plain_labels() {
    let far = Tally::new();
    each_seed(18, |random| {
        for _ in 0..300 {
            let graph = Graph::random(random, 12);
            let labels = graph.labels(None);
            let converted = graph.labels(Some(&labels));
            for (threads, method) in [(1, None), (2, None), (1, Some(Method::ReverseEdges))] {
                let by = Retrograde { threads, method };
                let verdicts = solved::<true>(&graph, by);
                let mut known = Vec::new();
                for slice in graph.slices() {
                    let part = graph.ground(&slice);
                    let to_conversion = by.distances(&part, &ToConversion(&Known(&verdicts)), &());
                    known.push(by.distances(&part, &Far(&known), &()));
                    for number in (0..graph.slices[slice].len())
                        .filter(|&number| graph.slices[slice][number].is_some())
                    {
                        let told = |distances: &Distances| {
                            let distance = distances.get(number as u64).unwrap();
                            (distance.verdict(), distance.plies().unwrap_or(0))
                        };
                        let at = (slice, number);
                        assert_eq!(told(&known[slice]), labels[&at], "{at:?} {graph:?}");
                        assert_eq!(told(&to_conversion), converted[&at], "{at:?} {graph:?}");
                        far.when(labels[&at].1 > 2);
                    }
                }
            }
        }
    });
    far.at_least(200);
}

struct Ahead<'k>(&'k [Scores]);

impl Exits for Ahead<'_> {
    type Value = Score;
    fn value(&self, slice: usize, number: u64) -> Score {
        self.0[slice].get(number).unwrap()
    }
}

impl Graph {
    /// From which vertices of a slice a player can force to get so many points, by rounds over all of them. Scores of the slices before are known.
    fn reached(&self, slice: usize, player: u8, points: i32, known: &[Scores]) -> HashSet<usize> {
        let all = || self.all().filter(|at| at.0 == slice);
        let mut reached = HashSet::new();
        loop {
            let gets = |from: (usize, usize), to: (usize, usize)| {
                if to.0 == slice {
                    return reached.contains(&to.1);
                }
                let sign = |at| if self.vertex(at).mover == player { 1 } else { -1 };
                let after = known[to.0].get(to.1 as u64).unwrap().points();
                sign(to) * after + sign(from) * gain(from, to) >= points
            };
            let is_reached = |&at: &(usize, usize)| {
                let vertex = self.vertex(at);
                let own = vertex.mover == player;
                let mut next = vertex.next.iter().map(|&to| gets(at, to));
                match vertex.next.is_empty() {
                    true => vertex.points * if own { 1 } else { -1 } >= points,
                    false if own => next.any(|one| one),
                    false => next.all(|one| one),
                }
            };
            let now: HashSet<usize> = all().filter(is_reached).map(|at| at.1).collect();
            if now == reached {
                return reached;
            }
            reached = now;
        }
    }

    /// By how many points the mover of a vertex is ahead.
    fn ahead(&self, slice: usize, known: &[Scores]) -> HashMap<usize, i32> {
        let mut ahead: HashMap<usize, i32> =
            self.all().filter(|at| at.0 == slice).map(|at| (at.1, 0)).collect();
        for (player, points) in (1..=20).flat_map(|points| [(0, points), (1, points)]) {
            for at in self.reached(slice, player, points, known) {
                let own = self.vertex((slice, at)).mover == player;
                ahead.insert(at, if own { points } else { -points });
            }
        }
        ahead
    }
}

#[test]
fn scores_are_those_of_plain_labels() {
    let [many, endless] = [const { Tally::new() }; 2];
    each_seed(20, |random| {
        for _ in 0..200 {
            let graph = Graph::random(random, 12);
            for (threads, method) in [(1, None), (2, None), (1, Some(Method::Sweeps))] {
                let by = Retrograde { threads, method };
                let mut known = Vec::new();
                for slice in graph.slices() {
                    let scores = by.scores(&graph.ground(&slice), &Ahead(&known), &());
                    let ahead = graph.ahead(slice, &known);
                    for (&number, &points) in &ahead {
                        let told = scores.get(number as u64).map(Score::points);
                        assert_eq!(told, Some(points), "{slice} {number} {by:?} {graph:?}");
                        many.when(points.abs() > 1);
                        let moves = &graph.vertex((slice, number)).next;
                        endless.when(points == 0 && !moves.is_empty());
                    }
                    let tally = scores.tally();
                    assert_eq!(tally.positions(), ahead.len() as u64, "holes have no score");
                    known.push(scores);
                }
            }
        }
    });
    many.at_least(2_000);
    endless.at_least(1_000);
}

#[test]
fn tables_of_scores_are_kept_and_checked() {
    let mut random = Rng::with_seed(8);
    for _ in 0..30 {
        let graph = Graph::random(&mut random, 12);
        let store = InMemory::default();
        let build = Build::scores(&graph, &store, Retrograde::default());
        let plan = build.plan().unwrap();
        assert!(plan.memory > plan.numbers / plan.slices as u64, "{plan:?}");
        assert_eq!(build.run(&()), Ok(true));
        let checked = build.check(&()).unwrap().unwrap();
        assert_eq!(checked.tally.positions(), graph.all().count() as u64);
    }
}

#[test]
fn many_threads_find_the_same_in_a_large_slice() {
    // Several pieces of work, so that threads meet.
    let mut random = Rng::with_seed(3);
    let count = 100_000;
    let vertex = |_| {
        let moves = if random.u8(..10) == 0 { 0 } else { random.usize(1..=3) };
        let next = (0..moves).map(|_| random.usize(..count) as u64).collect();
        (next, Verdict::ALL[random.usize(..3)])
    };
    let plain = Plain((0..count).map(vertex).collect());
    let by = |threads, method| Retrograde { threads, method: Some(method) };
    let solved = |threads, method| by(threads, method).solve(&plain, &Known(&[]), &());
    // How long a win takes is known by counters only.
    let each = |verdicts: &Verdicts| (0..verdicts.count()).map(|at| verdicts.get(at)).collect();
    let one = solved(1, Method::Sweeps);
    let known: Vec<_> = each(&one);
    let counted = solved(1, Method::ReverseEdges);
    assert!(counted.longest() > Some(1), "{:?}", counted.longest());
    for threads in [1, 2, 4] {
        let again = solved(threads, Method::ReverseEdges);
        assert!(again == counted && each(&again) == known, "{threads} threads");
        assert!(solved(threads, Method::Sweeps) == one, "{threads} threads");
    }
    let tally = one.tally();
    assert!(tally.wins > 10_000 && tally.losses > 10_000 && tally.draws > 10_000, "{tally:?}");
    assert_eq!(by(1, Method::Sweeps).memory(&plain), 125_000);
    assert!(by(1, Method::ReverseEdges).memory(&plain) > 1_000_000);
}

/// One slice in which players take turns.
struct Plain(Vec<(Vec<u64>, Verdict)>);

impl Ground for Plain {
    type Position = usize;
    type Cursor = ();
    const UNMOVES: bool = false;

    fn count(&self) -> u64 {
        self.0.len() as u64
    }
    fn position(&self, (): &mut (), number: u64) -> Option<usize> {
        Some(number as usize)
    }
    fn look<E: Exits>(&self, at: &usize, _: &E) -> Look<E::Value> {
        match &self.0[*at] {
            (next, Verdict::Draw) if next.is_empty() => Look::Settled(E::Value::DRAWN),
            (next, Verdict::Win) if next.is_empty() => Look::Settled(E::Value::WON),
            (next, _) => Look::new(None, next.len() as u8),
        }
    }
    fn after(&self, at: &usize, mut told: impl FnMut(u64, Next)) {
        self.0[*at].0.iter().for_each(|&to| told(to, Next::Opponent));
    }
}

/// Tables in memory, by slice.
#[derive(Clone, Default)]
struct InMemory(Arc<Mutex<HashMap<String, Vec<u8>>>>);

impl Store for InMemory {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = self.0.lock().unwrap().get(slice).cloned();
        Ok(bytes.map(|bytes| Box::new(bytes) as Box<dyn TableSource>))
    }

    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        let before = self.0.lock().unwrap().insert(slice.to_owned(), bytes.to_vec());
        assert_eq!(before, None, "a slice that is there is not built again");
        Ok(())
    }
}

/// Stops after some slices.
struct Patience(AtomicUsize);

impl Watch for Patience {}

impl BuildWatch for Patience {
    fn ends(&self, _: &About, _: u64) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// A graph whose slices have several blocks.
fn large(random: &mut Rng) -> Graph {
    let count = 20_000;
    let vertex = |slice: usize, random: &mut Rng| {
        let moves = if random.u8(..8) == 0 { 0 } else { random.usize(1..=3) };
        let next = (0..moves).map(|_| (random.usize(..=slice), random.usize(..count))).collect();
        Vertex { mover: random.u8(..2), next, points: points(random) }
    };
    let slice = |slice| (0..count).map(|_| Some(vertex(slice, random))).collect();
    Graph { slices: (0..2).map(slice).collect() }
}

#[test]
fn tables_tell_what_was_solved() {
    each_seed(19, |random| {
        for round in 0..40 {
            let graph = if round == 0 { large(random) } else { Graph::random(random, 12) };
            // What is before a vertex is found by looking at all: too slow for a large graph.
            let by = Retrograde { threads: 2, method: Some(Method::ReverseEdges) };
            let known = solved::<true>(&graph, by);
            let store = InMemory::default();
            let build = Build::new(&graph, &store, by);
            let plan = build.plan().unwrap();
            assert_eq!((plan.slices, plan.missing), (graph.slices.len(), graph.slices.len()));
            assert!(plan.memory > plan.numbers / plan.slices as u64, "{plan:?}");
            assert_eq!(build.run(&()), Ok(true));
            assert_eq!(build.plan().unwrap().missing, 0);
            let checked = build.check(&()).unwrap().unwrap();
            assert_eq!(checked.tally.positions(), graph.all().count() as u64);
            let shelf = Shelf::new(graph.clone(), Arc::new(store.clone()), 1);
            for (slice, number) in graph.all() {
                let verdict = shelf.verdict(&slice, number as u64).unwrap();
                assert_eq!(verdict, known[slice].get(number as u64));
            }
        }
    });
}

#[test]
fn a_build_that_is_stopped_goes_on_where_it_was() {
    let mut random = Rng::with_seed(4);
    for _ in 0..20 {
        let graph = Graph::random(&mut random, 12);
        let (whole, parts) = (InMemory::default(), InMemory::default());
        assert_eq!(Build::new(&graph, &whole, Retrograde::default()).run(&()), Ok(true));
        let build = Build::new(&graph, &parts, Retrograde::default());
        let mut stops = 0;
        while !build.run(&Patience(AtomicUsize::new(1))).unwrap() {
            stops += 1;
        }
        assert_eq!(stops, graph.slices.len() - 1);
        assert_eq!(*whole.0.lock().unwrap(), *parts.0.lock().unwrap(), "the same bytes");
    }
}

#[test]
fn a_flipped_bit_is_found_and_a_cut_file_is_refused() {
    let mut random = Rng::with_seed(5);
    let graph = Graph::random(&mut random, 12);
    let store = InMemory::default();
    let build = Build::new(&graph, &store, Retrograde::default());
    build.run(&()).unwrap();
    let whole = store.0.lock().unwrap().clone();
    for (slice, bytes) in &whole {
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            store.0.lock().unwrap().insert(slice.clone(), flipped);
            assert!(build.check(&()).is_err(), "bit {bit} of {}", bytes.len() * 8);
        }
        for length in 0..bytes.len() {
            store.0.lock().unwrap().insert(slice.clone(), bytes[..length].to_vec());
            assert!(build.plan().is_err(), "{length} of {} bytes", bytes.len());
        }
        store.0.lock().unwrap().insert(slice.clone(), bytes.clone());
    }
    assert!(build.check(&()).is_ok());
}

#[test]
fn a_table_with_wrong_verdicts_is_found() {
    let found = Tally::new();
    let mut random = Rng::with_seed(6);
    for _ in 0..50 {
        let graph = Graph::random(&mut random, 12);
        // The same moves, and other ends.
        let mut other = graph.clone();
        for vertex in other.slices.iter_mut().flatten().flatten() {
            vertex.points = points(&mut random);
        }
        let store = InMemory::default();
        Build::new(&graph, &store, Retrograde::default()).run(&()).unwrap();
        let checked = Build::new(&other, &store, Retrograde::default()).check(&());
        let verdicts = |graph: &Graph| solved::<true>(graph, Retrograde::default());
        let is_same = verdicts(&graph) == verdicts(&other);
        assert_eq!(checked.is_ok(), is_same, "{checked:?}");
        found.when(!is_same);
    }
    found.at_least(30);
}

#[test]
fn a_table_of_something_else_is_refused() {
    let mut random = Rng::with_seed(7);
    let (one, other) = (Graph::random(&mut random, 12), Graph::random(&mut random, 30));
    let store = InMemory::default();
    Build::new(&one, &store, Retrograde::default()).run(&()).unwrap();
    let told = Build::new(&other, &store, Retrograde::default()).run(&()).unwrap_err().to_string();
    assert!(told.starts_with("slice 0: it is a table of graph (rules 1), slice 0, "), "{told}");
    store.0.lock().unwrap().insert("0".to_owned(), b"something else".to_vec());
    let told = Build::new(&one, &store, Retrograde::default()).run(&()).unwrap_err().to_string();
    assert_eq!(told, "slice 0: it is no table: it does not begin with OUTPLAYT");
}
