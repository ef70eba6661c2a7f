//! The node: what happens at one position.
//!
//! Negamax, fail-soft, over a [`Window`] that flips itself. A node asks, in this order, whether what is known
//! of the position is enough, whether it is over, whether there is only one move, whether it was searched
//! before, whether it is hopeless; only then are its moves ordered and tried, the first with the whole window, the others with one in which
//! nothing lies, to prove that they are not better (principal variation search: Marsland and Campbell, *Parallel
//! Search of Strongly Ordered Game Trees*, 1982).
//!
//! A search goes down to a depth, where positions are evaluated ([`DOWN`]), or to the end of the game ([`END`]), where
//! every value is proven. These are one function; what a mode does not do is not even compiled for it.

use super::book::Book;
use super::config::Config;
use super::insight::{FARTHEST, Insight, WIN, mover};
use super::late::{Neglect, Seen};
use super::lessons::{Lessons, Shelf};
use super::progress::Progress;
use super::single::Single;
use super::table::{Entry, NONE, SURE, Slot, TO_THE_END, Table};
use super::threads::Team;
use crate::limits::Watch;
use crate::{Counts, Game, MAX_PLY, Player, Range, Stop, Window};

/// A search down to a depth.
pub(super) const DOWN: u8 = 0;

/// A search to the end.
pub(super) const END: u8 = 1;

/// A search at work.
pub(super) struct Search<'e, G: Game, I: Insight<G>> {
    pub(super) game: &'e G,
    pub(super) insight: &'e I,
    pub(super) table: &'e Table,
    pub(super) config: Config,
    pub(super) watch: Watch,
    pub(super) progress: &'e Progress,
    /// The other threads that search the same.
    pub(super) team: Option<&'e Team>,
    pub(super) counts: Counts,
    /// When to look at the clock again, in positions.
    next_look: u64,
    /// The farthest ply that was looked at.
    farthest: u32,
    /// What the others were told last.
    pub(super) told: u64,
    /// How certain to be of what is left out.
    pub(super) certainty: u32,
    /// Before this ply, nobody may be idle.
    pub(super) busy_until: u32,
    /// Whether a score came from the horizon, not from the end of the game, since this was last set to false.
    pub(super) saw_horizon: bool,
    pub(super) lessons: Lessons,
    /// Where the lessons are kept afterwards.
    pub(super) shelf: &'e Shelf,
    /// The best move of the root, as far as its moves were tried.
    pub(super) better: Option<G::Move>,
    /// The ply that the search was to reach at first.
    pub(super) horizon: u32,
    /// What the moves of the line are about.
    pub(super) path: Vec<u16>,
    /// Quiet moves of the line's positions that were tried and did not cut off.
    pub(super) in_vain: Vec<G::Move>,
    pub(super) book: Option<&'e Book>,
    /// The first ply from the root that no position of the book is at.
    book_end: u32,
    /// The moves of the position that is looked at.
    pub(super) list: Vec<G::Move>,
    /// The moves still to be tried, of all positions of the line, in the reverse of their listed order.
    pub(super) stack: Vec<Candidate<G::Move>>,
    /// Where moves on the stack lead to, where that was looked at.
    pub(super) children: Vec<G::Position>,
    /// What is carried along the line, as far as it goes down to a depth.
    pub(super) carried: Vec<I::Carried>,
    /// What the game thought of the positions of the line, for the player to move there.
    opinions: Vec<i32>,
    /// Moves that wait until another thread is done with them.
    waiting: Vec<(G::Move, G::Position)>,
}

/// A move to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) promise: i32,
    /// Its place among the children of this node.
    pub(super) child: u16,
    pub(super) mv: M,
}

/// What is asked about a position.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    pub(super) window: Window<i32>,
    /// Plies still to be searched; not used in a search to the end.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: u32,
    /// The index of the move that led here.
    pub(super) last: u16,
    /// The index of a move that is not to be tried.
    pub(super) except: u16,
}

