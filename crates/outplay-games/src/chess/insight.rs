//! What is known beyond the rules: what pieces are worth where, which moves to try first, and which draws to expect.

use std::sync::Arc;

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};
use outplay::engine::{Effort, Facts, Insight, Keys, Ordering, Selectivity, StaticEvaluation};
use outplay::{Range, Window};

use super::cache::Owner;
use super::checks::gives_check;
use super::evaluate::{self, Amount};
use super::exchange::{gain_at_least, is_noisy, victim, worth};
use super::rules::{Chess, FIFTY_MOVES, Position, has_moves, mixed};
use super::weights::{self, SHIPPED, Weights};

/// Knows what pieces are worth.
#[derive(Clone, Debug)]
pub struct Pieces {
    weights: Arc<Weights>,
    owner: Owner,
}

impl Default for Pieces {
    fn default() -> Self {
        Pieces { weights: Arc::clone(&SHIPPED), owner: Owner::SHIPPED }
    }
}

impl Pieces {
    /// With the weights of a file.
    pub(super) fn with_weights(bytes: &[u8]) -> Result<Pieces, String> {
        Ok(Pieces { weights: Arc::new(weights::from_bytes(bytes)?), owner: Owner::another() })
    }

    /// The evaluation, for the player to move, in hundredths of a pawn.
    pub fn score(&self, position: &Position) -> i32 {
        self.evaluate(&Chess::default(), position, &(), &())
    }

    /// The features of a position, as a fit of the weights takes them, for White.
    pub fn amounts(&self, position: &Position) -> Vec<Amount> {
        evaluate::amounts(position.board(), &self.weights)
    }

    /// What each group of features adds to the score, for White and for Black.
    pub fn shares(&self, position: &Position) -> Vec<(&'static str, [f64; 2])> {
        evaluate::shares(position.board(), &self.weights)
    }

    /// The weights as the text that a file of weights is.
    pub fn weights(&self) -> String {
        weights::written(&self.weights)
    }
}

/// Moves of a pawn that becomes less than a queen come after all others.
const PLAIN: usize = 64 * 64;

/// Near the end of fifty moves, positions are told apart by steps of so many plies.
const CLOCK_STEP: u8 = 8;

/// From this clock on.
const CLOCK_FROM: u8 = 80;

impl Insight<Chess> for Pieces {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = Self;
    type Keys = Self;

