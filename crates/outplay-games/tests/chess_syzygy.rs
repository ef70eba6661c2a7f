//! Tables of Syzygy: what our own reader says is what another program says, and damaged files are told.

#![allow(clippy::unwrap_used)] // a test that fails may panic

#[allow(dead_code, unreachable_pub)] // every test file uses some of this
#[path = "common/skipped.rs"]
mod skipped;
#[path = "common/syzygy.rs"]
mod syzygy;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use cozy_chess::{Board, Color};
use fastrand::Rng;
use outplay::engine::{KNOWN_WIN, Lookup, WIN};
use outplay::solve::retrograde::Verdict;
use outplay::solve::tables::{SliceError, Store, TableError, TableSource};
use outplay_games::chess::syzygy::{Standing, Syzygy};
use outplay_games::chess::{Chess, Position};
use syzygy::{Files, judge, random_board, slices};

/// The tables of test data; nothing, told aloud, where they are not.
fn tables() -> Option<Arc<Syzygy>> {
    let files = Files::of_test_data()?;
    Some(Arc::new(Syzygy::open(Arc::new(files)).unwrap()))
}

#[test]
fn results_and_distances_are_those_of_another_program() {
    let Some(syzygy) = tables() else { return };
    assert_eq!(syzygy.size(), (35, 4));
    let judge = judge().lock().unwrap();
    let mut rng = Rng::with_seed(1);
    let mut counts: HashMap<(String, Color), usize> = HashMap::new();
    let (mut passing, mut distances) = (0, 0);
    for (round, (name, sides)) in (0..60_000).zip(slices().iter().cycle()) {
        let board = random_board(&mut rng, sides);
        *counts.entry((name.clone(), board.side_to_move())).or_default() += 1;
        passing += usize::from(board.en_passant().is_some());
        let standing = syzygy.standing(&board).unwrap();
        assert_eq!(standing, judge.standing(&board), "{board}");
        if round % 10 == 0 && board.generate_moves(|_| true) {
            let (told, plies) = judge.distance(&board);
            assert_eq!(told, standing, "{board}");
            assert_eq!(syzygy.distance(&board), Some(plies), "{board}");
            distances += 1;
        }
    }
    assert!(counts.len() == 70 && counts.values().all(|&count| count > 500), "{counts:?}");
    assert!(passing > 200 && distances > 5_000, "{passing} {distances}");
}

/// Captures en passant that win, that lose, and that are the only move.
#[test]
fn captures_en_passant_count() {
    let Some(syzygy) = tables() else { return };
    let judge = judge().lock().unwrap();
    for (fen, without) in [
        ("8/8/8/8/k1pP3K/8/8/8 b - d3 0 1", "8/8/8/8/k1pP3K/8/8/8 b - - 0 1"),
        ("8/8/8/3Pp3/8/8/1k6/4K3 w - e6 0 1", "8/8/8/3Pp3/8/8/1k6/4K3 w - - 0 1"),
        ("8/8/8/8/3pP3/1k6/8/K7 b - e3 0 1", "8/8/8/8/3pP3/1k6/8/K7 b - - 0 1"),
    ] {
        for fen in [fen, without] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(syzygy.standing(&board), Some(judge.standing(&board)), "{fen}");
        }
    }
}

fn fact(syzygy: &Syzygy, fen: &str) -> (Verdict, i32, i32) {
    let board: Board = fen.parse().unwrap();
    let fact = syzygy.look_up(&Chess::default(), &Position::from(board)).unwrap();
    (fact.verdict.unwrap(), fact.range.low, fact.range.high)
}

