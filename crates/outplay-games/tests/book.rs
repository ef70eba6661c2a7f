//! Books: against plain minimax, in the tree, and damaged in every way.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use common::seeds::each_seed;
use common::solved::Solved;
use outplay::engine::book::{self, BookError, Opening, Source};
use outplay::engine::{Book, Config, EVERY_MOVE, Engine, Insight, Keys, Question, Scale};
use outplay::{Game, Limits, Tally, Turn, Value, ZeroSum};
use outplay_games::connect_four::{ConnectFour, Playing, Threats};
use outplay_games::othello::Othello;
use outplay_games::tic_tac_toe::TicTacToe;

type Layers<G> = Vec<Vec<Opening<<G as Game>::Position>>>;

/// The score of a position by plain minimax, seen by the player to move.
fn truth<G: Solved>(
    game: &G,
    insight: &G::Solver,
    position: &G::Position,
    seen: &mut HashMap<u64, i32>,
) -> i32 {
    let key = game.key(position).unwrap();
    if let Some(&score) = seen.get(&key) {
        return score;
    }
    let Turn::Player(player) = game.turn(position) else { panic!("no chance here") };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let score = moves.into_iter().map(|mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let mut replies = Vec::new();
        game.moves(&child, &mut replies);
        match replies.is_empty() {
            true => insight.scale().terminal(game, &child, player, 1),
            false => one_ply_on(game, -truth(game, insight, &child, seen)),
        }
    });
    let score = score.max().unwrap();
    seen.insert(key, score);
    score
}

/// Scores that count plies are one ply farther away.
fn one_ply_on<G: Solved>(game: &G, score: i32) -> i32 {
    if game.solver().scale().counts_plies(game) { score - score.signum() } else { score }
}

/// An engine with these knobs, and with a book if there is one.
fn engine<G: Solved>(game: &G, config: Config, book: Option<&Arc<Book>>) -> Engine<G, G::Solver> {
    let mut engine = Engine::new(game.clone(), game.solver(), 1).unwrap();
    engine.set_config(config);
    engine.set_book(book.cloned()).unwrap();
    engine
}

/// The score of a position, and how many positions were looked at for it. The best move is not asked for: it may be outside of
/// a book that knows the score.
fn solved<G: Solved>(
    engine: &Engine<G, G::Solver>,
    position: &G::Position,
    weak: bool,
) -> (i32, u64) {
    let question = Question { lines: 0, weak, ..Question::at(position.clone()) };
    let report = engine.solve(&question, &Limits::default(), ());
    (report.value.and_then(Value::exact).unwrap(), report.counts.generated)
}

/// A book of some layers, with scores by the engine.
fn made<G: Solved>(game: &G, layers: &Layers<G>) -> Vec<u8> {
    let insight = game.solver();
    let engine = Engine::new(game.clone(), game.solver(), 8).unwrap();
    let scores: HashMap<u64, i32> = layers
        .iter()
        .flatten()
        .map(|opening| (opening.key, solved(&engine, &opening.position, false).0))
        .collect();
    Book::write(game, &insight, "a game", layers, |key| scores[&key])
}

fn random_position<G: Solved>(game: &G, plies: usize, random: &mut fastrand::Rng) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let Some(&mv) = random.choice(&moves) else { break };
        let before = position.clone();
        game.play(&mut position, mv);
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            return before;
        }
    }
    position
}

/// All positions of a book, however many there are.
fn listed<G: ZeroSum, I: Insight<G>>(
    game: &G,
    insight: &I,
    plies: u32,
) -> Result<Layers<G>, BookError> {
    book::openings(game, insight, plies, usize::MAX, |_| ())
}

#[test]
fn no_more_are_listed_than_there_may_be() {
    let mut heard = Vec::new();
    let listed = book::openings(&TicTacToe, &(), 9, 400, |tally| heard.push(tally));
    let tally = Tally { plies: 3, whole: 334, so_far: 400 };
    assert_eq!(listed.unwrap_err(), BookError::TooMany(tally));
    let whole: Vec<(u32, usize)> = heard.iter().map(|tally| (tally.plies, tally.whole)).collect();
    assert_eq!(whole, [(1, 10), (2, 82), (3, 334)], "told ply by ply");
    assert!(book::openings(&TicTacToe, &(), 3, 334, |_| ()).is_ok(), "as many as there may be");
}

