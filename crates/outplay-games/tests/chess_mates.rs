//! Mates in two and three moves: `testdata/chess/mates.epd`, made and proven by brute force, found by the engine.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::collections::HashSet;

use common::seeds::{Tally, each_seed};
use common::{Found, check_made_again, engine, own_lines, prover};
use cozy_chess::{Board, Move, Piece};
use outplay::engine::{Config, Question, WIN};
use outplay::face::notation::Notation;
use outplay::{Bound, Depth, Limits, Reports, Value};
use outplay_games::chess::{Chess, Epd, Pieces, Position};

/// How many mates of each length there are in the file.
const EACH: usize = 60;

const HEAD: &str = "\
# Mates in two and in three moves, 60 of each: `dm` says in how many, and not in fewer; `bm` is the only first move that does it.
#
# Made by ourselves: from games in which two players look three plies ahead for material and mate, after 8 random moves. All is
# proven by brute force (crates/outplay-games/tests/common/prover.rs). To make the file again, the same to the last byte:
#   cargo test -p outplay-games --test chess_mates -- --ignored the_file_is_made_again
";

const FILE: &str = "chess/mates.epd";

struct Mate {
    epd: Epd,
    moves: u32,
    key: Move,
}

/// All of the file.
fn mates() -> Vec<Mate> {
    let mut mates = Vec::new();
    for line in own_lines(FILE) {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let moves = epd.operands("dm").unwrap()[0].parse().unwrap();
        let key = Chess::default().read_move(&epd.position, &epd.operands("bm").unwrap()[0]);
        mates.push(Mate { key: key.unwrap(), epd, moves });
    }
    mates
}

/// All that the engine reports of a position, the last at the end.
fn reports(position: &Position, limits: &Limits, config: Config) -> Vec<Found<Move>> {
    let engine = engine(&Chess::default(), &Pieces::default(), 4, config);
    let mut reports = Vec::new();
    let told = Reports(|report: &Found<Move>| reports.push(report.clone()));
    let last = engine.search(&Question::at(position.clone()), limits, told);
    reports.push(last);
    reports
}

/// The score of a mate in so many moves.
fn score(moves: u32) -> i32 {
    WIN - (2 * moves as i32 - 1)
}

/// The score that is proven at least. There may be a quicker mate, for all that a search knows which has found one.
fn proven(found: &Found<Move>) -> Option<i32> {
    found.value.map(Value::low)
}

/// A search that leaves nothing out, to the ply on which it is mate: what `go mate` of UCI asks for.
#[test]
fn the_engine_finds_all_mates() {
    let mates = mates();
    for moves in [2, 3] {
        assert_eq!(mates.iter().filter(|mate| mate.moves == moves).count(), EACH);
    }
    for Mate { epd, moves, key } in mates {
        let depth = Some(Depth::plies(2 * moves - 1));
        let limits = Limits { depth, ..Limits::default() };
        let found = reports(&epd.position, &limits, Config::default().plain()).pop().unwrap();
        assert_eq!((proven(&found), found.best), (Some(score(moves)), Some(key)), "{epd}");
    }
}

/// The usual search leaves moves out, so that it may be late, and how late is no matter of right and wrong (docs/chess.md has figures). But
/// it never claims a mate that there is not, and plays the right move once it has seen the mate.
#[test]
fn no_mate_is_claimed_too_early() {
    let mut seen = 0;
    for Mate { epd, moves, key } in mates() {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        for report in reports(&epd.position, &limits, Config::default()) {
            let Some(value) = report.value.map(Value::score) else { continue };
            assert!(value <= score(moves), "{value}: {epd}");
            if value == score(moves) {
                assert_eq!(report.best, Some(key), "{epd}");
                seen += 1;
            }
        }
    }
    assert!(seen >= EACH, "only {seen} claims were looked at");
}

