//! The pool: all nodes of the tree in one piece of memory, within a budget.
//!
//! The children of a node lie side by side, so that choosing among them is one walk through memory. A node takes 40 bytes beside its move: 16 that are read
//! whenever its parent chooses, so that seven children are two cache lines, and 24 that are read when it is visited. What
//! only some selection rules need lies in arrays of its own, made only where they are used. Memory is taken chunk by chunk, as the tree grows; when
//! the budget is used up no node is added, and the search goes on in the tree that it has.
//!
//! # Threads
//! All threads work in one pool, through shared references and without a lock around the tree: every number of a node is an atomic, so there are no data races by
//! construction, and there is no `unsafe` code. What has to be seen together is published in order:
//! * Children are written by the one thread that has set the node's state from [`LEAF`] to [`EXPANDING`], and are there for others when they see
//!   where they begin: that is stored last, with `Release`, and loaded with `Acquire`.
//! * A proven payoff is written before its number is stored in a node, again with `Release` and `Acquire`.
//! * A node that is proven is closed, so that no choice takes it. A mean that another thread writes at that moment may open it again: whoever comes there then finds the proof, and
//!   closes it for good.
//! * Visits and sums are counters. A thread may see a visit whose result is not there yet: that is what a virtual loss is. The mean is written after every change of
//!   them, so one that two threads write at once may lack what one of them has learnt, until the next visit.
//! * Nodes are taken from one count, by a compare-and-swap, so no node is given to two threads; a thread takes some hundred and hands them out to itself, its stock. They are
//!   written by that thread alone until they are published as children. A stock ends with its thread, so what was left of it is used again only when the tree is
//!   moved together or emptied, by one thread that has the pool for itself.
//!
//! A chunk is made by the thread that needs it first. Another that needs the same one at that moment waits for it, once in many thousand nodes. `model.rs` tries
//! every order in which two threads can do all this.

use std::ops::Range;
use std::sync::OnceLock;

use super::sync::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::*};
use super::ucb1::{CLOSED, Tables, UNTRIED};

/// Nobody has looked at the moves of this node.
pub(super) const LEAF: u8 = 0;
/// A thread is making its children.
pub(super) const EXPANDING: u8 = 1;
/// It has children.
pub(super) const EXPANDED: u8 = 2;
/// The game is over here.
pub(super) const TERMINAL: u8 = 3;
/// The rules of repetition forbid the move that leads here.
pub(super) const FORBIDDEN: u8 = 4;

/// The [mover](Node::mover) where chance moves.
pub(super) const CHANCE: u8 = u8::MAX;

/// So many moves are written at once. A block of children starts at a multiple of it.
const GROUP: usize = 4;
/// The first chunk holds 2^8 nodes, each of the next twice as many, up to 2^18. In a model of threads, where every atomic costs, 2^2.
const SMALLEST: u32 = if cfg!(all(test, loom)) { 2 } else { 8 };
const LARGEST: u32 = 18;
/// So many nodes are taken at once by each of several threads.
const STOCK: u32 = if cfg!(all(test, loom)) { 16 } else { 512 };

/// What a choice reads of every child.
#[derive(Debug, Default)]
struct Hot {
    /// What the player who chooses at the parent has won on average, less a base: the bits of an `f32`.
    mean: AtomicU32,
    /// One by the square root of the visits, in the same way: [`UNTRIED`] if there are none, and [`CLOSED`] if there is nothing to visit any more.
    root: AtomicU32,
    visits: AtomicU32,
    /// Where the children begin; 0 if there are none.
    first: AtomicU32,
}

/// What is read of the child that was chosen.
#[derive(Debug, Default)]
struct Cold {
    /// What the player who chooses at the parent has won in all visits together, less a base for each: the bits of an `f64`.
    sum: AtomicU64,
    /// What is proven: numbers of payoffs in [`Proofs`], 0 if nothing is. See `solver.rs`.
    low: AtomicU32,
    high: AtomicU32,
    /// How many children there are.
    count: AtomicU16,
    /// Who moves here.
    mover: AtomicU8,
    /// One of the states, but [`EXPANDED`]: [`Hot::first`] says that.
    state: AtomicU8,
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'p> {
    hot: &'p Hot,
    cold: &'p Cold,
}

