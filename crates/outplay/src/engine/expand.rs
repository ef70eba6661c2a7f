//! Trying the moves of a node, until one is good enough or none is left.

use super::insight::Insight;
use super::late_move_pruning::Treatment;
use super::move_picker::{Candidate, MoveList, Picker};
use super::node::{Ask, Before, DOWN, END, Found, Node};
use super::search::Search;
use super::singular_extension::Singular;
use super::table::{NONE, Slot};
use crate::{Stop, Window, ZeroSum};

/// The state of the loop over the moves of a node.
pub(super) struct Tries {
    /// What is still asked for.
    pub(super) window: Window<i32>,
    pub(super) tried: usize,
    /// How many of them were quiet.
    pub(super) quiet: usize,
    best_is_quiet: bool,
    /// Whether to mind what other threads do.
    shares: bool,
}

impl Tries {
    /// Alpha and beta after a move with this score. A move that cuts changes neither.
    fn window_after(&self, score: i32) -> Window<i32> {
        match score < self.window.beta {
            true => Window { alpha: self.window.alpha.max(score), ..self.window },
            false => self.window,
        }
    }
}

/// What becomes of a node after one of its moves was tried.
enum Tried {
    /// The next move is tried.
    GoOn,
    /// The move is good enough.
    Enough,
    /// The node is left with a score, whatever its moves are worth.
    Leave(i32),
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Lists the moves, orders and tries them.
    #[inline(always)]
    pub(super) fn expanded<const MODE: u8>(&mut self, node: &mut Node<'_, G, I::Scratch>) -> Found {
        if !Self::MAY_HAVE_FEW {
            return self.expanded_by_list::<MODE>(node);
        }
        match self.few_moves(node) {
            Some(mut few) => self.try_moves::<MODE>(node, &mut few),
            None => self.expanded_apart::<MODE>(&mut node.reborrowed()),
        }
    }

    /// PERF: a function of its own, so that a node with few moves does not pay for its large frame; and with a node of its own, so that the other one need not be in memory.
    #[inline(never)]
    fn expanded_apart<const MODE: u8>(&mut self, node: &mut Node<'_, G, I::Scratch>) -> Found {
        self.expanded_by_list::<MODE>(node)
    }

    #[inline(always)]
    fn expanded_by_list<const MODE: u8>(&mut self, node: &mut Node<'_, G, I::Scratch>) -> Found {
        if Self::lists_late::<MODE>() {
            self.listed.clear();
        }
        let mut list = self.take_list();
        let score = match self.comes_as_listed::<MODE>(node) {
            true => {
                let mut listed = self.as_listed(node, &mut list);
                self.try_moves::<MODE>(node, &mut listed)?
            }
            false => self.try_in_order::<MODE>(node, &mut list)?,
        };
        self.put_back(list);
        Ok(score)
    }

