//! The evaluation: a tapered sum of features, and what is known of endings that are hard to win.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::cache::{self, Owner};
use super::features::{COUNT, FULL_PHASE, Group, List, Sum, distance, phase, same_color};
use super::features::{walk, walk_others, walk_pawns};
use super::weights::{Weights, end, middle};

/// The scale of an ending that is as good as won with this much more.
pub(super) const WHOLE: i32 = 64;

/// Evaluations stay below scores that count plies.
const MOST: i32 = 20_000;

/// What the pawns are worth, which most moves do not change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PawnShare {
    pub(super) total: i32,
    /// Passed pawns, by colour.
    pub(super) passed: [u64; 2],
}

/// What the pawns of a board are worth.
#[inline(never)]
fn pawn_share(board: &Board, weights: &Weights) -> PawnShare {
    let mut sum = Sum { weights, total: 0 };
    let passed = walk_pawns(board, &mut sum).map(|passed| passed.0);
    PawnShare { total: sum.total, passed }
}

/// The score for the player to move, in hundredths of a pawn.
#[inline(always)]
pub(super) fn evaluate(board: &Board, weights: &Weights, owner: Owner) -> i32 {
    let score = cache::evaluation(board, owner, || without_clock(board, weights, owner));
    let score = slowed(score, board.halfmove_clock()).clamp(-MOST, MOST);
    if board.side_to_move() == Color::White { score } else { -score }
}

/// The score for White, whatever the clock of the fifty moves says.
///
/// PERF: a function of its own, so that there is one of it beside the hot code of the search, not three within.
#[inline(never)]
fn without_clock(board: &Board, weights: &Weights, owner: Owner) -> i32 {
    let pawns = cache::pawns(board, owner, || pawn_share(board, weights));
    let mut sum = Sum { weights, total: pawns.total };
    walk_others(board, pawns.passed.map(BitBoard), &mut sum);
    tapered(board, middle(sum.total), end(sum.total))
}

/// The score for White, from what the middle game and the endgame say.
#[inline(always)]
fn tapered(board: &Board, middle: i32, end: i32) -> i32 {
    let phase = phase(board);
    let end = end * scale(board, end) / WHOLE;
    (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
}

/// Who is ahead has to show it before fifty moves are over.
#[inline(always)]
fn slowed(score: i32, clock: u8) -> i32 {
    score * (200 - i32::from(clock)) / 200
}

/// How much of an endgame's score is to be had, in parts of [`WHOLE`]: endings with little left to win with are drawn more often
/// than their score says.
#[inline(always)]
pub(super) fn scale(board: &Board, score: i32) -> i32 {
    let strong = if score >= 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    if pawns.len() > 4 {
        return WHOLE;
    }
    let (ours, theirs) = (army(board, strong), army(board, !strong));
    if pawns.is_empty() {
        // Not even a rook more: it takes a pawn to win.
        let knights = board.colored_pieces(strong, Piece::Knight).len() as i32;
        return match ours - theirs {
            _ if ours < 5 => 0,
            _ if ours == 6 && knights == 2 => 0,
            ..=3 => 8,
            _ => WHOLE,
        };
    }
    if let Some(scale) = wrong_bishop(board, strong, pawns) {
        return scale;
    }
    if has_opposite_bishops(board) {
        let others = ours + theirs - 6;
        let few =
            if others == 0 { 20 + 6 * pawns.len() as i32 } else { 44 + 3 * pawns.len() as i32 };
        return few.min(WHOLE);
    }
    if ours - theirs <= 3 { (40 + 8 * pawns.len() as i32).min(WHOLE) } else { WHOLE }
}

/// Pieces but pawns, counted as players do.
fn army(board: &Board, color: Color) -> i32 {
    let count = |piece| board.colored_pieces(color, piece).len() as i32;
    let minor = count(Piece::Knight) + count(Piece::Bishop);
    3 * minor + 5 * count(Piece::Rook) + 9 * count(Piece::Queen)
}

fn has_opposite_bishops(board: &Board) -> bool {
    let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Bishop));
    let one = |bishops: BitBoard| bishops.next_square().filter(|_| bishops.len() == 1);
    let knights = board.pieces(Piece::Knight);
    match (one(white), one(black)) {
        (Some(white), Some(black)) => knights.is_empty() && same_color(white) != same_color(black),
        _ => false,
    }
}

