//! Moves as text: Standard Algebraic Notation (`Nbd7`, `exd6`, `O-O`, `e8=Q+`) and that of the Universal Chess Interface (`e1g1`,
//! `e7e8q`).
//!
//! Reading is tolerant: signs of check and comment may be there or not, more than is needed may be said of where a piece comes
//! from, zeros castle as well as letters do. But a move that could be two is refused.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_king_moves};

use super::fen::Read;
use super::rules::has_moves;

/// All legal moves, in the order of the rules.
pub(super) fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves
}

/// Castling is the move of a king to its own rook.
#[inline(always)]
pub(super) fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// A legal move in Standard Algebraic Notation.
pub(super) fn written(board: &Board, mv: Move) -> String {
    let mut text = match board.piece_on(mv.from) {
        _ if is_castling(board, mv) => {
            let is_short = mv.to.file() > mv.from.file();
            if is_short { "O-O" } else { "O-O-O" }.to_owned()
        }
        Some(Piece::Pawn) | None => pawn_move(mv),
        Some(piece) => piece_move(board, piece, mv),
    };
    let mut after = board.clone();
    after.play_unchecked(mv);
    if !after.checkers().is_empty() {
        text.push(if has_moves(&after) { '+' } else { '#' });
    }
    text
}

fn pawn_move(mv: Move) -> String {
    let mut text = String::new();
    if mv.from.file() != mv.to.file() {
        text.push_str(&format!("{}x", mv.from.file()));
    }
    text.push_str(&mv.to.to_string());
    if let Some(piece) = mv.promotion {
        text.push('=');
        text.push(letter(piece));
    }
    text
}

fn piece_move(board: &Board, piece: Piece, mv: Move) -> String {
    let others: Vec<Square> = legal(board)
        .into_iter()
        .filter(|other| other.to == mv.to && other.from != mv.from)
        .map(|other| other.from)
        .filter(|&from| board.piece_on(from) == Some(piece))
        .collect();
    let (file, rank) = (mv.from.file(), mv.from.rank());
    let from = match others[..] {
        [] => String::new(),
        _ if others.iter().all(|other| other.file() != file) => file.to_string(),
        _ if others.iter().all(|other| other.rank() != rank) => rank.to_string(),
        _ => mv.from.to_string(),
    };
    let takes = if board.occupied().has(mv.to) { "x" } else { "" };
    format!("{}{from}{takes}{}", letter(piece), mv.to)
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// What a text says of a move.
#[derive(Clone, Copy)]
struct Said {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

/// Reads a move in either notation.
pub(super) fn read(board: &Board, text: &str) -> Read<Move> {
    let bare = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
    if let Some(is_short) = castling(bare) {
        let name = if is_short { "O-O" } else { "O-O-O" };
        let is_it =
            |mv: &Move| is_castling(board, *mv) && (mv.to.file() > mv.from.file()) == is_short;
        let found = legal(board).into_iter().find(is_it);
        return found.ok_or_else(|| not_legal(board, name));
    }
    if !is_of_a_bishop(board, bare)
        && let Ok(mv) = read_uci(board, bare)
    {
        return Ok(mv);
    }
    let said = said(bare).ok_or_else(|| {
        format!("`{text:.20}` is no move: write it like `Nf3`, `exd5`, `O-O`, `e8=Q` or `e2e4`")
    })?;
    let fitting: Vec<Move> = legal(board).into_iter().filter(|&mv| said.fits(board, mv)).collect();
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(not_legal(board, bare)),
        _ if fitting.iter().all(|mv| mv.from == fitting[0].from) => {
            Err(format!("`{bare:.20}` does not say what the pawn becomes: write `{bare:.20}=Q`"))
        }
        _ => {
            let names: Vec<String> = fitting.iter().map(|&mv| written(board, mv)).collect();
            Err(format!("`{bare:.20}` can be {}", names.join(" or ")))
        }
    }
}

/// Whether a text like `B2b4` is a bishop's move, which it is before it is one of a pawn from b2.
fn is_of_a_bishop(board: &Board, text: &str) -> bool {
    let fits = |said: Said| legal(board).into_iter().any(|mv| said.fits(board, mv));
    text.starts_with('B') && said(text).is_some_and(fits)
}

fn castling(text: &str) -> Option<bool> {
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => Some(true),
        "O-O-O" | "OOO" => Some(false),
        _ => None,
    }
}

