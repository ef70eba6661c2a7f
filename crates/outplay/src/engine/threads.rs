//! Threads: several searches of the same position that share the table, and leave each other's work alone.
//!
//! All threads run the same search. Before a move is searched, a thread looks whether another one is at it; if so it
//! tries the other moves first, and by then the result is in the table. So they share nothing but memory
//! (ABDADA: Weill, *The ABDADA Distributed Minimax Search Algorithm*, 1996). Whoever is done first stops the others.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::insight::{Facts, Insight};
use super::node::{END, Node};
use super::search::Search;
use super::table::{Slot, TO_THE_END};
use crate::beside::{Job, beside};
use crate::limits::Watch;
use crate::{Counts, Stop, ZeroSum};

/// Places for positions that are being searched.
const PLACES: usize = 1 << 12;

/// With fewer plies to search, it is not worth to tell the others: to the end, and down to a depth.
const WORTH_TELLING: (u32, u32) = (11, 4);

/// With fewer plies to search, other threads are not even called.
const WORTH_CALLING: (u32, u32) = (14, 7);

/// What threads that search the same position share, besides the table.
pub(super) struct Team {
    busy: Vec<AtomicU64>,
    done: AtomicBool,
}

impl Team {
    /// A team of so many; one alone has nothing to share.
    pub(super) fn new(threads: usize) -> Team {
        let places = if threads > 1 { PLACES } else { 0 };
        let busy = (0..places).map(|_| AtomicU64::new(0)).collect();
        Team { busy, done: AtomicBool::new(false) }
    }

    fn begin(&self) {
        self.done.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// True for the first one only.
    fn finish(&self) -> bool {
        !self.done.swap(true, Ordering::Relaxed)
    }

    fn place(&self, slot: Slot) -> (&AtomicU64, u64) {
        let number = slot.number();
        (&self.busy[(number >> 20) as usize % PLACES], number | 1)
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether to mind what other threads do at this node.
    #[inline(always)]
    pub(super) fn shares<const MODE: u8>(&self, node: &Node<'_, G, I::Scratch>) -> bool {
        self.team.is_some() && self.is_worth_telling::<MODE>(node)
    }

    /// PERF: cold, so that a thread alone does not compute it.
    #[cold]
    fn is_worth_telling<const MODE: u8>(&self, node: &Node<'_, G, I::Scratch>) -> bool {
        let least = match MODE {
            _ if self.config.eager => 1,
            END => WORTH_TELLING.0,
            _ => WORTH_TELLING.1,
        };
        self.plies::<MODE>(node) >= least
    }

    /// Whether another thread searches this position.
    #[inline(always)]
    pub(super) fn is_busy(&self, slot: Option<Slot>) -> bool {
        let (Some(team), Some(slot)) = (self.team, slot) else { return false };
        let (place, number) = team.place(slot);
        place.load(Ordering::Relaxed) == number
    }

    /// Tells the other threads what this one searches.
    #[inline(always)]
    pub(super) fn set_busy(&self, slot: Option<Slot>, busy: bool) {
        let (Some(team), Some(slot)) = (self.team, slot) else { return };
        let (place, number) = team.place(slot);
        place.store(if busy { number } else { 0 }, Ordering::Relaxed);
    }
}

/// The work of two threads.
fn add(own: &mut Counts, theirs: Counts) {
    own.generated += theirs.generated;
    own.expanded += theirs.expanded;
    own.leaves += theirs.leaves;
    own.cutoffs += theirs.cutoffs;
    own.table_hits += theirs.table_hits;
    own.tb_hits += theirs.tb_hits;
}

impl<'e, G, I: Insight<G>> Search<'e, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Sync,
{
    /// Lets all threads do the same, if it is worth it, and takes what the first one finds: with what it saw of the horizon.
    pub(super) fn together<T: Send>(
        &mut self,
        team: &'e Team,
        position: &G::Position,
        depth: u32,
        task: &(dyn Fn(&mut Self) -> Result<T, Stop> + Sync),
    ) -> Result<T, Stop> {
        let worth = match depth >= TO_THE_END {
            _ if self.config.eager => true,
            true => self.insight.facts().plies_left(self.game, position) >= WORTH_CALLING.0,
            false => depth >= WORTH_CALLING.1,
        };
        if self.config.threads < 2 || !worth {
            return task(self);
        }
        team.begin();
        self.team = Some(team);
        let whole = self.watch.clone();
        let theirs = self.watch.share(self.counts.generated, self.config.threads);
        self.next_look = 0;
        let saw_horizon = std::mem::replace(&mut self.saw_horizon, false);
        let found = self.race(team, &theirs, task);
        self.team = None;
        self.watch.unite(&whole);
        self.next_look = 0;
        let (found, saw) = found?;
        self.saw_horizon = saw_horizon || saw;
        Ok(found)
    }

    /// What the first thread finds that is done, and whether it saw the horizon. What other threads saw does not matter: of their
    /// work it has used only what is in the table, where every entry says how deep it is.
    fn race<T: Send>(
        &mut self,
        team: &'e Team,
        theirs: &Watch,
        task: &(dyn Fn(&mut Self) -> Result<T, Stop> + Sync),
    ) -> Result<(T, bool), Stop> {
        let finish = |found: Result<T, Stop>, saw_horizon: bool| match found {
            Ok(found) => team.finish().then_some((found, saw_horizon)),
            Err(_) => None,
        };
        let Search { game, insight, table, config, progress, pool, selectivity, book, .. } = *self;
        let line = self.line.clone();
        // The search of another thread is made there: whoever watches stays here.
        let help = || {
            let mut helper =
                Search::new(game, insight, table, config, theirs.clone(), progress, pool);
            (helper.selectivity, helper.book, helper.team) = (selectivity, book, Some(team));
            helper.line = line.clone();
            let found = task(&mut helper);
            (finish(found, helper.saw_horizon), helper.counts)
        };
        let mut theirs: Vec<Option<Helped<T>>> = (1..config.threads).map(|_| None).collect();
        let help = &help;
        let job = |place| job_into(place, help);
        let mut own = None;
        beside(theirs.iter_mut().map(job).collect(), &mut || {
            let found = task(self);
            // Stopped by a helper that is done, or else by a limit, and then the helpers have to stop, too.
            let stop = found.as_ref().err().copied().unwrap_or(Stop::Asked);
            own = Some((finish(found, self.saw_horizon), stop));
            team.done.store(true, Ordering::Relaxed);
        });
        let (mut first, stop) = own.expect("its own work is done");
        for (found, counts) in theirs.into_iter().flatten() {
            add(&mut self.counts, counts);
            // They have told it themselves.
            self.told += counts.generated;
            first = first.or(found);
        }
        first.ok_or(stop)
    }
}

/// What a helper has found, if it was the first, with what it saw of the horizon; and what it has done.
type Helped<T> = (Option<(T, bool)>, Counts);

fn job_into<'j, R: Send>(place: &'j mut Option<R>, help: &'j (impl Fn() -> R + Sync)) -> Job<'j> {
    Box::new(move || *place = Some(help()))
}
