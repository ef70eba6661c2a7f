//! What is seen while a match runs: a line for every finished pair, the table so far, and how far it is.
//!
//! On a terminal the table stands below the lines and is renewed. Elsewhere there are plain lines.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Lines and a table on standard error.
pub(super) struct Live {
    bar: Option<ProgressBar>,
}

impl Live {
    /// A match of so many encounters, if that is known, of which so many are done.
    pub(super) fn new(length: Option<u64>, done: u64) -> Live {
        if !io::stderr().is_terminal() {
            return Live { bar: None };
        }
        let (bar, template) = match length {
            Some(length) => {
                (ProgressBar::new(length), "{elapsed} {bar:30} {pos} of {len}, {eta} left\n{msg}")
            }
            None => (ProgressBar::new_spinner(), "{elapsed} {spinner} {pos} so far\n{msg}"),
        };
        bar.set_style(ProgressStyle::with_template(template).expect("a template that is right"));
        bar.set_position(done);
        bar.enable_steady_tick(Duration::from_millis(250));
        Live { bar: Some(bar) }
    }

    /// A finished encounter.
    pub(super) fn tell(&self, line: &str, table: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                bar.println(line);
                bar.set_message(table());
                bar.inc(1);
            }
            None => {
                // Nobody may be reading any more.
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }

    /// What went wrong.
    pub(super) fn tell_fault(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }

    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
