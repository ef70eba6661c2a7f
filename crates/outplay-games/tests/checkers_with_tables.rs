//! Searches of checkers with endgame tables: what they claim is true, and what is won is won.

#![allow(clippy::unwrap_used)] // a test that fails may panic

#[path = "common/in_memory.rs"]
mod in_memory;

use std::sync::Arc;

use fastrand::Rng;
use outplay::engine::{Engine, Lookup, Question, WithTables};
use outplay::solve::proof::Prover;
use outplay::solve::retrograde::{Retrograde, Verdict};
use outplay::solve::tables::{Build, Shelf, Store, TableError, TableSource};
use outplay::{Bound, Game, Limits, Value};
use outplay_games::checkers::tables::CheckersTables;
use outplay_games::checkers::{BLACK, Checkers, Draughtsmen, Position, WHITE};

use in_memory::InMemory;

type Tables = Shelf<CheckersTables>;
type WithShelf = Engine<Checkers, WithTables<Draughtsmen, Tables>>;

/// Verdicts of positions with so many pieces, and distances of those with fewer.
fn shelf(most: u8, far: u8) -> Arc<Tables> {
    let (tables, store) = (CheckersTables::new(most), InMemory::default());
    let by = Retrograde { threads: 2, method: None };
    assert_eq!(Build::new(&tables, &store, by).run(&()), Ok(true));
    let distances = CheckersTables::new(far.max(2));
    if far > 1 {
        assert_eq!(Build::distances(&distances, &store, by).run(&()), Ok(true));
    }
    Arc::new(Shelf::new(tables, Arc::new(store), 16))
}

