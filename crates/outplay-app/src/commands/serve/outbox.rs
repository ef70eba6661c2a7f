//! The outbox: what a session has still to be told. It never grows because somebody reads slowly.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

/// What a session has still to be told.
#[derive(Default)]
pub(super) struct Outbox {
    letters: Mutex<Letters>,
    bell: Notify,
}

#[derive(Default)]
struct Letters {
    /// How far a search is. Only the newest counts.
    latest: Option<String>,
    /// What has to arrive: as much as was asked for.
    queue: VecDeque<String>,
}

impl Outbox {
    /// Something that replaces what was to be told before, if it was not yet.
    pub(super) fn latest(&self, text: String) {
        self.change(|letters| letters.latest = Some(text));
    }

    /// Something that has to arrive.
    pub(super) fn add(&self, text: String) {
        self.change(|letters| letters.queue.push_back(text));
    }

    fn change(&self, change: impl FnOnce(&mut Letters)) {
        change(&mut self.letters.lock().unwrap_or_else(PoisonError::into_inner));
        self.bell.notify_one();
    }

    /// The next letter, as soon as there is one.
    pub(super) async fn next(&self) -> String {
        loop {
            if let Some(letter) = self.take() {
                return letter;
            }
            self.bell.notified().await;
        }
    }

    fn take(&self) -> Option<String> {
        let mut letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
        letters.latest.take().or_else(|| letters.queue.pop_front())
    }
}
