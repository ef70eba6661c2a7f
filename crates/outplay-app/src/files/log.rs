//! A file that grows entry by entry, so that nothing is lost if the program is killed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Force, Kind, OTHERWISE, read_all, unreadable, unwritable};
use crate::failure::Failure;

/// A file that grows. Only one program at a time has it open. One that was made and in which nothing was written is removed
/// again.
pub(crate) struct Log {
    file: Locked,
    path: PathBuf,
    kind: Kind,
    /// How many bytes it has.
    end: u64,
    is_new: bool,
}

#[cfg(unix)]
type Locked = nix::fcntl::Flock<File>;
#[cfg(not(unix))]
type Locked = File;

impl Log {
    /// Opens a log, which is made if there is none. The next entry goes to its end.
    pub(crate) fn open(path: &Path, kind: Kind) -> Result<Log, Failure> {
        let wrong = |error| unwritable(path, &error);
        loop {
            let (file, is_new) = opened(path).map_err(wrong)?;
            if !file.metadata().map_err(wrong)?.is_file() {
                return Err(wrong(io::Error::other("it is no regular file")));
            }
            let Some(file) = locked(file) else {
                let shown = path.display();
                let what = format!("{shown}: another program is under way that writes to it");
                return Err(Failure::input(what));
            };
            // Its last owner may have removed it before it was locked.
            if is_at(&file, path) {
                let mut log = Log { file, path: path.to_owned(), kind, end: 0, is_new };
                log.end = log.file.seek(SeekFrom::End(0)).map_err(wrong)?;
                return Ok(log);
            }
        }
    }

    /// Opens a log that begins with a heading, and reads what follows. The heading says what the log belongs to: another one is
    /// refused, unless it may be written over.
    pub(crate) fn headed(
        path: &Path,
        kind: Kind,
        heading: &str,
        force: Force,
    ) -> Result<(Log, Vec<u8>), Failure> {
        let mut log = Log::open(path, kind)?;
        let mut text = log.read()?;
        let heading = format!("# {heading}\n");
        let is_ours = text.starts_with(heading.as_bytes());
        if is_ours {
            return Ok((log, text.split_off(heading.len())));
        }
        // A program that was killed may have written a part of it.
        if !heading.as_bytes().starts_with(&text) && !force.force {
            return Err(Failure::input(format!(
                "{} belongs to something else: it does not begin with `{}`; {OTHERWISE}",
                path.display(),
                heading.trim()
            )));
        }
        log.cut(0)?;
        log.append(heading.as_bytes())?;
        Ok((log, Vec::new()))
    }

    /// All that is in it.
    pub(crate) fn read(&mut self) -> Result<Vec<u8>, Failure> {
        let shown = self.path.display().to_string();
        let wrong = |error| unreadable(&shown, &error);
        self.file.seek(SeekFrom::Start(0)).map_err(wrong)?;
        let bytes = read_all(&*self.file, &shown, self.kind)?;
        self.file.seek(SeekFrom::Start(self.end)).map_err(wrong)?;
        Ok(bytes)
    }

    /// Cuts off its last so many bytes.
    pub(crate) fn drop_last(&mut self, bytes: usize) -> Result<(), Failure> {
        self.cut(self.end - bytes as u64)
    }

    /// Cuts off all from a place on.
    pub(crate) fn cut(&mut self, end: u64) -> Result<(), Failure> {
        self.cut_off(end).map_err(|error| unwritable(&self.path, &error))
    }

    fn cut_off(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.end = self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Adds an entry, or nothing.
    pub(crate) fn append(&mut self, entry: &[u8]) -> Result<(), Failure> {
        let end = self.end + entry.len() as u64;
        if end > self.kind.most {
            return Err(self.kind.too_long(&self.path.display().to_string()));
        }
        if let Err(error) = self.file.write_all(entry) {
            // If not even that can be done, whoever reads it finds a part of an entry at its end.
            let _ = self.cut_off(self.end);
            return Err(unwritable(&self.path, &error));
        }
        self.end = end;
        Ok(())
    }

    /// Makes sure that all is on the disk.
    pub(crate) fn sync(&self) -> Result<(), Failure> {
        self.file.sync_data().map_err(|error| unwritable(&self.path, &error))
    }

    /// Removes it: it is done with.
    pub(crate) fn remove(mut self) {
        (self.is_new, self.end) = (true, 0);
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if self.is_new && self.end == 0 {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The file, and whether it was made.
fn opened(path: &Path) -> io::Result<(File, bool)> {
    let options = OpenOptions::new().read(true).write(true).clone();
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok((options.open(path)?, false)),
        opened => Ok((opened?, true)),
    }
}

#[cfg(unix)]
fn locked(file: File) -> Option<Locked> {
    use nix::fcntl::{Flock, FlockArg};
    Flock::lock(file, FlockArg::LockExclusiveNonblock).ok()
}

#[cfg(not(unix))]
fn locked(file: File) -> Option<Locked> {
    Some(file)
}

/// Whether an open file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(file), Ok(there)) = (file.metadata(), path.metadata()) else { return false };
    (file.dev(), file.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
