//! The node: what happens at one position.
//!
//! Negamax, fail-soft, over a [`Window`] that flips itself. A node asks, in this order, whether what is known
//! of the position is enough, whether it is over, whether there is only one move, whether it was searched
//! before; only then are its moves ordered and tried.

use super::insight::{FARTHEST, Insight, WIN, mover};
use super::solve::{Config, Progress};
use super::table::{Slot, Table};
use crate::limits::Watch;
use crate::{Counts, Game, MAX_PLY, Player, Range, Stop, Window};

/// How often others are told how far it is.
const TOLD_EVERY: u64 = 1 << 16;

/// A search at work.
pub(super) struct Search<'e, G: Game, I> {
    pub(super) game: &'e G,
    pub(super) insight: &'e I,
    pub(super) table: &'e Table,
    pub(super) config: Config,
    pub(super) watch: Watch,
    pub(super) progress: &'e Progress,
    pub(super) counts: Counts,
    /// The moves of the position that is looked at.
    pub(super) list: Vec<G::Move>,
    /// The moves still to be tried, of all positions of the line, the best of each on top.
    pub(super) stack: Vec<(i32, G::Move)>,
}

/// A position under search.
struct Node<G: Game, S> {
    position: G::Position,
    scratch: S,
    /// Who moves here.
    player: Player,
    window: Window<i32>,
    ply: u32,
    /// Whether the score is to be turned round for the one who asked.
    turned: bool,
    slot: Option<Slot>,
    /// What the table knew.
    known: Range<i32>,
    best: i32,
}

