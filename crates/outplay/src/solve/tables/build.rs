//! Building all tables of a game: slice by slice, each after those that it leads to.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::sync::Arc;

use super::super::retrograde::{
    Distances, Exits, Ground, Retrograde, Scores, Slices, Verdicts, Watch,
};
use super::cache::Cache;
use super::format::{About, TableError};
use super::solved::{Probed, Solved};
use super::table::{Table, TableSource};

/// Where tables are kept, by the names of their slices.
pub trait Store: Sync {
    /// The table of a slice; none if there is none.
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError>;

    /// Keeps a table: wholly or not at all, whatever happens meanwhile. A store that is only read does not.
    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        let _ = (slice, bytes);
        Err(TableError::Unwritable("tables are only read here".to_owned()))
    }

    /// A table turned out to be damaged while positions were looked up: from now on it is not used. Told once for each.
    fn lost(&self, error: &SliceError) {
        let _ = error;
    }
}

/// Hears how far a build is, and may stop it.
pub trait BuildWatch: Watch {
    /// A slice with so many numbers is begun.
    fn begins(&self, slice: &str, count: u64) {
        let _ = (slice, count);
    }

    /// A slice is done, and takes so many bytes where it is kept.
    fn ends(&self, about: &About, bytes: u64) {
        let _ = (about, bytes);
    }

    /// Whether to stop at the border of this slice.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl BuildWatch for () {}

/// What is wrong with the table of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceError {
    /// The name of the slice.
    pub slice: String,
    /// What is wrong.
    pub error: TableError,
}

impl Display for SliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slice {}: {}", self.slice, self.error)
    }
}

impl std::error::Error for SliceError {}

/// What there is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// How many slices there are.
    pub slices: usize,
    /// How many of them have no table yet.
    pub missing: usize,
    /// How many numbers those have.
    pub numbers: u64,
    /// The most bytes that are needed at any time, besides a few megabytes for the game.
    pub memory: u64,
}

/// Builds and checks the tables of a game: of [`Verdicts`], of [`Distances`] to the end of the game, or of [`Scores`].
pub struct Build<'b, S: Slices, K = Verdicts> {
    pub(super) game: &'b S,
    /// The slices that are wanted; all if nothing is said.
    pub(super) only: Option<Vec<S::Slice>>,
    pub(super) store: &'b dyn Store,
    pub(super) by: Retrograde,
    pub(super) cache: Arc<Cache>,
    pub(super) kind: PhantomData<K>,
}

impl<'b, S: Slices> Build<'b, S> {
    /// The tables of a game, which are kept in a store.
    pub fn new(game: &'b S, store: &'b dyn Store, by: Retrograde) -> Self {
        Build::of(game, store, by)
    }
}

impl<'b, S: Slices> Build<'b, S, Distances> {
    /// The same, of distances.
    pub fn distances(game: &'b S, store: &'b dyn Store, by: Retrograde) -> Self {
        Build::of(game, store, by)
    }
}

impl<'b, S: Slices> Build<'b, S, Scores> {
    /// The same, of scores.
    pub fn scores(game: &'b S, store: &'b dyn Store, by: Retrograde) -> Self {
        Build::of(game, store, by)
    }
}

impl<'b, S: Slices, K> Build<'b, S, K> {
    fn of(game: &'b S, store: &'b dyn Store, by: Retrograde) -> Self {
        Build { game, only: None, store, by, cache: Cache::new(1), kind: PhantomData }
    }

    /// Only these slices, which have those among them that they lead to.
    pub(crate) fn only(self, slices: Vec<S::Slice>) -> Self {
        Build { only: Some(slices), ..self }
    }

    /// The slices that are wanted, each behind those that it leads to.
    pub(crate) fn slices(&self) -> Vec<S::Slice> {
        self.only.clone().unwrap_or_else(|| self.game.slices())
    }
}

/// A slice by its name, and all that it leads to, in order; none if there is no such slice.
pub(crate) fn slices_for<S: Slices>(game: &S, name: &str) -> Option<Vec<S::Slice>> {
    let all = game.slices();
    let mut wanted = vec![all.iter().find(|slice| slice.to_string() == name)?.clone()];
    let mut at = 0;
    while let Some(next) = wanted.get(at) {
        let more = game.leads_to(next);
        let new: Vec<_> = more.into_iter().filter(|slice| !wanted.contains(slice)).collect();
        wanted.extend(new);
        at += 1;
    }
    Some(all.into_iter().filter(|slice| wanted.contains(slice)).collect())
}

/// The last turn at which each slice is asked about.
pub(crate) fn last_uses<S: Slices>(game: &S, turns: &[S::Slice]) -> HashMap<S::Slice, usize> {
    let uses = turns.iter().enumerate();
    uses.flat_map(|(turn, slice)| game.leads_to(slice).into_iter().map(move |other| (other, turn)))
        .collect()
}

