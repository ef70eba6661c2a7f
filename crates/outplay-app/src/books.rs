//! Books: which one a search looks positions up in.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;
use outplay::engine::{Book, Engine};
use outplay_games::catalogue::Listed;

use crate::failure::Failure;
use crate::files;

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

/// A book, and what to call it where something is wrong with it.
pub(crate) struct Shelved {
    pub(crate) book: Book,
    shown: String,
}

impl Choice {
    /// The book that was chosen, or that the game comes with.
    pub(crate) fn open<G: Listed>(&self, game: &G) -> Result<Option<Shelved>, Failure> {
        match (&self.book, self.no_book) {
            (_, true) => Ok(None),
            (Some(path), _) => open(path).map(Some),
            (None, _) => shipped(game),
        }
    }
}

/// The book that comes with a game.
pub(crate) fn shipped<G: Listed>(game: &G) -> Result<Option<Shelved>, Failure> {
    let Some(bytes) = game.book() else { return Ok(None) };
    let shown = "the book of the program".to_owned();
    let book = Book::read(bytes).map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    Ok(Some(Shelved { book, shown }))
}

/// The book in a file, which is mapped into memory.
pub(crate) fn open(path: &Path) -> Result<Shelved, Failure> {
    let shown = path.display().to_string();
    let file = File::open(path).map_err(|error| files::unreadable(path, &error))?;
    // A pipe or a device has no length, and a folder has no bytes.
    if !file.metadata().is_ok_and(|data| data.is_file()) {
        return Err(Failure::input(format!("{shown}: it is no file")));
    }
    let book = Book::map(&file).map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    Ok(Shelved { book, shown })
}

impl Shelved {
    /// Whether it was made for this game.
    pub(crate) fn fits<G: Listed>(&self, game: &G, insight: &G::Insight) -> Result<(), Failure> {
        let wrong = |error| Failure::input(format!("{}: {error}", self.shown));
        self.book.fits(game, insight).map_err(wrong)
    }
}

/// The engine, with the book if there is one.
pub(crate) fn given<'e, G: Listed>(
    engine: Engine<'e, G, G::Insight>,
    book: Option<&'e Shelved>,
) -> Result<Engine<'e, G, G::Insight>, Failure> {
    let Some(Shelved { book, shown }) = book else { return Ok(engine) };
    engine.book(book).map_err(|error| Failure::input(format!("{shown}: {error}")))
}
