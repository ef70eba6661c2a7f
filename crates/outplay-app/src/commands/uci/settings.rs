//! Settings: what can be set with `setoption`, and how that is written.

use std::path::PathBuf;
use std::time::Duration;

use outplay::face;
use outplay::textbook;

use super::hand::Hand;
use crate::{machine, tables};

/// How many threads, or lines, there may be.
const MOST: usize = 256;

/// The longest time that an answer may take on its way, in milliseconds.
const LONGEST_WAY: usize = 10_000;

/// What is set.
#[derive(Clone)]
pub(super) struct Settings {
    /// How a search is made.
    pub(super) options: face::Options,
    /// The largest table that there was memory for when the program began, in megabytes.
    pub(super) largest_table: usize,
    pub(super) lines: usize,
    pub(super) hand: Hand,
    /// Which endgame tables are used.
    pub(super) tables: tables::Choice,
}

impl Settings {
    pub(super) fn new(megabytes: usize, threads: usize) -> Settings {
        // A search of the textbook is stopped at any time, too.
        let textbook = textbook::Config { deepen: true, ..textbook::Config::default() };
        Settings {
            options: face::Options { megabytes, threads, textbook, ..face::Options::default() },
            // Tables have a power of two of bytes.
            largest_table: 1 << machine::free_megabytes().ilog2(),
            lines: 1,
            hand: Hand::new(Duration::from_millis(10)),
            tables: tables::Choice::default(),
        }
    }

    /// The lines that tell what can be set, but for the game.
    pub(super) fn told(&self) -> String {
        let Settings { options: face::Options { megabytes, threads, .. }, lines, .. } = self;
        let largest = self.largest_table;
        let (table, overhead) = (megabytes.min(&largest), self.hand.overhead.as_millis());
        format!(
            "option name Hash type spin default {table} min 1 max {largest}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {threads} min 1 max {MOST}\n\
             option name MultiPV type spin default {lines} min 1 max {MOST}\n\
             option name Tables type string default <empty>\n\
             option name SyzygyPath type string default <empty>\n\
             option name Ponder type check default false\n\
             option name Move Overhead type spin default {overhead} min 0 max {LONGEST_WAY}"
        )
    }
}

/// What a `setoption` sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// The size of the table in megabytes.
    Table(usize),
    /// All that was found out is forgotten.
    Clear,
    Threads(usize),
    /// The folder of endgame tables, if there is one.
    Tables(Option<PathBuf>),
    /// The folders of Syzygy tables, if there are some.
    Syzygy(Option<PathBuf>),
    /// How many of the best moves are told.
    Lines(usize),
    /// How long an answer takes on its way.
    Overhead(Duration),
    Is960(bool),
    /// The game, as the protocol calls it.
    Variant(String),
}

impl Setting {
    /// Reads `name X value Y`, where both may be several words. Numbers beyond what is possible are the nearest that is.
    pub(super) fn read(words: &[&str]) -> Option<Setting> {
        let name_at = words.iter().position(|word| *word == "name")? + 1;
        let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name = words.get(name_at..value_at)?.join(" ").to_ascii_lowercase();
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let number = |low: usize, high: usize| {
            let number = value.parse::<i64>().ok()?.max(0);
            Some(usize::try_from(number).unwrap_or(usize::MAX).clamp(low, high))
        };
        let folder = |value: &str| {
            Some(value).filter(|value| !["", "<empty>"].contains(value)).map(PathBuf::from)
        };
        Some(match name.as_str() {
            "hash" => Setting::Table(number(1, usize::MAX)?),
            "clear hash" => Setting::Clear,
            "threads" => Setting::Threads(number(1, MOST)?),
            "tables" => Setting::Tables(folder(&value)),
            "syzygypath" => Setting::Syzygy(folder(&value)),
            "multipv" => Setting::Lines(number(1, MOST)?),
            "move overhead" => {
                Setting::Overhead(Duration::from_millis(number(0, LONGEST_WAY)? as u64))
            }
            "uci_chess960" => Setting::Is960(value.eq_ignore_ascii_case("true")),
            "uci_variant" => Setting::Variant(value),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Setting> {
        Setting::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn settings_are_read_whatever_their_letters() {
        assert_eq!(read("name Hash value 128"), Some(Setting::Table(128)));
        assert_eq!(read("name hash value -5"), Some(Setting::Table(1)));
        assert_eq!(read("name THREADS value 999"), Some(Setting::Threads(256)));
        assert_eq!(read("name Clear Hash"), Some(Setting::Clear));
        let overhead = Setting::Overhead(Duration::from_millis(30));
        assert_eq!(read("name Move Overhead value 30"), Some(overhead));
        assert_eq!(read("name UCI_Chess960 value True"), Some(Setting::Is960(true)));
        let variant = Setting::Variant("cfour".to_owned());
        assert_eq!(read("name UCI_Variant value cfour"), Some(variant));
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        for line in ["", "name", "value 3", "value 3 name Hash", "name Hash", "name Hash value x"] {
            assert_eq!(read(line), None, "{line}");
        }
        assert_eq!(read("name Contempt value 3"), None);
    }
}