/// Only pawns of one edge, and bishops that do not guard the square where they promote: drawn if the other king is there first.
fn wrong_bishop(board: &Board, strong: Color, pawns: BitBoard) -> Option<i32> {
    let own = board.colors(strong);
    let bishops = board.pieces(Piece::Bishop) & own;
    let others = own & !pawns & !bishops & !board.pieces(Piece::King);
    let file = [File::A, File::H].into_iter().find(|file| pawns.is_subset(file.bitboard()))?;
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let bare = board.colors(!strong) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    if !others.is_empty() || !bare.is_empty() || !(bishops & same_color(corner)).is_empty() {
        return None;
    }
    let [ours, theirs] = [strong, !strong].map(|color| distance(board.king(color), corner));
    let steps = pawns.into_iter().map(|pawn| distance(pawn, corner)).min()?;
    // To stand beside the corner is enough, and who is to move is one step closer.
    let time = steps + 1 + usize::from(board.side_to_move() != strong);
    match theirs {
        ..=1 => Some(0),
        _ if theirs <= time && theirs <= ours + 1 => Some(WHOLE / 10),
        _ => None,
    }
}

/// A feature of a position, as a fit of the weights takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// Which feature.
    pub feature: u16,
    /// What its middle-game weight is multiplied by in the score for White.
    pub middle: f32,
    /// What its endgame weight is multiplied by.
    pub end: f32,
}

/// How many features there are, each with two weights.
pub const FEATURES: usize = COUNT;

/// Lists the features of a board: the score for White is the sum of their weights times these amounts.
pub(super) fn amounts(board: &Board, weights: &Weights) -> Vec<Amount> {
    let mut list = List::default();
    walk(board, &mut list);
    let sum: i32 = list.0.iter().map(|&(feature, amount)| end(weights[feature]) * amount).sum();
    let slow = (200 - i32::from(board.halfmove_clock())) as f32 / 200.0;
    let phase = phase(board) as f32 / FULL_PHASE as f32;
    let scale = scale(board, sum) as f32 / WHOLE as f32;
    let mut all: Vec<(usize, i32)> = list.0;
    // White's and Black's together.
    all.sort_unstable_by_key(|&(feature, _)| feature);
    all.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    let amount = |(feature, amount): (usize, i32)| Amount {
        feature: feature as u16,
        middle: amount as f32 * phase * slow,
        end: amount as f32 * (1.0 - phase) * scale * slow,
    };
    all.into_iter().filter(|&(_, amount)| amount != 0).map(amount).collect()
}

