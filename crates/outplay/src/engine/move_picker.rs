//! The move picker: the moves that are likely to be best come first.
//!
//! First the moves that the table remembers, then by what the game says of them, then by killers, counter-moves and history.
//! Moves are picked one by one, not sorted: most positions are done with after the first.

use super::features::{Switch, switch};
use super::histories::HISTORY_SCORES;
use super::insight::{Effort, Insight, Ordering, widest};
use super::node::{Ask, DOWN, END, Node};
use super::search::Search;
use super::table::NONE;
use crate::{Game, Stop, ZeroSum};

const ORDERING: Switch = switch("ordering");

/// The scores of the table's move, and of the one that was the best before.
const TABLE_MOVES: [i32; 2] = [i32::MAX, i32::MAX - 1];

/// A unit of the game's own score is worth more than all histories together.
const GAME_SCORE: i32 = 2 * HISTORY_SCORES;

/// A move to be tried.
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    score: i32,
    /// When it was added; its child is at the same place.
    place: u16,
}

impl<M: Copy> Clone for Candidate<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Copy> Copy for Candidate<M> {}

impl<M> Candidate<M> {
    /// The highest comes first.
    #[inline(always)]
    fn rank(&self) -> i64 {
        i64::from(self.score) << 16 | i64::from(self.place)
    }
}

/// The moves of a node.
pub(super) struct MoveList<G: Game> {
    /// Those still to be tried.
    pub(super) candidates: Vec<Candidate<G::Move>>,
    /// Where they lead to, if that was looked at: by their places.
    pub(super) children: Vec<G::Position>,
    /// Those that are left for later, because another thread is at them.
    pub(super) deferred: Vec<Candidate<G::Move>>,
    /// Quiet ones that were tried and did not cut off.
    pub(super) failed: Vec<G::Move>,
}

impl<G: Game> Default for MoveList<G> {
    fn default() -> Self {
        MoveList {
            candidates: Vec::with_capacity(16),
            children: Vec::new(),
            deferred: Vec::new(),
            failed: Vec::new(),
        }
    }
}

