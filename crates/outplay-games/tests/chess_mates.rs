//! Mates in two and three moves: `testdata/chess/mates.epd`, made and proven by brute force, found by the engine.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::path::PathBuf;

use common::{line_to_mate, prover};
use cozy_chess::{Board, Move, Piece};
use outplay::engine::Config;
use outplay_games::Notation;
use outplay_games::chess::{Chess, Epd, Position};

/// How many mates of each length there are in the file.
const EACH: usize = 60;

const HEAD: &str = "\
# Mates in two and in three moves, 60 of each: `dm` says in how many, and not in fewer; `bm` is the only first move that does it.
#
# Made by ourselves: from games in which two players look three plies ahead for material and mate, after 8 random moves. All is
# proven by brute force (crates/outplay-games/tests/common/prover.rs). To make the file again, the same to the last byte:
#   cargo test -p outplay-games --test chess_mates -- --ignored the_file_is_made_again
";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chess/mates.epd")
}

struct Mate {
    epd: Epd,
    moves: u32,
    key: Move,
}

/// All of the file.
fn mates() -> Vec<Mate> {
    let text = std::fs::read_to_string(path()).unwrap();
    let mut mates = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let moves = epd.operands("dm").unwrap()[0].parse().unwrap();
        let key = Chess::default().read_move(&epd.position, &epd.operands("bm").unwrap()[0]);
        mates.push(Mate { key: key.unwrap(), epd, moves });
    }
    mates
}

/// Whether the engine finds a mate among so many positions; what it finds is right.
fn finds(mate: &Mate, nodes: u64, config: Config) -> bool {
    let line = line_to_mate(&mate.epd.position, mate.moves, nodes, config);
    line.inspect(|line| assert_eq!(line[0], mate.key, "{}", mate.epd)).is_some()
}

/// Nearly all by the usual search, and the others by one that leaves nothing out, as `go mate` of UCI asks for.
#[test]
fn the_engine_finds_all_mates() {
    let mates = mates();
    for moves in [2, 3] {
        assert!(mates.iter().filter(|mate| mate.moves == moves).count() >= EACH);
    }
    let usual = Config::default();
    let slow: Vec<&Mate> = mates.iter().filter(|mate| !finds(mate, 200_000, usual)).collect();
    assert!(slow.len() <= 6, "{} of {}", slow.len(), mates.len());
    for mate in slow {
        assert!(finds(mate, u64::MAX, usual.plain()), "{}", mate.epd);
    }
}

#[test]
fn the_file_is_true() {
    // A mate in three takes the prover longer, so that some have to do; `the_file_is_made_again` proves all.
    for mate in mates().iter().enumerate().filter(|(at, mate)| at % 5 == 0 || mate.moves == 2) {
        let (_, Mate { epd, moves, key }) = mate;
        let board = epd.position.board();
        assert_eq!(prover::mate_in(board, *moves), Some(*moves), "{epd}");
        assert_eq!(prover::keys(board, *moves), [*key], "{epd}");
    }
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
    let made = made();
    if std::env::var_os("OUTPLAY_WRITE").is_some() {
        std::fs::create_dir_all(path().parent().unwrap()).unwrap();
        std::fs::write(path(), &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path()).unwrap(), made, "OUTPLAY_WRITE=1 writes it");
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
