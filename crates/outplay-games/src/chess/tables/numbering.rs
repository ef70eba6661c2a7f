//! Numbers of positions: the pair of kings, then one group of equal men after the other.
//!
//! Men that stand on each other's squares, and kings that can be taken, leave gaps. Of two images of a position that share their pair of
//! kings, as they do when both stand on a diagonal, the one with the smaller number is the position, and the other one is a gap, too.

use cozy_chess::{File, Piece, Rank, Square};

use super::kings::{Kings, image};
use super::men::{Men, OTHER_KING, OWN_KING};
use super::slice::Side;

/// How many pairs of pawns stand side by side on the fifth rank.
const PASSING: u64 = 14;

/// Pairs of squares `[a, b]` with `a < b` in order of `b`, then of `a`: those below any square come before all others.
const PAIRS: [[u8; 2]; 2016] = pairs();

const fn pairs() -> [[u8; 2]; 2016] {
    let mut pairs = [[0; 2]; 2016];
    let (mut at, mut b) = (0, 1);
    while b < 64 {
        let mut a = 0;
        while a < b {
            pairs[at] = [a, b];
            at += 1;
            a += 1;
        }
        b += 1;
    }
    pairs
}

/// The number of a pair of squares among [`PAIRS`].
#[inline(always)]
fn pair(one: u8, other: u8) -> u64 {
    let (a, b) = (u64::from(one.min(other)), u64::from(one.max(other)));
    b * b.wrapping_sub(1) / 2 + a
}

/// One man, or two equal ones.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    is_pair: bool,
    /// The lowest square that there is: pawns are not on the first rank.
    lowest: u8,
    /// How many sets of squares there are.
    size: u32,
}

impl Group {
    fn new(first: usize, piece: Piece, is_pair: bool) -> Group {
        let (lowest, squares) = if piece == Piece::Pawn { (8, 48) } else { (0, 64) };
        let size = if is_pair { squares * (squares - 1) / 2 } else { squares };
        Group { first, is_pair, lowest, size }
    }

    /// The groups of the men behind the kings.
    fn all(men: &Men) -> Vec<Group> {
        let sides = [men.own().skip(1).collect::<Vec<_>>(), men.others().collect()];
        let groups = sides.iter().flat_map(|side| {
            side.chunk_by(|&one, &other| men.piece(one) == men.piece(other))
                .map(|equal| Group::new(equal[0], men.piece(equal[0]), equal.len() == 2))
        });
        groups.collect()
    }

    #[inline(always)]
    fn number(self, men: &Men, symmetry: u8) -> u64 {
        let square = |man: usize| image(symmetry, men.square(man)) - self.lowest;
        match self.is_pair {
            false => square(self.first).into(),
            true => pair(square(self.first), square(self.first + 1)),
        }
    }

    #[inline(always)]
    fn put(self, men: Men, number: u32) -> Men {
        let square = |number: u8| Square::index(usize::from(number + self.lowest));
        match self.is_pair {
            false => men.put(self.first, square(number as u8)),
            true => {
                let [a, b] = PAIRS[number as usize];
                men.put(self.first, square(a)).put(self.first + 1, square(b))
            }
        }
    }
}

/// How the positions are numbered in which the player to move has these men and the other one has those.
pub(super) struct Numbering {
    men: Men,
    kings: &'static Kings,
    groups: Vec<Group>,
    /// How many numbers there are for each pair of kings.
    per_pair: u64,
    /// How many numbers there are without those of positions with a right to take en passant, which come behind.
    ordinary: u64,
    count: u64,
}

/// The numbers with the same pair of kings.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The first number, and the one behind the last.
    pub(super) first: u64,
    pub(super) end: u64,
    kings: [Square; 2],
    /// Whether another image of these kings is the same pair.
    has_twin: bool,
}

impl Default for Row {
    fn default() -> Row {
        Row { first: 0, end: 0, kings: [Square::A1; 2], has_twin: false }
    }
}

impl Numbering {
    pub(super) fn new(own: Side, other: Side) -> Numbering {
        let men = Men::of(own, other);
        let kings = Kings::get(own.has_pawns() || other.has_pawns());
        let groups = Group::all(&men);
        let per_pair = groups.iter().map(|group| u64::from(group.size)).product();
        let ordinary = kings.count() * per_pair;
        let pawn = Side::of([Piece::Pawn]);
        let passing = if [own, other] == [pawn; 2] { kings.count() * PASSING } else { 0 };
        Numbering { men, kings, groups, per_pair, ordinary, count: ordinary + passing }
    }

