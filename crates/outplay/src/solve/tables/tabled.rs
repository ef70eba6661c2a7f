//! Tabled: a game whose positions can be found in tables.

use std::sync::Arc;

use super::super::retrograde::{Distance, Slices, Worth};
use super::build::Store;
use super::kind::Kind;
use crate::engine::Lookup;
use crate::{Game, Range};

/// A game whose positions can be found in tables.
///
/// One line of its [entry](crate::face::Entry::tables) gives it `outplay table`, and the tables as facts to every search.
pub trait Tabled<G: Game>: Slices<Slice: 'static> + Clone + Send + 'static {
    /// What its tables may tell. What stands first is made if nothing else is asked for. Scores are those that the [scale](crate::engine::Scale) of its insight has.
    const KINDS: &'static [Kind] = &[Kind::Verdicts, Kind::Distances];

    /// Whether a game that is won or lost is worth points, which [follow](Self::counted) from how far away its end is.
    const COUNTED: bool = false;

    /// What tables by others are called that are read beside these, if there are any.
    const OTHERS: Option<&'static str> = None;

    /// Opens them, in a store that knows them by the names of their files; or says what is wrong.
    fn others(files: Arc<dyn Store + Send>) -> Result<Arc<dyn Lookup<G>>, String> {
        let _ = files;
        Err("nobody else makes tables of this game that can be read".to_owned())
    }

    /// What a position is worth to the player to move, by what `table` tells of numbers of slices; nothing if it tells nothing that is needed. The values are verdicts, distances, scores or bounds of
    /// scores: moves that are made before a table is asked are put together by [`Worth::before`] and [`Worth::best`], and [`Worth::gained`] adds points that were won before. Limits of moves and repetition are left out of account.
    fn probe<V: Worth>(
        &self,
        game: &G,
        position: &G::Position,
        table: &mut impl FnMut(&Self::Slice, u64) -> Option<V>,
    ) -> Option<V>;

    /// Whether a table has a position itself. Of others the value is [put together](Self::probe) from what is behind moves; a search plays those moves
    /// anyway, and does not ask.
    #[inline]
    fn is_probed(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// Where the score of a position lies, in points for the player to move, by the distance that tables tell.
    fn counted(&self, game: &G, position: &G::Position, distance: Distance) -> Range<i32> {
        let _ = (game, position, distance);
        Range::ALL
    }

    /// After how many plies the rules end the game, as a draw, unless something happens before that leads out of the slice.
    fn plies_left(&self, game: &G, position: &G::Position) -> u32 {
        let _ = (game, position);
        u32::MAX
    }

    /// The same, where something of that kind has just happened.
    fn longest(&self, game: &G) -> u32 {
        let _ = game;
        u32::MAX
    }
}