/// Adds to a counter. Alone, a thread can do that in two steps, which is several times as fast.
///
/// PERF: whether the tree is shared is asked here, and not a parameter of types, which would compile Monte-Carlo search twice for each game.
#[inline(always)]
pub(super) fn add(counter: &AtomicU32, more: u32, shared: bool) -> u32 {
    if shared {
        return counter.fetch_add(more, Relaxed);
    }
    let before = counter.load(Relaxed);
    counter.store(before.wrapping_add(more), Relaxed);
    before
}

/// The same for an `f64`, but says what it is then.
#[inline(always)]
pub(super) fn add_real(sum: &AtomicU64, more: f64, shared: bool) -> f64 {
    let mut before = sum.load(Relaxed);
    loop {
        let after = f64::from_bits(before) + more;
        if !shared {
            sum.store(after.to_bits(), Relaxed);
            return after;
        }
        match sum.compare_exchange_weak(before, after.to_bits(), Relaxed, Relaxed) {
            Ok(_) => return after,
            Err(now) => before = now,
        }
    }
}

impl Hot {
    /// A node that nobody has visited.
    #[inline(always)]
    fn begin(&self) {
        self.mean.store(0, Relaxed);
        self.root.store(UNTRIED.to_bits(), Relaxed);
        self.visits.store(0, Relaxed);
        self.first.store(0, Relaxed);
    }
}

impl Cold {
    #[inline(always)]
    fn begin(&self) {
        self.sum.store(0, Relaxed);
        self.low.store(0, Relaxed);
        self.high.store(0, Relaxed);
        self.count.store(0, Relaxed);
        self.mover.store(0, Relaxed);
        self.state.store(LEAF, Relaxed);
    }
}

