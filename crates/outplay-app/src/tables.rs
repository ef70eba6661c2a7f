//! Endgame tables: the folder where they are, a file for each slice, and which of them a search uses.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clap::Args;
use outplay::face::{AnyGame, EndgameTables, TableMaker};
use outplay::solve::retrograde::Retrograde;
use outplay::solve::tables::{self, SliceError, Store, TableError, TableSource};

use crate::failure::{Failure, warn};
use crate::files::{self, Force, Kind, Log, Target};

/// Decoded blocks of one game take so many megabytes, for all searches of the program together.
const CACHE: usize = 64;

/// Options of a command that searches with endgame tables.
#[derive(Args, Clone, Default)]
#[group(id = "endgame-tables")]
pub(crate) struct Choice {
    /// The folder with endgame tables; if none is given, GAME-tables, if it is there
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Use no endgame tables
    #[arg(long, conflicts_with = "tables")]
    no_tables: bool,
}

impl Choice {
    /// Those in a folder.
    pub(crate) fn of(folder: PathBuf) -> Choice {
        Choice { tables: Some(folder), no_tables: false }
    }

    /// None.
    pub(crate) fn none() -> Choice {
        Choice { tables: None, no_tables: true }
    }

    /// The tables that were chosen. A game without tables has none; if a folder is named, some have to be there.
    pub(crate) fn open(&self, game: &dyn AnyGame) -> Result<Option<EndgameTables>, Failure> {
        let Ok(maker) = game.tables(None) else {
            return match self.tables {
                Some(_) => Err(game.tables(None).map(drop).expect_err("it has none").into()),
                None => Ok(None),
            };
        };
        let name = maker.name();
        let folder = match &self.tables {
            _ if self.no_tables => return Ok(None),
            Some(folder) => Folder::new(folder.clone(), &name),
            None => Folder::usual(&name),
        };
        if self.tables.is_none() && !folder.folder.is_dir() {
            return Ok(None);
        }
        let found = shared(game, &folder)?;
        if found.is_none() && self.tables.is_some() {
            let shown = folder.shown();
            let game = &game.about().name;
            return Err(Failure::input(format!(
                "there are no tables of {name} in {shown}: `outplay table build {game} --folder {shown}` makes some"
            )));
        }
        Ok(found)
    }

    /// The same for one game of many: a game that has none there searches without.
    pub(crate) fn open_if_there(
        &self,
        game: &dyn AnyGame,
    ) -> Result<Option<EndgameTables>, Failure> {
        let Ok(maker) = game.tables(None) else { return Ok(None) };
        match &self.tables {
            Some(folder) => shared(game, &Folder::new(folder.clone(), &maker.name())),
            None => self.open(game),
        }
    }
}

/// The tables in a folder, opened once: all searches share them and their cache.
fn shared(game: &dyn AnyGame, folder: &Folder) -> Result<Option<EndgameTables>, Failure> {
    static OPENED: OnceLock<Mutex<HashMap<(String, PathBuf), EndgameTables>>> = OnceLock::new();
    let opened = OPENED.get_or_init(Mutex::default);
    let key = (game.about().name.clone(), folder.folder.clone());
    let mut opened = opened.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tables) = opened.get(&key) {
        return Ok(Some(tables.clone()));
    }
    let kind = game.tables(None)?.usual_kind();
    let maker = most(kind, game, folder)?;
    let told = maker.about(kind, folder).map_err(|error| folder.wrong(&error))?;
    if told.iter().all(|(_, about)| about.is_none()) {
        return Ok(None);
    }
    let tables = maker.for_searches(Arc::new(folder.clone()), CACHE);
    opened.insert(key, tables.clone());
    Ok(Some(tables))
}

/// The tables with as many pieces as are all in a folder, where they go by pieces; otherwise all of them.
pub(crate) fn most(
    kind: tables::Kind,
    game: &dyn AnyGame,
    folder: &Folder,
) -> Result<Box<dyn TableMaker>, Failure> {
    let mut most = game.tables(None)?;
    for pieces in 2..=64 {
        let Ok(maker) = game.tables(Some(pieces)) else { break };
        let plan = maker.plan(kind, folder, Retrograde::default());
        if plan.map_err(|error| folder.wrong(&error))?.missing > 0 {
            break;
        }
        most = maker;
    }
    Ok(most)
}

/// A folder with tables.
#[derive(Clone)]
pub(crate) struct Folder {
    folder: PathBuf,
    /// What the names of all files begin with.
    game: String,
}

impl Folder {
    /// The tables of a game in a folder.
    pub(crate) fn new(folder: PathBuf, game: &str) -> Folder {
        Folder { folder, game: game.replace(':', "-") }
    }

    /// Where they are if no folder is named.
    pub(crate) fn usual(game: &str) -> Folder {
        Folder::new(PathBuf::from(format!("{}-tables", game.replace(':', "-"))), game)
    }

    /// What is wrong with a table.
    pub(crate) fn wrong(&self, error: &SliceError) -> Failure {
        Failure::different(format!("{}: {}", self.path(&error.slice).display(), error.error))
    }

    /// The file of a slice.
    pub(crate) fn path(&self, slice: &str) -> PathBuf {
        self.folder.join(format!("{}-{slice}.table", self.game))
    }

    /// Makes the folder, if it is not there, and keeps other programs from building in it until the lock is dropped.
    pub(crate) fn lock(&self) -> Result<Log, Failure> {
        fs::create_dir_all(&self.folder)
            .map_err(|error| files::unwritable(&self.folder, &error))?;
        Log::open(&self.folder.join("building"), Kind::LOCK)
    }

    pub(crate) fn shown(&self) -> impl std::fmt::Display + '_ {
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

    fn lost(&self, error: &SliceError) {
        warn(&format!("{}; searches go on without it", self.wrong(error)));
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
