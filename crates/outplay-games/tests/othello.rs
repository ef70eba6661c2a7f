//! Othello: the rules against published counts and against a board of characters, small boards against the textbook.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::collections::{HashMap, HashSet};

use common::data;
use common::seeds::each_seed;
use common::slow_othello::SlowOthello;
use outplay::face::notation::Notation;
use outplay::textbook::Search;
use outplay::{Bound, Game, Player, Turn, testing};
use outplay_games::othello::{Board, Othello, Square};

const SIZES: [u32; 3] = [4, 6, 8];

fn moves(game: &Othello, board: &Board) -> Vec<Square> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

fn played(game: &Othello, board: &Board, square: Square) -> Board {
    let mut board = *board;
    game.play(&mut board, square);
    board
}

fn random_board(game: &Othello, plies: usize, random: &mut fastrand::Rng) -> Board {
    let mut board = game.start();
    for _ in 0..plies {
        let Some(&square) = random.choice(&moves(game, &board)) else { break };
        game.play(&mut board, square);
    }
    board
}

#[test]
fn boards_of_every_size_sign_the_contract() {
    for size in SIZES {
        testing::check_zero_sum(&Othello::new(size).unwrap());
    }
}

#[test]
fn sizes_that_are_not_played_are_refused() {
    for size in [0, 2, 5, 7, 10, u32::MAX] {
        let told = Othello::new(size).unwrap_err().to_string();
        let expected =
            format!("a board of {size} x {size} does not do: there are 4 x 4, 6 x 6 and 8 x 8");
        assert_eq!(told, expected);
    }
}

/// Games of this many plies, and those that end before, each once. A pass is a ply.
fn games(game: &Othello, board: &Board, depth: u32) -> u64 {
    let moves = moves(game, board);
    if depth <= 1 || moves.is_empty() {
        return moves.len().max(1) as u64;
    }
    moves.iter().map(|&square| games(game, &played(game, board, square), depth - 1)).sum()
}

#[test]
fn perft_counts_are_the_published_ones() {
    // Bik, Computer Reversi Page: "Perft for Reversi", which also counts games that end before.
    let game = Othello::default();
    let counts: Vec<u64> = (1..=11).map(|depth| games(&game, &game.start(), depth)).collect();
    let published =
        [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];
    assert_eq!(counts, published);
    assert_eq!(testing::perft(&game, &game.start(), 10), 24_571_284 - 228);
}

#[test]
fn different_positions_have_different_keys() {
    fn collect(game: &Othello, board: &Board, depth: u32, boards: &mut HashMap<u64, Board>) {
        let known = *boards.entry(game.key(board).unwrap()).or_insert(*board);
        assert_eq!(known, *board, "two positions, one key");
        if depth > 0 {
            for square in moves(game, board) {
                collect(game, &played(game, board, square), depth - 1, boards);
            }
        }
    }
    let (game, mut boards) = (Othello::default(), HashMap::new());
    collect(&game, &game.start(), 8, &mut boards);
    let different: HashSet<&Board> = boards.values().collect();
    assert_eq!(different.len(), boards.len());
    assert!(boards.len() > 100_000, "{}", boards.len());
}

fn agree(game: &Othello, board: &Board) {
    let text = game.write_position(board);
    let slow = SlowOthello::new(&text).moves();
    let fast = moves(game, board).into_iter().map(|square| {
        let after = played(game, board, square);
        (game.write_move(board, square), game.write_position(&after))
    });
    assert_eq!(fast.collect::<Vec<_>>(), slow, "{text}");
}

#[test]
fn moves_flip_what_they_flip_on_a_board_of_characters() {
    each_seed(1, |random| {
        for size in SIZES {
            let game = Othello::new(size).unwrap();
            for _ in 0..1_000 {
                let plies = random.usize(..size as usize * size as usize);
                agree(&game, &random_board(&game, plies, random));
            }
        }
    });
}

/// Boards that cannot all be reached: any discs anywhere, with the centre filled.
#[test]
fn so_they_do_on_boards_of_random_discs() {
    each_seed(2, |random| {
        for size in SIZES {
            let game = Othello::new(size).unwrap();
            for _ in 0..2_000 {
                let text = random_discs(size, random);
                let board = game.read_position(&text).unwrap();
                assert_eq!(game.write_position(&board), text);
                agree(&game, &board);
            }
        }
    });
}

