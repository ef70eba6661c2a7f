//! Text of chess that is random, or nearly right: 10,000 of each sort. It is understood or refused in a sentence, at once.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::ops::Range;
use std::time::{Duration, Instant};

use common::seeds::each_seed;
use fastrand::Rng;
use outplay::Game;
use outplay::face::notation::Notation;
use outplay_games::chess::{Chess, Epd, Pieces, Position, pgn};

/// How many texts of each sort.
const COUNT: usize = 10_000;

/// More than one text takes, on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(2);

const LETTERS: &str = "abcdefgh12345678KQRBNPkqrnp/-=+#!?{}()[]<>;$%.*\"\\ \t\n\u{feff}é💣0xOwZ";

/// Changes some letters of a text.
fn mutated(random: &mut Rng, text: &str) -> String {
    let letters: Vec<char> = LETTERS.chars().collect();
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(0..6) {
        let at = random.usize(0..=text.len());
        match random.u8(0..5) {
            0 => text.insert(at, *random.choice(&letters).unwrap()),
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text[at] = *random.choice(&letters).unwrap(),
            3 => {
                // What was there comes again.
                let end = (at + random.usize(0..20)).min(text.len());
                let part = text[at..end].to_vec();
                let to = random.usize(0..=text.len());
                text.splice(to..to, part);
            }
            _ => text.truncate(text.len() - at / 8),
        }
    }
    text.into_iter().collect()
}

/// Letters that mean nothing.
fn noise(random: &mut Rng) -> String {
    let letters: Vec<char> = LETTERS.chars().collect();
    (0..random.usize(0..80)).map(|_| *random.choice(&letters).unwrap()).collect()
}

/// One in ten is noise, the others are one of the seeds, changed. So many of them should be understood.
fn check_understood(
    seed: u64,
    seeds: &[&str],
    expected: Range<usize>,
    mut is_read: impl FnMut(&str) -> bool,
) {
    each_seed(seed, |random| {
        let mut count = 0;
        for _ in 0..COUNT {
            let text = match random.u8(0..10) {
                0 => noise(random),
                _ => {
                    let seed = random.choice(seeds).unwrap();
                    mutated(random, seed)
                }
            };
            let begun = Instant::now();
            count += usize::from(is_read(&text));
            assert!(begun.elapsed() < PATIENCE, "{:?} for {text:?}", begun.elapsed());
        }
        assert!(expected.contains(&count), "{count}");
    });
}

/// Uses all that can be asked of a position.
fn look_at(game: &Chess, position: &Position) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let (text, uci) = (game.write_move(position, mv), game.write_uci(position, mv));
        assert_eq!(game.read_move(position, &text), Ok(mv), "{text}");
        assert_eq!(game.read_uci(position, &uci), Ok(mv), "{uci}");
        assert!(Pieces::default().score(&child).abs() <= 20_000);
    }
    assert!(!game.picture(position).is_empty());
}

/// That a refusal has a sentence.
fn is_ok<T, E: ToString>(result: Result<T, E>, mut used: impl FnMut(T)) -> bool {
    match result {
        Ok(value) => {
            used(value);
            true
        }
        Err(error) => {
            assert!(error.to_string().contains(' '), "{}", error.to_string());
            false
        }
    }
}

const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/P6k/8/8/8/8/p6K/8 w - - 99 120",
];

#[test]
fn fens_are_understood_or_refused() {
    check_understood(1, &FENS, 1_000..9_000, |text| {
        for game in [Chess::default(), Chess::CHESS960] {
            is_ok(game.read_position(text), |position| {
                look_at(&game, &position);
                let again = game.read_position(&game.write_position(&position));
                assert_eq!(again.as_ref(), Ok(&position), "{text}");
            });
        }
        Chess::default().read_position(text).is_ok()
    });
}

