//! Events: the lines that are read, and the searches that end, one after the other; and what has not been done yet.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines::{self, Line};

/// The longest line that is read, in bytes: a game of three million moves.
pub(super) const LONGEST_LINE: usize = 1 << 24;

/// How long a program that has said `quit`, and is still there, waits for a search that ends by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// What happens.
pub(super) enum Event {
    /// A line, and when it was read.
    Line(String, Instant),
    /// A line was longer than any that is read.
    TooLong,
    /// A search is over.
    Done,
    /// After `quit` nobody waits any longer.
    Impatience,
    /// There are no more lines, because of an error if there is one.
    End(Option<io::Error>),
}

/// What happens, and what has not been done yet.
pub(super) struct Events {
    pub(super) sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Commands that wait for a search to be done.
    pub(super) waiting: VecDeque<String>,
    /// How many of them were followed by `stop`: the searches that they begin end at once.
    pub(super) stopped: usize,
    /// Whether all lines were read.
    pub(super) is_at_end: bool,
    /// Whether somebody types the lines.
    is_typed: bool,
    /// Until when `quit` waits for what was asked before it, unless the input ends by then.
    deadline: Option<Instant>,
}

impl Events {
    /// Those of standard input.
    pub(super) fn of_input() -> Events {
        let events = Events::new(io::stdin().is_terminal());
        let sender = events.sender.clone();
        // It is not waited for: it may never be told that nobody listens any more.
        thread::spawn(move || read_lines(&sender));
        events
    }

    fn new(is_typed: bool) -> Events {
        let (sender, receiver) = mpsc::channel();
        Events {
            sender,
            receiver,
            waiting: VecDeque::new(),
            stopped: 0,
            is_at_end: false,
            is_typed,
            deadline: None,
        }
    }

    /// What happens next.
    pub(super) fn next(&mut self) -> Event {
        let event = match self.deadline {
            None => self.receiver.recv().unwrap_or(Event::End(None)),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.receiver.recv_timeout(left) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => Event::Impatience,
                    Err(RecvTimeoutError::Disconnected) => Event::End(None),
                }
            }
        };
        if matches!(event, Event::Impatience | Event::End(_)) {
            self.deadline = None;
        }
        event
    }

    /// Somebody says `quit` while there is something to do. The author of a script that is piped in wants every answer; the input
    /// of such a script ends behind `quit`. Whoever types, or keeps the input open, waits for the end.
    pub(super) fn quit_later(&mut self, read: Instant) {
        let patience = if self.is_typed { Duration::ZERO } else { PATIENCE };
        self.deadline = Some(self.deadline.unwrap_or(read + patience));
    }

    /// The searches that wait end as soon as they have begun.
    pub(super) fn stop_waiting(&mut self) {
        self.stopped = self.waiting.len();
    }

    /// The next command that waits, and whether what it begins ends at once.
    pub(super) fn next_waiting(&mut self) -> Option<(String, bool)> {
        let line = self.waiting.pop_front()?;
        let is_stopped = self.stopped > 0;
        self.stopped = self.stopped.saturating_sub(1);
        Some((line, is_stopped))
    }
}

/// Hands on all lines.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match lines::next(&mut input, LONGEST_LINE) {
            Ok(Some(Line { is_cut: true, .. })) => Event::TooLong,
            Ok(Some(Line { bytes, .. })) => {
                let read = Instant::now();
                Event::Line(String::from_utf8_lossy(&bytes).into_owned(), read)
            }
            Ok(None) => Event::End(None),
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// The commands that are understood.
const COMMANDS: [&str; 14] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "bench",
    "exit",
];

/// A line from its first word that is a command.
pub(super) fn command(line: &str) -> &str {
    let is_command = |word: &&str| COMMANDS.contains(word);
    let first = line.split_whitespace().find(is_command);
    // Words are parts of the line, so that their places are known.
    first.map_or("", |word| &line[word.as_ptr() as usize - line.as_ptr() as usize..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_follow_rubbish() {
        assert_eq!(command("joho debug on\n"), "debug on\n");
        assert_eq!(command("  go   depth 3"), "go   depth 3");
        assert_eq!(command("\u{feff}\u{e9} stopp"), "");
    }

    #[test]
    fn who_types_does_not_wait_and_a_script_has_all_the_time() {
        let mut typed = Events::new(true);
        typed.quit_later(Instant::now());
        assert!(matches!(typed.next(), Event::Impatience));
        // The input of a script ends.
        let mut script = Events::new(false);
        script.quit_later(Instant::now());
        script.sender.send(Event::End(None)).expect("it listens");
        assert!(matches!(script.next(), Event::End(None)));
        assert!(script.deadline.is_none());
        // That of another program does not.
        let mut program = Events::new(false);
        program.quit_later(Instant::now() - PATIENCE);
        program.quit_later(Instant::now());
        assert!(matches!(program.next(), Event::Impatience));
    }

    #[test]
    fn what_waits_is_stopped_only_if_it_came_before() {
        let mut events = Events::new(false);
        events.waiting.extend(["go".to_owned(), "go mate 3".to_owned()]);
        events.stop_waiting();
        events.waiting.push_back("go depth 1".to_owned());
        let stopped: Vec<bool> =
            std::iter::from_fn(|| events.next_waiting()).map(|(_, is)| is).collect();
        assert_eq!(stopped, [true, true, false]);
    }
}
