//! Tables of chess: the longest mates that others have published, who wins by tables of others, and games that are won as soon as tables say.
//!
//! Those of three men are built here. Those of four are read from a folder: `just chess-tables`.

#![allow(clippy::unwrap_used)] // a test that fails may panic

#[allow(dead_code, unreachable_pub)] // every test file uses some of this
#[path = "common/skipped.rs"]
mod skipped;
#[path = "common/syzygy.rs"]
mod syzygy;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use cozy_chess::{Board, Color};
use fastrand::Rng;
use outplay::engine::{Engine, Lookup, Question, WIN, WithTables};
use outplay::solve::retrograde::{Distance, Ground, Retrograde, Slices, Verdict};
use outplay::solve::tables::{Build, Shelf, Shelves, Store, TableError, TableSource};
use outplay::{Bound, Game, Limits, Value};
use outplay_games::chess::syzygy::{Standing, Syzygy};
use outplay_games::chess::tables::{ChessTables, Side};
use outplay_games::chess::{Chess, Move, Pieces, Position};
use syzygy::{Files, judge, random_board, slices};

/// Tables in memory.
#[derive(Default)]
struct InMemory(Mutex<HashMap<String, Vec<u8>>>);

impl Store for InMemory {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = self.0.lock().unwrap().get(slice).cloned();
        Ok(bytes.map(|bytes| Box::new(bytes) as Box<dyn TableSource>))
    }

    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        self.0.lock().unwrap().insert(slice.to_owned(), bytes.to_vec());
        Ok(())
    }
}

/// Tables as `outplay table build chess` writes them. Verdicts alone all fit into the cache.
struct Folder {
    path: String,
    with_distances: bool,
}

impl Store for Folder {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        if !self.with_distances && slice.ends_with("-distance") {
            return Ok(None);
        }
        let bytes = std::fs::read(format!("{}/chess-{slice}.table", self.path));
        Ok(bytes.ok().map(|bytes| Box::new(bytes) as Box<dyn TableSource>))
    }
}

type Own = Shelf<ChessTables>;

/// Tables of three men: verdicts, and distances if they are wanted. They are built, and checked, once.
fn three_men(with_distances: bool) -> Own {
    static BUILT: [OnceLock<Arc<InMemory>>; 2] = [const { OnceLock::new() }; 2];
    let tables = ChessTables::checked(3).unwrap();
    let store = BUILT[usize::from(with_distances)].get_or_init(|| {
        let (store, by) = (InMemory::default(), Retrograde { threads: 2, method: None });
        assert_eq!(Build::new(&tables, &store, by).run(&()), Ok(true));
        assert!(Build::new(&tables, &store, by).check(&()).unwrap().is_some());
        if with_distances {
            assert_eq!(Build::distances(&tables, &store, by).run(&()), Ok(true));
            assert!(Build::distances(&tables, &store, by).check(&()).unwrap().is_some());
        }
        Arc::new(store)
    });
    Shelf::new(tables, Arc::clone(store) as Arc<dyn Store + Send>, 16)
}

/// Tables of four men in a folder, with distances if they are wanted.
fn four_men(with_distances: bool) -> Own {
    let path = std::env::var("CHESS_TABLES").expect("CHESS_TABLES names the folder of tables");
    let folder = Folder { path, with_distances };
    Shelf::new(ChessTables::checked(4).unwrap(), Arc::new(folder), 64)
}

/// How many moves the longest mate of each slice takes.
fn longest_mates(own: &Own, names: &[&str]) -> Vec<Option<u16>> {
    let slice = |name: &&str| {
        let all = own.game().slices();
        let slice = all.into_iter().find(|slice| slice.to_string() == **name).unwrap();
        let numbers = 0..own.game().ground(&slice).count();
        let distance = |number| own.distance(&slice, number).unwrap();
        let won = numbers.filter_map(distance).filter(|one| one.verdict() == Verdict::Win);
        won.filter_map(Distance::plies).max().map(|plies| plies.div_ceil(2))
    };
    names.iter().map(slice).collect()
}

/// J. Nunn, *Secrets of Pawnless Endings*, and the tables of E. Nalimov: in moves of the player who wins.
#[test]
fn the_longest_mates_with_three_men_are_those_that_are_published() {
    let own = three_men(true);
    let longest = longest_mates(&own, &["KQvK", "KRvK", "KPvK", "KBvK", "KNvK"]);
    assert_eq!(longest, [Some(10), Some(16), Some(28), None, None]);
}

