//! A folder with tables, a file for each slice.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use outplay::solve::tables::{Store, TableError, TableSource};

use crate::failure::Failure;
use crate::files::{self, Force, Kind, Log, Target};

pub(super) struct Folder {
    folder: PathBuf,
    /// What the names of all files begin with.
    game: String,
}

impl Folder {
    pub(super) fn new(folder: PathBuf, game: &str) -> Folder {
        Folder { folder, game: game.replace(':', "-") }
    }

    /// The file of a slice.
    pub(super) fn path(&self, slice: &str) -> PathBuf {
        self.folder.join(format!("{}-{slice}.table", self.game))
    }

    /// Makes the folder, if it is not there, and keeps other programs from building in it until the lock is dropped.
    pub(super) fn lock(&self) -> Result<Log, Failure> {
        fs::create_dir_all(&self.folder)
            .map_err(|error| files::unwritable(&self.folder, &error))?;
        Log::open(&self.folder.join("building"), Kind::LOCK)
    }

    pub(super) fn shown(&self) -> impl std::fmt::Display + '_ {
        Path::display(&self.folder)
    }
}

impl Store for Folder {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let path = self.path(slice);
        let unreadable = |error: io::Error| TableError::Unreadable(error.to_string());
        if !path.try_exists().map_err(unreadable)? {
            return Ok(None);
        }
        let file = files::opened(&path, Kind::TABLE)
            .map_err(|failure| TableError::Unreadable(failure.to_string()))?;
        let length = file.metadata().map_err(unreadable)?.len();
        Ok(Some(Box::new(Stored { file, length })))
    }

    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        let kept = Target::new(&self.path(slice), Kind::TABLE, Force { force: false })
            .and_then(|target| target.put(bytes));
        kept.map_err(|failure| TableError::Unwritable(failure.to_string()))
    }
}

/// A table that stays in its file. Nothing is mapped: a file that is cut off then ends the program.
struct Stored {
    file: File,
    length: u64,
}

impl TableSource for Stored {
    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        files::read_at(&self.file, at, bytes)
    }
}