/// A position under search.
pub(super) struct Node<G: Game, S> {
    pub(super) position: G::Position,
    pub(super) scratch: S,
    /// Who moves here.
    pub(super) player: Player,
    pub(super) window: Window<i32>,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// The index of the move that led here.
    pub(super) last: u16,
    /// The index of a move that is not tried.
    pub(super) except: u16,
    /// Whether the score is to be turned round for the one who asked.
    pub(super) turned: bool,
    /// Where its moves and their children begin on the stacks.
    pub(super) bottom: usize,
    pub(super) nursery: usize,
    /// Whether the candidates have promises.
    pub(super) scored: bool,
    /// Whether habits are among them.
    pub(super) habitual: bool,
    slot: Option<Slot>,
    /// What the table knew from a search like this one.
    known: Range<i32>,
    /// What it knew from any search.
    pub(super) remembered: Remembered,
    /// The best moves of earlier searches.
    pub(super) hints: [u16; 2],
    pub(super) best: i32,
    pub(super) best_move: u16,
    /// What the game thinks of it, for games that [neglect](Insight::NEGLECTS) moves.
    pub(super) opinion: Opinion,
}

/// How far one has come with the moves of a node.
struct Course {
    /// What is still asked for.
    window: Window<i32>,
    tried: usize,
    /// How many of them were quiet.
    quiet: usize,
    best_is_quiet: bool,
    /// Whether to mind what other threads do.
    shares: bool,
    /// Where its moves begin among those that wait, and among those tried in vain.
    waiting: usize,
    in_vain: usize,
}

impl Course {
    /// Whether a move that another thread is at may wait.
    fn may_wait(&self) -> bool {
        self.shares && self.tried > 0
    }
}

/// What the table knew of a position, from a search of any depth.
#[derive(Clone, Copy)]
pub(super) struct Remembered {
    pub(super) known: Range<i32>,
    pub(super) depth: u32,
}

/// What a game thinks of a position before its moves are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Opinion {
    /// The evaluation, corrected.
    pub(super) evaluated: i32,
    /// The same, with what the table knows.
    pub(super) score: i32,
    pub(super) in_danger: bool,
    /// Whether it is better than before the last move of both.
    pub(super) improves: bool,
}

pub(super) type Found = Result<i32, Stop>;

impl<'e, G: Game, I: Insight<G>> Search<'e, G, I> {
    /// The smallest depth at which the table is asked: to look a position up takes longer than to look at its leaves.
    const LOOKED_UP_FROM: u32 = if I::QUIETENS { 0 } else { 2 };

