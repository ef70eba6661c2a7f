//! Tables behind the face: building and checking them, and looking positions up.

use std::sync::Arc;

use super::Refusal;
use super::core::{Core, Playable};
use super::session::{Played, Session};
use crate::Game;
use crate::solve::retrograde::{Retrograde, Slices, Verdict};
use crate::solve::tables::{About, Build, BuildWatch, Checked, Plan, Shelf, SliceError, Store};

/// A game whose positions can be found in tables.
pub trait Tabled<G: Game>: Slices<Slice: 'static> + Clone + Send + 'static {
    /// What a position is worth to the player to move, by what `table` tells of numbers of slices; nothing if it tells nothing that is needed.
    /// Limits of moves and repetition are left out of account: a win may need more plies than the rules leave.
    fn probe(
        &self,
        game: &G,
        position: &G::Position,
        table: &mut dyn FnMut(&Self::Slice, u64) -> Option<Verdict>,
    ) -> Option<Verdict>;
}

/// Builds, checks and asks tables of one game.
pub trait TableMaker: Send + Sync {
    /// What there is to build, and how much memory that takes.
    fn plan(&self, store: &dyn Store, by: Retrograde) -> Result<Plan, SliceError>;

    /// Builds what is missing. False if it was stopped before it was done.
    fn build(
        &self,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<bool, SliceError>;

    /// Checks every position of every table; nothing if it was stopped.
    fn check(
        &self,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<Option<Checked>, SliceError>;

    /// What each table tells of itself, and how many bytes it has; nothing for slices without one.
    fn about(&self, store: &dyn Store) -> Result<Vec<(String, Option<(About, u64)>)>, SliceError>;

    /// Somebody to ask about positions, with a cache of so many mebibytes.
    fn prober(&self, store: Arc<dyn Store + Send>, mebibytes: usize) -> Box<dyn Prober>;
}

/// Knows positions by tables.
pub trait Prober: Send + Sync {
    /// What a position is worth to the player to move; nothing if no table tells.
    fn probe(&self, at: &dyn Session) -> Result<Option<Verdict>, SliceError>;
}

/// Makes the tables of a game, with so many pieces where they go by pieces.
pub(super) type TablesOf<G> =
    Arc<dyn Fn(&Arc<Core<G>>, Option<u32>) -> Result<Box<dyn TableMaker>, Refusal> + Send + Sync>;

pub(super) struct Maker<G: Playable, T> {
    pub(super) core: Arc<Core<G>>,
    pub(super) tables: T,
}

impl<G: Playable, T: Tabled<G>> TableMaker for Maker<G, T> {
    fn plan(&self, store: &dyn Store, by: Retrograde) -> Result<Plan, SliceError> {
        Build::new(&self.tables, store, by).plan()
    }

    fn build(
        &self,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<bool, SliceError> {
        Build::new(&self.tables, store, by).run(watch)
    }

    fn check(
        &self,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<Option<Checked>, SliceError> {
        Build::new(&self.tables, store, by).check(watch)
    }

    fn about(&self, store: &dyn Store) -> Result<Vec<(String, Option<(About, u64)>)>, SliceError> {
        let build = Build::new(&self.tables, store, Retrograde::default());
        let told = |slice: T::Slice| {
            let table = build.open(&slice)?;
            let about = table.map(|table| (table.about().clone(), table.bytes()));
            Ok((slice.to_string(), about))
        };
        self.tables.slices().into_iter().map(told).collect()
    }

    fn prober(&self, store: Arc<dyn Store + Send>, mebibytes: usize) -> Box<dyn Prober> {
        let shelf = Shelf::new(self.tables.clone(), store, mebibytes);
        Box::new(Asked { core: Arc::clone(&self.core), shelf })
    }
}

struct Asked<G: Playable, T: Tabled<G>> {
    core: Arc<Core<G>>,
    shelf: Shelf<T>,
}

impl<G: Playable, T: Tabled<G>> Prober for Asked<G, T> {
    fn probe(&self, at: &dyn Session) -> Result<Option<Verdict>, SliceError> {
        let position = &*Played::<G>::of(at).past;
        let mut wrong = None;
        let mut table = |slice: &T::Slice, number: u64| {
            let verdict = self.shelf.verdict(slice, number);
            verdict.unwrap_or_else(|error| {
                wrong = Some(error);
                None
            })
        };
        let verdict = self.shelf.game().probe(&self.core.game, position, &mut table);
        wrong.map_or(Ok(verdict), Err)
    }
}
