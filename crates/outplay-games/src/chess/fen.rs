//! Forsyth-Edwards Notation: a position in one line.
//!
//! Six fields: the pieces, the player to move, the rights to castle, the square behind a pawn that has just made two steps, the
//! plies since the last capture or pawn's move, the number of the move. The last two may be missing, and so may the two before them
//! where they would be `-`. Rights to castle may be written as in chess (`KQkq`) or by the files of the rooks (`HAha`).

use cozy_chess::{Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece};
use cozy_chess::{Rank, Square, get_king_moves};

/// How a text is read: what was found, or what is wrong.
pub(super) type Read<T> = Result<T, String>;

/// A board as text.
pub(super) fn written(board: &Board, is_960: bool) -> String {
    match is_960 || !castles_as_usual(board) {
        true => format!("{board:#}"),
        false => format!("{board}"),
    }
}

/// Whether kings and rooks that may castle stand where they do in chess.
pub(super) fn castles_as_usual(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let CastleRights { short, long } = *board.castle_rights(color);
        let king = short.or(long).is_none() || board.king(color).file() == File::E;
        king && short.is_none_or(|file| file == File::H) && long.is_none_or(|file| file == File::A)
    })
}

/// Reads a board from at most six fields.
pub(super) fn read(text: &str) -> Read<Board> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() > 6 {
        return Err(format!("after the six fields of a position, `{:.50}` is too much", fields[6]));
    }
    from_fields(&fields)
}

/// Reads a board from the fields of a position.
pub(super) fn from_fields(fields: &[&str]) -> Read<Board> {
    let field = |index: usize| fields.get(index).copied();
    let mut builder = BoardBuilder::empty();
    read_pieces(field(0).unwrap_or(""), &mut builder)?;
    builder.side_to_move = match field(1) {
        Some("w" | "W") => Color::White,
        Some("b" | "B") => Color::Black,
        Some(other) => return Err(format!("`{other:.50}` does not move: it is `w` or `b`")),
        None => return Err("after the pieces, the player to move is missing: `w` or `b`".into()),
    };
    check_kings(&builder)?;
    read_rights(field(2).unwrap_or("-"), &mut builder)?;
    builder.en_passant = match field(3) {
        None | Some("-") => None,
        Some(text) => Some(text.parse().map_err(|_| {
            format!("`{text:.50}` is no square for a capture en passant: write `e3`, or `-`")
        })?),
    };
    let number = |index: usize, what: &str| match field(index) {
        None | Some("-") => Ok(None),
        Some(text) => text
            .parse::<u32>()
            .map(Some)
            .map_err(|_| format!("`{text:.50}` is no number of {what}")),
    };
    let clock = number(4, "plies since a capture or a pawn's move")?.unwrap_or(0);
    builder.halfmove_clock = clock.min(100) as u8;
    // Some programs count from 0.
    let count = number(5, "the move")?.unwrap_or(1);
    builder.fullmove_number = count.clamp(1, u32::from(u16::MAX)) as u16;
    built(&builder, field(3).unwrap_or("-"))
}

fn read_pieces(text: &str, builder: &mut BoardBuilder) -> Read<()> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        let count = rows.len();
        return Err(format!("`{text:.80}` has {count} rows, and a board has 8, with `/` between"));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for mark in row.chars() {
            if let Some(count @ 1..=8) = mark.to_digit(10) {
                file += count as usize;
                continue;
            }
            let color = if mark.is_ascii_uppercase() { Color::White } else { Color::Black };
            let piece = Piece::try_from(mark.to_ascii_lowercase()).map_err(|_| {
                format!("`{mark}` in row {rank} is no piece: they are PNBRQK and pnbrqk")
            })?;
            if let Some(file) = File::try_index(file) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != 8 {
            return Err(format!("row {rank}, `{row:.50}`, has {file} squares instead of 8"));
        }
    }
    Ok(())
}

fn check_kings(builder: &BoardBuilder) -> Read<()> {
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let count = |what: fn(Square, Piece) -> bool| {
            let is_it = |&&square: &&Square| matches!(builder.square(square), Some((piece, owner)) if owner == color && what(square, piece));
            Square::ALL.iter().filter(is_it).count()
        };
        let kings = count(|_, piece| piece == Piece::King);
        if kings != 1 {
            return Err(format!("{name} has {kings} kings instead of one"));
        }
        if count(|_, _| true) > 16 {
            return Err(format!("{name} has more than 16 pieces"));
        }
        if count(|_, piece| piece == Piece::Pawn) > 8 {
            return Err(format!("{name} has more than 8 pawns"));
        }
        let stray = |square: Square, piece| {
            piece == Piece::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth)
        };
        if count(stray) > 0 {
            return Err(format!("{name} has a pawn on the first or the last row"));
        }
    }
    Ok(())
}

