//! Tables of checkers: numbers of positions both ways, moves both ways, and published counts.

#![allow(clippy::unwrap_used)] // a test that fails may panic

#[path = "common/in_memory.rs"]
mod in_memory;

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;
use outplay::solve::retrograde::{
    Distance, Distances, Exits, Ground, Next, Retrograde, Slices, Verdict, VerdictTally,
};
use outplay::solve::tables::{Build, Cache, Shelf, Table, TableError, Tabled};
use outplay_games::checkers::tables::{CheckersTables, Side, Slice};
use outplay_games::checkers::{BLACK, Checkers, Position, WHITE};

use in_memory::InMemory;

fn built(most: u8) -> (CheckersTables, InMemory) {
    let (tables, store) = (CheckersTables::new(most), InMemory::default());
    let build = Build::new(&tables, &store, Retrograde { threads: 2, method: None });
    assert_eq!(build.run(&()), Ok(true));
    (tables, store)
}

/// Win, loss and draw of all positions with so many pieces, as they are published: Schaeffer and others for Chinook, and Gilbert for
/// Kingsrow.
#[test]
fn the_counts_are_those_that_are_published() {
    let (tables, store) = built(4);
    let build = Build::new(&tables, &store, Retrograde::default());
    let mut tallies: HashMap<(u8, u8), VerdictTally> = HashMap::new();
    for slice in tables.slices() {
        let [one, other] = slice.sides().map(Side::pieces);
        let tally = tallies.entry((one, other)).or_default();
        *tally = *tally + build.open(&slice).unwrap().unwrap().about().tally;
    }
    let counts = |pieces| {
        let VerdictTally { losses, draws, wins, nothing } = tallies[&pieces];
        assert_eq!(nothing, 0, "numbers have no gaps");
        (wins, losses, draws)
    };
    assert_eq!(counts((1, 1)), (716, 402, 2_370));
    assert_eq!(counts((2, 1)), (100_250, 87_305, 8_477));
    assert_eq!(counts((2, 2)), (793_856, 174_168, 1_694_908));
    assert_eq!(counts((3, 1)), (1_780_448, 1_742_922, 23_014));
    let checked = build.check(&()).unwrap().unwrap();
    assert_eq!(checked.tally.positions(), 3_488 + 196_032 + 2_662_932 + 3_546_384);
    assert!(checked.bytes * 20 < checked.tally.positions(), "{} bytes", checked.bytes);
}

/// How many positions there are: all of so many pieces, without those in which one side has none.
#[test]
fn there_are_as_many_positions_as_are_published() {
    let tables = CheckersTables::new(7);
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let one_side = |count: u64| -> u64 {
        // Men on 28 squares, kings on what is left of 32.
        2 * (0..=count).map(|men| choose(28, men) * choose(32 - men, count - men)).sum::<u64>()
    };
    let all = [0, 120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964, 34_779_531_480];
    for pieces in 2..=7 {
        let slices = Slice::with_pieces(pieces).map(|slice| tables.ground(&slice).count());
        assert_eq!(slices.sum::<u64>() + one_side(pieces.into()), all[usize::from(pieces)]);
    }
}

#[test]
fn numbers_and_positions_are_each_other_s_inverse() {
    let mut random = Rng::with_seed(1);
    let tables = CheckersTables::new(7);
    for slice in tables.slices() {
        let ground = tables.ground(&slice);
        let whole = ground.count() <= 20_000;
        let numbers: Vec<u64> = match whole {
            true => (0..ground.count()).collect(),
            false => (0..200).map(|_| random.u64(..ground.count())).collect(),
        };
        let mut cursor = Default::default();
        for number in numbers {
            let placed = ground.position(&mut cursor, number).unwrap();
            assert_eq!(ground.number(placed.position), Some(number), "{slice}");
            let position = placed.position;
            let pieces = [position.pieces(BLACK), position.pieces(WHITE)];
            let checked = Position::checked(pieces, position.all_kings(), BLACK);
            assert_eq!(checked, Ok(position), "a position that there can be");
            assert_eq!(Slice::of_position(position), slice);
        }
    }
}

/// Moves that stay in a slice are told backwards as often as forwards, and are those of the rules.
#[test]
fn moves_are_told_both_ways() {
    let tables = CheckersTables::new(4);
    for slice in tables.slices().into_iter().filter(|slice| tables.ground(slice).count() < 50_000) {
        let ground = tables.ground(&slice);
        let mut cursor = Default::default();
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        for number in 0..ground.count() {
            let placed = ground.position(&mut cursor, number).unwrap();
            ground.after(&placed, |to, next| {
                assert_eq!(next, Next::Opponent);
                forwards.push((number, to));
            });
            ground.before(&placed, |from, _| backwards.push((from, number)));
            let mut by_the_rules = Vec::new();
            placed.position.legal(|mv| {
                let after = placed.position.after(mv).flipped();
                if let Some(number) = ground.number(after.with_plies(0)) {
                    by_the_rules.push((number, mv));
                }
            });
            let told = forwards.iter().rev().take_while(|(from, _)| *from == number).count();
            assert_eq!(told, by_the_rules.len(), "{:?}", placed.position);
        }
        // Who must capture may be told, and nothing comes of it.
        backwards.retain(|&(from, _)| {
            !ground.position(&mut cursor, from).unwrap().position.can_capture()
        });
        forwards.sort_unstable();
        backwards.sort_unstable();
        assert_eq!(forwards, backwards, "{slice}");
    }
}

