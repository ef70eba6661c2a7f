//! What all algorithms of the textbook share: the desk they work at.
//!
//! The desk makes positions, counts them, watches the limits, keeps the best line and the table, and
//! tells the observer. What is left to an algorithm is the algorithm.

use std::collections::HashSet;

use super::order::{self, Order};
use super::table::Table;
use super::{Error, Halt, Search};
use crate::limits::Watch;
use crate::{
    Cause, Counts, Evaluation, Event, Game, MAX_PLY, Observer, Player, Proof, Source, Turn, Window,
};

/// The remaining depth of a search without a depth limit.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// A position in the tree of a search.
pub(super) struct Node<G: Game> {
    pub(super) position: G::Position,
    /// The move that led here.
    pub(super) by: Option<G::Move>,
    pub(super) moves: Vec<G::Move>,
    /// Who acts; nobody if the game is over.
    pub(super) turn: Option<Turn>,
    pub(super) ply: usize,
    /// Plies still to search.
    pub(super) depth: u32,
}

/// One side of the window.
#[derive(Clone, Copy)]
pub(super) enum Edge {
    Alpha,
    Beta,
}

/// What an observer needs to know about a node of the current path, kept only if one watches.
struct Step<M> {
    /// The ply at which alpha got its value, if that was not the start.
    alpha_by: Option<usize>,
    /// The ply at which beta got its value.
    beta_by: Option<usize>,
    /// The best move, and the edge of the window that it moved.
    best: Option<(M, f64)>,
}

pub(super) struct Desk<'s, G: Game, E, O, V> {
    pub(super) search: Search<'s, G, E, O>,
    pub(super) counts: Counts,
    /// What is known of each move at the root, in the order they were looked at.
    pub(super) root_moves: Vec<(G::Move, V)>,
    /// Which of the rules' moves each of them is.
    pub(super) root_ranks: Vec<usize>,
    /// The deepest ply reached.
    pub(super) deepest: usize,
    /// Whether the depth limit ended the search anywhere.
    pub(super) cut_off: bool,
    pub(super) table: Table<G::Move, V>,
    watch: Watch,
    random: fastrand::Rng,
    seen: HashSet<u64>,
    /// The best line from each ply of the current path.
    lines: Vec<Vec<G::Move>>,
    path: Vec<Step<G::Move>>,
}

