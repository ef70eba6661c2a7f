//! The rules: moves from `cozy-chess`, and the draws that need more than the board.
//!
//! A game is drawn by stalemate, by the third occurrence of a position, by fifty moves of both players without a capture or a
//! pawn's move, and where no pieces are left to mate with. Repetition and fifty moves are claims over the board; here, as
//! between programs everywhere, they end the game.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Rank, Square};
pub(super) use outplay::mixed;
use outplay::{Deterministic, Game, Player, Turn, ZeroSum};

use super::past::{Past, rights};

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

/// A moment of play: the board, the clock of the fifty-move rule, and what came before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    past: Past,
}

impl From<Board> for Position {
    /// A board before which nothing is known.
    fn from(board: Board) -> Position {
        Position { board, past: Past::default() }
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

    /// How often this position was there before, counted up to `most`.
    #[inline(always)]
    pub fn repeats(&self, most: u32) -> u32 {
        self.past.repeats(&self.board, most)
    }

    /// Whether the rules end the game here, though there may be moves.
    #[inline(always)]
    fn is_stopped(&self) -> bool {
        self.board.halfmove_clock() >= FIFTY_MOVES || self.is_third() || is_dead(&self.board)
    }

    /// Whether this is the third time that the position is there.
    #[inline(always)]
    pub fn is_third(&self) -> bool {
        self.past.is_long() && self.repeats(2) == 2
    }

    /// Whether the game is drawn, though there are moves.
    #[inline(always)]
    pub fn is_drawn(&self) -> bool {
        self.is_stopped() && has_moves(&self.board)
    }

    /// Passes: the other player moves next. None in check.
    pub fn passed(&self) -> Option<Position> {
        Some(Position::from(self.board.null_move()?))
    }

    /// Appends all legal moves, whether or not the game is drawn.
    #[inline(always)]
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        self.board.generate_moves(|some| {
            moves.extend(some);
            false
        });
    }

    /// Appends captures and moves of pawns that become queens.
    #[inline(always)]
    pub(super) fn list_noisy(&self, moves: &mut Vec<Move>) {
        let board = &self.board;
        let last = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        let targets = board.colors(!board.side_to_move());
        let passing = board.en_passant().map_or(BitBoard::EMPTY, |file| {
            let rank = Rank::Sixth.relative_to(board.side_to_move());
            Square::new(file, rank).bitboard()
        });
        board.generate_moves(|mut some| {
            let more = if some.piece == Piece::Pawn { last | passing } else { BitBoard::EMPTY };
            some.to &= targets | more;
            let queens = |mv: &Move| mv.promotion.is_none_or(|piece| piece == Piece::Queen);
            moves.extend(some.into_iter().filter(queens));
            false
        });
    }

    pub(super) fn make(&mut self, mv: Move) {
        let before = rights(&self.board);
        self.board.play_unchecked(mv);
        self.past.add(before, mv, &self.board);
    }
}

/// The seat of a colour.
#[inline(always)]
pub(super) fn player(color: Color) -> Player {
    Player(color as u8)
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

    /// Positions with another past are others: the same move may be the third occurrence of a position, or the first.
    fn key(&self, position: &Position) -> Option<u64> {
        let board = &position.board;
        let counts = u64::from(board.halfmove_clock()) << 16 | u64::from(board.fullmove_number());
        Some(mixed(board.hash() ^ mixed(counts ^ mixed(position.past.key()))))
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
        assert_eq!(size_of::<Position>(), 312);
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