impl<S: Slices, K: Solved> Build<'_, S, K> {
    /// What the table of a slice is called in the store.
    pub(super) fn name(slice: &S::Slice) -> String {
        format!("{slice}{}", K::KIND.suffix())
    }

    /// What there is to do, and how much memory it takes.
    pub fn plan(&self) -> Result<Plan, SliceError> {
        self.plan_by(|ground| K::memory(&self.by, ground))
    }

    /// The same, where so many bytes are needed to solve a slice.
    pub(crate) fn plan_by(&self, memory: impl Fn(&S::Ground) -> u64) -> Result<Plan, SliceError> {
        let missing = self.missing()?;
        let last = last_uses(self.game, &missing);
        let mut plan =
            Plan { slices: self.slices().len(), missing: missing.len(), ..Plan::default() };
        let mut resident: HashMap<S::Slice, u64> = HashMap::new();
        for (turn, slice) in missing.iter().enumerate() {
            let ground = self.game.ground(slice);
            for other in self.game.leads_to(slice) {
                let bytes = || K::bytes_for(self.game.ground(&other).count());
                resident.entry(other.clone()).or_insert_with(bytes);
            }
            let kept = K::bytes_for(ground.count());
            let needed = memory(&ground) + kept + resident.values().sum::<u64>();
            plan.memory = plan.memory.max(needed);
            plan.numbers += ground.count();
            resident.insert(slice.clone(), kept);
            resident.retain(|slice, _| last.get(slice).is_some_and(|&last| last > turn));
        }
        Ok(plan)
    }

    /// Builds what is missing. Whether everything is done: not if it was stopped.
    pub fn run(&self, watch: &dyn BuildWatch) -> Result<bool, SliceError> {
        let missing = self.missing()?;
        let last = last_uses(self.game, &missing);
        let mut resident = HashMap::new();
        for (turn, slice) in missing.iter().enumerate() {
            if watch.is_stopped() {
                return Ok(false);
            }
            let exits = self.exits(slice, &mut resident)?;
            let verdicts = self.build(slice, &exits, watch)?;
            resident.insert(slice.clone(), Arc::new(verdicts));
            resident.retain(|slice, _| last.get(slice).is_some_and(|&last| last > turn));
        }
        Ok(true)
    }

    /// Solves a slice, and keeps its table.
    fn build(
        &self,
        slice: &S::Slice,
        exits: &Known<K>,
        watch: &dyn BuildWatch,
    ) -> Result<K, SliceError> {
        let ground = self.game.ground(slice);
        watch.begins(&Self::name(slice), ground.count());
        self.keep(slice, K::solve_probed(&self.by, &ground, exits, watch), watch)
    }

    /// Keeps the table of a slice that is solved.
    pub(crate) fn keep(
        &self,
        slice: &S::Slice,
        probed: Probed<K>,
        watch: &dyn BuildWatch,
    ) -> Result<K, SliceError> {
        let name = Self::name(slice);
        let Probed { told, tally, unprobed, longest } = probed;
        let about = About {
            game: self.game.name(),
            rules: self.game.rules(),
            slice: slice.to_string(),
            count: self.game.ground(slice).count(),
            tally,
            unprobed,
            longest,
        };
        let wrong = |error| SliceError { slice: name.clone(), error };
        let bytes = told.written(&about).map_err(wrong)?;
        self.store.keep(&name, &bytes).map_err(wrong)?;
        watch.ends(&about, bytes.len() as u64);
        Ok(told)
    }

    /// Slices without a table, in order. A table that is there is the right one.
    pub(crate) fn missing(&self) -> Result<Vec<S::Slice>, SliceError> {
        let mut missing = Vec::new();
        for slice in self.slices() {
            if self.open(&slice)?.is_none() {
                missing.push(slice);
            }
        }
        Ok(missing)
    }

    /// The table of a slice, if there is one.
    pub fn open(&self, slice: &S::Slice) -> Result<Option<Table>, SliceError> {
        let name = Self::name(slice);
        let opened = self.store.open(&name).and_then(|source| match source {
            None => Ok(None),
            Some(source) => self.fitting(slice, Table::open(source, &self.cache)?).map(Some),
        });
        opened.map_err(|error| SliceError { slice: name, error })
    }

    fn fitting(&self, slice: &S::Slice, table: Table) -> Result<Table, TableError> {
        let about = table.about();
        let count = self.game.ground(slice).count();
        let said = |game: &str, rules: u64, slice: &str, count: u64| {
            format!("{game} (rules {rules:x}), slice {slice}, {count} numbers")
        };
        let is = said(&about.game, about.rules, &about.slice, about.count);
        let slice = slice.to_string();
        let should_be = said(&self.game.name(), self.game.rules(), &slice, count);
        let is_right = is == should_be && table.kind() == K::KIND;
        if is_right { Ok(table) } else { Err(TableError::Other { is, should_be }) }
    }

    /// All verdicts of the slices that a slice leads to.
    pub(super) fn exits(
        &self,
        slice: &S::Slice,
        resident: &mut HashMap<S::Slice, Arc<K>>,
    ) -> Result<Known<K>, SliceError> {
        let mut known = Vec::new();
        for other in self.game.leads_to(slice) {
            if !resident.contains_key(&other) {
                resident.insert(other.clone(), Arc::new(self.load(&other)?));
            }
            known.push(Arc::clone(&resident[&other]));
        }
        Ok(Known::new(known))
    }

    /// All verdicts of a slice.
    pub(crate) fn load(&self, slice: &S::Slice) -> Result<K, SliceError> {
        let wrong = |error| SliceError { slice: Self::name(slice), error };
        let table = self.open(slice)?;
        let table = table.ok_or_else(|| wrong(TableError::Unreadable("there is none".to_owned())));
        K::load(&table?).map_err(wrong)
    }
}

/// What is known of slices that were solved before.
pub(crate) struct Known<K>(Vec<Arc<K>>);

impl<K> Known<K> {
    /// The slices that one leads to, in that order.
    pub(crate) fn new(solved: Vec<Arc<K>>) -> Known<K> {
        Known(solved)
    }
}

impl<K: Solved> Exits for Known<K> {
    type Value = K::Value;

    #[inline]
    fn value(&self, slice: usize, number: u64) -> K::Value {
        self.0[slice].value(number).expect("only positions that are probed are asked about")
    }
}