impl Node<'_> {
    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.hot.visits.load(Relaxed)
    }

    /// Counts visits, and says how many there were before. Other threads see at once that they have no results yet; a thread alone writes the mean with the result.
    #[inline(always)]
    pub(super) fn visit(&self, times: u32, tables: &Tables, shared: bool) -> u32 {
        let before = add(&self.hot.visits, times, shared);
        if shared {
            self.write_mean(self.sum(), before.wrapping_add(times), tables);
        }
        before
    }

    /// Visits that were counted and will not be made.
    pub(super) fn take_back(&self, times: u32, tables: &Tables, shared: bool) {
        self.visit(times.wrapping_neg(), tables, shared);
    }

    /// Writes what follows from the sum and the visits.
    #[inline(always)]
    fn write_mean(&self, sum: f64, visits: u32, tables: &Tables) {
        let [part, root] = tables.parts(visits);
        self.hot.mean.store((sum as f32 * part).to_bits(), Relaxed);
        if f32::from_bits(self.hot.root.load(Relaxed)) >= 0.0 {
            self.hot.root.store(root.to_bits(), Relaxed);
        }
    }

    /// There is nothing to visit here any more: a choice passes it by. False if that was known.
    pub(super) fn close(&self) -> bool {
        f32::from_bits(self.hot.root.swap(CLOSED.to_bits(), Relaxed)) >= 0.0
    }

    #[inline(always)]
    pub(super) fn sum(&self) -> f64 {
        f64::from_bits(self.cold.sum.load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn gain(&self, more: f64, tables: &Tables, shared: bool) {
        let sum = add_real(&self.cold.sum, more, shared);
        self.write_mean(sum, self.visits(), tables);
    }

    #[inline(always)]
    pub(super) fn state(&self) -> u8 {
        match self.cold.state.load(Acquire) {
            LEAF | EXPANDING if self.has_children() => EXPANDED,
            state => state,
        }
    }

    /// Goes from one state to another, if no other thread was first.
    #[inline(always)]
    pub(super) fn turn_into(&self, from: u8, to: u8, shared: bool) -> bool {
        let state = &self.cold.state;
        if !shared {
            let is_from = state.load(Relaxed) == from;
            if is_from {
                state.store(to, Relaxed);
            }
            return is_from;
        }
        state.compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    pub(super) fn set_state(&self, state: u8) {
        self.cold.state.store(state, Release);
    }

    /// Marks a move that the rules of repetition forbid.
    pub(super) fn forbid(&self) {
        self.set_state(FORBIDDEN);
        self.close();
    }

    #[inline(always)]
    pub(super) fn mover(&self) -> u8 {
        self.cold.mover.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn has_children(&self) -> bool {
        self.first() != 0
    }

    /// Where the children begin; 0 if there are none. What else there is to know of them is known to whoever sees that they are there.
    #[inline(always)]
    pub(super) fn first(&self) -> u32 {
        self.hot.first.load(Acquire)
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        usize::from(self.cold.count.load(Relaxed))
    }

    /// Publishes children that are complete.
    pub(super) fn set_children(&self, first: u32, count: usize, mover: u8) {
        self.cold.count.store(count as u16, Relaxed);
        self.cold.mover.store(mover, Relaxed);
        self.hot.first.store(first, Release);
    }

    /// The numbers of the payoffs that bound the value: at least, at most; 0 where nothing is proven.
    #[inline(always)]
    pub(super) fn bounds(&self) -> (u32, u32) {
        (self.cold.low.load(Acquire), self.cold.high.load(Acquire))
    }

    /// The number of the proven payoffs.
    #[inline(always)]
    pub(super) fn proof(&self) -> Option<u32> {
        let (low, high) = self.bounds();
        (low != 0 && low == high).then_some(low)
    }

    /// Replaces a bound, if it is still what it was.
    pub(super) fn replace_low(&self, from: u32, to: u32) -> bool {
        self.cold.low.compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    pub(super) fn replace_high(&self, from: u32, to: u32) -> bool {
        self.cold.high.compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    /// Writes the number of proven payoffs, if none is written yet. Two threads may have found the same payoffs and given them different numbers: whoever writes the
    /// lower bound first writes the upper one as well, because bounds with different numbers would never be a proof.
    pub(super) fn settle(&self, number: u32) -> bool {
        self.replace_low(0, number) && self.replace_high(0, number)
    }

    fn copy_from(&self, other: Node<'_>) {
        let (hot, cold) = (other.hot, other.cold);
        self.cold.sum.store(cold.sum.load(Relaxed), Relaxed);
        self.hot.mean.store(hot.mean.load(Relaxed), Relaxed);
        self.hot.root.store(hot.root.load(Relaxed), Relaxed);
        self.hot.visits.store(hot.visits.load(Relaxed), Relaxed);
        self.hot.first.store(hot.first.load(Relaxed), Relaxed);
        self.cold.low.store(cold.low.load(Relaxed), Relaxed);
        self.cold.high.store(cold.high.load(Relaxed), Relaxed);
        self.cold.count.store(cold.count.load(Relaxed), Relaxed);
        self.cold.mover.store(cold.mover.load(Relaxed), Relaxed);
        self.cold.state.store(cold.state.load(Relaxed), Relaxed);
    }
}

/// What RAVE knows of a move: it was made here or later, by the same player.
#[derive(Debug, Default)]
pub(super) struct Amaf {
    pub(super) sum: AtomicU64,
    pub(super) visits: AtomicU32,
    /// The [action](super::Knowledge::action) of the move.
    pub(super) action: AtomicU32,
}

/// Which arrays there are beside the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    /// Sums of squares, for UCB1-Tuned.
    pub(super) squares: bool,
    /// [`Amaf`], for RAVE and GRAVE.
    pub(super) amaf: bool,
    /// A number from the game, for progressive bias.
    pub(super) bias: bool,
    /// Priors, for PUCT and where the game has some.
    pub(super) priors: bool,
    /// One evaluation for every player: so many of them, for implicit minimax.
    pub(super) implicit: usize,
}

#[derive(Debug)]
struct Chunk<M> {
    hot: Box<[Hot]>,
    cold: Box<[Cold]>,
    moves: Box<[OnceLock<[M; GROUP]>]>,
    priors: Box<[AtomicU32]>,
    squares: Box<[AtomicU64]>,
    amaf: Box<[Amaf]>,
    bias: Box<[AtomicU32]>,
    implicit: Box<[AtomicU32]>,
    /// Whether there is more than every node has.
    has_sides: bool,
}

fn made<T: Default>(count: usize) -> Box<[T]> {
    (0..count).map(|_| T::default()).collect()
}

/// Nodes that one thread has taken and not used yet.
///
/// PERF: so threads do not wait for each other's count of nodes, and nodes that different threads have made share no line of the cache.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stock {
    next: u32,
    end: u32,
}

impl Stock {
    fn take(&mut self, count: u32) -> Option<u32> {
        let first = self.next;
        (self.end - first >= count).then(|| {
            self.next += count;
            first
        })
    }
}

impl<M> Chunk<M> {
    fn new(nodes: usize, sides: Sides) -> Chunk<M> {
        let where_used = |used: bool| if used { nodes } else { 0 };
        Chunk {
            hot: made(nodes),
            cold: made(nodes),
            moves: (0..nodes / GROUP).map(|_| OnceLock::new()).collect(),
            priors: made(where_used(sides.priors)),
            squares: made(where_used(sides.squares)),
            amaf: made(where_used(sides.amaf)),
            bias: made(where_used(sides.bias)),
            implicit: made(nodes * sides.implicit),
            has_sides: sides != Sides::default(),
        }
    }

    /// Forgets the moves from an offset on. What else there is of a node is written when the node is made.
    fn clear(&mut self, offset: usize) {
        self.moves.iter_mut().skip(offset.div_ceil(GROUP)).for_each(|moves| _ = moves.take());
    }

    /// Makes nodes that nobody has visited, of which nobody knows yet.
    #[inline(always)]
    fn begin(&self, nodes: Range<usize>) {
        self.hot[nodes.clone()].iter().for_each(Hot::begin);
        self.cold[nodes.clone()].iter().for_each(Cold::begin);
        if self.has_sides {
            self.begin_sides(nodes);
        }
    }

    fn begin_sides(&self, nodes: Range<usize>) {
        let of = |all: usize| {
            let each = all / self.hot.len();
            nodes.start * each..nodes.end * each
        };
        let zero = |all: &[AtomicU32]| all.iter().for_each(|one| one.store(0, Relaxed));
        zero(&self.priors[of(self.priors.len())]);
        zero(&self.bias[of(self.bias.len())]);
        zero(&self.implicit[of(self.implicit.len())]);
        self.squares[of(self.squares.len())].iter().for_each(|one| one.store(0, Relaxed));
        for amaf in &self.amaf[of(self.amaf.len())] {
            amaf.sum.store(0, Relaxed);
            amaf.visits.store(0, Relaxed);
            amaf.action.store(0, Relaxed);
        }
    }
}

/// The chunk that a node lies in, and where in it.
///
/// PERF: without a branch, because which chunk it is cannot be predicted.
#[inline(always)]
fn locate(index: u32) -> (usize, usize) {
    let place = index + (1 << SMALLEST);
    let log = place.ilog2().min(LARGEST);
    let chunk = (log - SMALLEST) + (place >> log) - 1;
    (chunk as usize, (place & ((1 << log) - 1)) as usize)
}

/// The first node of the next chunk.
fn end_of_chunk(index: u32) -> u64 {
    let place = index + (1 << SMALLEST);
    let log = place.ilog2().min(LARGEST);
    (u64::from((place >> log) + 1) << log) - (1 << SMALLEST)
}

/// The first node of a chunk.
fn start_of_chunk(chunk: usize) -> u32 {
    let (chunk, doubled) = (chunk as u32, LARGEST - SMALLEST);
    let place = match chunk <= doubled {
        true => 1 << (SMALLEST + chunk),
        false => (chunk - doubled + 1) << LARGEST,
    };
    place - (1 << SMALLEST)
}

/// The most children that a node can have.
pub(super) const MOST_CHILDREN: usize = u16::MAX as usize;

/// All nodes.
#[derive(Debug)]
pub(super) struct Pool<M> {
    chunks: Box<[OnceLock<Chunk<M>>]>,
    /// The first node that is not used.
    next: AtomicU32,
    /// How many nodes there may be.
    limit: u32,
    sides: Sides,
    pub(super) proofs: Proofs,
}

/// The children of a node: a piece of a chunk.
#[derive(Debug)]
pub(super) struct Children<'p, M> {
    chunk: &'p Chunk<M>,
    hot: &'p [Hot],
    offset: usize,
    /// The index of the first.
    pub(super) first: u32,
    players: usize,
}

impl<M> Clone for Children<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Children<'_, M> {}

impl<'p, M> Children<'p, M> {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.hot.len()
    }

    #[inline(always)]
    pub(super) fn node(&self, rank: usize) -> Node<'p> {
        let at = self.offset + rank;
        Node { hot: &self.hot[rank], cold: &self.chunk.cold[at] }
    }

    /// All children in their order.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'p>> + use<'p, M> {
        let children = *self;
        (0..children.len()).map(move |rank| children.node(rank))
    }

    /// The mean of every child, and one by the square root of its visits, [`UNTRIED`] or [`CLOSED`].
    #[inline(always)]
    pub(super) fn means(&self) -> impl Iterator<Item = (f32, f32)> + use<'p, M> {
        let real = |bits: &AtomicU32| f32::from_bits(bits.load(Relaxed));
        self.hot.iter().map(move |hot| (real(&hot.mean), real(&hot.root)))
    }
}

