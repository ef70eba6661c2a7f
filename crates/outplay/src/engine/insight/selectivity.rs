//! Selectivity: what a search needs to know to leave out what is likely to be bad. None of it is sound, and a search that
//! solves asks for none of it.

use crate::ZeroSum;

/// What a selective search asks: which moves are noisy, which exchanges lose, whether a player could pass.
pub trait Selectivity<G: ZeroSum, S>: Sync {
    /// Whether a search down to a depth may prune moves, or search them less deep, because of what the evaluation
    /// says and of where they come in the order: for games with many moves, most of them bad.
    const SELECTIVE: bool = false;

    /// Whether a search down to a depth ends in a quiescence search of the [noisy](Self::noisy) moves.
    const QUIESCENCE: bool = false;

    /// Appends the moves that can change the evaluation much, such as captures. [In check](Self::in_check), all moves; then none
    /// means that the game is over.
    fn noisy(&self, game: &G, position: &G::Position, scratch: &S, moves: &mut Vec<G::Move>) {
        let _ = (game, position, scratch, moves);
    }

    /// Appends all moves, the [noisy](Self::noisy) ones apart from the others, for games that offer
    /// [stages](super::Ordering::STAGES). It is not asked in check.
    fn noisy_and_quiet(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        noisy: &mut Vec<G::Move>,
        quiet: &mut Vec<G::Move>,
    ) {
        let _ = (noisy, scratch);
        game.moves(position, quiet);
    }

    /// Whether a move is one of the [noisy](Self::noisy) ones.
    fn is_noisy(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        let _ = (game, position, mv);
        false
    }

    /// Whether the player to move is threatened with the loss of the game, as by check in chess: then the evaluation is not to be
    /// trusted.
    fn in_check(&self, game: &G, position: &G::Position, scratch: &S) -> bool {
        let _ = (game, position, scratch);
        false
    }

    /// Whether the other player is [in check](Self::in_check) after a move.
    fn gives_check(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        let _ = (game, position, mv);
        false
    }

    /// Static exchange evaluation: whether a move gains at least so much once all captures on its square are made.
    fn see_at_least(&self, game: &G, position: &G::Position, mv: G::Move, least: i32) -> bool {
        let _ = (game, position, mv, least);
        true
    }

    /// Whether passing might be the best move, if it were allowed. There every move matters: none is pruned, and the
    /// [null move](Self::null_move) proves nothing.
    fn may_be_zugzwang(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// The position after a null move: the player to move passes, though the rules do not allow it.
    fn null_move(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let _ = (game, position);
        None
    }

    /// By how much the score of a search `shallow` plies deep is off from that of a search `deep` plies
    /// deep, as a standard deviation, for ProbCut. `deep` is at most [the plies left](super::Facts::plies_left).
    fn probcut_error(
        &self,
        game: &G,
        position: &G::Position,
        deep: u32,
        shallow: u32,
    ) -> Option<f32> {
        let _ = (game, position, deep, shallow);
        None
    }
}

impl<G: ZeroSum, S> Selectivity<G, S> for () {}
