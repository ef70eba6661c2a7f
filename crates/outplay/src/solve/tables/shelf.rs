//! All tables of a game, each opened when it is first asked for.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::super::graph::Spread;
use super::super::retrograde::{
    Distance, Distances, Retrograde, Score, Scores, Slices, Verdict, Verdicts,
};
use super::build::{Build, SliceError, Store};
use super::cache::Cache;
use super::format::TableError;
use super::kind::Kind;
use super::solved::Solved;
use super::table::Table;
use super::tabled::Tabled;
use super::told::Told;
use crate::engine::{Lookup, TableFact};
use crate::{Game, ZeroSum};

/// The tables of a game that are in a store.
pub struct Shelf<S: Slices> {
    game: S,
    store: Arc<dyn Store + Send>,
    cache: Arc<Cache>,
    places: HashMap<S::Slice, Place, BuildHasherDefault<Spread>>,
}

/// The tables of a slice, once they are opened.
#[derive(Default)]
struct Place {
    opened: OnceLock<Result<Opened, SliceError>>,
    /// After how many plies a win has left the slices that this one leads to, each at most.
    below: OnceLock<Option<u32>>,
    is_lost: AtomicBool,
}

/// After how many plies the rules end the game: of a position, and once something has happened that cannot be taken back.
#[derive(Clone, Copy)]
struct Clock {
    plies_left: u32,
    limit: u32,
}

/// What there is of a slice.
#[derive(Default)]
struct Opened {
    verdicts: Option<Table>,
    distances: Option<Table>,
    /// A search asks for scores in no order at all, and to decode a block takes longer than to search some positions: so all of them are in memory.
    scores: Option<Scores>,
}

impl Opened {
    fn verdict(&self, number: u64) -> Result<Option<Verdict>, TableError> {
        let table = self.verdicts.as_ref().or(self.distances.as_ref());
        table.map(|table| table.verdict(number)).transpose()
    }

    fn distance(&self, number: u64) -> Result<Option<Distance>, TableError> {
        self.distances.as_ref().map(|table| table.distance(number)).transpose()
    }

    fn score(&self, number: u64) -> Option<Score> {
        self.scores.as_ref()?.get(number)
    }

    /// After how many plies a win has left the slice, at most: one more than there are moves inside.
    fn left_after(&self) -> Option<u32> {
        let longest = self.verdicts.as_ref()?.about().longest?;
        Some(u32::from(longest) + 1)
    }
}

impl<S: Slices> Shelf<S> {
    /// The tables of a store, with a cache of so many mebibytes for decoded blocks.
    pub fn new(game: S, store: Arc<dyn Store + Send>, mebibytes: usize) -> Shelf<S> {
        let places = game.slices().into_iter().map(|slice| (slice, Place::default())).collect();
        Shelf { game, store, cache: Cache::new(mebibytes), places }
    }

    /// The game.
    pub fn game(&self) -> &S {
        &self.game
    }

    /// The verdict of a number of a slice; nothing if there is no table of it.
    pub fn verdict(&self, slice: &S::Slice, number: u64) -> Result<Option<Verdict>, SliceError> {
        self.asked(slice, |opened| opened.verdict(number))
    }

    /// In how many plies a number of a slice is won or lost; nothing if there is no table of distances.
    pub fn distance(&self, slice: &S::Slice, number: u64) -> Result<Option<Distance>, SliceError> {
        self.asked(slice, |opened| opened.distance(number))
    }

    /// By how many points a number of a slice is won; nothing if there is no table of scores.
    pub fn score(&self, slice: &S::Slice, number: u64) -> Result<Option<Score>, SliceError> {
        self.asked(slice, |opened| Ok(opened.score(number)))
    }

    /// What the tables of a slice say.
    fn asked<T>(
        &self,
        slice: &S::Slice,
        ask: impl FnOnce(&Opened) -> Result<Option<T>, TableError>,
    ) -> Result<Option<T>, SliceError> {
        match self.opened(slice)? {
            Some(opened) => ask(opened).map_err(|error| wrong(slice, error)),
            None => Ok(None),
        }
    }

