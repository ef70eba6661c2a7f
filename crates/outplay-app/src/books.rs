//! Books: which one a search looks positions up in.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use outplay::engine::Book;
use outplay::engine::book::{BookError, Source};
use outplay::face::{AnyGame, Shelved};

use crate::failure::{Failure, warn};
use crate::files::{self, Kind};

/// Options of a command that can use a book.
#[derive(Args)]
pub(crate) struct Choice {
    /// A book of scores, instead of the one that comes with the game
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Use no book
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
}

impl Choice {
    /// The book that was chosen, or that the game comes with.
    pub(crate) fn open(&self, game: &dyn AnyGame) -> Result<Option<Shelved>, Failure> {
        match (&self.book, self.no_book) {
            (_, true) => Ok(None),
            (Some(path), _) => open(path).map(Some),
            (None, _) => shipped(game),
        }
    }
}

/// The book that comes with a game.
pub(crate) fn shipped(game: &dyn AnyGame) -> Result<Option<Shelved>, Failure> {
    let Some(bytes) = game.book() else { return Ok(None) };
    let shown = "the book of the program".to_owned();
    let book = Book::read(bytes).map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    Ok(Some(Shelved { book: Arc::new(book), shown }))
}

/// A book of up to so many bytes is read into memory as a whole.
const SMALL: u64 = 16 << 20;

/// The book in a file.
pub(crate) fn open(path: &Path) -> Result<Shelved, Failure> {
    let shown = path.display().to_string();
    let file = files::opened(path, Kind::BOOK)?;
    // A pipe or a device has no length.
    let data = file.metadata().ok().filter(Metadata::is_file);
    let length = data.ok_or_else(|| Failure::input(format!("{shown}: it is no file")))?.len();
    let book = match length <= SMALL {
        true => Book::read(files::read_all(file.take(length), &shown, Kind::BOOK)?),
        false => Book::open(Stored { file, length, shown: shown.clone() }),
    };
    let book = book.map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    Ok(Shelved { book: Arc::new(book), shown })
}

/// A book that stays in its file. Nothing is mapped: a file that is cut off then ends the program.
struct Stored {
    file: File,
    length: u64,
    shown: String,
}

impl Source for Stored {
    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        files::read_at(&self.file, at, bytes)
    }

    fn lost(&self, why: &BookError) {
        warn(&format!("{}: {why}; searches go on without the book", self.shown));
    }
}