impl<'p, M: Copy> Children<'p, M> {
    /// The move that leads to a child.
    #[inline(always)]
    pub(super) fn mv(&self, rank: usize) -> M {
        let at = self.offset + rank;
        self.chunk.moves[at / GROUP].get().expect("moves are written before they are published")
            [at % GROUP]
    }

    /// Appends the moves of all children.
    pub(super) fn list(&self, moves: &mut Vec<M>) {
        moves.extend((0..self.len()).map(|rank| self.mv(rank)));
    }

    #[inline(always)]
    pub(super) fn prior(&self, rank: usize) -> f64 {
        f64::from(f32::from_bits(self.chunk.priors[self.offset + rank].load(Relaxed)))
    }

    pub(super) fn set_prior(&self, rank: usize, prior: f32) {
        self.chunk.priors[self.offset + rank].store(prior.to_bits(), Relaxed);
    }

    #[inline(always)]
    pub(super) fn squares(&self, rank: usize) -> &'p AtomicU64 {
        &self.chunk.squares[self.offset + rank]
    }

    #[inline(always)]
    pub(super) fn amaf(&self, rank: usize) -> &'p Amaf {
        &self.chunk.amaf[self.offset + rank]
    }

    #[inline(always)]
    pub(super) fn bias(&self, rank: usize) -> &'p AtomicU32 {
        &self.chunk.bias[self.offset + rank]
    }

    /// The evaluation of a child for a player.
    #[inline(always)]
    pub(super) fn implicit(&self, rank: usize, player: usize) -> &'p AtomicU32 {
        &self.chunk.implicit[(self.offset + rank) * self.players + player]
    }
}

