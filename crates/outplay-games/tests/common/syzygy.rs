//! Tables of Syzygy as test data, random positions of their endings, and another program that reads them.

#![allow(dead_code, unreachable_pub)] // every test file uses some of this

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Piece, Rank, Square, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use fastrand::Rng;
use outplay::solve::tables::{SliceError, Store, TableError, TableSource};
use outplay_games::chess::syzygy::Standing;
use outplay_games::chess::tables::{Side, Slice};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};

use super::skipped::skip;

/// The folder of the tables with three and four men.
fn folder() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("OUTPLAY_DATA").map_or(root, PathBuf::from).join("syzygy34")
}

/// Files in memory, by their names.
#[derive(Clone, Default)]
pub struct Files(Arc<Mutex<HashMap<String, Arc<Vec<u8>>>>>);

impl Files {
    /// All tables; nothing, told aloud, where they are not.
    pub fn of_test_data() -> Option<Files> {
        static READ: OnceLock<HashMap<String, Arc<Vec<u8>>>> = OnceLock::new();
        let read = READ.get_or_init(|| {
            let entries = std::fs::read_dir(folder()).into_iter().flatten().flatten();
            let named = entries.map(|entry| {
                let name = entry.file_name().into_string().expect("a name in ASCII");
                (name, Arc::new(std::fs::read(entry.path()).expect("it can be read")))
            });
            named.filter(|(name, _)| name.contains(".rtb")).collect()
        });
        if read.is_empty() {
            skip("there is no syzygy34 in the folder of test data");
            return None;
        }
        Some(Files(Arc::new(Mutex::new(read.clone()))))
    }

    /// Only some of them.
    pub fn only(self, names: &[&str]) -> Files {
        self.0.lock().expect("no panic").retain(|name, _| names.contains(&name.as_str()));
        self
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        self.0.lock().expect("no panic")[name].to_vec()
    }

    /// Other bytes.
    pub fn set(&mut self, name: &str, bytes: Vec<u8>) {
        // Clones keep theirs.
        let mut files = self.0.lock().expect("no panic").clone();
        files.insert(name.to_owned(), Arc::new(bytes));
        self.0 = Arc::new(Mutex::new(files));
    }
}

impl Store for Files {
    fn open(&self, name: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = self.0.lock().expect("no panic").get(name).cloned();
        Ok(bytes.map(|bytes| Box::new(bytes.to_vec()) as Box<dyn TableSource>))
    }

    fn lost(&self, error: &SliceError) {
        panic!("{error}");
    }
}

/// All endings of three and four men, by name.
pub fn slices() -> Vec<(String, [Side; 2])> {
    let all = (3..=4).flat_map(Slice::with_men);
    all.map(|slice| (slice.to_string(), slice.sides())).collect()
}

/// A random position with these men, of whichever colour, whoever moves. If a pawn may have made two steps, it sometimes has.
pub fn random_board(rng: &mut Rng, sides: &[Side; 2]) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        let stronger = if rng.bool() { Color::White } else { Color::Black };
        let men = |side: Side| std::iter::once(Piece::King).chain(side.men());
        let all = men(sides[0]).map(|piece| (piece, stronger));
        let all = all.chain(men(sides[1]).map(|piece| (piece, !stronger)));
        for (piece, color) in all {
            let square = Square::index(rng.usize(0..64));
            *builder.square_mut(square) = Some((piece, color));
        }
        builder.side_to_move = if rng.bool() { Color::White } else { Color::Black };
        let mover = builder.side_to_move;
        let with_pawns_of_both = sides.iter().all(|side| side.has_pawns());
        if with_pawns_of_both && rng.bool() {
            // Pawns side by side are rare.
            let (file, rank) = (rng.usize(0..8), Rank::Fifth.relative_to(mover));
            let at = |file: usize| Square::new(File::index(file), rank);
            let next = if file == 7 || file > 0 && rng.bool() { file - 1 } else { file + 1 };
            for square in Square::ALL {
                if matches!(builder.square(square), Some((Piece::Pawn, _))) {
                    *builder.square_mut(square) = None;
                }
            }
            *builder.square_mut(at(file)) = Some((Piece::Pawn, !mover));
            *builder.square_mut(at(next)) = Some((Piece::Pawn, mover));
            builder.en_passant =
                Some(Square::new(File::index(file), Rank::Sixth.relative_to(mover)));
        }
        let Ok(board) = builder.build() else { continue };
        let count = 2 + sides.iter().map(|side| u32::from(side.count())).sum::<u32>();
        let [white, black] = [Color::White, Color::Black].map(|color| board.king(color));
        if board.occupied().len() == count && !get_king_moves(white).has(black) {
            return board;
        }
    }
}

