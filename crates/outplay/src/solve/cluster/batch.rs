//! What goes from worker to worker: bytes with an address. Many moves travel together, so that what a message costs is shared by thousands.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Bytes for one worker.
#[derive(Default)]
pub(super) struct Batch {
    to: usize,
    load: Load,
}

enum Load {
    /// Written here, or by another thread of this process.
    Ours(Vec<u8>),
    /// From another process. They are read where they came in.
    Theirs(Bytes),
}

impl Default for Load {
    fn default() -> Load {
        Load::Ours(Vec::new())
    }
}

impl Batch {
    pub(super) fn new(to: usize, bytes: Vec<u8>) -> Batch {
        Batch { to, load: Load::Ours(bytes) }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match &self.load {
            Load::Ours(bytes) => bytes,
            Load::Theirs(bytes) => bytes,
        }
    }
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        self.bytes().len() as i64
    }
}

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Batch {
        Batch { to: 0, load: Load::Theirs(bytes) }
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes().len()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        writer.write_all(self.bytes()).expect("there is room for as many bytes as were told");
    }
}

/// Brings every batch to its worker.
pub(super) struct ByAddress;

impl Distributor<Batch> for ByAddress {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        time: &T,
        workers: &mut [P],
    ) {
        let to = batch.to;
        Message::push_at(batch, time.clone(), &mut workers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// How batches are exchanged.
pub(super) fn by_address() -> DistributorPact<fn(usize) -> ByAddress> {
    DistributorPact(|_| ByAddress)
}
