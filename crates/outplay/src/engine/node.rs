//! The node: what happens at one position.
//!
//! Negamax, fail-soft, over a [`Window`] that flips itself. A node asks, in this order, whether what is known
//! of the position is enough, whether the game is over, whether there is only one move, whether the table knows it,
//! whether it can be pruned; only then are its moves tried (`expand.rs`).
//!
//! A search goes down to a depth, where positions are evaluated ([`DOWN`]), or to the end of the game ([`END`]), where
//! every value is proven. These are one function; what a mode does not do is not even compiled for it.

use super::features::{Switch, switch};
use super::insight::{
    FARTHEST, Facts, HowMany, Insight, Ordering, Scale, Selectivity, StaticEvaluation, mover,
};
use super::probe::{Probed, enough};
use super::search::Search;
use super::table::{NONE, Slot, TO_THE_END};
use crate::{Game, Player, Range, Source, Stop, Window, ZeroSum};

/// A search down to a depth.
pub(super) const DOWN: u8 = 0;

/// A search to the end.
pub(super) const END: u8 = 1;

const FACTS: Switch = switch("facts");
const FORCED_MOVES: Switch = switch("forced-moves");
const QUIESCENCE: Switch = switch("quiescence");

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
    pub(super) excluded: u16,
    /// Where the table keeps the position, if the one who asks has found that out.
    pub(super) slot: Option<Slot>,
}

impl Ask {
    /// A question with this window, from the root and to the end; whoever asks something else sets the other fields.
    pub(super) fn about(window: Window<i32>) -> Ask {
        Ask { window, depth: TO_THE_END, ply: 0, last: NONE, excluded: NONE, slot: None }
    }
}

/// What is known of a position from its parent: the parent's scratch, the move, and what was noted when the move was scored.
pub(super) struct Before<G: ZeroSum, I: Insight<G>> {
    pub(super) scratch: I::Scratch,
    pub(super) mv: G::Move,
    pub(super) note: Option<Note<G, I>>,
}

impl<G: ZeroSum, I: Insight<G>> Clone for Before<G, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: ZeroSum, I: Insight<G>> Copy for Before<G, I> {}

/// What the game has noted about a move when it was scored.
pub(super) type Note<G, I> =
    <<I as Insight<G>>::Ordering as Ordering<G, <I as Insight<G>>::Scratch>>::Note;

/// A position that is entered: what is needed to tell whether it has to be searched.
pub(super) struct Visit<'p, G: Game, S> {
    pub(super) position: &'p mut G::Position,
    pub(super) scratch: S,
    /// The player to move.
    pub(super) player: Player,
    pub(super) window: Window<i32>,
    pub(super) ply: u32,
    /// The index of the move that led here.
    last: u16,
    slot: Option<Slot>,
    /// Whether the score is to be turned round for the player who asked.
    turned: bool,
}

impl<'p, G: Game, S: Default> Visit<'p, G, S> {
    #[inline(always)]
    pub(super) fn new(position: &'p mut G::Position, viewer: Player, ask: &Ask) -> Self {
        Visit {
            position,
            scratch: S::default(),
            player: viewer,
            window: ask.window,
            ply: ask.ply,
            last: ask.last,
            slot: ask.slot,
            turned: false,
        }
    }

    /// Sees everything as `player` does.
    #[inline(always)]
    fn see_as(&mut self, player: Player) {
        if self.player != player {
            self.player = player;
            self.window = self.window.flipped();
            self.turned = !self.turned;
        }
    }

    /// The score as the player sees it who asked for it.
    #[inline(always)]
    pub(super) fn for_viewer(&self, score: i32) -> i32 {
        if self.turned { -score } else { score }
    }
}

/// A score, or why the search stopped before it knew one.
pub(super) type Found = Result<i32, Stop>;

