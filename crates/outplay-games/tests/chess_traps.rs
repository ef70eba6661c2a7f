//! Chess where rules of thumb are wrong: draws with more pieces, a queen that is too much, a move that every player would rather not make.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::{engine, line_to_mate, prover};
use outplay::engine::{Config, Question};
use outplay::face::notation::Notation;
use outplay::{Depth, Game, Limits, Value, WithPast};
use outplay_games::chess::{Chess, Move, Pieces, Position};

fn read(fen: &str) -> Position {
    Chess::default().read_position(fen).unwrap()
}

/// The score and the best move.
fn searched(position: &Position, depth: u32, config: Config) -> (Option<i32>, String) {
    searched_after(&Played::new(position.clone()), depth, config)
}

/// A position, and how it came about.
#[derive(Clone)]
struct Played {
    question: Question<Position, Move>,
    position: Position,
}

impl Played {
    fn new(start: Position) -> Played {
        Played { question: Question::at(start.clone()), position: start }
    }

    /// For which time the position is there.
    fn occurrences(&self) -> usize {
        let game = Chess::default();
        WithPast::new(&game).occurrences(&self.question.past(&game))
    }
}

impl std::ops::Deref for Played {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

/// The same, of a position with its past.
fn searched_after(played: &Played, depth: u32, config: Config) -> (Option<i32>, String) {
    let game = Chess::default();
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let report =
        engine(&game, &Pieces::default(), 16, config).search(&played.question, &limits, ());
    let best = report.best.map(|mv| game.write_move(played, mv)).unwrap_or_default();
    (report.value.map(Value::score), best)
}

fn found(fen: &str, depth: u32) -> (Option<i32>, String) {
    searched(&read(fen), depth, Config::default())
}

fn after(fen: &str, moves: &[&str]) -> Played {
    played(Played::new(read(fen)), moves)
}

fn played(mut played: Played, moves: &[&str]) -> Played {
    let game = Chess::default();
    for text in moves {
        let mv = game.read_move(&played, text).unwrap();
        game.play(&mut played.position, mv);
        played.question.moves.push(mv);
    }
    played
}

/// How many moves there are.
fn choices(position: &Position) -> usize {
    let mut moves = Vec::new();
    Chess::default().moves(position, &mut moves);
    moves.len()
}

/// That this is a mate in so many moves, with this first move and no other.
fn check_mate(fen: &str, moves: u32, best: &str) {
    let position = read(fen);
    assert_eq!(prover::mate_in(position.board(), moves), Some(moves), "{fen}");
    let key = Chess::default().read_move(&position, best).unwrap();
    assert_eq!(prover::keys(position.board(), moves), [key], "{fen}");
}

/// That the engine finds a mate in so many moves.
fn check_finds_mate(position: &Position, moves: u32, best: &str, config: Config) {
    let fen = Chess::default().write_position(position);
    let line = line_to_mate(position, moves, 1_000_000, config);
    let line = line.unwrap_or_else(|| panic!("not found: {fen} {config:?}"));
    assert_eq!(Chess::default().write_move(position, line[0]), best, "{fen}");
}

/// A bishop and a pawn at the edge against a king that cannot be kept away from the corner: it is drawn, because the bishop is not of
/// the colour of that corner. Beside it the same with the other bishop, which wins.
const WRONG_AND_RIGHT_BISHOP: [(&str, &str); 6] = [
    ("7k/8/8/8/8/3B4/7P/6K1 w - - 0 1", "7k/8/8/8/8/4B3/7P/6K1 w - - 0 1"),
    ("8/6k1/8/8/8/3B4/7P/6K1 w - - 0 1", "8/6k1/8/8/8/4B3/7P/6K1 w - - 0 1"),
    ("8/5k2/8/8/8/3B4/7P/6K1 w - - 0 1", "8/5k2/8/8/8/4B3/7P/6K1 w - - 0 1"),
    ("8/8/5k2/8/8/3B4/7P/6K1 w - - 0 1", "8/8/5k2/8/8/4B3/7P/6K1 w - - 0 1"),
    ("k7/8/8/P7/1K6/8/8/2B5 w - - 0 1", "k7/8/8/P7/1K6/8/8/3B4 w - - 0 1"),
    ("6k1/p7/8/5b2/8/1K6/8/8 b - - 0 1", "6k1/p7/8/4b3/8/1K6/8/8 b - - 0 1"),
];

/// The wrong bishop, but the other king comes too late.
const TOO_LATE: &str = "8/8/8/7P/8/k2B4/8/6K1 w - - 0 1";

/// Less than this is no advantage that wins, and more than three times as much is one that does.
const PAWN: i32 = 100;

#[test]
fn the_wrong_bishop_does_not_win() {
    for (wrong, right) in WRONG_AND_RIGHT_BISHOP {
        for depth in [1, 6, 10, 14] {
            let [wrong_score, right_score] = [wrong, right].map(|fen| found(fen, depth).0.unwrap());
            assert!(wrong_score.abs() < PAWN, "{wrong_score} at depth {depth}: {wrong}");
            assert!(right_score > 3 * PAWN, "{right_score} at depth {depth}: {right}");
        }
    }
    let score = found(TOO_LATE, 10).0.unwrap();
    assert!(score > 3 * PAWN, "{score} {TOO_LATE}");
}

/// The pawn may become a knight beside the other king, and is taken at once: a bishop alone does not win.
#[test]
fn a_new_piece_that_is_taken_wins_nothing() {
    for depth in 1..=8 {
        let score = found("1k6/8/P7/1K6/8/4B3/8/8 w - - 4 4", depth).0.unwrap();
        assert!(score < PAWN, "{score} at depth {depth}");
    }
}

/// Mates in three moves by a pawn that becomes a knight, and one that becomes a rook.
const LESS_THAN_A_QUEEN: [(&str, &str); 2] = [
    ("7n/2P4R/8/k7/2K5/8/8/8 w - - 0 1", "c8=N"),
    ("2k2r2/4P3/K7/8/8/8/8/4R3 w - - 0 1", "exf8=R+"),
];

#[test]
fn a_pawn_may_become_less_than_a_queen() {
    for (fen, best) in LESS_THAN_A_QUEEN {
        check_mate(fen, 3, best);
        check_finds_mate(&read(fen), 3, best, Config::default());
    }
}

/// Barbier and Saavedra, 1895: White wins, because the pawn becomes a rook.
const SAAVEDRA: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";

#[test]
fn a_queen_would_be_stalemate() {
    let moves = ["c7", "Rd6+", "Kb5", "Rd5+", "Kb4", "Rd4+", "Kb3", "Rd3+", "Kc2", "Rd4"];
    let trap = after(SAAVEDRA, &moves);
    let greedy = played(trap.clone(), &["c8=Q", "Rc4+", "Qxc4"]);
    assert!(prover::is_stalemate(greedy.board()));
    // The other rook is lost, or it is mate.
    let (score, best) = searched(&trap, 10, Config::default());
    assert!(score.unwrap() > 400 && best == "c8=R", "{score:?} {best}");
    assert_eq!(found(SAAVEDRA, 14).1, "c7");
}

/// Who is to move has much less, and gives it away: stalemate after two moves at most.
const SAVED: [&str; 3] = [
    "8/1r5k/8/7r/K5Q1/8/1q6/8 w - - 0 1",
    "K7/2q5/5Q2/k7/8/8/8/n6n w - - 0 1",
    "7K/5q2/8/8/6q1/k7/2Q5/6r1 w - - 0 1",
];

#[test]
fn who_is_lost_looks_for_stalemate() {
    for fen in SAVED {
        let position = read(fen);
        assert!(prover::stalemates(position.board(), 2), "{fen}");
        assert!(Pieces::default().score(&position) < -400, "{fen}");
        assert_eq!(found(fen, 14).0, Some(0), "{fen}");
    }
}

/// Mates by zugzwang: the other player has a piece to move with, and would not be mated in time if it was allowed to do nothing. The
/// first is by Morphy.
const ZUGZWANG: [(&str, u32, &str); 3] = [
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6"),
    ("5knQ/2B5/3p4/3N4/8/4K3/8/8 w - - 0 1", 3, "Qh7"),
    ("8/8/2b2R2/8/k7/8/1Q2p3/3K4 w - - 0 1", 3, "Ke1"),
];

/// Of the Chess Programming Wiki (Null Move Test-Positions), with the move that holds.
const NULL_MOVE_TEST: (&str, &str) = ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "Rf1");

