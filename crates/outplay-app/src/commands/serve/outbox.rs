//! The outbox: what a session has still to be told. It never grows because somebody reads slowly.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// A search that tells more than this, in bytes, waits until something is read.
const FULL: usize = 64 * 1024;

/// What a session has still to be told.
#[derive(Default)]
pub(super) struct Outbox {
    letters: Mutex<Letters>,
    bell: Notify,
}

/// Something to be told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) text: String,
    /// Whether it is the last one of the search.
    pub(super) is_final: bool,
}

#[derive(Default)]
struct Letters {
    /// Whether events of the search are still wanted.
    is_open: bool,
    /// How far the search is. Only the newest counts.
    latest: Option<String>,
    /// What has to arrive: as much as was asked for.
    queue: VecDeque<Letter>,
}

impl Outbox {
    /// A search begins: its events are told.
    pub(super) fn open(&self) {
        self.letters().is_open = true;
    }

    /// Nobody wants to hear about the search any more, except that it is over.
    pub(super) fn shut(&self) {
        let mut letters = self.letters();
        (letters.is_open, letters.latest) = (false, None);
    }

    /// An event of the search that replaces the one before, if that was not told yet.
    pub(super) fn latest(&self, text: String) {
        self.change(|letters| letters.latest = letters.is_open.then_some(text));
    }

    /// An event of the search that has to arrive.
    pub(super) fn event(&self, text: String) {
        self.change(|letters| {
            if letters.is_open {
                letters.queue.push_back(Letter { text, is_final: false });
            }
        });
    }

    /// The last that is told of the search.
    pub(super) fn finish(&self, text: String) {
        self.change(|letters| letters.queue.push_back(Letter { text, is_final: true }));
    }

    /// An answer to a question.
    pub(super) fn answer(&self, text: String) {
        self.change(|letters| letters.queue.push_back(Letter { text, is_final: false }));
    }

    /// Whether so much has not been read yet that nothing should be added.
    pub(super) fn is_full(&self) -> bool {
        self.letters().queue.iter().map(|letter| letter.text.len()).sum::<usize>() >= FULL
    }

    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Letters)) {
        change(&mut self.letters());
        self.bell.notify_one();
    }

    /// The next letter, as soon as there is one.
    pub(super) async fn next(&self) -> Letter {
        loop {
            if let Some(letter) = self.take() {
                return letter;
            }
            self.bell.notified().await;
        }
    }

    fn take(&self) -> Option<Letter> {
        let mut letters = self.letters();
        let latest = letters.latest.take().map(|text| Letter { text, is_final: false });
        latest.or_else(|| letters.queue.pop_front())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(outbox: &Outbox) -> Vec<String> {
        std::iter::from_fn(|| outbox.take()).map(|letter| letter.text).collect()
    }

    #[test]
    fn nothing_of_a_search_comes_after_its_end() {
        let outbox = Outbox::default();
        outbox.open();
        ["depth 1", "depth 2"].iter().for_each(|text| outbox.latest((*text).to_owned()));
        outbox.event("ply 1".to_owned());
        outbox.finish("done".to_owned());
        assert_eq!(all(&outbox), ["depth 2", "ply 1", "done"]);
        outbox.latest("depth 3".to_owned());
        outbox.shut();
        outbox.answer("stopped".to_owned());
        outbox.latest("depth 4".to_owned());
        outbox.event("ply 2".to_owned());
        outbox.finish("done".to_owned());
        assert_eq!(all(&outbox), ["stopped", "done"]);
    }
}
