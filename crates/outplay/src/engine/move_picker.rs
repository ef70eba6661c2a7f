//! The move picker: which move is tried next. Alpha-beta looks at the fewest positions if the best move comes first.
//!
//! Most positions are done with after one or two moves, so as little as possible is done before the first: moves come in batches, and a
//! batch is listed and scored only when the one before is used up. For games that [offer stages](Ordering::STAGES) the batches are the
//! table's move, which needs no list at all; noisy moves that lose nothing; killers and the counter-move; all other quiet moves; noisy
//! moves that lose something. For other games all moves are one batch. Within a batch the move with the highest rank is picked, one by
//! one, without sorting.

use super::features::{Switch, switch};
use super::histories::HISTORY_SCORES;
use super::insight::{Effort, Insight, Ordering, Selectivity, widest};
use super::node::{Ask, DOWN, END, Node, Note};
use super::search::Search;
use super::table::{NONE, Slot};
use crate::{Game, Stop, ZeroSum};

const ORDERING: Switch = switch("ordering");

/// The scores of the table's move, and of the one that was the best before.
const TABLE_MOVES: [i32; 2] = [i32::MAX, i32::MAX - 1];

/// A unit of the game's own score is worth more than all histories together.
const GAME_SCORE: i32 = 2 * HISTORY_SCORES;

/// Most positions of games with few moves have no more than these.
const FEW: usize = 8;

/// The rank of a move that was picked.
const PICKED: i64 = i64::MIN;

/// A move to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// Its place in the batch.
    pub(super) place: usize,
}

/// A move of a batch.
struct Ranked<M> {
    /// The highest comes first.
    rank: i64,
    mv: M,
}

/// What a batch holds. A batch is followed by the next one in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Batch {
    TableMove,
    Noisy,
    Killers,
    Quiet,
    /// Noisy moves that lose something, or all moves at once.
    #[default]
    Last,
}

/// The moves of a node.
pub(super) struct MoveList<G: Game> {
    batch: Batch,
    /// How many moves of the batch are not picked yet.
    left: usize,
    /// The moves of the batch.
    moves: Vec<Ranked<G::Move>>,
    /// The first move that may be left, once the order does not matter any more.
    next: Option<usize>,
    /// Where the moves lead to, and where the table keeps that; empty if nobody looked.
    pub(super) children: Vec<G::Position>,
    slots: Vec<Option<Slot>>,
    /// All moves, where they are tried [as listed](super::as_listed).
    pub(super) listed: Vec<G::Move>,
    /// Moves that wait for their batch.
    quiet: Vec<G::Move>,
    losing: Vec<(G::Move, i32)>,
    /// Moves that are left for later, because another thread is at them.
    pub(super) deferred: Vec<Candidate<G::Move>>,
    /// Quiet moves that were tried and did not cut off.
    failed: Vec<G::Move>,
}

impl<G: Game> Default for MoveList<G> {
    fn default() -> Self {
        MoveList {
            batch: Batch::Last,
            left: 0,
            moves: Vec::with_capacity(16),
            next: None,
            children: Vec::new(),
            slots: Vec::new(),
            listed: Vec::new(),
            quiet: Vec::new(),
            losing: Vec::new(),
            deferred: Vec::new(),
            failed: Vec::new(),
        }
    }
}

impl<G: Game> MoveList<G> {
    /// Makes room for the moves of another node.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.clear_batch();
        self.batch = Batch::Last;
        self.children.clear();
        self.slots.clear();
        self.listed.clear();
        self.quiet.clear();
        self.losing.clear();
        self.deferred.clear();
        self.failed.clear();
    }

    #[inline(always)]
    fn clear_batch(&mut self) {
        self.left = 0;
        self.moves.clear();
        self.next = None;
    }

    /// Adds a move to the batch. Of equals the one that is added first comes first.
    #[inline(always)]
    fn add(&mut self, mv: G::Move, score: i32) {
        self.moves.push(Ranked { rank: rank(score, self.left), mv });
        self.left += 1;
    }

    /// Puts something in the place of a child that nobody needs any more.
    #[inline(always)]
    pub(super) fn keep_place(&mut self, position: &G::Position) {
        self.children.push(position.clone());
        self.slots.push(None);
    }

    /// The position after a move, and where the table keeps it.
    #[inline(always)]
    pub(super) fn child_at<const MODE: u8, I: Insight<G>>(
        &self,
        search: &Search<'_, G, I>,
        node: &Node<'_, G, I::Scratch>,
        candidate: Candidate<G::Move>,
    ) -> (G::Position, Option<Slot>)
    where
        G: ZeroSum,
    {
        match self.children.get(candidate.place) {
            Some(child) if !Search::<G, I>::STAGES => (child.clone(), self.slots[candidate.place]),
            _ => search.child_anew::<MODE>(node, candidate.mv),
        }
    }

    /// Takes the move of the batch with the highest rank.
    ///
    /// PERF: nothing is moved; places are part of the ranks.
    #[inline(always)]
    fn pick(&mut self) -> Option<Candidate<G::Move>> {
        if self.left == 0 {
            return None;
        }
        let place = match self.next {
            None => place(self.highest_rank()),
            Some(from) => self.first_left(from),
        };
        let picked = &mut self.moves[place];
        picked.rank = PICKED;
        self.left -= 1;
        Some(Candidate { mv: picked.mv, place })
    }

    fn first_left(&mut self, from: usize) -> usize {
        let is_left = |ranked: &Ranked<G::Move>| ranked.rank != PICKED;
        let place = from + self.moves[from..].iter().position(is_left).unwrap_or(0);
        self.next = Some(place + 1);
        place
    }

    /// PERF: the first few are compared one by one. A compiler makes vectors of a loop over all, and those take more instructions than they save
    /// where there are few moves: 60 instead of 30 in Connect Four.
    #[inline(always)]
    fn highest_rank(&self) -> i64 {
        let mut highest = PICKED;
        for at in 0..FEW {
            match self.moves.get(at) {
                Some(ranked) => highest = highest.max(ranked.rank),
                None => return highest,
            }
        }
        let rest = self.moves.get(FEW..).unwrap_or_default();
        rest.iter().fold(highest, |highest, ranked| highest.max(ranked.rank))
    }
}