#[test]
#[ignore = "it needs tables of four men: `just chess-tables`"]
fn the_longest_mates_with_four_men_are_those_that_are_published() {
    let own = four_men(true);
    let names =
        ["KBNvK", "KQvKR", "KBBvK", "KNNvK", "KQvKB", "KQvKN", "KRvKB", "KRvKN", "KQvKQ", "KRvKR"];
    let longest = longest_mates(&own, &names).into_iter().map(Option::unwrap);
    assert_eq!(longest.collect::<Vec<_>>(), [33, 35, 19, 1, 17, 21, 29, 40, 13, 19]);
}

/// Random positions of endings, equal to what other programs say of Syzygy tables. How many there were, and how many with a capture en passant.
fn equal_to_syzygy(
    own: &Own,
    syzygy: &Syzygy,
    endings: &[(String, [Side; 2])],
    count: usize,
) -> usize {
    let judge = judge().lock().unwrap();
    let (mut rng, game) = (Rng::with_seed(7), Chess::default());
    let mut seen: HashMap<(&str, Color, Standing), usize> = HashMap::new();
    let mut passing = 0;
    for (name, sides) in endings.iter().cycle().take(count) {
        let board = random_board(&mut rng, sides);
        let standing = judge.standing(&board);
        let position = Position::from(board.clone());
        let fact = own.look_up(&game, &position).unwrap();
        assert_eq!(fact.verdict, Some(standing.verdict()), "{board}");
        assert_eq!(syzygy.standing(&board), Some(standing), "{board}");
        *seen.entry((name, board.side_to_move(), standing)).or_default() += 1;
        let takes = |mv: Move| {
            board.piece_on(mv.to).is_none()
                && mv.from.file() != mv.to.file()
                && board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
        };
        passing += usize::from(board.generate_moves(|some| some.into_iter().any(takes)));
    }
    for (name, _) in endings {
        for color in Color::ALL {
            assert!(seen.keys().any(|&(one, mover, _)| (one, mover) == (name, color)), "{name}");
        }
    }
    let times = |wanted| {
        seen.iter().filter(|((_, _, one), _)| *one == wanted).map(|(_, times)| times).sum::<usize>()
    };
    let counts = [Standing::Win, Standing::Draw, Standing::Loss].map(times);
    println!(
        "{count} positions of {} endings, none different: {counts:?} won, drawn, lost, {passing} with a capture en passant",
        endings.len()
    );
    passing
}

#[test]
fn who_wins_with_three_men_is_what_syzygy_says() {
    let Some(files) = Files::of_test_data() else { return };
    let syzygy = Syzygy::open(Arc::new(files)).unwrap();
    let endings: Vec<_> = slices().into_iter().filter(|(name, _)| name.len() == 4).collect();
    assert_eq!(endings.len(), 5);
    equal_to_syzygy(&three_men(false), &syzygy, &endings, 20_000);
}

#[test]
#[ignore = "it needs tables of four men: `just chess-tables`"]
fn a_million_positions_are_what_syzygy_says() {
    let Some(files) = Files::of_test_data() else { return };
    let syzygy = Syzygy::open(Arc::new(files)).unwrap();
    let passing = equal_to_syzygy(&four_men(false), &syzygy, &slices(), 1_000_000);
    assert!(passing > 1_000, "{passing}");
}

/// An engine with tables.
type Player = Engine<Chess, WithTables<Pieces, Shelves<Chess, ChessTables>>>;

fn player(tables: Arc<Shelves<Chess, ChessTables>>) -> Player {
    Engine::new(Chess::default(), WithTables::new(Pieces::default(), Some(tables)), 1).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    Chess::default().moves(position, &mut moves);
    moves
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    Chess::default().play(&mut next, mv);
    next
}

/// In how many plies a position is won or lost.
fn plies(own: &dyn Lookup<Chess>, position: &Position) -> Option<i32> {
    let range = own.look_up(&Chess::default(), position)?.range;
    (range.is_exact() && range.low != 0).then_some(WIN - range.low.abs())
}

/// A random position of an ending that the player to move wins.
fn won(own: &dyn Lookup<Chess>, rng: &mut Rng, sides: &[Side; 2]) -> Position {
    loop {
        let position = Position::from(random_board(rng, sides));
        let fact = own.look_up(&Chess::default(), &position).unwrap();
        if fact.verdict == Some(Verdict::Win) {
            return position;
        }
    }
}

