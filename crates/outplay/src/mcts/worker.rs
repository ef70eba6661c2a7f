//! One thread at work: select, expand, play out, back up, over and over.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::config::{Config, Rule, Urgency};
use super::expand::furnish;
use super::grave::Reference;
use super::knowledge::Knowledge;
use super::last_good_reply::LastGoodReply;
use super::playout::{End, PlayOut};
use super::pool::{
    CHANCE, Children, EXPANDED, EXPANDING, FORBIDDEN, LEAF, MOST_CHILDREN, Node, Pool, Stock,
    TERMINAL, add_real,
};
use super::report::Estimate;
use super::solver::Known;
use super::sync::{AtomicU64, Ordering::Relaxed};
use super::ucb1::{TABLES, Tables};
use crate::{Counts, Event, Game, MAX_PLY, Observer, Player, Range, Repetition, Source, Turn};

/// The payoffs that a tree has seen, and the one that all sums are relative to.
#[derive(Debug)]
pub(super) struct Seen {
    low: AtomicU64,
    high: AtomicU64,
    /// The lowest payoff, as far as it was known when the tree was begun. A visit without a result counts as that: a virtual loss.
    pub(super) base: f64,
    /// Whether the game says what its payoffs are.
    is_told: bool,
}

impl Seen {
    pub(super) fn new(range: Range<f64>, is_told: bool) -> Seen {
        let (low, high) = (range.low.to_bits(), range.high.to_bits());
        Seen { low: low.into(), high: high.into(), base: range.low, is_told }
    }

    pub(super) fn range(&self) -> Range<f64> {
        let end = |end: &AtomicU64| f64::from_bits(end.load(Relaxed));
        Range { low: end(&self.low), high: end(&self.high) }
    }

    fn widen(&self, payoff: f64) {
        let wider = |end: &AtomicU64, is_wider: fn(f64, f64) -> bool| {
            let _ = end.fetch_update(Relaxed, Relaxed, |now| {
                is_wider(payoff, f64::from_bits(now)).then_some(payoff.to_bits())
            });
        };
        wider(&self.low, |payoff, low| payoff < low);
        wider(&self.high, |payoff, high| payoff > high);
    }
}

/// A node that was visited so often may be visited several times in a row by one of several threads.
const OFTEN: u32 = 128;

/// Where every simulation begins.
#[derive(Debug)]
pub(super) struct Root<'s, P> {
    pub(super) index: u32,
    pub(super) position: &'s P,
    /// The keys of all positions up to the root, itself included, if the rules mind repetition.
    pub(super) keys: Vec<u64>,
    /// Which moves are asked about, if not all are.
    pub(super) only: Option<Vec<bool>>,
}

impl<P> Clone for Root<'_, P> {
    fn clone(&self) -> Self {
        let Root { index, position, keys, only } = self;
        Root { index: *index, position, keys: keys.clone(), only: only.clone() }
    }
}

/// One node of the path from the root to a leaf.
#[derive(Debug)]
pub(super) struct Step<'s> {
    pub(super) node: Node<'s>,
    /// The [action](Knowledge::action) of the move, if somebody needs it.
    action: u32,
    /// The child that was visited.
    pub(super) rank: u16,
    /// The child that the mover would have chosen, if that is proven: its payoffs are backed up.
    instead: Option<u16>,
    /// Who chose here.
    pub(super) mover: u8,
}

/// Which child to visit, and which to back up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    pub(super) rank: usize,
    pub(super) instead: Option<usize>,
}

/// Results of simulations: how many, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample {
    pub(super) count: f64,
    pub(super) sum: f64,
    pub(super) squares: f64,
}

