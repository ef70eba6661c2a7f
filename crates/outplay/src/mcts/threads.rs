//! Threads: several of them in one tree, without a lock, and when to stop.
//!
//! A thread that goes down counts its visits at once, and brings the result later. Until then the visit counts as the lowest payoff: a virtual loss, which sends the next thread
//! elsewhere (Chaslot, Winands and van den Herik, *Parallel Monte-Carlo Tree Search*, CG 2008; without locks: Enzenberger and Müller, *A Lock-free
//! Multithreaded Monte-Carlo Tree Search Algorithm*, ACG 2009). Why there are no data races is told in `pool.rs`.
//!
//! Where play-outs take less than a microsecond, threads would spend their time on handing the counts of the root and the nodes below it to each other. So a thread goes down to a node
//! that was visited some hundred times, makes some dozens of simulations below it, and tells the nodes above their results together. It also takes the memory of new nodes by the hundred.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::handle::Task;
use super::knowledge::Knowledge;
use super::report::Report;
use super::rows::{Work, reported, two_most_visited};
use super::worker::{Watcher, Worker};
use crate::beside::{Job, beside};
use crate::limits::Watch;
use crate::{Event, Game, Stop, mixed};

/// So many simulations are taken at once by each of several threads, at most ...
const BATCH: u64 = 64;
/// ... but no more than take so long: between two of them a thread looks at the clock, and at what the others say.
const MOMENT: Duration = Duration::from_micros(200);
/// So many simulations lie between two looks at whether the second move can catch up.
const LOOK_EVERY: u64 = 32;
/// A tree counts so many visits, and no more: in the numbers of its nodes there is room for some simulations that are under way.
pub(super) const MOST_VISITS: u32 = u32::MAX - (1 << 16);
/// Whoever watches hears what is known so far after so long, and whenever the number of simulations has doubled, from so many on.
const TOLD_EVERY: Duration = Duration::from_millis(250);
const TOLD_FROM: u64 = 1_024;
/// On a clock: the share of the usual time, if the most visited move has the highest mean, and if another one has.
const SETTLED: f32 = 1.2;
const UNSETTLED: f32 = 2.0;

/// What threads tell each other.
#[derive(Debug, Default)]
struct Shared {
    /// Simulations that were begun.
    simulations: AtomicU64,
    done: AtomicBool,
}

/// Lets all threads search, and says what they found: one for each hand.
pub(super) fn work<G, K>(
    task: &Task<'_, G, K>,
    hands: &mut [K::Hand],
    mut watch: Watch,
    observer: Watcher<'_, G>,
) -> Report<G::Move>
where
    G: Game<Position: Send + Sync, Move: Send + Sync> + Sync,
    K: Knowledge<G>,
{
    let shared = Shared::default();
    let (first, others) = hands.split_first_mut().expect("one thread at least");
    let theirs = watch.share(0, others.len() + 1);
    let is_shared = !others.is_empty();
    let mut theirs_done: Vec<Option<Work>> = others.iter().map(|_| None).collect();
    let numbered = others.iter_mut().zip(&mut theirs_done).zip(1..);
    let help = |((hand, done), number)| helper(task, hand, number, &theirs, &shared, done);
    let jobs = numbered.map(help).collect();
    let mut worker = worker(task, first, &watch, 0, is_shared);
    worker.watched_by(observer);
    let mut work = None;
    beside(jobs, &mut || {
        let stop = drive(&mut worker, task, &shared, watch.clone());
        work = Some(worker.work(stop));
    });
    let mut work = work.expect("its own work is done");
    theirs_done.iter().flatten().for_each(|theirs| work.add(theirs));
    reported(task, &work)
}

/// The work of a thread beside the first.
fn helper<'j, G, K>(
    task: &'j Task<'_, G, K>,
    hand: &'j mut K::Hand,
    number: u64,
    watch: &Watch,
    shared: &'j Shared,
    done: &'j mut Option<Work>,
) -> Job<'j>
where
    G: Game<Position: Send + Sync, Move: Send + Sync> + Sync,
    K: Knowledge<G>,
{
    let watch = watch.clone();
    Box::new(move || {
        let mut worker = worker(task, hand, &watch, number, true);
        let stop = drive(&mut worker, task, shared, watch);
        *done = Some(worker.work(stop));
    })
}

fn worker<'s, G: Game, K: Knowledge<G>>(
    task: &Task<'s, G, K>,
    hand: &'s mut K::Hand,
    watch: &Watch,
    number: u64,
    shared: bool,
) -> Worker<'s, G, K> {
    let Task { game, knowledge, config, pool, seen, ref root } = *task;
    let seed = mixed(config.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    let mut worker =
        Worker::new(game, knowledge, config, pool, seen, root.clone(), hand, seed, shared);
    worker.obey(watch.flag(), watch.deadline());
    worker
}