#[test]
fn all_scores_are_those_of_minimax() {
    fn check<G: Solved>(game: &G, plies: u32, counts: &[usize]) {
        let insight = game.solver();
        let layers = listed(game, &insight, plies).unwrap();
        let listed: Vec<usize> = layers.iter().map(Vec::len).collect();
        assert_eq!(listed, counts);
        let book = Book::read(made(game, &layers)).unwrap();
        assert_eq!((book.plies(), book.name()), (plies, "a game"));
        let mut seen = HashMap::new();
        for opening in layers.iter().flatten() {
            let score = truth(game, &insight, &opening.position, &mut seen);
            assert_eq!(book.score(opening.key), Some(score), "{:?}", opening.position);
        }
        for opening in layers[..plies as usize].iter().flatten() {
            let best = book::best_next(game, &insight, &opening.position, |key| book.score(key));
            assert_eq!(best, book.score(opening.key), "{:?}", opening.position);
        }
    }
    check(&ConnectFour::new(4, 4).unwrap(), 3, &[1, 2, 8, 26]);
    check(&ConnectFour::new(5, 4).unwrap(), 2, &[1, 3, 13]);
    check(&Othello::new(4).unwrap(), 3, &[1, 4, 12, 42]);
    check(&TicTacToe, 6, &[1, 9, 72, 252, 756, 1_140, 1_372]);
}

/// The usual board: positions by ply as in Tromp's list, mirrored ones counted once.
#[test]
fn as_many_positions_as_published() {
    let layers = listed(&ConnectFour::default(), &Threats, 8).unwrap();
    // 1, 7, 49, 238, 1,120, 4,263, 16,422, 54,859 and 184,275 with their mirror images, less those that are over.
    let counts: Vec<usize> = layers.iter().map(Vec::len).collect();
    assert_eq!(counts[..7], [1, 4, 25, 121, 568, 2_144, 8_231]);
    assert_eq!(counts.len(), 9);
}

/// The bytes of the book that comes with a game of the catalogue.
fn shipped(name: &str) -> Option<Cow<'static, [u8]>> {
    outplay_games::catalogue().game(name).unwrap().book()
}

/// The book that comes with a game is for that game, whole, and consistent.
#[test]
fn the_book_that_comes_with_the_game_is_complete() {
    let game = ConnectFour::default();
    let book = Book::read(shipped("connect-four").unwrap()).unwrap();
    assert_eq!((book.name(), book.fits(&game, &Threats)), ("connect-four", Ok(())));
    let layers = listed(&game, &Threats, book.plies()).unwrap();
    assert_eq!(layers.iter().map(Vec::len).sum::<usize>() as u64, book.positions());
    assert!(layers.iter().flatten().all(|opening| book.score(opening.key).is_some()));
    for opening in layers[..book.plies() as usize].iter().flatten() {
        let best = book::best_next(&game, &Threats, &opening.position, |key| book.score(key));
        assert_eq!(best, book.score(opening.key), "{:?}", opening.position);
    }
    // Allis, 1988: the first player wins, and only in the centre column.
    assert_eq!(book.score(Threats.key(&game, &game.start()).unwrap()), Some(1));
    assert_eq!(shipped("connect-four:6x7"), None);
}

/// That books change no score of a position.
fn check_books<G: Solved>(
    game: &G,
    position: &G::Position,
    config: Config,
    books: [&Arc<Book>; 2],
) {
    let (score, _) = solved(&engine(game, config, None), position, false);
    for book in books {
        let (by_book, _) = solved(&engine(game, config, Some(book)), position, false);
        assert_eq!(by_book, score, "{}", game.write_position(position));
        let (weak, _) = solved(&engine(game, config, Some(book)), position, true);
        assert_eq!(weak, score.signum());
    }
}

