//! What is known beyond the rules: what pieces are worth where, which moves to try first, and which draws to expect.

use std::sync::Arc;

use cozy_chess::{BitBoard, Board, Color, Move, Piece};
use outplay::engine::{Care, Insight};
use outplay::{Range, Window};

use super::evaluate::{self, Amount, PawnShare};
use super::exchange::{gain_at_least, is_noisy, victim, worth};
use super::past::can_take_en_passant;
use super::rules::{Chess, Position, has_moves, mixed};
use super::weights::{self, SHIPPED, Weights};

/// Knows what pieces are worth.
#[derive(Clone, Debug)]
pub struct Pieces {
    weights: Arc<Weights>,
}

impl Default for Pieces {
    fn default() -> Self {
        Pieces { weights: Arc::clone(&SHIPPED) }
    }
}

impl Pieces {
    /// With the weights of a file.
    pub(super) fn with_weights(bytes: &[u8]) -> Result<Pieces, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "the weights are no text".to_owned())?;
        Ok(Pieces { weights: Arc::new(weights::read(text)?) })
    }

    /// The evaluation, for the player to move, in hundredths of a pawn.
    pub fn score(&self, position: &Position) -> i32 {
        self.evaluate(&Chess::default(), position, &(), &self.carried(&Chess::default(), position))
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

/// From here on they are.
const CLOCK_FROM: u8 = 80;

impl Insight<Chess> for Pieces {
    type Scratch = ();
    type Carried = PawnShare;

    const ALTERNATES: bool = true;
    const EVALUATES: bool = true;
    const SWING: i32 = 20;
    const QUIETENS: bool = true;
    const NEGLECTS: bool = true;
    const EDGE: i32 = 100;
    /// What moves, and where to.
    const THEMES: usize = 6 * 64;
    /// The pawns, and the pieces of each player.
    const GISTS: usize = 3;
    /// From and to; a pawn that becomes less than a queen by its file, its direction, and what it becomes.
    const INDICES: usize = PLAIN + 3 * 8 * 3;

    /// The draws that need more than the board.
    #[inline(always)]
    fn known(&self, _: &Chess, position: &Position, (): &(), _: Window<i32>) -> Range<i32> {
        match position.is_drawn() {
            true => Range { low: 0, high: 0 },
            false => Range::ALL,
        }
    }

    /// The rules wait for the third time.
    #[inline(always)]
    fn repeats(&self, _: &Chess, position: &Position) -> bool {
        position.repeats(1) > 0
    }

    /// The draws of [`known`](Self::known) are not asked for again.
    #[inline(always)]
    fn moves(&self, _: &Chess, position: &Position, (): &(), moves: &mut Vec<Move>) {
        position.list(moves);
    }

    #[inline(always)]
    fn can_move(&self, _: &Chess, position: &Position, (): &(), _: &mut Vec<Move>) -> bool {
        has_moves(position.board())
    }

    #[inline(always)]
    fn evaluate(&self, _: &Chess, position: &Position, (): &(), pawns: &PawnShare) -> i32 {
        evaluate::evaluate(position.board(), &self.weights, pawns)
    }

    #[inline(always)]
    fn carried(&self, _: &Chess, position: &Position) -> PawnShare {
        evaluate::pawn_share(position.board(), &self.weights)
    }

    #[inline(always)]
    fn carry(
        &self,
        game: &Chess,
        pawns: &PawnShare,
        position: &Position,
        _: Move,
        child: &Position,
    ) -> PawnShare {
        let pawns_of = |position: &Position| {
            let board = position.board();
            Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn))
        };
        match pawns_of(position) == pawns_of(child) {
            true => *pawns,
            false => self.carried(game, child),
        }
    }

    #[inline(always)]
    fn noisy(&self, _: &Chess, position: &Position, (): &(), moves: &mut Vec<Move>) {
        match position.is_check() {
            true => position.list(moves),
            false => position.list_noisy(moves),
        }
    }

    #[inline(always)]
    fn is_noisy(&self, _: &Chess, position: &Position, mv: Move) -> bool {
        is_noisy(position.board(), mv)
    }

    #[inline(always)]
    fn in_danger(&self, _: &Chess, position: &Position, (): &()) -> bool {
        position.is_check()
    }

    #[inline(always)]
    fn gains(&self, _: &Chess, position: &Position, mv: Move, least: i32) -> bool {
        gain_at_least(position.board(), mv, least) || takes_the_last_hope(position.board(), mv)
    }

    /// Who has little more than pawns and the king would often like to do nothing.
    #[inline(always)]
    fn has_use_of_moves(&self, _: &Chess, position: &Position) -> bool {
        let board = position.board();
        let own = board.colors(board.side_to_move());
        let minor = (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)) & own;
        let major = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & own;
        !major.is_empty() || minor.len() > 1
    }

    fn idle(&self, _: &Chess, position: &Position) -> Option<Position> {
        position.passed()
    }

    #[inline(always)]
    fn theme(&self, _: &Chess, position: &Position, mv: Move) -> usize {
        let piece = position.board().piece_on(mv.from).map_or(0, |piece| piece as usize);
        piece * 64 + mv.to as usize
    }

    #[inline(always)]
    fn gist(&self, _: &Chess, position: &Position, kind: usize) -> u64 {
        let board = position.board();
        let pawns = board.pieces(Piece::Pawn);
        let [white, black] = Color::ALL.map(|color| board.colors(color));
        match kind {
            0 => mixed((pawns & white).0 ^ mixed((pawns & black).0)),
            1 => pieces_of(board, white),
            _ => pieces_of(board, black),
        }
    }

    fn care(&self, _: &Chess, _: &Position, _: u32) -> Care {
        Care::Habit
    }

    /// Captures by what they take, then by what they risk; those that lose something come last.
    #[inline(always)]
    fn promise(&self, _: &Chess, position: &Position, (): &(), mv: Move, _: Window<i32>) -> i32 {
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
        let promise = victim + queen - attacker.min(1_000) / 10;
        if loses { promise - 2_000 } else { promise + 200 }
    }

    #[inline(always)]
    fn index(&self, _: &Chess, mv: Move) -> usize {
        let kind = match mv.promotion {
            None | Some(Piece::Queen | Piece::King | Piece::Pawn) => {
                return mv.from as usize * 64 + mv.to as usize;
            }
            Some(Piece::Knight) => 0,
            Some(Piece::Bishop) => 1,
            Some(Piece::Rook) => 2,
        };
        let (from, to) = (mv.from.file() as usize, mv.to.file() as usize);
        PLAIN + kind * 24 + from * 3 + (to + 1 - from)
    }

    /// The past is not in it: what the table says of a position may rest on another one, as everywhere.
    #[inline(always)]
    fn key(&self, _: &Chess, position: &Position) -> Option<u64> {
        let board = position.board();
        let key = match board.en_passant().is_some() && !can_take_en_passant(board) {
            true => board.hash_without_ep(),
            false => board.hash(),
        };
        let clock = board.halfmove_clock();
        Some(match clock < CLOCK_FROM {
            true => key,
            false => key ^ mixed(u64::from(clock / CLOCK_STEP)),
        })
    }
}