/// What each group adds to the score, for White and for Black, in the order of the groups.
pub(super) fn shares(board: &Board, weights: &Weights) -> Vec<(&'static str, [f64; 2])> {
    let mut list = List::default();
    walk(board, &mut list);
    let sum: i32 = list.0.iter().map(|&(feature, amount)| end(weights[feature]) * amount).sum();
    let scale = f64::from(scale(board, sum)) / f64::from(WHOLE);
    let slow = f64::from(200 - i32::from(board.halfmove_clock())) / 200.0;
    let phase = f64::from(phase(board)) / f64::from(FULL_PHASE);
    let mut shares: Vec<(&'static str, [f64; 2])> =
        Group::ALL.iter().map(|group| (group.name(), [0.0; 2])).collect();
    for (feature, amount) in list.0 {
        let weight = weights[feature];
        let [middle, end] = [middle(weight), end(weight)].map(f64::from);
        let share = f64::from(amount) * (middle * phase + end * (1.0 - phase) * scale) * slow;
        shares[Group::of(feature) as usize].1[usize::from(amount < 0)] += share;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::super::weights::SHIPPED;
    use super::super::{fen, san};
    use super::*;

    fn board(fen: &str) -> Board {
        fen::read(fen).unwrap()
    }

    fn score(fen: &str) -> i32 {
        evaluated(&board(fen))
    }

    fn evaluated(board: &Board) -> i32 {
        evaluate(board, &SHIPPED, Owner::another())
    }

    /// Boards of random games.
    fn boards() -> Vec<Board> {
        let mut boards = Vec::new();
        let mut seed = 7_u64;
        for _ in 0..30 {
            let mut board = Board::default();
            for _ in 0..120 {
                let moves = san::legal(&board);
                if moves.is_empty() {
                    break;
                }
                seed = super::super::rules::mixed(seed.wrapping_add(1));
                board.play_unchecked(moves[seed as usize % moves.len()]);
                boards.push(board.clone());
            }
        }
        boards
    }

    /// The board with the colours exchanged, seen from the other side.
    fn turned(board: &Board) -> Board {
        let text = format!("{board:#}");
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let swap = |text: &str| -> String {
            let swapped = |letter: char| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            text.chars().map(swapped).collect()
        };
        fields[0] = swap(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
        fields[2] = swap(&fields[2]);
        fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
        fen::read(&fields.join(" ")).unwrap()
    }

    #[test]
    fn both_colours_are_judged_alike() {
        for board in boards() {
            let (one, other) = (evaluated(&board), evaluated(&turned(&board)));
            assert_eq!(one, other, "{board}");
        }
    }

    #[test]
    fn what_is_kept_is_what_would_be_computed() {
        let boards = boards();
        for board in boards.iter().chain(boards.iter().rev()) {
            assert_eq!(evaluate(board, &SHIPPED, Owner::SHIPPED), evaluated(board), "{board}");
        }
    }

    #[test]
    fn the_list_and_the_shares_make_the_same_score() {
        for board in boards() {
            let sign = if board.side_to_move() == Color::White { 1.0 } else { -1.0 };
            let score = sign * f64::from(evaluated(&board));
            let listed: f64 = amounts(&board, &SHIPPED)
                .iter()
                .map(|one| {
                    let weight = SHIPPED[usize::from(one.feature)];
                    f64::from(one.middle) * f64::from(middle(weight))
                        + f64::from(one.end) * f64::from(end(weight))
                })
                .sum();
            let shared: f64 =
                shares(&board, &SHIPPED).iter().map(|(_, [white, black])| white + black).sum();
            assert!((listed - score).abs() < 3.0, "{listed} {score} {board}");
            assert!((shared - score).abs() < 3.0, "{shared} {score} {board}");
        }
    }

    #[test]
    fn a_piece_more_is_better() {
        assert!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 50);
        assert!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1") < -200);
        assert!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1") > 200);
    }

    #[test]
    fn drawish_endings_are_known() {
        for (what, fen) in [
            ("the wrong bishop", "k7/8/1K6/P7/8/8/8/2B5 w - - 0 1"),
            ("the wrong bishop, and a king on its way", "8/8/5k2/8/8/3B4/7P/6K1 w - - 0 1"),
            ("two knights", "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1"),
            ("a knight against a pawn", "8/8/4k3/4p3/8/3KN3/8/8 w - - 0 1"),
            ("a rook against a bishop", "8/8/4kb2/8/8/3K4/8/R7 w - - 0 1"),
        ] {
            let score = score(fen);
            assert!(score.abs() < 120, "{what}: {score}");
        }
        assert!(score("k7/8/1K6/P7/8/8/8/1B6 w - - 0 1") > 300, "the right bishop wins");
        assert!(score("8/8/4k3/8/8/3K4/8/R7 w - - 0 1") > 400, "a rook mates");
        assert!(score("8/8/4k3/8/8/3KBN2/8/8 w - - 0 1") > 400, "bishop and knight mate");
        let (few, many) =
            ("8/4k1b1/4p3/4P3/5PB1/4K3/8/8 w - - 0 1", "8/4k1n1/4p3/4P3/5PB1/4K3/8/8 w - - 0 1");
        assert!(scale(&board(few), 100) < scale(&board(many), 100));
    }

    #[test]
    fn a_bare_king_is_driven_to_the_right_corner() {
        // The bishop is on light squares, like h1 and a8.
        let right = score("k7/8/2K5/8/8/8/4N3/5B2 b - - 0 1");
        let wrong = score("7k/8/5K2/8/8/8/3N4/5B2 b - - 0 1");
        assert!(right < wrong, "{right} {wrong}");
    }
}
