//! The past: what repetition needs to know of the moves so far.
//!
//! A position occurs again only if all moves in between can be taken back by others: no capture, no pawn's move, no
//! right to castle lost. So the past is the moves since the last one of these. To look for an earlier occurrence, they are taken
//! back one by one, and whenever the same player is to move the pieces are compared with those of today. No hash is
//! involved, so that no game is ever drawn by mistake.
//!
//! It takes two bytes for each of at most 100 moves, 200 in all; keys of 64 bits would take 800.

use std::fmt::{self, Debug};

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};

use super::rules::{FIFTY_MOVES, mixed};

/// With fewer plies, nothing can be as it was: each player has to go and to come back.
const SHORTEST: usize = 4;

/// The moves since a position that cannot come again.
#[derive(Clone, Copy)]
pub(super) struct Past {
    /// From and to, in 6 bits each. Those from `length` on mean nothing.
    moves: [u16; FIFTY_MOVES as usize],
    length: u8,
    /// Whether the position before the first of the moves can come again.
    has_origin: bool,
}

impl Default for Past {
    fn default() -> Past {
        Past { moves: [0; FIFTY_MOVES as usize], length: 0, has_origin: true }
    }
}

impl Past {
    /// A move led from a board with these rights to another.
    #[inline(always)]
    pub(super) fn add(&mut self, before: Rights, mv: Move, after: &Board) {
        let is_back = after.halfmove_clock() > 0 && before == rights(after);
        if !is_back || usize::from(self.length) == self.moves.len() {
            (self.length, self.has_origin) = (0, !can_take_en_passant(after));
            return;
        }
        self.moves[usize::from(self.length)] = (mv.from as u16) << 6 | mv.to as u16;
        self.length += 1;
    }

    /// Whether it is long enough for two earlier occurrences.
    #[inline(always)]
    pub(super) fn is_long(&self) -> bool {
        usize::from(self.length) >= 2 * SHORTEST
    }

    fn moves(&self) -> &[u16] {
        &self.moves[..usize::from(self.length)]
    }

    /// How often the pieces were where they are on `board`, with the same player to move, counted up to `most`.
    #[inline(always)]
    pub(super) fn repeats(&self, board: &Board, most: u32) -> u32 {
        if usize::from(self.length) < SHORTEST {
            return 0;
        }
        self.looked_for(board, most)
    }

    #[inline(never)]
    fn looked_for(&self, board: &Board, most: u32) -> u32 {
        let mut count = 0;
        let mut pieces = Pieces::of(board);
        let today = pieces;
        let moves = self.moves();
        let mut mover = !board.side_to_move();
        for (back, &mv) in moves.iter().rev().enumerate() {
            pieces.take_back(mv, mover);
            mover = !mover;
            let plies = back + 1;
            let is_origin = plies == moves.len();
            let can_be = plies >= SHORTEST && plies % 2 == 0 && (!is_origin || self.has_origin);
            if can_be && pieces == today {
                count += 1;
                if count == most {
                    break;
                }
            }
        }
        count
    }

    /// A number that differs where the past does.
    pub(super) fn key(&self) -> u64 {
        let start = u64::from(self.has_origin);
        self.moves().iter().fold(start, |key, &mv| mixed(key << 13 ^ key >> 51 ^ u64::from(mv)))
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Past) -> bool {
        self.has_origin == other.has_origin && self.moves() == other.moves()
    }
}

impl Eq for Past {}

impl Debug for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves that can be taken back", self.length)?;
        let square = |bits: u16| Square::index(usize::from(bits & 63));
        self.moves().iter().try_for_each(|mv| write!(f, " {}{}", square(mv >> 6), square(*mv)))
    }
}

/// The pieces on a board of long ago.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pieces {
    kinds: [u64; 6],
    white: u64,
}

impl Pieces {
    fn of(board: &Board) -> Pieces {
        Pieces {
            kinds: Piece::ALL.map(|piece| board.pieces(piece).0),
            white: board.colors(Color::White).0,
        }
    }

    /// No piece was taken by the move, and none changed.
    #[inline(always)]
    fn take_back(&mut self, mv: u16, mover: Color) {
        let (from, to) = (1 << (mv >> 6), 1_u64 << (mv & 63));
        for kind in &mut self.kinds {
            if *kind & to != 0 {
                *kind ^= from | to;
            }
        }
        if mover == Color::White {
            self.white ^= from | to;
        }
    }
}

/// Who may castle with which rooks.
pub(super) type Rights = [Option<File>; 4];

/// Who may still castle on a board.
#[inline(always)]
pub(super) fn rights(board: &Board) -> Rights {
    let [white, black] = Color::ALL.map(|color| board.castle_rights(color));
    [white.short, white.long, black.short, black.long]
}

/// Whether there is a capture en passant that is legal: then the position is another one than without that right.
pub(super) fn can_take_en_passant(board: &Board) -> bool {
    let Some(file) = board.en_passant() else { return false };
    let mover = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(mover));
    let pawns = get_pawn_attacks(to, !mover) & board.colored_pieces(mover, Piece::Pawn);
    pawns.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

#[cfg(test)]
mod tests {
    use outplay::Game;

    use super::super::rules::{Chess, Position};
    use super::*;

    /// How often each position along a line was there before.
    fn repeats(fen: &str, line: &str) -> Vec<u32> {
        let mut position = Position::from(fen.parse::<Board>().unwrap());
        let made = line.split_whitespace().map(|mv| {
            Chess::default().play(&mut position, mv.parse().unwrap());
            position.repeats(9)
        });
        made.collect()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn knights_go_and_come_back() {
        let line = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(repeats(START, line), [0, 0, 0, 1, 1, 1, 1, 2]);
        let mut position = Chess::default().start();
        let mut moves = Vec::new();
        for mv in line.split_whitespace() {
            moves.clear();
            Chess::default().moves(&position, &mut moves);
            assert!(!moves.is_empty());
            Chess::default().play(&mut position, mv.parse().unwrap());
        }
        moves.clear();
        Chess::default().moves(&position, &mut moves);
        assert!(moves.is_empty());
        assert_eq!(Chess::default().payoff(&position, outplay::Player::MAX), 0.0);
    }

    #[test]
    fn equal_pieces_may_change_places() {
        let line = "b1c3 g8f6 g1f3 f6g8 c3b5 g8f6 f3d4 f6g8 b5c3 g8f6 d4f3 f6g8";
        assert_eq!(repeats(START, line)[11], 1);
        // The knights have come to each other's places.
        let line = "b1c3 g8f6 g1f3 f6g8 c3d5 g8f6 f3d4 f6g8 d5b4 g8f6 b4d3 f6g8 d3e5 g8f6 e5f3 f6g8 \
                    d4b5 g8f6 b5c3 f6g8";
        assert_eq!(repeats(START, line)[19], 1);
    }

    #[test]
    fn a_right_that_is_lost_makes_another_position() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let line = "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8";
        assert_eq!(repeats(fen, line), [0, 0, 0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn en_passant_counts_only_if_it_is_legal() {
        let back_and_forth = "g8f6 g1f3 f6g8 f3g1";
        let line = format!("e2e4 {back_and_forth}");
        assert_eq!(repeats(START, &line)[4], 1);
        // A black pawn on d4 may take.
        let fen = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(repeats(fen, &line)[4], 0);
        // It may not, because it is pinned.
        let fen = "rnbk1bnr/ppp1pppp/8/8/3p4/8/PPP1PPPP/RNBRKBN1 w - - 0 1";
        assert_eq!(repeats(fen, &line)[4], 1);
    }
}