/// `K` and `Q` mean the rook that is the farthest on that side, as X-FEN has it.
fn read_rights(text: &str, builder: &mut BoardBuilder) -> Read<()> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        let on = |file: &File| builder.square(Square::new(*file, rank));
        let king = File::ALL.into_iter().find(|file| on(file) == Some((Piece::King, color)));
        let is_rook = |file: &File| on(file) == Some((Piece::Rook, color));
        let wrong = || format!("`{letter}` of `{text:.50}`: there is no king and rook to castle");
        let king = king.ok_or_else(wrong)?;
        let lower = letter.to_ascii_lowercase();
        let rook = match lower {
            'k' => File::ALL.into_iter().rev().find(is_rook).filter(|&rook| rook > king),
            'q' => File::ALL.into_iter().find(is_rook).filter(|&rook| rook < king),
            'a'..='h' => File::try_from(lower).ok().filter(is_rook),
            _ => {
                return Err(format!(
                    "`{letter}` of `{text:.50}` is no right to castle, like `KQkq`"
                ));
            }
        };
        let rook = rook.ok_or_else(wrong)?;
        let rights = builder.castle_rights_mut(color);
        *(if rook > king { &mut rights.short } else { &mut rights.long }) = Some(rook);
    }
    Ok(())
}

fn built(builder: &BoardBuilder, en_passant: &str) -> Read<Board> {
    let board = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => format!(
            "`{en_passant:.50}` cannot be taken en passant: no pawn has just come over that square"
        ),
        BoardBuilderError::InvalidCastlingRights => "nobody can castle like this".to_owned(),
        _ => "the player who is not to move is in check".to_owned(),
    })?;
    // Otherwise one could take the other.
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err("the kings touch".to_owned());
    }
    match board.checkers().len() {
        0..=2 => Ok(board),
        checkers => Err(format!("{checkers} pieces give check at once, which no move leads to")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 13 40",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2",
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        ] {
            assert_eq!(written(&read(fen).unwrap(), false), fen);
        }
        // The rook beside the king castles, and so does the one that is farther away.
        let board = read("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1").unwrap();
        assert_eq!(written(&board, false), "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1");
        let board = read("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1").unwrap();
        assert_eq!(written(&board, false), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
    }

    #[test]
    fn what_is_missing_is_usual() {
        let board = read("4k3/8/8/8/8/8/8/4K2R  w").unwrap();
        assert_eq!(written(&board, false), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        let board = read("4k3/8/8/8/8/8/8/4K2R w K - 250 0").unwrap();
        assert_eq!(written(&board, false), "4k3/8/8/8/8/8/8/4K2R w K - 100 1");
    }

    #[test]
    fn bad_text_says_why() {
        for (fen, told) in [
            ("", "`` has 1 rows, and a board has 8, with `/` between"),
            ("8/8/8/8/8/8/8 w", "`8/8/8/8/8/8/8` has 7 rows, and a board has 8, with `/` between"),
            ("4k3/8/8/9/8/8/8/4K3 w", "`9` in row 5 is no piece: they are PNBRQK and pnbrqk"),
            ("4k3/8/8/7/8/8/8/4K3 w", "row 5, `7`, has 7 squares instead of 8"),
            ("4k3/8/8/8p/8/8/8/4K3 w", "row 5, `8p`, has 9 squares instead of 8"),
            ("4k3/8/8/8/8/8/8/4K3", "after the pieces, the player to move is missing: `w` or `b`"),
            ("4k3/8/8/8/8/8/8/4K3 x", "`x` does not move: it is `w` or `b`"),
            ("4k3/8/8/8/8/8/8/8 w", "White has 0 kings instead of one"),
            ("4k2P/8/8/8/8/8/8/4K3 w", "White has a pawn on the first or the last row"),
            ("4k3/8/8/8/8/8/8/4K3 w K", "`K` of `K`: there is no king and rook to castle"),
            ("4k3/8/8/8/8/8/8/4K3 w x", "`x` of `x` is no right to castle, like `KQkq`"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e9",
                "`e9` is no square for a capture en passant: write `e3`, or `-`",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6",
                "`e6` cannot be taken en passant: no pawn has just come over that square",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - x",
                "`x` is no number of plies since a capture or a pawn's move",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 y", "`y` is no number of the move"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1 z",
                "after the six fields of a position, `z` is too much",
            ),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the player who is not to move is in check"),
            ("8/8/8/K7/k7/8/8/8 w - - 0 1", "the kings touch"),
            ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has more than 8 pawns"),
        ] {
            assert_eq!(read(fen).unwrap_err(), told, "{fen}");
        }
    }
}