fn engine(game: Checkers, shelf: Option<&Arc<Tables>>) -> WithShelf {
    let insight = WithTables::new(Draughtsmen::default(), shelf.cloned());
    Engine::new(game, insight, 4).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A position with so many pieces.
fn random(random: &mut Rng, pieces: usize) -> Position {
    loop {
        let mut squares: Vec<u32> = (0..32).collect();
        random.shuffle(&mut squares);
        let own = random.usize(1..pieces);
        let set = |squares: &[u32]| squares.iter().fold(0, |set, square| set | 1 << square);
        let sides = [set(&squares[..own]), set(&squares[own..pieces])];
        let kings = (sides[0] | sides[1]) & random.u32(..);
        let player = if random.bool() { BLACK } else { WHITE };
        if let Ok(position) = Position::checked(sides, kings, player) {
            return position;
        }
    }
}

/// What is proven of a score.
fn proven(value: Option<Value<i32>>) -> Option<Bound<i32>> {
    match value? {
        Value::Proven(bound) => Some(bound),
        Value::Opinion(_) => None,
    }
}

/// Searches of positions in tables, and of some that are one capture before, say who wins, and never anything wrong.
#[test]
fn what_is_proven_is_what_the_tables_say() {
    let game = Checkers::default();
    for far in [1, 3] {
        let shelf = shelf(4, far);
        let engine = engine(game, Some(&shelf));
        let mut rng = Rng::with_seed(1);
        let (mut wins, mut hits) = (0, 0);
        for round in 0..400 {
            let position = random(&mut rng, 3 + round % 3).with_plies(rng.u16(0..60));
            if !position.has_moves() {
                continue;
            }
            let report = engine.search(&Question::at(position), &nodes(300), ());
            let Some(fact) = shelf.look_up(&game, &position) else { continue };
            let (verdict, range) = (fact.verdict.unwrap(), fact.range);
            if verdict == Verdict::Draw || range.low > 0 || range.high < 0 {
                let bound = proven(report.value).unwrap();
                assert_eq!(bound.score().signum(), verdict as i32 - 1, "{position:?}");
                hits += report.counts.tb_hits;
                wins += usize::from(verdict == Verdict::Win);
            } else if let Some(bound) = proven(report.value) {
                assert!(bound.score().signum() * (verdict as i32 - 1) >= 0, "{position:?}");
            }
        }
        assert!(wins > 50 && hits > 1_000, "{wins} {hits}");
    }
}

/// Proof-number search by the rules alone, and with tables of fewer pieces.
#[test]
fn proofs_are_what_the_tables_say() {
    let game = Checkers::default();
    let (all, fewer) = (shelf(4, 1), shelf(3, 3));
    let mut rng = Rng::with_seed(5);
    for tables in [None, Some(&fewer)] {
        let insight = WithTables::new(Draughtsmen::default(), tables.cloned());
        let mut prover = Prover::new(game, insight, 4).unwrap();
        let (mut proven, mut wins) = (0, 0);
        for round in 0..300 {
            let position = random(&mut rng, 2 + round % 3);
            let Some(fact) = all.look_up(&game, &position).filter(|_| position.has_moves()) else {
                continue;
            };
            let report = prover.solve(&position, None, &nodes(50_000), ());
            let Some(bound) = report.value.and_then(Value::proven) else { continue };
            let expected = fact.verdict.unwrap() as i32 - 1;
            let holds = match bound {
                Bound::Exact(score) => score.signum() == expected,
                Bound::AtLeast(score) => expected > 0 && score > 0,
                Bound::AtMost(score) => expected <= 0 && (score == 0 || expected < 0),
            };
            assert!(holds, "{position:?}: {bound} and {expected}");
            proven += 1;
            wins += usize::from(expected != 0 && bound.score() != 0);
        }
        println!("{proven} proven, {wins} of them won or lost");
        assert!(proven > 100 && wins > 50, "{proven} {wins}");
    }
}

/// A win in so many plies by the table is the score of the solver, which has looked at nothing else.
#[test]
fn the_solver_takes_distances_from_tables() {
    let game = Checkers::default();
    let shelf = shelf(3, 3);
    let engine = engine(game, Some(&shelf));
    let mut rng = Rng::with_seed(2);
    for _ in 0..100 {
        let position = random(&mut rng, 3);
        let fact = shelf.look_up(&game, &position);
        let Some(fact) = fact.filter(|fact| position.has_moves() && fact.range.is_exact()) else {
            continue;
        };
        let report = engine.solve(&Question::at(position), &Limits::default(), ());
        assert_eq!(report.value, Some(Value::Proven(Bound::Exact(fact.range.low))));
    }
}

/// A win that takes more plies than the rules leave is not claimed, and one that is there in time is.
#[test]
fn wins_that_come_too_late_are_not_claimed() {
    let game = Checkers::default();
    let verdicts = shelf(3, 1);
    let distances = shelf(3, 3);
    let two_kings = Position::checked([1 << 0 | 1 << 14, 1 << 31], 1 | 1 << 14 | 1 << 31, BLACK);
    let position = two_kings.unwrap();
    for (shelf, left) in [(&verdicts, 3), (&distances, 3)] {
        let late = position.with_plies(80 - left);
        let fact = shelf.look_up(&game, &late).unwrap();
        assert_eq!(fact.verdict, Some(Verdict::Win));
        assert_eq!(fact.range.low, 0, "no more than a draw is proven");
        let early = shelf.look_up(&game, &position).unwrap();
        assert!(early.range.low > 0);
    }
}

/// Games from random won positions; the other player has the tables, too. How many of them are not won in time: no more is lost than that.
fn not_won(
    shelf: &Arc<Tables>,
    pieces: std::ops::RangeInclusive<usize>,
    games: usize,
    by: u64,
) -> usize {
    let game = Checkers::default();
    let mut rng = Rng::with_seed(3);
    let (mut played, mut drawn, mut longest) = (0, 0, 0);
    while played < games {
        let count = rng.usize(pieces.clone());
        let start = random(&mut rng, count);
        let fact = shelf.look_up(&game, &start);
        if start.can_capture() || fact.is_none_or(|fact| fact.verdict != Some(Verdict::Win)) {
            continue;
        }
        played += 1;
        let players = [engine(game, Some(shelf)), engine(game, Some(shelf))];
        let mut question = Question::at(start);
        let mut position = start;
        let mut keys = vec![start.key_without_plies()];
        let comes_again =
            |keys: &[u64]| keys.iter().filter(|&other| Some(other) == keys.last()).count() >= 3;
        while !game_is_over(&game, &position) && !comes_again(&keys) {
            let player = &players[position.player().index()];
            let mv = player.search(&question, &nodes(by), ()).best.unwrap();
            question.moves.push(mv);
            game.play(&mut position, mv);
            keys.push(position.key_without_plies());
        }
        let is_over = !position.has_moves();
        assert!(!is_over || position.player() != start.player(), "{start:?} is lost");
        longest = longest.max(question.moves.len());
        if !is_over {
            println!("{start:?} is not won");
            drawn += 1;
        }
        if played % 100 == 0 {
            println!("{played} played, {drawn} not won, the longest took {longest} plies");
        }
    }
    drawn
}

fn game_is_over(game: &Checkers, position: &Position) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.is_empty()
}