    pub(super) fn new(
        game: &'e G,
        insight: &'e I,
        table: &'e Table,
        config: Config,
        watch: Watch,
        progress: &'e Progress,
        shelf: &'e Shelf,
    ) -> Self {
        Search {
            game,
            insight,
            table,
            config,
            watch,
            progress,
            team: None,
            counts: Counts::default(),
            next_look: 0,
            farthest: 0,
            told: 0,
            certainty: SURE,
            busy_until: 0,
            saw_horizon: false,
            lessons: shelf.take::<G, I>(&config),
            shelf,
            better: None,
            horizon: 0,
            path: Vec::new(),
            in_vain: Vec::new(),
            book: None,
            book_end: 0,
            list: Vec::with_capacity(64),
            stack: Vec::with_capacity(512),
            children: Vec::new(),
            carried: Vec::new(),
            opinions: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// The score of a position for `viewer`, in a search down to `ask.depth`, or to the end.
    pub(super) fn start(&mut self, position: &G::Position, viewer: Player, ask: Ask) -> Found {
        self.stack.clear();
        self.children.clear();
        self.waiting.clear();
        self.carried.clear();
        self.opinions.clear();
        self.path.clear();
        self.in_vain.clear();
        self.busy_until = 0;
        self.horizon = ask.ply + ask.depth;
        self.book_end = ask.ply + self.reach_of_book(position);
        let player = mover(self.game, position);
        let sign = if player == viewer { 1 } else { -1 };
        let window = if player == viewer { ask.window } else { ask.window.flipped() };
        let ask = Ask { window, ..ask };
        match ask.depth >= TO_THE_END {
            true => self.score::<END>(position, player, ask).map(|score| sign * score),
            false => {
                self.carried.push(self.insight.carried(self.game, position));
                self.score::<DOWN>(position, player, ask).map(|score| sign * score)
            }
        }
    }

    /// The score of a position for `viewer`, who moves here unless the other one moves again.
    pub(super) fn score<const MODE: u8>(
        &mut self,
        position: &G::Position,
        viewer: Player,
        ask: Ask,
    ) -> Found {
        if MODE == DOWN && ask.depth == 0 {
            return match I::QUIETENS && self.config.quiet {
                true => self.quietened(position, viewer, ask),
                false => self.leaf(position, viewer, ask),
            };
        }
        let mut node = self.node(position, viewer, ask);
        let carried = self.carried.len();
        let score = match self.settled::<MODE>(&mut node)? {
            Some(score) => score,
            None => match self.recalled::<MODE>(&mut node) {
                Some(score) => score,
                None => match self.left_alone::<MODE>(&mut node)? {
                    Some(score) => score,
                    None if Self::lists_late::<MODE>() && !self.has_moves(&node) => {
                        self.over(&node)
                    }
                    None => {
                        self.order::<MODE>(&mut node)?;
                        self.try_moves::<MODE>(&mut node)?
                    }
                },
            },
        };
        if MODE == DOWN {
            self.carried.truncate(carried);
        }
        Ok(if node.turned { -score } else { score })
    }

    #[inline(always)]
    pub(super) fn node(
        &self,
        position: &G::Position,
        viewer: Player,
        ask: Ask,
    ) -> Node<G, I::Scratch> {
        Node {
            position: position.clone(),
            scratch: I::Scratch::default(),
            player: viewer,
            window: ask.window,
            depth: ask.depth,
            ply: ask.ply,
            last: ask.last,
            except: ask.except,
            turned: false,
            bottom: self.stack.len(),
            nursery: self.children.len(),
            scored: false,
            habitual: false,
            slot: None,
            known: Range::ALL,
            remembered: Remembered { known: Range::ALL, depth: 0 },
            hints: [NONE; 2],
            best: -i32::MAX,
            best_move: NONE,
            opinion: Opinion::default(),
        }
    }

    /// The score, if a position can be left alone.
    #[inline(always)]
    fn left_alone<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        if let Some(score) = self.hopeless::<MODE>(node)? {
            return Ok(Some(score));
        }
        if MODE == END || !I::NEGLECTS {
            return Ok(None);
        }
        self.extend(node);
        self.go_less_deep_without_hint(node);
        self.form_opinion(node);
        if let Some(score) = self.futile(node)? {
            return Ok(Some(score));
        }
        self.good_even_if_idle(node)
    }

    /// What the game thinks of a position, and whether that is better than before.
    fn form_opinion(&mut self, node: &mut Node<G, I::Scratch>) {
        node.opinion.in_danger = self.insight.in_danger(self.game, &node.position, &node.scratch);
        let ply = node.ply as usize;
        self.opinions.resize(ply + 1, i32::MAX);
        if node.opinion.in_danger {
            return;
        }
        let evaluated = self.evaluated(node);
        let Range { low, high } = node.remembered.known;
        let evaluated = self.corrected(node, evaluated);
        node.opinion.evaluated = evaluated;
        // What the table knows, from whatever depth, is the better opinion.
        node.opinion.score = evaluated.max(low).min(high);
        self.opinions[ply] = evaluated;
        let before = ply.checked_sub(2).map_or(i32::MAX, |ply| self.opinions[ply]);
        node.opinion.improves = before != i32::MAX && evaluated > before;
    }

    /// The score, as far as one can tell without looking ahead.
    #[inline(always)]
    fn leaf(&mut self, position: &G::Position, viewer: Player, ask: Ask) -> Found {
        let mut node = self.node(position, viewer, ask);
        self.count::<DOWN>(node.ply)?;
        if !I::ALTERNATES && !self.see_who_moves(&mut node) {
            return Ok(self.over(&node));
        }
        node.scratch = self.insight.scratch(self.game, &node.position);
        let score = match self.known::<DOWN>(&node) {
            Some(score) => score,
            None if self.can_move(&node) => self.evaluated(&node),
            None => self.over(&node),
        };
        Ok(if node.turned { -score } else { score })
    }

    /// The score, where it is known without looking at several moves. One move alone is played at once: it
    /// costs no depth, no look at the table, and no ordering.
    #[inline(always)]
    fn settled<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        loop {
            self.count::<MODE>(node.ply)?;
            if !I::ALTERNATES && !self.see_who_moves(node) {
                return Ok(Some(self.over(node)));
            }
            if MODE == END && I::FINISHES && self.config.facts {
                let finished = self.insight.finish(self.game, &node.position, node.window);
                if let Some((score, looked_at)) = finished {
                    self.counts.generated += looked_at;
                    return Ok(Some(score));
                }
            }
            node.scratch = self.insight.scratch(self.game, &node.position);
            if let Some(score) = self.known::<MODE>(node) {
                return Ok(Some(score));
            }
            if MODE == DOWN
                && let Some(score) = self.too_slow(node)
            {
                return Ok(Some(score));
            }
            if Self::lists_late::<MODE>() {
                return Ok(None);
            }
            self.list_moves(node);
            let Some(&first) = self.list.first() else { return Ok(Some(self.over(node))) };
            if self.list.len() > 1 || !self.config.forced {
                break;
            }
            if MODE == DOWN {
                self.force(node, first);
            } else {
                self.game.play(&mut node.position, first);
            }
            node.ply += 1;
            node.last = self.index(first);
            node.see_as(node.player.other());
        }
        Ok(None)
    }