    /// The men, on no squares.
    pub(super) fn men(&self) -> &Men {
        &self.men
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The number of a position; none if the kings stand side by side. A pawn may have come past another one.
    #[inline(always)]
    pub(super) fn number(&self, men: &Men, is_passing: bool) -> Option<u64> {
        let turned = self.kings.turned(men.square(OWN_KING), men.square(OTHER_KING))?;
        if is_passing {
            let pair = u64::from(turned.pair) * PASSING;
            return Some(self.ordinary + pair + passing_number(men, turned.symmetry));
        }
        let first = u64::from(turned.pair) * self.per_pair;
        let number = first + self.within_pair(men, turned.symmetry);
        if turned.twin == turned.symmetry {
            return Some(number);
        }
        Some(number.min(first + self.within_pair(men, turned.twin)))
    }

    #[inline(always)]
    fn within_pair(&self, men: &Men, symmetry: u8) -> u64 {
        let number =
            |number, group: &Group| number * u64::from(group.size) + group.number(men, symmetry);
        self.groups.iter().fold(0, number)
    }

    /// The row with a number; none if those come behind in which a pawn has just come past another one.
    pub(super) fn row(&self, number: u64) -> Option<Row> {
        if number >= self.ordinary {
            return None;
        }
        let pair = number / self.per_pair;
        let first = pair * self.per_pair;
        let kings = self.kings.pair(pair);
        let turned = self.kings.turned(kings[0], kings[1]);
        let has_twin = turned.is_some_and(|turned| turned.twin != turned.symmetry);
        Some(Row { first, end: first + self.per_pair, kings, has_twin })
    }

    /// The position with a number of a row.
    #[inline(always)]
    pub(super) fn position(&self, row: &Row, number: u64) -> Option<Men> {
        let mut rest = (number - row.first) as u32;
        let mut men = self.men.put(OWN_KING, row.kings[0]).put(OTHER_KING, row.kings[1]);
        for group in self.groups.iter().rev() {
            men = group.put(men, rest % group.size);
            rest /= group.size;
        }
        let is_first = || !row.has_twin || self.number(&men, false) == Some(number);
        (men.is_legal() && is_first()).then_some(men)
    }

    /// The position with a number that comes behind those of rows: a pawn has just come past another one.
    pub(super) fn passing(&self, number: u64) -> Option<Men> {
        let number = number - self.ordinary;
        let [own, other] = self.kings.pair(number / PASSING);
        let files = passing_files((number % PASSING) as u8);
        let [from, taken] = files.map(|file| Square::new(File::index(file.into()), Rank::Fifth));
        let kings = self.men.put(OWN_KING, own).put(OTHER_KING, other);
        let men = kings.put(2, from).put(3, taken);
        (men.is_legal() && men.may_be_passing()).then_some(men)
    }
}

/// The number of two pawns side by side: seven ways with the own one to the left, and seven with it to the right.
fn passing_number(men: &Men, symmetry: u8) -> u64 {
    let [own, other] = [2, 3].map(|man| image(symmetry, men.square(man)) % 8);
    u64::from(if own < other { own } else { 7 + other })
}

/// The files of the own pawn and of the other one.
fn passing_files(number: u8) -> [u8; 2] {
    if number < 7 { [number, number + 1] } else { [number - 6, number - 7] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_squares_are_numbered_in_order() {
        for (number, [a, b]) in PAIRS.into_iter().enumerate() {
            assert_eq!(pair(a, b), number as u64);
            assert_eq!(pair(b, a), number as u64);
        }
    }

    #[test]
    fn pawns_side_by_side_are_numbered() {
        let pawn = Side::of([Piece::Pawn]);
        let numbering = Numbering::new(pawn, pawn);
        let all = numbering.ordinary..numbering.count;
        let found = all.filter_map(|number| Some((number, numbering.passing(number)?)));
        let mut count = 0;
        for (number, men) in found {
            assert_eq!(numbering.number(&men, true), Some(number));
            count += 1;
        }
        assert!(count > 14_000, "{count}");
    }
}