fn said(text: &str) -> Option<Said> {
    let mut bytes: Vec<u8> = text.bytes().filter(|byte| !b"x:-=()/".contains(byte)).collect();
    let piece_of = |byte: u8| Piece::try_from(char::from(byte.to_ascii_lowercase())).ok();
    let promotion = match bytes[..] {
        [.., b'1' | b'8', kind] => {
            bytes.pop();
            Some(piece_of(kind)?).filter(|kind| !matches!(kind, Piece::Pawn | Piece::King))
        }
        _ => None,
    };
    let piece = match bytes[..] {
        [kind @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), ..] => {
            bytes.remove(0);
            piece_of(kind)?
        }
        // A small letter is a piece only where it is no file.
        [kind @ (b'n' | b'r' | b'q' | b'k'), _, ..] => {
            bytes.remove(0);
            piece_of(kind)?
        }
        _ => Piece::Pawn,
    };
    let file = |byte: u8| File::try_from(char::from(byte)).ok().filter(|_| byte >= b'a');
    let rank = |byte: u8| Rank::try_from(char::from(byte)).ok();
    let (from, to) = bytes.split_at(bytes.len().checked_sub(2)?);
    let to = Square::new(file(to[0])?, rank(to[1])?);
    let (file, rank) = match *from {
        [] => (None, None),
        [one] if file(one).is_some() => (file(one), None),
        [one] => (None, Some(rank(one)?)),
        [one, other] => (Some(file(one)?), Some(rank(other)?)),
        _ => return None,
    };
    Some(Said { piece, file, rank, to, promotion })
}

impl Said {
    fn fits(&self, board: &Board, mv: Move) -> bool {
        !is_castling(board, mv)
            && mv.to == self.to
            && board.piece_on(mv.from) == Some(self.piece)
            && self.file.is_none_or(|file| mv.from.file() == file)
            && self.rank.is_none_or(|rank| mv.from.rank() == rank)
            && (self.promotion.is_none() || mv.promotion == self.promotion)
    }
}

fn not_legal(board: &Board, text: &str) -> String {
    let side = if board.side_to_move() == Color::White { "White" } else { "Black" };
    let check = if board.checkers().is_empty() { "" } else { ", who is in check" };
    let moves = legal(board);
    if moves.is_empty() {
        return format!("`{text:.20}` is not legal: the game is over");
    }
    let mut names: Vec<String> = moves.iter().map(|&mv| written(board, mv)).take(8).collect();
    if moves.len() > names.len() {
        names.push("...".to_owned());
    }
    format!("`{text:.20}` is not legal for {side}{check}: the moves are {}", names.join(", "))
}

/// A legal move as the Universal Chess Interface has it. In Chess960 the king castles by going to its rook, in chess by going
/// two squares.
pub(super) fn written_uci(board: &Board, mv: Move, is_960: bool) -> String {
    let goes_to_rook = is_960 || mv.from.file() != File::E;
    let is_usual = matches!(mv.to.file(), File::A | File::H);
    if is_castling(board, mv) && !goes_to_rook && is_usual {
        let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
        return format!("{}{}", mv.from, Square::new(file, mv.from.rank()));
    }
    let promotion = mv.promotion.map(|piece| piece.to_string()).unwrap_or_default();
    format!("{}{}{promotion}", mv.from, mv.to)
}

/// Reads a move as the Universal Chess Interface has it. Castling may be written in either way.
pub(super) fn read_uci(board: &Board, text: &str) -> Read<Move> {
    let mv: Move = text.to_ascii_lowercase().parse().map_err(|_| {
        format!("`{text:.20}` is no move: write from where to where, like `e2e4` or `e7e8q`")
    })?;
    let found = [Some(mv), castled(board, mv)].into_iter().flatten();
    found.into_iter().find(|&mv| is_legal(board, mv)).ok_or_else(|| not_legal(board, text))
}

fn is_legal(board: &Board, mv: Move) -> bool {
    // A promotion to a king or a pawn is not asked about.
    !matches!(mv.promotion, Some(Piece::Pawn | Piece::King)) && board.is_legal(mv)
}

