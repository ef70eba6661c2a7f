//! Where the two kings stand, up to symmetry: 462 ways on a board without pawns, 1806 with pawns.

use std::sync::OnceLock;

use cozy_chess::{Square, get_king_moves};

/// Symmetries of the board: 1 mirrors files, 2 mirrors ranks, and 4 then changes ranks and files.
const SYMMETRIES: u8 = 8;
/// Pawns allow only the first two: the board as it is, and with its files mirrored.
const WITH_PAWNS: u8 = 2;

/// Where each symmetry takes each square.
const IMAGES: [[u8; 64]; SYMMETRIES as usize] = images();

const fn images() -> [[u8; 64]; SYMMETRIES as usize] {
    let mut images = [[0; 64]; SYMMETRIES as usize];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut square = 0;
        while square < 64 {
            let mut image = square;
            if symmetry & 1 != 0 {
                image ^= 7;
            }
            if symmetry & 2 != 0 {
                image ^= 56;
            }
            if symmetry & 4 != 0 {
                image = image % 8 * 8 + image / 8;
            }
            images[symmetry as usize][square as usize] = image;
            square += 1;
        }
        symmetry += 1;
    }
    images
}

/// Where a symmetry takes a square.
#[inline(always)]
pub(super) fn image(symmetry: u8, square: Square) -> u8 {
    IMAGES[usize::from(symmetry % SYMMETRIES)][square as usize]
}

/// A pair of kings: its number, and the symmetry that takes them to where pairs with that number stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turned {
    pub(super) pair: u16,
    pub(super) symmetry: u8,
    /// The other symmetry that takes them there, where both stand on a diagonal; otherwise the same.
    pub(super) twin: u8,
}

/// Stands for kings that cannot be where they are.
const NOWHERE: Turned = Turned { pair: u16::MAX, symmetry: 0, twin: 0 };

/// All pairs of kings. Of the images of a pair the smallest one is numbered: without pawns the king of the player to move is in the
/// triangle a1-d1-d4, with pawns on the files a to d.
pub(super) struct Kings {
    turned: Vec<Turned>,
    pairs: Vec<[Square; 2]>,
}

impl Kings {
    /// On boards with pawns, or without.
    pub(super) fn get(has_pawns: bool) -> &'static Kings {
        static KINGS: [OnceLock<Kings>; 2] = [const { OnceLock::new() }; 2];
        let symmetries = if has_pawns { WITH_PAWNS } else { SYMMETRIES };
        KINGS[usize::from(has_pawns)].get_or_init(|| Kings::new(symmetries))
    }

    fn new(symmetries: u8) -> Kings {
        let all = || Square::ALL.into_iter().flat_map(|own| Square::ALL.map(|other| [own, other]));
        let may_stand = |[own, other]: [Square; 2]| own != other && !get_king_moves(own).has(other);
        let smallest = |pair: [Square; 2]| {
            let images = (0..symmetries).map(|symmetry| pair.map(|king| image(symmetry, king)));
            images.min().expect("there is a symmetry")
        };
        let is_smallest = |pair: [Square; 2]| smallest(pair) == pair.map(|king| king as u8);
        let pairs: Vec<_> = all().filter(|&pair| may_stand(pair) && is_smallest(pair)).collect();
        let turned = |pair: [Square; 2]| {
            let there = smallest(pair);
            let number = pairs.binary_search(&there.map(|king| Square::index(king.into())));
            let takes = |&symmetry: &u8| pair.map(|king| image(symmetry, king)) == there;
            match (number, (0..symmetries).find(takes), (0..symmetries).rfind(takes)) {
                (Ok(pair), Some(symmetry), Some(twin)) => {
                    Turned { pair: pair as u16, symmetry, twin }
                }
                _ => NOWHERE,
            }
        };
        Kings { turned: all().map(turned).collect(), pairs }
    }

    /// How many pairs there are.
    pub(super) fn count(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// The pair with a number: the king of the player to move, and the other one.
    pub(super) fn pair(&self, number: u64) -> [Square; 2] {
        self.pairs[number as usize]
    }

    /// The number of a pair; none if the kings stand side by side.
    #[inline(always)]
    pub(super) fn turned(&self, own: Square, other: Square) -> Option<Turned> {
        let turned = self.turned[own as usize * 64 + other as usize];
        (turned.pair != NOWHERE.pair).then_some(turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_many_as_are_known() {
        assert_eq!(Kings::get(false).count(), 462);
        assert_eq!(Kings::get(true).count(), 1806);
    }

    #[test]
    fn a_pair_and_its_images_have_one_number() {
        for (has_pawns, symmetries) in [(false, SYMMETRIES), (true, WITH_PAWNS)] {
            let kings = Kings::get(has_pawns);
            for number in 0..kings.count() {
                for symmetry in 0..symmetries {
                    let [own, other] = kings.pair(number);
                    let images =
                        [own, other].map(|king| Square::index(image(symmetry, king).into()));
                    let turned = kings.turned(images[0], images[1]).expect("they may stand there");
                    assert_eq!(u64::from(turned.pair), number);
                    let back = images.map(|king| image(turned.twin, king));
                    assert_eq!(back, [own as u8, other as u8]);
                }
            }
        }
    }
}
