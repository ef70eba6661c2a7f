//! The node: what happens at one position.
//!
//! Negamax, fail-soft, over a [`Window`] that flips itself. A node asks, in this order, whether what is known
//! of the position is enough, whether the game is over, whether there is only one move, whether the table knows it,
//! whether it can be pruned; only then are its moves ordered and tried.
//!
//! A search goes down to a depth, where positions are evaluated ([`DOWN`]), or to the end of the game ([`END`]), where
//! every value is proven. These are one function; what a mode does not do is not even compiled for it.

use super::features::{Switch, switch};
use super::insight::{FARTHEST, Facts, Insight, Scale, Selectivity, StaticEvaluation, mover};
use super::late_move_pruning::Treatment;
use super::move_picker::MoveList;
use super::probe::{Probed, enough};
use super::search::Search;
use super::singular_extension::Singular;
use super::table::{NONE, Slot};
use crate::{Player, Range, Stop, Window, ZeroSum};

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
    /// Whether the score is to be turned round for the player who asked.
    turned: bool,
    /// Whether killers, counter-moves and history have a say in the order.
    pub(super) uses_history: bool,
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

/// How far one has come with the moves of a node.
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
    /// Whether a move that another thread is at may be deferred.
    fn may_defer(&self) -> bool {
        self.shares && self.tried > 0
    }
}