/// A whole book answers at the root. One that has only its last ply is met in the middle of the tree.
#[test]
fn a_book_in_the_tree_changes_no_score() {
    fn check<G: Solved>(game: &G, plies: u32) {
        let insight = game.solver();
        let whole = listed(game, &insight, plies).unwrap();
        let mut last = whole.clone();
        last[..plies as usize].iter_mut().for_each(Vec::clear);
        let (whole, last) = (made(game, &whole), made(game, &last));
        let [whole, last] = [whole, last].map(|bytes| Arc::new(Book::read(bytes).unwrap()));
        each_seed(4, |random| {
            for config in Config::each_off() {
                // Without facts, table and order it takes long from the start.
                let slow = ["facts", "transposition-table"];
                let is_quick = slow.iter().all(|name| config.without(name) != config);
                let least = if is_quick { 0 } else { plies as usize - 1 };
                for _ in 0..5 {
                    let plies = random.usize(least..plies as usize + 4);
                    let position = random_position(game, plies, random);
                    check_books(game, &position, config, [&whole, &last]);
                }
            }
        });
        let nodes = |book: Option<&Arc<Book>>| {
            solved(&engine(game, Config::default(), book), &game.start(), false).1
        };
        let (without, with, at_once) = (nodes(None), nodes(Some(&last)), nodes(Some(&whole)));
        assert!(at_once == 0 && with > 0 && 2 * with < without, "{at_once} {with} {without}");
    }
    check(&ConnectFour::new(5, 4).unwrap(), 4);
    check(&TicTacToe, 3);
}

#[test]
fn moves_and_plays_are_by_the_book() {
    let game = ConnectFour::new(5, 4).unwrap();
    let layers = listed(&game, &Threats, 3).unwrap();
    let book = Arc::new(Book::read(made(&game, &layers)).unwrap());
    let without_limits = Limits::default();
    for opening in layers[..3].iter().flatten() {
        let question = Question::at(opening.position);
        let every_move = Question { lines: EVERY_MOVE, ..question.clone() };
        let plain = engine(&game, Config::default(), None);
        let plain = plain.solve(&every_move, &without_limits, ());
        let engine = engine(&game, Config::default(), Some(&book));
        let report = engine.solve(&every_move, &without_limits, ());
        assert_eq!((report.value, &report.moves), (plain.value, &plain.moves));
        assert_eq!(report.counts.generated, 0);
        let solved = engine.solve(&question, &without_limits, ());
        assert_eq!((solved.value, solved.counts.generated), (plain.value, 0));
        assert!(plain.best_moves.contains(&solved.best.unwrap()), "the book knows all moves");
        let mut engine = Engine::new(game.clone(), Playing, 1).unwrap();
        engine.set_book(Some(Arc::clone(&book))).unwrap();
        let played = engine.search(&question, &without_limits, ());
        let unit = <Playing as Scale<ConnectFour>>::UNIT;
        let score = plain.value.and_then(Value::exact).unwrap();
        assert_eq!(played.value.and_then(Value::exact), Some(unit * score), "solved scores");
        assert!(plain.best_moves.contains(&played.best.unwrap()));
    }
}

#[test]
fn a_book_of_another_game_is_refused() {
    fn refused<G: Solved>(book: &Arc<Book>, game: &G) {
        let mut engine = Engine::new(game.clone(), game.solver(), 1).unwrap();
        let told = engine.set_book(Some(Arc::clone(book))).err();
        assert_eq!(told, Some(BookError::OtherGame { name: "a game".to_owned() }));
    }
    let game = ConnectFour::new(4, 4).unwrap();
    let layers = listed(&game, &Threats, 2).unwrap();
    let book = Arc::new(Book::read(made(&game, &layers)).unwrap());
    assert_eq!(book.fits(&game, &Threats), Ok(()));
    let sizes = [(4, 5), (5, 4), (3, 4), (7, 6), (6, 7), (1, 1)];
    for (width, height) in sizes {
        refused(&book, &ConnectFour::new(width, height).unwrap());
    }
    refused(&book, &TicTacToe);
    refused(&book, &Othello::new(4).unwrap());
}

