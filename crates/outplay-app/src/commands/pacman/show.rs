//! Pictures one after the other.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

/// Pictures on standard output: in one place if that is a terminal, below each other otherwise.
pub(crate) struct Screen {
    in_place: bool,
    pause: Duration,
    is_first: bool,
}

impl Screen {
    /// A screen that shows each picture for so many milliseconds.
    pub(crate) fn new(pause: Option<u64>) -> Screen {
        let in_place = io::stdout().is_terminal();
        let pause = pause.unwrap_or(if in_place { 100 } else { 0 });
        Screen { in_place, pause: Duration::from_millis(pause), is_first: true }
    }

    /// Shows a picture. Nobody may be reading any more.
    pub(crate) fn show(&mut self, picture: &str) {
        let lead = match (self.in_place, self.is_first) {
            (true, true) => "\x1b[2J\x1b[H",
            (true, false) => "\x1b[H",
            (false, _) => "",
        };
        self.is_first = false;
        let end = if self.in_place { "\x1b[J" } else { "" };
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{lead}{picture}{end}").and_then(|()| out.flush());
        drop(out);
        thread::sleep(self.pause);
    }
}
