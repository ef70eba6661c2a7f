//! Insight: what the engine may be told about a game beyond its rules.
//!
//! An insight is six small parts, and `()` is each of them: somebody who has only read the rules.
//!
//! | part | answers | must be |
//! |---|---|---|
//! | [`Scale`] | what is a finished game worth? | true |
//! | [`Facts`] | which bounds are proven, which moves suffice, how many plies are left? | true |
//! | [`StaticEvaluation`] | what is a position worth without a search? | an opinion |
//! | [`Ordering`] | which move is tried first? | an opinion |
//! | [`Selectivity`] | which moves are noisy, which pruning is likely to be right? | an opinion |
//! | [`Keys`] | which positions are the same, and where does the table pay? | true |
//!
//! A *fact* must be true, because a search cuts on it. An *opinion* changes only the order in which a search looks, what it
//! leaves out when it need not prove anything, and what it thinks of positions that it does not search to the end. Scores are
//! whole numbers, for the player to move.
//!
//! Most authors need only an evaluation, and write it once for the engine and for the
//! [textbook](crate::textbook): see [`Evaluated`].

mod evaluated;
mod evaluation;
mod facts;
mod keys;
mod ordering;
mod scale;
mod selectivity;
mod watched;
mod with_tables;

pub use evaluated::Evaluated;
pub use evaluation::StaticEvaluation;
pub use facts::{Facts, HowMany, TableFact};
pub use keys::Keys;
pub use ordering::{Effort, FewMoves, LANES, Ordering};
pub(crate) use scale::{FARTHEST, plies_of, shifted};
pub use scale::{KNOWN_WIN, Scale, WIN};
pub use selectivity::Selectivity;
pub use watched::Watched;
pub use with_tables::{Lookup, WithTables};

use super::config::Driver;
use crate::{Event, Game, Player, Turn, Window, ZeroSum};

/// What is known about a game beyond its rules: six parts, and what they share.
///
/// The types say what a game can ever do. What is loaded at run time (weights, a table) is an `Option` inside of a part.
pub trait Insight<G: ZeroSum>: Sync {
    /// What is looked at once per position and handed to every part.
    type Scratch: Copy + Default;
    /// What a finished game is worth as a score.
    type Scale: Scale<G>;
    /// What is proven without a search.
    type Facts: Facts<G, Self::Scratch>;
    /// What a position is worth without a search.
    type Evaluation: StaticEvaluation<G, Self::Scratch>;
    /// Which move is tried first.
    type Ordering: Ordering<G, Self::Scratch>;
    /// What an unsound search may leave out.
    type Selectivity: Selectivity<G, Self::Scratch>;
    /// Which positions are the same.
    type Keys: Keys<G>;

    /// Whether the two players always take turns. It saves asking.
    const ALTERNATES: bool = false;

    /// How a score is solved, if nobody asks for another way: from an estimate, if there is an evaluation to make one, and else from the outside inwards.
    const DRIVER: Driver = match <Self::Evaluation as StaticEvaluation<G, Self::Scratch>>::EVALUATES
    {
        true => Driver::Deepen,
        false => Driver::Bisect,
    };

    /// Whether somebody [watches](Self::watch) every node: see [`Watched`].
    const WATCHED: bool = false;

    /// Hears what happens at a node, if the insight is [watched](Self::WATCHED).
    fn watch(&self, event: Event<'_, G::Position, G::Move, i32, i32>) {
        let _ = event;
    }

    /// Looks at a position once.
    fn scratch(&self, game: &G, position: &G::Position) -> Self::Scratch {
        let _ = (game, position);
        Self::Scratch::default()
    }

    /// Looks at the position that a move leads to. What was seen before the move, and what was [noted](Ordering::Note) when it was
    /// scored, may make that cheaper; it must come to the same.
    #[inline(always)]
    fn scratch_after(
        &self,
        game: &G,
        before: &Self::Scratch,
        mv: G::Move,
        note: Option<<Self::Ordering as Ordering<G, Self::Scratch>>::Note>,
        position: &G::Position,
    ) -> Self::Scratch {
        let _ = (before, mv, note);
        self.scratch(game, position)
    }

    /// What a finished game is worth as a score.
    fn scale(&self) -> &Self::Scale;
    /// What is proven without a search.
    fn facts(&self) -> &Self::Facts;
    /// What a position is worth without a search.
    fn evaluation(&self) -> &Self::Evaluation;
    /// Which move is tried first.
    fn ordering(&self) -> &Self::Ordering;
    /// What an unsound search may leave out.
    fn selectivity(&self) -> &Self::Selectivity;
    /// Which positions are the same.
    fn keys(&self) -> &Self::Keys;
}

impl<G: ZeroSum> Insight<G> for () {
    type Scratch = ();
    type Scale = ();
    type Facts = ();
    type Evaluation = ();
    type Ordering = ();
    type Selectivity = ();
    type Keys = ();

    fn scale(&self) -> &() {
        self
    }
    fn facts(&self) -> &() {
        self
    }
    fn evaluation(&self) -> &() {
        self
    }
    fn ordering(&self) -> &() {
        self
    }
    fn selectivity(&self) -> &() {
        self
    }
    fn keys(&self) -> &() {
        self
    }
}

/// A window in which every score lies, narrow enough to compute with.
pub(super) fn widest<G: ZeroSum, I: Insight<G>>(game: &G, insight: &I) -> Window<i32> {
    let most = insight.scale().highest(game) + 1;
    Window { alpha: -most, beta: most }
}

/// The player to move in a game for two, [without chance](crate::Deterministic).
#[inline(always)]
pub(super) fn mover<G: Game>(game: &G, position: &G::Position) -> Player {
    match game.turn(position) {
        Turn::Player(player) => player,
        Turn::Chance => unreachable!(
            "chance moves in a game that is declared to be `Deterministic`: `testing::check_deterministic` finds where"
        ),
    }
}
