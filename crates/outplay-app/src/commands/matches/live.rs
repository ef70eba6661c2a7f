//! What is seen while a match runs: a line for every finished pair, the table so far, and how far the games under way are.
//!
//! On a terminal the table and the games under way stand below the lines and are renewed. Elsewhere there are plain lines, and games that
//! take long have one every ten seconds.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use outplay::arena::UnderWay;

/// Where nobody watches a terminal, nothing is silent for longer than ten seconds, and a look at it may come late.
const SILENCE: Duration = Duration::from_millis(9_500);

/// So many games under way are told of one by one.
const TOLD: usize = 4;

/// Lines and a table on standard error.
pub(super) struct Live {
    bar: Option<ProgressBar>,
    /// The table so far.
    table: String,
    /// What was last said of games under way.
    shown: String,
    /// When a line was last told.
    last: Instant,
}

impl Live {
    /// A match of so many encounters, if that is known, of which so many are done.
    pub(super) fn new(length: Option<u64>, done: u64) -> Live {
        let bar = io::stderr().is_terminal().then(|| bar(length, done));
        Live { bar, table: String::new(), shown: String::new(), last: Instant::now() }
    }

    /// A finished encounter.
    pub(super) fn tell(&mut self, line: &str, table: impl FnOnce() -> String) {
        self.tell_line(line);
        if let Some(bar) = &self.bar {
            self.table = table();
            bar.set_message(self.table.clone());
            bar.inc(1);
        }
    }

    /// Something that happened.
    pub(super) fn tell_line(&mut self, line: &str) {
        self.last = Instant::now();
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                // Nobody may be reading any more.
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }

    /// The games that are played right now.
    pub(super) fn tell_under_way(&mut self, now: &str) {
        match &self.bar {
            Some(bar) if self.shown != now => {
                bar.set_message(format!("{}{now}", self.table));
                self.shown = now.to_owned();
            }
            None if self.last.elapsed() >= SILENCE => self.tell_line(now),
            _ => {}
        }
    }

    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(length: Option<u64>, done: u64) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => {
            (ProgressBar::new(length), "{elapsed} {bar:30} {pos} of {len}, {eta} left\n{msg}")
        }
        None => (ProgressBar::new_spinner(), "{elapsed} {spinner} {pos} so far\n{msg}"),
    };
    bar.set_style(ProgressStyle::with_template(template).expect("a template that is right"));
    bar.set_position(done);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// What an encounter is called.
pub(super) fn encounter_word(seats: usize) -> &'static str {
    if seats == 2 { "pair" } else { "encounter" }
}

/// `under way: pair 3, game 2 of 2, 57 moves`
pub(super) fn under_way(games: &[UnderWay]) -> String {
    let one = |UnderWay { encounter, game, moves }: &UnderWay| {
        let (word, number) = (encounter_word(encounter.seats), encounter.number + 1);
        let of = encounter.games().len();
        let plural = if *moves == 1 { "" } else { "s" };
        format!("{word} {number}, game {} of {of}, {moves} move{plural}", game + 1)
    };
    let mut told: Vec<String> = games.iter().take(TOLD).map(one).collect();
    match games.len().saturating_sub(TOLD) {
        0 => {}
        1 => told.push("one more".to_owned()),
        more => told.push(format!("{more} more")),
    }
    format!("under way: {}", told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::arena::{Format, Schedule};

    #[test]
    fn games_under_way_are_told() {
        let told = |seats, count: usize| {
            let schedule = Schedule::new(Format::RoundRobin, 3, seats, None);
            let game = |moves: usize| {
                let encounter = schedule.encounter(moves as u64).unwrap();
                UnderWay { encounter, game: 1, moves }
            };
            under_way(&(0..count).map(game).collect::<Vec<UnderWay>>())
        };
        assert_eq!(
            told(2, 2),
            "under way: pair 1, game 2 of 2, 0 moves; pair 2, game 2 of 2, 1 move"
        );
        assert_eq!(told(3, 1), "under way: encounter 1, game 2 of 3, 0 moves");
        assert!(told(2, 5).ends_with("; pair 4, game 2 of 2, 3 moves; one more"));
        assert!(told(2, 9).ends_with("; 5 more"));
    }

    /// Where there is no terminal, a line comes only after a long silence.
    #[test]
    fn silence_is_broken() {
        let long_ago = Instant::now().checked_sub(SILENCE).expect("the machine runs for a while");
        let quiet = |last| Live { bar: None, table: String::new(), shown: String::new(), last };
        let mut live = quiet(long_ago);
        live.tell_under_way("under way: this line is part of a test");
        assert!(live.last > long_ago, "it was told");
        let mut live = quiet(Instant::now());
        let before = live.last;
        live.tell_under_way("under way: this line is not told");
        assert_eq!(live.last, before);
    }
}
