//! Room: how many positions a command may keep in memory at once, and what is said where there are more.

use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use outplay::Tally;

use crate::failure::Failure;

/// How much memory positions may take, if nothing is said about it.
const MEGABYTES: usize = 512;

/// An option of a command that lists positions.
#[derive(Args)]
pub(crate) struct Room {
    /// List at most so many positions; by default as many as fit into 512 MB
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4_000_000_000))]
    max_positions: Option<u64>,
}

impl Room {
    /// How many positions there may be, if each takes so many bytes.
    pub(crate) fn most(&self, bytes_each: usize) -> usize {
        let given = self.max_positions.map(|most| most as usize);
        given.unwrap_or((MEGABYTES << 20) / bytes_each)
    }

    /// There are more: how many were counted, what the limit is, and what would be right. `fits` is what else fits.
    pub(crate) fn exceeded(&self, tally: Tally, bytes_each: usize, fits: &str) -> Failure {
        let most = self.most(bytes_each);
        Failure::input(format!(
            "there are {} positions of up to {} plies, and more than {} of up to {}: the limit is {}, which take about {}; \
             {fits}`--max-positions N` sets another limit, at about {bytes_each} bytes a position",
            HumanCount(tally.whole as u64),
            tally.plies,
            HumanCount(tally.so_far as u64),
            tally.plies + 1,
            HumanCount(most as u64),
            megabytes(most, bytes_each),
        ))
    }
}

/// How much memory so many positions take.
pub(crate) fn megabytes(positions: usize, bytes_each: usize) -> String {
    let bytes = positions as u64 * bytes_each as u64;
    format!("{} MB", HumanCount(bytes.div_ceil(1 << 20)))
}

/// Shows on standard error how far the counting is, where somebody looks at it.
pub(crate) struct Counting(ProgressBar);

impl Counting {
    pub(crate) fn new() -> Counting {
        let style = ProgressStyle::with_template("{elapsed} counting: {msg}");
        let style = style.expect("a template that is right");
        Counting(ProgressBar::new_spinner().with_style(style))
    }

    /// So many were counted, and each takes so many bytes.
    pub(crate) fn tell(&self, tally: Tally, bytes_each: usize) {
        let (count, room) = (HumanCount(tally.so_far as u64), megabytes(tally.so_far, bytes_each));
        let Counting(bar) = self;
        bar.set_message(format!("{count} positions of up to {} plies, {room}", tally.plies + 1));
        bar.tick();
    }

    /// What was counted, in words that stay.
    pub(crate) fn done(self, told: &str) {
        self.0.println(told);
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
