//! A file under a name of its own, which is gone again unless it is given its final one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::beside;

/// A file that is not at its place yet.
pub(super) struct Draft {
    file: File,
    path: PathBuf,
}

/// All drafts that there are.
fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all drafts, for a program that ends at once.
pub(crate) fn abandon() {
    for path in mem::take(&mut *drafts()) {
        let _ = fs::remove_file(path);
    }
}

impl Draft {
    /// An empty file beside a place, under a name that nobody has.
    pub(super) fn new(place: &Path) -> io::Result<Draft> {
        let mut drafts = drafts();
        for number in 0.. {
            let path = beside(place, &format!("{}-{number}.new", process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    drafts.push(path.clone());
                    return Ok(Draft { file, path });
                }
            }
        }
        unreachable!("some number is free")
    }

    /// Writes it, and makes sure that it is on the disk.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.file.sync_all()
    }

    /// Gives it its name, and takes that from whoever has it.
    pub(super) fn replace(&self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)?;
        settle(place);
        Ok(())
    }

    /// Gives it its name. Fails if somebody has it.
    pub(super) fn publish(&self, place: &Path) -> io::Result<()> {
        match fs::hard_link(&self.path, place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Some file systems have no second names.
            Err(_) if fs::symlink_metadata(place).is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => self.replace(place),
            Ok(()) => {
                settle(place);
                Ok(())
            }
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        drafts().retain(|path| *path != self.path);
        let _ = fs::remove_file(&self.path);
    }
}

/// A name is on the disk when its folder is. Not every system lets one ask for that.
fn settle(place: &Path) {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}