/// Where the moves of a node come from, one by one.
pub(super) trait Picker<G: ZeroSum, I: Insight<G>> {
    /// The next move to try. Those that were deferred come last.
    fn next(
        &mut self,
        search: &mut Search<'_, G, I>,
        node: &Node<'_, G, I::Scratch>,
    ) -> Option<Candidate<G::Move>>;

    /// What was noted about a move when it was scored.
    #[inline(always)]
    fn note(&self, candidate: Candidate<G::Move>) -> Option<Note<G, I>> {
        let _ = candidate;
        None
    }

    /// The position after a move, and where the table keeps it, if that pays. It has to be known of the first move, and of all that other threads may be at.
    fn child<const MODE: u8>(
        &self,
        search: &Search<'_, G, I>,
        node: &Node<'_, G, I::Scratch>,
        candidate: Candidate<G::Move>,
        needs_slot: bool,
    ) -> (G::Position, Option<Slot>);

    /// Whether a move is not picked yet, or may come with a later batch.
    fn has_more(&self) -> bool;

    /// Leaves a move for later, because another thread is at it.
    fn defer(&mut self, candidate: Candidate<G::Move>);

    /// Where one move was not enough, most often none is: asks for the table's entries of all others.
    fn look_at_others(&mut self, search: &Search<'_, G, I>, node: &Node<'_, G, I::Scratch>);

    /// The rest of the batch comes as it is listed: nearly all of it will be pruned.
    fn stop_ranking(&mut self) {}

    /// A quiet move was tried and did not cut off.
    #[inline(always)]
    fn fail(&mut self, mv: G::Move) {
        let _ = mv;
    }

    /// All quiet moves that did not cut off.
    #[inline(always)]
    fn failed(&self) -> &[G::Move] {
        &[]
    }
}

/// The higher the score the higher the rank, and among equals the lower the place.
#[inline(always)]
fn rank(score: i32, place: usize) -> i64 {
    i64::from(score) << 16 | i64::from(!(place as u16))
}