    /// Whether moves are listed only after all else has failed to give a score: where many positions are left without a look at
    /// their moves.
    const fn lists_late<const MODE: u8>() -> bool {
        MODE == DOWN && I::NEGLECTS
    }

    /// Lists the moves, and says whether there are any.
    #[inline(always)]
    fn has_moves(&mut self, node: &Node<G, I::Scratch>) -> bool {
        self.list_moves(node);
        !self.list.is_empty()
    }

    /// Sees the position as whoever moves there does. False if the game is over.
    #[inline(always)]
    pub(super) fn see_who_moves(&mut self, node: &mut Node<G, I::Scratch>) -> bool {
        self.list.clear();
        self.game.moves(&node.position, &mut self.list);
        if !self.list.is_empty() {
            node.see_as(mover(self.game, &node.position));
        }
        !self.list.is_empty()
    }

    /// The score, if facts are enough, or a repetition.
    #[inline(always)]
    pub(super) fn known<const MODE: u8>(&mut self, node: &Node<G, I::Scratch>) -> Option<i32> {
        let (position, scratch) = (&node.position, &node.scratch);
        if node.ply < self.book_end
            && let Some(score) = self.by_book(position, node.ply)
        {
            return Some(score);
        }
        if MODE == DOWN && self.insight.repeats(self.game, position) {
            self.saw_horizon = true;
            return Some(0);
        }
        if !self.config.facts {
            return None;
        }
        let facts = self.insight.known(self.game, position, scratch, node.window);
        enough(node.counted_from_root(facts, I::COUNTS_PLIES), node.window)
    }

    #[inline(always)]
    fn list_moves(&mut self, node: &Node<G, I::Scratch>) {
        self.list.clear();
        match self.config.facts {
            true => {
                self.insight.moves(self.game, &node.position, &node.scratch, &mut self.list);
            }
            false => self.game.moves(&node.position, &mut self.list),
        }
    }

    #[inline(always)]
    fn can_move(&mut self, node: &Node<G, I::Scratch>) -> bool {
        self.list.clear();
        match self.config.facts {
            true => self.insight.can_move(self.game, &node.position, &node.scratch, &mut self.list),
            false => {
                self.game.moves(&node.position, &mut self.list);
                !self.list.is_empty()
            }
        }
    }

    /// Plays the only move, and carries on what is carried.
    #[inline(always)]
    fn force(&mut self, node: &mut Node<G, I::Scratch>, mv: G::Move) {
        let mut child = node.position.clone();
        self.game.play(&mut child, mv);
        self.carry(node, mv, &child);
        node.position = child;
    }

    /// Carries on what is carried, to a child of a node.
    #[inline(always)]
    pub(super) fn carry(&mut self, node: &Node<G, I::Scratch>, mv: G::Move, child: &G::Position) {
        let carried = self.insight.carry(self.game, self.top(), &node.position, mv, child);
        self.carried.push(carried);
    }

    /// What is carried to where the search is, if it goes down to a depth.
    #[inline(always)]
    fn top(&self) -> &I::Carried {
        self.carried.last().expect("whoever goes down to a depth carries something there")
    }

    pub(super) fn over(&mut self, node: &Node<G, I::Scratch>) -> i32 {
        self.counts.leaves += 1;
        self.insight.over(self.game, &node.position, node.player, node.ply)
    }

