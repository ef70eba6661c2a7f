//! How far a build or a check is, for somebody who looks at the terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use outplay::solve::retrograde::Watch;
use outplay::solve::tables::{About, BuildWatch};

use crate::interrupt;

pub(super) struct Progress(ProgressBar);

impl Progress {
    /// So many numbers are looked at.
    pub(super) fn new(numbers: u64) -> Progress {
        let shown =
            "{elapsed} {bar:30} slice {msg}: {human_pos} of {human_len} positions, {eta} left";
        Progress::shown(ProgressBar::new(numbers), shown)
    }

    /// Nobody knows here how many numbers there are.
    #[cfg(feature = "cluster")]
    pub(super) fn without_end() -> Progress {
        Progress::shown(ProgressBar::no_length(), "{elapsed} slice {msg}: {human_pos} positions")
    }

    fn shown(bar: ProgressBar, template: &str) -> Progress {
        // Ctrl-C is caught from now on.
        interrupt::flag();
        bar.set_style(ProgressStyle::with_template(template).expect("a template that is right"));
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress(bar)
    }
}

impl Progress {
    /// Nothing is shown any more.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

impl Watch for Progress {
    fn looked(&self, positions: u64) {
        self.0.inc(positions);
    }
}

impl BuildWatch for Progress {
    fn begins(&self, slice: &str, _: u64) {
        self.0.set_message(slice.to_owned());
    }

    fn ends(&self, about: &About, _: u64) {
        self.0.set_message(format!("{} is done", about.slice));
    }

    fn is_stopped(&self) -> bool {
        interrupt::asked()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