impl<M: Copy> Pool<M> {
    /// Bytes that a node takes, its move included.
    pub(super) fn bytes_each(sides: Sides) -> usize {
        let moves = size_of::<OnceLock<[M; GROUP]>>().div_ceil(GROUP);
        let priors = usize::from(sides.priors) * size_of::<AtomicU32>();
        let squares = usize::from(sides.squares) * size_of::<AtomicU64>();
        let amaf = usize::from(sides.amaf) * size_of::<Amaf>();
        let bias = usize::from(sides.bias) * size_of::<AtomicU32>();
        let implicit = sides.implicit * size_of::<AtomicU32>();
        let node = size_of::<Hot>() + size_of::<Cold>();
        node + moves + priors + squares + amaf + bias + implicit
    }

    /// How many nodes, and how many bytes of proofs, so many bytes are enough for.
    fn shares(bytes: usize, sides: Sides) -> (u32, usize) {
        let for_proofs = bytes / 16;
        let most = (bytes - for_proofs) / Pool::<M>::bytes_each(sides) / GROUP * GROUP;
        (u32::try_from(most).unwrap_or(u32::MAX / 2).clamp(64, u32::MAX / 2), for_proofs)
    }

    /// A pool that stays within so many bytes, with a root at index 0.
    pub(super) fn new(bytes: usize, sides: Sides, players: usize) -> Pool<M> {
        let (limit, for_proofs) = Pool::<M>::shares(bytes, sides);
        let chunks = locate(limit - 1).0 + 1;
        let pool = Pool {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(0),
            limit,
            sides,
            proofs: Proofs::new(for_proofs, players),
        };
        pool.plant().expect("there is room for a root");
        pool
    }