fn with_and_without_null_move() -> [Config; 2] {
    [Config::default(), Config::default().without("null-move")]
}

#[test]
fn nobody_may_pass() {
    for (fen, moves, best) in ZUGZWANG {
        check_mate(fen, moves, best);
        let passed = after(fen, &[best]).passed().unwrap();
        assert!(!prover::mates(passed.board(), moves - 1), "{fen}");
        for config in with_and_without_null_move() {
            check_finds_mate(&read(fen), moves, best, config);
        }
    }
    let (fen, best) = NULL_MOVE_TEST;
    for config in with_and_without_null_move() {
        let (_, found) = searched(&read(fen), 14, config);
        assert_eq!(found, best, "{fen}, {config:?}");
    }
}

/// A queen against two rooks and two knights that are about to mate.
const CHECKS_FOR_EVER: &str = "6k1/6p1/8/7Q/8/8/1rr5/nn5K w - - 0 1";

#[test]
fn who_is_lost_gives_check_for_ever() {
    let start = read(CHECKS_FOR_EVER);
    assert!(Pieces::default().score(&start) < -400);
    // Every answer is forced, and then it is as it was.
    let mut position = Played::new(start.clone());
    for [check, answer] in [["Qe8+", "Kh7"], ["Qh5+", "Kg8"]] {
        position = played(position, &[check]);
        assert_eq!(choices(&position), 1);
        position = played(position, &[answer]);
    }
    assert_eq!(position.occurrences(), 2);
    assert_eq!(searched(&start, 10, Config::default()), (Some(0), "Qe8+".to_owned()));
    // Once more, and it is there for the third time: who wins goes elsewhere if there is elsewhere to go.
    let last = played(position, &["Qe8+", "Kh7", "Qh5+"]);
    assert_eq!(choices(&last), 1);
    assert_eq!(searched_after(&last, 6, Config::default()).0, Some(0));
    let drawn = played(last, &["Kg8"]);
    assert_eq!(searched_after(&drawn, 6, Config::default()), (Some(0), String::new()));
}

