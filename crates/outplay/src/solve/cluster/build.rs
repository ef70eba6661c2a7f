//! Building tables slice by slice, each solved by all workers together.
//!
//! The first worker of all knows which tables there are, and keeps those that are finished. It tells the others with which slice to go on, and the verdicts of earlier slices that they
//! do not have because they were started again.

use std::cell::RefCell;
use std::collections::HashMap;
use std::iter;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use timely::worker::Worker;

use super::super::retrograde::counters::{Part, moves_of};
use super::super::retrograde::forward::Reversed;
use super::super::retrograde::{Ground, Retrograde, Slices, VerdictTally, Verdicts};
use super::super::tables::{Build, BuildWatch, Known, Probed, SliceError, Store, last_uses};
use super::blocks::Blocks;
use super::counted::Counted;
use super::exchange::exchange;
use super::letters::{self, Letter};
use super::rounds::{self, Outbox, Share};
use super::{Built, Cluster, ClusterError, Process, run};

/// A worker has so many positions at most: one of them and a bit fit into four bytes.
const MOST_PLACES: u64 = 1 << 31;

/// What is to be built.
pub struct Work<S: Slices> {
    /// The game.
    pub game: S,
    /// The slices that are wanted, each behind those that it leads to.
    pub slices: Vec<S::Slice>,
    /// Where tables are kept: by the first process alone, which needs it.
    pub store: Option<Arc<dyn Store + Send>>,
    /// Who hears how far it is.
    pub watch: Arc<dyn BuildWatch + Send>,
}

impl<S: Slices> Work<S> {
    /// Whether so many workers can do it.
    fn fits(&self, workers: usize) -> Result<(), ClusterError> {
        for slice in &self.slices {
            let ground = self.game.ground(slice);
            let count = ground.count();
            if Blocks::most(count, workers) >= MOST_PLACES {
                return Err(ClusterError::Unfit(format!(
                    "slice {slice} has {count} positions, {workers} threads have at most {MOST_PLACES} each: \
                     use more threads or more processes"
                )));
            }
        }
        Ok(())
    }
}

/// Verdicts of slices that are solved, for all threads of a process.
type Solved<S> = Mutex<HashMap<<S as Slices>::Slice, Arc<Verdicts>>>;

/// Builds tables of verdicts as one process of several, byte for byte as [`Build`] does.
pub fn build<S>(work: Work<S>, cluster: Cluster) -> Result<Built, ClusterError>
where
    S: Slices<Slice: 'static> + Send + 'static,
{
    if cluster.process == 0 && work.store.is_none() {
        return Err(ClusterError::Unfit("the first process needs a store".to_owned()));
    }
    work.fits(cluster.links.len() * cluster.threads)?;
    let (work, solved) = (Arc::new(work), Solved::<S>::default());
    run(cluster, move |worker, process| {
        let (is_first, is_speaker) = (worker.index() == 0, worker.index() % process.threads == 0);
        let (work, solved) = (&work, &solved);
        Builder { worker, process, work, solved, is_first, is_speaker, is_stopped: false }.build()
    })
}

/// One worker.
struct Builder<'b, S: Slices> {
    worker: &'b mut Worker,
    process: &'b Process,
    work: &'b Arc<Work<S>>,
    solved: &'b Solved<S>,
    /// The first one of all, who keeps the tables.
    is_first: bool,
    /// The first one of its process, to whom verdicts are sent.
    is_speaker: bool,
    /// Whether somebody asked to stop.
    is_stopped: bool,
}