    /// An empty pool that takes the memory of this one, if it was made for the same.
    ///
    /// PERF: memory that the system has to bring anew was an eighth of the time of 100,000 simulations of Connect Four.
    pub(super) fn emptied(mut self, bytes: usize, sides: Sides, players: usize) -> Option<Pool<M>> {
        let is_alike = sides == self.sides
            && players == self.proofs.players
            && Pool::<M>::shares(bytes, sides).0 == self.limit;
        if !is_alike {
            return None;
        }
        let used = locate(self.next.load(Relaxed).min(self.limit) - 1).0;
        self.chunks[..=used]
            .iter_mut()
            .filter_map(OnceLock::get_mut)
            .for_each(|chunk| chunk.clear(0));
        self.next.store(0, Relaxed);
        self.proofs.next.store(1, Relaxed);
        self.plant()?;
        Some(self)
    }

    /// Makes the root.
    fn plant(&self) -> Option<()> {
        let root = self.take(1, false)?;
        let (chunk, offset) = locate(root);
        self.chunk(chunk).begin(offset..offset + 1);
        Some(())
    }

    /// Makes what is made once by the thread that needs it first: that a [`OnceLock`] hands it to others whole is the promise of the standard library, which a model
    /// does not see.
    #[cfg(all(test, loom))]
    pub(super) fn ready(self) -> Pool<M> {
        (0..self.chunks.len()).for_each(|chunk| _ = self.chunk(chunk));
        for piece in self.proofs.pieces.iter().take(4) {
            piece.get_or_init(|| made(PIECE * self.proofs.players));
        }
        self
    }

    pub(super) fn sides(&self) -> Sides {
        self.sides
    }

    /// How many nodes are used, and how many there may be.
    pub(super) fn usage(&self) -> (u32, u32) {
        (self.next.load(Relaxed), self.limit)
    }

    /// Bytes that are taken.
    pub(super) fn bytes(&self) -> usize {
        let nodes = |chunk: &OnceLock<Chunk<M>>| chunk.get().map_or(0, |chunk| chunk.hot.len());
        let nodes: usize = self.chunks.iter().map(nodes).sum();
        nodes * Pool::<M>::bytes_each(self.sides) + self.proofs.bytes()
    }

    fn chunk(&self, chunk: usize) -> &Chunk<M> {
        self.chunks[chunk].get_or_init(|| {
            let start = start_of_chunk(chunk);
            let end = end_of_chunk(start).min(u64::from(self.limit));
            Chunk::new((end - u64::from(start)) as usize, self.sides)
        })
    }

    /// Where a block of so many nodes goes if the nodes before `next` are used: never across the end of a chunk.
    fn place(&self, mut next: u32, count: usize) -> Option<(u32, u32)> {
        let count = (count.max(1)).next_multiple_of(GROUP) as u64;
        while u64::from(next) + count > end_of_chunk(next) {
            next = u32::try_from(end_of_chunk(next)).ok().filter(|&next| next < self.limit)?;
        }
        let end = u64::from(next) + count;
        (end <= u64::from(self.limit)).then_some((next, end as u32))
    }

    /// Takes a block of nodes, or nothing if the budget is used up.
    fn take(&self, count: usize, shared: bool) -> Option<u32> {
        let mut next = self.next.load(Relaxed);
        loop {
            let (start, end) = self.place(next, count)?;
            if !shared {
                self.next.store(end, Relaxed);
                self.chunk(locate(start).0);
                return Some(start);
            }
            match self.next.compare_exchange_weak(next, end, Relaxed, Relaxed) {
                Ok(_) => {
                    self.chunk(locate(start).0);
                    return Some(start);
                }
                Err(now) => next = now,
            }
        }
    }

    /// The same for one of several threads: from its stock, as long as that lasts. Large blocks are taken for themselves, so that little is left over.
    fn take_from(&self, stock: &mut Stock, count: usize) -> Option<u32> {
        let size = count.max(1).next_multiple_of(GROUP) as u32;
        if let Some(first) = stock.take(size) {
            return Some(first);
        }
        if size <= STOCK / 4
            && let Some(next) = self.take(STOCK as usize, true)
        {
            *stock = Stock { next, end: next + STOCK };
            return stock.take(size);
        }
        self.take(count, true)
    }

