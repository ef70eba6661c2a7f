//! The rules: moves from `cozy-chess`, and the draws that need more than the board.
//!
//! A game is drawn by stalemate, by the third occurrence of a position ([`WithPast`](outplay::WithPast) knows it), by fifty moves of both players without a capture or a
//! pawn's move, and where no pieces are left to mate with. Repetition and fifty moves are claims over the board; here, as
//! between programs everywhere, they end the game.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square};
use cozy_chess::{get_king_moves, get_pawn_attacks};
pub(super) use outplay::mixed;
use outplay::{Deterministic, Game, Player, Repetition, Turn, ZeroSum};

use super::features::attacks_of_pawns;

/// How often a position is there when the game is drawn.
const TIMES: u32 = 3;

/// After so many plies without a capture or a pawn's move, the game is drawn.
pub(super) const FIFTY_MOVES: u8 = 100;

/// Chess, or Chess960, which differs in where the pieces may start and in how castling is written. White, who begins, is MAX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess {
    /// Whether castling is written as the king's move to its rook, as it is in Chess960.
    pub(super) is_960: bool,
}

impl Chess {
    /// Chess960. A game starts from the usual position unless it is told another one.
    pub const CHESS960: Chess = Chess { is_960: true };
}

/// A moment of play: the board, and the clock of the fifty-move rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position { board }
    }
}

impl Position {
    /// The pieces, and who is to move.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move.
    #[inline(always)]
    pub fn player(&self) -> Player {
        player(self.board.side_to_move())
    }

    /// Whether the king of the player to move is attacked.
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether the rules end the game here, though there may be moves.
    #[inline(always)]
    fn is_stopped(&self) -> bool {
        self.board.halfmove_clock() >= FIFTY_MOVES || is_dead(&self.board)
    }

    /// Whether the game is drawn by the board and the clock, though there are moves.
    #[inline(always)]
    pub fn is_drawn(&self) -> bool {
        self.is_stopped() && has_moves(&self.board)
    }

    /// A number for the position without its clocks. A right to take en passant counts only where that is legal.
    #[inline(always)]
    pub(super) fn key_without_clock(&self) -> u64 {
        match self.board.en_passant().is_some() && !can_take_en_passant(&self.board) {
            true => self.board.hash_without_ep(),
            false => self.board.hash(),
        }
    }

    /// Passes: the other player moves next. None in check.
    pub fn passed(&self) -> Option<Position> {
        Some(Position::from(self.board.null_move()?))
    }

    /// Appends all legal moves, whether or not the game is drawn.
    #[inline(always)]
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        self.board.generate_moves(|some| {
            append(some, moves);
            false
        });
    }

    /// Appends captures and moves of pawns that become queens.
    ///
    /// PERF: whoever has nothing to take is not asked: most pawns, and the king, whose every step would be looked at for attackers.
    #[inline(always)]
    pub(super) fn list_noisy(&self, moves: &mut Vec<Move>) {
        let (targets, of_pawns) = self.noisy_targets();
        let mover = self.board.side_to_move();
        let pieces = |piece| self.board.colored_pieces(mover, piece);
        let (pawns, king) = (pieces(Piece::Pawn), pieces(Piece::King));
        let mut idle = pawns & !attacks_of_pawns(of_pawns, !mover);
        idle &= !Rank::Seventh.relative_to(mover).bitboard();
        if targets.is_disjoint(get_king_moves(self.board.king(mover))) {
            idle |= king;
        }
        self.board.generate_moves_for(!idle, |mut some| {
            if some.piece == Piece::Pawn {
                some.to &= of_pawns;
                moves.extend(some.into_iter().filter(is_plain));
            } else {
                some.to &= targets;
                append_plain(some, moves);
            }
            false
        });
    }

    /// Appends all legal moves, whether or not the game is drawn: [noisy](Self::list_noisy) ones apart from the others.
    #[inline(always)]
    pub(super) fn list_apart(&self, noisy: &mut Vec<Move>, quiet: &mut Vec<Move>) {
        let (targets, of_pawns) = self.noisy_targets();
        self.board.generate_moves(|some| {
            let targets = if some.piece == Piece::Pawn { of_pawns } else { targets };
            let (mut takes, mut others) = (some, some);
            takes.to &= targets;
            others.to &= !targets;
            append_plain(others, quiet);
            if some.piece != Piece::Pawn {
                append_plain(takes, noisy);
                return false;
            }
            for mv in takes {
                if is_plain(&mv) { noisy.push(mv) } else { quiet.push(mv) }
            }
            false
        });
    }

    /// Where a piece takes something, and where a pawn takes something or becomes another piece.
    #[inline(always)]
    fn noisy_targets(&self) -> (BitBoard, BitBoard) {
        let mover = self.board.side_to_move();
        let targets = self.board.colors(!mover);
        let passing = self.board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(mover)).bitboard()
        });
        (targets, targets | passing | Rank::Eighth.relative_to(mover).bitboard())
    }

    #[inline(always)]
    pub(super) fn make(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
    }
}

