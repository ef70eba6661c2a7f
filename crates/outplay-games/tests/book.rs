//! Books: against plain minimax, in the tree, and damaged in every way.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::collections::HashMap;
use std::fmt::Debug;

use outplay::engine::book::{self, BookError, Opening};
use outplay::engine::{Book, Config, Engine, Insight, Progress};
use outplay::{Bound, Game, Turn};
use outplay_games::catalogue::Listed;
use outplay_games::connect_four::{ConnectFour, Threats};
use outplay_games::othello::Othello;
use outplay_games::tic_tac_toe::TicTacToe;

type Layers<G> = Vec<Vec<Opening<<G as Game>::Position>>>;

/// The score of a position by plain minimax, seen by the player to move.
fn truth<G: Listed>(
    game: &G,
    insight: &G::Insight,
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
            true => insight.over(game, &child, player, 1),
            false => one_ply_on::<G>(-truth(game, insight, &child, seen)),
        }
    });
    let score = score.max().unwrap();
    seen.insert(key, score);
    score
}

/// Scores that count plies are one ply farther away.
fn one_ply_on<G: Listed>(score: i32) -> i32 {
    if G::Insight::COUNTS_PLIES { score - score.signum() } else { score }
}

fn solved<G: Listed>(engine: &Engine<'_, G, G::Insight>, position: &G::Position) -> (i32, u64) {
    let report = engine.solve(position, &Progress::default());
    (report.value.and_then(Bound::exact).unwrap(), report.counts.generated)
}

/// A book of some layers, with scores by the engine.
fn made<G: Listed>(game: &G, layers: &Layers<G>) -> Vec<u8> {
    let insight = game.insight();
    let engine = Engine::new(game, &insight, 8).unwrap();
    let scores: HashMap<u64, i32> = layers
        .iter()
        .flatten()
        .map(|opening| (opening.key, solved(&engine, &opening.position).0))
        .collect();
    Book::write(game, &insight, "a game", layers, |key| scores[&key])
}

