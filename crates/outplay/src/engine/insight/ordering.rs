//! Ordering: which move is tried first. Alpha-beta looks at the fewest positions if that is the best one.

use crate::{Window, ZeroSum};

/// Which move is tried first, and how moves are numbered for the tables that learn from cut-offs.
pub trait Ordering<G: ZeroSum, S>: Sync {
    /// What a game may note about a move when it is [scored](Self::few_moves), for the [look](super::Insight::scratch_after) at the position after it.
    type Note: Copy + Default + Send;

    /// Whether [`effort`](Self::effort) ever asks for more than a look at the move.
    const LOOKS_AHEAD: bool = false;

    /// How many moves there are for [`move_index`](Self::move_index). If there are none, a search has no killers, counter-moves and
    /// history, and the table keeps no best moves.
    const MOVE_INDICES: usize = 0;

    /// Whether moves can come in stages: a move is found by its index alone ([`indexed_move`](Self::indexed_move)), and noisy moves are
    /// listed apart from quiet ones ([`noisy_and_quiet`](super::Selectivity::noisy_and_quiet)). For games with a
    /// [selective](super::Selectivity::SELECTIVE) search.
    const STAGES: bool = false;

    /// How many numbers there are for [`piece_to`](Self::piece_to): at most a few hundred. If there are none, a search has no
    /// continuation history.
    const PIECE_TOS: usize = 0;

    /// How much effort to put into the order of the moves, with so many plies to search.
    fn effort(&self, game: &G, position: &G::Position, plies: u32) -> Effort {
        let _ = (game, position, plies);
        Effort::Move
    }

    /// How early to try a move: the highest score first; equals stay in their order. The window
    /// says what is asked: to win quickly takes other moves than not to lose.
    fn score_move(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        mv: G::Move,
        window: Window<i32>,
    ) -> i32 {
        let _ = (game, position, scratch, mv, window);
        0
    }

    /// [The moves that suffice](super::Facts::moves), side by side with their scores and a [note](Self::Note) about each, for games that find all of it
    /// faster at once and have few moves in every position.
    #[inline(always)]
    fn few_moves(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        window: Window<i32>,
    ) -> Option<FewMoves<G::Move, Self::Note>> {
        let _ = (game, position, scratch, window);
        None
    }

    /// How early to try a move, seen by where it leads to.
    fn score_child(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        mv: G::Move,
        child: &G::Position,
    ) -> i32 {
        let _ = child;
        self.score_move(game, position, scratch, mv, Window::OPEN)
    }

    /// A number below [`MOVE_INDICES`](Self::MOVE_INDICES), which should be small and mean about the same in every
    /// position: two moves of one position never share it.
    fn move_index(&self, game: &G, mv: G::Move) -> usize {
        let _ = (game, mv);
        0
    }

    /// The legal move of a position that has an [index](Self::move_index), if there is one: for games that offer
    /// [stages](Self::STAGES).
    fn indexed_move(&self, game: &G, position: &G::Position, index: usize) -> Option<G::Move> {
        let _ = (game, position, index);
        None
    }

    /// What moves, and where to, as a number below [`PIECE_TOS`](Self::PIECE_TOS): coarser than
    /// [`move_index`](Self::move_index), so that what is learnt about pairs of moves fits into memory.
    fn piece_to(&self, game: &G, position: &G::Position, mv: G::Move) -> usize {
        let _ = (game, position, mv);
        0
    }
}

impl<G: ZeroSum, S> Ordering<G, S> for () {
    type Note = ();

    #[inline(always)]
    fn effort(&self, _: &G, _: &G::Position, _: u32) -> Effort {
        Effort::None
    }
}

/// The most moves that are looked at side by side.
pub const LANES: usize = 8;

/// All moves of a position, a lane for each.
#[derive(Clone, Copy, Debug)]
pub struct FewMoves<M, N> {
    /// The moves. In a lane without one it does not matter what is here.
    pub moves: [M; LANES],
    /// How early to try each: the highest score first, and of equals the first lane. Less than [`HIGHEST`](Self::HIGHEST), up to its sign, or
    /// [`NO_MOVE`](Self::NO_MOVE).
    pub scores: [i16; LANES],
    /// What is [noted](Ordering::Note) about each.
    pub notes: [N; LANES],
}

impl<M, N> FewMoves<M, N> {
    /// No score reaches this.
    pub const HIGHEST: i16 = 2_000;

    /// The score of a lane without a move.
    pub const NO_MOVE: i16 = i16::MIN;
}

/// How much effort is put into the order of moves. It costs time, and saves time where much is to be
/// searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As [listed](super::Facts::moves).
    None,
    /// By [`score_move`](Ordering::score_move).
    Move,
    /// By [`score_move`](Ordering::score_move), and among equals by killers, counter-moves and history: for games whose moves have
    /// [indices](Ordering::MOVE_INDICES), and where that is better than the order in which they are listed.
    History,
    /// By [`score_child`](Ordering::score_child), if the game [looks ahead](Ordering::LOOKS_AHEAD).
    Child,
    /// By [`score_child`](Ordering::score_child), and a search of so many plies from where a move leads to, if the game [looks
    /// ahead](Ordering::LOOKS_AHEAD).
    Search {
        /// How deep to look.
        plies: u32,
        /// What one unit of score is worth, in units of [`score_child`](Ordering::score_child).
        weight: i32,
    },
}