#[test]
fn damage_is_always_seen() {
    let game = ConnectFour::new(4, 4).unwrap();
    let layers = listed(&game, &Threats, 3).unwrap();
    let bytes = made(&game, &layers);
    assert!(Book::read(bytes.clone()).is_ok());
    for length in 0..bytes.len() {
        assert!(Book::read(bytes[..length].to_vec()).is_err(), "{length}");
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(Book::read(damaged).is_err(), "byte {at}");
        }
    }
    let told = |bytes: Vec<u8>| Book::read(bytes).err().unwrap().to_string();
    assert_eq!(told(Vec::new()), "it is empty");
    assert_eq!(told(vec![7; 7]), "it is no book: it has 7 bytes, and a book has 64 or more");
    assert_eq!(told(vec![0; 99]), "it is no book: it does not begin with `OutplayB`");
    let longer = [&bytes[..], b"x"].concat();
    let (has, needs) = (longer.len(), bytes.len());
    let damaged = format!("the book is damaged: it has {has} bytes, and {needs} are needed");
    assert_eq!(told(longer), damaged);
    let mut other = bytes.clone();
    other[70] ^= 1;
    assert_eq!(told(other), "the book is damaged: its checksum is wrong");
    let mut newer = bytes.clone();
    newer[8] = 2;
    let format = "it is a book in format 2, and this program reads format 1: build it anew";
    assert_eq!(told(newer), format);
    let mut huge = bytes;
    huge[16..20].fill(0xff);
    assert!(told(huge).starts_with("the book is damaged: it has "));
}

/// Whatever a book with a right checksum says, nothing is read outside of it.
#[test]
fn nonsense_with_a_right_checksum_does_no_harm() {
    let game = ConnectFour::new(4, 4).unwrap();
    let layers = listed(&game, &Threats, 3).unwrap();
    let bytes = made(&game, &layers);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let mut nonsense = bytes.clone();
        nonsense[64..].iter_mut().for_each(|byte| *byte = random.u8(..));
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for &byte in nonsense[..32].iter().chain(&nonsense[40..]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        nonsense[32..40].copy_from_slice(&hash.to_le_bytes());
        let book = Book::read(nonsense).unwrap();
        for opening in layers.iter().flatten() {
            let score = book.score(opening.key).unwrap_or(0);
            assert!(score.abs() <= Threats.highest(&game));
        }
    }
}

/// Bytes that may change while a book is read from them.
#[derive(Clone, Default)]
struct Kept {
    bytes: Arc<Mutex<Vec<u8>>>,
    reads: Arc<AtomicUsize>,
    told: Arc<Mutex<Vec<BookError>>>,
}

impl Kept {
    fn new(bytes: &[u8]) -> Kept {
        Kept { bytes: Arc::new(Mutex::new(bytes.to_vec())), ..Kept::default() }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<u8>)) {
        change(&mut self.bytes.lock().unwrap());
    }

    fn told(&self) -> Vec<BookError> {
        self.told.lock().unwrap().clone()
    }
}