    /// All that is known of a number of a slice. What cannot be read is not known.
    fn told(&self, slice: &S::Slice, number: u64, clock: Clock) -> Option<Told> {
        let place = self.places.get(slice)?;
        let told = || -> Result<Option<Told>, SliceError> {
            let opened = self.opened_at(slice, place)?;
            if let Some(score) = opened.score(number) {
                return Ok(Some(Told::by_score(score)));
            }
            if let Some(distance) = opened.distance(number).map_err(|error| wrong(slice, error))?
                && distance.plies().is_none_or(|plies| u32::from(plies) <= clock.plies_left)
            {
                return Ok(Some(Told::by_distance(distance)));
            }
            // The way to a win that is quickest may be too long for the rules, and another one is not.
            let verdict = opened.verdict(number).map_err(|error| wrong(slice, error))?;
            Ok(verdict.map(|verdict| {
                let is_drawn = verdict == Verdict::Draw;
                let plies = || self.plies(slice, place, opened, clock.limit);
                Told::by_verdict(verdict, if is_drawn { None } else { plies() })
            }))
        };
        self.or_lost(slice, told())
    }

    /// What was read; nothing if it could not be, which is told once.
    fn or_lost<T>(&self, slice: &S::Slice, read: Result<Option<T>, SliceError>) -> Option<T> {
        read.unwrap_or_else(|error| {
            let is_lost = self.places.get(slice).map(|place| &place.is_lost);
            if is_lost.is_some_and(|is_lost| !is_lost.swap(true, Ordering::Relaxed)) {
                self.store.lost(&error);
            }
            None
        })
    }

    /// After how many plies a win has left a slice, at most. It counts only if the slices that it leads to are left within the limit of the rules, too.
    fn plies(&self, slice: &S::Slice, place: &Place, opened: &Opened, limit: u32) -> Option<u32> {
        let here = opened.left_after()?;
        let longest = || {
            let all = self.below(slice).into_iter();
            all.map(|slice| self.opened(&slice).ok()??.left_after())
                .try_fold(0, |most, plies| plies.map(|plies| most.max(plies)))
        };
        let below = (*place.below.get_or_init(longest))?;
        (below <= limit).then_some(here)
    }

    /// All slices that a slice leads to, at once or later.
    fn below(&self, slice: &S::Slice) -> Vec<S::Slice> {
        let mut all = self.game.leads_to(slice);
        let mut at = 0;
        while let Some(next) = all.get(at) {
            let new: Vec<S::Slice> =
                self.game.leads_to(next).into_iter().filter(|one| !all.contains(one)).collect();
            all.extend(new);
            at += 1;
        }
        all
    }

    /// What there is of a slice.
    fn opened(&self, slice: &S::Slice) -> Result<Option<&Opened>, SliceError> {
        self.places.get(slice).map(|place| self.opened_at(slice, place)).transpose()
    }

    fn opened_at<'p>(&self, slice: &S::Slice, place: &'p Place) -> Result<&'p Opened, SliceError> {
        place.opened.get_or_init(|| self.open(slice)).as_ref().map_err(Clone::clone)
    }

    fn open(&self, slice: &S::Slice) -> Result<Opened, SliceError> {
        let scores = self.build::<Scores>().open(slice)?.map(|table| table.scores()).transpose();
        Ok(Opened {
            verdicts: self.build::<Verdicts>().open(slice)?,
            distances: self.build::<Distances>().open(slice)?,
            scores: scores.map_err(|error| wrong(slice, error))?,
        })
    }

    fn build<K: Solved>(&self) -> Build<'_, S, K> {
        Build {
            game: &self.game,
            only: None,
            store: &*self.store,
            by: Retrograde::default(),
            cache: Arc::clone(&self.cache),
            kind: PhantomData,
        }
    }
}

fn wrong(slice: &impl std::fmt::Display, error: TableError) -> SliceError {
    SliceError { slice: slice.to_string(), error }
}

impl<G: Game + ZeroSum, S: Tabled<G>> Lookup<G> for Shelf<S> {
    #[inline]
    fn look_up_itself(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        self.game.is_probed(game, position).then(|| self.look_up(game, position)).flatten()
    }

    fn look_up(&self, game: &G, position: &G::Position) -> Option<TableFact> {
        if S::COUNTED {
            let distance = self.game.probe(game, position, &mut |slice: &S::Slice, number| {
                self.or_lost(slice, self.distance(slice, number))
            })?;
            return Some(TableFact {
                range: self.game.counted(game, position, distance),
                verdict: None,
            });
        }
        let plies_left = self.game.plies_left(game, position);
        let clock = Clock { plies_left, limit: self.game.longest(game) };
        let told = self.game.probe(game, position, &mut |slice: &S::Slice, number| {
            self.told(slice, number, clock)
        })?;
        let range = told.range(plies_left);
        let counts_points = S::KINDS.contains(&Kind::Scores);
        Some(TableFact { range, verdict: (!counts_points).then_some(told.verdict) })
    }
}
