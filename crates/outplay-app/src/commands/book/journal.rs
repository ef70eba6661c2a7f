//! The journal of a build: the scores found so far, so that nothing is lost if the build is killed.
//!
//! It is a text beside the book: a heading, then a key and its score on each line, each written at once. If the
//! last line was cut off in the middle, it is dropped; and so is all that follows a line that cannot be.

use std::collections::HashMap;
use std::path::Path;

use crate::failure::Failure;
use crate::files::{self, Force, Kind, Log};

pub(super) struct Journal(Log);

impl Journal {
    /// The journal beside `book`, and what it has already: scores up to `highest`. One with another heading cannot be gone on
    /// with.
    pub(super) fn open(
        book: &Path,
        heading: &str,
        highest: i32,
        force: Force,
    ) -> Result<(Journal, HashMap<u64, i32>), Failure> {
        let path = files::beside(book, "journal");
        let (mut log, text) = Log::headed(&path, Kind::JOURNAL, heading, force)?;
        let (mut scores, mut end) = (HashMap::new(), 0);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let possible = |&(_, score): &(u64, i32)| (-highest..=highest).contains(&score);
            let Some((key, score)) = entry(line).filter(possible) else { break };
            scores.insert(key, score);
            end += line.len();
        }
        log.drop_last(text.len() - end)?;
        Ok((Journal(log), scores))
    }

    /// Writes one more score, at once.
    pub(super) fn write(&mut self, key: u64, score: i32) -> Result<(), Failure> {
        self.0.append(format!("{key:x} {score}\n").as_bytes())
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Done with: the scores are in the book.
    pub(super) fn remove(self) {
        self.0.remove();
    }
}

/// A whole line.
fn entry(line: &[u8]) -> Option<(u64, i32)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (key, score) = line.split_once(' ')?;
    Some((u64::from_str_radix(key, 16).ok()?, score.parse().ok()?))
}
