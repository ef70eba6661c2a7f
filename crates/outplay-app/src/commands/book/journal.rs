//! The journal of a build: the scores found so far, so that nothing is lost if the build is killed.
//!
//! It is a text beside the book: a heading, then a key and its score on each line, each written at once. If the
//! last line was cut off in the middle, it is dropped; and so is all that follows a line that cannot be.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::{beside, unwritable};

pub(super) struct Journal {
    file: File,
    pub(super) path: PathBuf,
}

impl Journal {
    /// The journal beside `book`, and what it has already: scores up to `highest`. One with another heading cannot be gone on with.
    pub(super) fn open(
        book: &Path,
        heading: &str,
        highest: i32,
    ) -> Result<(Journal, HashMap<u64, i32>), Failure> {
        let path = beside(book, "journal");
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(|error| unwritable(&path, &error))?;
        let mut journal = Journal { file, path };
        let scores = journal.read(heading, highest)?;
        Ok((journal, scores))
    }

    fn read(&mut self, heading: &str, highest: i32) -> Result<HashMap<u64, i32>, Failure> {
        let wrong = |error| unwritable(&self.path, &error);
        let mut text = Vec::new();
        self.file.read_to_end(&mut text).map_err(wrong)?;
        let heading = format!("# {heading}\n");
        if heading.as_bytes().starts_with(&text) && text.len() < heading.len() {
            // New, or killed while it wrote the heading.
            self.file.set_len(0).map_err(wrong)?;
            self.file.seek(SeekFrom::Start(0)).map_err(wrong)?;
            self.file.write_all(heading.as_bytes()).map_err(wrong)?;
            return Ok(HashMap::new());
        }
        if !text.starts_with(heading.as_bytes()) {
            return Err(Failure::input(format!(
                "{} belongs to another book: it does not begin with `{}`",
                self.path.display(),
                heading.trim()
            )));
        }
        let (mut scores, mut end) = (HashMap::new(), heading.len());
        for line in text[heading.len()..].split_inclusive(|&byte| byte == b'\n') {
            let possible = |&(_, score): &(u64, i32)| (-highest..=highest).contains(&score);
            let Some((key, score)) = entry(line).filter(possible) else { break };
            scores.insert(key, score);
            end += line.len();
        }
        self.file.set_len(end as u64).map_err(wrong)?;
        self.file.seek(SeekFrom::End(0)).map_err(wrong)?;
        Ok(scores)
    }

    /// Writes one more score, at once.
    pub(super) fn write(&mut self, key: u64, score: i32) -> Result<(), Failure> {
        let line = format!("{key:x} {score}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| unwritable(&self.path, &error))
    }

    /// Done with: the scores are in the book.
    pub(super) fn remove(self) {
        drop(self.file);
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A whole line.
fn entry(line: &[u8]) -> Option<(u64, i32)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (key, score) = line.split_once(' ')?;
    Some((u64::from_str_radix(key, 16).ok()?, score.parse().ok()?))
}