    const ALTERNATES: bool = true;

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &Self {
        self
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &Self {
        self
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl Facts<Chess, ()> for Pieces {
    /// Until fifty moves are over.
    #[inline(always)]
    fn longest_win(&self, _: &Chess, position: &Position) -> u32 {
        u32::from(FIFTY_MOVES.saturating_sub(position.board().halfmove_clock()))
    }

    /// The draws by the board and the clock.
    #[inline(always)]
    fn bounds(&self, _: &Chess, position: &Position, (): &(), _: Window<i32>) -> Range<i32> {
        match position.is_drawn() {
            true => Range { low: 0, high: 0 },
            false => Range::ALL,
        }
    }

    /// The draws of [`bounds`](Self::bounds) are not asked for again.
    #[inline(always)]
    fn moves(&self, _: &Chess, position: &Position, (): &(), moves: &mut Vec<Move>) {
        position.list(moves);
    }

    #[inline(always)]
    fn can_move(&self, _: &Chess, position: &Position, (): &(), _: &mut Vec<Move>) -> bool {
        has_moves(position.board())
    }
}

impl StaticEvaluation<Chess, ()> for Pieces {
    type Carried = ();

    const ASPIRATION: i32 = 20;

    /// The pawns, and the pieces of each player.
    const CORRECTION_KEYS: usize = 3;

    #[inline(always)]
    fn evaluate(&self, _: &Chess, position: &Position, (): &(), (): &()) -> i32 {
        evaluate::evaluate(position.board(), &self.weights, self.owner)
    }

    #[inline(always)]
    fn correction_key(&self, _: &Chess, position: &Position, kind: usize) -> u64 {
        let board = position.board();
        let pawns = board.pieces(Piece::Pawn);
        let [white, black] = Color::ALL.map(|color| board.colors(color));
        match kind {
            0 => mixed((pawns & white).0 ^ mixed((pawns & black).0)),
            1 => pieces_of(board, white),
            _ => pieces_of(board, black),
        }
    }
}

impl Ordering<Chess, ()> for Pieces {
    type Note = ();

    /// From and to; a pawn that becomes less than a queen by its file, its direction, and what it becomes.
    const MOVE_INDICES: usize = PLAIN + 3 * 8 * 3;

    const STAGES: bool = true;

    /// What moves, and where to.
    const PIECE_TOS: usize = 6 * 64;

    fn effort(&self, _: &Chess, _: &Position, _: u32) -> Effort {
        Effort::History
    }

    /// Captures by what they take, then by what they risk; those that lose something come last.
    #[inline(always)]
    fn score_move(&self, _: &Chess, position: &Position, (): &(), mv: Move, _: Window<i32>) -> i32 {
        let board = position.board();
        let victim = victim(board, mv).map_or(0, worth);
        let queen = match mv.promotion {
            None => 0,
            Some(Piece::Queen) => worth(Piece::Queen),
            Some(_) => return -1_000,
        };
        if victim + queen == 0 {
            return 0;
        }
        let attacker = board.piece_on(mv.from).map_or(0, worth);
        let loses = attacker > victim && !gain_at_least(board, mv, 0);
        let score = victim + queen - attacker.min(1_000) / 10;
        if loses { score - 2_000 } else { score + 200 }
    }

    #[inline(always)]
    fn move_index(&self, _: &Chess, mv: Move) -> usize {
        let kind = match mv.promotion {
            Some(piece @ (Piece::Knight | Piece::Bishop | Piece::Rook)) => piece as usize - 1,
            _ => return mv.from as usize * 64 + mv.to as usize,
        };
        let (from, to) = (mv.from.file() as usize, mv.to.file() as usize);
        PLAIN + kind * 24 + from * 3 + (to + 1 - from)
    }

    #[inline(always)]
    fn indexed_move(&self, _: &Chess, position: &Position, index: usize) -> Option<Move> {
        let board = position.board();
        let rank = |rank: Rank| rank.relative_to(board.side_to_move());
        let mv = match index.checked_sub(PLAIN) {
            None => {
                let (from, to) = (Square::index(index / 64), Square::index(index % 64));
                let is_promotion =
                    to.rank() == rank(Rank::Eighth) && board.pieces(Piece::Pawn).has(from);
                Move { from, to, promotion: is_promotion.then_some(Piece::Queen) }
            }
            Some(lesser) => {
                let file = lesser / 3 % 8;
                let to = File::try_index((file + lesser % 3).checked_sub(1)?)?;
                let promotion = [Piece::Knight, Piece::Bishop, Piece::Rook][lesser / 24];
                let from = Square::new(File::index(file), rank(Rank::Seventh));
                Move { from, to: Square::new(to, rank(Rank::Eighth)), promotion: Some(promotion) }
            }
        };
        board.is_legal(mv).then_some(mv)
    }

    #[inline(always)]
    fn piece_to(&self, _: &Chess, position: &Position, mv: Move) -> usize {
        let piece = position.board().piece_on(mv.from).map_or(0, |piece| piece as usize);
        piece * 64 + mv.to as usize
    }
}

impl Selectivity<Chess, ()> for Pieces {
    const SELECTIVE: bool = true;

    const QUIESCENCE: bool = true;

    #[inline(always)]
    fn noisy(&self, _: &Chess, position: &Position, (): &(), moves: &mut Vec<Move>) {
        match position.is_check() {
            true => position.list(moves),
            false => position.list_noisy(moves),
        }
    }

    #[inline(always)]
    fn noisy_and_quiet(
        &self,
        _: &Chess,
        position: &Position,
        (): &(),
        noisy: &mut Vec<Move>,
        quiet: &mut Vec<Move>,
    ) {
        position.list_apart(noisy, quiet);
    }

    #[inline(always)]
    fn is_noisy(&self, _: &Chess, position: &Position, mv: Move) -> bool {
        is_noisy(position.board(), mv)
    }

    #[inline(always)]
    fn in_check(&self, _: &Chess, position: &Position, (): &()) -> bool {
        position.is_check()
    }

    #[inline(always)]
    fn gives_check(&self, _: &Chess, position: &Position, mv: Move) -> bool {
        gives_check(position.board(), mv)
    }

    #[inline(always)]
    fn see_at_least(&self, _: &Chess, position: &Position, mv: Move, least: i32) -> bool {
        gain_at_least(position.board(), mv, least) || takes_the_last_hope(position.board(), mv)
    }

    /// A player who has little more than pawns and the king would often like to pass.
    #[inline(always)]
    fn may_be_zugzwang(&self, _: &Chess, position: &Position) -> bool {
        let board = position.board();
        let own = board.colors(board.side_to_move());
        let minor = (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)) & own;
        let major = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & own;
        major.is_empty() && minor.len() < 2
    }

    fn null_move(&self, _: &Chess, position: &Position) -> Option<Position> {
        position.passed()
    }
}

impl Keys<Chess> for Pieces {
    const HAS_CLOCK: bool = true;

    /// By fifty moves, unless the last of them mates.
    #[inline(always)]
    fn is_drawn_by_clock(&self, _: &Chess, position: &Position) -> bool {
        position.board().halfmove_clock() >= FIFTY_MOVES && has_moves(position.board())
    }

    /// The past is not in it, and the clock of the fifty moves only roughly: what the table remembers from another path is
    /// [held against it](Facts::longest_win).
    #[inline(always)]
    fn key(&self, _: &Chess, position: &Position) -> Option<u64> {
        let key = position.key_without_clock();
        let clock = position.board().halfmove_clock();
        Some(match clock < CLOCK_FROM {
            true => key,
            false => key ^ mixed(u64::from(clock / CLOCK_STEP)),
        })
    }
}

/// Whether a move takes what the other player needs to win, so that a bishop or a knight is left at most: that is worth more than the piece.
#[inline(always)]
fn takes_the_last_hope(board: &Board, mv: Move) -> bool {
    let theirs = board.colors(!board.side_to_move());
    let left = theirs & !mv.to.bitboard() & !board.pieces(Piece::King);
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    theirs.has(mv.to) && left.len() <= 1 && left.is_subset(minor)
}

/// A number for all pieces of a player but pawns.
#[inline(always)]
fn pieces_of(board: &Board, own: BitBoard) -> u64 {
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let key = |key: u64, piece| {
        (key ^ (board.pieces(piece) & own).0).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    };
    mixed(kinds.into_iter().fold(0, key))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use outplay::Game;

    use super::*;
    use outplay::face::notation::Notation;

    #[test]
    fn a_null_move_is_not_tried_in_zugzwang() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let read = |fen: &str| game.read_position(fen).unwrap();
        let zugzwang = |fen: &str| insight.may_be_zugzwang(&game, &read(fen));
        assert!(zugzwang("8/8/8/1p1k4/1P1p4/3K4/8/8 w - - 0 1"), "pawns only");
        assert!(zugzwang("8/8/8/1p1k4/1P1p4/3K4/8/N7 w - - 0 1"), "one minor piece");
        assert!(!zugzwang("8/8/8/1p1k4/1P1p4/3K4/8/R7 w - - 0 1"));
        assert_eq!(
            insight.null_move(&game, &read("4k3/8/8/8/8/8/4r3/N3K1N1 w - - 0 1")),
            None,
            "check"
        );
        let passed =
            insight.null_move(&game, &read("8/8/8/1p1k4/1P1p4/3K4/8/R7 w - - 0 1")).unwrap();
        assert_eq!(game.write_position(&passed), "8/8/8/1p1k4/1P1p4/3K4/8/R7 b - - 1 1");
    }

    #[test]
    fn every_move_has_its_own_index() {
        let (game, insight) = (Chess::default(), Pieces::default());
        for fen in [
            "startpos",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "qn1n1n1n/P1P1P1P1/4k3/8/8/4K3/8/8 w - - 0 1",
        ] {
            let position = game.read_position(fen).unwrap();
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let indices: HashSet<usize> =
                moves.iter().map(|&mv| insight.move_index(&game, mv)).collect();
            assert_eq!(indices.len(), moves.len(), "{fen}");
            assert!(
                indices.iter().all(|&index| index < <Pieces as Ordering<Chess, ()>>::MOVE_INDICES)
            );
        }
    }

    #[test]
    fn captures_come_first_and_losing_ones_last() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let position = game.read_position("4k3/P7/3p4/2q1p2r/3P4/4B3/8/4R1K1 w - - 0 1").unwrap();
        let score = |text: &str| {
            let mv = game.read_move(&position, text).unwrap();
            insight.score_move(&game, &position, &(), mv, Window::OPEN)
        };
        let order = ["dxc5", "dxe5", "Kg2", "a8=N"].map(score);
        assert!(order.is_sorted_by(|one, other| one > other), "{order:?}");
        assert!(score("a8=Q+") > score("dxe5"));
        let guarded = game.read_position("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1").unwrap();
        let mv = game.read_move(&guarded, "Rxe5").unwrap();
        assert!(insight.score_move(&game, &guarded, &(), mv, Window::OPEN) < 0);
    }