#[test]
fn won_positions_are_won_with_distances() {
    assert_eq!(not_won(&shelf(4, 4), 3..=4, 20, 500), 0);
}

/// By verdicts alone most are: two kings against a king and a man take more than a short search sees (Payne's First Position).
#[test]
fn most_won_positions_are_won_by_verdicts_and_search() {
    assert!(not_won(&shelf(4, 3), 3..=4, 20, 5_000) <= 2);
}

/// The full figure of docs/tables.md: 1,000 positions of 3 to 6 pieces, by the tables in a folder. `CHECKERS_NODES` says how many positions a move may take.
#[test]
#[ignore = "minutes, and tables of six pieces: `just table-wins`"]
fn a_thousand_won_positions_are_won() {
    let folder =
        std::env::var("CHECKERS_TABLES").expect("CHECKERS_TABLES names the folder of tables");
    let shelf = Arc::new(Shelf::new(CheckersTables::new(6), Arc::new(Folder(folder)), 64));
    let by = std::env::var("CHECKERS_NODES").map_or(50_000, |by| by.parse().expect("a number"));
    assert_eq!(not_won(&shelf, 3..=6, 1_000, by), 0);
}

/// Tables as `outplay table build checkers` writes them.
struct Folder(String);

impl Store for Folder {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = std::fs::read(format!("{}/checkers-{slice}.table", self.0));
        Ok(bytes.ok().map(|bytes| Box::new(bytes) as Box<dyn TableSource>))
    }

    fn keep(&self, _: &str, _: &[u8]) -> Result<(), TableError> {
        Err(TableError::Unwritable("it is only read here".to_owned()))
    }
}

/// How long it takes to look positions up, with tables in a folder, all in memory, or with those of 4 pieces if none is named: printed, not asserted, because machines differ.
#[test]
#[ignore = "a measurement: `just table-probes`"]
fn how_long_a_probe_takes() {
    let folder = std::env::var("CHECKERS_TABLES").ok().filter(|folder| !folder.is_empty());
    let (shelf, most) = match folder {
        Some(folder) => {
            (Arc::new(Shelf::new(CheckersTables::new(6), Arc::new(Folder(folder)), 16)), 6)
        }
        None => (shelf(4, 1), 4),
    };
    let (game, mut rng) = (Checkers::default(), Rng::with_seed(4));
    let mut quiet = || loop {
        let position = random(&mut rng, most);
        if !position.can_capture() {
            return position;
        }
    };
    let positions: Vec<Position> = (0..200_000).map(|_| quiet()).collect();
    // Every table is opened.
    for one in &positions {
        shelf.look_up(&game, one);
    }
    for (what, some) in
        [("the same 100 positions", &positions[..100]), ("200,000 positions", &positions[..])]
    {
        let begun = std::time::Instant::now();
        let mut known = 0;
        for round in 0..200_000 / some.len() {
            let plies = (round % 2) as u16;
            let look = |one: &&Position| shelf.look_up(&game, &one.with_plies(plies)).is_some();
            known += some.iter().filter(look).count();
        }
        let nanoseconds = begun.elapsed().as_nanos() as f64 / 2e5;
        println!("{what} of {most} pieces: {nanoseconds:.0} ns a probe, {known} known");
    }
}