impl<'p, G: ZeroSum, S: Default> Node<'p, G, S> {
    #[inline(always)]
    pub(super) fn new(position: &'p mut G::Position, viewer: Player, ask: Ask) -> Self {
        Node {
            position,
            scratch: S::default(),
            player: viewer,
            window: ask.window,
            depth: ask.depth,
            ply: ask.ply,
            last: ask.last,
            excluded: ask.excluded,
            turned: false,
            uses_history: false,
            slot: None,
            table: Probed::NOTHING,
            best: -i32::MAX,
            best_move: NONE,
            opinion: Opinion::default(),
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

    /// Whether the window is a null window: no score lies inside.
    #[inline(always)]
    pub(super) fn has_null_window(&self) -> bool {
        self.window.beta - self.window.alpha == 1
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The score of a position for `viewer`, who moves here unless the other player moves again. Forced moves are played
    /// on the position itself, so that it may be another one afterwards.
    pub(super) fn score<const MODE: u8>(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        ask: Ask,
    ) -> Found {
        if MODE == DOWN && ask.depth == 0 {
            return match Self::QUIESCENCE && self.config.has(QUIESCENCE) {
                true => self.quiescence(position, viewer, ask),
                false => self.leaf(position, viewer, ask),
            };
        }
        let mut node = Node::new(position, viewer, ask);
        let score = match self.settled::<MODE>(&mut node)? {
            Some(score) => score,
            None => match self.probe::<MODE>(&mut node) {
                Some(score) => score,
                None => match self.pruned::<MODE>(&mut node)? {
                    Some(score) => score,
                    None => self.expanded::<MODE>(&mut node)?,
                },
            },
        };
        Ok(node.for_viewer(score))
    }

    /// The score, as far as one can tell without looking ahead.
    #[inline(always)]
    fn leaf(&mut self, position: &mut G::Position, viewer: Player, ask: Ask) -> Found {
        let mut node = Node::new(position, viewer, ask);
        self.count::<DOWN>(node.ply)?;
        if !Self::ALTERNATES && !self.see_who_moves(&mut node) {
            return Ok(self.terminal(&node));
        }
        node.scratch = self.insight.scratch(self.game, node.position);
        let score = match self.known::<DOWN>(&node) {
            Some(score) => score,
            None if self.can_move(&node) => self.evaluate(&node),
            None => self.terminal(&node),
        };
        Ok(node.for_viewer(score))
    }

    /// The score, where it is known without looking at several moves. One move alone is played at once: it
    /// costs no depth, no look at the table, and no ordering.
    #[inline(always)]
    fn settled<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
    ) -> Result<Option<i32>, Stop> {
        loop {
            if let Some(score) = self.cut_short::<MODE>(node.ply) {
                return Ok(Some(score));
            }
            self.count::<MODE>(node.ply)?;
            if !Self::ALTERNATES && !self.see_who_moves(node) {
                return Ok(Some(self.terminal(node)));
            }
            if MODE == END
                && let Some(score) = self.finished(node)
            {
                return Ok(Some(score));
            }
            node.scratch = self.insight.scratch(self.game, node.position);
            if let Some(score) = self.known::<MODE>(node) {
                return Ok(Some(score));
            }
            if (MODE == DOWN || self.keeps_every_ply::<MODE>())
                && let Some(score) = self.mate_distance(node)
            {
                return Ok(Some(score));
            }
            if Self::lists_late::<MODE>() {
                return Ok(None);
            }
            self.list_moves(node);
            let Some(&first) = self.listed.first() else { return Ok(Some(self.terminal(node))) };
            let is_forced = self.listed.len() == 1 && self.config.has(FORCED_MOVES);
            if !is_forced || self.keeps_every_ply::<MODE>() {
                return Ok(None);
            }
            self.force::<MODE>(node, first);
        }
    }

    /// The score, if the game finishes the position by hand.
    #[inline(always)]
    fn finished(&mut self, node: &Node<'_, G, I::Scratch>) -> Option<i32> {
        if !Self::FINISHES || !self.config.has(FACTS) {
            return None;
        }
        let facts = self.insight.facts();
        let (score, looked_at) = facts.finish(self.game, node.position, node.window)?;
        self.counts.generated += looked_at;
        Some(score)
    }

    /// Plays the only move.
    #[inline(always)]
    fn force<const MODE: u8>(&mut self, node: &mut Node<'_, G, I::Scratch>, mv: G::Move) {
        if MODE == DOWN {
            let mut child = node.position.clone();
            self.game.play(&mut child, mv);
            self.carry(node.position, mv, &child, node.ply);
            self.keep_piece_to(node.position, None, node.ply);
            *node.position = child;
        } else {
            self.game.play(node.position, mv);
        }
        node.ply += 1;
        node.last = self.move_index(mv);
        node.see_as(node.player.other());
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
            return Ok(Some(score));
        }
        if MODE == END || !Self::SELECTIVE {
            return Ok(None);
        }
        self.check_extension(node);
        self.internal_iterative_reduction(node);
        self.form_opinion(node);
        if let Some(score) = self.reverse_futility(node) {
            return Ok(Some(score));
        }
        if let Some(score) = self.razoring(node)? {
            return Ok(Some(score));
        }
        self.null_move(node)
    }

    /// What the game thinks of a position, and whether that is better than before.
    pub(super) fn form_opinion(&mut self, node: &mut Node<'_, G, I::Scratch>) {
        node.opinion.in_check =
            self.insight.selectivity().in_check(self.game, node.position, &node.scratch);
        if node.opinion.in_check {
            self.keep_static_eval(node.ply, None);
            return;
        }
        let evaluated = self.evaluate(node);
        let evaluated = self.corrected(node, evaluated);
        let Range { low, high } = node.table.bounds;
        node.opinion.static_eval = evaluated;
        // What the table knows, from whatever depth, is the better opinion.
        node.opinion.score = evaluated.max(low).min(high);
        self.keep_static_eval(node.ply, Some(evaluated));
        let before = self.static_eval(node.ply.checked_sub(2));
        node.opinion.improving = before.is_some_and(|before| evaluated > before);
    }

    /// Lists the moves, orders and tries them.
    #[inline(always)]
    fn expanded<const MODE: u8>(&mut self, node: &mut Node<'_, G, I::Scratch>) -> Found {
        if Self::lists_late::<MODE>() {
            self.list_moves(node);
            if self.listed.is_empty() {
                return Ok(self.terminal(node));
            }
        }
        let mut list = self.take_list();
        self.order::<MODE>(node, &mut list)?;
        let score = match self.cut_by_child::<MODE>(node, &list) {
            Some(score) => score,
            None => self.try_moves::<MODE>(node, &mut list)?,
        };
        self.put_back(list);
        Ok(score)
    }

    /// Tries one move after the other, until one is good enough or none is left.
    #[inline(always)]
    fn try_moves<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
    ) -> Found {
        let generated = self.counts.generated;
        let saw_horizon = std::mem::replace(&mut self.saw_horizon, false);
        let before = self.apart::<MODE>(node.ply);
        let mut tries = Tries {
            window: node.window,
            tried: 0,
            quiet: 0,
            best_is_quiet: true,
            shares: self.shares::<MODE>(node),
        };
        while let Some(candidate) = self.next(node, list) {
            let mv = candidate.mv;
            let Some(treatment) = self.treatment::<MODE>(node, mv, &tries) else {
                self.saw_horizon = true;
                continue;
            };
            let mut child = self.child(node, list, candidate);
            let slot = self.prefetch_child::<MODE>(node, list, &child, tries.tried);
            if tries.may_defer() && !list.candidates.is_empty() && self.is_busy(slot) {
                list.deferred.push(candidate);
                continue;
            }
            let extension = match self.singular::<MODE>(node, mv, tries.tried)? {
                Singular::Extend(plies) => plies,
                Singular::Leave(score) => {
                    self.saw_horizon = true;
                    return Ok(score);
                }
            };
            if MODE == DOWN {
                self.carry(node.position, mv, &child, node.ply);
                self.keep_piece_to(node.position, Some(mv), node.ply);
            }
            let ask = self.ask_of_child::<MODE>(node, mv, &tries, extension);
            self.set_busy(tries.shares, slot, true);
            let other = node.player.other();
            let score = self.searched_again::<MODE>(&mut child, other, ask, &tries, treatment);
            self.set_busy(tries.shares, slot, false);
            if self.is_enough::<MODE>(node, list, &mut tries, mv, score?, treatment) {
                break;
            }
        }
        self.conclude::<MODE>(node, &tries);
        self.store::<MODE>(node, generated);
        self.saw_horizon |= saw_horizon;
        self.joined::<MODE>(node, before);
        Ok(node.best)
    }

