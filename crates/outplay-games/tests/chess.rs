//! Chess against numbers that others have published.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::data;
use common::skipped::skipped_with;
use outplay::Game;
use outplay::face::notation::Notation;
use outplay::testing;
use outplay_games::chess::{Chess, Epd, perft};

/// The six positions of the Chess Programming Wiki (Perft Results), with the counts of each depth that is not too deep.
const POSITIONS: [(&str, &[u64]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    ),
];

/// Chess960, from the same place (Chess960 Perft Results, positions 1 to 4).
const CHESS960: [(&str, &[u64]); 4] = [
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366, 16_253_601],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[20, 479, 10_471, 273_318, 6_417_013],
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        &[22, 593, 13_440, 382_958, 9_183_776],
    ),
];

fn check(positions: &[(&str, &[u64])]) {
    let game = Chess::default();
    for (fen, counts) in positions {
        let position = game.read_position(fen).unwrap();
        for (&count, depth) in counts.iter().zip(1..) {
            assert_eq!(perft(position.board(), depth), count, "depth {depth} of {fen}");
        }
    }
}

#[test]
fn perft_is_as_published() {
    check(&POSITIONS);
}

#[test]
fn perft_of_chess960_is_as_published() {
    check(&CHESS960);
}

#[test]
fn the_game_has_the_same_moves() {
    // Where no draw is near, the rules of the game and the board agree.
    let game = Chess::default();
    assert_eq!(testing::perft(&game, &game.start(), 4), 197_281);
}

#[test]
#[ignore = "takes a while: just long"]
fn perft_of_the_start_to_depth_6() {
    assert_eq!(perft(Chess::default().start().board(), 6), 119_060_324);
}

/// Each line has counts like `D3 8902;`. What is deeper than `most` positions is left out.
fn check_suite(most: u64) {
    let Some(text) = data("chess", "perftsuite.epd") else { return };
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let epd: Epd = line.parse().unwrap();
        for (opcode, operands) in &epd.operations {
            let depth: u32 = opcode.trim_start_matches('D').parse().unwrap();
            let count: u64 = operands[0].parse().unwrap();
            if count <= most {
                assert_eq!(perft(epd.position.board(), depth), count, "{opcode} of {line}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 500, "{checked}");
}

#[test]
fn the_perft_suite_is_right() {
    check_suite(1_000_000);
}

#[test]
#[ignore = "takes minutes: just long"]
fn the_perft_suite_is_right_to_the_end() {
    check_suite(u64::MAX);
}

#[test]
fn the_positions_of_others_are_read_and_written() {
    let game = Chess::default();
    for name in ["wac.epd", "openings-2moves.epd", "perftsuite.epd"] {
        let Some(text) = data("chess", name) else { continue };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            let again = game.read_position(&game.write_position(&epd.position)).unwrap();
            assert_eq!(again, epd.position, "{line}");
            for text in epd.operands("bm").unwrap_or_default() {
                let mv = game
                    .read_move(&epd.position, text)
                    .unwrap_or_else(|error| panic!("{line}: {error}"));
                let written = game.write_move(&epd.position, mv);
                assert_eq!(
                    written.trim_end_matches(['+', '#']),
                    text.trim_end_matches(['+', '#']),
                    "{line}"
                );
            }
        }
        assert!(
            !outplay_games::catalogue().game("chess").unwrap().openings(&text).unwrap().is_empty()
        );
    }
}

#[test]
fn without_the_data_of_others_the_tests_are_named() {
    let tests = ["the_perft_suite_is_right", "the_positions_of_others_are_read_and_written"];
    let exactly = [tests[0], tests[1], "--exact"];
    let skipped = skipped_with(("OUTPLAY_DATA", "/nowhere"), &exactly);
    assert_eq!(skipped, tests.map(|name| format!("chess::{name}")));
}