#[test]
fn a_win_is_claimed_if_the_rule_of_fifty_moves_leaves_time() {
    let Some(syzygy) = tables() else { return };
    // 31 moves away from mate.
    let start = "8/8/8/8/8/5k2/8/KBN5 w - - ";
    let board: Board = format!("{start}0 1").parse().unwrap();
    let plies = syzygy.distance(&board).unwrap();
    assert!((40..80).contains(&plies), "{plies}");
    assert_eq!(fact(&syzygy, &format!("{start}0 1")), (Verdict::Win, KNOWN_WIN - 100, WIN));
    let left = 99 - plies;
    let claimed = (Verdict::Win, KNOWN_WIN - plies as i32, WIN);
    assert_eq!(fact(&syzygy, &format!("{start}{left} 60")), claimed);
    assert_eq!(fact(&syzygy, &format!("{start}{} 60", left + 1)), (Verdict::Win, 0, WIN));
    let lost = start.replace(" w ", " b ");
    let (verdict, low, high) = fact(&syzygy, &format!("{lost}0 1"));
    assert_eq!((verdict, low), (Verdict::Loss, -WIN));
    assert!(high < 0);
    assert_eq!(fact(&syzygy, "8/8/8/8/8/5k2/8/KB6 w - - 0 1"), (Verdict::Draw, 0, 0));
}

/// Nobody castles in a table, and with too many men there is none.
#[test]
fn positions_that_no_table_has_are_not_known() {
    let Some(syzygy) = tables() else { return };
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/PP6/RN2K3 w - - 0 1"] {
        assert_eq!(syzygy.standing(&fen.parse().unwrap()), None, "{fen}");
    }
    let file = Files::of_test_data().unwrap().only(&["KQvK.rtbw"]);
    let few = Syzygy::open(Arc::new(file)).unwrap();
    let won: Board = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().unwrap();
    assert_eq!((few.standing(&won), few.distance(&won)), (Some(Standing::Win), None));
    assert_eq!(few.standing(&"4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap()), None);
}

#[test]
fn a_folder_without_tables_gets_a_sentence() {
    let error = Syzygy::open(Arc::new(Files::default())).err().unwrap();
    assert!(error.contains("KQvK.rtbw"), "{error}");
}

/// Files that keep what is said about them.
#[derive(Clone, Default)]
struct Damaged(Files, Arc<Mutex<Vec<String>>>);

impl Store for Damaged {
    fn open(&self, name: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        self.0.open(name)
    }

    fn lost(&self, error: &SliceError) {
        self.1.lock().unwrap().push(error.to_string());
    }
}

/// Whatever bytes there are: nothing panics or hangs, what is cut off is told, once, and most of what is wrong in the head.
#[test]
fn damaged_files_are_told() {
    let Some(files) = Files::of_test_data() else { return };
    let mut rng = Rng::with_seed(2);
    let boards: Vec<(String, Vec<Board>)> = slices()
        .iter()
        .map(|(name, sides)| {
            (name.clone(), (0..20).map(|_| random_board(&mut rng, sides)).collect())
        })
        .collect();
    let (mut told, mut rounds) = (0, 0);
    for round in 0..12 {
        for (name, boards) in &boards {
            let mut damaged = Damaged(files.clone(), Arc::default());
            for ending in ["rtbw", "rtbz"] {
                let file = format!("{name}.{ending}");
                let mut bytes = damaged.0.bytes(&file);
                let length = bytes.len();
                match round % 3 {
                    0 => bytes.truncate(rng.usize(..length)),
                    1 => bytes[rng.usize(..length.min(100))] ^= 1 << rng.u8(..8),
                    _ => (0..20).for_each(|_| bytes[rng.usize(..length)] = rng.u8(..)),
                }
                damaged.0.set(&file, bytes);
            }
            let syzygy = Syzygy::open(Arc::new(damaged.clone())).unwrap();
            for board in boards {
                syzygy.standing(board);
                syzygy.distance(board);
            }
            let errors = damaged.1.lock().unwrap();
            assert!(errors.len() <= 2, "{errors:?}");
            if round % 3 == 0 {
                assert!(
                    !errors.is_empty() && errors[0].contains(name.as_str()),
                    "{name} {errors:?}"
                );
            }
            told += usize::from(!errors.is_empty());
            rounds += 1;
        }
    }
    assert!(told * 2 > rounds, "{told} of {rounds}");
}
