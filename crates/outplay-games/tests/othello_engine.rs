//! Othello through the engine: against plain minimax, against scores by others, and always the same.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::seeds::{Tally, each_seed};
use common::{Found, data, engine, exactly};
use outplay::engine::{Config, EVERY_MOVE, Facts, Insight, Question, StaticEvaluation};
use outplay::face::notation::{Notation, Problem};
use outplay::{Depth, Game, Limits, Player, Value, Window};
use outplay_games::othello::{Board, Discs, Othello, Square};

/// The score for the player to move, by plain minimax.
fn truth(game: &Othello, board: &Board) -> i32 {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let score = |mv| {
        let mut child = *board;
        game.play(&mut child, mv);
        -truth(game, &child)
    };
    moves.into_iter().map(score).max().unwrap_or_else(|| game.payoff(board, board.mover()) as i32)
}

/// A position with so many empty squares, by random moves.
fn random_board(game: &Othello, empty: u32, random: &mut fastrand::Rng) -> Option<Board> {
    let mut board = game.start();
    let squares = game.size() * game.size();
    loop {
        let discs = board.discs(Player::MAX) | board.discs(Player::MIN);
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        if squares - discs.count_ones() <= empty {
            return (!moves.is_empty()).then_some(board);
        }
        game.play(&mut board, *random.choice(&moves)?);
    }
}

fn solved(game: &Othello, board: &Board, config: Config) -> i32 {
    let engine = engine(game, &Discs::default(), 1, config);
    let report = engine.solve(&Question::at(*board), &Limits::default(), ());
    assert!(report.best.is_some(), "{}", game.write_position(board));
    report.value.and_then(Value::exact).unwrap()
}

#[test]
fn every_knob_finds_the_score_of_minimax() {
    let boards = Tally::new();
    each_seed(1, |random| {
        for (size, empty, count) in [(4, 10, 10), (6, 9, 6), (8, 2, 10), (8, 5, 10), (8, 9, 6)] {
            let game = Othello::new(size).unwrap();
            for board in (0..count).filter_map(|_| random_board(&game, empty, random)) {
                boards.add(1);
                let score = truth(&game, &board);
                let line = game.write_position(&board);
                for config in Config::each_off() {
                    assert_eq!(solved(&game, &board, config), score, "{line} {config:?}");
                }
                let engine = engine(&game, &Discs::default(), 1, Config::default());
                let report = engine.solve(&Question::at(board), &Limits::default(), ());
                let mut place = board;
                report.line.iter().for_each(|&mv| game.play(&mut place, mv));
                let sign = if place.mover() == board.mover() { 1 } else { -1 };
                assert_eq!(sign * truth(&game, &place), score, "{line}: {:?}", report.line);
                let weak = Question { weak: true, ..Question::at(board) };
                let report = engine.solve(&weak, &Limits::default(), ());
                assert_eq!(report.value, exactly(score.signum()), "{line}");
            }
        }
    });
    boards.at_least(60);
}

#[test]
fn every_move_gets_its_score() {
    let game = Othello::default();
    let scored = Tally::new();
    each_seed(2, |random| {
        for board in (0..10).filter_map(|_| random_board(&game, 7, random)) {
            let engine = engine(&game, &Discs::default(), 1, Config::default());
            let question = Question { lines: EVERY_MOVE, ..Question::at(board) };
            for (mv, score) in engine.solve(&question, &Limits::default(), ()).moves {
                let mut child = board;
                game.play(&mut child, mv);
                assert_eq!(Some(score), exactly(-truth(&game, &child)));
                scored.add(1);
            }
        }
    });
    scored.at_least(40);
}

#[test]
fn stable_discs_are_a_fact() {
    let (game, insight) = (Othello::default(), Discs::default());
    let told = Tally::new();
    each_seed(3, |random| {
        for board in (0..300).filter_map(|_| random_board(&game, 8, random)) {
            let score = solved(&game, &board, Config::default().without("facts"));
            for alpha in (-64..64).step_by(8) {
                let window = Window { alpha, beta: alpha + 1 };
                let look = insight.scratch(&game, &board);
                let known = insight.bounds(&game, &board, &look, window);
                assert!(known.holds(score), "{}", game.write_position(&board));
                told.when(known.high < 64);
            }
        }
    });
    told.at_least(1_500);
}

#[test]
fn deep_endgames_agree_with_the_solver_without_evaluation() {
    let game = Othello::default();
    let boards = Tally::new();
    each_seed(4, |random| {
        for board in (0..10).filter_map(|_| random_board(&game, 13, random)) {
            boards.add(1);
            let plain = Config::default().without("ordering").without("probcut");
            let score = solved(&game, &board, Config::default());
            assert_eq!(score, solved(&game, &board, plain), "{}", game.write_position(&board));
            let both = Config { threads: 2, ..Config::default() };
            assert_eq!(score, solved(&game, &board, both), "{}", game.write_position(&board));
        }
    });
    boards.at_least(12);
}