    /// What the game thinks of a position, which is never as sure as the end.
    #[inline(always)]
    pub(super) fn evaluated(&mut self, node: &Node<G, I::Scratch>) -> i32 {
        self.counts.leaves += 1;
        self.saw_horizon = true;
        let score = self.insight.evaluate(self.game, &node.position, &node.scratch, self.top());
        let most = self.insight.highest(self.game) - 1;
        let most = if I::COUNTS_PLIES { most - FARTHEST } else { most };
        score.clamp(-most, most)
    }

    #[inline(always)]
    pub(super) fn count<const MODE: u8>(&mut self, ply: u32) -> Result<(), Stop> {
        if self.counts.generated >= self.next_look {
            self.look_up()?;
        }
        if ply > MAX_PLY as u32 {
            return Err(Stop::Deepest);
        }
        if MODE == DOWN {
            self.farthest = self.farthest.max(ply);
        }
        self.counts.generated += 1;
        Ok(())
    }

    /// Looks at the clock, and tells others how far it is.
    #[cold]
    fn look_up(&mut self) -> Result<(), Stop> {
        self.watch.look(self.counts.generated)?;
        self.next_look = self.watch.next_look(self.counts.generated);
        self.progress.count(self.counts.generated - self.told);
        self.told = self.counts.generated;
        self.progress.reach(self.farthest);
        match self.team {
            Some(team) if team.is_done() => Err(Stop::Asked),
            _ => Ok(()),
        }
    }