    #[test]
    fn to_take_what_could_still_win_is_worth_more_than_the_piece() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let gains = |fen: &str, text: &str| {
            let position = game.read_position(fen).unwrap();
            insight.see_at_least(&game, &position, game.read_move(&position, text).unwrap(), 600)
        };
        assert!(gains("8/8/8/8/7K/8/1kP5/8 b - - 0 1", "Kxc2"), "the last pawn");
        assert!(gains("N7/1k6/8/1K6/8/4B3/8/8 b - - 0 1", "Kxa8"), "one of the last two pieces");
        assert!(!gains("N7/1k6/8/1K6/8/4B3/7P/8 b - - 0 1", "Kxa8"), "a pawn is left");
        assert!(!gains("N7/1k6/8/1K6/8/4B3/4B3/8 b - - 0 1", "Kxa8"), "two bishops are left");
        assert!(!gains("8/1k6/8/1K6/8/4B3/8/r7 b - - 0 1", "Ra2"), "nothing is taken");
    }

    #[test]
    fn a_right_that_nobody_can_use_is_not_in_the_key() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let key = |fen: &str| insight.key(&game, &game.read_position(fen).unwrap());
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(key(&format!("{start} e3 0 1")), key(&format!("{start} - 0 1")));
        let pawn = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_ne!(key(&format!("{pawn} e3 0 2")), key(&format!("{pawn} - 0 2")));
        assert_ne!(key("8/8/4k3/8/8/4K3/8/R7 w - - 0 1"), key("8/8/4k3/8/8/4K3/8/R7 w - - 98 90"));
    }
}