    #[inline(always)]
    fn try_in_order<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
    ) -> Found {
        self.order::<MODE>(node, list)?;
        match self.cut_by_child::<MODE>(node, list) {
            Some(score) => Ok(score),
            None => self.try_moves::<MODE>(node, list),
        }
    }

    /// Tries one move after the other, until one is good enough or none is left.
    #[inline(always)]
    fn try_moves<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut impl Picker<G, I>,
    ) -> Found {
        let generated = self.counts.generated;
        // A search to the end sees no horizon.
        let saw_horizon = MODE == DOWN && std::mem::replace(&mut self.saw_horizon, false);
        let rests_on = self.apart::<MODE>(node.ply);
        let mut tries = Tries {
            window: node.window,
            tried: 0,
            quiet: 0,
            best_is_quiet: true,
            shares: self.shares::<MODE>(node),
        };
        while let Some(candidate) = list.next(self, node) {
            match self.try_move::<MODE>(node, list, &mut tries, candidate)? {
                Tried::GoOn => (),
                Tried::Enough => break,
                Tried::Leave(score) => {
                    self.saw_horizon = true;
                    node.best = score;
                    self.joined::<MODE>(node, rests_on);
                    return Ok(score);
                }
            }
        }
        if tries.tried == 0 && node.excluded == NONE {
            // Where moves are listed late, only now is it known that there is none.
            node.best = self.terminal(node.position, node.player, node.ply);
        } else {
            self.conclude::<MODE>(node, &tries);
            self.store::<MODE>(node, generated);
        }
        if MODE == DOWN {
            self.saw_horizon |= saw_horizon;
        }
        self.joined::<MODE>(node, rests_on);
        Ok(node.best)
    }

    /// Tries one move, unless it is pruned, or left for later because another thread is at it.
    #[inline(always)]
    fn try_move<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut impl Picker<G, I>,
        tries: &mut Tries,
        candidate: Candidate<G::Move>,
    ) -> Result<Tried, Stop> {
        let mv = candidate.mv;
        let Some(treatment) = self.treatment::<MODE>(node, mv, tries) else {
            self.skip(node, list, tries, mv);
            return Ok(Tried::GoOn);
        };
        let (mut child, slot) =
            list.child::<MODE>(self, node, candidate, tries.tried == 0 || tries.shares);
        if tries.shares && self.is_left_to_others(tries, list, slot) {
            list.defer(candidate);
            return Ok(Tried::GoOn);
        }
        let extension = match self.singular::<MODE>(node, mv, tries.tried)? {
            Singular::Extend(plies) => plies,
            Singular::Leave(score) => return Ok(Tried::Leave(score)),
        };
        if MODE == DOWN {
            self.carry(node.position, mv, &child, node.ply);
            self.keep_piece_to(node.position, Some(mv), node.ply);
        }
        let ask = self.ask_of_child::<MODE>(node, mv, tries, extension, slot);
        let before = Before { scratch: node.scratch, mv, note: list.note(candidate) };
        let other = node.player.other();
        self.begin_child(tries, slot);
        let score = self.searched_again::<MODE>(&mut child, other, &before, &ask, tries, treatment);
        self.end_child(tries, slot);
        if self.is_enough::<MODE>(node, list, tries, mv, score?, treatment) {
            return Ok(Tried::Enough);
        }
        if tries.tried == 1 && slot.is_some() {
            list.look_at_others(self, node);
        }
        Ok(Tried::GoOn)
    }

    /// A move is pruned.
    #[inline(always)]
    fn skip(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        list: &mut impl Picker<G, I>,
        tries: &Tries,
        mv: G::Move,
    ) {
        self.saw_horizon = true;
        self.tell_skipped(node.ply, mv);
        if self.comes_late(node, tries) {
            list.stop_ranking();
        }
    }

    /// Whether another thread is at a move, and this one has others to try before.
    #[cold]
    fn is_left_to_others(
        &self,
        tries: &Tries,
        list: &impl Picker<G, I>,
        slot: Option<Slot>,
    ) -> bool {
        tries.tried > 0 && list.has_more() && self.is_busy(slot)
    }

    /// What is asked about the position after a move.
    #[inline(always)]
    fn ask_of_child<const MODE: u8>(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        tries: &Tries,
        extension: i32,
        slot: Option<Slot>,
    ) -> Ask {
        let depth = if MODE == END { node.depth } else { node.depth - 1 };
        Ask {
            window: tries.window.flipped(),
            depth: depth.saturating_add_signed(extension),
            ply: node.ply + 1,
            last: self.move_index(mv),
            excluded: NONE,
            slot,
        }
    }

    /// Tells the other threads what this one searches.
    #[inline(always)]
    fn begin_child(&self, tries: &Tries, slot: Option<Slot>) {
        if tries.shares {
            self.set_busy(slot, true);
        }
    }

    #[inline(always)]
    fn end_child(&self, tries: &Tries, slot: Option<Slot>) {
        if tries.shares {
            self.set_busy(slot, false);
        }
    }

    /// Takes note of the score of a move, and says whether it is enough.
    #[inline(always)]
    fn is_enough<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut impl Picker<G, I>,
        tries: &mut Tries,
        mv: G::Move,
        score: i32,
        treatment: Treatment,
    ) -> bool {
        tries.tried += 1;
        tries.quiet += usize::from(treatment.is_quiet);
        if score > node.best {
            node.best = score;
            node.best_move = self.move_index(mv);
            tries.best_is_quiet = treatment.is_quiet;
            self.tell_better(node.ply, mv, score, tries.window_after(score));
        }
        tries.window.alpha = tries.window.alpha.max(score);
        if score >= tries.window.beta {
            self.counts.cutoffs += 1;
            if Self::MOVE_INDICES > 0 && node.uses_history {
                self.learn_cutoff::<MODE>(node, mv, list.failed());
            }
            return true;
        }
        if Self::MOVE_INDICES > 0 && node.uses_history && (!Self::SELECTIVE || treatment.is_quiet) {
            list.fail(mv);
        }
        false
    }

    /// No more moves are tried: learns how far off the evaluation was.
    #[inline(always)]
    fn conclude<const MODE: u8>(&mut self, node: &mut Node<'_, G, I::Scratch>, tries: &Tries) {
        self.counts.expanded += 1;
        if tries.tried == 0 {
            // The only move is excluded.
            node.best = node.window.alpha;
        } else if MODE == DOWN && Self::SELECTIVE && node.excluded == NONE {
            let was_quiet = tries.best_is_quiet || node.best <= node.window.alpha;
            self.learn_correction(node, node.best, was_quiet);
        }
    }
}