impl<'s, G, E, O, V> Desk<'s, G, E, O, V>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, V>,
    V: Clone,
{
    pub(super) fn new(search: Search<'s, G, E, O>) -> Self {
        let watch = Watch::start(&search.config.limits);
        Desk::with_watch(search, watch)
    }

    fn with_watch(search: Search<'s, G, E, O>, watch: Watch) -> Self {
        let seed = if let Order::Random(seed) = search.config.order { seed } else { 0 };
        Desk {
            search,
            watch,
            counts: Counts::default(),
            root_moves: Vec::new(),
            root_ranks: Vec::new(),
            deepest: 0,
            cut_off: false,
            table: Table::default(),
            random: fastrand::Rng::with_seed(seed),
            seen: HashSet::new(),
            lines: Vec::new(),
            path: Vec::new(),
        }
    }

    pub(super) fn game(&self) -> &'s G {
        self.search.game
    }

    /// A fresh desk to look ahead at, with no order: its work is not counted here. PERF: its evaluation and its observer, which is
    /// `()`, are `dyn`, so that it is the type at which a search works that is told of both only as `dyn`.
    pub(super) fn aside<'a, W: Clone>(
        &'a self,
        nobody: &'a mut (),
    ) -> Desk<'a, G, &'a dyn Evaluation<G>, &'a mut dyn Observer<G::Position, G::Move, W>, W> {
        let evaluation: &dyn Evaluation<G> = &self.search.evaluation;
        let observer: &mut dyn Observer<_, _, W> = nobody;
        let search = Search::new(self.search.game).evaluation(evaluation).observer(observer);
        Desk::with_watch(search, self.watch.without_nodes())
    }

    // Making positions.

    pub(super) fn root(&mut self, position: &G::Position, depth: u32) -> Made<G> {
        let mut node = self.make(position.clone(), None, 0, depth)?;
        if self.is_narrowed(&node) {
            let only = &self.search.config.only;
            let named = node.moves.iter().enumerate().filter(|(rank, _)| only.contains(rank));
            node.moves = named.map(|(_, &mv)| mv).collect();
        }
        Ok(node)
    }

    /// Whether a node is the root, and not all of its moves are wanted: what is found there is not the value of the position.
    pub(super) fn is_narrowed(&self, node: &Node<G>) -> bool {
        let only = &self.search.config.only;
        let is_player = matches!(node.turn, Some(Turn::Player(_)));
        node.ply == 0 && is_player && only.iter().any(|&rank| rank < node.moves.len())
    }

    #[inline]
    pub(super) fn child(&mut self, node: &Node<G>, mv: G::Move) -> Made<G> {
        let mut position = node.position.clone();
        self.game().play(&mut position, mv);
        let depth = if node.depth == UNLIMITED { UNLIMITED } else { node.depth - 1 };
        self.make(position, Some(mv), node.ply + 1, depth)
    }

    fn make(
        &mut self,
        position: G::Position,
        by: Option<G::Move>,
        ply: usize,
        depth: u32,
    ) -> Made<G> {
        if ply > MAX_PLY {
            return Err(Halt::Error(Error::TooDeep { line: Vec::new() }));
        }
        self.watch.check(self.counts.generated).map_err(Halt::Stop)?;
        self.count(&position);
        self.deepest = self.deepest.max(ply);
        let mut moves = Vec::new();
        self.game().moves(&position, &mut moves);
        let turn = if moves.is_empty() { None } else { Some(self.game().turn(&position)) };
        Ok(Node { position, by, moves, turn, ply, depth })
    }

    fn count(&mut self, position: &G::Position) {
        self.counts.generated += 1;
        if self.search.config.distinct
            && let Some(key) = self.game().key(position)
        {
            self.seen.insert(key);
            self.counts.distinct = Some(self.seen.len() as u64);
        }
    }

    // Going through the tree.

    #[inline]
    pub(super) fn enter(&mut self, node: &Node<G>, window: Window<f64>) {
        if self.lines.len() <= node.ply + 1 {
            self.lines.resize(node.ply + 2, Vec::new());
        }
        self.lines[node.ply].clear();
        if self.search.observer.watching() {
            self.path.truncate(node.ply);
            let above = self.path.last();
            let step = Step {
                alpha_by: above.and_then(|step| step.alpha_by),
                beta_by: above.and_then(|step| step.beta_by),
                best: None,
            };
            self.path.push(step);
        }
        let Node { ply, by, ref position, turn, .. } = *node;
        self.search.observer.event(Event::Enter { ply, by, position, turn, window });
    }

    /// What `player` wins here, where the game is over, or may hope to win, at the depth limit.
    #[inline]
    pub(super) fn worth(
        &self,
        node: &Node<G>,
        player: Player,
    ) -> Result<Option<(f64, Source)>, Halt<G::Move>> {
        let (value, source) = if node.turn.is_none() {
            (self.game().payoff(&node.position, player), Source::Payoff)
        } else if node.depth == 0 {
            (self.opinion(node, player), Source::Evaluation)
        } else {
            return Ok(None);
        };
        self.checked(value).map(|value| Some((value, source)))
    }

    fn opinion(&self, node: &Node<G>, player: Player) -> f64 {
        self.search.evaluation.evaluate(self.game(), &node.position, player)
    }

    fn checked(&self, value: f64) -> Result<f64, Halt<G::Move>> {
        let payoffs = self.search.config.payoffs;
        if !value.is_finite() {
            Err(Halt::Error(Error::NoValue { line: Vec::new() }))
        } else if !payoffs.holds(value) {
            Err(Halt::Error(Error::OutOfRange { line: Vec::new(), value, payoffs }))
        } else {
            Ok(value)
        }
    }

    #[inline]
    pub(super) fn leaf(&mut self, node: &Node<G>, value: &V, source: Source) {
        match source {
            Source::Payoff => self.counts.leaves += 1,
            Source::Evaluation => {
                self.counts.leaves += 1;
                self.cut_off = true;
            }
            Source::Table => self.counts.table_hits += 1,
            Source::Known => {}
        }
        self.search.observer.event(Event::Leaf { ply: node.ply, value, source });
    }

    /// Notes what a move is worth.
    #[inline]
    pub(super) fn looked(&mut self, node: &Node<G>, mv: G::Move, value: &V) {
        if node.ply == 0 {
            // Chance may look at an outcome again.
            self.root_moves.pop_if(|(last, _)| *last == mv);
            self.root_moves.push((mv, value.clone()));
        }
    }

    /// Notes that `mv` is better than all moves before it, and which edge of the window it moved.
    #[inline]
    pub(super) fn update(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        value: &V,
        window: Window<f64>,
        edge: Option<Edge>,
    ) {
        let (above, below) = self.lines.split_at_mut(node.ply + 1);
        let line = &mut above[node.ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
        if self.search.observer.watching() {
            let step = &mut self.path[node.ply];
            match edge {
                Some(Edge::Alpha) => {
                    (step.alpha_by, step.best) = (Some(node.ply), Some((mv, window.alpha)));
                }
                Some(Edge::Beta) => {
                    (step.beta_by, step.best) = (Some(node.ply), Some((mv, window.beta)));
                }
                None => {}
            }
        }
        self.search.observer.event(Event::Update { ply: node.ply, by: mv, value, window });
    }

    /// Says, to an observer, from where the edges of a window at a chance node come: from above, or
    /// from what is known of all payoffs.
    pub(super) fn inherit(&mut self, node: &Node<G>, alpha: bool, beta: bool) {
        if self.search.observer.watching() {
            let above = node.ply.checked_sub(1).map(|ply| &self.path[ply]);
            let alpha_by = above.filter(|_| alpha).and_then(|step| step.alpha_by);
            let beta_by = above.filter(|_| beta).and_then(|step| step.beta_by);
            self.path.truncate(node.ply + 1);
            let step = &mut self.path[node.ply];
            (step.alpha_by, step.beta_by) = (alpha_by, beta_by);
        }
    }

    /// Leaves the moves `left` out, because the value has passed an edge of the window. After the last move
    /// none are left, and it is no cut-off to be counted.
    pub(super) fn cut(
        &mut self,
        node: &Node<G>,
        value: &V,
        proof: Proof,
        (edge, limit): (Edge, f64),
        left: &[G::Move],
    ) {
        self.counts.cutoffs += u64::from(!left.is_empty());
        if self.search.observer.watching() {
            let cause = self.cause(node, edge);
            let ply = node.ply;
            self.search.observer.event(Event::Cut { ply, value, proof, limit, cause, left });
        }
    }

    fn cause(&self, node: &Node<G>, edge: Edge) -> Cause<G::Move> {
        let step = &self.path[node.ply];
        let ply = match edge {
            Edge::Alpha => step.alpha_by,
            Edge::Beta => step.beta_by,
        };
        let option = ply.and_then(|ply| Some((ply, self.path[ply].best?)));
        option.map_or(Cause::Payoffs, |(ply, (by, value))| Cause::Ancestor { ply, by, value })
    }

    #[inline]
    pub(super) fn leave(&mut self, node: &Node<G>, value: &V) {
        self.search.observer.event(Event::Leave { ply: node.ply, value });
    }

    // Remembering.

    /// What the table knows of a position, searched to the same depth. The root is always searched.
    #[inline]
    pub(super) fn recall(&mut self, node: &Node<G>, enough: impl Fn(&V) -> bool) -> Option<V> {
        let key = self.table_key(node).filter(|_| node.ply > 0)?;
        let entry = self.table.get(&key).filter(|entry| enough(&entry.value))?;
        self.lines[node.ply].extend_from_slice(&entry.line);
        let value = entry.value.clone();
        self.leaf(node, &value, Source::Table);
        Some(value)
    }

    #[inline]
    pub(super) fn remember(&mut self, node: &Node<G>, value: &V) {
        if let Some(key) = self.table_key(node) {
            self.table.put(key, value.clone(), self.lines[node.ply].clone());
        }
    }

    fn table_key(&self, node: &Node<G>) -> Option<(u64, u32)> {
        let wanted = self.search.config.table && !self.is_narrowed(node);
        let key = if wanted { self.game().key(&node.position) } else { None };
        key.map(|key| (key, node.depth))
    }

    // Choosing.

    /// The moves in the order they are to be looked at. `foresee` is the true worth of a move for the
    /// one who moves, `opinion` what the evaluation thinks of it.
    pub(super) fn ordered(
        &mut self,
        node: &Node<G>,
        foresee: impl Fn(&Self, &Node<G>) -> Result<f64, Halt<G::Move>>,
        opinion: impl Fn(&Self, &Node<G>) -> Result<f64, Halt<G::Move>>,
    ) -> Result<Vec<G::Move>, Halt<G::Move>> {
        let ranks = match self.search.config.order {
            Order::Given if node.ply > 0 => return Ok(node.moves.clone()),
            Order::Given => (0..node.moves.len()).collect(),
            Order::Random(_) => order::shuffled(node.moves.len(), &mut self.random),
            Order::Best => order::by_rank(&self.judged(node, -1.0, foresee)?),
            Order::Worst => order::by_rank(&self.judged(node, 1.0, foresee)?),
            Order::Evaluation => order::by_rank(&self.judged(node, -1.0, opinion)?),
        };
        Ok(self.ranked(node, ranks))
    }

    /// What `judge` thinks of every move, times `sign`.
    fn judged(
        &self,
        node: &Node<G>,
        sign: f64,
        judge: impl Fn(&Self, &Node<G>) -> Result<f64, Halt<G::Move>>,
    ) -> Result<Vec<f64>, Halt<G::Move>> {
        let mut judged = Vec::with_capacity(node.moves.len());
        for &mv in &node.moves {
            let child = self.aside::<V>(&mut ()).child(node, mv);
            let value = child.and_then(|child| judge(self, &child));
            judged.push(sign * value.map_err(|halt| halt.after(mv))?);
        }
        Ok(judged)
    }

    fn ranked(&mut self, node: &Node<G>, ranks: Vec<usize>) -> Vec<G::Move> {
        let moves = ranks.iter().map(|&index| node.moves[index]).collect();
        if node.ply == 0 {
            self.root_ranks = ranks;
        }
        moves
    }

    /// What the evaluation thinks `player` wins here; a finished game has its payoff.
    pub(super) fn estimate(&self, node: &Node<G>, player: Player) -> Result<f64, Halt<G::Move>> {
        self.checked(match node.turn {
            None => self.game().payoff(&node.position, player),
            Some(_) => self.opinion(node, player),
        })
    }

    /// The chance of each move of a node at which chance moves, without those that never happen.
    pub(super) fn odds(&self, node: &Node<G>) -> Vec<(G::Move, f64)> {
        let mut odds = Vec::new();
        self.game().odds(&node.position, &node.moves, &mut odds);
        let pairs = node.moves.iter().copied().zip(odds);
        pairs.filter(|&(_, chance)| chance > 0.0).collect()
    }

    pub(super) fn line(&self) -> Vec<G::Move> {
        self.lines.first().cloned().unwrap_or_default()
    }
}

/// A node, unless a limit is reached.
pub(super) type Made<G> = Result<Node<G>, Halt<<G as Game>::Move>>;
