//! Exchanges: what a move wins if both players take on its square as long as it pays.
//!
//! Static exchange evaluation: always the least valuable piece takes, and a player may stop. Only whether enough is
//! won is asked, which is known long before the exchange is over (Reul, *New Architectures in Computer Chess*, 2009, has the
//! history of it). Pins are not looked at.

use cozy_chess::get_rook_moves;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use cozy_chess::{get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks};

use super::san::is_castling;

/// What a piece is worth in an exchange, in hundredths of a pawn. A king is never given away.
#[inline(always)]
pub(super) fn worth(piece: Piece) -> i32 {
    // By the order of the pieces, from pawn to king.
    [100, 320, 330, 500, 950, 10_000][piece as usize]
}

/// The piece that a move takes.
///
/// PERF: most moves take nothing, so the colour is asked before the kind: with it and with `behind`, this file takes 510 instead
/// of 750 instructions of a node of chess.
#[inline(always)]
pub fn victim(board: &Board, mv: Move) -> Option<Piece> {
    match board.colors(!board.side_to_move()).has(mv.to) {
        true => board.piece_on(mv.to),
        false => is_en_passant(board, mv).then_some(Piece::Pawn),
    }
}

#[inline(always)]
fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.en_passant().is_some_and(|file| {
        file == mv.to.file()
            && file != mv.from.file()
            && board.pieces(Piece::Pawn).has(mv.from)
            && !board.occupied().has(mv.to)
    })
}

/// Captures and new queens.
#[inline(always)]
pub fn is_noisy(board: &Board, mv: Move) -> bool {
    match mv.promotion {
        Some(piece) => piece == Piece::Queen,
        None => victim(board, mv).is_some(),
    }
}

/// Whether a legal move wins at least so much, in hundredths of a pawn, with all that is taken on its square afterwards. It may be negative: what
/// may be lost at most.
pub fn gain_at_least(board: &Board, mv: Move, threshold: i32) -> bool {
    let captured = victim(board, mv).map_or(0, worth);
    let mut at_risk = board.piece_on(mv.from).map_or(0, worth);
    let mut margin = captured - threshold;
    if let Some(piece) = mv.promotion {
        margin += worth(piece) - worth(Piece::Pawn);
        at_risk = worth(piece);
    }
    if margin < 0 || is_castling(board, mv) {
        return margin >= 0;
    }
    // Even if the piece is lost, it is enough.
    if margin >= at_risk {
        return true;
    }
    let mut occupied = board.occupied() & !mv.from.bitboard() | mv.to.bitboard();
    if is_en_passant(board, mv) {
        occupied &= !Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    // Who has just taken, and whether that is the player who made the move.
    let mut taker = board.side_to_move();
    let mut is_ours = true;
    let mut attackers = attackers_to(board, mv.to, occupied);
    while margin < at_risk {
        attackers &= occupied;
        let Some((piece, square)) = least(board, attackers & board.colors(!taker)) else {
            return is_ours;
        };
        if piece == Piece::King && !(attackers & board.colors(taker)).is_empty() {
            return is_ours;
        }
        occupied ^= square.bitboard();
        attackers |= behind(board, piece, mv.to, occupied);
        margin = at_risk - margin - 1;
        at_risk = worth(piece);
        taker = !taker;
        is_ours = !is_ours;
    }
    is_ours
}

fn least(board: &Board, attackers: BitBoard) -> Option<(Piece, Square)> {
    let of = |piece| Some((piece, (attackers & board.pieces(piece)).next_square()?));
    Piece::ALL.into_iter().find_map(of)
}

/// Pieces that attack a square along diagonals.
#[inline(always)]
fn on_diagonals(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pieces = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    get_bishop_moves(square, occupied) & pieces
}

/// Pieces that attack a square along its file and its rank.
#[inline(always)]
fn on_straights(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pieces = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    get_rook_moves(square, occupied) & pieces
}

/// Pieces that may attack a square now that one has left its line. A knight or a king does not stand in the way of another
/// attacker.
#[inline(always)]
fn behind(board: &Board, piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn | Piece::Bishop => on_diagonals(board, square, occupied),
        Piece::Rook => on_straights(board, square, occupied),
        Piece::Queen => {
            on_diagonals(board, square, occupied) | on_straights(board, square, occupied)
        }
        Piece::Knight | Piece::King => BitBoard::EMPTY,
    }
}