/// Simulates until there is a reason to stop, and makes the others stop, too.
fn drive<G: Game, K: Knowledge<G>>(
    worker: &mut Worker<'_, G, K>,
    task: &Task<'_, G, K>,
    shared: &Shared,
    mut watch: Watch,
) -> Stop {
    let stop = until_stopped(worker, task, shared, &mut watch);
    if stop == Stop::Simulations {
        // The others have some left of what they have taken.
        return stop;
    }
    // Whoever stops because another thread is done does not know why.
    match shared.done.swap(true, Relaxed) {
        true => Stop::Asked,
        false => stop,
    }
}

fn until_stopped<G: Game, K: Knowledge<G>>(
    worker: &mut Worker<'_, G, K>,
    task: &Task<'_, G, K>,
    shared: &Shared,
    watch: &mut Watch,
) -> Stop {
    let limit = worker.config.simulations.unwrap_or(u64::MAX);
    let (mut taken, mut told, mut told_at) = (0, TOLD_FROM, Instant::now());
    let mut batch = if worker.shared { 1 } else { LOOK_EVERY };
    loop {
        if worker.proved_at_root {
            worker.proved_at_root = false;
            if worker.config.solver && worker.is_decided() {
                return Stop::Finished;
            }
        }
        if worker.shared && shared.done.load(Relaxed) {
            return Stop::Asked;
        }
        if let Err(stop) = watch.check(worker.counts.generated) {
            return stop;
        }
        if taken == 0 {
            let before = shared.simulations.fetch_add(batch, Relaxed);
            if before >= limit {
                return Stop::Simulations;
            }
            taken = batch.min(limit - before);
        }
        let before = worker.counts.leaves;
        if worker.shared {
            let started = Instant::now();
            worker.simulate_several(taken as u32);
            batch = next_batch(batch, started.elapsed());
            taken = 0;
        } else {
            worker.simulate();
            taken -= 1;
        }
        let own = worker.counts.leaves;
        if own / LOOK_EVERY == before / LOOK_EVERY {
            continue;
        }
        if worker.pool.node(worker.root.index).visits() > MOST_VISITS {
            return Stop::Simulations;
        }
        let all = if worker.shared { shared.simulations.load(Relaxed) } else { own };
        if let Some(stop) = is_settled(worker, watch, all, limit) {
            return stop;
        }
        if worker.observer.is_some() {
            let is_time = watch.is_timed() && told_at.elapsed() >= TOLD_EVERY;
            if own >= told || is_time {
                (told, told_at) = (told.max(2 * own), Instant::now());
                let report = reported(task, &worker.work(Stop::Finished));
                let (nodes, farthest) = (worker.counts.generated, worker.farthest);
                if let Some(observer) = &mut worker.observer {
                    observer.event(Event::Progress { nodes, farthest, pause: watch.gap() });
                    observer.event(Event::Report { report: &report });
                }
            }
        }
    }
}

/// How many simulations to take after so many that took so long.
fn next_batch(batch: u64, time: Duration) -> u64 {
    if time > MOMENT { (batch / 2).max(1) } else { (2 * batch).min(BATCH) }
}

/// Whether to go on cannot change the move, or takes more time than it is worth.
fn is_settled<G: Game, K: Knowledge<G>>(
    worker: &Worker<'_, G, K>,
    watch: &Watch,
    simulations: u64,
    limit: u64,
) -> Option<Stop> {
    let fixed_time = watch.left_by_elapsed();
    let may_be_early = worker.config.early_stop && (limit < u64::MAX || fixed_time.is_some());
    if !may_be_early && !watch.has_clock() {
        return None;
    }
    let most = two_most_visited(worker.pool, worker.seen, &worker.root);
    if watch.has_clock() {
        let share = if most.is_steady { SETTLED } else { UNSETTLED };
        if watch.is_late(share) {
            return Some(Stop::Time);
        }
    }
    if !may_be_early || most.is_proven {
        return None;
    }
    let by_count = (limit < u64::MAX).then(|| limit.saturating_sub(simulations));
    // A little more than the pace so far promises.
    let by_time = fixed_time.map(|left| (simulations as f64 * left * 1.1) as u64 + 1);
    let left = [by_count, by_time].into_iter().flatten().min()?;
    (most.first - most.second > left && left > 0).then_some(Stop::Settled)
}
