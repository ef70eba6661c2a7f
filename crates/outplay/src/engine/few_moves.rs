//! Few moves, side by side: the move picker of games that [list and score](super::Ordering::few_moves) all moves of a position at once.
//!
//! A move is a lane: nothing is pushed to a list and nothing is sorted. The rank of a move is one number, of its score and of its lane, and the next one
//! to try has the lowest rank above that of the last one: a minimum of eight small numbers, for which a processor has an instruction.

use super::features::{Switch, switch};
use super::insight::{FewMoves, Insight, LANES, Ordering};
use super::move_picker::{Candidate, Picker};
use super::node::{END, Node, Note};
use super::search::Search;
use super::table::Slot;
use crate::ZeroSum;

const FACTS: Switch = switch("facts");
const ORDERING: Switch = switch("ordering");

/// The rank of a lane without a move: above all others.
const UNUSED: u16 = 0x8000;

/// The moves of a node that has few.
pub(super) struct Lanes<M, N> {
    moves: [M; LANES],
    notes: [N; LANES],
    /// The lowest comes first. The lowest three bits are the lane.
    ranks: [u16; LANES],
    /// The rank of the move that was picked last.
    last: u16,
    /// Lanes that are left for later, because another thread is at them, as bits.
    deferred: u8,
}

impl<M: Copy, N: Copy> Lanes<M, N> {
    #[inline(always)]
    fn new(few: FewMoves<M, N>) -> Self {
        let FewMoves { moves, scores, notes } = few;
        let mut ranks = [UNUSED; LANES];
        for (lane, score) in scores.into_iter().enumerate() {
            debug_assert!(
                score == FewMoves::<M, N>::NO_MOVE || score.abs() < FewMoves::<M, N>::HIGHEST,
                "a move scores {score}"
            );
            let rank = ((FewMoves::<M, N>::HIGHEST.wrapping_sub(score)) as u16) << 3 | lane as u16;
            ranks[lane] = if score == FewMoves::<M, N>::NO_MOVE { UNUSED } else { rank };
        }
        Lanes { moves, notes, ranks, last: 0, deferred: 0 }
    }

    /// The lowest rank that is above the last one. Those below it become the largest numbers there are.
    #[inline(always)]
    fn next_rank(&self) -> Option<u16> {
        let above = self.last + 1;
        let next = self.ranks.iter().map(|rank| rank.wrapping_sub(above)).min();
        next.map(|next| next.wrapping_add(above)).filter(|&rank| rank < UNUSED)
    }

    #[inline(always)]
    fn candidate(&self, lane: usize) -> Candidate<M> {
        Candidate { mv: self.moves[lane % LANES], place: lane }
    }

    /// A move that was left for later.
    #[inline(always)]
    fn deferred(&mut self) -> Option<Candidate<M>> {
        let lane = self.deferred.trailing_zeros();
        if self.deferred == 0 {
            return None;
        }
        self.deferred &= self.deferred - 1;
        Some(self.candidate(lane as usize))
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether nothing but the game itself has a say in the order of the moves, so that it may hand them over with it.
    pub(super) const MAY_HAVE_FEW: bool = Self::MOVE_INDICES == 0 && !Self::LOOKS_AHEAD;

    /// The moves of a node, if the game lists and scores them at once. Then nothing else has a say in their order. Without facts, and where some may be forbidden,
    /// moves are those of the rules.
    #[inline(always)]
    pub(super) fn few_moves(
        &self,
        node: &Node<'_, G, I::Scratch>,
    ) -> Option<Lanes<G::Move, Note<G, I>>> {
        let is_asked =
            self.config.has(ORDERING) && self.config.has(FACTS) && !self.may_be_forbidden();
        if !is_asked {
            return None;
        }
        let Node { position, scratch, window, .. } = node;
        self.insight.ordering().few_moves(self.game, position, scratch, *window).map(Lanes::new)
    }
}

impl<G: ZeroSum, I: Insight<G>> Picker<G, I> for Lanes<G::Move, Note<G, I>> {
    #[inline(always)]
    fn next(
        &mut self,
        _: &mut Search<'_, G, I>,
        _: &Node<'_, G, I::Scratch>,
    ) -> Option<Candidate<G::Move>> {
        match self.next_rank() {
            Some(rank) => {
                self.last = rank;
                Some(self.candidate(usize::from(rank) % LANES))
            }
            None => self.deferred(),
        }
    }

    #[inline(always)]
    fn note(&self, candidate: Candidate<G::Move>) -> Option<Note<G, I>> {
        Some(self.notes[candidate.place % LANES])
    }

    #[inline(always)]
    fn child<const MODE: u8>(
        &self,
        search: &Search<'_, G, I>,
        node: &Node<'_, G, I::Scratch>,
        candidate: Candidate<G::Move>,
        needs_slot: bool,
    ) -> (G::Position, Option<Slot>) {
        // The entries of all others are asked for later.
        if needs_slot {
            return search.child_anew::<MODE>(node, candidate.mv);
        }
        let mut child = node.position.clone();
        search.game.play(&mut child, candidate.mv);
        (child, None)
    }

    fn has_more(&self) -> bool {
        self.next_rank().is_some()
    }

    fn defer(&mut self, candidate: Candidate<G::Move>) {
        self.deferred |= 1 << candidate.place;
    }

    #[inline(always)]
    fn look_at_others(&mut self, search: &Search<'_, G, I>, node: &Node<'_, G, I::Scratch>) {
        for lane in 0..LANES {
            if (self.last + 1..UNUSED).contains(&self.ranks[lane]) {
                search.child_anew::<END>(node, self.moves[lane]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_comes_first_and_equals_stay_in_order() {
        let scores = [0, -7, 1_999, 0, FewMoves::<u8, ()>::NO_MOVE, -1_999, 1, 1];
        let few = FewMoves { moves: *b"abcdefgh", scores, notes: [(); LANES] };
        let mut lanes = Lanes::new(few);
        let picked: Vec<u8> = std::iter::from_fn(|| {
            lanes.last = lanes.next_rank()?;
            Some(lanes.candidate(usize::from(lanes.last) % LANES).mv)
        })
        .collect();
        assert_eq!(picked, *b"cghadbf");
    }

    #[test]
    fn what_is_left_for_later_comes_once() {
        let few = FewMoves { moves: *b"abcdefgh", scores: [0; LANES], notes: [(); LANES] };
        let mut lanes = Lanes::new(few);
        lanes.deferred = 0b1010_0000;
        let later: Vec<u8> =
            std::iter::from_fn(|| lanes.deferred()).map(|candidate| candidate.mv).collect();
        assert_eq!(later, *b"fh");
    }
}