    /// Makes children with these moves, which nobody sees yet.
    pub(super) fn make(
        &self,
        moves: &[M],
        stock: &mut Stock,
        shared: bool,
    ) -> Option<Children<'_, M>> {
        if moves.len() > MOST_CHILDREN {
            return None;
        }
        let first = match shared {
            true => self.take_from(stock, moves.len())?,
            false => self.take(moves.len(), false)?,
        };
        let children = self.children(first, moves.len());
        for (group, moves) in moves.chunks(GROUP).enumerate() {
            let written = std::array::from_fn(|at| moves[at.min(moves.len() - 1)]);
            let slot = &children.chunk.moves[children.offset / GROUP + group];
            assert!(slot.set(written).is_ok(), "a block that was taken is written once");
        }
        let offset = children.offset;
        children.chunk.begin(offset..offset + moves.len());
        Some(children)
    }

    #[inline(always)]
    pub(super) fn children(&self, first: u32, count: usize) -> Children<'_, M> {
        let (chunk, offset) = locate(first);
        let chunk = self.chunks[chunk].get().expect("a node that is known is in a chunk");
        let hot = &chunk.hot[offset..offset + count];
        Children { chunk, hot, offset, first, players: self.sides.implicit }
    }

    /// The children of an expanded node.
    #[inline(always)]
    pub(super) fn children_of(&self, node: Node<'_>) -> Children<'_, M> {
        self.children(node.first(), node.count())
    }

    #[inline(always)]
    pub(super) fn node(&self, index: u32) -> Node<'_> {
        let (chunk, offset) = locate(index);
        let chunk = self.chunks[chunk].get().expect("a node that is known is in a chunk");
        Node { hot: &chunk.hot[offset], cold: &chunk.cold[offset] }
    }

    /// Keeps what lies below `root` and forgets everything else, in place: the nodes that are kept move down, the root to index 0.
    pub(super) fn keep_only(&mut self, root: u32) {
        // Every block that is kept: where it is, and which node it belongs to.
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        let mut left = vec![root];
        while let Some(index) = left.pop() {
            let node = self.node(index);
            if node.state() == EXPANDED {
                let (first, count) = (node.first(), node.count());
                blocks.push((first, index));
                left.extend((0..count as u32).map(|rank| first + rank));
            }
        }
        blocks.sort_unstable();
        // Every node is told where its children will be before any is moved: children may lie before their parent, if threads had stocks.
        let mut next = GROUP as u32;
        let mut places: Vec<(u32, u32, usize)> = Vec::with_capacity(blocks.len());
        for (first, parent) in blocks {
            let parent = self.node(parent);
            let (start, end) = self.place(next, parent.count()).expect("it was there before");
            parent.hot.first.store(start, Relaxed);
            places.push((first, start, parent.count()));
            next = end;
        }
        self.node(0).copy_from(self.node(root));
        self.copy_sides(root, 0);
        for (from, to, count) in places {
            self.move_block(from, to, count);
        }
        self.clear_from(next);
        self.next.store(next, Relaxed);
    }

    /// Copies a block to a place before it.
    fn move_block(&mut self, from: u32, to: u32, count: usize) {
        if from == to {
            return;
        }
        self.chunk(locate(to).0);
        for rank in 0..count as u32 {
            self.node(to + rank).copy_from(self.node(from + rank));
            self.copy_sides(from + rank, to + rank);
        }
        for group in 0..count.div_ceil(GROUP) {
            let (chunk, offset) = locate(from);
            let written = self.chunk(chunk).moves[offset / GROUP + group].get().copied();
            let (chunk, offset) = locate(to);
            let chunk = self.chunks[chunk].get_mut().expect("it was made above");
            let slot = &mut chunk.moves[offset / GROUP + group];
            slot.take();
            slot.set(written.expect("moves are written")).ok().expect("it is empty");
        }
    }

    fn copy_sides(&self, from: u32, to: u32) {
        let ((from, at), (to, into)) = (locate(from), locate(to));
        let (from, to) = (self.chunk(from), self.chunk(to));
        if self.sides.priors {
            to.priors[into].store(from.priors[at].load(Relaxed), Relaxed);
        }
        if self.sides.squares {
            to.squares[into].store(from.squares[at].load(Relaxed), Relaxed);
        }
        if self.sides.amaf {
            let (from, to) = (&from.amaf[at], &to.amaf[into]);
            to.sum.store(from.sum.load(Relaxed), Relaxed);
            to.visits.store(from.visits.load(Relaxed), Relaxed);
            to.action.store(from.action.load(Relaxed), Relaxed);
        }
        if self.sides.bias {
            to.bias[into].store(from.bias[at].load(Relaxed), Relaxed);
        }
        for player in 0..self.sides.implicit {
            let number = from.implicit[at * self.sides.implicit + player].load(Relaxed);
            to.implicit[into * self.sides.implicit + player].store(number, Relaxed);
        }
    }

    /// Forgets everything from a node on, and gives chunks back that nobody uses.
    fn clear_from(&mut self, next: u32) {
        let (used, offset) = locate(next.min(self.limit - 1));
        let offset = if next >= self.limit { usize::MAX } else { offset };
        for chunk in &mut self.chunks[used + 1..] {
            chunk.take();
        }
        if let Some(chunk) = self.chunks[used].get_mut() {
            chunk.clear(offset);
        }
    }
}