    /// What is asked about the position after a move.
    #[inline(always)]
    fn ask_of_child<const MODE: u8>(
        &self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        tries: &Tries,
        extension: i32,
    ) -> Ask {
        let depth = if MODE == END { node.depth } else { node.depth - 1 };
        Ask {
            window: tries.window.flipped(),
            depth: depth.saturating_add_signed(extension),
            ply: node.ply + 1,
            last: self.move_index(mv),
            excluded: NONE,
        }
    }

    /// Takes note of the score of a move, and says whether it is enough.
    #[inline(always)]
    fn is_enough<const MODE: u8>(
        &mut self,
        node: &mut Node<'_, G, I::Scratch>,
        list: &mut MoveList<G>,
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
        }
        tries.window.alpha = tries.window.alpha.max(score);
        if score >= tries.window.beta {
            self.counts.cutoffs += 1;
            if node.uses_history {
                self.learn_cutoff::<MODE>(node, mv, &list.failed);
            }
            return true;
        }
        if node.uses_history && (!Self::SELECTIVE || treatment.is_quiet) {
            list.failed.push(mv);
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

    /// Sees the position as whoever moves there does. False if the game is over.
    #[inline(always)]
    pub(super) fn see_who_moves(&mut self, node: &mut Node<'_, G, I::Scratch>) -> bool {
        self.listed.clear();
        self.game.moves(node.position, &mut self.listed);
        self.leave_out_forbidden(node);
        if !self.listed.is_empty() {
            node.see_as(mover(self.game, node.position));
        }
        !self.listed.is_empty()
    }

    /// The score, if facts are enough, or how the position came about.
    #[inline(always)]
    pub(super) fn known<const MODE: u8>(&mut self, node: &Node<'_, G, I::Scratch>) -> Option<i32> {
        if node.ply < self.book_end
            && let Some(score) = self.by_book(node.position, node.ply)
        {
            return Some(score);
        }
        if let Some(score) = self.drawn_by_path::<MODE>(node) {
            return Some(score);
        }
        if !self.config.has(FACTS) {
            return None;
        }
        let facts = self.insight.facts();
        let bounds = facts.bounds(self.game, node.position, &node.scratch, node.window);
        let scale = self.insight.scale();
        enough(scale.range_farther(self.game, bounds, node.ply), node.window)
    }

    #[inline(always)]
    fn list_moves(&mut self, node: &Node<'_, G, I::Scratch>) {
        self.listed.clear();
        match self.config.has(FACTS) {
            true => {
                let facts = self.insight.facts();
                facts.moves(self.game, node.position, &node.scratch, &mut self.listed);
            }
            false => self.game.moves(node.position, &mut self.listed),
        }
        self.leave_out_forbidden(node);
    }

    #[inline(always)]
    fn can_move(&mut self, node: &Node<'_, G, I::Scratch>) -> bool {
        if self.config.has(FACTS) && !self.may_be_forbidden() {
            self.listed.clear();
            let facts = self.insight.facts();
            return facts.can_move(self.game, node.position, &node.scratch, &mut self.listed);
        }
        self.list_moves(node);
        !self.listed.is_empty()
    }

    /// The score of a game that is over.
    pub(super) fn terminal(&mut self, node: &Node<'_, G, I::Scratch>) -> i32 {
        self.counts.leaves += 1;
        self.insight.scale().terminal(self.game, node.position, node.player, node.ply)
    }

    /// The static evaluation, which is never as sure as the end.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, node: &Node<'_, G, I::Scratch>) -> i32 {
        self.counts.leaves += 1;
        self.saw_horizon = true;
        let carried = self.carried(node.ply);
        let evaluation = self.insight.evaluation();
        let score = evaluation.evaluate(self.game, node.position, &node.scratch, carried);
        self.undecided(score)
    }

    /// A score that does not claim to know who wins.
    #[inline(always)]
    pub(super) fn undecided(&self, score: i32) -> i32 {
        let scale = self.insight.scale();
        let most = scale.highest(self.game) - 1;
        let most = if scale.counts_plies(self.game) { most - FARTHEST } else { most }.max(0);
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
        Ask { window: Window { alpha: 0, beta: 1 }, depth: 4, ply, last: NONE, excluded }
    }

    #[test]
    fn after_a_check_nothing_is_improving() {
        searching(|search| {
            let mut improving = |mut count: i32, ply: u32| {
                search.carry_anew(&count, ply);
                let mut node = Node::new(&mut count, Player::MAX, ask(ply, NONE));
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
                let mut node = Node::new(&mut count, Player::MAX, ask(2, excluded));
                search.form_opinion(&mut node);
                search.reverse_futility(&node)
            };
            assert_eq!(pruned(NONE), Some(1_000), "far above the window");
            assert_eq!(pruned(1), None, "without the excluded move it may not be");
        });
    }
}
