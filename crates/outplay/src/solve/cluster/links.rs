//! Connections to the other processes, which tell when one of them is gone.
//!
//! Timely ends a thread by a panic when a connection breaks. So it never hears of that: whoever waits for the build is told, and the thread sleeps from then on.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::{ClusterError, Event};

/// When so many bytes wait to be sent, nothing more is made to be sent.
pub(super) const MOST_WAITING: u64 = 64 << 20;
/// Timely says goodbye with a header of zeros.
const GOODBYE: usize = 48;

/// What all connections of a process share.
pub(super) struct Traffic {
    /// This process, and how many threads each one has.
    process: usize,
    threads: usize,
    events: Sender<Event>,
    /// Bytes that were given to be sent and have not been. What timely sends for itself is not counted in, only out: the sum is never below zero, and zero when all is quiet.
    waiting: AtomicU64,
    pub(super) sent: AtomicU64,
    pub(super) received: AtomicU64,
    /// All is done, and processes may leave.
    is_over: AtomicBool,
}

impl Traffic {
    pub(super) fn new(process: usize, threads: usize, events: Sender<Event>) -> Traffic {
        let [waiting, sent, received] = [(); 3].map(|()| AtomicU64::new(0));
        let is_over = AtomicBool::new(false);
        Traffic { process, threads, events, waiting, sent, received, is_over }
    }

    /// So many bytes are to be sent to a worker.
    pub(super) fn wait_for(&self, worker: usize, bytes: usize) {
        if worker / self.threads != self.process {
            self.waiting.fetch_add(bytes as u64, Ordering::Relaxed);
        }
    }

    /// Whether the network is behind.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > MOST_WAITING
    }

    /// From now on a process may leave.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    fn went_out(&self, bytes: usize) {
        let bytes = bytes as u64;
        self.sent.fetch_add(bytes, Ordering::Relaxed);
        let less = |waiting: u64| Some(waiting.saturating_sub(bytes));
        let _ = self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

/// A connection to another process.
pub(super) struct Link {
    stream: TcpStream,
    process: usize,
    traffic: Arc<Traffic>,
    /// With how many zeros ends what was read, as far as that matters.
    zeros: usize,
}

impl Link {
    pub(super) fn new(stream: TcpStream, process: usize, traffic: &Arc<Traffic>) -> Link {
        Link { stream, process, traffic: Arc::clone(traffic), zeros: 0 }
    }

    /// Tells that the process is gone. Timely is not to hear of it.
    fn lost(&self, why: &str) -> ! {
        let lost = ClusterError::Lost { process: self.process, why: why.to_owned() };
        // If nobody waits any more, the process is about to end.
        let _ = self.traffic.events.send(Event::Failed(lost));
        loop {
            thread::park();
        }
    }

    fn said_goodbye(&self) -> bool {
        self.zeros >= GOODBYE && self.traffic.is_over.load(Ordering::SeqCst)
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) if self.said_goodbye() => return Ok(0),
                Ok(0) => self.lost("it has closed the connection"),
                Ok(many) => {
                    let end = buffer[..many].iter().rev().take(GOODBYE);
                    let zeros = end.take_while(|&&byte| byte == 0).count();
                    self.zeros = if zeros == many { self.zeros + zeros } else { zeros };
                    self.traffic.received.fetch_add(many as u64, Ordering::Relaxed);
                    return Ok(many);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.lost(&error.to_string()),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(bytes) {
                Ok(many) => {
                    self.traffic.went_out(many);
                    return Ok(many);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.lost(&error.to_string()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(Link::new(self.stream.try_clone()?, self.process, &self.traffic))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Whoever has left already has heard all.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
