//! The rules of checkers, against published counts and against a naive generator.

use std::collections::HashSet;

use outplay::{Game, Past, Player, WithPast};
use outplay_games::checkers::squares::king_row;
use outplay_games::checkers::{BLACK, Checkers, Move, Position, PositionError, WHITE, perft};

mod common;

use common::slow_checkers::SlowCheckers;

/// Positions that are 1, 2, ... plies from the start (Aart Bik, Perft for checkers).
const COUNTS: [u64; 11] =
    [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128];

fn start() -> Position {
    Checkers::default().start()
}

#[test]
fn published_counts_to_depth_nine() {
    for (count, depth) in COUNTS.into_iter().take(9).zip(1..) {
        assert_eq!(perft(start(), depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "takes seconds"]
fn published_counts_to_depth_eleven() {
    for (count, depth) in COUNTS.into_iter().zip(1..) {
        assert_eq!(perft(start(), depth), count, "depth {depth}");
    }
}

/// Pieces on random squares, most of them kings.
fn random_position(dice: &mut fastrand::Rng) -> Position {
    let mut pieces = [0; 2];
    let mut kings = 0;
    for player in [BLACK, WHITE] {
        for _ in 0..dice.u32(1..=12) {
            let piece = 1 << dice.u32(..32);
            if piece & (pieces[0] | pieces[1]) != 0 {
                continue;
            }
            pieces[player.index()] |= piece;
            if piece & king_row(player) != 0 || dice.u32(..3) != 0 {
                kings |= piece;
            }
        }
    }
    let player = if dice.bool() { BLACK } else { WHITE };
    Position::checked(pieces, kings, player).expect("pieces on squares of their own")
}

fn slow(position: Position) -> SlowCheckers {
    let mark = |square: u32| {
        let piece = 1 << square;
        let marks = match position.pieces(BLACK) & piece != 0 {
            true => ['b', 'B'],
            false => ['w', 'W'],
        };
        marks[usize::from(position.all_kings() & piece != 0)]
    };
    let squares = (0..32).filter(|square| position.empty() & 1 << square == 0);
    let pieces: Vec<(u32, char)> = squares.map(|square| (square + 1, mark(square))).collect();
    SlowCheckers::new(&pieces, if position.player() == BLACK { 'b' } else { 'w' })
}

fn moves(position: Position) -> Vec<Move> {
    let mut moves = Vec::new();
    Checkers::default().moves(&position, &mut moves);
    moves
}

#[test]
fn moves_are_those_of_the_naive_generator() {
    let mut dice = fastrand::Rng::with_seed(17);
    let mut longest = 0;
    for _ in 0..20_000 {
        let position = random_position(&mut dice);
        let mut found: Vec<_> = moves(position)
            .into_iter()
            .map(|mv| {
                longest = longest.max(mv.jumps());
                (mv.squares().map(|square| square + 1).collect(), slow(position.after(mv)))
            })
            .collect();
        let mut expected = slow(position).moves();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{position:?}");
        assert_eq!(position.can_capture(), !slow(position).captures().is_empty());
        assert_eq!(position.has_moves(), !expected.is_empty());
        let different: HashSet<Move> = moves(position).into_iter().collect();
        assert_eq!(different.len(), expected.len(), "no two moves are equal");
    }
    assert!(longest >= 5, "{longest} jumps at most");
}

#[test]
fn perft_is_that_of_the_naive_generator() {
    let mut dice = fastrand::Rng::with_seed(18);
    for _ in 0..300 {
        let position = random_position(&mut dice);
        assert_eq!(perft(position, 3), slow(position).perft(3), "{position:?}");
        assert_eq!(perft(position, 3), perft(position.flipped(), 3), "{position:?}");
    }
}

#[test]
fn predecessors_are_the_positions_that_lead_here() {
    let mut dice = fastrand::Rng::with_seed(19);
    let mut seen = 0;
    for _ in 0..5_000 {
        let position = random_position(&mut dice);
        position.quiet_predecessors(|before| {
            let there = |mv: &Move| before.after(*mv).with_plies(0) == position;
            let checked = [BLACK, WHITE].map(|player| before.pieces(player));
            Position::checked(checked, before.all_kings(), before.player()).expect("legal");
            assert_eq!(moves(before).iter().filter(|mv| there(mv)).count(), 1, "{before:?}");
            seen += 1;
        });
        for mv in moves(position).into_iter().filter(|mv| !mv.is_capture()) {
            let mut times = 0;
            let of_king = position.all_kings() & 1 << mv.from() != 0;
            let next = position.after(mv).with_plies(0);
            let count = |before| times += usize::from(before == position);
            if of_king {
                next.king_predecessors(count);
            } else {
                next.man_predecessors(count);
            }
            assert_eq!(times, 1, "{mv} from {position:?}");
        }
    }
    assert!(seen > 10_000, "{seen} predecessors");
}

#[test]
fn a_position_and_a_move_are_small() {
    assert_eq!(size_of::<Position>(), 16);
    assert_eq!(size_of::<Move>(), 8);
}

/// A set of squares 1 to 32.
fn set(squares: &[u32]) -> u32 {
    squares.iter().map(|square| 1 << (square - 1)).sum()
}

fn words(position: Position) -> Vec<String> {
    let mut words: Vec<String> = moves(position).iter().map(Move::to_string).collect();
    words.sort();
    words
}

#[test]
fn a_king_may_go_round_in_two_ways() {
    let position = Position::new([set(&[2]), set(&[6, 7, 14, 15])], set(&[2]), BLACK);
    assert_eq!(words(position), ["2x11x18x9x2", "2x9x18x11x2"]);
    let [one, other] = moves(position)[..] else { panic!("two moves") };
    assert_eq!(
        (one.from(), one.to(), one.captured()),
        (other.from(), other.to(), other.captured())
    );
    assert_eq!(position.after(one), position.after(other));
}

#[test]
fn nine_pieces_are_taken_at_most() {
    let others = [6, 7, 8, 14, 15, 16, 22, 23, 24];
    let longest = (0..32).filter(|square| !others.contains(&(square + 1))).flat_map(|square| {
        let king = 1 << square;
        moves(Position::new([king, set(&others)], king, BLACK))
    });
    assert_eq!(longest.map(Move::jumps).max(), Some(9));
}

#[test]
fn a_man_that_is_crowned_stops() {
    // A king could go on from 31 over 27.
    let position = Position::new([set(&[22]), set(&[26, 27])], 0, BLACK);
    assert_eq!(words(position), ["22x31"]);
    let next = position.after(moves(position)[0]);
    assert_eq!(next.kings(BLACK), set(&[31]));
    let king = Position::new([set(&[22]), set(&[26, 27])], set(&[22]), BLACK);
    assert_eq!(words(king), ["22x31x24"]);
}

#[test]
fn a_player_without_a_move_has_lost() {
    let blocked = Position::new([set(&[1]), set(&[5, 6, 9, 10])], 0, BLACK);
    assert!(moves(blocked).is_empty());
    let game = Checkers::default();
    assert_eq!([BLACK, WHITE].map(|player| game.payoff(&blocked, player)), [-1.0, 1.0]);
    let bare = Position::new([0, set(&[32])], 0, BLACK);
    assert_eq!(game.payoff(&bare, WHITE), 1.0);
}

#[test]
fn forty_moves_without_progress_are_a_draw() {
    let game = Checkers::default();
    let position = Position::new([set(&[1]), set(&[32])], set(&[1, 32]), BLACK);
    assert!(!game.is_drawn(&position.with_plies(79)));
    let drawn = position.with_plies(79).after(moves(position)[0]);
    assert!(game.is_drawn(&drawn) && moves(drawn).is_empty());
    assert_eq!(game.payoff(&drawn, Player::MAX), 0.0);
    let blocked = Position::new([set(&[1]), set(&[5, 6, 9, 10])], 0, BLACK).with_plies(80);
    assert_eq!(game.payoff(&blocked, BLACK), -1.0, "a player without a move has lost");
    assert!(Checkers::with_limit(10).is_drawn(&position.with_plies(10)));
}

#[test]
fn the_third_time_is_a_draw() {
    let rules = Checkers::default();
    let game = WithPast::new(&rules);
    let mut past = Past::new(Position::new([set(&[1]), set(&[32])], set(&[1, 32]), BLACK));
    let line = ["1-5", "32-27", "5-1", "27-32", "1-5", "32-27", "5-1", "27-32"];
    let mut moves = Vec::new();
    for word in line {
        moves.clear();
        game.moves(&past, &mut moves);
        let mv = *moves.iter().find(|mv| mv.to_string() == word).expect("legal");
        game.play(&mut past, mv);
    }
    moves.clear();
    game.moves(&past, &mut moves);
    assert!(moves.is_empty() && game.is_drawn_by_repetition(&past));
    assert_eq!(game.payoff(&past, BLACK), 0.0);
}

#[test]
fn pieces_that_cannot_be_are_named() {
    let wrong = |pieces, kings| Position::checked(pieces, kings, BLACK).expect_err("wrong");
    assert_eq!(wrong([1, 1], 0), PositionError::Shared(1));
    assert_eq!(wrong([1, 0], 2), PositionError::NoPiece(2));
    assert_eq!(wrong([1 << 31, 0], 0), PositionError::Uncrowned(32));
    assert_eq!(wrong([0x1fff, 0], 0), PositionError::TooMany(BLACK, 13));
    let sentence = "Black has 13 pieces; there are 12 at most";
    assert_eq!(wrong([0x1fff, 0], 0).to_string(), sentence);
}
