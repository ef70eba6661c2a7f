//! Slices of chess: which men each side has besides its king.

use std::fmt::{self, Display};

use cozy_chess::{Board, Color, Piece};

/// What a side may have besides its king, the strongest first.
pub(super) const KINDS: [Piece; 5] =
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// What a pawn becomes.
pub(super) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The men of one side besides its king: how many of each kind, the strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side([u8; 5]);

fn place(piece: Piece) -> usize {
    Piece::Queen as usize - piece as usize
}

impl Side {
    /// A side with these men and its king.
    pub fn of(men: impl IntoIterator<Item = Piece>) -> Side {
        men.into_iter().fold(Side::default(), Side::with)
    }

    /// The men of a player on a board.
    pub(in super::super) fn of_board(board: &Board, color: Color) -> Side {
        Side(KINDS.map(|kind| board.colored_pieces(color, kind).len() as u8))
    }

    /// The same with one man more.
    fn with(mut self, piece: Piece) -> Side {
        self.0[place(piece)] += 1;
        self
    }

    /// The same with one man less, if it has one of that kind.
    fn without(mut self, piece: Piece) -> Option<Side> {
        let count = &mut self.0[place(piece)];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// How many men there are, without the king.
    pub fn count(self) -> u8 {
        self.0.iter().sum()
    }

    /// The men, the strongest first.
    pub fn men(self) -> impl Iterator<Item = Piece> {
        KINDS.into_iter().flat_map(move |kind| (0..self.0[place(kind)]).map(move |_| kind))
    }

    /// Whether there are pawns.
    pub fn has_pawns(self) -> bool {
        self.0[place(Piece::Pawn)] > 0
    }

    /// All with so many men.
    fn with_men(count: u8) -> Vec<Side> {
        let one_more = |sides: Vec<Side>| {
            let mut more: Vec<Side> =
                sides.iter().flat_map(|side| KINDS.map(|kind| side.with(kind))).collect();
            more.sort_unstable();
            more.dedup();
            more
        };
        (0..count).fold(vec![Side::default()], |sides, _| one_more(sides))
    }

    /// The same after one man was taken, in every way.
    fn less(self) -> impl Iterator<Item = Side> {
        KINDS.into_iter().filter_map(move |kind| self.without(kind))
    }

    /// The same after a pawn has become something else, in every way.
    fn promoted(self) -> impl Iterator<Item = Side> {
        let rest = self.without(Piece::Pawn);
        rest.into_iter().flat_map(|rest| PROMOTIONS.map(|piece| rest.with(piece)))
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        self.men().try_for_each(|kind| write!(f, "{}", char::from(kind).to_ascii_uppercase()))
    }
}

/// A slice: the men of both sides, the stronger one first. Its name is the usual one: `KQvKR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    sides: [Side; 2],
}

impl Slice {
    /// The slice in which the sides have these men.
    pub fn of(one: Side, other: Side) -> Slice {
        let rank = |side: Side| (side.count(), side);
        Slice { sides: if rank(one) >= rank(other) { [one, other] } else { [other, one] } }
    }

    /// All slices with so many men, kings included, each behind those that it leads to.
    pub fn with_men(count: u8) -> Vec<Slice> {
        let besides = count.saturating_sub(2);
        let mut slices: Vec<Slice> = (0..=besides)
            .flat_map(|own| Side::with_men(own).into_iter().map(move |one| (own, one)))
            .flat_map(|(own, one)| {
                Side::with_men(besides - own).into_iter().map(move |other| Slice::of(one, other))
            })
            .collect();
        slices.sort_unstable_by_key(|slice| (slice.pawns(), *slice));
        slices.dedup();
        slices
    }

    /// The men of both sides, the stronger one first.
    pub fn sides(self) -> [Side; 2] {
        self.sides
    }

    fn pawns(self) -> u8 {
        self.sides.map(|side| side.0[place(Piece::Pawn)]).iter().sum()
    }

    /// Whether all men are kings: nobody can win, and there is no table.
    pub(super) fn is_bare(self) -> bool {
        self.sides[0].count() == 0
    }

    /// What the player to move and the other one have: two ways, and one if they have the same.
    pub(super) fn parts(self) -> impl Iterator<Item = [Side; 2]> {
        let [one, other] = self.sides;
        let second = (one != other).then_some([other, one]);
        std::iter::once([one, other]).chain(second)
    }

    /// The slices that one move leads to, bare kings left out.
    pub(super) fn leads_to(self) -> Vec<Slice> {
        let after_move = |[own, other]: [Side; 2]| {
            let moved = std::iter::once(own).chain(own.promoted());
            moved.flat_map(move |own| {
                std::iter::once(other).chain(other.less()).map(move |other| Slice::of(own, other))
            })
        };
        let mut slices: Vec<Slice> = self.parts().flat_map(after_move).collect();
        slices.retain(|&slice| slice != self && !slice.is_bare());
        slices.sort_unstable();
        slices.dedup();
        slices
    }
}

impl Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.sides;
        write!(f, "{one}v{other}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty_five_slices_each_behind_those_it_leads_to() {
        let all: Vec<Slice> = (3..=4).flat_map(Slice::with_men).collect();
        assert_eq!((Slice::with_men(3).len(), all.len()), (5, 35));
        for (at, slice) in all.iter().enumerate() {
            assert!(slice.leads_to().iter().all(|other| all[..at].contains(other)), "{slice}");
        }
        let named = |name: &str| all.iter().find(|slice| slice.to_string() == name);
        let below: Vec<String> =
            named("KQvKP").unwrap().leads_to().iter().map(Slice::to_string).collect();
        assert_eq!(
            below,
            ["KPvK", "KNvK", "KBvK", "KRvK", "KQvK", "KQvKN", "KQvKB", "KQvKR", "KQvKQ"]
        );
    }
}
