//! Retrograde analysis on several machines, on [Timely Dataflow](https://docs.rs/timely).
//!
//! Every process runs the same program. The positions of a slice are dealt out to all threads of all processes (`blocks.rs`), and each of them counts for its own positions, as on one
//! machine (`counted.rs`). What a position that was decided tells those before it goes to whoever has them, thousands in a message (`batch.rs`), in one round of a dataflow for
//! each ply (`rounds.rs`). A finished slice is sent to all processes (`exchange.rs`), which need it for the slices behind it, and the first process keeps its table (`build.rs`).
//!
//! Nothing else is kept. If a process is lost, the others are told which (`links.rs`), and all are started again: they go on with the first slice of which there is no table.
//!
//! Murray, McSherry and others, *Naiad: A Timely Dataflow System*, 2013; Lake, Schaeffer and Lu, *Solving Large Retrograde Analysis Problems Using a Network of Workstations*, 1994.

mod batch;
mod blocks;
mod build;
mod counted;
mod exchange;
mod letters;
mod links;
mod rounds;

use std::fmt::{self, Display};
use std::mem;
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread;

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::worker::Worker;

use self::blocks::Blocks;
use self::links::{Link, Traffic};
use self::rounds::Outbox;
use super::retrograde::counters::Counters;
use super::retrograde::forward::reversed_bytes;
use super::retrograde::{Ground, Verdicts};
use super::tables::SliceError;
pub use build::{Work, build};

/// One process of several that build tables together.
pub struct Cluster {
    /// Which one it is. The first one is 0, and keeps the tables.
    pub process: usize,
    /// How many threads each process has.
    pub threads: usize,
    /// A connection to each of the processes, and nothing in place of one to itself.
    pub links: Vec<Option<TcpStream>>,
}

/// What became of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// Whether all is done: not if somebody stopped it.
    pub is_done: bool,
    /// How many bytes this process has sent to the others.
    pub sent: u64,
    /// How many it has received.
    pub received: u64,
}

/// Why a build on several machines ended. The threads that took part in it sleep until the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterError {
    /// Another process is gone.
    Lost {
        /// Which one.
        process: usize,
        /// How that was noticed.
        why: String,
    },
    /// A table cannot be read or written.
    Table(SliceError),
    /// So many workers cannot solve the slices, and why.
    Unfit(String),
    /// A thread of this process has failed, which is a fault of the program.
    Fault,
    /// The connections cannot be used, and why.
    Unconnected(String),
}

impl Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Lost { process, why } => write!(f, "process {process} is gone: {why}"),
            ClusterError::Table(error) => write!(f, "{error}"),
            ClusterError::Unfit(why) => write!(f, "{why}"),
            ClusterError::Fault => write!(f, "a thread of this process has failed"),
            ClusterError::Unconnected(why) => write!(f, "the connections cannot be used: {why}"),
        }
    }
}

impl std::error::Error for ClusterError {}

/// How many bytes each of several processes needs to solve a slice, besides what the game and the other slices take.
pub(crate) fn memory<G: Ground>(ground: &G, processes: usize, threads: usize) -> u64 {
    let count = ground.count();
    let each = Counters::bytes(Blocks::most(count, processes * threads)) + Outbox::ALL as u64;
    // Moves that cannot be taken back are there twice before they are in order.
    let moves = match ground.has_moves_inside() && !G::UNMOVES {
        true => 3 * reversed_bytes(ground) / processes as u64,
        false => 0,
    };
    threads as u64 * each + moves + 2 * links::MOST_WAITING + Verdicts::bytes_for(count)
}

/// What the threads of a process tell whoever waits for them.
enum Event {
    /// One of them has come to its end: whether all is done.
    Ended(bool),
    Failed(ClusterError),
    /// All connections are closed.
    Closed,
}

/// What the threads of a process share.
struct Process {
    processes: usize,
    threads: usize,
    traffic: Arc<Traffic>,
    /// Where they wait for each other.
    together: Barrier,
}

/// Runs a build on all threads of this process.
fn run(
    cluster: Cluster,
    work: impl Fn(&mut Worker, &Process) -> Result<bool, ClusterError> + Send + Sync + 'static,
) -> Result<Built, ClusterError> {
    let Cluster { process, threads, links } = cluster;
    let (events, told) = mpsc::channel();
    let traffic = Arc::new(Traffic::new(process, threads, events.clone()));
    let processes = links.len();
    let links = links.into_iter().enumerate();
    let links =
        links.map(|(other, link)| link.map(|stream| Link::new(stream, other, &traffic))).collect();
    let hooks = Hooks::default();
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let unconnected = |why: String| ClusterError::Unconnected(why);
    let (builders, connections) =
        initialize_networking_from_sockets(inside, links, process, threads, hooks)
            .map_err(|error| unconnected(error.to_string()))?;
    let together = Barrier::new(threads);
    let here = Process { processes, threads, traffic: Arc::clone(&traffic), together };
    let (ends, closes) = (events.clone(), events);
    let one = move |worker: &mut Worker| {
        let ends = Ends(ends.clone());
        let event = match work(worker, &here) {
            Ok(is_done) => Event::Ended(is_done),
            Err(error) => Event::Failed(error),
        };
        let _ = ends.0.send(event);
    };
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let config = WorkerConfig::default();
    let workers = timely::execute::execute_from(builders, Box::new(connections), config, one)
        .map_err(unconnected)?;
    let (mut is_done, mut ended) = (true, 0);
    while ended < threads {
        match told.recv() {
            Ok(Event::Ended(all)) => (is_done, ended) = (is_done && all, ended + 1),
            Ok(Event::Closed) => {}
            Ok(Event::Failed(error)) => {
                // Its threads wait for a process that is gone: nobody waits for them.
                mem::forget(workers);
                return Err(error);
            }
            Err(_) => return Err(ClusterError::Fault),
        }
    }
    // All is kept by now. What is still to be sent are the goodbyes.
    thread::spawn(move || {
        drop(workers);
        let _ = closes.send(Event::Closed);
    });
    let _ = told.recv();
    let [sent, received] =
        [&traffic.sent, &traffic.received].map(|bytes| bytes.load(Ordering::Relaxed));
    Ok(Built { is_done, sent, received })
}

/// Tells if a thread ends before its time.
struct Ends(mpsc::Sender<Event>);

impl Drop for Ends {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Event::Failed(ClusterError::Fault));
        }
    }
}