#[inline(always)]
fn place(rank: i64) -> usize {
    usize::from(!(rank as u16))
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Gets the first batch of a node ready.
    #[inline(always)]
    pub(super) fn order<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
    ) -> Result<(), Stop> {
        if self.comes_in_stages::<MODE>(node) {
            node.uses_history = Self::MOVE_INDICES > 0;
            list.batch = Batch::TableMove;
            if let Some(mv) = self.table_move(node) {
                list.add(mv, 0);
            }
            return Ok(());
        }
        self.rank_all::<MODE>(node, list)
    }

    /// Whether the moves of a node come in stages. In check there are few, and each may be the only one.
    #[inline(always)]
    pub(super) fn comes_in_stages<const MODE: u8>(&self, node: &Node<'_, G, I::Scratch>) -> bool {
        MODE == DOWN
            && Self::STAGES
            && !node.opinion.in_check
            && !self.may_be_forbidden()
            && self.config.has(ORDERING)
    }

    /// The table's move, if it is one of this position.
    #[inline(always)]
    fn table_move(&self, node: &Node<'_, G, I::Scratch>) -> Option<G::Move> {
        let [index, _] = node.table.moves;
        if index == NONE || index == node.excluded {
            return None;
        }
        let ordering = self.insight.ordering();
        ordering.indexed_move(self.game, node.position, usize::from(index))
    }

    #[inline(always)]
    fn is_excluded(&self, node: &Node<'_, G, I::Scratch>, mv: G::Move) -> bool {
        Self::SELECTIVE && node.excluded != NONE && self.move_index(mv) == node.excluded
    }

    /// The batch is used up: gets the next one ready, which may be empty.
    fn load_next_batch(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        list.clear_batch();
        list.batch = match list.batch {
            Batch::TableMove => {
                self.load_noisy(node, list);
                Batch::Noisy
            }
            Batch::Noisy => {
                self.load_killers(node, list);
                Batch::Killers
            }
            Batch::Killers => {
                self.load_quiet(node, list);
                Batch::Quiet
            }
            Batch::Quiet | Batch::Last => {
                for at in 0..list.losing.len() {
                    let (mv, score) = list.losing[at];
                    list.add(mv, score);
                }
                Batch::Last
            }
        };
    }

    /// Lists all moves. Noisy ones that lose something, and quiet ones, wait for their batch.
    fn load_noisy(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        self.listed.clear();
        let selectivity = self.insight.selectivity();
        let Node { position, scratch, window, .. } = node;
        selectivity.noisy_and_quiet(
            self.game,
            position,
            scratch,
            &mut self.listed,
            &mut list.quiet,
        );
        let [table_move, _] = node.table.moves;
        for &mv in &self.listed {
            if table_move != NONE && self.move_index(mv) == table_move {
                continue;
            }
            let ordering = self.insight.ordering();
            match ordering.score_move(self.game, position, scratch, mv, *window) {
                score if score < 0 => list.losing.push((mv, score)),
                score => list.add(mv, score),
            }
        }
    }

    /// Killers and the counter-move, if they are among the quiet moves.
    fn load_killers(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        let best = self.histories.killers(node.player, node.ply, node.last);
        if best == [NONE; 3] {
            return;
        }
        let mut quiet = std::mem::take(&mut list.quiet);
        quiet.retain(|&mv| {
            let index = self.move_index(mv);
            let found = best.iter().position(|&killer| killer == index);
            if let Some(at) = found
                && index != node.table.moves[0]
            {
                list.add(mv, -(at as i32));
            }
            found.is_none()
        });
        list.quiet = quiet;
    }

    /// All other quiet moves, by what they did elsewhere.
    fn load_quiet(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        let ordering = self.insight.ordering();
        let rows = self.rows(node);
        for at in 0..list.quiet.len() {
            let mv = list.quiet[at];
            let index = self.move_index(mv);
            if index == node.table.moves[0] {
                continue;
            }
            let Node { position, scratch, window, .. } = node;
            let piece_to = ordering.piece_to(self.game, position, mv);
            let score = ordering.score_move(self.game, position, scratch, mv, *window);
            let score =
                score.saturating_mul(GAME_SCORE).saturating_add(rows.score(index, piece_to));
            list.add(mv, score);
        }
    }

    /// Ranks all moves of a node at once.
    #[inline(always)]
    fn rank_all<const MODE: u8>(
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
        match effort {
            Effort::Move | Effort::History => self.rank_by_move(node, list),
            Effort::Child | Effort::Search { .. } if Self::LOOKS_AHEAD => {
                self.rank_by_child(node, list);
            }
            _ => {
                self.list_if_needed(node);
                self.listed.iter().for_each(|&mv| list.add(mv, 0));
            }
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

    /// By what the game says of the moves.
    #[inline(always)]
    fn rank_by_move(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        self.list_if_needed(node);
        let Node { position, scratch, window, .. } = node;
        let ordering = self.insight.ordering();
        for &mv in &self.listed {
            list.add(mv, ordering.score_move(self.game, position, scratch, mv, *window));
        }
    }

    /// Plays every move, to see where it leads to.
    #[inline(always)]
    fn rank_by_child(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        self.list_if_needed(node);
        let ordering = self.insight.ordering();
        for at in 0..self.listed.len() {
            let mv = self.listed[at];
            self.add_child(node, list, mv);
            let child = &list.children[at];
            let score = ordering.score_child(self.game, node.position, &node.scratch, mv, child);
            list.add(mv, score);
        }
    }

    #[inline(always)]
    pub(super) fn list_if_needed(&mut self, node: &Node<'_, G, I::Scratch>) {
        if self.listed.is_empty() {
            self.list_moves(node.position, &node.scratch, node.ply);
        }
    }

    /// Looks where all moves lead to that are left, and asks for their entries of the table.
    #[inline(never)]
    fn look_at_children(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        for at in 0..list.moves.len() {
            match list.moves[at].rank {
                PICKED => list.keep_place(node.position),
                _ => self.add_child(node, list, list.moves[at].mv),
            }
        }
    }

    #[inline(always)]
    pub(super) fn add_child(
        &self,
        node: &Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
        mv: G::Move,
    ) {
        let mut child = node.position.clone();
        self.game.play(&mut child, mv);
        list.slots.push(self.prefetched(&child));
        list.children.push(child);
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
        for at in 0..list.moves.len() {
            let (mv, child) = (list.moves[at].mv, &list.children[at]);
            let (window, last) = (widest(self.game, self.insight), self.move_index(mv));
            let ask = Ask { depth: plies, ply: node.ply + 1, last, ..Ask::about(window) };
            self.carry(node.position, mv, child, node.ply);
            let score = self.score::<DOWN>(&mut child.clone(), node.player.other(), None, &ask)?;
            list.moves[at].rank -= i64::from(score * weight) << 16;
        }
        Ok(())
    }

    /// The moves that the table remembers come first.
    #[inline(always)]
    fn put_table_moves_first(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        for (at, ranked) in list.moves.iter_mut().enumerate() {
            let index = self.move_index(ranked.mv);
            for (remembered, score) in node.table.moves.into_iter().zip(TABLE_MOVES) {
                if index == remembered {
                    ranked.rank = rank(score, at);
                }
            }
        }
    }

    /// Moves of the same score are told apart by what they did elsewhere.
    fn add_histories(&self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        for (at, ranked) in list.moves.iter_mut().enumerate() {
            let history = self.histories.ordering_score(self.made(node, ranked.mv));
            let score = ((ranked.rank >> 16) as i32).saturating_mul(GAME_SCORE);
            ranked.rank = rank(score.saturating_add(history), at);
        }
    }

    /// The position after a move, and where the table keeps it, if that pays: its entry is asked for.
    #[inline(always)]
    pub(super) fn child_anew<const MODE: u8>(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
    ) -> (G::Position, Option<Slot>) {
        let mut child = node.position.clone();
        self.game.play(&mut child, mv);
        let is_probed = MODE == END || node.depth > Self::PROBED_FROM;
        let slot = if is_probed { self.prefetched(&child) } else { None };
        (child, slot)
    }

    /// Ranks noisy moves for the quiescence search, which tries nothing else.
    pub(super) fn order_noisy(&mut self, node: &Node<'_, G, I::Scratch>, list: &mut MoveList<G>) {
        let [table_move, _] = node.table.moves;
        let ordering = self.insight.ordering();
        for &mv in &self.listed {
            let Node { position, scratch, window, .. } = node;
            let score = match Self::MOVE_INDICES > 0 && self.move_index(mv) == table_move {
                true => i32::MAX,
                false => ordering.score_move(self.game, position, scratch, mv, *window),
            };
            list.add(mv, score);
        }
    }
}

impl<G: ZeroSum, I: Insight<G>> Picker<G, I> for MoveList<G> {
    #[inline(always)]
    fn next(
        &mut self,
        search: &mut Search<'_, G, I>,
        node: &Node<'_, G, I::Scratch>,
    ) -> Option<Candidate<G::Move>> {
        loop {
            match self.pick() {
                Some(candidate) if search.is_excluded(node, candidate.mv) => (),
                Some(candidate) => return Some(candidate),
                None if self.batch == Batch::Last => return self.deferred.pop(),
                None => search.load_next_batch(node, self),
            }
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
        self.child_at::<MODE, I>(search, node, candidate)
    }

    #[inline(always)]
    fn has_more(&self) -> bool {
        self.left > 0 || self.batch != Batch::Last
    }

    fn defer(&mut self, candidate: Candidate<G::Move>) {
        self.deferred.push(candidate);
    }

    /// A selective search does not get to most of them.
    #[inline(always)]
    fn look_at_others(&mut self, search: &Search<'_, G, I>, node: &Node<'_, G, I::Scratch>) {
        if !Search::<G, I>::SELECTIVE && self.children.is_empty() && self.left > 0 {
            search.look_at_children(node, self);
        }
    }

    fn stop_ranking(&mut self) {
        self.next = self.next.or(Some(0));
    }

    #[inline(always)]
    fn fail(&mut self, mv: G::Move) {
        self.failed.push(mv);
    }

    #[inline(always)]
    fn failed(&self) -> &[G::Move] {
        &self.failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_comes_first_and_equals_stay_in_order() {
        let mut list = MoveList::<crate::Tree>::default();
        let root = "(1 2 3 4 5)".parse::<crate::Tree>().expect("a tree");
        let mut moves = Vec::new();
        root.moves(&root.root(), &mut moves);
        for (&mv, score) in moves.iter().zip([0, -7, i32::MAX, 0, i32::MIN + 1]) {
            list.add(mv, score);
        }
        let picked: Vec<_> = std::iter::from_fn(|| list.pick()).map(|picked| picked.mv).collect();
        assert_eq!(picked, [2, 0, 3, 1, 4].map(|at: usize| moves[at]));
        assert_eq!(list.left, 0);
    }
}