/// Any pieces on any squares.
fn scattered(random: &mut Rng) -> String {
    let mut squares = ['1'; 64];
    for piece in ['K', 'k'] {
        squares[random.usize(0..64)] = piece;
    }
    for _ in 0..random.usize(0..12) {
        squares[random.usize(0..64)] = *random.choice(b"RBNPPrbnpp").unwrap() as char;
    }
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    let pick = |random: &mut Rng, from: &[&'static str]| *random.choice(from).unwrap();
    let side = pick(random, &["w", "b"]);
    let rights = pick(random, &["-", "-", "-", "K", "KQkq", "q", "Aa"]);
    let passing = pick(random, &["-", "-", "-", "e3", "d6", "a4"]);
    format!("{} {side} {rights} {passing} {} 1", rows.join("/"), random.u8(0..=101))
}

#[test]
fn scattered_pieces_are_a_position_or_are_refused() {
    let game = Chess::default();
    each_seed(2, |random| {
        let mut count = 0;
        for _ in 0..COUNT {
            count += usize::from(is_ok(game.read_position(&scattered(random)), |position| {
                look_at(&game, &position);
                // Two plies further, nobody has lost a king.
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                for mv in moves {
                    let mut child = position.clone();
                    game.play(&mut child, mv);
                    look_at(&game, &child);
                }
            }));
        }
        assert!((100..8_000).contains(&count), "{count}");
    });
}

#[test]
fn epds_are_understood_or_refused() {
    let seeds = [
        "8/8/8/8/8/3k4/3p4/3K4 b - - bm Ke3; ce -20; id \"a; b\"; pv Ke3 Ke1;",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 7; fmvn 60; acd 5;",
    ];
    check_understood(3, &seeds, 1_000..9_500, |text| {
        let _ = Chess::default().read_problem(text);
        is_ok(text.parse::<Epd>(), |epd| {
            let again: Epd = epd.to_string().parse().unwrap();
            assert_eq!(again.to_string(), epd.to_string(), "{text}");
        })
    });
}

#[test]
fn moves_are_understood_or_refused() {
    let game = Chess::default();
    let positions: Vec<Position> =
        FENS.iter().map(|fen| game.read_position(fen).unwrap()).collect();
    let seeds = [
        "e4",
        "Nf3",
        "O-O",
        "0-0-0",
        "exd5",
        "Qxf6+",
        "a8=Q",
        "e2e4",
        "e7e8q",
        "dxe3 e.p.",
        "Nge2!?",
    ];
    check_understood(4, &seeds, 1_000..9_500, |text| {
        let mut is_move = false;
        for position in &positions {
            for read in [game.read_move(position, text), game.read_uci(position, text)] {
                is_move |= is_ok(read, |mv| assert!(position.board().is_legal(mv), "{text}"));
            }
        }
        is_move
    });
}

#[test]
fn pgns_are_understood_or_refused() {
    let seeds = [
        "[Event \"x\"]\n[White \"\\\"A\\\" \\\\\"]\n\n1. e4 e5 2. Nf3 {a comment [%clk 0:01:00]} (2. f4 $5 exf4 (2... d5!?)) 2... Nc6 1/2-1/2\n",
        "[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q a1=Q 2. Qxa1 *\n\n[White \"next\"]\n1. d4 d5 1-0",
        "1.e4 c5 2.Nf3 d6 ; to the end of the line\n3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6 0-1",
        "% passed over\n1. e4 (1. -- e5) (1. d4 (1. c4 (1. b3))) e5 2. O-O",
    ];
    let game = Chess::default();
    check_understood(5, &seeds, 1_000..9_500, |text| {
        let _ = game.read_games(text);
        is_ok(pgn::read(text), |games| {
            let written: String = games.iter().map(|one| format!("{one}\n")).collect();
            let again = pgn::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again.len(), games.len(), "{text}\n{written}");
            for (one, other) in games.iter().zip(&again) {
                let moves = |game: &pgn::PgnGame| -> Vec<_> {
                    game.line.moves.iter().map(|noted| noted.mv).collect()
                };
                assert_eq!(moves(one), moves(other), "{text}");
                assert_eq!(one.result, other.result, "{text}");
                assert!(
                    one.line
                        .moves
                        .iter()
                        .all(|noted| noted.clock().is_none_or(|clock| clock <= Duration::MAX))
                );
            }
        })
    });
}