/// Appends the moves of a piece.
#[inline(always)]
fn append(some: PieceMoves, moves: &mut Vec<Move>) {
    match some.piece {
        Piece::Pawn => moves.extend(some),
        _ => append_plain(some, moves),
    }
}

/// Appends the moves of a piece, none of which is a promotion.
#[inline(always)]
fn append_plain(some: PieceMoves, moves: &mut Vec<Move>) {
    let from = some.from;
    for to in some.to {
        moves.push(Move { from, to, promotion: None });
    }
}

/// Whether a move is no promotion to less than a queen.
#[inline(always)]
fn is_plain(mv: &Move) -> bool {
    mv.promotion.is_none_or(|piece| piece == Piece::Queen)
}

/// The seat of a colour.
#[inline(always)]
pub(super) fn player(color: Color) -> Player {
    Player(color as u8)
}

/// Whether there is a capture en passant that is legal: then the position is another one than without that right.
pub(super) fn can_take_en_passant(board: &Board) -> bool {
    let Some(file) = board.en_passant() else { return false };
    let mover = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(mover));
    let pawns = get_pawn_attacks(to, !mover) & board.colored_pieces(mover, Piece::Pawn);
    pawns.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

/// Whether there is a legal move.
#[inline(always)]
pub(super) fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether no sequence of moves leads to mate, as far as the pieces tell: bare kings, one knight, or bishops that are all on
/// squares of one colour.
#[inline(always)]
pub fn is_dead(board: &Board) -> bool {
    let pieces = |piece| board.pieces(piece);
    if !(pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
    match knights.len() {
        0 => [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES]
            .into_iter()
            .any(|squares| bishops.is_subset(squares)),
        1 => bishops.is_empty(),
        _ => false,
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::from(Board::default())
    }

    #[inline(always)]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Player(position.player())
    }

    #[inline(always)]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if !position.is_stopped() {
            position.list(moves);
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, mv: Move) {
        position.make(mv);
    }

    /// A win is worth 1. A mate counts even if it came with the last of the fifty moves.
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let is_mate = position.is_check() && !has_moves(&position.board);
        match is_mate {
            false => 0.0,
            true if player == position.player() => -1.0,
            true => 1.0,
        }
    }

    fn key(&self, position: &Position) -> Option<u64> {
        let board = &position.board;
        let counts = u64::from(board.halfmove_clock()) << 16 | u64::from(board.fullmove_number());
        Some(mixed(board.hash() ^ mixed(counts)))
    }

    #[inline(always)]
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: TIMES }
    }

    /// The same pieces, player to move, rights to castle, and rights to take en passant where that is legal.
    fn is_same_position(&self, one: &Position, other: &Position) -> bool {
        one.board.same_position(&other.board)
    }

    #[inline(always)]
    fn repetition_key(&self, position: &Position) -> u64 {
        position.key_without_clock()
    }

    /// The moves since the last capture or pawn's move.
    #[inline(always)]
    fn reversible_plies(&self, position: &Position) -> u32 {
        u32::from(position.board.halfmove_clock())
    }
}

impl Deterministic for Chess {}

impl ZeroSum for Chess {}

/// Counts the positions exactly `depth` plies from a board, draws or not: the number that others publish. The moves of the
/// last ply are counted, not made.
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 0 {
        return 1;
    }
    board.generate_moves(|some| {
        if depth == 1 {
            count += some.len() as u64;
            return false;
        }
        for mv in some {
            let mut child = board.clone();
            child.play_unchecked(mv);
            count += perft(&child, depth - 1);
        }
        false
    });
    count
}

#[cfg(test)]
mod tests {
    use outplay::{Past, WithPast};

    use super::*;

    fn position(fen: &str) -> Position {
        Position::from(fen.parse::<Board>().unwrap())
    }