/// How many payoffs a piece of [`Proofs`] holds.
const PIECE: usize = if cfg!(all(test, loom)) { 1 << 2 } else { 1 << 8 };

/// All payoffs that were proven, numbered from 1. In most games there are few different ones, and nodes share them.
#[derive(Debug)]
pub(super) struct Proofs {
    pieces: Box<[OnceLock<Box<[AtomicU64]>>]>,
    next: AtomicU32,
    players: usize,
}

impl Proofs {
    fn new(bytes: usize, players: usize) -> Proofs {
        let pieces = (bytes / (PIECE * players * 8)).clamp(1, 1 << 20);
        Proofs {
            pieces: (0..pieces).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(1),
            players,
        }
    }

    fn bytes(&self) -> usize {
        let made = self.pieces.iter().filter(|piece| piece.get().is_some()).count();
        made * PIECE * self.players * 8
    }

    /// Keeps payoffs, and gives them a number; none if there is no room.
    pub(super) fn keep(&self, payoffs: &[f64]) -> Option<u32> {
        let number = self.next.load(Relaxed);
        if number as usize >= self.pieces.len() * PIECE {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        let piece = self.pieces.get(number as usize / PIECE)?;
        let piece = piece.get_or_init(|| made(PIECE * self.players));
        let at = number as usize % PIECE * self.players;
        for (slot, payoff) in piece[at..].iter().zip(payoffs) {
            slot.store(payoff.to_bits(), Relaxed);
        }
        Some(number)
    }

    /// What a player wins by the payoffs with this number.
    #[inline(always)]
    pub(super) fn payoff(&self, number: u32, player: usize) -> f64 {
        let piece = self.pieces[number as usize / PIECE].get().expect("a number that was given");
        f64::from_bits(piece[number as usize % PIECE * self.players + player].load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!((size_of::<Hot>(), size_of::<Cold>()), (16, 24));
        // Beside a move of one, four or eight bytes.
        assert_eq!(size_of::<Hot>() + size_of::<Cold>(), 40);
        // Whether the moves of a group were written takes a byte or two beside them.
        assert!(Pool::<u32>::bytes_each(Sides::default()) - 4 <= 41);
        assert!(Pool::<u64>::bytes_each(Sides::default()) - 8 <= 42);
    }

    #[test]
    fn every_index_has_a_place_of_its_own() {
        let mut last = (0, 0);
        for index in 1..200_000 {
            let here = locate(index);
            let starts = u64::from(index) == end_of_chunk(index - 1);
            let expected = if starts { (last.0 + 1, 0) } else { (last.0, last.1 + 1) };
            assert_eq!(here, expected, "{index}");
            last = here;
        }
    }

    #[test]
    fn a_full_pool_refuses_and_stays_within_its_budget() {
        let budget = 1 << 20;
        let pool = Pool::<u32>::new(budget, Sides::default(), 2);
        let mut blocks = 0;
        let mut stock = Stock::default();
        while let Some(children) = pool.make(&[7, 8, 9, 10, 11], &mut stock, true) {
            assert_eq!((children.mv(0), children.mv(4)), (7, 11));
            blocks += 1;
        }
        assert!(blocks > 1_000 && pool.bytes() <= budget, "{blocks} {}", pool.bytes());
        assert!(pool.make(&[1; 5], &mut stock, true).is_none());
    }
}