/// The reader `pyrrhic-rs`. It keeps its tables in global variables, and so there is one; it trusts every file, and so it only reads test data.
pub struct Judge(TableBases<Attacks>);

/// The judge of this program, once it is known that the tables are there.
pub fn judge() -> &'static Mutex<Judge> {
    static JUDGE: OnceLock<Mutex<Judge>> = OnceLock::new();
    JUDGE.get_or_init(|| {
        let folder = folder();
        let opened = TableBases::new(folder.to_str().expect("a path in UTF-8"));
        Mutex::new(Judge(opened.expect("the tables are there")))
    })
}

impl Judge {
    /// Who wins.
    pub fn standing(&self, board: &Board) -> Standing {
        let [white, black] = [Color::White, Color::Black].map(|color| board.colors(color).0);
        let pieces = |piece| board.pieces(piece).0;
        let result = self.0.probe_wdl(
            white,
            black,
            pieces(Piece::King),
            pieces(Piece::Queen),
            pieces(Piece::Rook),
            pieces(Piece::Bishop),
            pieces(Piece::Knight),
            pieces(Piece::Pawn),
            passing(board),
            board.side_to_move() == Color::White,
        );
        standing(result.unwrap_or_else(|error| panic!("{board}: {error:?}")))
    }

    /// Who wins, and after how many plies the count of the fifty moves begins anew.
    pub fn distance(&self, board: &Board) -> (Standing, u32) {
        let [white, black] = [Color::White, Color::Black].map(|color| board.colors(color).0);
        let pieces = |piece| board.pieces(piece).0;
        let result = self.0.probe_root(
            white,
            black,
            pieces(Piece::King),
            pieces(Piece::Queen),
            pieces(Piece::Rook),
            pieces(Piece::Bishop),
            pieces(Piece::Knight),
            pieces(Piece::Pawn),
            0,
            passing(board),
            board.side_to_move() == Color::White,
        );
        match result.map(|result| result.root) {
            Ok(DtzProbeValue::DtzResult(root)) => (standing(root.wdl), root.dtz.into()),
            other => panic!("{board}: {other:?}"),
        }
    }
}

/// The square behind a pawn that has just made two steps, if it can be taken there.
fn passing(board: &Board) -> u32 {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map_or(0, |file| Square::new(file, rank) as u32)
}

fn standing(result: WdlProbeResult) -> Standing {
    match result {
        WdlProbeResult::Loss => Standing::Loss,
        WdlProbeResult::BlessedLoss => Standing::BlessedLoss,
        WdlProbeResult::Draw => Standing::Draw,
        WdlProbeResult::CursedWin => Standing::CursedWin,
        WdlProbeResult::Win => Standing::Win,
    }
}

/// Where pieces go, for the judge.
#[derive(Clone)]
struct Attacks;

fn square(square: u64) -> Square {
    Square::index(square as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        get_pawn_attacks(square(from), color).0
    }

    fn knight_attacks(from: u64) -> u64 {
        get_knight_moves(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(from), BitBoard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        get_rook_moves(square(from), BitBoard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }

    fn king_attacks(from: u64) -> u64 {
        get_king_moves(square(from)).0
    }
}