/// A position under search.
pub(super) struct Node<'p, G: ZeroSum, S> {
    pub(super) position: &'p mut G::Position,
    pub(super) scratch: S,
    /// The player to move.
    pub(super) player: Player,
    pub(super) window: Window<i32>,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// The index of the move that led here.
    pub(super) last: u16,
    /// The index of a move that is not tried.
    pub(super) excluded: u16,
    /// Whether killers, counter-moves and history have a say in the order.
    pub(super) uses_history: bool,
    /// Where the table keeps the position: before the probe, if that is known already; after it, if something is to be stored.
    pub(super) slot: Option<Slot>,
    pub(super) table: Probed,
    pub(super) best: i32,
    pub(super) best_move: u16,
    /// What the game thinks of it, for games with a [selective](Selectivity::SELECTIVE) search.
    pub(super) opinion: Opinion,
}

/// What a game thinks of a position before its moves are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Opinion {
    /// The static evaluation, corrected.
    pub(super) static_eval: i32,
    /// The same, or better what the table knows.
    pub(super) score: i32,
    pub(super) in_check: bool,
    /// Whether the static evaluation is better than two plies before.
    pub(super) improving: bool,
}

impl<'p, G: ZeroSum, S: Copy> Node<'p, G, S> {
    /// The node of a position that has to be searched.
    #[inline(always)]
    pub(super) fn of(visit: Visit<'p, G, S>, ask: &Ask) -> Self {
        let Visit { position, scratch, player, window, ply, last, slot, .. } = visit;
        Node {
            position,
            scratch,
            player,
            window,
            depth: ask.depth,
            ply,
            last,
            excluded: ask.excluded,
            uses_history: false,
            slot,
            table: Probed::NOTHING,
            best: -i32::MAX,
            best_move: NONE,
            opinion: Opinion::default(),
        }
    }