fn random_discs(size: u32, random: &mut fastrand::Rng) -> String {
    let centre = [size / 2 - 1, size / 2];
    let mut marks = vec!['X', 'O'];
    marks.extend(vec!['-'; random.usize(..6)]);
    let mut text = String::new();
    for square in 0..size * size {
        let inside = [square % size, square / size].iter().all(|at| centre.contains(at));
        let count = if inside { 2 } else { marks.len() };
        text.push(marks[random.usize(..count)]);
    }
    text.push(marks[random.usize(..2)]);
    text
}

#[test]
fn the_second_player_wins_on_the_smallest_board() {
    // 11 to 3 with two squares left empty, which the winner gets.
    let game = Othello::new(4).unwrap();
    let report = Search::new(&game).table().alpha_beta(&game.start()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(-10.0)));
    assert_eq!(moves(&game, &game.start()).len(), 4);
    let mut board = game.start();
    for &square in &report.line {
        game.play(&mut board, square);
    }
    let discs = [Player::MAX, Player::MIN].map(|player| board.discs(player).count_ones());
    assert_eq!(discs, [3, 11], "\n{}", game.picture(&board));
}

#[test]
fn the_empty_squares_are_the_winners() {
    let game = Othello::default();
    // The shortest game there is: white has nothing left.
    let board = game.read_position("e6f4e3f6g5d6e7f5c5").unwrap();
    assert_eq!(board.discs(Player::MIN), 0);
    assert_eq!(moves(&game, &board), []);
    assert_eq!(game.payoff(&board, Player::MAX), 64.0);
    assert_eq!(game.payoff(&board, Player::MIN), -64.0);
    let halves = "XXXXXXXX".repeat(4) + &"OOOOOOOO".repeat(4);
    for side in ["X", "O"] {
        let board = game.read_position(&(halves.clone() + side)).unwrap();
        for player in [Player::MAX, Player::MIN] {
            let payoff = game.payoff(&board, player);
            assert!(payoff == 0.0 && payoff.is_sign_positive(), "a draw is 0");
        }
    }
}

#[test]
fn who_cannot_move_passes() {
    let game = Othello::default();
    let board = game.read_position("e6f6c4e7e8d8g7f8").unwrap();
    assert_eq!(moves(&game, &board), [Square::PASS]);
    assert_eq!(game.turn(&board), Turn::Player(Player::MAX));
    assert_eq!(game.write_move(&board, Square::PASS), "pass");
    assert!(game.picture(&board).ends_with("\nX passes\n"));
    let after = played(&game, &board, Square::PASS);
    assert_eq!(game.turn(&after), Turn::Player(Player::MIN));
    for player in [Player::MAX, Player::MIN] {
        assert_eq!(after.discs(player), board.discs(player));
    }
    assert_ne!(moves(&game, &after), [Square::PASS]);
    for pass in ["pass", "PASS", "pa", "--"] {
        assert_eq!(game.read_move(&board, pass), Ok(Square::PASS));
    }
    // A pass between squares may be left out.
    let mv = game.write_move(&after, moves(&game, &after)[0]);
    let implied = game.read_position(&format!("e6f6c4e7e8d8g7f8{mv}")).unwrap();
    for pass in ["pass", "Pa", "--", " -- "] {
        let told = game.read_position(&format!("e6f6c4e7e8d8g7f8{pass}{mv}"));
        assert_eq!(told, Ok(implied));
    }
}

#[test]
fn what_is_written_can_be_read() {
    each_seed(3, |random| {
        for size in SIZES {
            let game = Othello::new(size).unwrap();
            assert_eq!(game.read_position(""), Ok(game.start()));
            for _ in 0..200 {
                let plies = random.usize(..size as usize * size as usize);
                let board = random_board(&game, plies, random);
                assert_eq!(game.read_position(&game.write_position(&board)), Ok(board));
                for square in moves(&game, &board) {
                    let text = game.write_move(&board, square);
                    assert_eq!(game.read_move(&board, &text), Ok(square));
                    assert_eq!(game.read_move(&board, &text.to_uppercase()), Ok(square));
                }
            }
        }
    });
}

#[test]
fn positions_can_be_written_in_many_ways() {
    let game = Othello::new(4).unwrap();
    let start = game.start();
    for text in [
        "-----OX--XO-----X",
        "-----OX- -XO----- X",
        "....\n.WB.\n.BW.\n....\nB\n",
        ".... .o*. .*o. .... *",
        " ---- -ox- -xo- ---- x ",
    ] {
        assert_eq!(game.read_position(text), Ok(start), "{text}");
    }
    let game = Othello::default();
    let board = game.read_position("f5d6c3").unwrap();
    for text in ["F5D6C3", "f5 d6 c3", "f5\nd6\nc3\n"] {
        assert_eq!(game.read_position(text), Ok(board), "{text}");
    }
}

