//! As listed: the move picker of games that put [no effort](super::Effort::None) into the order of moves.
//!
//! Nothing is ranked: the list of the game becomes that of the node without a copy. Only the moves that the table remembers come to the front.

use super::insight::{Effort, Insight, Ordering};
use super::move_picker::{Candidate, MoveList, Picker};
use super::node::Node;
use super::search::Search;
use super::table::{NONE, Slot};
use crate::{Game, ZeroSum};

/// The moves of a node, in the order in which they are tried.
pub(super) struct AsListed<'l, G: Game> {
    list: &'l mut MoveList<G>,
    /// The place of the move that comes next.
    next: usize,
}

/// Brings a move to the front. Those before it keep their order.
#[inline(always)]
fn bring_forward<M: Copy>(moves: &mut [M], is_it: impl Fn(M) -> bool) {
    if let Some(at) = moves.iter().position(|&mv| is_it(mv)) {
        moves[..=at].rotate_right(1);
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether the moves of a node are tried as they are listed. A selective search leaves some of them out, and so needs more than that.
    #[inline(always)]
    pub(super) fn comes_as_listed<const MODE: u8>(&self, node: &Node<'_, G, I::Scratch>) -> bool {
        if Self::SELECTIVE {
            return false;
        }
        let plies = self.plies::<MODE>(node);
        self.insight.ordering().effort(self.game, node.position, plies) == Effort::None
    }

    /// Asks for the table's entry of the position that the first move leads to: while that of the node itself is on its way, this one comes, too.
    #[inline(always)]
    pub(super) fn look_at_first<const MODE: u8>(&self, node: &Node<'_, G, I::Scratch>) {
        if let Some(&mv) = self.listed.first()
            && self.comes_as_listed::<MODE>(node)
        {
            self.child_anew::<MODE>(node, mv);
        }
    }

    /// Looks where all moves from a place on lead to, and asks for their entries of the table.
    #[inline(never)]
    fn look_at_listed(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>, from: usize) {
        for at in 0..list.listed.len() {
            match at < from {
                true => list.keep_place(node.position),
                false => self.add_child(node, list, list.listed[at]),
            }
        }
    }

    /// Hands the moves of a node over as they are listed.
    #[inline(always)]
    pub(super) fn as_listed<'l>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        list: &'l mut MoveList<G>,
    ) -> AsListed<'l, G> {
        self.list_if_needed(node);
        std::mem::swap(&mut self.listed, &mut list.listed);
        let [first, second] = node.table.moves;
        if Self::MOVE_INDICES > 0 && first != NONE {
            if second != NONE {
                bring_forward(&mut list.listed, |mv| self.move_index(mv) == second);
            }
            bring_forward(&mut list.listed, |mv| self.move_index(mv) == first);
        }
        AsListed { list, next: 0 }
    }
}

impl<G: ZeroSum, I: Insight<G>> Picker<G, I> for AsListed<'_, G> {
    #[inline(always)]
    fn next(
        &mut self,
        _: &mut Search<'_, G, I>,
        _: &Node<'_, G, I::Scratch>,
    ) -> Option<Candidate<G::Move>> {
        match self.list.listed.get(self.next) {
            Some(&mv) => {
                let place = self.next;
                self.next += 1;
                Some(Candidate { mv, place })
            }
            None => self.list.deferred.pop(),
        }
    }

    #[inline(always)]
    fn child<const MODE: u8>(
        &self,
        search: &Search<'_, G, I>,
        node: &Node<'_, G, I::Scratch>,
        candidate: Candidate<G::Move>,
        _: bool,
    ) -> (G::Position, Option<Slot>) {
        self.list.child_at::<MODE, I>(search, node, candidate)
    }

    #[inline(always)]
    fn has_more(&self) -> bool {
        self.next < self.list.listed.len()
    }

    fn defer(&mut self, candidate: Candidate<G::Move>) {
        self.list.deferred.push(candidate);
    }

    #[inline(always)]
    fn look_at_others(&mut self, search: &Search<'_, G, I>, node: &Node<'_, G, I::Scratch>) {
        if self.next < self.list.listed.len() && self.list.children.is_empty() {
            search.look_at_listed(node, self.list, self.next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_brought_forward_leaves_the_others_in_order() {
        let mut moves = *b"abcde";
        bring_forward(&mut moves, |mv| mv == b'd');
        assert_eq!(&moves, b"dabce");
        bring_forward(&mut moves, |mv| mv == b'x');
        assert_eq!(&moves, b"dabce");
    }
}