impl Source for Kept {
    fn length(&self) -> u64 {
        self.bytes.lock().unwrap().len() as u64
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let kept = self.bytes.lock().unwrap();
        let part = kept.get(at as usize..at as usize + bytes.len());
        bytes.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn lost(&self, why: &BookError) {
        self.told.lock().unwrap().push(why.clone());
    }
}

/// Any score that can be, for a test that does not care which.
fn some_score(key: u64) -> i32 {
    (key % 37) as i32 - 18
}

/// A book of so many random keys of Connect Four, which stand for positions.
fn large(count: usize) -> (Vec<u64>, Vec<u8>) {
    let game = ConnectFour::default();
    let mut random = fastrand::Rng::with_seed(6);
    let keys: HashSet<u64> = (0..count).map(|_| random.u64(..1 << 49)).collect();
    let opening = |&key: &u64| Opening { key, position: game.start() };
    let layers = [keys.iter().map(opening).collect()];
    let bytes = Book::write(&game, &Threats, "a game", &layers, some_score);
    (keys.into_iter().collect(), bytes)
}

/// A book of 20 MB, more than the cache holds: blocks come and go, and every score is found.
#[test]
fn a_large_book_is_read_in_blocks() {
    let (keys, bytes) = large(4_000_000);
    let kept = Kept::new(&bytes);
    let book = Book::open(kept.clone()).unwrap();
    let once = kept.reads.load(Ordering::Relaxed);
    assert_eq!(once, bytes.len().div_ceil(4096) + 1, "all is read once, and its head before");
    for &key in keys.iter().step_by(29) {
        assert_eq!(book.score(key), Some(some_score(key)));
    }
    assert_eq!(book.score(u64::MAX >> 15), None);
    let again = kept.reads.load(Ordering::Relaxed) - once;
    assert!(again > bytes.len() / 4096, "the cache does not hold all of it: {again} reads");
    // What was just looked up is at hand.
    let before = kept.reads.load(Ordering::Relaxed);
    assert_eq!(book.score(keys[0]), book.score(keys[0]));
    assert!(kept.reads.load(Ordering::Relaxed) - before <= 3);
    assert_eq!(kept.told(), []);
}

/// Cut off, changed or taken away while it is used: what is still found is right, and the owner is told once.
#[test]
fn a_book_that_changes_while_it_is_used_tells_no_wrong_score() {
    let (mut keys, bytes) = large(20_000);
    // Always the same one is looked up first, which is not in the last block.
    keys.sort_unstable();
    let flip = |at: usize| move |bytes: &mut Vec<u8>| bytes[at] ^= 1;
    let changes: [Box<dyn Fn(&mut Vec<u8>)>; 5] = [
        Box::new(Vec::clear),
        Box::new(|bytes| bytes.truncate(bytes.len() / 2)),
        Box::new(|bytes| bytes.truncate(bytes.len() - 1)),
        Box::new(flip(bytes.len() / 3)),
        Box::new(|bytes| bytes[64..].iter_mut().for_each(|byte| *byte = !*byte)),
    ];
    for (number, change) in changes.iter().enumerate() {
        let kept = Kept::new(&bytes);
        let book = Book::open(kept.clone()).unwrap();
        assert_eq!(book.score(keys[0]), Some(some_score(keys[0])));
        kept.change(change);
        let found: Vec<Option<i32>> = keys.iter().map(|&key| book.score(key)).collect();
        for (&key, score) in keys.iter().zip(&found) {
            assert!(score.is_none_or(|score| score == some_score(key)), "change {number}");
        }
        assert!(found.iter().any(Option::is_none), "change {number} was met");
        assert_eq!(kept.told(), [BookError::Changed], "change {number}");
    }
}

#[test]
fn a_large_book_is_checked_like_a_small_one() {
    let (_, bytes) = large(20_000);
    let (mut flipped, mut longer) = (bytes.clone(), bytes.clone());
    flipped[70_000] ^= 1;
    longer.push(0);
    for bytes in [&[][..], &bytes[..63], &bytes[..bytes.len() - 1], &[0; 5_000], &flipped, &longer]
    {
        let told = Book::read(bytes.to_vec()).err();
        assert!(told.is_some() && Book::open(Kept::new(bytes)).err() == told);
    }
    // What is no book is seen by its head, and not read.
    let zeros = Kept::new(&vec![0; 1 << 20]);
    assert_eq!(Book::open(zeros.clone()).err(), Some(BookError::Magic));
    assert_eq!(zeros.reads.load(Ordering::Relaxed), 1);
}

#[test]
fn what_cannot_be_listed_is_told() {
    fn told<T: Debug>(listed: Result<T, BookError>) -> String {
        listed.unwrap_err().to_string()
    }
    struct NoKeys;
    impl Insight<TicTacToe> for NoKeys {
        type Scratch = ();
        type Scale = ();
        type Facts = ();
        type Evaluation = ();
        type Ordering = ();
        type Selectivity = ();
        type Keys = Self;

        fn scale(&self) -> &() {
            &()
        }
        fn facts(&self) -> &() {
            &()
        }
        fn evaluation(&self) -> &() {
            &()
        }
        fn ordering(&self) -> &() {
            &()
        }
        fn selectivity(&self) -> &() {
            &()
        }
        fn keys(&self) -> &Self {
            self
        }
    }

    impl Keys<TicTacToe> for NoKeys {
        fn key(&self, _: &TicTacToe, _: &<TicTacToe as Game>::Position) -> Option<u64> {
            None
        }
    }
    let message = "this game has no keys to look positions up by";
    assert_eq!(told(listed(&TicTacToe, &NoKeys, 1)), message);
}