fn random_position<G: Listed>(game: &G, plies: usize, random: &mut fastrand::Rng) -> G::Position {
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

#[test]
fn all_scores_are_those_of_minimax() {
    fn check<G: Listed>(game: &G, plies: u32, counts: &[usize]) {
        let insight = game.insight();
        let layers = book::openings(game, &insight, plies).unwrap();
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
    let layers = book::openings(&ConnectFour::default(), &Threats, 8).unwrap();
    // 1, 7, 49, 238, 1,120, 4,263, 16,422, 54,859 and 184,275 with their mirror images, less those that are over.
    let counts: Vec<usize> = layers.iter().map(Vec::len).collect();
    assert_eq!(counts[..7], [1, 4, 25, 121, 568, 2_144, 8_231]);
    assert_eq!(counts.len(), 9);
}

/// The book that comes with a game is for that game, whole, and consistent.
#[test]
fn the_book_that_comes_with_the_game_is_complete() {
    let game = ConnectFour::default();
    let book = Book::read(game.book().unwrap()).unwrap();
    assert_eq!((book.name(), book.fits(&game, &Threats)), ("connect-four", Ok(())));
    let layers = book::openings(&game, &Threats, book.plies()).unwrap();
    assert_eq!(layers.iter().map(Vec::len).sum::<usize>() as u64, book.positions());
    assert!(layers.iter().flatten().all(|opening| book.score(opening.key).is_some()));
    for opening in layers[..book.plies() as usize].iter().flatten() {
        let best = book::best_next(&game, &Threats, &opening.position, |key| book.score(key));
        assert_eq!(best, book.score(opening.key), "{:?}", opening.position);
    }
    // Allis, 1988: the first player wins, and only in the centre column.
    assert_eq!(book.score(Threats.key(&game, &game.start()).unwrap()), Some(1));
    assert_eq!(ConnectFour::new(6, 7).unwrap().book(), None);
}

/// A whole book answers at the root. One that has only its last ply is met in the middle of the tree.
#[test]
fn a_book_in_the_tree_changes_no_score() {
    fn check<G: Listed>(game: &G, plies: u32) {
        let insight = game.insight();
        let whole = book::openings(game, &insight, plies).unwrap();
        let mut last = whole.clone();
        last[..plies as usize].iter_mut().for_each(Vec::clear);
        let (whole, last) = (made(game, &whole), made(game, &last));
        let (whole, last) = (Book::read(whole).unwrap(), Book::read(last).unwrap());
        let mut random = fastrand::Rng::with_seed(4);
        for config in Config::each_off() {
            // Without facts, table and order it takes long from the start.
            let least = if config.facts && config.table { 0 } else { plies as usize - 1 };
            let positions = (0..5).map(|_| {
                let plies = random.usize(least..plies as usize + 4);
                random_position(game, plies, &mut random)
            });
            for position in positions {
                let engine = || Engine::new(game, &insight, 1).unwrap().config(config);
                let (score, _) = solved(&engine(), &position);
                for book in [&whole, &last] {
                    let (by_book, _) = solved(&engine().book(book).unwrap(), &position);
                    assert_eq!(by_book, score, "{}", game.write_position(&position));
                    let weak = Config { weak: true, ..config };
                    let weak = engine().book(book).unwrap().config(weak);
                    assert_eq!(solved(&weak, &position).0, score.signum());
                }
            }
        }
        let nodes = |book: Option<&Book>| {
            let engine = Engine::new(game, &insight, 1).unwrap();
            let engine = match book {
                Some(book) => engine.book(book).unwrap(),
                None => engine,
            };
            solved(&engine, &game.start()).1
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
    let layers = book::openings(&game, &Threats, 3).unwrap();
    let book = Book::read(made(&game, &layers)).unwrap();
    let moves = Config { moves: true, ..Config::default() };
    for opening in layers[..3].iter().flatten() {
        let plain = Engine::new(&game, &Threats, 1).unwrap().config(moves);
        let plain = plain.solve(&opening.position, &Progress::default());
        let engine = Engine::new(&game, &Threats, 1).unwrap().config(moves).book(&book).unwrap();
        let report = engine.solve(&opening.position, &Progress::default());
        assert_eq!((report.value, &report.moves), (plain.value, &plain.moves));
        assert_eq!(report.counts.generated, 0);
        let played = engine.search(&opening.position, &Progress::default(), |_| ());
        assert_eq!(played.value, plain.value);
        assert!(plain.best_moves.contains(&played.best.unwrap()));
    }
}

#[test]
fn a_book_of_another_game_is_refused() {
    fn refused<G: Listed>(book: &Book, game: &G) {
        let insight = game.insight();
        let told = Engine::new(game, &insight, 1).unwrap().book(book).err();
        assert_eq!(told, Some(BookError::OtherGame { name: "a game".to_owned() }));
    }
    let game = ConnectFour::new(4, 4).unwrap();
    let layers = book::openings(&game, &Threats, 2).unwrap();
    let book = Book::read(made(&game, &layers)).unwrap();
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
    let layers = book::openings(&game, &Threats, 3).unwrap();
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
    let layers = book::openings(&game, &Threats, 3).unwrap();
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

#[test]
fn a_file_is_mapped() {
    let game = ConnectFour::new(4, 4).unwrap();
    let layers = book::openings(&game, &Threats, 3).unwrap();
    let bytes = made(&game, &layers);
    let path = std::env::temp_dir().join(format!("outplay-{}-mapped.book", std::process::id()));
    std::fs::write(&path, &bytes).unwrap();
    let mapped = Book::map(&std::fs::File::open(&path).unwrap()).unwrap();
    let read = Book::read(bytes).unwrap();
    for opening in layers.iter().flatten() {
        assert_eq!(mapped.score(opening.key), read.score(opening.key));
    }
    assert_eq!(mapped.score(u64::MAX >> 44), None);
    std::fs::write(&path, []).unwrap();
    let empty = Book::map(&std::fs::File::open(&path).unwrap()).err();
    assert_eq!(empty, Some(BookError::Short { has: 0 }));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn what_cannot_be_listed_is_told() {
    fn told<T: Debug>(listed: Result<T, BookError>) -> String {
        listed.unwrap_err().to_string()
    }
    struct NoKeys;
    impl Insight<TicTacToe> for NoKeys {
        type Scratch = ();
        type Carried = ();
        fn key(&self, _: &TicTacToe, _: &<TicTacToe as Game>::Position) -> Option<u64> {
            None
        }
    }
    let message = "this game has no keys to look positions up by";
    assert_eq!(told(book::openings(&TicTacToe, &NoKeys, 1)), message);
}