pub(super) type Found = Result<i32, Stop>;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// The score of a position for `viewer`, `ply` plies from the root.
    pub(super) fn start(
        &mut self,
        position: &G::Position,
        viewer: Player,
        window: Window<i32>,
        ply: u32,
    ) -> Found {
        self.stack.clear();
        let player = mover(self.game, position);
        if player == viewer {
            self.score(position, player, window, ply)
        } else {
            self.score(position, player, window.flipped(), ply).map(|score| -score)
        }
    }

    /// The score of a position for `viewer`, who moves here unless the other one moves again.
    fn score(
        &mut self,
        position: &G::Position,
        viewer: Player,
        window: Window<i32>,
        ply: u32,
    ) -> Found {
        let mut node = Node {
            position: position.clone(),
            scratch: I::Scratch::default(),
            player: viewer,
            window,
            ply,
            turned: false,
            slot: None,
            known: Range::ALL,
            best: -i32::MAX,
        };
        let score = match self.settled(&mut node)? {
            Some(score) => score,
            None => match self.recalled(&mut node) {
                Some(score) => score,
                None => {
                    self.order(&node);
                    self.try_moves(&mut node)?
                }
            },
        };
        Ok(if node.turned { -score } else { score })
    }

    /// The score, where it is known without looking at several moves. One move alone is played at once: it
    /// costs no depth, no look at the table, and no ordering.
    #[inline(always)]
    fn settled(&mut self, node: &mut Node<G, I::Scratch>) -> Result<Option<i32>, Stop> {
        loop {
            self.count(node.ply)?;
            if !I::ALTERNATES && !self.see_who_moves(node) {
                return Ok(Some(self.over(node)));
            }
            node.scratch = self.insight.scratch(self.game, &node.position);
            if let Some(score) = self.known(node) {
                return Ok(Some(score));
            }
            let Some(&first) = self.list.first() else { return Ok(Some(self.over(node))) };
            if self.list.len() > 1 || !self.config.forced {
                break;
            }
            self.game.play(&mut node.position, first);
            node.ply += 1;
            node.see_as(node.player.other());
        }
        Ok(None)
    }

    /// Sees the position as whoever moves there does. False if the game is over.
    #[inline(always)]
    fn see_who_moves(&mut self, node: &mut Node<G, I::Scratch>) -> bool {
        self.list.clear();
        self.game.moves(&node.position, &mut self.list);
        if !self.list.is_empty() {
            node.see_as(mover(self.game, &node.position));
        }
        !self.list.is_empty()
    }

    /// The score, if facts are enough; otherwise the moves are listed.
    #[inline(always)]
    fn known(&mut self, node: &Node<G, I::Scratch>) -> Option<i32> {
        let (position, scratch) = (&node.position, &node.scratch);
        self.list.clear();
        if !self.config.facts {
            self.game.moves(position, &mut self.list);
            return None;
        }
        let facts = self.insight.known(self.game, position, scratch, node.window);
        let score = enough(node.counted_from_root(facts, I::COUNTS_PLIES), node.window);
        if score.is_none() {
            self.insight.moves(self.game, position, scratch, &mut self.list);
        }
        score
    }

    fn over(&mut self, node: &Node<G, I::Scratch>) -> i32 {
        self.counts.leaves += 1;
        self.insight.over(self.game, &node.position, node.player, node.ply)
    }

    #[inline(always)]
    fn count(&mut self, ply: u32) -> Result<(), Stop> {
        if ply > MAX_PLY as u32 {
            return Err(Stop::Deepest);
        }
        self.watch.check(self.counts.generated)?;
        self.counts.generated += 1;
        if self.counts.generated.is_multiple_of(TOLD_EVERY) {
            self.progress.count(self.counts.generated);
        }
        Ok(())
    }

    /// What the table knows, if that is enough.
    #[inline(always)]
    fn recalled(&mut self, node: &mut Node<G, I::Scratch>) -> Option<i32> {
        let slot = self.slot(&node.position)?;
        node.slot = Some(slot);
        let known = node.counted_from_root(self.table.get(slot)?, I::COUNTS_PLIES);
        if let Some(score) = enough(known, node.window) {
            self.counts.table_hits += 1;
            return Some(score);
        }
        node.known = known;
        None
    }

    #[inline(always)]
    fn slot(&self, position: &G::Position) -> Option<Slot> {
        if !self.config.table || !self.insight.table_pays(self.game, position) {
            return None;
        }
        self.insight.key(self.game, position).map(|key| self.table.slot(key))
    }

    /// Puts the moves on the stack, the most promising on top.
    #[inline(always)]
    fn order(&mut self, node: &Node<G, I::Scratch>) {
        let bottom = self.stack.len();
        let Node { position, scratch, window, .. } = node;
        for &mv in self.list.iter().rev() {
            let promise = match self.config.promise {
                true => self.insight.promise(self.game, position, scratch, mv, *window),
                false => 0,
            };
            let mut at = self.stack.len();
            self.stack.push((promise, mv));
            while at > bottom && self.stack[at - 1].0 > promise {
                self.stack.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    #[inline(always)]
    fn try_moves(&mut self, node: &mut Node<G, I::Scratch>) -> Found {
        let generated = self.counts.generated;
        let bottom = self.stack.len() - self.list.len();
        let mut window = node.window;
        while self.stack.len() > bottom {
            let (_, mv) = self.stack.pop().expect("there are moves above the bottom");
            let mut child = node.position.clone();
            self.game.play(&mut child, mv);
            if let Some(slot) = self.slot(&child) {
                self.table.prefetch(slot);
            }
            let other = node.player.other();
            let score = -self.score(&child, other, window.flipped(), node.ply + 1)?;
            node.best = node.best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                self.counts.cutoffs += 1;
                self.stack.truncate(bottom);
            }
        }
        self.counts.expanded += 1;
        self.remember(node, generated);
        Ok(node.best)
    }

    #[inline(always)]
    fn remember(&self, node: &Node<G, I::Scratch>, generated: u64) {
        let Some(slot) = node.slot else { return };
        let mut known = node.known;
        if node.best > node.window.alpha {
            known.low = node.best;
        }
        if node.best < node.window.beta {
            known.high = node.best;
        }
        let known = node.counted_from_here(known, I::COUNTS_PLIES);
        self.table.put(slot, known, (self.counts.generated - generated).ilog2());
    }
}

impl<G: Game, S> Node<G, S> {
    /// Sees everything as `player` does.
    #[inline(always)]
    fn see_as(&mut self, player: Player) {
        if self.player != player {
            self.player = player;
            self.window = self.window.flipped();
            self.turned = !self.turned;
        }
    }

    /// What the table or a fact says, which do not know the root, counted from the root.
    #[inline(always)]
    fn counted_from_root(&self, known: Range<i32>, counts_plies: bool) -> Range<i32> {
        match counts_plies {
            true => {
                Range { low: farther(known.low, self.ply), high: farther(known.high, self.ply) }
            }
            false => known,
        }
    }

    /// What is known, counted from the root, as the table keeps it.
    #[inline(always)]
    fn counted_from_here(&self, known: Range<i32>, counts_plies: bool) -> Range<i32> {
        match counts_plies {
            true => Range { low: nearer(known.low, self.ply), high: nearer(known.high, self.ply) },
            false => known,
        }
    }
}

/// A score in the table becomes one that counts plies from the root: wins are that much farther away.
#[inline(always)]
pub(super) fn farther(score: i32, plies: u32) -> i32 {
    shifted(score, -(plies as i32))
}

/// A score that counts plies from the root becomes one for the table.
#[inline(always)]
fn nearer(score: i32, plies: u32) -> i32 {
    shifted(score, plies as i32)
}

#[inline(always)]
fn shifted(score: i32, by: i32) -> i32 {
    if score > WIN - FARTHEST {
        score.saturating_add(by)
    } else if score < FARTHEST - WIN {
        score.saturating_sub(by)
    } else {
        score
    }
}

/// The score, if `known` is enough for a search with this window: it is exact, or outside.
#[inline(always)]
fn enough(known: Range<i32>, window: Window<i32>) -> Option<i32> {
    if known.low >= window.beta || known.low == known.high {
        Some(known.low)
    } else if known.high <= window.alpha {
        Some(known.high)
    } else {
        None
    }
}
