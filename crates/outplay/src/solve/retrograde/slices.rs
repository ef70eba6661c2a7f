//! What a game tells about its positions so that they can be solved slice by slice.

use std::fmt::Display;
use std::hash::Hash;

use super::Worth;

/// A game whose positions come in slices, and are numbered within each.
///
/// A slice is a set of positions that are solved together: all that can lead back to each other are in the same one. In checkers
/// it is a number of men and kings of each side, with either player to move. A move that leaves a slice never comes back to it.
pub trait Slices: Sync {
    /// Names a slice.
    type Slice: Clone + Eq + Hash + Display + Send + Sync;
    /// A slice made ready for work.
    type Ground: Ground;

    /// The name of the game, for whoever reads a table of it.
    fn name(&self) -> String;

    /// Tells the rules and the numbering from others: a table that was made by other rules is refused.
    fn rules(&self) -> u64;

    /// All slices, each behind those that it leads to.
    fn slices(&self) -> Vec<Self::Slice>;

    /// The slices that moves lead to, or that are asked about them, without the slice itself.
    fn leads_to(&self, slice: &Self::Slice) -> Vec<Self::Slice>;

    /// Makes a slice ready.
    fn ground(&self, slice: &Self::Slice) -> Self::Ground;
}

/// Who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The other player.
    Opponent,
    /// The same player again.
    Same,
}

/// What the moves of a position are, as far as they leave its slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look<V> {
    /// No move stays inside the slice, and this is what the position is worth. A game that is over is settled, too.
    Settled(V),
    /// Some moves stay inside.
    Open {
        /// The best of what the moves that leave the slice lead to, for the player who moves here; nothing if all stay.
        exits: Option<V>,
        /// How many moves stay: as many as [`Ground::after`] tells, from 1 to [`MOST_INSIDE`].
        inside: u8,
    },
}

impl<V: Worth> Look<V> {
    /// What is told of a position by the best of its moves that leave the slice and by how many stay.
    pub fn new(exits: Option<V>, inside: u8) -> Look<V> {
        match inside {
            0 => Look::Settled(exits.unwrap_or(V::LOST)),
            _ => Look::Open { exits, inside },
        }
    }
}

/// The most moves of a position that stay inside its slice.
pub const MOST_INSIDE: u8 = 240;

/// The slices that were solved before, as [`Ground::look`] sees them.
pub trait Exits: Sync {
    /// A [verdict](super::Verdict), one with its [distance](super::Distance), or a [score](super::Score).
    type Value: Worth;

    /// What a position of another slice is worth to the player who moves there. Slices are counted in the order of
    /// [`Slices::leads_to`]. Positions that are [never probed](Ground::is_probed) have no value that could be trusted.
    fn value(&self, slice: usize, number: u64) -> Self::Value;
}

impl<E: Exits> Exits for &E {
    type Value = E::Value;

    #[inline(always)]
    fn value(&self, slice: usize, number: u64) -> E::Value {
        E::value(self, slice, number)
    }
}

/// One slice: its positions by number, and how moves connect them.
///
/// Numbers go from 0 to [`count`](Self::count); some may belong to no position. Positions are visited in order of their numbers,
/// so a [cursor](Self::Cursor) may keep what neighbours share.
pub trait Ground: Sync {
    /// A position of the slice.
    type Position;
    /// What is kept from one number to the next.
    type Cursor: Default;

    /// Whether [`before`](Self::before) tells anything. If not, the slice is solved from what [`after`](Self::after) tells.
    const UNMOVES: bool = true;

    /// How many numbers there are.
    fn count(&self) -> u64;

    /// Whether any move stays inside the slice. Layers, in which none does, need no counters.
    fn has_moves_inside(&self) -> bool {
        true
    }

    /// Whether moves inside the slice may come back to where they began. Where they never do, scores are found in one pass.
    fn comes_back(&self) -> bool {
        true
    }

    /// The position with a number; none if no position has it.
    fn position(&self, cursor: &mut Self::Cursor, number: u64) -> Option<Self::Position>;

    /// Looks at all moves of a position, and asks for what those are worth that leave the slice.
    fn look<E: Exits>(&self, position: &Self::Position, exits: &E) -> Look<E::Value>;

    /// Tells where each move leads that stays inside, and who moves there. A move that wins points leaves the slice.
    fn after(&self, position: &Self::Position, told: impl FnMut(u64, Next));

    /// Tells from where each move comes that stays inside, and who moves behind it. A position from which several
    /// moves come is told as often. Positions whose moves all leave the slice may be told; it does not change anything.
    fn before(&self, position: &Self::Position, told: impl FnMut(u64, Next)) {
        let _ = (position, told);
    }

    /// Whether a table is ever asked about this position. If not, its verdict may be replaced by whatever takes the least
    /// room: in checkers a player who must capture does so before anything is looked up.
    fn is_probed(&self, position: &Self::Position) -> bool {
        let _ = position;
        true
    }
}

impl<G: Ground> Ground for &G {
    type Position = G::Position;
    type Cursor = G::Cursor;
    const UNMOVES: bool = G::UNMOVES;

    fn count(&self) -> u64 {
        G::count(self)
    }
    fn has_moves_inside(&self) -> bool {
        G::has_moves_inside(self)
    }
    fn comes_back(&self) -> bool {
        G::comes_back(self)
    }
    fn position(&self, cursor: &mut Self::Cursor, number: u64) -> Option<Self::Position> {
        G::position(self, cursor, number)
    }
    fn look<E: Exits>(&self, position: &Self::Position, exits: &E) -> Look<E::Value> {
        G::look(self, position, exits)
    }
    fn after(&self, position: &Self::Position, told: impl FnMut(u64, Next)) {
        G::after(self, position, told);
    }
    fn before(&self, position: &Self::Position, told: impl FnMut(u64, Next)) {
        G::before(self, position, told);
    }
    fn is_probed(&self, position: &Self::Position) -> bool {
        G::is_probed(self, position)
    }
}
