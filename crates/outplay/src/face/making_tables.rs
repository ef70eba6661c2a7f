//! Tables behind the face: building and checking them, and looking positions up.

use std::any::Any;
use std::sync::Arc;

use super::Refusal;
use super::core::{Core, Playable};
use super::session::{Played, Session};
#[cfg(feature = "cluster")]
use crate::solve::cluster::{self, Built, Cluster, ClusterError};
use crate::solve::retrograde::{Distance, Retrograde, Score, Slices, Verdict, Worth};
use crate::solve::tables::{
    About, Build, BuildWatch, Checked, Kind, Plan, Shelf, Shelves, SliceError, Solved, Store,
    Tabled, slices_for,
};

/// Builds, checks and asks tables of one game.
pub trait TableMaker: Send + Sync {
    /// What the tables are called: variants of a game may have the same.
    fn name(&self) -> String;

    /// What the tables may tell: first, what is made if nothing else is asked for.
    fn kinds(&self) -> &'static [Kind];

    /// What is made if nothing else is asked for.
    fn usual_kind(&self) -> Kind {
        self.kinds().first().copied().unwrap_or_default()
    }

    /// From now on only one slice, by its name, and those that it leads to.
    fn set_only(&mut self, slice: &str) -> Result<(), Refusal>;

    /// What there is to build, and how much memory that takes.
    fn plan(&self, kind: Kind, store: &dyn Store, by: Retrograde) -> Result<Plan, SliceError>;

    /// The same of verdicts that several processes build, for each of them.
    #[cfg(feature = "cluster")]
    fn plan_together(
        &self,
        store: &dyn Store,
        processes: usize,
        threads: usize,
    ) -> Result<Plan, SliceError>;

    /// Builds tables of verdicts as one process of several. The first one has the store, and needs it.
    #[cfg(feature = "cluster")]
    fn build_together(
        &self,
        store: Option<Arc<dyn Store + Send>>,
        cluster: Cluster,
        watch: Arc<dyn BuildWatch + Send>,
    ) -> Result<Built, ClusterError>;

    /// Tells what is built from anything else: processes that build together have the same.
    #[cfg(feature = "cluster")]
    fn signature(&self) -> String;

    /// Builds what is missing. False if it was stopped before it was done.
    fn build(
        &self,
        kind: Kind,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<bool, SliceError>;

    /// Checks every position of every table; nothing if it was stopped.
    fn check(
        &self,
        kind: Kind,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<Option<Checked>, SliceError>;

    /// What each table tells of itself, and how many bytes it has; nothing for slices without one.
    fn about(&self, kind: Kind, store: &dyn Store) -> Result<Vec<TableOf>, SliceError>;

    /// Somebody to ask about positions, with a cache of so many mebibytes.
    fn prober(&self, store: Arc<dyn Store + Send>, mebibytes: usize) -> Box<dyn Prober>;

    /// What tables by others are called that searches can use, too, if there are any.
    fn others(&self) -> Option<&'static str>;

    /// Tables for [searches](super::Options::tables), with a cache of so many mebibytes: our own in one store, those by others in another one. Says what is wrong with the latter.
    fn for_searches(
        &self,
        own: Option<Arc<dyn Store + Send>>,
        others: Option<Arc<dyn Store + Send>>,
        mebibytes: usize,
    ) -> Result<EndgameTables, String>;
}

/// A slice, with what its table tells of itself and how many bytes that has, if there is one.
pub type TableOf = (String, Option<(About, u64)>);

/// Tables that searches of one game use. Clones share them, with their cache.
#[derive(Clone)]
pub struct EndgameTables(Arc<dyn Any + Send + Sync>);

impl EndgameTables {
    /// The same, if they are those of this game.
    pub(super) fn shelves<T: Send + Sync + 'static>(&self) -> Result<Arc<T>, String> {
        let shelves = Arc::clone(&self.0).downcast();
        shelves.map_err(|_| "the endgame tables are those of another game".to_owned())
    }
}

/// What tables say of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Who wins.
    pub verdict: Verdict,
    /// In how many plies, if there are tables of distances.
    pub distance: Option<Distance>,
    /// By how many points, if there are tables of scores.
    pub score: Option<Score>,
}

