//! Chess through the engine: what is pruned, and what must not be.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::engine;
use common::seeds::{Tally, each_seed};
use outplay::engine::{Config, Ordering, Question, Selectivity, WIN};
use outplay::face::notation::Notation;
use outplay::{Depth, Fail, Game, Limits, Opinion, Reports, Stop, Value};
use outplay_games::chess::{Chess, Move, Pieces, Position};

type Found = (Option<i32>, String, u64);

/// The score, the best move, and the positions looked at.
fn searched(fen: &str, depth: u32, config: Config) -> Found {
    let game = Chess::default();
    let position = game.read_position(fen).unwrap();
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let engine = engine(&game, &Pieces::default(), 8, config);
    let report = engine.search(&Question::at(position.clone()), &limits, ());
    let best = report.best.map(|mv| game.write_move(&position, mv)).unwrap_or_default();
    (report.value.map(Value::score), best, report.counts.generated)
}

/// Mates in one and two moves. In the second, every move of the other player hurts: who may do nothing sees it late.
const MATES: [(&str, i32, Option<&str>); 4] = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, Some("Rd8#")),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, Some("Ra6")),
    ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", 1, None),
    ("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", 1, None),
];

#[test]
fn mates_are_found_whatever_is_switched_off() {
    let plain = Config::default().plain();
    for (fen, plies, best) in MATES {
        for config in Config::each_off().into_iter().chain([plain]) {
            let depth = if config != config.plain() && plies > 1 { 14 } else { 5 };
            let (score, found, _) = searched(fen, depth, config);
            assert_eq!(score, Some(WIN - plies), "{fen} {config:?}");
            assert!(best.is_none_or(|best| found == best), "{fen}: {found} {config:?}");
        }
    }
}

#[test]
fn what_is_pruned_saves_most_of_the_work() {
    let middle = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 8";
    let mut with_quiescence = Config::default().plain();
    assert!(with_quiescence.features.set("quiescence", true));
    let (_, _, plain) = searched(middle, 4, with_quiescence);
    let (_, _, selective) = searched(middle, 4, Config::default());
    assert!(2 * selective < plain, "{selective} of {plain}");
}

#[test]
fn a_position_is_not_judged_in_the_middle_of_an_exchange() {
    // One ply deep, taking a guarded pawn with the queen looks like a pawn won.
    let fen = "4k3/2p5/3p4/8/3Q4/8/8/4K3 w - - 0 1";
    let (quiet, best, _) = searched(fen, 1, Config::default());
    let (hasty, _, _) = searched(fen, 1, Config::default().without("quiescence"));
    assert_ne!(best, "Qxd6");
    assert!(quiet.unwrap() <= hasty.unwrap(), "{quiet:?} {hasty:?}");
}

#[test]
fn the_same_search_takes_the_same_positions() {
    let middle = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 8";
    let counts = [(); 2].map(|()| searched(middle, 8, Config::default()).2);
    assert_eq!(counts, [SIGNATURE; 2]);
}

/// Changes whenever the search or the evaluation does.
const SIGNATURE: u64 = 9_127;