#[test]
fn bad_positions_say_why() {
    let game = Othello::default();
    let start = game.write_position(&game.start());
    let board = &start[..64];
    for (text, why) in [
        (board[1..].to_owned(), "63 squares are too few: there are 64"),
        ("X".to_owned(), "1 squares are too few: there are 64"),
        (board.to_owned(), "after the squares, the player to move is missing"),
        (format!("{board}-"), "`-` does not move, it is `X` or `O`"),
        (format!("{board}?"), "`?` does not move, it is `X` or `O`"),
        (
            format!("{board}-X"),
            "2 marks after the 64 squares are too many: only the player to move is told there, `X` or `O`",
        ),
        (format!("-?{}", &start[2..]), "`?` on b1 is neither `X` nor `O` nor `-`"),
        (format!("{}0{}", &start[..63], &start[64..]), "`0` on h8 is neither `X` nor `O` nor `-`"),
        ("hello".to_owned(), "`h` on a1 is neither `X` nor `O` nor `-`"),
        ("é".to_owned(), "`é` on a1 is neither `X` nor `O` nor `-`"),
        (
            format!("{}X", "-".repeat(64)),
            "d4 is empty, but the four squares in the centre never are",
        ),
        ("f5f5".to_owned(), "move 2 of `f5f5`: f5 is taken, the moves of O are f4, d6, f6"),
        ("a1".to_owned(), "move 1 of `a1`: a1 flips nothing, the moves of X are d3, c4, f5, e6"),
        (
            "f5d6c".to_owned(),
            "move 3 of `f5d6c`: `c` is no move: a move is a square from a1 to h8, or `pass`",
        ),
        (
            "i5".to_owned(),
            "move 1 of `i5`: `i5` is no move: a move is a square from a1 to h8, or `pass`",
        ),
        ("pass".to_owned(), "move 1 of `pass`: X may not pass, the moves of X are d3, c4, f5, e6"),
        (
            "e6f4e3f6g5d6e7f5c5a1".to_owned(),
            "move 10 of `e6f4e3f6g5d6e7f5c5a1`: the game is over, nobody can move",
        ),
    ] {
        assert_eq!(game.read_position(&text).unwrap_err().to_string(), why, "{text}");
    }
}

#[test]
fn bad_moves_say_why() {
    let game = Othello::default();
    let stuck = "e6f6c4e7e8d8g7f8";
    for (line, text, why) in [
        ("", "", "`` is no move: a move is a square from a1 to h8, or `pass`"),
        ("", "f55", "`f55` is no move: a move is a square from a1 to h8, or `pass`"),
        ("", "a9", "`a9` is no move: a move is a square from a1 to h8, or `pass`"),
        ("", "d4", "d4 is taken, the moves of X are d3, c4, f5, e6"),
        ("", "h8", "h8 flips nothing, the moves of X are d3, c4, f5, e6"),
        ("", "--", "X may not pass, the moves of X are d3, c4, f5, e6"),
        (stuck, "a1", "a1 flips nothing, the moves of X are pass"),
        ("e6f4e3f6g5d6e7f5c5", "pass", "the game is over, nobody can move"),
    ] {
        let board = game.read_position(line).unwrap();
        let told = game.read_move(&board, text).unwrap_err().to_string();
        assert_eq!(told, why, "{line} {text}");
    }
    let small = Othello::new(6).unwrap();
    let told = small.read_move(&small.start(), "g1").unwrap_err().to_string();
    assert_eq!(told, "`g1` is no move: a move is a square from a1 to f6, or `pass`");
}

/// Test data by others: endgames, each with some of its moves and their scores.
#[test]
fn the_endgames_of_the_data_files_can_be_read() {
    let game = Othello::default();
    for name in ["fforum-20-39.obf", "fforum-40-49.obf"] {
        let Some(text) = data("othello", name) else { continue };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut fields = line.split(';').map(str::trim).filter(|field| !field.is_empty());
            let board = game.read_position(fields.next().unwrap()).unwrap();
            for field in fields.filter(|field| !field.starts_with('%')) {
                let (mv, _) = field.split_once(':').unwrap();
                game.read_move(&board, mv).unwrap();
            }
        }
    }
}