impl<S> Builder<'_, S>
where
    S: Slices<Slice: 'static> + Send + 'static,
{
    fn build(mut self) -> Result<bool, ClusterError> {
        let missing = self.missing()?;
        let last = last_uses(&self.work.game, &missing);
        let mut is_wanted = true;
        for (turn, slice) in missing.iter().enumerate() {
            is_wanted = self.begin(slice)?;
            if !is_wanted {
                break;
            }
            let (share, sweeps) = self.solve(slice);
            self.collect(slice, share, sweeps)?;
            if self.is_speaker {
                let is_used = |slice: &S::Slice| last.get(slice).is_some_and(|&last| last > turn);
                self.known().retain(|slice, _| is_used(slice));
            }
        }
        // Everybody knows that all is done, and then that everybody knows.
        self.exchange(iter::empty(), |_| ());
        self.process.traffic.end();
        self.exchange(iter::empty(), |_| ());
        Ok(is_wanted)
    }

    /// Slices of which there is no table yet.
    fn missing(&mut self) -> Result<Vec<S::Slice>, ClusterError> {
        let slices = &self.work.slices;
        let mut letters = Vec::new();
        if self.is_first {
            let missing = self.tables().missing().map_err(ClusterError::Table)?;
            let is_missing = |slice: &S::Slice| missing.contains(slice);
            let letter = letters::list(slices.iter().map(is_missing));
            letters = self.to_all(&letter);
        }
        let listed = Rc::new(RefCell::new(Vec::new()));
        let told = Rc::clone(&listed);
        self.exchange(letters.into_iter(), move |letter| {
            if let Letter::List(list) = letter {
                told.borrow_mut().extend(list.iter().map(|&one| one == 1));
            }
        });
        let listed = listed.borrow();
        let listed = slices.iter().zip(listed.iter()).filter(|(_, is_missing)| **is_missing);
        Ok(listed.map(|(slice, _)| slice.clone()).collect())
    }

    /// Whether to go on with a slice. From here on everybody knows what it leads to.
    fn begin(&mut self, slice: &S::Slice) -> Result<bool, ClusterError> {
        let needs = self.work.game.leads_to(slice);
        let count = |slice: &S::Slice| self.work.game.ground(slice).count();
        if self.is_speaker {
            self.work.watch.begins(&slice.to_string(), count(slice));
        }
        let mut letters = Vec::new();
        let mut absent = Vec::new();
        if self.is_first {
            letters =
                self.to_all(&letters::go_on(!self.is_stopped && !self.work.watch.is_stopped()));
            absent = self.absent(&needs)?;
        }
        let speakers = self.speakers();
        let pieces = absent.into_iter().flat_map(move |(slot, verdicts)| {
            let (count, speakers) = (verdicts.count(), speakers.clone());
            let codes = move |numbers: Range<u64>, codes: &mut Vec<u8>| {
                codes.extend(numbers.map(|number| verdicts.code(number)));
            };
            let pieces = letters::pieces(slot, count, |number| number, codes);
            pieces.flat_map(move |letter| {
                speakers.clone().into_iter().map(move |to| (to, letter.clone()))
            })
        });
        let counts: Vec<u64> =
            if self.is_speaker { needs.iter().map(count).collect() } else { Vec::new() };
        let came = Rc::new(RefCell::new((true, HashMap::new())));
        let told = Rc::clone(&came);
        self.exchange(letters.into_iter().chain(pieces), move |letter| {
            let (goes_on, slots) = &mut *told.borrow_mut();
            match letter {
                Letter::GoOn(wanted) => *goes_on = wanted,
                Letter::Pieces(slot, pieces) => {
                    let nothing = || Verdicts::nothing(counts[slot]);
                    letters::put(pieces, slots.entry(slot).or_insert_with(nothing));
                }
                Letter::List(_) | Letter::Moves(_) | Letter::Tally { .. } => {}
            }
        });
        let (goes_on, slots) = came.take();
        for (slot, verdicts) in slots {
            self.known().insert(needs[slot].clone(), Arc::new(verdicts));
        }
        self.process.together.wait();
        Ok(goes_on)
    }

    /// The verdicts that a slice leads to and that the processes do not have.
    fn absent(&self, needs: &[S::Slice]) -> Result<Vec<(usize, Verdicts)>, ClusterError> {
        let known = self.known();
        let absent = needs.iter().enumerate().filter(|(_, slice)| !known.contains_key(slice));
        absent
            .map(|(slot, slice)| Ok((slot, self.tables().load(slice)?)))
            .collect::<Result<_, SliceError>>()
            .map_err(ClusterError::Table)
    }

    /// Solves one's own part of a slice, and tells after how many sweeps nothing came any more.
    fn solve(&mut self, slice: &S::Slice) -> (Rc<RefCell<dyn Share>>, u32) {
        let (workers, me) = (self.worker.peers(), self.worker.index());
        let ground = self.work.game.ground(slice);
        let has_moves = ground.has_moves_inside();
        let blocks = Blocks::new(ground.count(), workers, me);
        let share = match has_moves && !S::Ground::UNMOVES {
            true => {
                let moves = self.moves(slice, blocks);
                let each = |told: &mut dyn FnMut(u64, u64)| {
                    moves.iter().for_each(|&(to, from)| told(to.into(), from));
                };
                self.looked_at(slice, Reversed::of(ground, blocks, each), blocks)
            }
            false => self.looked_at(slice, ground, blocks),
        };
        if !has_moves {
            return (share, 0);
        }
        let outbox = Outbox::new(blocks, workers, me);
        let sweeps = rounds::run(self.worker, &share, outbox, &self.process.traffic);
        (share, sweeps)
    }

    /// All moves inside a slice that lead to one's own positions: to which place, and from where.
    fn moves(&mut self, slice: &S::Slice, blocks: Blocks) -> Vec<(u32, u64)> {
        let letters = letters::moves(self.work.game.ground(slice), blocks, self.worker.peers());
        let moves = Rc::new(RefCell::new(Vec::new()));
        let told = Rc::clone(&moves);
        self.exchange(letters, move |letter| {
            if let Letter::Moves(moves) = letter {
                told.borrow_mut().extend(letters::each_move(moves));
            }
        });
        moves.take()
    }

    /// One's own part of a slice, as far as it is known by what leaves it.
    fn looked_at<G: Ground + 'static>(
        &self,
        slice: &S::Slice,
        ground: G,
        blocks: Blocks,
    ) -> Rc<RefCell<dyn Share>> {
        let known = self.known();
        let needs = self.work.game.leads_to(slice);
        let exits = Known::new(needs.iter().map(|slice| Arc::clone(&known[slice])).collect());
        drop(known);
        let workers = self.worker.peers() as u64;
        let looked = |positions: u64| {
            // One tells for all: they have as many.
            if self.is_speaker {
                self.work.watch.looked(positions * workers);
            }
        };
        Rc::new(RefCell::new(Counted::new(ground, exits, blocks, looked)))
    }

    /// Gives everybody the verdicts of a slice. The first one keeps its table.
    fn collect(
        &mut self,
        slice: &S::Slice,
        share: Rc<RefCell<dyn Share>>,
        sweeps: u32,
    ) -> Result<(), ClusterError> {
        let count = self.work.game.ground(slice).count();
        let (speakers, tally) = (self.speakers(), share.borrow().unprobed());
        let is_stopped = self.is_speaker && self.work.watch.is_stopped();
        let blocks = Blocks::new(count, self.worker.peers(), self.worker.index());
        let number = move |place| blocks.number(place);
        let codes = move |places: Range<u64>, codes: &mut Vec<u8>| {
            share.borrow().codes(places, codes);
        };
        let pieces = letters::pieces(0, blocks.count(), number, codes);
        let pieces = pieces.flat_map(move |letter| {
            speakers.clone().into_iter().map(move |to| (to, letter.clone()))
        });
        let tally = letters::tally(sweeps, tally, is_stopped);
        let came = Rc::new(RefCell::new(Collected {
            verdicts: Verdicts::nothing(if self.is_speaker { count } else { 0 }),
            ..Collected::default()
        }));
        let told = Rc::clone(&came);
        self.exchange(pieces.chain(iter::once((0, tally))), move |letter| {
            told.borrow_mut().hear(&letter);
        });
        if !self.is_speaker {
            return Ok(());
        }
        let Collected { verdicts, unprobed, sweeps, is_stopped } = came.take();
        self.is_stopped |= is_stopped;
        // One machine makes sweeps over all moves if they cannot be taken back, which tell nothing of how many it takes.
        let is_told = S::Ground::UNMOVES || !self.work.game.ground(slice).has_moves_inside();
        let verdicts = verdicts.with_longest(is_told.then(|| moves_of(sweeps.into())));
        let probed = Probed::of_verdicts(verdicts, unprobed);
        let verdicts = match self.is_first {
            true => self.tables().keep(slice, probed, &*self.work.watch),
            false => Ok(probed.told),
        };
        let verdicts = verdicts.map_err(ClusterError::Table)?;
        self.known().insert(slice.clone(), Arc::new(verdicts));
        Ok(())
    }

    /// What the first worker keeps.
    fn tables(&self) -> Build<'_, S> {
        let store = self.work.store.as_deref().expect("the first process keeps the tables");
        Build::new(&self.work.game, store, Retrograde::default()).only(self.work.slices.clone())
    }

    fn known(&self) -> MutexGuard<'_, HashMap<S::Slice, Arc<Verdicts>>> {
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn exchange(
        &mut self,
        letters: impl Iterator<Item = (usize, Vec<u8>)> + 'static,
        mut heard: impl FnMut(Letter<'_>) + 'static,
    ) {
        let traffic = &self.process.traffic;
        exchange(self.worker, traffic, letters, move |bytes| heard(Letter::read(bytes)));
    }

    /// A letter to every worker.
    fn to_all(&self, letter: &[u8]) -> Vec<(usize, Vec<u8>)> {
        (0..self.worker.peers()).map(|to| (to, letter.to_vec())).collect()
    }

    /// The first worker of each process.
    fn speakers(&self) -> Vec<usize> {
        (0..self.process.processes).map(|process| process * self.process.threads).collect()
    }
}

/// What came in of a slice.
struct Collected {
    verdicts: Verdicts,
    /// What those are worth that are never probed.
    unprobed: VerdictTally,
    sweeps: u32,
    is_stopped: bool,
}

impl Default for Collected {
    fn default() -> Collected {
        let (verdicts, unprobed) = (Verdicts::nothing(0), VerdictTally::default());
        Collected { verdicts, unprobed, sweeps: 0, is_stopped: false }
    }
}

impl Collected {
    fn hear(&mut self, letter: &Letter<'_>) {
        match *letter {
            Letter::Pieces(_, pieces) => letters::put(pieces, &mut self.verdicts),
            Letter::Tally { sweeps, unprobed, is_stopped } => {
                self.is_stopped |= is_stopped;
                self.sweeps = self.sweeps.max(sweeps);
                self.unprobed = self.unprobed + unprobed;
            }
            Letter::List(_) | Letter::GoOn(_) | Letter::Moves(_) => {}
        }
    }
}