    /// What the table knows, if that is enough.
    #[inline(always)]
    pub(super) fn recalled<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
    ) -> Option<i32> {
        if MODE == DOWN && node.depth < Self::LOOKED_UP_FROM {
            return None;
        }
        let slot = self.slot(&node.position)?;
        if node.except == NONE {
            node.slot = Some(slot);
        }
        let entry = self.table.get(slot)?;
        node.hints = entry.moves;
        if node.except != NONE {
            return None;
        }
        let known = node.counted_from_root(entry.known, I::COUNTS_PLIES);
        node.remembered = Remembered { known, depth: entry.depth };
        let deep_enough =
            if MODE == END { entry.depth == TO_THE_END } else { entry.depth >= node.depth };
        if !deep_enough || entry.certainty < self.certainty {
            return None;
        }
        if let Some(score) = enough(known, node.window) {
            self.counts.table_hits += 1;
            self.saw_horizon |= entry.depth != TO_THE_END;
            return Some(score);
        }
        // Only bounds of the same search may be put together.
        if (MODE == END || entry.depth == node.depth) && entry.certainty == self.certainty {
            node.known = known;
        }
        None
    }

    #[inline(always)]
    pub(super) fn slot(&self, position: &G::Position) -> Option<Slot> {
        if !self.config.table || !self.insight.table_pays(self.game, position) {
            return None;
        }
        self.insight.key(self.game, position).map(|key| self.table.slot(key))
    }

    #[inline(always)]
    pub(super) fn index(&self, mv: G::Move) -> u16 {
        if I::INDICES == 0 { NONE } else { self.insight.index(self.game, mv) as u16 }
    }

    /// How many plies are to be searched below a node.
    #[inline(always)]
    pub(super) fn plies<const MODE: u8>(&self, node: &Node<G, I::Scratch>) -> u32 {
        if MODE == END { self.insight.plies_left(self.game, &node.position) } else { node.depth }
    }

    /// Tries one move after the other, until one is good enough or none is left.
    #[inline(always)]
    fn try_moves<const MODE: u8>(&mut self, node: &mut Node<G, I::Scratch>) -> Found {
        let generated = self.counts.generated;
        if let Some(score) = self.cut_by_child::<MODE>(node) {
            self.counts.cutoffs += 1;
            self.drop_moves(node);
            return Ok(score);
        }
        let saw_horizon = std::mem::replace(&mut self.saw_horizon, false);
        let mut course = Course {
            window: node.window,
            tried: 0,
            quiet: 0,
            best_is_quiet: true,
            shares: self.shares::<MODE>(node),
            waiting: self.waiting.len(),
            in_vain: self.in_vain.len(),
        };
        while let Some((mv, child)) = self.next(node, course.waiting) {
            let slot = self.fetched::<MODE>(node, &child, course.tried);
            if course.may_wait() && self.stack.len() > node.bottom && self.is_busy(slot) {
                self.waiting.push((mv, child));
                continue;
            }
            let Some(neglect) = self.neglected::<MODE>(node, mv, &child, &course) else {
                self.saw_horizon = true;
                continue;
            };
            let more = match self.single::<MODE>(node, mv, course.tried)? {
                Single::Plies(plies) => plies,
                Single::Leave(score) => {
                    self.drop_moves(node);
                    self.saw_horizon = true;
                    return Ok(score);
                }
            };
            let depth = if MODE == END { node.depth } else { node.depth - 1 };
            let ask = Ask {
                window: course.window.flipped(),
                depth: depth.saturating_add_signed(more),
                ply: node.ply + 1,
                last: self.index(mv),
                except: NONE,
            };
            if MODE == DOWN {
                self.carry(node, mv, &child);
                self.keep_path(node, Some(mv));
            }
            self.set_busy(course.shares, slot, true);
            let other = node.player.other();
            let score = self.tried::<MODE>(&child, other, ask, course.tried, neglect);
            self.set_busy(course.shares, slot, false);
            let score = score?;
            if MODE == DOWN {
                self.carried.pop();
            }
            if self.is_enough::<MODE>(node, &mut course, mv, score, neglect) {
                break;
            }
        }
        self.conclude::<MODE>(node, &course);
        self.remember::<MODE>(node, generated);
        self.saw_horizon |= saw_horizon;
        Ok(node.best)
    }

    /// Asks the table for what will be looked up soon: a child, and once it was not enough, the others.
    #[inline(always)]
    fn fetched<const MODE: u8>(
        &self,
        node: &Node<G, I::Scratch>,
        child: &G::Position,
        tried: usize,
    ) -> Option<Slot> {
        if MODE == DOWN && node.depth <= Self::LOOKED_UP_FROM {
            return None;
        }
        let slot = self.slot(child);
        if let Some(slot) = slot {
            self.table.prefetch(slot);
        }
        if tried == 1 {
            self.prefetch_others(node);
        }
        slot
    }

    /// How to treat a move; none, if it is left out.
    #[inline(always)]
    fn neglected<const MODE: u8>(
        &mut self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        child: &G::Position,
        course: &Course,
    ) -> Option<Neglect> {
        if MODE == END || !I::NEGLECTS {
            return Some(Neglect::default());
        }
        let Course { tried, quiet, window, .. } = *course;
        self.neglect(node, mv, child, Seen { tried, quiet, alpha: window.alpha })
    }

    /// What becomes of the first move, if it is a single good one.
    #[inline(always)]
    fn single<const MODE: u8>(
        &mut self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        tried: usize,
    ) -> Result<Single, Stop> {
        match MODE == DOWN && I::NEGLECTS && tried == 0 {
            true => self.singled_out(node, mv),
            false => Ok(Single::Plies(0)),
        }
    }

    /// Takes note of the score of a move, and says whether it is enough.
    #[inline(always)]
    fn is_enough<const MODE: u8>(
        &mut self,
        node: &mut Node<G, I::Scratch>,
        course: &mut Course,
        mv: G::Move,
        score: i32,
        neglect: Neglect,
    ) -> bool {
        course.tried += 1;
        course.quiet += usize::from(neglect.is_quiet);
        if score > node.best {
            node.best = score;
            node.best_move = self.index(mv);
            course.best_is_quiet = neglect.is_quiet;
        }
        course.window.alpha = course.window.alpha.max(score);
        if score >= course.window.beta {
            self.counts.cutoffs += 1;
            if node.habitual {
                self.learn::<MODE>(node, mv, course.in_vain);
            }
            return true;
        }
        if node.habitual && (!I::NEGLECTS || neglect.is_quiet) {
            self.in_vain.push(mv);
        }
        false
    }

    /// No more moves are tried: clears up, and learns how far off the evaluation was.
    #[inline(always)]
    fn conclude<const MODE: u8>(&mut self, node: &mut Node<G, I::Scratch>, course: &Course) {
        self.waiting.truncate(course.waiting);
        self.in_vain.truncate(course.in_vain);
        self.drop_moves(node);
        self.counts.expanded += 1;
        if course.tried == 0 {
            // The only move is not to be tried.
            node.best = node.window.alpha;
        } else if MODE == DOWN && I::NEGLECTS && node.except == NONE {
            let was_quiet = course.best_is_quiet || node.best <= node.window.alpha;
            self.learn_error(node, node.best, was_quiet);
        }
    }

    /// Where one move was not enough, most often none is: all others will be looked up.
    #[inline(always)]
    fn prefetch_others(&self, node: &Node<G, I::Scratch>) {
        // Where moves are neglected, most of the others are not looked up.
        if I::NEGLECTS || I::LOOKS_AHEAD && self.children.len() > node.nursery {
            return;
        }
        for candidate in &self.stack[node.bottom..] {
            let mut child = node.position.clone();
            self.game.play(&mut child, candidate.mv);
            if let Some(slot) = self.slot(&child) {
                self.table.prefetch(slot);
            }
        }
    }

    /// The next move to try, and where it leads to.
    #[inline(always)]
    fn next(
        &mut self,
        node: &Node<G, I::Scratch>,
        waiting: usize,
    ) -> Option<(G::Move, G::Position)> {
        let mut picked = self.pick(node);
        if I::NEGLECTS
            && node.except != NONE
            && picked.as_ref().is_some_and(|one| self.index(one.mv) == node.except)
        {
            picked = self.pick(node);
        }
        let Some(candidate) = picked else {
            return if self.waiting.len() > waiting { self.waiting.pop() } else { None };
        };
        let mv = candidate.mv;
        if I::LOOKS_AHEAD && self.children.len() > node.nursery {
            let child = self.children[node.nursery + usize::from(candidate.child)].clone();
            return Some((mv, child));
        }
        let mut child = node.position.clone();
        self.game.play(&mut child, mv);
        Some((mv, child))
    }

    /// The score of one move, for who made it, with the window of the other player.
    #[inline(always)]
    fn tried<const MODE: u8>(
        &mut self,
        child: &G::Position,
        other: Player,
        ask: Ask,
        tried: usize,
        neglect: Neglect,
    ) -> Found {
        let window = ask.window.flipped();
        let scout = Ask { window: Window { alpha: ask.window.beta - 1, ..ask.window }, ..ask };
        if MODE == DOWN && I::NEGLECTS && neglect.plies > 0 {
            let less = Ask { depth: ask.depth.saturating_sub(neglect.plies), ..scout };
            let score = -self.score::<MODE>(child, other, less)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if tried > 0 && self.config.scout && window.beta - window.alpha > 1 {
            let score = -self.score::<MODE>(child, other, scout)?;
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        self.score::<MODE>(child, other, ask).map(|score| -score)
    }

    #[inline(always)]
    pub(super) fn drop_moves(&mut self, node: &Node<G, I::Scratch>) {
        self.stack.truncate(node.bottom);
        if I::LOOKS_AHEAD {
            self.children.truncate(node.nursery);
        }
    }

    #[inline(always)]
    pub(super) fn remember<const MODE: u8>(&self, node: &Node<G, I::Scratch>, generated: u64) {
        let Some(slot) = node.slot else { return };
        // Where everything came to its end, the score is good for every depth; what was known before may not be.
        let is_proven = MODE == END || !self.saw_horizon && self.certainty == SURE;
        let mut known = if MODE == DOWN && is_proven { Range::ALL } else { node.known };
        if node.best > node.window.alpha {
            known.low = node.best;
        }
        if node.best < node.window.beta {
            known.high = node.best;
        }
        let known = node.counted_from_here(known, I::COUNTS_PLIES);
        let [first, second] = node.hints;
        // If nothing was good enough, the move that scored highest says little.
        let moves = match node.best_move {
            _ if node.best <= node.window.alpha && first != NONE => node.hints,
            best if best == first => [best, second],
            best => [best, first],
        };
        let depth = if is_proven { TO_THE_END } else { node.depth };
        let entry = Entry { known, depth, certainty: self.certainty, moves };
        self.table.put(slot, entry, (self.counts.generated - generated).max(1).ilog2());
    }
}

impl<G: Game, I: Insight<G>> Drop for Search<'_, G, I> {
    fn drop(&mut self) {
        self.shelf.put(&mut self.lessons);
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
