//! Facts: what is proven of a position without a search. A search cuts on them, so they must be true.

use crate::solve::retrograde::Verdict;
use crate::{Range, Window, ZeroSum};

/// What is proven of a position without a search.
pub trait Facts<G: ZeroSum, S>: Sync {
    /// Whether some positions are [finished](Self::finish) by hand.
    const FINISHES: bool = false;

    /// Whether there may be [endgame tables](Self::tabled).
    const TABLES: bool = false;

    /// The score of a position from which a search starts (the root, or one of its moves), where the other
    /// answers do not hold. They may take for granted what is true of every position that [`moves`](Self::moves) leads to: that
    /// the player to move cannot win at once, for instance.
    fn decided(&self, game: &G, position: &G::Position) -> Option<i32> {
        let _ = (game, position);
        None
    }

    /// At most so many plies are left to play; moves that are the only one need not be counted. A search that deep
    /// sees the end.
    fn plies_left(&self, game: &G, position: &G::Position) -> u32 {
        let _ = (game, position);
        u32::MAX
    }

    /// A win that takes more plies than this may be none, because the rules end the game before: in chess, by fifty moves. It is asked
    /// of what the table remembers from another path to the position.
    fn longest_win(&self, game: &G, position: &G::Position) -> u32 {
        let _ = (game, position);
        u32::MAX
    }

    /// What endgame tables tell of a position: see [`WithTables`](super::WithTables).
    fn tabled(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        let _ = (game, position);
        None
    }

    /// The same at every node of a search, which is not asked to play moves that are searched anyway: see [`Lookup::look_up_itself`](super::Lookup::look_up_itself).
    #[inline(always)]
    fn tabled_itself(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        self.tabled(game, position)
    }

    /// What endgame tables tell of the way from a position to which a move of the root has led: see [`Lookup::progress`](super::Lookup::progress).
    fn progress(&self, game: &G, position: &G::Position) -> Option<u32> {
        let _ = (game, position);
        None
    }

    /// The score of a position shortly before the end, and how many positions were looked at to find it. With
    /// a window, as in the search itself, a bound outside of it is enough.
    fn finish(&self, game: &G, position: &G::Position, window: Window<i32>) -> Option<(i32, u64)> {
        let _ = (game, position, window);
        None
    }

    /// The score lies between these, both included. It is also asked of positions that are over. Where
    /// [scores count plies](super::Scale::counts_plies), these count them from this position. The window says what would be enough
    /// to know: a bound that is dear to compute is worth it only where it can pass an edge of the window.
    fn bounds(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        window: Window<i32>,
    ) -> Range<i32> {
        let _ = (game, position, scratch, window);
        Range::ALL
    }

    /// The moves that are enough to find the score, in the order in which they are best tried if
    /// nothing else is known. Moves that lose at once may be left out if [`bounds`](Self::bounds) tells
    /// the score where none is left.
    fn moves(&self, game: &G, position: &G::Position, scratch: &S, moves: &mut Vec<G::Move>) {
        let _ = scratch;
        game.moves(position, moves);
    }

    /// How many of the [moves](Self::moves) there are. The list is room to work in: if there are several, either all of them are in
    /// it afterwards, or none.
    #[inline(always)]
    fn how_many(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        moves: &mut Vec<G::Move>,
    ) -> HowMany<G::Move> {
        self.moves(game, position, scratch, moves);
        HowMany::of(moves)
    }

    /// Whether there is a move. The list is room to work in; what is in it afterwards does not matter.
    fn can_move(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        self.moves(game, position, scratch, moves);
        !moves.is_empty()
    }
}

impl<G: ZeroSum, S> Facts<G, S> for () {}

/// What endgame tables tell of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFact {
    /// Where the score lies, counted from the position. A win of which only the verdict is known is at least a [known win](super::KNOWN_WIN), less the plies after which
    /// something happens in any case that cannot be taken back. A win that may come too late for the rules is at least a draw, and no more is proven.
    pub range: Range<i32>,
    /// Who wins, where wins alone count.
    pub verdict: Option<Verdict>,
}

/// How many moves there are to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMany<M> {
    /// The game is over.
    None,
    /// There is no choice.
    One(M),
    /// Two at least.
    Several,
}

impl<M: Copy> HowMany<M> {
    /// How many there are in a list.
    #[inline(always)]
    pub fn of(moves: &[M]) -> HowMany<M> {
        match moves {
            [] => HowMany::None,
            [mv] => HowMany::One(*mv),
            _ => HowMany::Several,
        }
    }
}
