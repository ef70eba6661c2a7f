//! A search at work: what one thread needs from the first node to the last.

use super::book::Book;
use super::config::Config;
use super::endgame_tables::Aim;
use super::histories::{Histories, HistoryPool};
use super::insight::{Facts, Insight, Keys, Ordering, Scale, Selectivity, StaticEvaluation, mover};
use super::move_picker::MoveList;
use super::node::{Ask, DOWN, END, Found};
use super::progress::Progress;
use super::provisional::Provisional;
use super::repetition::Line;
use super::table::{NONE, SURE, TO_THE_END, Table};
use super::threads::Team;
use crate::limits::Watch;
use crate::{Counts, Game, MAX_PLY, Observer, Player, Stop, Value, ZeroSum};

/// What is carried from move to move by an insight.
pub(super) type Carried<G, I> =
    <<I as Insight<G>>::Evaluation as StaticEvaluation<G, <I as Insight<G>>::Scratch>>::Carried;

/// Whoever watches a search.
pub(super) type Watcher<'o, G> =
    dyn Observer<<G as Game>::Position, <G as Game>::Move, Value<i32>, i32> + 'o;

/// A search at work.
pub(super) struct Search<'e, G: ZeroSum, I: Insight<G>> {
    pub(super) game: &'e G,
    pub(super) insight: &'e I,
    pub(super) table: &'e Table,
    pub(super) config: Config,
    pub(super) watch: Watch,
    pub(super) progress: &'e Progress,
    /// Whoever watches the first thread, if anybody does.
    pub(super) watcher: Option<&'e mut Watcher<'e, G>>,
    /// The other threads that search the same.
    pub(super) team: Option<&'e Team>,
    pub(super) counts: Counts,
    /// When to look at the clock again, in positions.
    pub(super) next_look: u64,
    /// The farthest ply that was looked at: the field's seldepth.
    farthest: u32,
    /// What the others were told last.
    pub(super) told: u64,
    /// How selective to be: [`SURE`] leaves nothing out.
    pub(super) selectivity: u32,
    /// Before this ply, no null move is tried.
    pub(super) no_null_move_before: u32,
    /// Whether a score came from the horizon, not from the end of the game, since this was last set to false.
    pub(super) saw_horizon: bool,
    pub(super) histories: Histories,
    /// Where the histories are kept afterwards.
    pub(super) pool: &'e HistoryPool,
    /// The best move of the root, as far as its moves were tried.
    pub(super) best_so_far: Option<G::Move>,
    /// The ply that the search was to reach at first.
    pub(super) horizon: u32,
    pub(super) book: Option<&'e Book>,
    /// The first ply from the root that no position of the book is at.
    pub(super) book_end: u32,
    /// What is known along the line from the root to here, by ply.
    frames: Vec<Frame<Carried<G, I>>>,
    /// What was before, as far as it can come again.
    pub(super) line: Line,
    pub(super) provisional: Provisional,
    /// What endgame tables tell of the root.
    pub(super) aim: Aim,
    /// The moves of the position that is looked at.
    pub(super) listed: Vec<G::Move>,
    /// Lists of moves that no node uses. PERF: boxed, so that only a pointer moves between the pool and a node.
    #[allow(clippy::vec_box)]
    lists: Vec<Box<MoveList<G>>>,
    /// How many entries it has stored in the table since that grew.
    pub(super) stored: u64,
}

/// What is known of one ply of the line from the root to here.
#[derive(Default)]
struct Frame<C> {
    /// What is carried to the position, in a search down to a depth.
    carried: C,
    /// The static evaluation of the position, corrected, for the player to move; none in check.
    static_eval: Option<i32>,
    /// The [piece-to index](Ordering::piece_to) of the move that is tried there.
    piece_to: Option<u16>,
}