    /// The same node, for somebody else to go on with.
    #[inline(always)]
    pub(super) fn reborrowed(&mut self) -> Node<'_, G, S> {
        Node { position: &mut *self.position, ..*self }
    }

    /// Whether the window is a null window: no score lies inside.
    #[inline(always)]
    pub(super) fn has_null_window(&self) -> bool {
        self.window.beta - self.window.alpha == 1
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The score of a position for `viewer`, who moves here unless the other player moves again. Forced moves are played
    /// on the position itself, so that it may be another one afterwards.
    #[inline(always)]
    pub(super) fn score<const MODE: u8>(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        self.tell_enter(position, viewer, before, ask);
        let found = self.visited_apart::<MODE>(position, viewer, before, ask);
        self.tell_leave(ask.ply, found)
    }

    /// The same, for the one place that asks most often: there it is compiled in.
    #[inline(always)]
    pub(super) fn score_here<const MODE: u8>(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        self.tell_enter(position, viewer, before, ask);
        let found = match Self::lists_late::<MODE>() {
            true => self.visited_apart::<MODE>(position, viewer, before, ask),
            false => self.visited::<MODE>(position, viewer, before, ask),
        };
        self.tell_leave(ask.ply, found)
    }

    #[inline(never)]
    fn visited_apart<const MODE: u8>(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        self.visited::<MODE>(position, viewer, before, ask)
    }

    #[inline(always)]
    fn visited<const MODE: u8>(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        if MODE == DOWN && ask.depth == 0 {
            return match Self::QUIESCENCE && self.config.has(QUIESCENCE) {
                true => self.quiet_visit(position, viewer, before, ask),
                false => self.leaf(position, viewer, before, ask),
            };
        }
        let mut visit = Visit::new(position, viewer, ask);
        if let Some(score) = self.settled::<MODE>(&mut visit, before)? {
            return Ok(visit.for_viewer(score));
        }
        let turned = visit.turned;
        let score = self.searched::<MODE>(visit, ask)?;
        Ok(if turned { -score } else { score })
    }

    /// The score of a node that is not settled.
    ///
    /// PERF: a function of its own, so that the many positions that are settled do not pay for its large frame.
    #[inline(never)]
    fn searched<const MODE: u8>(&mut self, visit: Visit<'_, G, I::Scratch>, ask: &Ask) -> Found {
        let node = &mut Node::of(visit, ask);
        // What only some searches ask for is a constant in all others.
        if MODE == END {
            node.depth = TO_THE_END;
        }
        if MODE == END || !Self::SELECTIVE {
            node.excluded = NONE;
        }
        self.look_at_first::<MODE>(node);
        if let Some(score) = self.probe::<MODE>(node) {
            return Ok(self.tell_leaf(node.ply, score, Source::Table));
        }
        match self.pruned::<MODE>(node)? {
            Some(score) => Ok(score),
            None => self.expanded::<MODE>(node),
        }
    }

    /// The score, as far as one can tell without looking ahead.
    #[inline(always)]
    fn leaf(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        before: Option<&Before<G, I>>,
        ask: &Ask,
    ) -> Found {
        let mut visit = Visit::new(position, viewer, ask);
        self.count::<DOWN>(visit.ply)?;
        if !Self::ALTERNATES && !self.see_who_moves(&mut visit) {
            return Ok(self.terminal(visit.position, visit.player, visit.ply));
        }
        visit.scratch = self.scratch(visit.position, before);
        let score = match self.known::<DOWN>(&visit) {
            Some(score) => score,
            None if self.can_move(&visit) => {
                let score = self.evaluate(visit.position, &visit.scratch, visit.ply);
                self.tell_leaf(visit.ply, score, Source::Evaluation)
            }
            None => self.terminal(visit.position, visit.player, visit.ply),
        };
        Ok(visit.for_viewer(score))
    }

    /// The score, where it is known without looking at several moves. One move alone is played at once: it
    /// costs no depth, no look at the table, and no ordering.
    #[inline(always)]
    fn settled<const MODE: u8>(
        &mut self,
        visit: &mut Visit<'_, G, I::Scratch>,
        before: Option<&Before<G, I>>,
    ) -> Result<Option<i32>, Stop> {
        let mut forced: Option<(I::Scratch, G::Move)> = None;
        loop {
            if let Some(score) = self.cut_short::<MODE>(visit.ply) {
                return Ok(Some(score));
            }
            self.count::<MODE>(visit.ply)?;
            if !Self::ALTERNATES && !self.see_who_moves(visit) {
                return Ok(Some(self.terminal(visit.position, visit.player, visit.ply)));
            }
            if MODE == END
                && let Some(score) = self.finished(visit)
            {
                return Ok(Some(score));
            }
            visit.scratch = match &forced {
                Some((scratch, mv)) => {
                    let before = Before { scratch: *scratch, mv: *mv, note: None };
                    self.scratch(visit.position, Some(&before))
                }
                None => self.scratch(visit.position, before),
            };
            if let Some(score) = self.known::<MODE>(visit) {
                return Ok(Some(score));
            }
            if (MODE == DOWN || self.keeps_every_ply::<MODE>())
                && let Some(score) = self.mate_distance(visit.window, visit.ply)
            {
                return Ok(Some(score));
            }
            if Self::lists_late::<MODE>() {
                return Ok(None);
            }
            match self.how_many(visit) {
                HowMany::None => {
                    return Ok(Some(self.terminal(visit.position, visit.player, visit.ply)));
                }
                HowMany::One(mv) if self.plays_forced::<MODE>() => {
                    forced = Some((visit.scratch, mv));
                    self.force::<MODE>(visit, mv);
                }
                HowMany::One(_) | HowMany::Several => return Ok(None),
            }
        }
    }

    /// Whether the only move is played at once.
    #[inline(always)]
    fn plays_forced<const MODE: u8>(&self) -> bool {
        self.config.has(FORCED_MOVES) && !self.keeps_every_ply::<MODE>()
    }

    /// Looks at a position, given what was seen before the move that led to it.
    #[inline(always)]
    pub(super) fn scratch(
        &self,
        position: &G::Position,
        before: Option<&Before<G, I>>,
    ) -> I::Scratch {
        match before {
            Some(&Before { scratch, mv, note }) => {
                self.insight.scratch_after(self.game, &scratch, mv, note, position)
            }
            None => self.insight.scratch(self.game, position),
        }
    }

    /// The score, if the game finishes the position by hand.
    #[inline(always)]
    fn finished(&mut self, visit: &Visit<'_, G, I::Scratch>) -> Option<i32> {
        if !Self::FINISHES || !self.config.has(FACTS) {
            return None;
        }
        let facts = self.insight.facts();
        let (score, looked_at) = facts.finish(self.game, visit.position, visit.window)?;
        self.counts.generated += looked_at;
        Some(score)
    }

    /// Plays the only move.
    #[inline(always)]
    fn force<const MODE: u8>(&mut self, visit: &mut Visit<'_, G, I::Scratch>, mv: G::Move) {
        if MODE == DOWN {
            let mut child = visit.position.clone();
            self.game.play(&mut child, mv);
            self.carry(visit.position, mv, &child, visit.ply);
            self.keep_piece_to(visit.position, None, visit.ply);
            *visit.position = child;
        } else {
            self.game.play(visit.position, mv);
        }
        visit.ply += 1;
        visit.slot = None;
        visit.last = self.move_index(mv);
        visit.see_as(visit.player.other());
    }

    /// Whether moves are listed only after all else has failed to give a score: where many positions are left without a look at
    /// their moves. Then no forced move is played at once, either, and a node leaves its position as it is.
    pub(super) const fn lists_late<const MODE: u8>() -> bool {
        MODE == DOWN && Self::SELECTIVE
    }

    /// The score, if nothing more has to be known of a position: what may be wrong is asked last.
    #[inline(always)]
    fn pruned<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        if let Some(score) = self.probcut::<MODE>(node)? {
            return Ok(Some(self.tell_pruned(node.ply, score, "probcut")));
        }
        if MODE == END || !Self::SELECTIVE {
            return Ok(None);
        }
        self.check_extension(node);
        self.internal_iterative_reduction(node);
        self.form_opinion(node);
        if let Some(score) = self.reverse_futility(node) {
            return Ok(Some(self.tell_pruned(node.ply, score, "reverse-futility")));
        }
        if let Some(score) = self.razoring(node)? {
            return Ok(Some(self.tell_pruned(node.ply, score, "razoring")));
        }
        let passed = self.null_move(node)?;
        Ok(passed.map(|score| self.tell_pruned(node.ply, score, "null-move")))
    }

    /// Whether the evaluation may answer for a position. Where a move is excluded, the question is what the others are
    /// worth, not what the position is.
    #[inline(always)]
    pub(super) fn is_judged_by_evaluation(&self, node: &Node<'_, G, I::Scratch>) -> bool {
        node.excluded == NONE
            && !node.opinion.in_check
            && node.has_null_window()
            && !self.is_decided(node.window.beta)
    }

    /// What the game thinks of a position, and whether that is better than before.
    pub(super) fn form_opinion(&mut self, node: &mut Node<'_, G, I::Scratch>) {
        node.opinion.in_check =
            self.insight.selectivity().in_check(self.game, node.position, &node.scratch);
        if node.opinion.in_check {
            self.keep_static_eval(node.ply, None);
            return;
        }
        let correction = self.correction(node);
        let evaluated = self.evaluate(node.position, &node.scratch, node.ply);
        let evaluated = self.corrected(evaluated, correction);
        let Range { low, high } = node.table.bounds;
        node.opinion.static_eval = evaluated;
        // What the table knows, from whatever depth, is the better opinion.
        node.opinion.score = evaluated.max(low).min(high);
        self.keep_static_eval(node.ply, Some(evaluated));
        let before = self.static_eval(node.ply.checked_sub(2));
        node.opinion.improving = before.is_some_and(|before| evaluated > before);
    }

    /// Sees the position as whoever moves there does. False if the game is over.
    #[inline(always)]
    pub(super) fn see_who_moves(&mut self, visit: &mut Visit<'_, G, I::Scratch>) -> bool {
        self.listed.clear();
        self.game.moves(visit.position, &mut self.listed);
        self.leave_out_forbidden(visit.position, visit.ply);
        if !self.listed.is_empty() {
            visit.see_as(mover(self.game, visit.position));
        }
        !self.listed.is_empty()
    }

    /// The score, if facts are enough, or how the position came about.
    #[inline(always)]
    pub(super) fn known<const MODE: u8>(
        &mut self,
        visit: &Visit<'_, G, I::Scratch>,
    ) -> Option<i32> {
        if visit.ply < self.book_end
            && let Some(score) = self.by_book(visit.position, visit.ply)
        {
            return Some(score);
        }
        if let Some(score) = self.drawn_by_path::<MODE>(visit) {
            return Some(if MODE == DOWN { self.drawn(visit.player, score) } else { score });
        }
        if let Some(score) = self.by_tables::<MODE>(visit) {
            return Some(self.tell_leaf(visit.ply, score, Source::Known));
        }
        if !self.config.has(FACTS) {
            return None;
        }
        let facts = self.insight.facts();
        let bounds = facts.bounds(self.game, visit.position, &visit.scratch, visit.window);
        let scale = self.insight.scale();
        let score = enough(scale.range_farther(self.game, bounds, visit.ply), visit.window)?;
        Some(self.tell_leaf(visit.ply, score, Source::Known))
    }

    #[inline(always)]
    pub(super) fn list_moves(&mut self, position: &G::Position, scratch: &I::Scratch, ply: u32) {
        self.listed.clear();
        match self.config.has(FACTS) {
            true => self.insight.facts().moves(self.game, position, scratch, &mut self.listed),
            false => self.game.moves(position, &mut self.listed),
        }
        self.leave_out_forbidden(position, ply);
    }

    /// How many moves there are. If there are several, they may be listed afterwards.
    #[inline(always)]
    fn how_many(&mut self, visit: &Visit<'_, G, I::Scratch>) -> HowMany<G::Move> {
        if self.config.has(FACTS) && !self.may_be_forbidden() {
            self.listed.clear();
            let facts = self.insight.facts();
            return facts.how_many(self.game, visit.position, &visit.scratch, &mut self.listed);
        }
        self.list_moves(visit.position, &visit.scratch, visit.ply);
        HowMany::of(&self.listed)
    }

    #[inline(always)]
    fn can_move(&mut self, visit: &Visit<'_, G, I::Scratch>) -> bool {
        if self.config.has(FACTS) && !self.may_be_forbidden() {
            self.listed.clear();
            let facts = self.insight.facts();
            return facts.can_move(self.game, visit.position, &visit.scratch, &mut self.listed);
        }
        self.list_moves(visit.position, &visit.scratch, visit.ply);
        !self.listed.is_empty()
    }

    /// The score of a game that is over.
    pub(super) fn terminal(&mut self, position: &G::Position, player: Player, ply: u32) -> i32 {
        self.counts.leaves += 1;
        let score = self.insight.scale().terminal(self.game, position, player, ply);
        self.tell_leaf(ply, score, Source::Payoff)
    }

    /// The static evaluation, which is never as sure as the end.
    #[inline(always)]
    pub(super) fn evaluate(
        &mut self,
        position: &G::Position,
        scratch: &I::Scratch,
        ply: u32,
    ) -> i32 {
        self.counts.leaves += 1;
        self.saw_horizon = true;
        let evaluation = self.insight.evaluation();
        let score = self.with_carried(ply, |carried| {
            evaluation.evaluate(self.game, position, scratch, carried)
        });
        self.undecided(score)
    }

    /// A score that does not claim to know who wins.
    #[inline(always)]
    pub(super) fn undecided(&self, score: i32) -> i32 {
        let scale = self.insight.scale();
        let most = scale.highest(self.game) - 1;
        let most = if scale.counts_plies(self.game) { most - 2 * FARTHEST } else { most }.max(0);
        score.clamp(-most, most)
    }

    /// How many plies are to be searched below a node.
    #[inline(always)]
    pub(super) fn plies<const MODE: u8>(&self, node: &Node<'_, G, I::Scratch>) -> u32 {
        match MODE {
            END => self.insight.facts().plies_left(self.game, node.position),
            _ => node.depth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Config;
    use super::super::histories::HistoryPool;
    use super::super::insight::WIN;
    use super::super::progress::Progress;
    use super::super::table::Table;
    use super::*;
    use crate::limits::Watch;
    use crate::{Game, Limits, Turn};

    /// Counts upwards by one or two, each player in turn, and has no end.
    struct Counting;

    impl Game for Counting {
        type Position = i32;
        type Move = i32;

        fn start(&self) -> i32 {
            0
        }

        fn turn(&self, count: &i32) -> Turn {
            Turn::Player(Player((count % 2) as u8))
        }

        fn moves(&self, _: &i32, moves: &mut Vec<i32>) {
            moves.extend([1, 2]);
        }

        fn play(&self, count: &mut i32, mv: i32) {
            *count += mv;
        }

        fn payoff(&self, _: &i32, _: Player) -> f64 {
            0.0
        }
    }

    impl ZeroSum for Counting {}

    /// Evaluates a position as ten times what it is, and is in check at [`CHECK`].
    struct Tens;

    const CHECK: i32 = 7;

    impl Insight<Counting> for Tens {
        type Scratch = ();
        type Scale = ();
        type Facts = ();
        type Evaluation = Self;
        type Ordering = ();
        type Selectivity = Self;
        type Keys = ();

        const ALTERNATES: bool = true;

        fn scale(&self) -> &() {
            &()
        }
        fn facts(&self) -> &() {
            &()
        }
        fn evaluation(&self) -> &Self {
            self
        }
        fn ordering(&self) -> &() {
            &()
        }
        fn selectivity(&self) -> &Self {
            self
        }
        fn keys(&self) -> &() {
            &()
        }
    }

    impl StaticEvaluation<Counting, ()> for Tens {
        type Carried = ();

        fn evaluate(&self, _: &Counting, count: &i32, (): &(), (): &()) -> i32 {
            10 * count
        }
    }

    impl Selectivity<Counting, ()> for Tens {
        const SELECTIVE: bool = true;

        fn in_check(&self, _: &Counting, count: &i32, (): &()) -> bool {
            *count == CHECK
        }
    }

    /// Hands a search to a test.
    fn searching(test: impl FnOnce(&mut Search<'_, Counting, Tens>)) {
        let table = Table::new(1, 64, WIN, 0).expect("a megabyte is there");
        let (pool, progress) = (HistoryPool::default(), Progress::default());
        let watch = Watch::start(&Limits::default());
        let config = Config::default();
        test(&mut Search::new(&Counting, &Tens, &table, config, watch, &progress, &pool));
    }

    fn ask(ply: u32, excluded: u16) -> Ask {
        Ask { depth: 4, ply, excluded, ..Ask::about(Window { alpha: 0, beta: 1 }) }
    }

    #[test]
    fn after_a_check_nothing_is_improving() {
        searching(|search| {
            let mut improving = |mut count: i32, ply: u32| {
                search.carry_anew(&count, ply);
                let ask = ask(ply, NONE);
                let mut node = Node::of(Visit::new(&mut count, Player::MAX, &ask), &ask);
                search.form_opinion(&mut node);
                node.opinion.improving
            };
            assert!(!improving(5, 2) && improving(8, 4), "80 is more than 50");
            assert!(!improving(CHECK, 2) && !improving(8, 4), "50 was in another line");
        });
    }

    #[test]
    fn what_a_position_is_worth_does_not_answer_for_its_other_moves() {
        searching(|search| {
            let mut pruned = |excluded: u16| {
                let mut count = 100;
                search.carry_anew(&count, 2);
                let ask = ask(2, excluded);
                let mut node = Node::of(Visit::new(&mut count, Player::MAX, &ask), &ask);
                search.form_opinion(&mut node);
                search.reverse_futility(&node)
            };
            assert_eq!(pruned(NONE), Some(1_000), "far above the window");
            assert_eq!(pruned(1), None, "without the excluded move it may not be");
        });
    }
}
