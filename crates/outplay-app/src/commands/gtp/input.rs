//! Input: lines of the controller, read by a thread of its own, so that a line can end an analysis that is under way.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::lines::{self, Line};

/// How many lines are read before they are needed.
const AHEAD: usize = 64;

/// What a line brings: the line, the end of the input (nothing), or what went wrong.
type Read = io::Result<Option<Line>>;

/// The lines that have not been obeyed yet.
pub(super) struct Input {
    lines: Receiver<Read>,
    /// A line that was waited for, but not taken.
    next: Option<Read>,
}

impl Input {
    /// Standard input.
    pub(super) fn new() -> Input {
        let (sender, lines) = sync_channel(AHEAD);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let read = lines::next(&mut input, lines::LONGEST);
                let is_last = !matches!(read, Ok(Some(_)));
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Input { lines, next: None }
    }

    /// The next line. None at the end of the input.
    pub(super) fn line(&mut self) -> Read {
        self.next.take().unwrap_or_else(|| received(&mut self.lines))
    }

    /// Does something until the next line is there, which is left for later. It is told by a flag to stop; if it stops before, the line is
    /// waited for.
    pub(super) fn meanwhile<T>(&mut self, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
        let Input { lines, next } = self;
        thread::scope(|scope| {
            scope.spawn(move || {
                *next = Some(received(lines));
                stop.store(true, Ordering::Relaxed);
            });
            work()
        })
    }
}

/// The thread that reads ends after the last line.
fn received(lines: &mut Receiver<Read>) -> Read {
    lines.recv().unwrap_or(Ok(None))
}
