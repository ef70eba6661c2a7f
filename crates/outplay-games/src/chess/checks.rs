//! Checks: whether a move attacks the other king, told before it is made.

use cozy_chess::{
    Board, Move, Piece, Rank, Square, get_bishop_moves, get_bishop_rays, get_knight_moves,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// Whether the other player is in check after a legal move.
#[inline(always)]
pub(super) fn gives_check(board: &Board, mv: Move) -> bool {
    let Some(piece) = board.piece_on(mv.from) else { return false };
    let mover = board.side_to_move();
    let king = board.king(!mover);
    if is_rare(board, mv, piece) {
        return after_it_is_made(board, mv);
    }
    let occupied = board.occupied() ^ mv.from.bitboard() | mv.to.bitboard();
    let attacks = match mv.promotion.unwrap_or(piece) {
        Piece::Pawn => get_pawn_attacks(mv.to, mover),
        Piece::Knight => get_knight_moves(mv.to),
        Piece::King => cozy_chess::BitBoard::EMPTY,
        Piece::Bishop => get_bishop_moves(mv.to, occupied),
        Piece::Rook => get_rook_moves(mv.to, occupied),
        Piece::Queen => get_bishop_moves(mv.to, occupied) | get_rook_moves(mv.to, occupied),
    };
    attacks.has(king) || discovers_check(board, mv, king)
}

/// Castling and captures en passant move two pieces at once.
#[inline(always)]
fn is_rare(board: &Board, mv: Move, piece: Piece) -> bool {
    let castles = piece == Piece::King && board.colors(board.side_to_move()).has(mv.to);
    let passing = board
        .en_passant()
        .map(|file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())));
    castles || piece == Piece::Pawn && passing == Some(mv.to)
}

#[cold]
fn after_it_is_made(board: &Board, mv: Move) -> bool {
    let mut child = board.clone();
    child.play_unchecked(mv);
    !child.checkers().is_empty()
}

/// Whether a piece behind the one that moves attacks the king.
#[inline(always)]
fn discovers_check(board: &Board, mv: Move, king: Square) -> bool {
    let own = board.colors(board.side_to_move());
    let queens = board.pieces(Piece::Queen);
    let occupied = board.occupied() ^ mv.from.bitboard() | mv.to.bitboard();
    if get_rook_rays(king).has(mv.from) {
        let sliders = (board.pieces(Piece::Rook) | queens) & own & !mv.from.bitboard();
        return !(get_rook_moves(king, occupied) & sliders).is_empty();
    }
    if get_bishop_rays(king).has(mv.from) {
        let sliders = (board.pieces(Piece::Bishop) | queens) & own & !mv.from.bitboard();
        return !(get_bishop_moves(king, occupied) & sliders).is_empty();
    }
    false
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
                    let piece = board.piece_on(mv.from).expect("something moves");
                    let seen = after_it_is_made(&board, mv);
                    assert_eq!(gives_check(&board, mv), seen, "{board} {mv}");
                    moves += 1;
                    checks += usize::from(seen);
                    rare += usize::from(is_rare(&board, mv, piece));
                }
                board.play_unchecked(next);
            }
        }
        assert!(moves > 500_000 && checks > 10_000 && rare > 500, "{moves} {checks} {rare}");
    }
}
