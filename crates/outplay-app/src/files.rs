//! Files that are there whole, or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file under another name, makes sure that it is on the disk, and gives it its name only then.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    put_whole(path, bytes).map_err(|error| unwritable(path, &error))
}

/// Makes sure that a file can be put there later, and leaves alone what is there now.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let new = beside(path, "new");
    let tried = match path.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => File::create(&new).and_then(|_| fs::remove_file(&new)),
    };
    tried.map_err(|error| unwritable(path, &error))
}

fn put_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(path, "new");
    let mut file = File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    // The name is on the disk when its folder is. Not every system lets one ask for that.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The name of a file beside another one.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot write {}: {error}", path.display()))
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {}: {error}", path.display()))
}
