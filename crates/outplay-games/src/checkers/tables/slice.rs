//! Slices of checkers: how many men and kings each side has.

use std::fmt::{self, Display};

use super::super::rules::{BLACK, Position, WHITE};

/// The pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// How many men.
    pub men: u8,
    /// How many kings.
    pub kings: u8,
}

impl Side {
    /// Men and kings.
    pub fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// All with so many pieces.
    fn with_pieces(count: u8) -> impl Iterator<Item = Side> {
        (0..=count).map(move |men| Side { men, kings: count - men })
    }
}

/// A slice: the pieces of both sides, the stronger one first. Its name has men and kings of each side: `12-21` is a man and two kings against two men and a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    sides: [Side; 2],
}

/// What the player to move and the other one have, as an index.
#[inline]
pub(super) fn code(own: Side, other: Side) -> usize {
    let digits = [own.men, own.kings, other.men, other.kings];
    digits.into_iter().fold(0, |code, digit| code << 4 | usize::from(digit))
}

/// What both sides have, with Black to move.
#[inline(always)]
pub(super) fn code_of(position: Position) -> usize {
    let [own, other] = sides_of(position);
    code(own, other)
}

#[inline(always)]
fn sides_of(position: Position) -> [Side; 2] {
    [BLACK, WHITE].map(|player| Side {
        men: position.men(player).count_ones() as u8,
        kings: position.kings(player).count_ones() as u8,
    })
}

impl Slice {
    /// The slice of a position.
    pub fn of_position(position: Position) -> Slice {
        let [own, other] = sides_of(position);
        Slice::of(own, other)
    }

    /// The slice in which the sides have these pieces.
    pub fn of(one: Side, other: Side) -> Slice {
        let rank = |side: Side| (side.pieces(), side.kings);
        Slice { sides: if rank(one) >= rank(other) { [one, other] } else { [other, one] } }
    }

    /// All slices with so many pieces, at least one on each side, each behind those that it leads to.
    pub fn with_pieces(count: u8) -> impl Iterator<Item = Slice> {
        let mut slices: Vec<Slice> = (1..count)
            .flat_map(|own| {
                Side::with_pieces(own).flat_map(move |one| {
                    Side::with_pieces(count - own).map(move |other| Slice::of(one, other))
                })
            })
            .collect();
        slices.sort_by_key(|slice| (slice.men(), *slice));
        slices.dedup();
        slices.into_iter()
    }

    /// The pieces of both sides, the stronger one first.
    pub fn sides(self) -> [Side; 2] {
        self.sides
    }

    fn men(self) -> u8 {
        self.sides[0].men + self.sides[1].men
    }

    /// What the player to move and the other one have: two ways, and one if they have the same.
    pub(super) fn parts(self) -> impl Iterator<Item = [Side; 2]> {
        let [one, other] = self.sides;
        let second = (one != other).then_some([other, one]);
        std::iter::once([one, other]).chain(second)
    }

    /// The slices that one move leads to, or one move and the captures behind it.
    pub(super) fn leads_to(self) -> Vec<Slice> {
        let [one, other] = self.sides;
        let pieces = one.pieces() + other.pieces();
        let can_become = |slice: &Slice| {
            slice.parts().any(|[first, second]| {
                let is_less =
                    |less: Side, more: Side| less.pieces() <= more.pieces() && less.men <= more.men;
                is_less(first, one) && is_less(second, other)
            })
        };
        let captures = (2..pieces).flat_map(Slice::with_pieces).filter(can_become);
        let crowned =
            |side: Side| (side.men > 0).then(|| Side { men: side.men - 1, kings: side.kings + 1 });
        let promotions = [
            crowned(one).map(|one| Slice::of(one, other)),
            crowned(other).map(|other| Slice::of(one, other)),
        ];
        let mut slices: Vec<Slice> = captures.chain(promotions.into_iter().flatten()).collect();
        slices.sort_unstable();
        slices.dedup();
        slices
    }
}

impl Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.sides;
        write!(f, "{}{}-{}{}", one.men, one.kings, other.men, other.kings)
    }
}