impl<'e, G: ZeroSum, I: Insight<G>> Search<'e, G, I> {
    /// What the parts of the insight can do at all.
    pub(super) const ALTERNATES: bool = I::ALTERNATES;
    pub(super) const GRAIN: i32 = <I::Scale as Scale<G>>::GRAIN;
    pub(super) const FINISHES: bool = <I::Facts as Facts<G, I::Scratch>>::FINISHES;
    pub(super) const TABLES: bool = <I::Facts as Facts<G, I::Scratch>>::TABLES;
    pub(super) const EVALUATES: bool =
        <I::Evaluation as StaticEvaluation<G, I::Scratch>>::EVALUATES;
    pub(super) const CLEAR_ADVANTAGE: i32 =
        <I::Evaluation as StaticEvaluation<G, I::Scratch>>::CLEAR_ADVANTAGE;
    /// Whether anything is carried from move to move.
    pub(super) const CARRIES: bool = size_of::<Carried<G, I>>() > 0;
    pub(super) const CORRECTION_KEYS: usize =
        <I::Evaluation as StaticEvaluation<G, I::Scratch>>::CORRECTION_KEYS;
    pub(super) const LOOKS_AHEAD: bool = <I::Ordering as Ordering<G, I::Scratch>>::LOOKS_AHEAD;
    pub(super) const MOVE_INDICES: usize = <I::Ordering as Ordering<G, I::Scratch>>::MOVE_INDICES;
    pub(super) const STAGES: bool =
        <I::Ordering as Ordering<G, I::Scratch>>::STAGES && Self::SELECTIVE;
    pub(super) const PIECE_TOS: usize = <I::Ordering as Ordering<G, I::Scratch>>::PIECE_TOS;
    pub(super) const SELECTIVE: bool = <I::Selectivity as Selectivity<G, I::Scratch>>::SELECTIVE;
    pub(super) const HAS_CLOCK: bool = <I::Keys as Keys<G>>::HAS_CLOCK;
    pub(super) const QUIESCENCE: bool = <I::Selectivity as Selectivity<G, I::Scratch>>::QUIESCENCE;

    pub(super) fn new(
        game: &'e G,
        insight: &'e I,
        table: &'e Table,
        config: Config,
        watch: Watch,
        progress: &'e Progress,
        pool: &'e HistoryPool,
    ) -> Self {
        table.enter();
        Search {
            game,
            insight,
            table,
            config,
            watch,
            progress,
            watcher: None,
            team: None,
            counts: Counts::default(),
            next_look: 0,
            farthest: 0,
            told: 0,
            selectivity: SURE,
            no_null_move_before: 0,
            saw_horizon: false,
            histories: pool.take::<G, I>(&config),
            pool,
            best_so_far: None,
            horizon: 0,
            book: None,
            book_end: 0,
            frames: Vec::new(),
            line: Line::new(),
            provisional: Provisional::default(),
            aim: Aim::default(),
            listed: Vec::with_capacity(64),
            lists: Vec::new(),
            stored: 0,
        }
    }

    /// The score of a position for `viewer`, in a search down to `ask.depth`, or to the end.
    pub(super) fn start(&mut self, position: &G::Position, viewer: Player, ask: Ask) -> Found {
        self.frames.clear();
        self.line.begin(ask.ply);
        self.provisional.clear();
        self.no_null_move_before = 0;
        self.horizon = ask.ply + ask.depth;
        self.book_end = ask.ply + self.reach_of_book(position);
        let player = mover(self.game, position);
        let sign = if player == viewer { 1 } else { -1 };
        let window = if player == viewer { ask.window } else { ask.window.flipped() };
        let ask = Ask { window, ..ask };
        let mut position = position.clone();
        let score = if ask.depth >= TO_THE_END {
            self.score::<END>(&mut position, player, None, &ask)
        } else {
            self.carry_anew(&position, ask.ply);
            self.score::<DOWN>(&mut position, player, None, &ask)
        };
        score.map(|score| sign * score)
    }

