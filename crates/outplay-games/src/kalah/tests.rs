//! The rules by example, the contract, facts that are facts, and the values that others have published.

use outplay::engine::{Config, Engine, Facts, Question};
use outplay::textbook::Search;
use outplay::{Bound, Game, Limits, Player, Value, Window, testing};

use super::*;
use outplay::face::Notation;

const BOTH: [Captures; 2] = [Captures::Standard, Captures::Empty];

/// The board after a move.
fn after(game: &Kalah, board: &str, mv: &str) -> String {
    let mut board = game.read_position(board).unwrap();
    let pit = game.read_move(&board, mv).unwrap();
    game.play(&mut board, pit);
    game.write_position(&board)
}

fn small(captures: Captures) -> Kalah {
    Kalah::new(3, 3, captures).unwrap()
}

#[test]
fn kalah_keeps_its_promises() {
    for captures in BOTH {
        for (pits, seeds) in [(1, 1), (2, 3), (3, 7), (6, 4), (7, 10)] {
            testing::check_deterministic(&Kalah::new(pits, seeds, captures).unwrap());
        }
    }
}

#[test]
fn sizes_that_do_not_do_are_refused() {
    for (pits, seeds) in [(0, 4), (8, 4), (6, 0), (6, 11)] {
        let told = Kalah::new(pits, seeds, Captures::Standard).unwrap_err().to_string();
        assert!(
            told.starts_with(&format!("{pits} pits with {seeds} seeds each do not do")),
            "{told}"
        );
    }
}

#[test]
fn the_last_seed_in_the_store_moves_again() {
    let game = small(Captures::Standard);
    assert_eq!(after(&game, "3-3-3:0/3-3-3:0/1", "1"), "0-4-4:1/3-3-3:0/1");
    assert_eq!(after(&game, "3-3-3:0/3-3-3:0/2", "1"), "3-3-3:0/0-4-4:1/2");
    assert_eq!(after(&game, "3-3-3:0/3-3-3:0/1", "3"), "3-3-0:1/4-4-3:0/2");
}

#[test]
fn seeds_skip_the_other_store() {
    let game = small(Captures::Standard);
    // Four places to the end of the other side, past the store there, and on to the own pits.
    assert_eq!(after(&game, "0-1-6:1/5-5-0:0/1", "3"), "1-2-0:2/6-6-1:0/2");
}

#[test]
fn a_capture_takes_both_pits() {
    for captures in BOTH {
        let game = small(captures);
        assert_eq!(after(&game, "1-0-4:1/3-5-3:1/1", "1"), "0-0-4:7/3-0-3:1/2");
        // All the way round, back into the pit that was sown.
        assert_eq!(after(&game, "7-0-1:1/3-2-3:1/1", "1"), "0-1-2:7/4-3-0:1/2");
    }
}

#[test]
fn an_empty_capture_is_made_where_that_is_the_rule() {
    let board = "1-0-4:1/4-0-4:4/1";
    assert_eq!(after(&small(Captures::Standard), board, "1"), "0-1-4:1/4-0-4:4/2");
    assert_eq!(after(&small(Captures::Empty), board, "1"), "0-0-4:2/4-0-4:4/2");
}

#[test]
fn what_is_left_goes_to_the_player_beside_it() {
    let game = small(Captures::Standard);
    assert_eq!(after(&game, "0-0-1:5/4-4-4:0/1", "3"), "0-0-0:6/0-0-0:12/1");
    let over = game.read_position("0-0-0:6/0-0-0:12/1").unwrap();
    assert_eq!([game.payoff(&over, Player::MAX), game.payoff(&over, Player::MIN)], [-6.0, 6.0]);
    // The other side is empty after a capture, whoever is to move.
    assert_eq!(after(&game, "1-0-4:5/0-8-0:0/1", "1"), "0-0-0:18/0-0-0:0/2");
}

/// The score of the start by the engine, with this many megabytes.
fn solved(pits: u8, seeds: u8, captures: Captures, megabytes: usize) -> Option<Value<i32>> {
    let game = Kalah::new(pits, seeds, captures).unwrap();
    let question = Question::at(game.start());
    let mut engine = Engine::new(game, Stores, megabytes).unwrap();
    engine.set_config(Config { threads: 2, ..Config::default() });
    let begin = std::time::Instant::now();
    let report = engine.solve(&question, &Limits::default(), ());
    let (nodes, time) = (report.counts.generated, begin.elapsed());
    println!("({pits}, {seeds}) {captures:?}: {:?}, {nodes} positions in {time:.1?}", report.value);
    report.value
}

#[track_caller]
fn check_value(pits: u8, seeds: u8, captures: Captures, score: i32) {
    let value = solved(pits, seeds, captures, 256);
    assert_eq!(value, Some(Value::Proven(Bound::Exact(score))), "({pits}, {seeds}) {captures:?}");
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000 (with empty captures); Rawlings 2015 by the usual rule.
#[test]
fn small_boards_have_the_values_that_are_published() {
    for (pits, seeds, standard, empty) in [(4, 3, 6, 8), (6, 2, 6, 10)] {
        check_value(pits, seeds, Captures::Standard, standard);
        check_value(pits, seeds, Captures::Empty, empty);
    }
}

#[test]
#[ignore = "half a minute"]
fn six_pits_of_three_seeds_have_the_value_that_is_published() {
    for captures in BOTH {
        check_value(6, 3, captures, 2);
    }
}

#[test]
#[ignore = "hours: see docs/kalah.md"]
fn the_usual_board_has_the_values_that_are_published() {
    for (captures, score) in [(Captures::Empty, 10), (Captures::Standard, 8)] {
        let value = solved(6, 4, captures, 9_000);
        assert_eq!(value, Some(Value::Proven(Bound::Exact(score))), "{captures:?}");
    }
}

#[test]
fn the_engine_finds_what_minimax_finds() {
    for captures in BOTH {
        for (pits, seeds) in [(2, 2), (2, 3), (3, 2)] {
            let game = Kalah::new(pits, seeds, captures).unwrap();
            let minimax = Search::new(&game).table().minimax(&game.start()).unwrap();
            let expected = minimax.value.unwrap().exact().unwrap() as i32;
            for config in Config::each_off() {
                let mut engine = Engine::new(game.clone(), Stores, 1).unwrap();
                engine.set_config(config);
                let report = engine.solve(&Question::at(game.start()), &Limits::default(), ());
                let exact = Some(Value::Proven(Bound::Exact(expected)));
                assert_eq!(report.value, exact, "({pits}, {seeds}) {captures:?} {config:?}");
                assert!(minimax.best_moves.contains(&report.best.unwrap()));
            }
        }
    }
}

#[test]
fn every_bound_is_a_fact() {
    let mut random = fastrand::Rng::with_seed(3);
    for captures in BOTH {
        let game = Kalah::new(3, 2, captures).unwrap();
        for _ in 0..300 {
            let mut board = game.start();
            for _ in 0..random.usize(0..12) {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                let Some(&pit) = random.choice(&moves) else { break };
                game.play(&mut board, pit);
            }
            let value = Search::new(&game).table().minimax(&board).unwrap().value.unwrap().score();
            let value = if board.mover() == Player::MAX { value } else { -value } as i32;
            let bounds = Facts::bounds(&Stores, &game, &board, &(), Window::OPEN);
            assert!(
                bounds.holds(value),
                "{} is worth {value}, not in {bounds}",
                game.write_position(&board)
            );
        }
    }
}