fn check_file(name: &str, count: u32, threads: usize) {
    let Some(text) = data("othello", name) else { return };
    let game = Othello::default();
    let config = Config { threads, ..Config::default() };
    let engine = engine(&game, &Discs::default(), 64, config);
    let mut checked = 0;
    for line in text.lines() {
        let Problem { position, score, .. } = game.read_problem(line).unwrap();
        let report = engine.solve(&Question::at(position), &Limits::default(), ());
        assert_eq!(report.value, exactly(score.unwrap()), "{line}");
        checked += 1;
    }
    assert_eq!(checked, count);
}

#[test]
fn ffo_20_to_39_are_right() {
    check_file("fforum-20-39.obf", 20, 1);
}

#[test]
#[ignore = "takes a minute; `just long`"]
fn ffo_40_to_49_are_right() {
    check_file("fforum-40-49.obf", 10, 2);
}

#[test]
fn positions_stated_here_have_their_scores() {
    // The first three of the FFO endgame suite (Andersson, 1990s), with their published scores.
    let game = Othello::default();
    for (text, score) in [
        ("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X", 6),
        ("OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O", 0),
        ("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", 2),
    ] {
        let board = game.read_position(text).unwrap();
        assert_eq!(solved(&game, &board, Config::default()), score, "{text}");
    }
}

#[test]
fn the_same_search_takes_the_same_positions() {
    let game = Othello::default();
    let text = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";
    let board = game.read_position(text).unwrap();
    let counts: Vec<u64> = (0..2)
        .map(|_| {
            let engine = engine(&game, &Discs::default(), 8, Config::default());
            engine.solve(&Question::at(board), &Limits::default(), ()).counts.generated
        })
        .collect();
    assert_eq!(counts, [SIGNATURE; 2]);
}

/// Changes whenever the search or the weights do.
const SIGNATURE: u64 = 703_970;

/// By how much shallow searches are off, as a table to fit [`outplay::engine::Selectivity::probcut_error`] to: standard deviations, in discs.
#[test]
#[ignore = "an experiment that prints a table"]
fn how_far_shallow_searches_are_off() {
    const DEEPEST: u32 = 9;
    let (game, insight) = (Othello::default(), Discs::default());
    let mut random = fastrand::Rng::with_seed(5);
    let mut squares = vec![vec![0.0; DEEPEST as usize + 1]; DEEPEST as usize + 1];
    let mut count = 0;
    while count < 600 {
        let Some(board) = sensible_board(&game, &insight, random.u32(14..=44), &mut random) else {
            continue;
        };
        let scores: Vec<i32> =
            (0..=DEEPEST).map(|depth| looked(&game, &insight, &board, depth)).collect();
        if scores.iter().any(|score| score.abs() > 40) {
            continue;
        }
        count += 1;
        for deep in 1..=DEEPEST as usize {
            for shallow in 0..deep {
                squares[deep][shallow] += f64::from(scores[deep] - scores[shallow]).powi(2);
            }
        }
    }
    for (deep, squares) in squares.iter().enumerate().skip(1) {
        let errors = squares[..deep].iter().map(|sum| format!("{:5.2}", (sum / 600.0).sqrt()));
        println!("{deep:2}: {}", errors.collect::<Vec<_>>().join(" "));
    }
}

/// A position that players come to who look ahead two plies, and sometimes play anything.
fn sensible_board(
    game: &Othello,
    insight: &Discs,
    empty: u32,
    random: &mut fastrand::Rng,
) -> Option<Board> {
    let mut board = random_board(game, 52, random)?;
    loop {
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        if insight.plies_left(game, &board) <= empty {
            return (moves.len() > 1).then_some(board);
        }
        let best = report(game, insight, &board, 2).best?;
        let any = *random.choice(&moves)?;
        game.play(&mut board, if random.u32(..10) == 0 { any } else { best });
    }
}

fn looked(game: &Othello, insight: &Discs, board: &Board, depth: u32) -> i32 {
    match depth {
        0 => {
            let (scratch, carried) = (insight.scratch(game, board), insight.carried(game, board));
            insight.evaluate(game, board, &scratch, &carried)
        }
        _ => report(game, insight, board, depth).value.unwrap().score(),
    }
}

fn report(game: &Othello, insight: &Discs, board: &Board, depth: u32) -> Found<Square> {
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let config = Config::default().without("probcut");
    engine(game, insight, 8, config).search(&Question::at(*board), &limits, ())
}
