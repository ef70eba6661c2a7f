//! Chess through the engine: what is neglected, and what must not be.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use outplay::engine::{Config, Engine, Progress, WIN};
use outplay::{Bound, Depth, Limits, Report};
use outplay_games::Notation;
use outplay_games::chess::{Chess, Pieces};

type Found = (Option<i32>, String, u64);

/// The score, the best move, and the positions looked at.
fn searched(fen: &str, depth: u32, config: Config) -> Found {
    let (game, insight) = (Chess::default(), Pieces::default());
    let position = game.read_position(fen).unwrap();
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let engine = Engine::new(&game, &insight, 8).unwrap().config(config).limits(limits);
    let report: Report<_, Bound<i32>> = engine.search(&position, &Progress::default(), |_| ());
    let best = report.best.map(|mv| game.write_move(&position, mv)).unwrap_or_default();
    (report.value.and_then(Bound::exact), best, report.counts.generated)
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
    let all = Config::default();
    let configs = [
        all,
        Config { quiet: false, ..all },
        Config { idle: false, ..all },
        Config { futility: false, ..all },
        Config { reduce: false, ..all },
        Config { late: false, ..all },
        Config { exchange: false, ..all },
        Config { extend: false, ..all },
        Config { habits: false, ..all },
        all.plain(),
    ];
    for (fen, plies, best) in MATES {
        for config in configs {
            let depth = if config != all.plain() && plies > 1 { 14 } else { 5 };
            let (score, found, _) = searched(fen, depth, config);
            assert_eq!(score, Some(WIN - plies), "{fen} {config:?}");
            assert!(best.is_none_or(|best| found == best), "{fen}: {found} {config:?}");
        }
    }
}

#[test]
fn what_is_neglected_saves_most_of_the_work() {
    let middle = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQ1RK1 w - - 0 8";
    let (_, _, plain) = searched(middle, 4, Config { quiet: true, ..Config::default().plain() });
    let (_, _, neglectful) = searched(middle, 4, Config::default());
    assert!(2 * neglectful < plain, "{neglectful} of {plain}");
}

#[test]
fn a_position_is_not_judged_in_the_middle_of_an_exchange() {
    // One ply deep, taking a guarded pawn with the queen looks like a pawn won.
    let fen = "4k3/2p5/3p4/8/3Q4/8/8/4K3 w - - 0 1";
    let (quiet, best, _) = searched(fen, 1, Config::default());
    let (hasty, _, _) = searched(fen, 1, Config { quiet: false, ..Config::default() });
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
const SIGNATURE: u64 = 8_506;