/// Knows positions by tables.
pub trait Prober: Send + Sync {
    /// What a position is worth to the player to move; nothing if no table tells. Limits of moves and repetition are left out of account.
    fn probe(&self, at: &dyn Session) -> Result<Option<Probed>, SliceError>;
}

/// Makes the tables of a game, with so many pieces where they go by pieces.
pub(super) type TablesOf<G> =
    Arc<dyn Fn(&Arc<Core<G>>, Option<u32>) -> Result<Box<dyn TableMaker>, Refusal> + Send + Sync>;

pub(super) struct Maker<G: Playable, T: Slices> {
    pub(super) core: Arc<Core<G>>,
    pub(super) tables: T,
    /// The slices that are wanted; all if nothing is said.
    pub(super) only: Option<Vec<T::Slice>>,
}

impl<G: Playable, T: Tabled<G>> TableMaker for Maker<G, T> {
    fn name(&self) -> String {
        self.tables.name()
    }

    fn kinds(&self) -> &'static [Kind] {
        T::KINDS
    }

    fn set_only(&mut self, slice: &str) -> Result<(), Refusal> {
        self.only = Some(slices_for(&self.tables, slice).ok_or_else(|| {
            let names: Vec<String> = self.tables.slices().iter().map(ToString::to_string).collect();
            Refusal(match names.as_slice() {
                [] => format!("{} has no slices", self.name()),
                [one] => format!("{} has no slice {slice}; there is only {one}", self.name()),
                [first, .., last] => format!(
                    "{} has no slice {slice} among its {}, from {first} to {last}",
                    self.name(),
                    names.len()
                ),
            })
        })?);
        Ok(())
    }

    fn plan(&self, kind: Kind, store: &dyn Store, by: Retrograde) -> Result<Plan, SliceError> {
        self.work(kind, store, by).plan()
    }

    #[cfg(feature = "cluster")]
    fn plan_together(
        &self,
        store: &dyn Store,
        processes: usize,
        threads: usize,
    ) -> Result<Plan, SliceError> {
        let build = self.wanted(Build::new(&self.tables, store, Retrograde::default()));
        build.plan_by(|ground| cluster::memory(ground, processes, threads))
    }

    #[cfg(feature = "cluster")]
    fn build_together(
        &self,
        store: Option<Arc<dyn Store + Send>>,
        cluster: Cluster,
        watch: Arc<dyn BuildWatch + Send>,
    ) -> Result<Built, ClusterError> {
        let slices = self.slices();
        cluster::build(cluster::Work { game: self.tables.clone(), slices, store, watch }, cluster)
    }

    #[cfg(feature = "cluster")]
    fn signature(&self) -> String {
        let slices: Vec<String> = self.slices().iter().map(ToString::to_string).collect();
        let check = crate::checksum::checksum(slices.join(" ").as_bytes());
        let (many, name, rules) = (slices.len(), self.name(), self.tables.rules());
        format!("{many} tables ({check:x}) of {name} by rules {rules:x}")
    }

    fn build(
        &self,
        kind: Kind,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<bool, SliceError> {
        self.work(kind, store, by).run(watch)
    }

    fn check(
        &self,
        kind: Kind,
        store: &dyn Store,
        by: Retrograde,
        watch: &dyn BuildWatch,
    ) -> Result<Option<Checked>, SliceError> {
        self.work(kind, store, by).check(watch)
    }

    fn about(&self, kind: Kind, store: &dyn Store) -> Result<Vec<TableOf>, SliceError> {
        self.work(kind, store, Retrograde::default()).about()
    }

    fn prober(&self, store: Arc<dyn Store + Send>, mebibytes: usize) -> Box<dyn Prober> {
        let shelf = Shelf::new(self.tables.clone(), store, mebibytes);
        Box::new(Asked { core: Arc::clone(&self.core), shelf })
    }

    fn others(&self) -> Option<&'static str> {
        T::OTHERS
    }

    fn for_searches(
        &self,
        own: Option<Arc<dyn Store + Send>>,
        others: Option<Arc<dyn Store + Send>>,
        mebibytes: usize,
    ) -> Result<EndgameTables, String> {
        let own = own.map(|store| Shelf::new(self.tables.clone(), store, mebibytes));
        let others = others.map(T::others).transpose()?;
        Ok(EndgameTables(Arc::new(Shelves::<G, T>::new(own, others))))
    }
}

