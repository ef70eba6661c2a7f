//! The budget of memory: what all sessions, searches and questions of the lab may take together.

/// A megabyte and a kilobyte, in bytes.
const MB: usize = 1 << 20;
const KB: usize = 1 << 10;
/// How many sessions there are at most, however much memory there is.
const MOST_SESSIONS: usize = 256;
/// A session: a message of 64 KiB, an answer, and as much again in the buffers of its connection.
const SESSION: usize = 256 * KB;
/// A search with the smallest table, of one megabyte: its thread, its position and the engine's other tables take the rest.
const SEARCH: usize = 5 * MB / 2;
/// Larger tables are not worth their memory here.
const LARGEST_TABLE: usize = 64;

/// What each part may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) sessions: usize,
    /// Searches at the same time, each with a table of one megabyte.
    pub(super) searches: usize,
    /// Megabytes that make these tables larger.
    pub(super) more_table: usize,
    /// Kilobytes for questions of the lab.
    pub(super) lab: usize,
}

impl Budget {
    /// A sixteenth is for sessions, an eighth for the lab, the rest for searches; of that, four fifths are kept for those to come.
    pub(super) fn new(megabytes: usize) -> Budget {
        let all = megabytes * MB;
        let (sessions, lab) = (all / 16, all / 8);
        let searching = all - sessions - lab;
        let sessions = (sessions / SESSION).clamp(1, MOST_SESSIONS);
        let searches = (searching / 5 * 4 / SEARCH).clamp(1, sessions);
        let more_table = searching.saturating_sub(searches * SEARCH) / MB;
        Budget { sessions, searches, more_table, lab: lab / KB }
    }

    /// A search begins: how many megabytes its table gets, if it can be had at all. Half of what is left goes to the next one.
    pub(super) fn take_search(&mut self) -> Option<usize> {
        self.searches = self.searches.checked_sub(1)?;
        let more = (self.more_table / 2).min(LARGEST_TABLE - 1);
        self.more_table -= more;
        Some(1 + more)
    }

    /// A search with such a table is over.
    pub(super) fn give_back(&mut self, table: usize) {
        self.searches += 1;
        self.more_table += table - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_never_exceeded() {
        for megabytes in [64, 100, 256, 1_024, 4_096, 1_000_000] {
            let mut budget = Budget::new(megabytes);
            let before = budget;
            let tables: Vec<usize> = std::iter::from_fn(|| budget.take_search()).collect();
            assert_eq!(tables.len(), before.searches);
            let searching = tables.iter().map(|table| SEARCH + (table - 1) * MB).sum::<usize>();
            let all = searching + before.sessions * SESSION + before.lab * KB;
            assert!(all <= megabytes * MB, "{megabytes} MB: {all} bytes");
            tables.into_iter().for_each(|table| budget.give_back(table));
            assert_eq!(budget, before);
        }
    }

    #[test]
    fn the_usual_budget_has_room_for_every_session_and_large_tables_for_the_first() {
        let mut budget = Budget::new(1_024);
        assert_eq!((budget.sessions, budget.searches), (256, 256));
        let tables: Vec<usize> = std::iter::from_fn(|| budget.take_search()).take(5).collect();
        assert_eq!(tables, [64, 64, 34, 17, 9]);
    }
}