fn attackers_to(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pawns =
        |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    on_diagonals(board, square, occupied)
        | on_straights(board, square, occupied)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | pawns(Color::White)
        | pawns(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::super::{fen, san};
    use super::*;
    use crate::chess::rules::Position;

    /// The gain of a move: the highest threshold that it reaches.
    fn gain(fen: &str, text: &str) -> i32 {
        let board = fen::read(fen).unwrap();
        let mv = san::read(&board, text).unwrap();
        let reached: Vec<i32> =
            (-1_100..=1_900).filter(|&threshold| gain_at_least(&board, mv, threshold)).collect();
        let most = *reached.last().expect("a queen at most is lost");
        // Whatever is less is reached, too.
        assert_eq!(reached.len() as i32, most + 1_101);
        most
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        for (fen, mv, won) in [
            ("4k3/8/8/4p3/8/8/8/4K2R w - - 0 1", "Kd2", 0),
            ("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1", "Rxe5+", 100),
            ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "Rxe5+", -400),
            // The rook behind takes, too.
            ("4k3/8/3p4/4p3/8/8/4R3/4RK2 w - - 0 1", "Rxe5+", -300),
            ("4k3/8/3n4/4p3/3P4/8/8/4K3 w - - 0 1", "dxe5", 100),
            ("4k3/8/3p4/4n3/3P4/8/8/4K3 w - - 0 1", "dxe5", 220),
            // A knight goes where a pawn takes it.
            ("4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1", "Ne5", -320),
            // The king does not take what is defended.
            ("8/4k3/4p3/8/8/8/4R3/4RK2 w - - 0 1", "Rxe6+", 100),
            ("8/4k3/4p3/8/8/8/4R3/5K2 w - - 0 1", "Rxe6+", -400),
            ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2", "dxe3", 0),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 850),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", -100),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q", 1_350),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0),
        ] {
            assert_eq!(gain(fen, mv), won, "{mv} in {fen}");
        }
    }

    #[test]
    fn captures_and_queens_are_noisy() {
        let board = fen::read("r3k2r/P2p4/8/4Pp2/8/8/8/R3K2R w KQkq f6 0 1").unwrap();
        let is_noisy = |text| is_noisy(&board, san::read(&board, text).unwrap());
        let noisy = ["Rxh8+", "exf6"].map(is_noisy);
        assert_eq!(noisy, [true, true]);
        assert_eq!(["O-O", "O-O-O", "Kd2", "e6"].map(is_noisy), [false; 4]);
        let board = fen::read("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let is_noisy = |text| super::is_noisy(&board, san::read(&board, text).unwrap());
        assert_eq!(["a8=Q", "axb8=Q+", "a8=N", "axb8=N"].map(is_noisy), [true, true, false, false]);
    }

    /// Noisy moves are those of all moves that are noisy, in their order, listed alone or apart from the others.
    fn check_noisy(board: &Board) {
        let position = Position::from(board.clone());
        let (mut all, mut listed) = (Vec::new(), Vec::new());
        position.list(&mut all);
        position.list_noisy(&mut listed);
        let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
        position.list_apart(&mut noisy, &mut quiet);
        assert_eq!(noisy.len() + quiet.len(), all.len(), "{board}");
        assert!(quiet.iter().all(|mv| all.contains(mv) && !is_noisy(board, *mv)), "{board}");
        all.retain(|&mv| is_noisy(board, mv));
        assert_eq!((&listed, &noisy), (&all, &all), "{board}");
    }

    #[test]
    fn noisy_moves_are_those_that_are_listed() {
        for fen in [
            "r3k2r/P2p4/8/4Pp2/8/8/8/R3K2R w KQkq f6 0 1",
            "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            check_noisy(&fen::read(fen).unwrap());
        }
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..100 {
            let mut board = Board::default();
            for _ in 0..150 {
                let Some(&mv) = random.choice(&san::legal(&board)) else { break };
                board.play_unchecked(mv);
                check_noisy(&board);
            }
        }
    }
}