    /// Counts a position, and looks at the clock from time to time.
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
        let looked = self.watch.look(self.counts.generated);
        self.progress.pause(self.watch.gap());
        looked?;
        self.next_look = self.watch.next_look();
        self.count_progress();
        if self.stored > self.table.entries() / 2 && self.table.grow() {
            self.stored = 0;
        }
        match self.team {
            Some(team) if team.is_done() => Err(Stop::Asked),
            _ => Ok(()),
        }
    }

    /// Adds what was looked at since the last time, and tells whoever watches.
    pub(super) fn count_progress(&mut self) {
        self.progress.count(self.counts.generated - self.told);
        self.told = self.counts.generated;
        self.progress.reach(self.farthest);
        self.tell_progress();
    }

    #[inline(always)]
    fn frame(&mut self, ply: u32) -> &mut Frame<Carried<G, I>> {
        let ply = ply as usize;
        if ply >= self.frames.len() {
            self.lengthen(ply);
        }
        &mut self.frames[ply]
    }

    #[cold]
    fn lengthen(&mut self, ply: usize) {
        self.frames.resize_with(ply + 8, Frame::default);
    }

    /// What a game says of a position, with what is carried there in a search down to a depth.
    #[inline(always)]
    pub(super) fn with_carried<T>(&self, ply: u32, say: impl FnOnce(&Carried<G, I>) -> T) -> T {
        match Self::CARRIES {
            true => say(&self.frames[ply as usize].carried),
            false => say(&Default::default()),
        }
    }

    /// Computes anew what is carried to a ply.
    #[inline(always)]
    pub(super) fn carry_anew(&mut self, position: &G::Position, ply: u32) {
        if Self::CARRIES {
            self.frame(ply).carried = self.insight.evaluation().carried(self.game, position);
        }
    }

    /// Carries on what is carried, from a position by a move to the next ply.
    #[inline(always)]
    pub(super) fn carry(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        child: &G::Position,
        ply: u32,
    ) {
        if Self::CARRIES {
            let evaluation = self.insight.evaluation();
            let carried = &self.frames[ply as usize].carried;
            let carried = evaluation.carry(self.game, carried, position, mv, child);
            self.frame(ply + 1).carried = carried;
        }
    }

    /// The static evaluation of an earlier ply of the line, for whoever moved there.
    #[inline(always)]
    pub(super) fn static_eval(&self, ply: Option<u32>) -> Option<i32> {
        self.frames.get(ply? as usize)?.static_eval
    }

    #[inline(always)]
    pub(super) fn keep_static_eval(&mut self, ply: u32, score: Option<i32>) {
        self.frame(ply).static_eval = score;
    }

    /// The [piece-to index](Ordering::piece_to) of the move that was made at an earlier ply of the line.
    #[inline(always)]
    pub(super) fn piece_to_at(&self, ply: Option<u32>) -> u16 {
        ply.and_then(|ply| self.frames.get(ply as usize)?.piece_to).unwrap_or(NONE)
    }

    /// Keeps what moves where, for the positions after it; nothing, if it is a null move.
    #[inline(always)]
    pub(super) fn keep_piece_to(&mut self, position: &G::Position, mv: Option<G::Move>, ply: u32) {
        if Self::PIECE_TOS > 0 {
            let ordering = self.insight.ordering();
            let piece_to = mv.map(|mv| ordering.piece_to(self.game, position, mv) as u16);
            self.frame(ply).piece_to = piece_to;
        }
    }

    /// A list of moves to use, and to [put back](Self::put_back).
    #[inline(always)]
    pub(super) fn take_list(&mut self) -> Box<MoveList<G>> {
        self.lists.pop().unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn put_back(&mut self, mut list: Box<MoveList<G>>) {
        list.clear();
        self.lists.push(list);
    }

    /// Whether a score says that the game is won or lost, not by how much a player is ahead.
    #[inline(always)]
    pub(super) fn is_decided(&self, score: i32) -> bool {
        self.insight.scale().is_decided(self.game, score)
    }

    /// Whether a score says that the game is lost. A loss is told only after every move was tried: it must be a proof.
    #[inline(always)]
    pub(super) fn is_lost(&self, score: i32) -> bool {
        score < 0 && self.is_decided(score)
    }

    #[inline(always)]
    pub(super) fn move_index(&self, mv: G::Move) -> u16 {
        match Self::MOVE_INDICES {
            0 => NONE,
            _ => self.insight.ordering().move_index(self.game, mv) as u16,
        }
    }
}

impl<G: ZeroSum, I: Insight<G>> Drop for Search<'_, G, I> {
    fn drop(&mut self) {
        self.pool.put(&mut self.histories, &self.config);
        self.table.leave();
    }
}
