//! Endgame tables: positions with three or four men, kings included, in slices by which men each side has.
//!
//! Colours do not matter: a position is turned so that the player to move is White. Nobody may castle any more. A slice has the
//! positions with the same men on both sides, whoever moves; captures and promotions leave it. Positions that are images of each
//! other are one: there are eight images of a board without pawns, and two of one with pawns.
//!
//! Where a pawn has just come past another one, the right to take it is a part of the position: KPvKP has numbers for those behind the others.

mod ground;
mod kings;
mod men;
mod numbering;
mod slice;

pub use ground::{Placed, SliceGround};
pub use slice::{Side, Slice};

use std::sync::Arc;

use cozy_chess::{Board, Color};
use ground::Part;
use men::Men;
use outplay::engine::Lookup;
use outplay::solve::retrograde::{Slices, Worth};
use outplay::solve::tables::{Store, Tabled};

use super::rules::{Chess, FIFTY_MOVES, Position, can_take_en_passant};
use super::syzygy::Syzygy;

/// The most men, kings included, that positions of a table have.
pub const MOST_MEN: u8 = men::MOST as u8;

/// All slices with up to so many men.
#[derive(Clone)]
pub struct ChessTables {
    most: u8,
    /// By what both players have.
    parts: Arc<[(u32, Slice, Part)]>,
}

impl ChessTables {
    /// All slices with up to `most` men, kings included, or what is wrong with the number. With two there are none.
    pub fn checked(most: u32) -> Result<ChessTables, String> {
        let few = u8::try_from(most).ok().filter(|most| (2..=MOST_MEN).contains(most));
        let wrong =
            || format!("tables of {most} men: there are some of 3 to {MOST_MEN}, kings included");
        few.map(ChessTables::new).ok_or_else(wrong)
    }

    fn new(most: u8) -> ChessTables {
        let slices = (3..=most).flat_map(Slice::with_men);
        let mut all: Vec<(u32, Slice, Part)> = slices
            .flat_map(|slice| {
                let parts = ground::parts(slice).0.into_iter();
                parts.map(move |part| (part.numbering.men().code(), slice, part))
            })
            .collect();
        all.sort_unstable_by_key(|(code, _, _)| *code);
        ChessTables { most, parts: all.into() }
    }

    /// Where a position is found; nothing if it is in no table.
    pub fn number(&self, position: &Position) -> Option<(Slice, u64)> {
        let men = men_of(position)?;
        let code = men.code();
        let at = self.parts.binary_search_by_key(&code, |(code, _, _)| *code).ok()?;
        let (_, slice, part) = &self.parts[at];
        let is_passing = can_take_en_passant(position.board());
        Some((*slice, part.number(&men, is_passing)?))
    }
}

/// The men of a position, if they are few and nobody may castle.
fn men_of(position: &Position) -> Option<Men> {
    let board = position.board();
    if may_castle(board) { None } else { Men::of_board(board) }
}

/// Whether somebody may still castle: no table has such a position.
pub(super) fn may_castle(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}

impl Tabled<Chess> for ChessTables {
    const OTHERS: Option<&'static str> = Some("Syzygy");

    fn others(files: Arc<dyn Store + Send>) -> Result<Arc<dyn Lookup<Chess>>, String> {
        Ok(Arc::new(Syzygy::open(files)?))
    }

    fn probe<V: Worth>(
        &self,
        _: &Chess,
        position: &Position,
        table: &mut impl FnMut(&Slice, u64) -> Option<V>,
    ) -> Option<V> {
        if position.board().occupied().len() == 2 {
            return Some(V::DRAWN);
        }
        let (slice, number) = self.number(position)?;
        table(&slice, number)
    }

    /// Captures and moves of pawns begin the counting anew. Slices are left by captures and promotions.
    fn plies_left(&self, _: &Chess, position: &Position) -> u32 {
        FIFTY_MOVES.saturating_sub(position.board().halfmove_clock()).into()
    }

    fn longest(&self, _: &Chess) -> u32 {
        FIFTY_MOVES.into()
    }
}

impl Slices for ChessTables {
    type Slice = Slice;
    type Ground = SliceGround;

    /// Chess960 has the same tables: nobody castles in them.
    fn name(&self) -> String {
        "chess".to_owned()
    }

    /// The second version: the first one took some positions with two equal men for draws that are lost.
    fn rules(&self) -> u64 {
        0x6368_6573_7300_0002
    }

    fn slices(&self) -> Vec<Slice> {
        (3..=self.most).flat_map(Slice::with_men).collect()
    }

    fn leads_to(&self, slice: &Slice) -> Vec<Slice> {
        slice.leads_to()
    }

    fn ground(&self, slice: &Slice) -> SliceGround {
        SliceGround::new(*slice)
    }
}