/// Positions in which a search that is asked about one move alone thinks more of it than before.
const UNSTEADY: [&str; 3] = [
    "3rkbn1/2pn4/1p1p3r/1P2Pbqp/8/2NP3P/P1Q3PR/2R1KB2 w - - 1 20",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// Whether the search has found the score itself.
fn is_no_bound(value: Value<i32>) -> bool {
    !matches!(value, Value::Opinion(Opinion { fail: Some(Fail::High | Fail::Low), .. }))
}

#[test]
fn several_lines_are_sorted_at_every_depth() {
    let game = Chess::default();
    let mut blocks = 0;
    for fen in UNSTEADY {
        let position = game.read_position(fen).unwrap();
        let limits = Limits { depth: Some(Depth::plies(6)), ..Limits::default() };
        let engine = engine(&game, &Pieces::default(), 4, Config::default());
        let told = Reports(|report: &common::Found<_>| {
            let scores: Vec<i32> = report.moves.iter().map(|(_, value)| value.score()).collect();
            let exact = report.moves[..4].iter().all(|(_, value)| is_no_bound(*value));
            assert!(exact && scores[..4].is_sorted_by(|a, b| a >= b), "{fen}: {scores:?}");
            assert_eq!(report.best, Some(report.moves[0].0), "{fen}");
            assert_eq!(report.value, Some(report.moves[0].1), "{fen}");
            blocks += 1;
        });
        engine.search(&Question { lines: 4, ..Question::at(position.clone()) }, &limits, told);
    }
    assert_eq!(blocks, 18);
}

#[test]
fn who_is_stopped_at_once_has_looked_one_ply_ahead() {
    let game = Chess::default();
    let limits = [
        Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() },
        Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Limits { nodes: Some(1), ..Limits::default() },
    ];
    let stops = [Stop::Asked, Stop::Time, Stop::Nodes];
    // The knight takes a queen that nobody guards; and all that can be done is to take back and take again.
    let places = [
        ("k7/8/8/3q4/8/2N5/8/K7 w - - 0 1", Some("Nxd5")),
        ("q1q1q1qk/1q1q1q1q/q1q1q1q1/8/8/1Q1Q1Q1Q/Q1Q1Q1Q1/KQ1Q1Q1Q w - - 0 1", None),
    ];
    for (fen, best) in places {
        let position = game.read_position(fen).unwrap();
        for (limits, stop) in limits.iter().zip(stops) {
            for lines in [1, 3] {
                let engine = engine(&game, &Pieces::default(), 1, Config::default());
                let mut told = 0;
                let question = Question { lines, ..Question::at(position.clone()) };
                let report = engine.search(&question, limits, Reports(|_: &_| told += 1));
                let name = report.best.map(|mv| game.write_move(&position, mv));
                assert_eq!(report.stop, stop, "{fen}");
                assert!(report.counts.generated < 11_000, "{fen}: {:?}", report.counts);
                if best.is_some() {
                    assert_eq!((name.as_deref(), report.depth, told), (best, 1, 1));
                }
            }
        }
    }
}

#[test]
fn other_knobs_in_between_forget_nothing() {
    let game = Chess::default();
    let limits = Limits { depth: Some(Depth::plies(5)), ..Limits::default() };
    let counted = |between: &[Config], then: Config| {
        let mut engine = engine(&game, &Pieces::default(), 1, Config::default());
        engine.search(&Question::at(game.start()), &limits, ());
        between.iter().for_each(|&config| engine.set_config(config));
        engine.set_config(then);
        let (mut position, mut moves) = (game.start(), Vec::new());
        for name in ["e4", "e5", "f4", "exf4"] {
            let mv = game.read_move(&position, name).unwrap();
            game.play(&mut position, mv);
            moves.push(mv);
        }
        let question = Question::after(game.start(), moves);
        engine.search(&question, &limits, ()).counts.generated
    };
    let usual = Config::default();
    let untouched = counted(&[], usual);
    assert_eq!(counted(&[usual, usual.plain()], usual), untouched);
    assert_ne!(counted(&[], usual.without("null-move")), untouched);
}

#[test]
fn moves_in_stages_are_the_moves_of_the_rules() {
    let (game, insight) = (Chess::default(), Pieces::default());
    let positions = Tally::new();
    each_seed(11, |random| {
        for _ in 0..40 {
            let mut position = game.start();
            for _ in 0..80 {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let Some(&next) = random.choice(&moves) else { break };
                check_stages(&game, &insight, &position, &moves);
                positions.add(1);
                game.play(&mut position, next);
            }
        }
    });
    positions.at_least(1_000);
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ] {
        let position = game.read_position(fen).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        check_stages(&game, &insight, &position, &moves);
    }
}

/// Noisy and quiet moves are all moves, each once; every move is found by its index, and no other index finds one.
fn check_stages(game: &Chess, insight: &Pieces, position: &Position, moves: &[Move]) {
    let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
    insight.noisy_and_quiet(game, position, &(), &mut noisy, &mut quiet);
    assert!(noisy.iter().all(|&mv| insight.is_noisy(game, position, mv)));
    assert!(!quiet.iter().any(|&mv| insight.is_noisy(game, position, mv)));
    let all: HashSet<String> = noisy.iter().chain(&quiet).map(|mv| format!("{mv}")).collect();
    assert_eq!(all, moves.iter().map(|mv| format!("{mv}")).collect());
    assert_eq!(noisy.len() + quiet.len(), moves.len());
    let by_index = (0..<Pieces as Ordering<Chess, ()>>::MOVE_INDICES)
        .filter_map(|index| Some((index, insight.indexed_move(game, position, index)?)));
    let found: Vec<(usize, Move)> = by_index.collect();
    assert_eq!(found.len(), moves.len());
    assert!(found.iter().all(|&(index, mv)| insight.move_index(game, mv) == index));
    assert!(found.iter().all(|(_, mv)| moves.contains(mv)));
}
