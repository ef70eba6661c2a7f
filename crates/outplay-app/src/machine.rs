//! What an engine has to work with: threads, memory and a book.

use std::sync::Arc;

use clap::Args;
use outplay::engine::{Config, Engine, Insight};
use outplay_games::catalogue::Listed;

use crate::books;
use crate::failure::Failure;
use crate::files;

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
}

impl Machine {
    /// An engine with all of it.
    pub(crate) fn engine<G: Listed, I: Insight<G>>(
        &self,
        game: &G,
        insight: I,
    ) -> Result<Engine<G, I>, Failure> {
        let book = self.book.open(game)?;
        let mut engine = engine(game, &Arc::new(insight), self.table as usize)?;
        engine.set_config(Config { threads: self.threads as usize, ..Config::default() });
        books::give(&mut engine, book.as_ref())?;
        Ok(engine)
    }
}

/// An engine with a table of so many megabytes.
pub(crate) fn engine<G: Listed, I: Insight<G>>(
    game: &G,
    insight: &Arc<I>,
    megabytes: usize,
) -> Result<Engine<G, I>, Failure> {
    Engine::shared(Arc::new(game.clone()), Arc::clone(insight), megabytes)
        .map_err(|error| Failure::input(format!("no table of {megabytes} MB can be had: {error}")))
}

/// The memory of a machine that does not say how much it has, in megabytes.
const SUPPOSED: usize = 1 << 15;

/// How much memory programs can still get without driving others out, in megabytes. It is what Linux says; elsewhere it is a guess.
pub(crate) fn free_megabytes() -> usize {
    let text = files::of_system("/proc/meminfo").unwrap_or_default();
    available(&text).unwrap_or(SUPPOSED).max(1)
}

/// The megabytes in a line like `MemAvailable:   22500892 kB`.
fn available(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kilobytes / 1024)
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
    }
}
