//! Syzygy: tables of up to seven men that others have made. They tell who wins under the rule of fifty moves (WDL, `.rtbw`), and after how many
//! plies the count of that rule begins anew if both play for that (DTZ, `.rtbz`).
//!
//! Ronald de Man, [*Syzygy endgame tablebases*](https://github.com/syzygy1/tb), 2013. The form of the files is described in
//! [How does Syzygy store its information?](https://chess.stackexchange.com/questions/22207).
//!
//! ```text
//! board ──its men──▶ file ──order of the men──▶ number ──index──▶ block ──codes, pairs──▶ value
//!                    table.rs                    squares.rs        pairs.rs
//! ```
//! A file is not believed where a capture decides: there it says what is cheapest to write. So all captures are played out (`probe.rs`), as well as captures
//! en passant, which no file knows.
//!
//! Nothing is mapped into memory, and whatever is read is checked: what cannot be is told, once, and the file is not used any more. The checksum of a file is not looked at, so a file may still
//! say what is not true if it was damaged where all bytes are possible.

mod bytes;
mod pairs;
mod probe;
mod squares;
mod table;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use cozy_chess::{Board, Color};
use outplay::Range;
use outplay::engine::{KNOWN_WIN, Lookup, TableFact, WIN};
use outplay::solve::retrograde::Verdict;
use outplay::solve::tables::{SliceError, Store, TableError};

use super::rules::{Chess, FIFTY_MOVES, Position};
use super::tables::{Side, Slice, may_castle};
pub use probe::Standing;
use squares::MOST;
use table::{Kind, Table, View};

/// The Syzygy tables of a store, each opened when it is first asked for.
pub struct Syzygy {
    files: Arc<dyn Store + Send>,
    places: HashMap<[Side; 2], Place>,
    /// The most men of a table that is there.
    most: u32,
}

/// The tables of a slice.
struct Place {
    slice: Slice,
    results: File,
    distances: File,
}

/// A table, once it is opened; none, if it is not there or cannot be read.
#[derive(Default)]
struct File {
    opened: OnceLock<Option<Table>>,
    is_lost: AtomicBool,
}

impl Syzygy {
    /// The tables of a store, which knows them by the names of their files: `KQvKR.rtbw`. Says what is wrong if there are none.
    pub fn open(files: Arc<dyn Store + Send>) -> Result<Syzygy, String> {
        let (mut places, mut most) = (HashMap::new(), 0);
        for men in 3..=MOST as u8 {
            for slice in Slice::with_men(men) {
                let name = Kind::Results.name(slice);
                let is_there = match files.open(&name) {
                    Ok(file) => file.is_some(),
                    Err(error) => return Err(format!("{name}: {error}")),
                };
                if is_there {
                    let place =
                        Place { slice, results: File::default(), distances: File::default() };
                    places.insert(slice.sides(), place);
                    most = men.into();
                }
            }
        }
        match places.is_empty() {
            false => Ok(Syzygy { files, places, most }),
            true => {
                Err("no table of Syzygy is there: files such as KQvK.rtbw and KQvK.rtbz".to_owned())
            }
        }
    }

    /// How many endings there are, and the most men of one.
    pub fn size(&self) -> (usize, u32) {
        (self.places.len(), self.most)
    }

    /// Who wins, as far as tables tell.
    pub fn standing(&self, board: &Board) -> Option<Standing> {
        if board.occupied().len() > self.most || may_castle(board) {
            return None;
        }
        self.probed(board)
    }

    /// After how many plies the count of the fifty moves begins anew, or the game is mate, if the player who wins wants it soon and the other one late; 0 of a draw. It may be one ply more.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        self.standing(board).and_then(|standing| self.plies(board, standing))
    }

    /// The place of a position, and how it is turned to be found there.
    fn place(&self, board: &Board) -> Option<(&Place, View)> {
        let [white, black] = [Color::White, Color::Black].map(|color| Side::of_board(board, color));
        let slice = Slice::of(white, black);
        let place = self.places.get(&slice.sides())?;
        Some((place, View::of(board, slice, white)))
    }

    /// What a file says; nothing if it is not there, or cannot be read, which is told once.
    fn told<T>(
        &self,
        place: &Place,
        kind: Kind,
        ask: impl FnOnce(&Table) -> Result<T, TableError>,
    ) -> Option<T> {
        let (slice, file) = match kind {
            Kind::Results => (place.slice, &place.results),
            Kind::Distances => (place.slice, &place.distances),
        };
        if file.is_lost.load(Ordering::Relaxed) {
            return None;
        }
        let lose = |error: TableError| {
            if !file.is_lost.swap(true, Ordering::Relaxed) {
                self.files.lost(&SliceError { slice: kind.name(slice), error });
            }
        };
        let table = file.opened.get_or_init(|| {
            let source = self.files.open(&kind.name(slice)).map_err(lose).ok()??;
            Table::open(source, slice, kind).map_err(lose).ok()
        });
        ask(table.as_ref()?).map_err(lose).ok()
    }
}

/// Where the score lies of a win that is nearer for good after so many plies.
fn won_after(plies: u32) -> Range<i32> {
    Range { low: KNOWN_WIN - plies as i32, high: WIN }
}

impl Lookup<Chess> for Syzygy {
    /// A win that comes too late for the rule of fifty moves is a draw. Where that rule has begun to count, a win is one if the count begins anew in time.
    fn look_up(&self, _: &Chess, position: &Position) -> Option<TableFact> {
        let board = position.board();
        let standing = self.standing(board)?;
        let verdict = standing.verdict();
        if verdict == Verdict::Draw {
            return Some(TableFact { range: Range { low: 0, high: 0 }, verdict: Some(verdict) });
        }
        let clock = u32::from(board.halfmove_clock());
        let limit = u32::from(FIFTY_MOVES);
        let certain = match clock {
            0 => Some(limit),
            _ => self.plies(board, standing).filter(|plies| plies + clock < limit),
        };
        let won = certain.map_or(Range { low: 0, high: WIN }, won_after);
        let range = if verdict == Verdict::Win { won } else { won.flipped() };
        Some(TableFact { range, verdict: Some(verdict) })
    }

    /// Captures and moves of pawns set the clock back, which is what these tables count to.
    fn progress(&self, _: &Chess, position: &Position) -> Option<u32> {
        match position.board().halfmove_clock() {
            0 => Some(0),
            _ => self.distance(position.board()),
        }
    }
}
