//! What an engine has to work with: threads, memory and a book.

use clap::Args;
use outplay::face::{AnyGame, Options, Thinker};

use crate::books;
use crate::failure::Failure;
use crate::{files, tables};

/// Options of a command that runs an engine.
#[derive(Args)]
pub(crate) struct Machine {
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    table: u32,
    #[command(flatten)]
    book: books::Choice,
    #[command(flatten)]
    tables: tables::Choice,
}

impl Machine {
    /// How many threads search.
    pub(crate) fn threads(&self) -> u32 {
        self.threads
    }

    /// All of it, for a search of this game.
    pub(crate) fn options(&self, game: &dyn AnyGame) -> Result<Options, Failure> {
        Ok(Options {
            threads: self.threads as usize,
            megabytes: self.table as usize,
            book: self.book.open(game)?,
            tables: self.tables.open(game)?,
            ..Options::default()
        })
    }

    /// A search of this name with all of it.
    pub(crate) fn thinker(
        &self,
        game: &dyn AnyGame,
        name: &str,
    ) -> Result<Box<dyn Thinker>, Failure> {
        Ok(game.thinker(name, &self.options(game)?)?)
    }
}

/// The memory of a machine that does not say how much it has, in megabytes.
const SUPPOSED: usize = 1 << 15;

/// How much memory programs can still get without driving others out, in megabytes. It is what Linux says; elsewhere it is a guess.
pub(crate) fn free_megabytes() -> usize {
    let text = files::of_system("/proc/meminfo").unwrap_or_default();
    available(&text).unwrap_or(SUPPOSED).max(1)
}

/// How much memory this program has by now, in bytes. It is what Linux says; elsewhere nothing is known.
pub(crate) fn own_bytes() -> u64 {
    let text = files::of_system("/proc/self/status").unwrap_or_default();
    kilobytes(&text, "VmRSS:").unwrap_or(0) as u64 * 1024
}

/// The megabytes in a line like `MemAvailable:   22500892 kB`.
fn available(meminfo: &str) -> Option<usize> {
    kilobytes(meminfo, "MemAvailable:").map(|kilobytes| kilobytes / 1024)
}

/// The kilobytes in the line that begins with a name.
fn kilobytes(text: &str, name: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim_end().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_what_the_machine_says() {
        let text = "MemTotal:       24684100 kB\nMemFree: 1 kB\nMemAvailable:   22500892 kB\n";
        assert_eq!(available(text), Some(21_973));
        for text in ["", "MemAvailable: ? kB", "MemAvailable: 5 pages", "MemTotal: 7 kB"] {
            assert_eq!(available(text), None, "{text}");
        }
        assert!(free_megabytes() >= 1);
        assert_eq!(kilobytes("Name:\tx\nVmRSS:\t   23124 kB\n", "VmRSS:"), Some(23_124));
    }
}
