//! A small number for every move, for the tables of an engine that learn from moves.
//!
//! A step is known by its square and its way. A capture is known by its square and the ways of its jumps, and there are few of
//! those: a piece lands on eight squares at most, and takes nothing twice. All beginnings of captures are the nodes of a tree, and
//! the number of a capture is that of the node at which it ends.

use std::sync::LazyLock;

use super::rules::{Move, Position};
use super::squares::Way;

/// Steps by their square and their way.
const STEPS: usize = 32 * 4;

/// Beginnings of captures, from all squares.
const CAPTURES: usize = 1_328;

/// How many numbers there are.
pub(super) const COUNT: usize = STEPS + CAPTURES;

/// The nodes that a jump in each of the four ways leads to, or 0. The first 32 nodes are squares, before the first jump.
type Tree = Vec<[u16; 4]>;

static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let mut tree: Tree = vec![[0; 4]; 32];
    for square in 0..32 {
        grow(&mut tree, square, 1 << square, 0);
    }
    tree
});

/// Adds all jumps from a square, over pieces that are not taken yet, and those that follow.
fn grow(tree: &mut Tree, node: usize, at: u32, taken: u32) {
    for way in Way::ALL {
        let over = way.step(at) & !taken;
        let to = way.step(over);
        if to != 0 {
            let next = tree.len();
            tree[node][way as usize] = next as u16;
            tree.push([0; 4]);
            grow(tree, next, to, taken | over);
        }
    }
}

/// The number of a move: another one than those of all other moves of a position.
#[inline(always)]
pub(super) fn index(mv: Move) -> usize {
    let from = mv.from() as usize;
    if mv.is_capture() {
        let node = mv.ways().fold(from, |node, way| usize::from(TREE[node][way as usize]));
        return STEPS + node - 32;
    }
    let to = 1 << mv.to();
    let way = Way::ALL.into_iter().position(|way| way.step(1 << from) == to).unwrap_or(0);
    4 * from + way
}

/// The legal move of a position that has a number, if there is one.
#[inline(always)]
pub(super) fn indexed(position: Position, number: usize) -> Option<Move> {
    let mut found = None;
    match (number < STEPS, position.can_capture()) {
        (true, false) => {
            let from = 1 << (number / 4);
            position.step(from, Way::ALL[number % 4])
        }
        (false, true) => {
            position.captures(|mv| found = found.or((index(mv) == number).then_some(mv)));
            found
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::notation::legal;
    use super::*;
    use crate::checkers::{BLACK, WHITE};

    #[test]
    fn so_many_captures_begin() {
        assert_eq!(TREE.len(), 32 + CAPTURES);
    }

    #[test]
    fn every_move_has_its_own_number() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let (black, white) = (random.u32(..) & random.u32(..), random.u32(..) & random.u32(..));
            let black = black & !white;
            let kings = (black | white) & random.u32(..) | white & 0xf | black & 0xf000_0000;
            let player = if random.bool() { BLACK } else { WHITE };
            let position = Position::new([black, white], kings, player);
            let moves = legal(position);
            let numbers: HashSet<usize> = moves.iter().map(|mv| index(*mv)).collect();
            assert_eq!(numbers.len(), moves.len(), "{position:?}");
            assert!(numbers.iter().all(|number| *number < COUNT));
            for number in (0..COUNT).step_by(7).chain(numbers.iter().copied()) {
                let expected = moves.iter().copied().find(|mv| index(*mv) == number);
                assert_eq!(indexed(position, number), expected, "{number} in {position:?}");
            }
        }
    }
}