impl<G: Game> MoveList<G> {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.candidates.clear();
        self.children.clear();
        self.deferred.clear();
        self.failed.clear();
    }

    /// Adds a move. Of equals the one that is added last comes first.
    #[inline(always)]
    pub(super) fn add(&mut self, mv: G::Move, score: i32) {
        let place = self.candidates.len() as u16;
        self.candidates.push(Candidate { mv, score, place });
    }

    /// Takes the candidate with the highest score.
    #[inline(always)]
    pub(super) fn pick(&mut self) -> Option<Candidate<G::Move>> {
        let last = self.candidates.len().checked_sub(1)?;
        let (mut best, mut rank) = (last, self.candidates[last].rank());
        for at in 0..last {
            let other = self.candidates[at].rank();
            if other > rank {
                (best, rank) = (at, other);
            }
        }
        Some(self.candidates.swap_remove(best))
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Puts the listed moves on the list of a node, with their scores.
    #[inline(always)]
    pub(super) fn order<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
    ) -> Result<(), Stop> {
        let plies = self.plies::<MODE>(node);
        let ordering = self.insight.ordering();
        let effort = match self.config.has(ORDERING) {
            true => ordering.effort(self.game, node.position, plies),
            false => Effort::None,
        };
        node.uses_history = effort == Effort::History && Self::MOVE_INDICES > 0;
        // Those that were listed first are added last.
        self.listed.reverse();
        match effort {
            Effort::Move | Effort::History => {
                let Node { position, scratch, window, .. } = node;
                let told = |mv, score| list.add(mv, score);
                ordering.score_moves(self.game, position, scratch, &self.listed, *window, told);
            }
            _ => self.listed.iter().for_each(|&mv| list.add(mv, 0)),
        }
        if Self::LOOKS_AHEAD && matches!(effort, Effort::Child | Effort::Search { .. }) {
            self.look_at_children(node, list);
        }
        if let (true, Effort::Search { plies, weight }) = (Self::LOOKS_AHEAD, effort) {
            self.look_ahead::<MODE>(node, list, plies, weight)?;
        }
        if node.uses_history {
            self.add_histories(node, list);
        }
        if Self::MOVE_INDICES > 0 && node.table.moves[0] != NONE {
            self.put_table_moves_first(node, list);
        }
        Ok(())
    }

    /// Plays every move, to see where it leads to.
    #[inline(always)]
    fn look_at_children(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        let ordering = self.insight.ordering();
        for candidate in &mut list.candidates {
            let mv = candidate.mv;
            let mut child = node.position.clone();
            self.game.play(&mut child, mv);
            candidate.score =
                ordering.score_child(self.game, node.position, &node.scratch, mv, &child);
            if let Some(slot) = self.slot(&child) {
                self.table.prefetch(slot);
            }
            list.children.push(child);
        }
    }

    /// Searches a few plies from every child.
    #[inline(never)]
    fn look_ahead<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
        plies: u32,
        weight: i32,
    ) -> Result<(), Stop> {
        let selectivity = std::mem::replace(&mut self.selectivity, 0);
        let team = self.team.take();
        let saw_horizon = self.saw_horizon;
        if MODE == END {
            self.carry_anew(node.position, node.ply);
        }
        let looked = self.subtract_scores(node, list, plies, weight);
        self.selectivity = selectivity;
        self.team = team;
        self.saw_horizon = saw_horizon;
        looked
    }

    /// The better the other player stands after a move, the later it comes.
    fn subtract_scores(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
        plies: u32,
        weight: i32,
    ) -> Result<(), Stop> {
        let window = widest(self.game, self.insight);
        for (candidate, child) in list.candidates.iter_mut().zip(&list.children) {
            let last = self.move_index(candidate.mv);
            let ask = Ask { window, depth: plies, ply: node.ply + 1, last, excluded: NONE };
            self.carry(node.position, candidate.mv, child, node.ply);
            let score = self.score::<DOWN>(&mut child.clone(), node.player.other(), ask)?;
            candidate.score -= score * weight;
        }
        Ok(())
    }

    /// The moves that the table remembers come first.
    #[inline(always)]
    fn put_table_moves_first(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        for candidate in &mut list.candidates {
            let index = self.move_index(candidate.mv);
            for (remembered, score) in node.table.moves.into_iter().zip(TABLE_MOVES) {
                if index == remembered {
                    candidate.score = score;
                }
            }
        }
    }

    /// Moves of the same score are told apart by what they did elsewhere.
    #[inline(always)]
    fn add_histories(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        for candidate in &mut list.candidates {
            let score = self.histories.ordering_score(self.made(node, candidate.mv));
            candidate.score = candidate.score.saturating_mul(GAME_SCORE).saturating_add(score);
        }
    }

    /// The next move to try. Those that were deferred come last.
    #[inline(always)]
    pub(super) fn next(
        &self,
        node: &Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
    ) -> Option<Candidate<G::Move>> {
        let picked = list.pick();
        let is_excluded = |candidate: &Candidate<G::Move>| {
            node.excluded != NONE && self.move_index(candidate.mv) == node.excluded
        };
        let picked = match picked {
            Some(candidate) if Self::SELECTIVE && is_excluded(&candidate) => list.pick(),
            picked => picked,
        };
        picked.or_else(|| list.deferred.pop())
    }

    /// The position after a move.
    #[inline(always)]
    pub(super) fn child(
        &self,
        node: &Node<'_, G, I::Scratch>,
        list: &MoveList<G>,
        candidate: Candidate<G::Move>,
    ) -> G::Position {
        if Self::LOOKS_AHEAD
            && let Some(child) = list.children.get(usize::from(candidate.place))
        {
            return child.clone();
        }
        let mut child = node.position.clone();
        self.game.play(&mut child, candidate.mv);
        child
    }
}