#[test]
fn who_wins_does_not_repeat() {
    // Black shuffles; White, a rook up, may not do the same.
    let moves = ["Ra1", "Kg7", "Ra2", "Kg8", "Ra1", "Kg7"];
    let position = after("6k1/5p2/8/8/8/8/R4PK1/8 w - - 0 1", &moves);
    let (score, best) = searched_after(&position, 8, Config::default());
    assert!(score.unwrap() > 300 && best != "Ra2", "{score:?} {best}");
}

#[test]
fn fifty_moves_are_seen_before_they_are_over() {
    // Mate comes with the last of the plies, or would come one ply too late.
    let morphy = |clock: u32| read(&format!("kbK5/pp6/1P6/8/8/8/8/R7 w - - {clock} 100"));
    check_finds_mate(&morphy(97), 2, "Ra6", Config::default());
    assert!(searched(&morphy(98), 10, Config::default()).0.unwrap() < 1_000);
    // One ply is left, and only a pawn's move starts the count again.
    let (score, best) = found("8/8/8/8/8/4k3/R6P/4K3 w - - 99 100", 8);
    assert!(score.unwrap() > 300 && best.starts_with('h'), "{score:?} {best}");
    // The same for who is lost: any move of the king.
    assert_eq!(found("8/8/8/8/8/3k4/p6r/K7 w - - 99 100", 8).0, Some(0));
}
