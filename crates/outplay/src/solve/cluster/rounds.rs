//! The dataflow that solves a slice: one operator, and what it tells comes back to the operators of all workers, one round later.
//!
//! A round is one ply: whoever has positions that were decided in the round before tells the positions before those. What arrives is counted at once, but what follows from it is left
//! to the next round. A round begins when timely knows that nobody tells anything of the round before any more, and the dataflow ends when nobody has anything to tell.

use std::cell::{Cell, RefCell};
use std::mem;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{ConnectLoop, Feedback, Probe};
use timely::worker::Worker;

use super::super::retrograde::VerdictTally;
use super::batch::{Batch, by_address};
use super::blocks::Blocks;
use super::links::Traffic;

/// How long to wait if the network is behind.
pub(super) const REST: Duration = Duration::from_millis(2);

/// What a worker does with its part of a slice.
pub(super) trait Share {
    /// Whether anything is to be told in a sweep. Asked once, before it.
    fn is_news(&mut self, sweep: u64) -> bool;

    /// Tells some of it. Whether all was told.
    fn sweep(&mut self, sweep: u64, outbox: &mut Outbox) -> bool;

    /// What others tell, for a sweep to come.
    fn hear(&mut self, sweep: u64, news: &[u8]);

    /// The verdicts of places, as far as they are ever probed.
    fn codes(&self, places: Range<u64>, codes: &mut Vec<u8>);

    /// What the others are worth.
    fn unprobed(&self) -> VerdictTally;
}

/// What is to be told to each worker.
pub(super) struct Outbox {
    blocks: Blocks,
    /// Which worker this is.
    me: usize,
    batches: Vec<Vec<u8>>,
    /// So many bytes are sent together.
    full: usize,
    ready: Vec<(usize, Vec<u8>)>,
}

impl Outbox {
    /// All batches together never take more than this, but for very many workers.
    pub(super) const ALL: usize = 16 << 20;

    pub(super) fn new(blocks: Blocks, workers: usize, me: usize) -> Outbox {
        let full = (Self::ALL / workers).clamp(1 << 11, 1 << 15);
        let batches = (0..workers).map(|_| Vec::with_capacity(full)).collect();
        Outbox { blocks, me, batches, full, ready: Vec::new() }
    }

    /// A move from a number is decided, and wins or is refuted.
    #[inline(always)]
    pub(super) fn tell(&mut self, number: u64, wins: bool) {
        let (worker, place) = self.blocks.home(number);
        let batch = &mut self.batches[worker];
        // A worker has fewer than 2^31 places.
        batch.extend_from_slice(&((place as u32) << 1 | u32::from(wins)).to_le_bytes());
        if batch.len() >= self.full {
            self.close(worker);
        }
    }

    #[inline(never)]
    fn close(&mut self, worker: usize) {
        let batch = mem::replace(&mut self.batches[worker], Vec::with_capacity(self.full));
        self.ready.push((worker, batch));
    }

    /// Whether some are to be sent before more is told.
    pub(super) fn is_full(&self) -> bool {
        self.ready.len() >= 8
    }

    /// All is told.
    pub(super) fn finish(&mut self) {
        for worker in 0..self.batches.len() {
            if !self.batches[worker].is_empty() {
                self.close(worker);
            }
        }
    }

    /// What this worker is to tell itself.
    #[inline(always)]
    pub(super) fn own(&mut self) -> &mut Vec<u8> {
        &mut self.batches[self.me]
    }
}

/// Works until nobody has anything to tell. The last sweep in which this worker had something, counted from 1; 0 if it never had.
pub(super) fn run(
    worker: &mut Worker,
    share: &Rc<RefCell<dyn Share>>,
    mut outbox: Outbox,
    traffic: &Arc<Traffic>,
) -> u32 {
    let last = Rc::new(Cell::new(0));
    let (share, traffic, told_last) = (Rc::clone(share), Arc::clone(traffic), Rc::clone(&last));
    let probe = worker.dataflow::<u32, _, _>(move |scope| {
        let (later, news) = scope.feedback::<Batch>(1);
        let mut builder = OperatorBuilder::new("sweep".to_owned(), scope);
        let activator = scope.activator_for(builder.operator_info().address);
        let mut input = builder.new_input(news, by_address());
        let (mut output, told) = builder.new_output::<Batch>();
        builder.build(move |mut capabilities| {
            let mut held = capabilities.pop();
            // Rounds begin with 1, when everybody is here and has looked at all positions.
            held.iter_mut().for_each(|capability| capability.downgrade(&1));
            activator.activate();
            // Whoever is faster tells of the next round before this one is begun here.
            let (mut is_sweeping, mut latest) = (false, 0);
            move |frontiers| {
                let mut output = output.activate();
                let mut share = share.borrow_mut();
                input.for_each(|time, batch| {
                    share.hear(u64::from(*time.time()) - 1, batch.bytes());
                    latest = latest.max(*time.time());
                    held.get_or_insert_with(|| time.retain(0));
                });
                let Some(capability) = &mut held else { return };
                let round = *capability.time();
                if frontiers[0].less_equal(&round) {
                    return;
                }
                let sweep = u64::from(round) - 1;
                if !is_sweeping && !share.is_news(sweep) {
                    match latest > round {
                        true => capability.downgrade(&(round + 1)),
                        false => held = None,
                    }
                    return activator.activate();
                }
                if traffic.is_full() {
                    is_sweeping = true;
                    activator.activate_after(REST);
                    return;
                }
                is_sweeping = !share.sweep(sweep, &mut outbox);
                for (to, news) in outbox.ready.drain(..) {
                    traffic.wait_for(to, news.len());
                    output.give(capability, &mut Batch::new(to, news));
                }
                if !is_sweeping {
                    told_last.set(round);
                    capability.downgrade(&(round + 1));
                }
                activator.activate();
            }
        });
        let (probe, told) = told.probe();
        told.connect_loop(later);
        probe
    });
    worker.step_or_park_while(None, || !probe.done());
    last.get()
}