impl<G: Playable, T: Tabled<G>> Maker<G, T> {
    /// Work on tables of one kind.
    fn work<'w>(&'w self, kind: Kind, store: &'w dyn Store, by: Retrograde) -> Box<dyn Work + 'w> {
        match kind {
            Kind::Verdicts => Box::new(self.wanted(Build::new(&self.tables, store, by))),
            Kind::Distances => Box::new(self.wanted(Build::distances(&self.tables, store, by))),
            Kind::Scores => Box::new(self.wanted(Build::scores(&self.tables, store, by))),
        }
    }

    /// Only the slices that are wanted.
    fn wanted<'w, K: Solved>(&self, build: Build<'w, T, K>) -> Build<'w, T, K> {
        match &self.only {
            Some(only) => build.only(only.clone()),
            None => build,
        }
    }

    #[cfg(feature = "cluster")]
    fn slices(&self) -> Vec<T::Slice> {
        self.only.clone().unwrap_or_else(|| self.tables.slices())
    }
}

/// A [`Build`], whatever its tables tell.
trait Work {
    fn plan(&self) -> Result<Plan, SliceError>;
    fn run(&self, watch: &dyn BuildWatch) -> Result<bool, SliceError>;
    fn check(&self, watch: &dyn BuildWatch) -> Result<Option<Checked>, SliceError>;
    fn about(&self) -> Result<Vec<TableOf>, SliceError>;
}

impl<S: Slices, K: Solved> Work for Build<'_, S, K> {
    fn plan(&self) -> Result<Plan, SliceError> {
        Build::plan(self)
    }

    fn run(&self, watch: &dyn BuildWatch) -> Result<bool, SliceError> {
        Build::run(self, watch)
    }

    fn check(&self, watch: &dyn BuildWatch) -> Result<Option<Checked>, SliceError> {
        Build::check(self, watch)
    }

    fn about(&self) -> Result<Vec<TableOf>, SliceError> {
        let told = |slice: S::Slice| {
            let table = self.open(&slice)?;
            let about = table.map(|table| (table.about().clone(), table.bytes()));
            Ok((slice.to_string(), about))
        };
        self.slices().into_iter().map(told).collect()
    }
}

struct Asked<G: Playable, T: Tabled<G>> {
    core: Arc<Core<G>>,
    shelf: Shelf<T>,
}

impl<G: Playable, T: Tabled<G>> Asked<G, T> {
    /// What a position is worth, by what is looked up.
    fn looked_up<V: Worth>(
        &self,
        at: &dyn Session,
        look: impl Fn(&T::Slice, u64) -> Result<Option<V>, SliceError>,
    ) -> Result<Option<V>, SliceError> {
        let position = &*Played::<G>::of(at).past;
        let mut wrong = None;
        let mut table = |slice: &T::Slice, number: u64| {
            look(slice, number).unwrap_or_else(|error| {
                wrong = Some(error);
                None
            })
        };
        let value = self.shelf.game().probe(&self.core.game, position, &mut table);
        wrong.map_or(Ok(value), Err)
    }
}

impl<G: Playable, T: Tabled<G>> Prober for Asked<G, T> {
    fn probe(&self, at: &dyn Session) -> Result<Option<Probed>, SliceError> {
        if T::KINDS.contains(&Kind::Scores)
            && let Some(score) =
                self.looked_up(at, |slice, number| self.shelf.score(slice, number))?
        {
            let verdict = Verdict::of_points(score.points());
            return Ok(Some(Probed { verdict, distance: None, score: Some(score) }));
        }
        let verdict = self.looked_up(at, |slice, number| self.shelf.verdict(slice, number))?;
        let Some(verdict) = verdict else { return Ok(None) };
        let distance = self.looked_up(at, |slice, number| self.shelf.distance(slice, number))?;
        Ok(Some(Probed { verdict, distance, score: None }))
    }
}