/// What a probe says of any position, captures included, is what its moves say.
#[test]
fn a_probe_agrees_with_the_moves_behind_it() {
    let (tables, store) = built(4);
    let shelf = Shelf::new(tables.clone(), Arc::new(store), 16);
    let probe = |position: &Position| {
        let table = &mut |slice: &Slice, number| shelf.verdict(slice, number).unwrap();
        tables.probe(&Checkers::default(), position, table).unwrap()
    };
    let mut random = Rng::with_seed(2);
    let mut captures = 0;
    for _ in 0..20_000 {
        let slices = tables.slices();
        let slice = slices[random.usize(..slices.len())];
        let ground = tables.ground(&slice);
        let number = random.u64(..ground.count());
        let mut position = ground.position(&mut Default::default(), number).unwrap().position;
        if random.bool() {
            position = position.flipped();
        }
        let mut best = Verdict::Loss;
        position.legal(|mv| best = best.max(probe(&position.after(mv)).flipped()));
        assert_eq!(probe(&position), best, "{position:?}");
        captures += usize::from(position.can_capture());
    }
    assert!(captures > 1_000, "{captures}");
}

struct Far(Vec<Arc<Distances>>);

impl Exits for Far {
    type Value = Distance;
    fn value(&self, slice: usize, number: u64) -> Distance {
        self.0[slice].get(number).unwrap()
    }
}

/// Tables of distances are checked like those of verdicts, and agree with them.
#[test]
fn tables_of_distances_are_kept() {
    let (tables, store) = built(3);
    let build = Build::distances(&tables, &store, Retrograde { threads: 2, method: None });
    assert!(build.plan().unwrap().memory > 0);
    assert_eq!(build.run(&()), Ok(true));
    let distances = build.check(&()).unwrap().unwrap();
    let verdicts = Build::new(&tables, &store, Retrograde::default()).check(&()).unwrap().unwrap();
    assert_eq!(distances.tally, verdicts.tally);
    assert_eq!(distances.unprobed, verdicts.unprobed);
    for (slice, bytes) in store.0.lock().unwrap().iter_mut() {
        let bit = bytes.len() * 8 - 9;
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(!slice.is_empty());
    }
    assert!(build.check(&()).is_err(), "a bit is flipped");
}

/// What is wrong with the bytes of a table, if they are read from the first to the last.
fn error_of(bytes: &[u8]) -> Option<TableError> {
    let table = Table::open(Box::new(bytes.to_vec()), &Cache::new(1));
    table.and_then(|table| table.verdicts()).err()
}

/// Every bit of a small table, and many of a larger one.
#[test]
fn every_flipped_bit_is_found() {
    let (_, store) = built(4);
    let tables = store.0.lock().unwrap();
    let mut random = Rng::with_seed(3);
    let small = &tables["10-10"];
    let large = &tables["02-02"];
    assert_eq!([small, large].map(|table| error_of(table)), [None, None]);
    let every = (0..small.len() * 8).map(|bit| (small, bit));
    let many: Vec<usize> = (0..3_000).map(|_| random.usize(..large.len() * 8)).collect();
    for (table, bit) in every.chain(many.into_iter().map(|bit| (large, bit))) {
        let mut flipped = table.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(error_of(&flipped).is_some(), "bit {bit} of {}", table.len() * 8);
    }
}

/// Two kings against one: at most so many plies, and every distance is one more than that of the best move.
#[test]
fn distances_of_three_pieces_follow_from_each_other() {
    let (tables, store) = built(3);
    let build = Build::new(&tables, &store, Retrograde::default());
    let mut known: HashMap<Slice, Arc<Distances>> = HashMap::new();
    for slice in tables.slices() {
        let ground = tables.ground(&slice);
        let exits = Far(tables.leads_to(&slice).iter().map(|one| known[one].clone()).collect());
        let distances = Retrograde::default().distances(&ground, &exits, &());
        let table = build.open(&slice).unwrap().unwrap();
        for number in 0..ground.count() {
            let placed = ground.position(&mut Default::default(), number).unwrap();
            if ground.is_probed(&placed) {
                let distance = distances.get(number).unwrap();
                assert_eq!(distance.verdict(), table.verdict(number).unwrap());
            }
        }
        known.insert(slice, Arc::new(distances));
    }
    let longest = known.values().filter_map(|distances| distances.longest()).max();
    assert!(longest.is_some_and(|plies| (20..200).contains(&plies)), "{longest:?}");
}