impl Sample {
    fn add(&mut self, result: f64) {
        self.count += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    pub(super) fn merge(&mut self, other: Sample) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

pub(super) type Watcher<'s, G> =
    &'s mut dyn Observer<<G as Game>::Position, <G as Game>::Move, Estimate<<G as Game>::Move>>;

/// One thread at work.
pub(super) struct Worker<'s, G: Game, K: Knowledge<G>> {
    pub(super) game: &'s G,
    pub(super) knowledge: &'s K,
    pub(super) config: &'s Config,
    pub(super) pool: &'s Pool<G::Move>,
    pub(super) seen: &'s Seen,
    pub(super) root: Root<'s, G::Position>,
    /// Whether other threads work in the same tree.
    pub(super) shared: bool,
    pub(super) observer: Option<Watcher<'s, G>>,
    pub(super) hand: &'s mut K::Hand,
    pub(super) run: PlayOut<G::Move>,
    pub(super) position: G::Position,
    pub(super) path: Vec<Step<'s>>,
    keys: Vec<u64>,
    repetition: Repetition,
    moves: Vec<G::Move>,
    stock: Stock,
    numbers: Vec<f32>,
    pub(super) odds: Vec<f64>,
    pub(super) tables: &'static Tables,
    /// Whether UCB1 decides alone.
    is_plain: bool,
    /// Whether anything but means is learnt of a simulation.
    learns_more: bool,
    pub(super) players: usize,
    /// The lowest payoff, and what makes the highest 1 more than it.
    pub(super) low: f64,
    pub(super) factor: f64,
    /// What lies between the lowest and the highest payoff.
    pub(super) width: f32,
    pub(super) counts: Counts,
    pub(super) farthest: u32,
    /// Whether something was proven at the root or about one of its moves.
    pub(super) proved_at_root: bool,
    /// What the moves of the root gave in this search.
    pub(super) samples: Vec<Sample>,
    pub(super) known: Known,
    is_full: bool,
    /// Which player made each action first from a ply on, with the number of the simulation.
    played: Vec<(u32, u8)>,
    simulation: u32,
    /// For GRAVE: for every player, the position above that is asked.
    pub(super) references: Vec<(Option<Children<'s, G::Move>>, Reference)>,
}

impl<'s, G: Game, K: Knowledge<G>> Worker<'s, G, K> {
    #[allow(clippy::too_many_arguments)] // all of them are what threads share
    pub(super) fn new(
        game: &'s G,
        knowledge: &'s K,
        config: &'s Config,
        pool: &'s Pool<G::Move>,
        seen: &'s Seen,
        root: Root<'s, G::Position>,
        hand: &'s mut K::Hand,
        seed: u64,
        shared: bool,
    ) -> Self {
        let players = game.players();
        let mut run = PlayOut::new(seed, players);
        run.longest = match K::EVALUATES {
            true => config.cut.unwrap_or(MAX_PLY as u32),
            false => MAX_PLY as u32,
        };
        run.zero_sum = config.zero_sum;
        let sides = pool.sides();
        let replies = config.last_good_reply && K::ACTIONS > 0;
        run.replies = replies.then(|| LastGoodReply::new(players, K::ACTIONS));
        run.wants_actions = replies || sides.amaf;
        let is_plain = matches!(config.rule, Rule::Ucb1 { .. })
            && config.urgency == Urgency::First
            && !sides.amaf
            && !sides.bias
            && sides.implicit == 0
            && !K::PRIORS;
        let learns_more = run.wants_actions || sides.squares || sides.implicit > 0;
        let moves = pool.children_of(pool.node(root.index)).len();
        let mut worker = Worker {
            game,
            knowledge,
            config,
            pool,
            seen,
            position: root.position.clone(),
            keys: Vec::new(),
            repetition: game.repetition(),
            root,
            shared,
            observer: None,
            hand,
            run,
            path: Vec::with_capacity(64),
            moves: Vec::with_capacity(64),
            stock: Stock::default(),
            numbers: Vec::new(),
            odds: Vec::new(),
            tables: &TABLES,
            is_plain,
            learns_more,
            players,
            low: 0.0,
            factor: 1.0,
            width: 1.0,
            counts: Counts::default(),
            farthest: 0,
            proved_at_root: true,
            samples: vec![Sample::default(); moves],
            known: Known::new(players),
            is_full: false,
            played: vec![(0, 0); if sides.amaf { K::ACTIONS } else { 0 }],
            simulation: 0,
            references: Vec::new(),
        };
        if config.rave.is_some_and(|rave| rave.reference > 0) && sides.amaf {
            worker.references = (0..players).map(|_| (None, Reference::new(K::ACTIONS))).collect();
        }
        worker.rescale();
        worker
    }

    /// Play-outs end when the search has to.
    pub(super) fn obey(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        deadline: Option<std::time::Instant>,
    ) {
        (self.run.stop, self.run.deadline) = (stop, deadline);
    }

    pub(super) fn watched_by(&mut self, observer: Watcher<'s, G>) {
        self.run.is_watched = observer.watching();
        self.observer = Some(observer);
    }

    fn rescale(&mut self) {
        let Range { low, high } = self.seen.range();
        self.low = low;
        let width = if high > low { high - low } else { 1.0 };
        (self.factor, self.width) = (1.0 / width, width as f32);
    }

    /// A payoff as a number from 0, the lowest, to 1, the highest.
    #[inline(always)]
    pub(super) fn normal(&self, payoff: f64) -> f64 {
        (payoff - self.low) * self.factor
    }

    /// One simulation: from the root down to a leaf, a play-out, and back.
    pub(super) fn simulate(&mut self) {
        self.begin();
        let root = self.pool.node(self.root.index);
        let proved = self.simulate_from(root, 0);
        self.proved_at_root |= proved;
        if self.run.is_watched {
            self.tell_back_up(root, 0, 0);
        }
    }

    /// Several simulations, all below one node that was visited often: see `threads.rs`. Fewer, if the search is asked to stop meanwhile.
    pub(super) fn simulate_several(&mut self, times: u32) {
        if !self.may_stay() {
            for _ in 0..times {
                self.simulate();
                if self.run.is_asked_to_stop() {
                    return;
                }
            }
            return;
        }
        self.begin();
        let mut node = self.pool.node(self.root.index);
        while let Some(child) = self.often_visited(node) {
            node.visit(times, self.tables, self.shared);
            node = child;
        }
        self.simulate_below(node, times);
    }

    /// Several simulations below the node that the path has come to. The nodes above have counted them; they learn the results together.
    fn simulate_below(&mut self, node: Node<'s>, times: u32) {
        let depth = self.path.len();
        let position = self.position.clone();
        let mut totals = vec![0.0; self.players];
        let (mut proved, mut left) = (false, times);
        while left > 0 && (left == times || !self.run.is_asked_to_stop()) {
            left -= 1;
            self.position.clone_from(&position);
            self.path.truncate(depth);
            self.begin_run();
            proved |= self.simulate_from(node, depth);
            for (total, payoff) in totals.iter_mut().zip(&self.run.payoffs) {
                *total += payoff - self.seen.base;
            }
            if depth > 0 {
                let Step { mover, rank, .. } = self.path[0];
                self.samples[usize::from(rank)].add(self.run.payoffs[usize::from(mover)]);
            }
        }
        self.path.truncate(depth);
        self.tell_above(node, &totals, left, proved);
    }

    /// All nodes of the path learn what the simulations below this node gave in total, and that some were not made.
    fn tell_above(&mut self, mut node: Node<'s>, totals: &[f64], left: u32, mut proved: bool) {
        for depth in (0..self.path.len()).rev() {
            let Step { node: parent, mover, .. } = self.path[depth];
            if left > 0 {
                parent.take_back(left, self.tables, self.shared);
            }
            node.gain(totals[usize::from(mover)], self.tables, self.shared);
            if proved {
                self.proved_at_root |= depth == 0;
                proved = self.config.solver && self.prove(depth);
            }
            node = parent;
        }
        self.proved_at_root |= proved;
    }

    /// Whether several simulations may be made below one node: if nothing but visits and sums is learnt on the way to it.
    fn may_stay(&self) -> bool {
        self.is_plain
            && !self.run.wants_actions
            && !self.run.is_watched
            && self.root.only.is_none()
            && self.repetition == Repetition::Ignored
    }

    /// Goes to the child that is chosen here, if that was visited often and nothing is proven about this choice.
    fn often_visited(&mut self, node: Node<'s>) -> Option<Node<'s>> {
        let visits = node.visits();
        if visits < OFTEN || !node.has_children() {
            return None;
        }
        let children = self.pool.children_of(node);
        let mover = children.mover;
        if mover == CHANCE {
            return None;
        }
        let Chosen { rank, instead } = self.choose_plainly(node, children, visits + 1)?;
        let child = children.node(rank);
        if instead.is_some() || child.visits() < OFTEN || !child.has_children() {
            return None;
        }
        self.game.play(&mut self.position, children.mv(rank));
        self.counts.generated += 1;
        self.path.push(Step { node, mover, rank: rank as u16, instead: None, action: 0 });
        Some(child)
    }

    /// A simulation below a node of the path at this depth. True if it proved something about that node.
    #[inline(always)]
    fn simulate_from(&mut self, mut node: Node<'s>, depth: usize) -> bool {
        let is_new = loop {
            let before = node.visit(1, self.tables, self.shared);
            if !node.has_children()
                && let Some(proved) = self.arrive(node, before)
            {
                break proved;
            }
            match self.descend(node, before + 1) {
                Some(child) => node = child,
                None => break self.nothing_left(node),
            }
            if self.ended_by_repetition() {
                break self.drawn(node);
            }
        };
        self.counts.leaves += 1;
        self.farthest = self.farthest.max(self.path.len() as u32);
        self.mind_payoffs();
        self.back_up(node, is_new, depth)
    }

    fn begin(&mut self) {
        self.position.clone_from(self.root.position);
        self.path.clear();
        if self.repetition != Repetition::Ignored {
            self.keys.clone_from(&self.root.keys);
        }
        self.begin_run();
    }

    fn begin_run(&mut self) {
        self.run.plies = 0;
        self.run.was_over = false;
        if self.run.wants_actions {
            self.run.actions.clear();
            self.simulation = self.simulation.wrapping_add(1).max(1);
            for reference in &mut self.references {
                reference.0 = None;
            }
        }
        if self.run.is_watched {
            self.run.moves.clear();
        }
    }

    /// At a node without children: makes them, if it was visited often enough, and then the simulation goes on. Otherwise the game is played out, and this says
    /// whether that proves something.
    #[inline(always)]
    fn arrive(&mut self, node: Node<'s>, before: u32) -> Option<bool> {
        let is_due = before >= self.config.expand_after;
        match node.state() {
            TERMINAL => {
                self.run.finish(self.game, &self.position);
                self.tell_end(Source::Payoff);
                // Whoever comes here has not seen that it is closed.
                Some(self.close_if_proven(node))
            }
            LEAF if K::KNOWS && self.is_known(node) => Some(self.prove_payoffs(node)),
            LEAF if is_due && !self.is_full && node.turn_into(LEAF, EXPANDING, self.shared) => {
                self.expand(node)
            }
            EXPANDED => None,
            _ => Some(self.play_out(node)),
        }
    }

    /// Whether tables know the position of a node below the root: then its payoffs are those of `run`.
    fn is_known(&mut self, node: Node<'s>) -> bool {
        if !self.config.solver || self.path.is_empty() {
            return false;
        }
        if let Some(proof) = node.proof() {
            self.take_payoffs(proof);
            return true;
        }
        let Worker { knowledge, game, position, hand, run, .. } = self;
        let is_known =
            knowledge.known(game, position, hand, &mut run.payoffs) && !self.is_on_the_brink();
        if is_known {
            self.counts.tb_hits += 1;
            self.tell_end(Source::Known);
        }
        is_known
    }

    /// Whether a position that was there before is drawn if it comes once more.
    fn is_on_the_brink(&self) -> bool {
        let Repetition::Draw { times } = self.repetition else { return false };
        let reach = self.game.reversible_plies(&self.position) as usize + 1;
        let keys = &self.keys[self.keys.len().saturating_sub(reach)..];
        let count = |key: &u64| keys.iter().filter(|&other| other == key).count();
        keys.iter().any(|key| count(key) + 1 >= times as usize)
    }

    /// Expand: makes a node for every move. If there are none, that proves what the node is worth.
    fn expand(&mut self, node: Node<'s>) -> Option<bool> {
        self.moves.clear();
        self.game.moves(&self.position, &mut self.moves);
        if self.moves.is_empty() {
            self.run.finish(self.game, &self.position);
            self.tell_end(Source::Payoff);
            return Some(self.over(node));
        }
        let mover = match self.game.turn(&self.position) {
            Turn::Player(player) => player.0,
            Turn::Chance => CHANCE,
        };
        let Some(children) = self.pool.make(&self.moves, mover, &mut self.stock, self.shared)
        else {
            // More moves than any node can have say nothing about the room for others.
            self.is_full = self.moves.len() <= MOST_CHILDREN;
            node.set_state(LEAF);
            return Some(self.play_out(node));
        };
        let Worker { game, knowledge, hand, pool, position, moves, numbers, .. } = self;
        furnish(*game, *knowledge, *hand, pool, children, position, moves, numbers);
        node.publish(children);
        self.counts.expanded += 1;
        if self.run.is_watched
            && let Some(observer) = &mut self.observer
        {
            observer.event(Event::Expand { ply: self.path.len(), moves: &self.moves });
        }
        None
    }

    /// Play out: a sample of what the position is worth. True if it turns out that the game is over here.
    #[inline(always)]
    fn play_out(&mut self, node: Node<'s>) -> bool {
        if self.pool.sides().implicit > 0 {
            self.keep_evaluation();
        }
        let Worker { game, knowledge, position, hand, run, .. } = self;
        let end = knowledge.play_out(game, position, hand, run);
        self.counts.generated += u64::from(run.plies);
        if end == End::Cut {
            if K::EVALUATES {
                knowledge.evaluate(game, position, &mut run.payoffs);
            } else {
                let Range { low, high } = self.seen.range();
                run.payoffs.fill(if low < high { (low + high) / 2.0 } else { 0.0 });
            }
        }
        self.tell_end(if end == End::Over { Source::Payoff } else { Source::Evaluation });
        self.run.was_over && self.over(node)
    }

    /// The game is over at a node: what `run` says it is worth is proven.
    #[cold]
    fn over(&mut self, node: Node<'s>) -> bool {
        // Another thread may be at the same: both find the same payoffs.
        if !node.turn_into(LEAF, TERMINAL, self.shared) {
            node.turn_into(EXPANDING, TERMINAL, self.shared);
        }
        self.prove_payoffs(node)
    }

    /// Whether the position is over because it came again.
    #[inline(always)]
    fn ended_by_repetition(&mut self) -> bool {
        let Repetition::Draw { times } = self.repetition else { return false };
        self.occurrences() >= times as usize
    }

    /// For which time the position is there. Its key is the last one.
    fn occurrences(&self) -> usize {
        let Some((&key, earlier)) = self.keys.split_last() else { return 1 };
        let reach = self.game.reversible_plies(&self.position) as usize;
        earlier.iter().rev().take(reach).filter(|&&other| other == key).count() + 1
    }

    /// A draw by repetition. A node is reached by one path only, so it is one for as long as the node is kept.
    fn drawn(&mut self, node: Node<'s>) -> bool {
        let before = node.visit(1, self.tables, self.shared);
        self.run.payoffs.fill(0.0);
        self.tell_end(Source::Payoff);
        before == 0 && self.over(node)
    }

    /// Select: goes from a node to one of its children. None if all of them are proven or forbidden.
    #[inline(always)]
    fn descend(&mut self, node: Node<'s>, visits: u32) -> Option<Node<'s>> {
        let children = self.pool.children_of(node);
        let mover = children.mover;
        if !self.references.is_empty() && mover != CHANCE {
            self.refer(node);
        }
        children.prefetch_moves();
        let chosen = match mover {
            CHANCE => self.by_chance(node),
            _ if self.is_plain && (!self.path.is_empty() || self.root.only.is_none()) => {
                self.choose_plainly(node, children, visits)
            }
            _ => self.choose(node),
        }?;
        let Chosen { rank, instead } = chosen;
        let child = children.node(rank);
        child.prefetch();
        let mv = children.mv(rank);
        if self.run.is_watched {
            self.tell_choice(node, rank);
        }
        let mut action = 0;
        if self.run.wants_actions && mover != CHANCE {
            action = self.knowledge.action(self.game, &self.position, mv) as u32;
            self.run.actions.push((Player(mover), action));
        }
        if self.repetition == Repetition::Forbidden && mover != CHANCE {
            let here = self.position.clone();
            self.game.play(&mut self.position, mv);
            self.keys.push(self.game.repetition_key(&self.position));
            if self.occurrences() > 1 {
                self.keys.pop();
                self.position = here;
                if self.run.wants_actions {
                    self.run.actions.pop();
                }
                child.forbid();
                return self.descend(node, visits);
            }
        } else {
            self.game.play(&mut self.position, mv);
            if self.repetition != Repetition::Ignored {
                self.keys.push(self.game.repetition_key(&self.position));
            }
        }
        self.counts.generated += 1;
        let instead = instead.map(|rank| rank as u16);
        self.path.push(Step { node, mover, rank: rank as u16, instead, action });
        Some(child)
    }

    /// What chance does: by its odds. If that is proven, another outcome is visited, and the proven one is backed up.
    fn by_chance(&mut self, node: Node<'s>) -> Option<Chosen> {
        let children = self.pool.children_of(node);
        let rank = self.outcome(children);
        if !self.config.solver || children.node(rank).proof().is_none() {
            return Some(Chosen { rank, instead: None });
        }
        let open = (0..children.len()).filter(|&other| children.node(other).proof().is_none());
        let least = open.min_by_key(|&other| children.node(other).visits())?;
        Some(Chosen { rank: least, instead: Some(rank) })
    }

    /// An outcome of chance, by its odds.
    fn outcome(&mut self, children: Children<'s, G::Move>) -> usize {
        self.moves.clear();
        children.list(&mut self.moves);
        self.odds.clear();
        self.game.odds(&self.position, &self.moves, &mut self.odds);
        self.run.random.by_odds(&self.odds)
    }

    /// No move is left to be visited: all of them are proven, or forbidden. True if that is new.
    #[cold]
    fn nothing_left(&mut self, node: Node<'s>) -> bool {
        let children = self.pool.children_of(node);
        let mover = children.mover;
        let is_forbidden = |child: Node<'_>| child.state() == FORBIDDEN;
        if children.nodes().all(is_forbidden) {
            self.run.finish(self.game, &self.position);
            self.tell_end(Source::Payoff);
            return self.prove_payoffs(node);
        }
        self.path.push(Step { node, mover, rank: 0, instead: None, action: 0 });
        let is_new = self.prove(self.path.len() - 1) | self.close_if_proven(node);
        self.path.pop();
        if let Some(proof) = node.proof() {
            self.take_payoffs(proof);
        } else {
            // Proven moves that no room was left to prove the node by.
            let known = match mover {
                CHANCE => children.node(self.outcome(children)).proof(),
                _ => self.best_proven(children, usize::from(mover)),
            };
            self.take_payoffs(known.expect("a child that is not forbidden"));
        }
        self.tell_end(Source::Known);
        is_new
    }

    /// Payoffs that a proof says.
    fn take_payoffs(&mut self, proof: u32) {
        for player in 0..self.players {
            self.run.payoffs[player] = self.pool.proofs.payoff(proof, player);
        }
    }

    /// Where payoffs are compared with those that were seen, takes note of new ones.
    #[inline(always)]
    fn mind_payoffs(&mut self) {
        if self.seen.is_told {
            return;
        }
        for &payoff in &self.run.payoffs {
            let normal = (payoff - self.low) * self.factor;
            if !(0.0..=1.0).contains(&normal) {
                self.seen.widen(payoff);
            }
        }
        self.rescale();
    }

    /// Back up: every node of the path below this depth learns what the simulation gave. `is_new` says that the leaf was proven by it. True if something was proven
    /// about the node at this depth.
    #[inline(always)]
    fn back_up(&mut self, leaf: Node<'s>, is_new: bool, down_to: usize) -> bool {
        let mut proved = is_new;
        let base = self.seen.base;
        let mut node = leaf;
        if self.run.wants_actions {
            self.learn_replies();
        }
        let learns_more = self.learns_more || self.run.is_watched;
        for depth in (down_to..self.path.len()).rev() {
            let Step { node: parent, mover, rank, instead, .. } = self.path[depth];
            let player = if mover == CHANCE { 0 } else { usize::from(mover) };
            let gain = self.run.payoffs[player] - base;
            node.gain(gain, self.tables, self.shared);
            if depth == 0 {
                self.samples[usize::from(rank)].add(self.run.payoffs[player]);
            }
            if let Some(instead) = instead {
                self.credit(parent, usize::from(instead), player, depth);
            }
            if learns_more {
                self.learn_more(node, depth, player, gain);
            }
            if proved {
                self.proved_at_root |= depth == 0;
                proved = self.config.solver && self.prove(depth);
            }
            node = parent;
        }
        proved
    }

    /// What some rules learn beside means, and those who watch.
    fn learn_more(&mut self, node: Node<'s>, depth: usize, player: usize, gain: f64) {
        let Step { node: parent, mover, rank, action, .. } = self.path[depth];
        if self.pool.sides().squares {
            let children = self.pool.children_of(parent);
            add_real(children.squares(usize::from(rank)), gain * gain, self.shared);
        }
        if self.run.is_watched {
            self.tell_back_up(node, depth + 1, player);
        }
        if self.run.wants_actions && mover != CHANCE {
            self.learn_all_moves_as_first(parent, mover, action);
        }
        if self.pool.sides().implicit > 0 {
            self.back_up_evaluation(depth);
        }
    }

    /// The mover would have chosen a child that is proven: it gets the visit as well, and all above get its payoffs.
    fn credit(&mut self, parent: Node<'s>, rank: usize, player: usize, depth: usize) {
        let children = self.pool.children_of(parent);
        let child = children.node(rank);
        let Some(proof) = child.proof() else { return };
        self.take_payoffs(proof);
        let gain = self.run.payoffs[player] - self.seen.base;
        child.visit(1, self.tables, self.shared);
        child.gain(gain, self.tables, self.shared);
        if self.pool.sides().squares {
            add_real(children.squares(rank), gain * gain, self.shared);
        }
        if depth == 0 {
            self.samples[rank].add(self.run.payoffs[player]);
        }
    }

    /// Last good reply learns from the game.
    fn learn_replies(&mut self) {
        let Worker { run, low, factor, .. } = self;
        let tree = self.path.iter().filter(|step| step.mover != CHANCE).count();
        if let Some(replies) = &mut run.replies {
            let (payoffs, low, factor) = (&run.payoffs, *low, *factor);
            let went_well = |player: Player| (payoffs[player.index()] - low) * factor > 0.5;
            replies.learn(&run.actions, went_well);
        }
        if !self.played.is_empty() {
            // From the end, so that what was made first stays.
            for &(player, action) in self.run.actions[tree..].iter().rev() {
                self.played[action as usize] = (self.simulation, player.0);
            }
        }
    }

    /// RAVE: every child whose move the mover made now or later learns the result. A move does not count if the other player made the same one before: in Go, a stone
    /// can be put there because what stood there was captured, and that is another matter.
    fn learn_all_moves_as_first(&mut self, parent: Node<'s>, mover: u8, action: u32) {
        if self.played.is_empty() {
            return;
        }
        let children = self.pool.children_of(parent);
        let player = usize::from(mover);
        let made_first = (self.simulation, mover);
        self.played[action as usize] = made_first;
        let gain = self.run.payoffs[player] - self.seen.base;
        for rank in 0..children.len() {
            let amaf = children.amaf(rank);
            if self.played[amaf.action.load(Relaxed) as usize] == made_first {
                super::pool::add(amaf.visits, 1, self.shared);
                add_real(amaf.sum, gain, self.shared);
            }
        }
    }

    /// GRAVE: a position that was visited often enough is asked from here on.
    fn refer(&mut self, node: Node<'s>) {
        let enough = self.config.rave.map_or(0, |rave| rave.reference);
        if node.visits() < enough {
            return;
        }
        let children = self.pool.children_of(node);
        let (known, reference) = &mut self.references[usize::from(children.mover)];
        *known = Some(children);
        reference.begin();
        for rank in 0..children.len() {
            reference.set(children.amaf(rank).action.load(Relaxed), rank);
        }
    }

    /// Implicit minimax: a new leaf gets its evaluation.
    fn keep_evaluation(&mut self) {
        let Some(step) = self.path.last() else { return };
        let (children, rank) = (self.pool.children_of(step.node), usize::from(step.rank));
        self.moves.clear();
        self.game.moves(&self.position, &mut self.moves);
        if self.moves.is_empty() {
            self.run.finish(self.game, &self.position);
        } else {
            self.knowledge.evaluate(self.game, &self.position, &mut self.run.payoffs);
        }
        for (player, &payoff) in self.run.payoffs.iter().enumerate() {
            children.implicit(rank, player).store((payoff as f32).to_bits(), Relaxed);
        }
    }

    /// Implicit minimax: a node gets the evaluation of its best child; where chance moves, their average by visits.
    fn back_up_evaluation(&mut self, depth: usize) {
        if depth == 0 {
            return;
        }
        let (above, here) = (&self.path[depth - 1], &self.path[depth]);
        let children = self.pool.children_of(here.node);
        let (own, rank) = (self.pool.children_of(above.node), usize::from(above.rank));
        let tried = || (0..children.len()).filter(|&rank| children.node(rank).visits() > 0);
        let of = |rank: usize, player: usize| {
            f32::from_bits(children.implicit(rank, player).load(Relaxed))
        };
        if here.mover == CHANCE {
            let visits = |rank: usize| f64::from(children.node(rank).visits());
            let total: f64 = tried().map(visits).sum();
            for player in 0..self.players {
                let sum: f64 = tried().map(|rank| visits(rank) * f64::from(of(rank, player))).sum();
                own.implicit(rank, player).store(((sum / total) as f32).to_bits(), Relaxed);
            }
            return;
        }
        let player = usize::from(here.mover);
        let best = tried()
            .reduce(|best, rank| if of(rank, player) > of(best, player) { rank } else { best });
        if let Some(best) = best {
            for player in 0..self.players {
                own.implicit(rank, player).store(of(best, player).to_bits(), Relaxed);
            }
        }
    }
}
