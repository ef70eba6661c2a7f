//! Endgame tables: positions with few pieces, in slices by how many men and kings each player has.
//!
//! Colours do not matter: a position is turned so that the player to move has the black pieces and moves down the board. A slice has
//! the positions with the same pieces on both sides, whoever moves; a step of a man or a king stays in it, a capture and a new
//! king leave it.

mod ground;
mod numbering;
mod slice;

pub use ground::{Placed, SliceGround};
pub use slice::{Side, Slice};

use std::sync::Arc;

use numbering::Numbering;
use outplay::solve::retrograde::{Next, Slices, Worth};
use outplay::solve::tables::Tabled;

use super::rules::{BLACK, Checkers, Position, WHITE};

/// All slices with up to so many pieces.
#[derive(Clone)]
pub struct CheckersTables {
    most: u8,
    numberings: Arc<Numberings>,
}

/// The most pieces that positions of a table have.
pub const MOST_PIECES: u8 = 8;

/// A position that has more pieces than the tables, by more than so many, is not looked at: captures would have to be played out in most positions in vain.
const MOST_CAPTURED: u32 = 3;

impl CheckersTables {
    /// All slices with up to `most` pieces, at least one on each side.
    ///
    /// # Panics
    /// If there are more pieces than [`MOST_PIECES`], or fewer than 2.
    pub fn new(most: u8) -> CheckersTables {
        assert!((2..=MOST_PIECES).contains(&most), "tables have 2 to {MOST_PIECES} pieces");
        CheckersTables { most, numberings: Arc::new(Numberings::new(most)) }
    }
}

impl CheckersTables {
    /// The same, or what is wrong with the number.
    pub fn checked(most: u32) -> Result<CheckersTables, String> {
        let few = u8::try_from(most).ok().filter(|most| (2..=MOST_PIECES).contains(most));
        few.map(CheckersTables::new)
            .ok_or_else(|| format!("tables of {most} pieces: there are some of 2 to {MOST_PIECES}"))
    }

    /// What a position with Black to move is worth, by the tables. Captures are played until there are none.
    fn value<V: Worth, T: FnMut(&Slice, u64) -> Option<V>>(
        &self,
        position: Position,
        table: &mut T,
    ) -> Option<V> {
        if position.pieces(BLACK) == 0 {
            return Some(V::LOST);
        }
        if position.count() > u32::from(self.most) + MOST_CAPTURED {
            return None;
        }
        if position.can_capture() {
            return self.captures(position, table);
        }
        if position.count() > u32::from(self.most) || position.pieces(WHITE) == 0 {
            return None;
        }
        let part = self.numberings.part(slice::code_of(position));
        table(&part.slice, part.first + part.numbering.number(position))
    }

    /// The best capture. All of them have to be known.
    fn captures<V: Worth, T: FnMut(&Slice, u64) -> Option<V>>(
        &self,
        position: Position,
        table: &mut T,
    ) -> Option<V> {
        let mut best = Some(None::<V>);
        position.captures(|mv| {
            let Some(so_far) = best else { return };
            let value = self.value(position.after(mv).flipped(), table);
            let value = value.map(|value| value.before(Next::Opponent));
            best = value.map(|value| Some(so_far.map_or(value, |so_far| so_far.best(value))));
        });
        best.flatten()
    }
}

impl Tabled<Checkers> for CheckersTables {
    fn probe<V: Worth>(
        &self,
        _: &Checkers,
        position: &Position,
        table: &mut impl FnMut(&Slice, u64) -> Option<V>,
    ) -> Option<V> {
        let black = if position.player() == BLACK { *position } else { position.flipped() };
        self.value(black, table)
    }

    /// Captures are played out.
    #[inline]
    fn is_probed(&self, _: &Checkers, position: &Position) -> bool {
        position.count() <= u32::from(self.most) && !position.can_capture()
    }

    /// Captures and moves of men end the counting. Slices are left by captures and by men that become kings.
    fn plies_left(&self, game: &Checkers, position: &Position) -> u32 {
        u32::from(game.limit().saturating_sub(position.plies()))
    }

    fn longest(&self, game: &Checkers) -> u32 {
        u32::from(game.limit())
    }
}

impl Slices for CheckersTables {
    type Slice = Slice;
    type Ground = SliceGround;

    fn name(&self) -> String {
        "checkers".to_owned()
    }

    /// The first numbering of positions that there is.
    fn rules(&self) -> u64 {
        0x6368_6563_6b65_7201
    }

    fn slices(&self) -> Vec<Slice> {
        (2..=self.most).flat_map(Slice::with_pieces).collect()
    }

    fn leads_to(&self, slice: &Slice) -> Vec<Slice> {
        slice.leads_to()
    }

    fn ground(&self, slice: &Slice) -> SliceGround {
        SliceGround::new(*slice, Arc::clone(&self.numberings))
    }
}

/// A part of a slice: the positions in which the player to move has the pieces of one of the sides.
struct Part {
    slice: Slice,
    /// The number of its first position in the slice.
    first: u64,
    numbering: Numbering,
}

/// How positions are numbered, by what the player to move has and what the other one has.
struct Numberings(Vec<Option<Part>>);

impl Numberings {
    fn new(most: u8) -> Numberings {
        let mut all = Vec::new();
        all.resize_with(1 << 16, || None);
        for slice in (2..=most).flat_map(Slice::with_pieces) {
            let mut first = 0;
            for [own, other] in slice.parts() {
                let numbering = Numbering::new(own, other);
                let behind = first + numbering.count();
                all[slice::code(own, other)] = Some(Part { slice, first, numbering });
                first = behind;
            }
        }
        Numberings(all)
    }

    #[inline]
    fn part(&self, code: usize) -> &Part {
        self.0[code].as_ref().expect("it has few enough pieces")
    }

    #[inline]
    fn get(&self, code: usize) -> &Numbering {
        &self.part(code).numbering
    }
}