/// Whether a move takes the only piece that could still win: that is worth more than the piece.
#[inline(always)]
fn takes_the_last_hope(board: &Board, mv: Move) -> bool {
    let pieces = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    board.colors(!board.side_to_move()) & pieces == mv.to.bitboard()
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
    use crate::Notation;

    #[test]
    fn doing_nothing_is_not_tried_where_it_would_be_best() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let read = |fen: &str| game.read_position(fen).unwrap();
        let has_use = |fen: &str| insight.has_use_of_moves(&game, &read(fen));
        assert!(!has_use("8/8/8/1p1k4/1P1p4/3K4/8/8 w - - 0 1"), "pawns only");
        assert!(!has_use("8/8/8/1p1k4/1P1p4/3K4/8/N7 w - - 0 1"), "one minor piece");
        assert!(has_use("8/8/8/1p1k4/1P1p4/3K4/8/R7 w - - 0 1"));
        assert_eq!(insight.idle(&game, &read("4k3/8/8/8/8/8/4r3/N3K1N1 w - - 0 1")), None, "check");
        let idle = insight.idle(&game, &read("8/8/8/1p1k4/1P1p4/3K4/8/R7 w - - 0 1")).unwrap();
        assert_eq!(game.write_position(&idle), "8/8/8/1p1k4/1P1p4/3K4/8/R7 b - - 1 1");
    }

    #[test]
    fn once_is_an_opinion_and_twice_a_fact() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let mut position = game.start();
        let mut seen = Vec::new();
        for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
            let known = insight.known(&game, &position, &(), Window::OPEN);
            seen.push((insight.repeats(&game, &position), known.is_exact()));
        }
        assert_eq!(seen[2..4], [(false, false), (true, false)]);
        assert_eq!(seen[7], (true, true));
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
                moves.iter().map(|&mv| insight.index(&game, mv)).collect();
            assert_eq!(indices.len(), moves.len(), "{fen}");
            assert!(indices.iter().all(|&index| index < Pieces::INDICES));
        }
    }

    #[test]
    fn captures_come_first_and_losing_ones_last() {
        let (game, insight) = (Chess::default(), Pieces::default());
        let position = game.read_position("4k3/P7/3p4/2q1p2r/3P4/4B3/8/4R1K1 w - - 0 1").unwrap();
        let promise = |text: &str| {
            let mv = game.read_move(&position, text).unwrap();
            insight.promise(&game, &position, &(), mv, Window::OPEN)
        };
        let order = ["dxc5", "dxe5", "Kg2", "a8=N"].map(promise);
        assert!(order.is_sorted_by(|one, other| one > other), "{order:?}");
        assert!(promise("a8=Q+") > promise("dxe5"));
        let guarded = game.read_position("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1").unwrap();
        let mv = game.read_move(&guarded, "Rxe5").unwrap();
        assert!(insight.promise(&game, &guarded, &(), mv, Window::OPEN) < 0);
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