/// A king that goes two squares or more means to castle.
fn castled(board: &Board, mv: Move) -> Option<Move> {
    let color = board.side_to_move();
    let is_far = !get_king_moves(mv.from).has(mv.to) && mv.from.rank() == mv.to.rank();
    if board.king(color) != mv.from || !is_far || mv.promotion.is_some() {
        return None;
    }
    let rights = board.castle_rights(color);
    let rook = if mv.to.file() > mv.from.file() { rights.short } else { rights.long }?;
    Some(Move { to: Square::new(rook, mv.from.rank()), ..mv })
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::*;

    fn board(fen: &str) -> Board {
        fen::read(fen).unwrap()
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn every_move_of_many_positions_can_be_read_again() {
        let mut seed = 1_u64;
        for game in 0..40 {
            let mut board = if game % 2 == 0 { Board::default() } else { board(KIWIPETE) };
            for _ in 0..80 {
                let moves = legal(&board);
                for &mv in &moves {
                    let text = written(&board, mv);
                    assert_eq!(read(&board, &text), Ok(mv), "{text} in {board}");
                    for is_960 in [false, true] {
                        let text = written_uci(&board, mv, is_960);
                        assert_eq!(read_uci(&board, &text), Ok(mv), "{text} in {board}");
                        assert_eq!(read(&board, &text), Ok(mv), "{text} in {board}");
                    }
                }
                if moves.is_empty() {
                    break;
                }
                seed = super::super::rules::mixed(seed.wrapping_add(1));
                board.play_unchecked(moves[seed as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn a_capital_b_is_a_bishop_before_it_is_a_file() {
        let board = board("4k3/8/3B4/8/8/8/1P1B4/4K3 w - - 0 1");
        for (text, uci) in [("B2b4", "d2b4"), ("B6b4", "d6b4"), ("b2b4", "b2b4"), ("B2B3", "b2b3")]
        {
            assert_eq!(read(&board, text), read_uci(&board, uci), "{text}");
        }
    }

    #[test]
    fn a_move_is_written_as_briefly_as_it_can_be() {
        let name = |fen: &str, mv: &str| {
            let board = board(fen);
            written(&board, read_uci(&board, mv).unwrap())
        };
        assert_eq!(name(KIWIPETE, "e1g1"), "O-O");
        assert_eq!(name(KIWIPETE, "e1c1"), "O-O-O");
        assert_eq!(name(KIWIPETE, "e5f7"), "Nxf7");
        assert_eq!(name(KIWIPETE, "d5e6"), "dxe6");
        assert_eq!(name("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), "a8=N");
        assert_eq!(name("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), "a8=Q+");
        assert_eq!(name("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
        assert_eq!(name("6k1/8/8/8/8/8/R7/K6R w - - 0 1", "a2h2"), "Rah2");
        assert_eq!(name("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3"), "R1a3");
        assert_eq!(name("7k/R7/1R6/8/8/8/8/4K3 w - - 0 1", "b6b8"), "Rb8#");
    }

    #[test]
    fn reading_is_tolerant() {
        let start = Board::default();
        for text in ["Nf3", "Nf3!?", "Ngf3", "Ng1f3", "Ng1-f3", "g1f3", "nf3", "G1F3", " Nf3+ "] {
            let mv = read(&start, text).unwrap();
            assert_eq!(written(&start, mv), "Nf3", "{text}");
        }
        for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!!"] {
            assert_eq!(written(&start, read(&start, text).unwrap()), "e4", "{text}");
        }
        let castles = board(KIWIPETE);
        for text in ["O-O", "0-0", "o-o", "OO", "e1g1", "e1h1", "O-O+"] {
            assert_eq!(written(&castles, read(&castles, text).unwrap()), "O-O", "{text}");
        }
        let takes = board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2");
        for text in ["dxe3", "dxe3e.p.", "dxe3 e.p.", "de3", "d:e3", "d4xe3"] {
            assert_eq!(written(&takes, read(&takes, text).unwrap()), "dxe3", "{text}");
        }
    }

    #[test]
    fn bad_moves_say_why() {
        let error = |fen: &str, text| read(&board(fen), text).unwrap_err();
        let two = "6k1/8/8/8/8/8/R7/K6R w - - 0 1";
        assert_eq!(error(two, "Rh2"), "`Rh2` can be Rhh2 or Rah2");
        let pawn = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(error(pawn, "a8"), "`a8` does not say what the pawn becomes: write `a8=Q`");
        let told = "`xyz` is no move: write it like `Nf3`, `exd5`, `O-O`, `e8=Q` or `e2e4`";
        assert_eq!(error(pawn, "xyz"), told);
        let told = "`Kd8` is not legal for White: the moves are a8=N, a8=B, a8=R+, a8=Q+, Kd1, Kf1, Kd2, Ke2, ...";
        assert_eq!(error(pawn, "Kd8"), told);
        let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(error(mate, "Kh7"), "`Kh7` is not legal: the game is over");
        for text in ["", "é4", "ééé", "e9", "N", "Nf", "💣💣", "a7a8k", "a7a8p", "=", "e8=", "x"]
        {
            error(pawn, text);
        }
    }
}