    fn moves(position: &Position) -> usize {
        let mut moves = Vec::new();
        Chess::default().moves(position, &mut moves);
        moves.len()
    }

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Board>(), 104);
        assert_eq!(size_of::<Position>(), 104);
    }

    /// For which time each position along a line is there.
    fn occurrences(fen: &str, line: &str) -> Vec<usize> {
        let game = WithPast::new(&Chess { is_960: false });
        let mut past = Past::new(position(fen));
        let made = line.split_whitespace().map(|mv| {
            game.play(&mut past, mv.parse().unwrap());
            let keys = past.earlier().filter(|earlier| {
                Chess::default().repetition_key(earlier) == Chess::default().repetition_key(&past)
            });
            assert_eq!(keys.count() + 1, game.occurrences(&past), "keys tell the same");
            game.occurrences(&past)
        });
        made.collect()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn knights_go_and_come_back() {
        let line = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(occurrences(START, line), [1, 1, 1, 2, 2, 2, 2, 3]);
        let chess = Chess::default();
        let game = WithPast::new(&chess);
        let mut past = game.start();
        let mut moves = Vec::new();
        for mv in line.split_whitespace() {
            moves.clear();
            game.moves(&past, &mut moves);
            assert!(!moves.is_empty());
            game.play(&mut past, mv.parse().unwrap());
        }
        moves.clear();
        game.moves(&past, &mut moves);
        assert!(moves.is_empty() && game.is_drawn_by_repetition(&past));
        assert_eq!(game.payoff(&past, Player::MAX), 0.0);
    }

    #[test]
    fn equal_pieces_may_change_places() {
        let line = "b1c3 g8f6 g1f3 f6g8 c3b5 g8f6 f3d4 f6g8 b5c3 g8f6 d4f3 f6g8";
        assert_eq!(occurrences(START, line)[11], 2);
        // The knights have come to each other's places.
        let line = "b1c3 g8f6 g1f3 f6g8 c3d5 g8f6 f3d4 f6g8 d5b4 g8f6 b4d3 f6g8 d3e5 g8f6 e5f3 f6g8 \
                    d4b5 g8f6 b5c3 f6g8";
        assert_eq!(occurrences(START, line)[19], 2);
    }

    #[test]
    fn a_right_that_is_lost_makes_another_position() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let line = "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8";
        assert_eq!(occurrences(fen, line), [1, 1, 1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn en_passant_counts_only_if_it_is_legal() {
        let back_and_forth = "g8f6 g1f3 f6g8 f3g1";
        let line = format!("e2e4 {back_and_forth}");
        assert_eq!(occurrences(START, &line)[4], 2);
        // A black pawn on d4 may take.
        let fen = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(occurrences(fen, &line)[4], 1);
        // It may not, because it is pinned.
        let fen = "rnbk1bnr/ppp1pppp/8/8/3p4/8/PPP1PPPP/RNBRKBN1 w - - 0 1";
        assert_eq!(occurrences(fen, &line)[4], 2);
    }

    #[test]
    fn mate_is_won_and_stalemate_is_drawn() {
        let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        let payoff = |position| [0, 1].map(|seat| Chess::default().payoff(position, Player(seat)));
        assert_eq!((moves(&mate), payoff(&mate)), (0, [-1.0, 1.0]));
        let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!((moves(&stalemate), payoff(&stalemate)), (0, [0.0, 0.0]));
        // Fifty moves, and mated by the last of them.
        let late = position("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90");
        assert_eq!((moves(&late), payoff(&late)), (0, [1.0, -1.0]));
        let late = position("7k/8/6K1/8/8/8/Q7/8 b - - 100 90");
        assert_eq!((moves(&late), payoff(&late)), (0, [0.0, 0.0]));
    }

    #[test]
    fn the_last_move_of_fifty_ends_the_game() {
        let mut late = position("7k/8/6K1/8/8/8/R7/8 w - - 99 90");
        assert!(moves(&late) > 0);
        late.make("a2b2".parse().unwrap());
        assert_eq!(moves(&late), 0);
        let mut late = position("7k/8/6K1/8/8/P7/R7/8 w - - 99 90");
        late.make("a3a4".parse().unwrap());
        assert!(moves(&late) > 0);
    }

    #[test]
    fn who_has_nothing_to_mate_with_cannot_win() {
        for (pieces, is_over) in [
            ("8/8/4k3/8/8/3K4/8/8", true),
            ("8/8/4k3/8/8/3KN3/8/8", true),
            ("8/8/4k3/8/8/3KB3/8/8", true),
            ("8/8/4kb2/8/8/3KB3/8/8", true),
            ("8/8/4k1b1/8/8/3KB3/8/8", false),
            ("8/8/4kn2/8/8/3KN3/8/8", false),
            ("8/8/4k3/8/8/3KNN2/8/8", false),
            ("8/8/4k3/8/8/3KBN2/8/8", false),
            ("8/8/4k3/8/8/3KP3/8/8", false),
        ] {
            let position = position(&format!("{pieces} w - - 0 1"));
            assert_eq!(moves(&position) == 0, is_over, "{pieces}");
        }
    }
}
