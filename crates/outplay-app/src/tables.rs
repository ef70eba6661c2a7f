//! Endgame tables: the folder where they are, a file for each slice, and which of them a search uses.

use std::collections::HashMap;
use std::env;
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

/// What the tables by others are called that the option `--syzygy` is about.
const SYZYGY: &str = "Syzygy";

/// Decoded blocks of one game take so many megabytes, for all searches of the program together.
const CACHE: usize = 64;

/// Options of a command that searches with endgame tables.
#[derive(Args, Clone, Default)]
#[group(id = "endgame-tables")]
pub(crate) struct Choice {
    /// The folder with endgame tables; if none is given, GAME-tables, if it is there
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The folder with Syzygy tables of chess; several are written as in PATH
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Use no endgame tables
    #[arg(long, conflicts_with_all = ["tables", "syzygy"])]
    no_tables: bool,
}

impl Choice {
    /// None.
    pub(crate) fn none() -> Choice {
        Choice { no_tables: true, ..Choice::default() }
    }

    /// The same with our own tables in a folder, or with none.
    pub(crate) fn with_own(self, folder: Option<PathBuf>) -> Choice {
        Choice { no_tables: folder.is_none(), tables: folder, ..self }
    }

    /// The same with Syzygy tables in these folders, or with none.
    pub(crate) fn with_syzygy(self, folders: Option<PathBuf>) -> Choice {
        Choice { syzygy: folders, ..self }
    }

    /// The tables that were chosen. A game without tables has none; if a folder is named, some have to be there.
    pub(crate) fn open(&self, game: &dyn AnyGame) -> Result<Option<EndgameTables>, Failure> {
        let Ok(maker) = game.tables(None) else {
            return match self.tables.as_ref().or(self.syzygy.as_ref()) {
                Some(_) => Err(game.tables(None).map(drop).expect_err("it has none").into()),
                None => Ok(None),
            };
        };
        let (about, name) = (game.about(), maker.name());
        if self.syzygy.is_some() && maker.others() != Some(SYZYGY) {
            let what = format!("{SYZYGY} tables are those of chess: {} has none", about.name);
            return Err(Failure::input(what));
        }
        let own = self.own(&name);
        let found = shared(game, own.as_ref(), self.syzygy.as_deref())?;
        match own {
            Some(folder) if !found.has_own && self.tables.is_some() => {
                let (shown, game) = (folder.shown(), &about.name);
                Err(Failure::input(format!(
                    "there are no tables of {name} in {shown}: `outplay table build {game} --folder {shown}` makes some"
                )))
            }
            _ => Ok(found.tables),
        }
    }

    /// The same for one game of many: a game that has none there searches without.
    pub(crate) fn open_if_there(
        &self,
        game: &dyn AnyGame,
    ) -> Result<Option<EndgameTables>, Failure> {
        let Ok(maker) = game.tables(None) else { return Ok(None) };
        let syzygy = self.syzygy.as_deref().filter(|_| maker.others() == Some(SYZYGY));
        Ok(shared(game, self.own(&maker.name()).as_ref(), syzygy)?.tables)
    }

    /// Where our own tables of a game are.
    fn own(&self, name: &str) -> Option<Folder> {
        match &self.tables {
            _ if self.no_tables => None,
            Some(folder) => Some(Folder::new(folder.clone(), name)),
            None => Some(Folder::usual(name)).filter(|usual| usual.folder.is_dir()),
        }
    }
}

/// Tables that were opened, if some were there, and whether some of them are our own.
#[derive(Clone, Default)]
struct Found {
    tables: Option<EndgameTables>,
    has_own: bool,
}

/// What tables are opened by: the game, our own folder, and folders of others.
type Key = (String, Option<PathBuf>, Option<PathBuf>);

