//! Files: the one place where the program opens, reads and writes them, by one rule (docs/files.md).
//!
//! - **Nothing is written over** unless `--force` says so ([`Force`]).
//! - **Better now than after hours**: a command says what it will write before its work begins ([`Target::new`]), and hears at
//!   once if that cannot be.
//! - **Whole or not at all**: a file is written under a name of its own beside its place, brought to the disk, and only then
//!   given its name ([`Target::put`]). Whatever goes wrong, nothing is left of it.
//! - **What grows** keeps whole entries ([`Log`]): one that cannot be written is cut off again, and one program at a time
//!   writes to it.
//! - **Reading is bounded**: every [`Kind`] of file has a size above which it is refused, if possible before it is read; and what
//!   could not be read again is not written.

mod draft;
mod log;
mod read;
mod system;
mod target;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::Failure;
pub(crate) use draft::abandon;
pub(crate) use log::Log;
pub(crate) use read::{Lines, opened, read, read_all, read_at, read_or_stdin, text, utf8};
pub(crate) use system::of_system;
pub(crate) use target::Target;

/// The option of all commands that write files.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Force {
    /// Write over files that are there already
    #[arg(long)]
    pub(crate) force: bool,
}

/// A kind of file.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// What it is called where one is too long.
    name: &'static str,
    /// The most bytes that one has.
    most: u64,
    /// The most bytes of a line, where it is read line by line.
    line: u64,
}

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

impl Kind {
    const fn new(name: &'static str, most: u64) -> Kind {
        Kind { name, most, line: most }
    }

    /// A game tree as text.
    pub(crate) const TREE: Kind = Kind::new("a tree", outplay::tree::MAX_BYTES as u64);
    /// A layout or a position of Pacman.
    pub(crate) const LAYOUT: Kind = Kind::new("a layout or a position", MIB);
    /// A file of a new crate.
    pub(crate) const SOURCE: Kind = Kind::new("a file of the new crate", MIB);
    /// A game that was saved at the terminal.
    pub(crate) const GAME: Kind = Kind::new("a saved game", MIB);
    /// Games of Pacman to be shown again.
    pub(crate) const RECORD: Kind = Kind { line: 64 * MIB, ..Kind::new("a record of Pacman", GIB) };
    /// Where games of a match begin.
    pub(crate) const OPENINGS: Kind = Kind::new("a file of openings", 256 * MIB);
    /// What a match plays.
    pub(crate) const STATE: Kind = Kind::new("the state of a match", 16 * MIB);
    /// The games of a match.
    pub(crate) const GAMES: Kind = Kind::new("the games of a match", 4 * GIB);
    /// The weights of an evaluation.
    pub(crate) const WEIGHTS: Kind = Kind::new("a file of weights", 64 * MIB);
    /// Positions with their scores.
    pub(crate) const POSITIONS: Kind =
        Kind { line: 1_000, ..Kind::new("a file of positions", GIB) };
    /// Scores near the start of a game. Of a large one only parts are in memory.
    pub(crate) const BOOK: Kind = Kind::new("a book", 64 * GIB);
    /// The scores that a book will have.
    pub(crate) const JOURNAL: Kind = Kind::new("the journal of a book", GIB);
    /// The verdicts of a slice of a game. Only parts of it are in memory.
    pub(crate) const TABLE: Kind = Kind::new("a table", 64 * GIB);
    /// A file that keeps two programs from the same work: nothing is in it.
    pub(crate) const LOCK: Kind = Kind::new("a lock", MIB);
    /// The addresses of processes that work together.
    #[cfg(feature = "cluster")]
    pub(crate) const HOSTS: Kind = Kind::new("a list of hosts", MIB);
    /// A lesson.
    pub(crate) const LESSON: Kind = Kind::new("a lesson", MIB);
    /// The answers to a quiz.
    pub(crate) const ANSWERS: Kind = Kind::new("the answers to a quiz", MIB);
    /// A file of the page.
    pub(crate) const PAGE: Kind = Kind::new("a file of the page", 16 * MIB);

    /// What is said of a file that is too long.
    fn too_long(self, shown: &str) -> Failure {
        let most = match self.most {
            most if most % GIB == 0 => format!("{} GiB", most / GIB),
            most => format!("{} MiB", most / MIB),
        };
        Failure::input(format!("{shown} is too long for {}: at most {most}", self.name))
    }
}

/// The name of a file beside another one.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// What to do about a file that is there already.
pub(crate) const OTHERWISE: &str = "choose another name, or write over it with --force";

/// What is said of a file that is there already.
pub(crate) fn taken(path: &Path) -> Failure {
    Failure::input(format!("{} is there already: {OTHERWISE}", path.display()))
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot write {}: {error}", path.display()))
}

pub(crate) fn unreadable(shown: &str, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {shown}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// The rule holds everywhere because nobody else opens, makes or removes a file.
    #[test]
    fn nobody_else_opens_files() {
        let words =
            ["File::open", "File::create", "OpenOptions", "fs::read(", "fs::read_to_string"];
        let more = ["fs::write", "fs::rename", "fs::remove_file", "fs::copy"];
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut looked_at = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.extend((!path.ends_with("src/files")).then_some(path));
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                let found = words.iter().chain(&more).find(|&&word| text.contains(word));
                assert_eq!(found, None, "{}", path.display());
                looked_at += 1;
            }
        }
        assert!(looked_at > 50, "{looked_at} files");
    }
}
