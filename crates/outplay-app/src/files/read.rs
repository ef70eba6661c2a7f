//! Reading, up to a limit.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::Path;

use super::{Kind, unreadable};
use crate::failure::Failure;

/// A whole file.
pub(crate) fn read(path: &Path, kind: Kind) -> Result<Vec<u8>, Failure> {
    read_all(opened(path, kind)?, &path.display().to_string(), kind)
}

/// A whole file as text.
pub(crate) fn text(path: &Path, kind: Kind) -> Result<String, Failure> {
    utf8(&path.display().to_string(), read(path, kind)?)
}

/// A whole file as text, or standard input if it is called `-`; and what to call it.
pub(crate) fn read_or_stdin(path: &Path, kind: Kind) -> Result<(String, String), Failure> {
    let (input, shown) = opened_or_stdin(path, kind)?;
    let text = utf8(&shown, read_all(input, &shown, kind)?)?;
    Ok((text, shown))
}

/// Reads to the end, or one byte beyond what is allowed.
pub(crate) fn read_all(input: impl Read, shown: &str, kind: Kind) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = input.take(kind.most + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(shown, &error))?;
    match bytes.len() as u64 > kind.most {
        true => Err(kind.too_long(shown)),
        false => Ok(bytes),
    }
}

/// Fills `bytes` with those of a file from `at` on.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Fills `bytes` with those of a file from `at` on.
#[cfg(not(unix))]
pub(crate) fn read_at(mut file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Seek, SeekFrom};
    use std::sync::{Mutex, PoisonError};
    // All share one place in the file.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

/// A file that can be read. One that is too long is refused before it is.
pub(crate) fn opened(path: &Path, kind: Kind) -> Result<File, Failure> {
    let shown = path.display().to_string();
    let wrong = |error| unreadable(&shown, &error);
    let file = File::open(path).map_err(wrong)?;
    let data = file.metadata().map_err(wrong)?;
    match () {
        () if data.is_dir() => Err(Failure::input(format!("`{shown}` is a folder"))),
        () if data.len() > kind.most => Err(kind.too_long(&shown)),
        () => Ok(file),
    }
}

fn opened_or_stdin(path: &Path, kind: Kind) -> Result<(Box<dyn Read>, String), Failure> {
    match path.as_os_str() == "-" {
        true => Ok((Box::new(io::stdin()), "standard input".to_owned())),
        false => Ok((Box::new(opened(path, kind)?), path.display().to_string())),
    }
}

/// Bytes as text. Some editors start a file with a byte order mark, which is left out.
pub(crate) fn utf8(shown: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        Failure::input(format!("{shown} is not UTF-8 text: byte 0x{byte:02x} at byte {at}"))
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// The lines of a file, or of standard input if it is called `-`, one after the other, without their ends.
pub(crate) struct Lines {
    input: BufReader<Take<Box<dyn Read>>>,
    shown: String,
    kind: Kind,
    /// How many lines were read.
    number: u64,
}

impl Lines {
    pub(crate) fn open(path: &Path, kind: Kind) -> Result<Lines, Failure> {
        let (input, shown) = opened_or_stdin(path, kind)?;
        let input = BufReader::new(input.take(kind.most + 1));
        Ok(Lines { input, shown, kind, number: 0 })
    }

    /// The number of the last line, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// What is said if something is wrong with the last line; with the first, if there is none.
    pub(crate) fn wrong(&self, what: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}, line {}: {what}", self.shown, self.number.max(1)))
    }

    /// The next line; none at the end.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        // The end of a line has up to two bytes.
        let mut piece = self.input.by_ref().take(self.kind.line + 2);
        let read = piece.read_until(b'\n', &mut line);
        read.map_err(|error| unreadable(&self.shown, &error))?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        while line.last().is_some_and(|byte| b"\r\n".contains(byte)) {
            line.pop();
        }
        if line.len() as u64 > self.kind.line {
            return Err(self.wrong(format!("it has more than {} bytes", self.kind.line)));
        }
        if self.input.get_ref().limit() == 0 {
            return Err(self.kind.too_long(&self.shown));
        }
        String::from_utf8(line).map(Some).map_err(|_| self.wrong("it is not UTF-8 text"))
    }
}

impl Iterator for Lines {
    type Item = Result<String, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