#[test]
fn the_file_is_true() {
    // A mate in three takes the prover longer, so that some have to do; `the_file_is_made_again` proves all.
    let some = |(at, mate): &(usize, Mate)| at % 5 == 0 || mate.moves == 2;
    for (_, Mate { epd, moves, key }) in mates().into_iter().enumerate().filter(some) {
        let board = epd.position.board();
        assert_eq!(prover::mate_in(board, moves), Some(moves), "{epd}");
        assert_eq!(prover::keys(board, moves), [key], "{epd}");
    }
}

/// Near mates, both players are often about to be mated. What the engine is sure of must be so, at every depth and for every move.
#[test]
fn every_mate_that_is_told_is_true() {
    let proven = Tally::new();
    each_seed(7, |random| {
        for mate in mates() {
            for plies in 0..4 {
                let mut board = mate.epd.position.board().clone();
                for _ in 0..plies {
                    let mv = random.choice(legal(&board));
                    mv.into_iter().for_each(|mv| board.play_unchecked(mv));
                }
                board.set_halfmove_clock(0);
                let lines = if random.bool() { usize::MAX } else { 1 };
                proven.add(sure_scores(&Position::from(board), lines));
            }
        }
    });
    proven.at_least(600);
}

/// How many scores that the engine is sure of while it searches a position are proven: all wins and losses in up to two moves.
fn sure_scores(position: &Position, lines: usize) -> u64 {
    let limits = Limits { depth: Some(Depth::plies(5)), ..Limits::default() };
    let engine = engine(&Chess::default(), &Pieces::default(), 1, Config::default());
    let (mut seen, mut proven) = (HashSet::new(), 0);
    let told = Reports(|report: &Found<Move>| {
        for &(mv, value) in &report.moves {
            let Value::Proven(bound) = value else { continue };
            if seen.insert((mv.to_string(), bound.to_string())) {
                let Some(is_true) = is_true(position.board(), mv, bound) else { continue };
                let depth = report.depth;
                assert!(is_true, "{position:?}: {mv} {bound}, {depth} plies deep");
                proven += 1;
            }
        }
    });
    engine.search(&Question { lines, ..Question::at(position.clone()) }, &limits, told);
    proven
}

/// Whether a move wins or loses as quickly as its value says, if that can be proven in two moves.
fn is_true(board: &Board, mv: Move, value: Bound<i32>) -> Option<bool> {
    let plies = (WIN - value.score().abs()) as u32;
    let says_nothing = value.low() < 0 && value.high() > 0;
    (!says_nothing && plies <= 4).then(|| match value.score() > 0 {
        true => prover::keys(board, plies.div_ceil(2)).contains(&mv),
        false => prover::mates(&after(board, mv), plies / 2),
    })
}

#[test]
fn the_prover_knows_what_everybody_knows() {
    let board = |fen: &str| fen.parse::<Board>().unwrap();
    assert_eq!(prover::mate_in(&board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), 3), Some(1));
    // Morphy's problem: a mate in two by a quiet move, after which any move hurts.
    let morphy = board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert_eq!(prover::mate_in(&morphy, 3), Some(2));
    assert_eq!(prover::keys(&morphy, 2).iter().map(Move::to_string).collect::<Vec<_>>(), ["a1a6"]);
    assert_eq!(prover::mate_in(&Board::default(), 2), None);
    assert!(prover::is_stalemate(&board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
}

#[test]
#[ignore = "takes minutes: just long"]
fn the_file_is_made_again() {
    check_made_again(FILE, &made());
}

/// The text of the file.
fn made() -> String {
    let mut random = fastrand::Rng::with_seed(1);
    let mut found: [Vec<String>; 2] = Default::default();
    let mut game = 0;
    while found.iter().any(|lines| lines.len() < EACH) {
        game += 1;
        let line = played(&mut random);
        for (lines, moves) in found.iter_mut().zip([2, 3]) {
            if lines.len() < EACH
                && let Some(text) = last_mate(&line, moves)
            {
                lines.push(format!("{text} id \"mate in {moves}, game {game}\";"));
            }
        }
    }
    let [two, three] = found.map(|lines| lines.join("\n"));
    format!("{HEAD}{two}\n{three}\n")
}

/// The last position of a game in which there is exactly one way to mate in so many moves, and none to mate sooner.
fn last_mate(line: &[Board], moves: u32) -> Option<String> {
    // Whoever plays like this seldom misses a mate for long.
    let is_one = |board: &&Board| {
        prover::mate_in(board, moves) == Some(moves) && prover::keys(board, moves).len() == 1
    };
    let board = line.iter().rev().take(12).find(is_one)?;
    let mut board = board.clone();
    board.set_halfmove_clock(0);
    let position = Position::from(board);
    let best = Chess::default().write_move(&position, prover::keys(position.board(), moves)[0]);
    let operation = |name: &str, operand: String| (name.to_owned(), vec![operand]);
    let operations = vec![operation("dm", moves.to_string()), operation("bm", best)];
    Some(Epd { position, operations }.to_string())
}

/// The positions of a game that ends with mate, or is over after 200 plies.
fn played(random: &mut fastrand::Rng) -> Vec<Board> {
    let mut line = vec![Board::default()];
    while line.len() < 200 {
        let board = &line[line.len() - 1];
        let mut moves = legal(board);
        random.shuffle(&mut moves);
        let score = |&mv: &Move| match line.len() {
            ..9 => 0,
            _ => -material(&after(board, mv), 2, -SURE, SURE),
        };
        let Some(best) = moves.iter().max_by_key(|mv| score(mv)) else { break };
        line.push(after(board, *best));
    }
    line
}

fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves
}

