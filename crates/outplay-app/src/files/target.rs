//! The place of a file that a command will write: checked before its work begins, filled at its end.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::draft::Draft;
use super::{Force, Kind, beside, taken, unwritable};
use crate::failure::Failure;

/// Where a file will be.
pub(crate) struct Target {
    path: PathBuf,
    kind: Kind,
    is_forced: bool,
}

impl Target {
    /// Refuses a place where nothing can be written, and one where something is, unless that may be written over.
    pub(crate) fn new(path: &Path, kind: Kind, force: Force) -> Result<Target, Failure> {
        let wrong = |error| unwritable(path, &error);
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return Err(wrong(io::Error::other("it is no regular file")));
        }
        if fs::symlink_metadata(path).is_ok() && !force.force {
            return Err(taken(path));
        }
        // A link stays, and what it leads to is written over.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Draft::new(&path).map_err(wrong)?;
        Ok(Target { path, kind, is_forced: force.force })
    }

    /// Puts a file there, as a whole.
    pub(crate) fn put(&self, bytes: &[u8]) -> Result<(), Failure> {
        let shown = self.path.display();
        if bytes.len() as u64 > self.kind.most {
            return Err(self.kind.too_long(&shown.to_string()));
        }
        let place = self.write(bytes).map_err(|error| unwritable(&self.path, &error))?;
        match place == self.path {
            true => Ok(()),
            false => Err(Failure::input(format!(
                "somebody else has written {shown} meanwhile, which is left alone: what was made is in {}",
                place.display()
            ))),
        }
    }

    /// The place, or the first beside it that is free if somebody has taken it since: hours of work are not thrown away.
    fn write(&self, bytes: &[u8]) -> io::Result<PathBuf> {
        let mut draft = Draft::new(&self.path)?;
        draft.write(bytes)?;
        if self.is_forced {
            return draft.replace(&self.path).map(|()| self.path.clone());
        }
        let mut place = self.path.clone();
        for number in 1.. {
            match draft.publish(&place) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                published => return published.map(|()| place),
            }
            place = beside(&self.path, &number.to_string());
        }
        unreachable!("some number is free")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::abandon;

    /// What others do while a command is at work: they take its place, and it keeps what it has made beside it. A program that
    /// ends at once leaves nothing.
    #[test]
    fn what_happens_meanwhile_costs_nothing() {
        let folder = std::env::temp_dir().join(format!("outplay-{}-target", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("out");
        let target = Target::new(&path, Kind::LAYOUT, Force { force: false }).unwrap();
        fs::write(&path, "theirs").unwrap();
        for number in 1..=2 {
            let beside = folder.join(format!("out.{number}"));
            let told = target.put(b"ours").unwrap_err().to_string();
            assert!(told.ends_with(&format!("what was made is in {}", beside.display())), "{told}");
            assert_eq!(fs::read(&beside).unwrap(), b"ours");
            assert_eq!(fs::read(&path).unwrap(), b"theirs");
        }
        let told = target.put(&vec![0; (1 << 20) + 1]).unwrap_err().to_string();
        assert!(told.ends_with("is too long for a layout or a position: at most 1 MiB"), "{told}");
        let draft = Draft::new(&path).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
        abandon();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        drop(draft);
        fs::remove_dir_all(&folder).unwrap();
    }
}