/// Plays won positions against the longest defence: each is mate after as many plies as the table says.
fn mates(own: Own, names: &[&str], count: usize) {
    let defence = Arc::new(Shelves::new(Some(own), None));
    let engine = player(Arc::clone(&defence));
    let mut rng = Rng::with_seed(3);
    let all = slices();
    let (mut longest, mut total) = (0, 0);
    for number in 0..count {
        let name = names[number % names.len()];
        let (_, sides) = all.iter().find(|(one, _)| one == name).unwrap();
        let start = won(&*defence, &mut rng, sides);
        let told = plies(&*defence, &start).unwrap();
        let (mut question, mut position) = (Question::at(start.clone()), start.clone());
        let mut made = 0;
        loop {
            let report = engine.search(&question, &nodes(500), ());
            assert_eq!(
                report.value,
                Some(Value::Proven(Bound::Exact(WIN - (told - made)))),
                "{start:?}"
            );
            let best = report.best.unwrap();
            question.moves.push(best);
            made += 1;
            position = after(&position, best);
            // The longest defence.
            let replies = moves(&position);
            let Some(reply) = replies
                .into_iter()
                .max_by_key(|&mv| plies(&*defence, &after(&position, mv)).unwrap_or(i32::MAX))
            else {
                break;
            };
            question.moves.push(reply);
            made += 1;
            position = after(&position, reply);
        }
        assert!(position.is_check(), "{start:?}: no mate");
        assert_eq!(made, told, "{start:?}");
        longest = longest.max(made);
        total += made;
    }
    println!(
        "{count} of {names:?} mated in as many plies as the table says, {longest} at most, {} on average",
        total as usize / count
    );
}

#[test]
fn positions_with_three_men_are_mated_as_soon_as_tables_say() {
    mates(three_men(true), &["KRvK", "KQvK", "KPvK"], 60);
}

#[test]
#[ignore = "it needs tables of four men: `just chess-tables`"]
fn a_thousand_positions_are_mated_as_soon_as_tables_say() {
    mates(four_men(true), &["KRvK", "KBNvK", "KQvKR"], 1_000);
}

/// Where only verdicts are known, the move that mates is no draw.
#[test]
fn a_mate_in_one_is_seen_whatever_the_tables_tell() {
    for with_distances in [false, true] {
        let engine = player(Arc::new(Shelves::new(Some(three_men(with_distances)), None)));
        for fen in ["7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/1k6/7r/K7 b - - 10 50"] {
            let board: Board = fen.parse().unwrap();
            let report = engine.search(&Question::at(Position::from(board)), &nodes(1_000), ());
            assert_eq!(report.value, Some(Value::Proven(Bound::Exact(WIN - 1))), "{fen}");
        }
    }
}

/// With Syzygy alone, which knows no distance to mate: won in time against the longest defence, with few positions a move.
#[test]
fn won_positions_are_won_by_syzygy_and_search() {
    let Some(files) = Files::of_test_data() else { return };
    let syzygy = Arc::new(Syzygy::open(Arc::new(files)).unwrap());
    let tables = Arc::new(Shelves::new(None, Some(Arc::clone(&syzygy) as Arc<dyn Lookup<Chess>>)));
    let engine = player(tables);
    let (mut rng, all) = (Rng::with_seed(5), slices());
    let (mut longest, mut hits) = (0, 0);
    for number in 0..24 {
        let name = ["KBNvK", "KQvKR", "KRvK", "KRvKP", "KNvKP", "KPPvK"][number % 6];
        let (_, sides) = all.iter().find(|(one, _)| one == name).unwrap();
        let start = won(&*syzygy, &mut rng, sides);
        let (mut question, mut position) = (Question::at(start.clone()), start.clone());
        while !moves(&position).is_empty() {
            let is_won = position.player() == start.player();
            let mv = match is_won {
                true => {
                    let report = engine.search(&question, &nodes(300), ());
                    hits += report.counts.tb_hits;
                    report.best.unwrap()
                }
                false => moves(&position)
                    .into_iter()
                    .max_by_key(|&mv| syzygy.progress(&Chess::default(), &after(&position, mv)))
                    .unwrap(),
            };
            question.moves.push(mv);
            position = after(&position, mv);
        }
        let winner = Chess::default().payoff(&position, start.player());
        assert_eq!(winner, 1.0, "{name}: {start:?} ends as {position:?}");
        longest = longest.max(question.moves.len());
    }
    assert!(longest > 20 && hits > 1_000, "{longest} {hits}");
}

/// A set of tables that is not complete, beside our own: each is used for what it knows.
#[test]
fn both_sorts_of_tables_are_asked() {
    let Some(files) = Files::of_test_data() else { return };
    let syzygy = Arc::new(Syzygy::open(Arc::new(files)).unwrap());
    let both =
        Shelves::<Chess, _>::new(Some(three_men(true)), Some(syzygy as Arc<dyn Lookup<Chess>>));
    let look = |fen: &str| {
        let board: Board = fen.parse().unwrap();
        both.look_up(&Chess::default(), &Position::from(board)).unwrap()
    };
    let by_distance = look("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    assert!(by_distance.range.is_exact() && by_distance.range.low == WIN - 1);
    let by_syzygy = look("8/8/8/8/8/5k2/8/KBN5 w - - 0 1");
    assert!(!by_syzygy.range.is_exact() && by_syzygy.verdict == Some(Verdict::Win));
}