/// The tables in some folders, opened once: all searches share them and their cache.
fn shared(
    game: &dyn AnyGame,
    own: Option<&Folder>,
    syzygy: Option<&Path>,
) -> Result<Found, Failure> {
    static OPENED: OnceLock<Mutex<HashMap<Key, Found>>> = OnceLock::new();
    let opened = OPENED.get_or_init(Mutex::default);
    let key = (
        game.about().name.clone(),
        own.map(|folder| folder.folder.clone()),
        syzygy.map(Path::to_path_buf),
    );
    let mut opened = opened.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = opened.get(&key) {
        return Ok(found.clone());
    }
    let found = found(game, own, syzygy)?;
    if found.tables.is_some() {
        opened.insert(key, found.clone());
    }
    Ok(found)
}

/// The tables in some folders.
fn found(
    game: &dyn AnyGame,
    own: Option<&Folder>,
    syzygy: Option<&Path>,
) -> Result<Found, Failure> {
    let own = match own {
        Some(folder) => with_tables(game, folder)?.map(|maker| (maker, folder)),
        None => None,
    };
    let has_own = own.is_some();
    if !has_own && syzygy.is_none() {
        return Ok(Found::default());
    }
    let (maker, folder) = match own {
        Some((maker, folder)) => (maker, Some(folder)),
        None => (game.tables(None)?, None),
    };
    let own = folder.map(|folder| Arc::new(folder.clone()) as Arc<dyn Store + Send>);
    let others = syzygy.map(Others::new).transpose()?;
    let others = others.map(|others| Arc::new(others) as Arc<dyn Store + Send>);
    let tables = maker.for_searches(own, others, CACHE).map_err(|what| {
        let shown = syzygy.map(|folders| format!("`{}`: ", folders.display()));
        Failure::input(shown.unwrap_or_default() + &what)
    })?;
    Ok(Found { tables: Some(tables), has_own })
}

/// Who reads the tables of a game in a folder; nothing if none is there.
fn with_tables(
    game: &dyn AnyGame,
    folder: &Folder,
) -> Result<Option<Box<dyn TableMaker>>, Failure> {
    let kind = game.tables(None)?.usual_kind();
    let maker = most(kind, game, folder)?;
    let told = maker.about(kind, folder).map_err(|error| folder.wrong(&error))?;
    Ok(told.iter().any(|(_, about)| about.is_some()).then_some(maker))
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
        Stored::open(&self.path(slice))
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

impl Stored {
    /// A file, if it is there.
    fn open(path: &Path) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let unreadable = |error: io::Error| TableError::Unreadable(error.to_string());
        if !path.try_exists().map_err(unreadable)? {
            return Ok(None);
        }
        let file = files::opened(path, Kind::TABLE)
            .map_err(|failure| TableError::Unreadable(failure.to_string()))?;
        let length = file.metadata().map_err(unreadable)?.len();
        Ok(Some(Box::new(Stored { file, length })))
    }
}

impl TableSource for Stored {
    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        files::read_at(&self.file, at, bytes)
    }
}

/// Folders with tables by others, which are only read.
struct Others {
    folders: Vec<PathBuf>,
}

impl Others {
    /// Folders written as in `PATH`.
    fn new(folders: &Path) -> Result<Others, Failure> {
        let folders: Vec<PathBuf> = env::split_paths(folders).collect();
        match folders.iter().find(|folder| !folder.is_dir()) {
            Some(folder) => Err(Failure::input(format!(
                "`{}` is no folder: Syzygy tables are files such as KQvK.rtbw in a folder",
                folder.display()
            ))),
            None => Ok(Others { folders }),
        }
    }
}

impl Store for Others {
    fn open(&self, name: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let mut paths = self.folders.iter().map(|folder| folder.join(name));
        let there = paths.find(|path| path.exists());
        there.map_or(Ok(None), |path| Stored::open(&path))
    }

    fn lost(&self, SliceError { slice, error }: &SliceError) {
        warn(&format!("{slice}: {error}; searches go on without it"));
    }
}