fn after(board: &Board, mv: Move) -> Board {
    let mut child = board.clone();
    child.play_unchecked(mv);
    child
}

/// More than all pieces are worth.
const SURE: i32 = 1_000;

/// What the player to move has more, some plies later, by alpha-beta.
fn material(board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = legal(board);
    if moves.is_empty() {
        return if prover::is_mate(board) { -SURE + 1 } else { 0 };
    }
    if depth == 0 {
        let side = board.side_to_move();
        let worth = |(piece, worth)| {
            let count = |color| board.colored_pieces(color, piece).len() as i32;
            worth * (count(side) - count(!side))
        };
        return WORTH.map(worth).iter().sum();
    }
    let mut best = -SURE;
    for mv in moves {
        best = best.max(-material(&after(board, mv), depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

const WORTH: [(Piece, i32); 5] =
    [(Piece::Pawn, 1), (Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];

/// Mates in three that an ordinary search misses for long: what it leaves in the table must not mislead one that leaves nothing out.
#[test]
fn a_plain_search_does_not_believe_one_that_prunes() {
    let mates = own_lines(FILE);
    let mut looked_at = 0;
    for line in mates.iter().filter(|line| line.contains("mate in 3")).step_by(4) {
        let question = Question::at(line.parse::<Epd>().unwrap().position);
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let mut engine = engine(&Chess::default(), &Pieces::default(), 8, Config::default());
        engine.search(&question, &limits, ());
        let limits = Limits { depth: Some(Depth::plies(5)), ..Limits::default() };
        engine.set_config(Config::default().plain());
        let report = engine.search(&question, &limits, ());
        assert_eq!(proven(&report), Some(WIN - 5), "{line}");
        looked_at += 1;
    }
    assert_eq!(looked_at, 15);
}

/// A queen mates in some seventeen plies, and from a later clock the same board is drawn before.
#[test]
fn a_mate_after_fifty_moves_is_none() {
    let game = Chess::default();
    let limits = Limits { depth: Some(Depth::plies(14)), ..Limits::default() };
    let engine = engine(&game, &Pieces::default(), 16, Config::default());
    let score = |clock: u32| {
        let fen = format!("8/8/8/4k3/8/8/8/KQ6 w - - {clock} 90");
        let position = game.read_position(&fen).unwrap();
        let report = engine.search(&Question::at(position), &limits, ());
        report.value.map(Value::score).unwrap()
    };
    // From there it is won, whether or not the search sees the mate; what it leaves in the table says so.
    assert!(score(0) > 300);
    for clock in [86, 90, 94] {
        let plies = WIN - score(clock);
        assert!(plies > 100 || plies <= 100 - clock as i32, "clock {clock}: mate in {plies} plies");
    }
}
