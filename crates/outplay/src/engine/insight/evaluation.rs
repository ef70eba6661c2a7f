//! Static evaluation: what a position is worth without a search, in the whole numbers of the engine.

use crate::ZeroSum;

/// What a position is worth without a search, and what is carried from move to move for its sake.
pub trait StaticEvaluation<G: ZeroSum, S>: Sync {
    /// What goes with a position from move to move, because it is cheaper to change than to compute anew.
    type Carried: Clone + Default + Send;

    /// Whether [`evaluate`](Self::evaluate) says anything. A search that solves then looks ahead before it looks
    /// to the end.
    const EVALUATES: bool = true;

    /// A clear advantage: with it, a player wins more often than not. Margins of pruning are made of it.
    const CLEAR_ADVANTAGE: i32 = 100;

    /// Half the width of the first aspiration window: by how much scores usually change from one depth to the next.
    const ASPIRATION: i32 = 25;

    /// How many kinds of [correction keys](Self::correction_key) there are. If there are none, evaluations are not corrected.
    const CORRECTION_KEYS: usize = 0;

    /// The score, as far as one can tell without looking ahead. Less than [the highest](super::Scale::highest), up to its
    /// sign.
    fn evaluate(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &S,
        carried: &Self::Carried,
    ) -> i32;

    /// What is carried from here on, computed anew.
    fn carried(&self, game: &G, position: &G::Position) -> Self::Carried {
        let _ = (game, position);
        Self::Carried::default()
    }

    /// What is carried on by a move from `position` to `child`: the same as computed anew there.
    fn carry(
        &self,
        game: &G,
        carried: &Self::Carried,
        position: &G::Position,
        mv: G::Move,
        child: &G::Position,
    ) -> Self::Carried {
        let _ = (carried, position, mv);
        self.carried(game, child)
    }

    /// A hash of what changes slowly in a position, in one of several respects (the pawns of chess, for instance): the evaluation
    /// is likely to be wrong by as much in positions that share it.
    fn correction_key(&self, game: &G, position: &G::Position, kind: usize) -> u64 {
        let _ = (game, position, kind);
        0
    }
}

impl<G: ZeroSum, S> StaticEvaluation<G, S> for () {
    type Carried = ();

    const EVALUATES: bool = false;

    #[inline(always)]
    fn evaluate(&self, _: &G, _: &G::Position, _: &S, (): &()) -> i32 {
        0
    }
}
