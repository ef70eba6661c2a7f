//! Checks: whether a move attacks the other king, told before it is made.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::san::is_castling;

/// Whether the other player is in check after a legal move.
///
/// PERF: it is asked from the king's side: few squares are in line with a king, so most moves are done with after a look
/// or two, and what moves is hardly ever asked. That takes 180 instead of 260 instructions of a node of chess.
#[inline(always)]
pub(super) fn gives_check(board: &Board, mv: Move) -> bool {
    if mv.promotion.is_some() || is_rare(board, mv) {
        return after_it_is_made(board, mv);
    }
    let mover = board.side_to_move();
    let king = board.king(!mover);
    let (straight, diagonal) = (get_rook_rays(king), get_bishop_rays(king));
    let moves = |piece| board.pieces(piece).has(mv.from);
    let is_free = || {
        let occupied = board.occupied() ^ mv.from.bitboard();
        occupied.is_disjoint(get_between_rays(king, mv.to))
    };
    if straight.has(mv.to) && (moves(Piece::Rook) || moves(Piece::Queen)) && is_free()
        || diagonal.has(mv.to) && (moves(Piece::Bishop) || moves(Piece::Queen)) && is_free()
        || get_knight_moves(king).has(mv.to) && moves(Piece::Knight)
        || get_pawn_attacks(king, !mover).has(mv.to) && moves(Piece::Pawn)
    {
        return true;
    }
    straight.has(mv.from) && discovers(board, mv, Piece::Rook, get_rook_moves)
        || diagonal.has(mv.from) && discovers(board, mv, Piece::Bishop, get_bishop_moves)
}

/// Castling and captures en passant move two pieces at once.
#[inline(always)]
fn is_rare(board: &Board, mv: Move) -> bool {
    let mover = board.side_to_move();
    let is_passing = |file| {
        mv.to == Square::new(file, Rank::Sixth.relative_to(mover))
            && board.pieces(Piece::Pawn).has(mv.from)
    };
    is_castling(board, mv) || board.en_passant().is_some_and(is_passing)
}

#[cold]
fn after_it_is_made(board: &Board, mv: Move) -> bool {
    let mut child = board.clone();
    child.play_unchecked(mv);
    !child.checkers().is_empty()
}

/// Whether a piece behind the one that moves attacks the king: one of this kind, or a queen.
#[inline(always)]
fn discovers(
    board: &Board,
    mv: Move,
    piece: Piece,
    attacks: impl Fn(Square, BitBoard) -> BitBoard,
) -> bool {
    let mover = board.side_to_move();
    let pieces = board.pieces(piece) | board.pieces(Piece::Queen);
    let behind = pieces & board.colors(mover) & !mv.from.bitboard();
    let occupied = board.occupied() ^ mv.from.bitboard() | mv.to.bitboard();
    !behind.is_empty() && !behind.is_disjoint(attacks(board.king(!mover), occupied))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games at random, and every move of every position: what is told before is what is seen afterwards.
    #[test]
    fn a_check_is_told_before_the_move_is_made() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut moves, mut checks, mut rare) = (0, 0, 0);
        for game in 0..400 {
            let mut board = match game % 2 {
                0 => Board::default(),
                _ => Board::chess960_startpos(random.u32(0..960)),
            };
            for _ in 0..120 {
                let mut legal = Vec::new();
                board.generate_moves(|some| {
                    legal.extend(some);
                    false
                });
                let Some(&next) = random.choice(&legal) else { break };
                for &mv in &legal {
                    let seen = after_it_is_made(&board, mv);
                    assert_eq!(gives_check(&board, mv), seen, "{board} {mv}");
                    moves += 1;
                    checks += usize::from(seen);
                    rare += usize::from(is_rare(&board, mv));
                }
                board.play_unchecked(next);
            }
        }
        assert!(moves > 500_000 && checks > 10_000 && rare > 500, "{moves} {checks} {rare}");
    }
}
