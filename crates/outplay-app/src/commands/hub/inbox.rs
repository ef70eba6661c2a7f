//! What the controller says, in the order in which it is obeyed.
//!
//! A script that is piped in is read long before its searches are over, so a line that is read during a search may be meant for a
//! later one. What cannot be done at once waits, and what comes behind it waits as well: a `stop` ends the search under way only
//! if no other `go` waits before it, and ends that one otherwise.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::session::say;
use super::words::Words;
use crate::lines;

/// How long a search may go on after `quit`, so that a script that is piped in gets its answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What happens.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A line was read.
    Line(Words),
    /// A line was longer than any that is read.
    TooLong,
    /// There is no more to read.
    End,
    /// The search is over.
    Done,
}

/// Events that have come, and those that are to come.
pub(super) struct Inbox {
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// What came during a search and was not for it.
    waiting: VecDeque<Event>,
}

/// A search under way, as its controller sees it.
struct Attention<'s> {
    stop: &'s AtomicBool,
    /// Whether its end is told only after `stop` or `ponder-hit`.
    waits: bool,
    is_hit: bool,
    /// When it is stopped because the controller has said `quit`.
    deadline: Option<Instant>,
}

impl Inbox {
    /// Reads standard input, in a thread of its own.
    pub(super) fn of_standard_input() -> Inbox {
        let inbox = Inbox::empty();
        let sender = inbox.sender();
        // It is not waited for: it may never be told that nobody listens any more.
        thread::spawn(move || read_lines(&sender));
        inbox
    }

    fn empty() -> Inbox {
        let (sender, events) = channel();
        Inbox { sender, events, waiting: VecDeque::new() }
    }

    /// Whoever has it can tell that something has happened.
    pub(super) fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// What is to be done next.
    pub(super) fn next(&mut self) -> Event {
        let waiting = self.waiting.pop_front();
        waiting.or_else(|| self.events.recv().ok()).unwrap_or(Event::End)
    }

    /// Heeds what is said until a search is over; tells whether the move that was expected was played.
    pub(super) fn attend(&mut self, stop: &AtomicBool, waits: bool) -> bool {
        let mut search = Attention { stop, waits, is_hit: false, deadline: None };
        // What has waited so far was said before all that is to come, and may be for this search.
        let mut earlier = std::mem::take(&mut self.waiting);
        let mut is_done = false;
        while !is_done || search.waits {
            match earlier.pop_front().or_else(|| self.received(search.deadline)) {
                Some(Event::Done) => is_done = true,
                Some(event) => self.waiting.extend(search.heeded(event, &self.waiting)),
                None => search.end(),
            }
            // Somebody who asks for something else will not stop it any more.
            if search.waits && !self.waiting.is_empty() {
                search.end();
            }
        }
        self.waiting.extend(earlier);
        search.is_hit
    }

    /// The next event; nothing if there is none until the deadline.
    fn received(&self, deadline: Option<Instant>) -> Option<Event> {
        let Some(deadline) = deadline else { return self.events.recv().ok() };
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            // It has been stopped: nothing but its end is to come.
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
        }
    }
}

impl Attention<'_> {
    /// Lets the search answer as soon as it can.
    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        (self.waits, self.deadline) = (false, None);
    }

    /// Heeds an event, or gives it back if it has to wait behind others.
    fn heeded(&mut self, event: Event, waiting: &VecDeque<Event>) -> Option<Event> {
        let is_go = |event: &Event| matches!(event, Event::Line(words) if words.command == "go");
        let Event::Line(words) = &event else { return Some(event) };
        let is_stopped = self.stop.load(Ordering::Relaxed);
        match words.command.as_str() {
            "ping" if waiting.is_empty() && !is_stopped => say("pong"),
            "stop" if !waiting.iter().any(is_go) => self.end(),
            // A search on its own clock goes on.
            "ponder-hit" if waiting.is_empty() => {
                if self.waits {
                    self.is_hit = true;
                    self.end();
                }
            }
            "quit" => {
                self.deadline = (!is_stopped).then(|| Instant::now() + PATIENCE);
                return Some(event);
            }
            _ => return Some(event),
        }
        None
    }
}

/// Reads lines until there are none.
fn read_lines(sender: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match lines::next(&mut input, lines::LONGEST) {
            Ok(Some(line)) if line.is_cut => Event::TooLong,
            Ok(Some(line)) => Event::Line(Words::read(&String::from_utf8_lossy(&line.bytes))),
            Ok(None) | Err(_) => Event::End,
        };
        let is_last = event == Event::End;
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An inbox to which all of this was said, before or during a search that is over after the last of it.
    fn told(lines: &[&str]) -> Inbox {
        let inbox = Inbox::empty();
        let events = lines.iter().map(|line| Event::Line(Words::read(line)));
        events.chain([Event::Done]).for_each(|event| inbox.sender.send(event).unwrap());
        inbox
    }

    fn waiting(inbox: &Inbox) -> Vec<&str> {
        fn command(event: &Event) -> &str {
            match event {
                Event::Line(words) => words.command.as_str(),
                _ => "",
            }
        }
        inbox.waiting.iter().map(command).collect()
    }

    #[test]
    fn a_stop_is_for_the_last_search_that_was_asked_for() {
        let stop = AtomicBool::new(false);
        let mut inbox = told(&["pos", "go analyze", "stop", "ping"]);
        inbox.attend(&stop, false);
        assert!(!stop.load(Ordering::Relaxed));
        assert_eq!(waiting(&inbox), ["pos", "go", "stop", "ping"]);
        // Now the second search begins, and finds its own stop.
        inbox.next();
        inbox.next();
        inbox.sender.send(Event::Done).unwrap();
        inbox.attend(&stop, true);
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(waiting(&inbox), ["ping"]);
    }

    #[test]
    fn an_endless_search_ends_when_something_else_is_asked() {
        for lines in [["pos"], ["quit"], ["stop"], ["ponder-hit"]] {
            let stop = AtomicBool::new(false);
            let is_hit = told(&lines).attend(&stop, true);
            assert!(stop.load(Ordering::Relaxed));
            assert_eq!(is_hit, lines == ["ponder-hit"]);
        }
        let stop = AtomicBool::new(false);
        assert!(!told(&["ponder-hit", "ping"]).attend(&stop, false));
        assert!(!stop.load(Ordering::Relaxed), "it has limits of its own");
    }
}
