//! The pool: all nodes of the tree in one piece of memory, within a budget.
//!
//! The children of a node lie side by side, so that choosing among them is one walk through memory. A node takes 32 bytes beside its move, and two or three that say how many
//! children its parent has, who chooses among them, and whether the moves were written: 16 that are read whenever its parent chooses, so that seven children
//! are two lines of the cache, 8 for the sum of its results and 8 for what is proven. What only some selection rules need lies in arrays of its own, made only where they are used. All the room
//! there may be is asked for at once, and the system hands it out as the tree grows; when it is used up no node is added, and the search goes on in the tree that it has.
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
//! `model.rs` tries every order in which two threads can do all this.

use std::io;
use std::sync::OnceLock;

use super::moves::Moves;
pub(super) use super::sides::Sides;
use super::sides::{Arrays, Number};
use super::sync::{AtomicU32, AtomicU64, Memory, Ordering::*};
use super::ucb1::{CLOSED, Tables, UNTRIED};
use crate::memory::prefetch;

// Where there are no children, a node says instead of where they begin why not. Where there are some, that is a number between 1 and the highest `i32`.

/// Nobody has looked at the moves of this node.
pub(super) const LEAF: u32 = 0;
/// A thread is making its children.
pub(super) const EXPANDING: u32 = u32::MAX;
/// The game is over here.
pub(super) const TERMINAL: u32 = u32::MAX - 1;
/// The rules of repetition forbid the move that leads here.
pub(super) const FORBIDDEN: u32 = u32::MAX - 2;
/// It has children: the [state](Node::state), not what is written. No block begins here.
pub(super) const EXPANDED: u32 = 1;

/// The [mover](Children::mover) where chance moves.
pub(super) const CHANCE: u8 = u8::MAX;

/// So many nodes are looked at together, and their moves written. A block of children starts at a multiple of it.
pub(super) const GROUP: usize = 4;
/// So many nodes are taken at once by each of several threads.
const STOCK: u32 = if cfg!(all(test, loom)) { 16 } else { 512 };

/// What a choice reads of every child: these four numbers.
type Hot = [AtomicU32; 4];
/// What the player who chooses at the parent has won on average, less a base: the bits of an `f32`.
const MEAN: usize = 0;
/// One by the square root of the visits, in the same way: [`UNTRIED`] if there are none, and [`CLOSED`] if there is nothing to visit any more.
const ROOT: usize = 1;
const VISITS: usize = 2;
/// Where the children begin, or why there are none: one of the states.
const FIRST: usize = 3;
/// The mean of a node that is none, at the end of a block that would not fill its last group: every move is better.
const NONE: f32 = f32::NEG_INFINITY;

/// What is proven: numbers of payoffs in [`Proofs`] between which the value is, 0 where nothing is proven. See `solver.rs`.
type Bounds = [AtomicU32; 2];
const LOW: usize = 0;
const HIGH: usize = 1;

/// Whether children begin here: it is no state.
#[inline(always)]
fn is_index(first: u32) -> bool {
    first as i32 > 0
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'p> {
    hot: &'p Hot,
    /// What the player who chooses at the parent has won in all visits together, less a base for each: the bits of an `f64`.
    sum: &'p AtomicU64,
    bounds: &'p Bounds,
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

impl Node<'_> {
    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.hot[VISITS].load(Relaxed)
    }

    /// Counts visits, and says how many there were before. Other threads see at once that they have no results yet; a thread alone writes the mean with the result.
    #[inline(always)]
    pub(super) fn visit(&self, times: u32, tables: &Tables, shared: bool) -> u32 {
        let before = add(&self.hot[VISITS], times, shared);
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
        self.hot[MEAN].store((sum as f32 * part).to_bits(), Relaxed);
        if f32::from_bits(self.hot[ROOT].load(Relaxed)) >= 0.0 {
            self.hot[ROOT].store(root.to_bits(), Relaxed);
        }
    }

    /// There is nothing to visit here any more: a choice passes it by. False if that was known.
    pub(super) fn close(&self) -> bool {
        f32::from_bits(self.hot[ROOT].swap(CLOSED.to_bits(), Relaxed)) >= 0.0
    }

    #[inline(always)]
    pub(super) fn sum(&self) -> f64 {
        f64::from_bits(self.sum.load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn gain(&self, more: f64, tables: &Tables, shared: bool) {
        let sum = add_real(self.sum, more, shared);
        self.write_mean(sum, self.visits(), tables);
    }

    /// What is written when the result is there is fetched meanwhile.
    ///
    /// PERF: the end of a simulation would wait for it at every node that was not visited lately.
    #[inline(always)]
    pub(super) fn prefetch(&self) {
        prefetch(self.sum);
    }

    #[inline(always)]
    pub(super) fn state(&self) -> u32 {
        let first = self.first();
        if is_index(first) { EXPANDED } else { first }
    }

    /// Goes from one state to another, if no other thread was first.
    #[inline(always)]
    pub(super) fn turn_into(&self, from: u32, to: u32, shared: bool) -> bool {
        let state = &self.hot[FIRST];
        if !shared {
            let is_from = state.load(Relaxed) == from;
            if is_from {
                state.store(to, Relaxed);
            }
            return is_from;
        }
        state.compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    pub(super) fn set_state(&self, state: u32) {
        self.hot[FIRST].store(state, Release);
    }

    /// Marks a move that the rules of repetition forbid.
    pub(super) fn forbid(&self) {
        self.set_state(FORBIDDEN);
        self.close();
    }

    #[inline(always)]
    pub(super) fn has_children(&self) -> bool {
        is_index(self.first())
    }

    /// Where the children begin, or a state. What else there is to know of them is known to whoever sees that they are there.
    #[inline(always)]
    pub(super) fn first(&self) -> u32 {
        self.hot[FIRST].load(Acquire)
    }

    /// Publishes children that are complete.
    pub(super) fn publish<M>(&self, children: Children<'_, M>) {
        self.hot[FIRST].store(children.first, Release);
    }

    /// The numbers of the payoffs that bound the value: at least, at most; 0 where nothing is proven.
    #[inline(always)]
    pub(super) fn bounds(&self) -> (u32, u32) {
        (self.bounds[LOW].load(Acquire), self.bounds[HIGH].load(Acquire))
    }

    /// The number of the proven payoffs.
    #[inline(always)]
    pub(super) fn proof(&self) -> Option<u32> {
        let (low, high) = self.bounds();
        (low != 0 && low == high).then_some(low)
    }

    /// Replaces a bound, if it is still what it was.
    pub(super) fn replace_low(&self, from: u32, to: u32) -> bool {
        self.bounds[LOW].compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    pub(super) fn replace_high(&self, from: u32, to: u32) -> bool {
        self.bounds[HIGH].compare_exchange(from, to, AcqRel, Acquire).is_ok()
    }

    /// Writes the number of proven payoffs, if none is written yet. Two threads may have found the same payoffs and given them different numbers: whoever writes the
    /// lower bound first writes the upper one as well, because bounds with different numbers would never be a proof.
    pub(super) fn settle(&self, number: u32) -> bool {
        self.replace_low(0, number) && self.replace_high(0, number)
    }

    /// A node that nobody has visited.
    #[inline(always)]
    fn begin(&self) {
        self.hot[MEAN].store(0, Relaxed);
        self.hot[ROOT].store(UNTRIED.to_bits(), Relaxed);
        self.hot[VISITS].store(0, Relaxed);
        self.hot[FIRST].store(LEAF, Relaxed);
        self.sum.store(0, Relaxed);
        self.bounds.clear();
    }

    /// No node, but room that is left at the end of a block.
    #[inline(always)]
    fn leave_out(&self) {
        self.hot[MEAN].store(NONE.to_bits(), Relaxed);
        self.hot[ROOT].store(0, Relaxed);
    }

    fn copy_from(&self, other: Node<'_>) {
        self.hot.copy(other.hot);
        self.sum.copy(other.sum);
        self.bounds.copy(other.bounds);
    }
}

/// What RAVE knows of a move: it was made here or later, by the same player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amaf<'p> {
    pub(super) sum: &'p AtomicU64,
    pub(super) visits: &'p AtomicU32,
    /// The [action](super::Knowledge::action) of the move.
    pub(super) action: &'p AtomicU32,
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

/// A tree has so many bytes, however few there are.
const LEAST: usize = 1 << 12;

/// The most children that a node can have.
pub(super) const MOST_CHILDREN: usize = u16::MAX as usize;

/// All nodes.
#[derive(Debug)]
pub(super) struct Pool<M> {
    hot: Memory<Hot>,
    sums: Memory<AtomicU64>,
    bounds: Memory<Bounds>,
    /// For each group of nodes that begins a block: how many children there are, and above 16 bits who chooses among them.
    heads: Memory<AtomicU32>,
    moves: Moves<M>,
    arrays: Arrays,
    /// The first node that is not used.
    next: AtomicU32,
    /// How many nodes there may be.
    limit: u32,
    sides: Sides,
    pub(super) proofs: Proofs,
}

/// The children of a node.
#[derive(Debug)]
pub(super) struct Children<'p, M> {
    pool: &'p Pool<M>,
    hot: &'p [Hot],
    /// The index of the first.
    pub(super) first: u32,
    /// Who chooses among them.
    pub(super) mover: u8,
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

    /// The index of a child.
    #[inline(always)]
    fn at(&self, rank: usize) -> usize {
        self.first as usize + rank
    }

    #[inline(always)]
    pub(super) fn node(&self, rank: usize) -> Node<'p> {
        let (pool, at) = (self.pool, self.at(rank));
        Node { hot: &self.hot[rank], sum: &pool.sums.words()[at], bounds: &pool.bounds.words()[at] }
    }

    /// All children in their order.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'p>> + use<'p, M> {
        let children = *self;
        (0..children.len()).map(move |rank| children.node(rank))
    }

    /// Whether nobody has visited a child, and there is something to visit.
    #[inline(always)]
    pub(super) fn is_untried(&self, rank: usize) -> bool {
        self.hot[rank][ROOT].load(Relaxed) == UNTRIED.to_bits()
    }

    /// The mean of every child, and one by the square root of its visits, [`UNTRIED`] or [`CLOSED`]: group by group. What fills the last one has the lowest mean there is.
    #[inline(always)]
    pub(super) fn means(&self) -> impl Iterator<Item = [(f32, f32); GROUP]> + use<'p, M> {
        let real = |bits: &AtomicU32| f32::from_bits(bits.load(Relaxed));
        let start = self.first as usize;
        let groups = &self.pool.hot.words()[start..start + self.len().next_multiple_of(GROUP)];
        groups.as_chunks::<GROUP>().0.iter().map(move |group: &[Hot; GROUP]| {
            std::array::from_fn(|at| (real(&group[at][MEAN]), real(&group[at][ROOT])))
        })
    }
}

impl<'p, M: Copy> Children<'p, M> {
    /// The move that leads to a child.
    #[inline(always)]
    pub(super) fn mv(&self, rank: usize) -> M {
        self.pool.moves.get(self.at(rank))
    }

    /// Fetches the moves while it is not known yet which one is chosen.
    ///
    /// PERF: a twentieth of the time of a search of Connect Four was waiting for them.
    #[inline(always)]
    pub(super) fn prefetch_moves(&self) {
        self.pool.moves.prefetch(self.first as usize);
    }

    /// Appends the moves of all children.
    pub(super) fn list(&self, moves: &mut Vec<M>) {
        moves.extend((0..self.len()).map(|rank| self.mv(rank)));
    }

    #[inline(always)]
    pub(super) fn prior(&self, rank: usize) -> f64 {
        let bits = self.pool.arrays.priors.words()[self.at(rank)].load(Relaxed);
        f64::from(f32::from_bits(bits))
    }

    pub(super) fn set_prior(&self, rank: usize, prior: f32) {
        self.pool.arrays.priors.words()[self.at(rank)].store(prior.to_bits(), Relaxed);
    }

    #[inline(always)]
    pub(super) fn squares(&self, rank: usize) -> &'p AtomicU64 {
        &self.pool.arrays.squares.words()[self.at(rank)]
    }

    #[inline(always)]
    pub(super) fn amaf(&self, rank: usize) -> Amaf<'p> {
        let Arrays { later, actions, .. } = &self.pool.arrays;
        let [visits, action] = &actions.words()[self.at(rank)];
        Amaf { sum: &later.words()[self.at(rank)], visits, action }
    }

    #[inline(always)]
    pub(super) fn bias(&self, rank: usize) -> &'p AtomicU32 {
        &self.pool.arrays.bias.words()[self.at(rank)]
    }

    /// The evaluation of a child for a player.
    #[inline(always)]
    pub(super) fn implicit(&self, rank: usize, player: usize) -> &'p AtomicU32 {
        let Pool { arrays, sides, .. } = self.pool;
        &arrays.implicit.words()[self.at(rank) * sides.implicit + player]
    }
}

impl<M: Copy> Pool<M> {
    /// Bytes that a node takes, its move included.
    pub(super) fn bytes_each(sides: Sides) -> usize {
        let group = size_of::<AtomicU32>() + Moves::<M>::BYTES;
        let node = size_of::<Hot>() + size_of::<AtomicU64>() + size_of::<Bounds>();
        node + group.div_ceil(GROUP) + Arrays::bytes_each(sides)
    }

    /// How many nodes, and how many bytes of proofs, so many bytes are enough for.
    fn shares(bytes: usize, sides: Sides) -> (u32, usize) {
        let for_proofs = bytes / 16;
        let most = (bytes - for_proofs) / Pool::<M>::bytes_each(sides) / GROUP * GROUP;
        (u32::try_from(most).unwrap_or(u32::MAX / 2).clamp(64, u32::MAX / 2), for_proofs)
    }

    /// A pool that stays within so many bytes, with a root at index 0. Within fewer, if the system has not so many.
    pub(super) fn new(mut bytes: usize, sides: Sides, players: usize) -> Pool<M> {
        loop {
            match Pool::within(bytes, sides, players) {
                Ok(pool) => return pool,
                Err(error) => assert!(bytes > LEAST, "no memory for any tree: {error}"),
            }
            bytes /= 2;
        }
    }

    fn within(bytes: usize, sides: Sides, players: usize) -> io::Result<Pool<M>> {
        let (limit, for_proofs) = Pool::<M>::shares(bytes, sides);
        let nodes = limit as usize;
        let pool = Pool {
            hot: Memory::that_grows(nodes)?,
            sums: Memory::that_grows(nodes)?,
            bounds: Memory::that_grows(nodes)?,
            heads: Memory::that_grows(nodes / GROUP)?,
            moves: Moves::new(nodes / GROUP),
            arrays: Arrays::new(nodes, sides)?,
            next: AtomicU32::new(0),
            limit,
            sides,
            proofs: Proofs::new(for_proofs, players),
        };
        pool.plant().expect("there is room for a root");
        Ok(pool)
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
        self.moves.forget(0..self.next.load(Relaxed) as usize / GROUP);
        self.next.store(0, Relaxed);
        self.proofs.next.store(1, Relaxed);
        self.plant()?;
        Some(self)
    }

    /// Makes the root.
    fn plant(&self) -> Option<()> {
        let root = self.take(1, false)?;
        self.begin(root, 1);
        Some(())
    }

    /// Makes nodes that nobody has visited, of which nobody knows yet.
    #[inline(always)]
    fn begin(&self, first: u32, count: usize) {
        let end = first + count as u32;
        (first..end).for_each(|index| self.node(index).begin());
        let filled = end.next_multiple_of(GROUP as u32);
        (end..filled).for_each(|index| self.node(index).leave_out());
        if self.sides != Sides::default() {
            self.arrays.begin(first as usize..end as usize);
        }
    }

    /// Makes what is made once by the thread that needs it first.
    #[cfg(all(test, loom))]
    pub(super) fn ready(self) -> Pool<M> {
        self.moves.make_all();
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
        let groups = self.next.load(Relaxed) as usize / GROUP;
        let beside = Moves::<M>::BYTES + size_of::<AtomicU32>();
        let nodes = groups * GROUP * (Pool::<M>::bytes_each(self.sides) - beside.div_ceil(GROUP));
        nodes + groups * size_of::<AtomicU32>() + self.moves.bytes() + self.proofs.bytes()
    }

    /// Takes a block of nodes, or nothing if the budget is used up.
    fn take(&self, count: usize, shared: bool) -> Option<u32> {
        let size = count.max(1).next_multiple_of(GROUP) as u32;
        let mut next = self.next.load(Relaxed);
        loop {
            let end = next.checked_add(size).filter(|&end| end <= self.limit)?;
            if !shared {
                self.next.store(end, Relaxed);
                return Some(next);
            }
            match self.next.compare_exchange_weak(next, end, Relaxed, Relaxed) {
                Ok(_) => return Some(next),
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

    /// Makes children with these moves, among which the mover chooses. Nobody sees them yet.
    pub(super) fn make(
        &self,
        moves: &[M],
        mover: u8,
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
        self.heads.words()[first as usize / GROUP]
            .store(u32::from(mover) << 16 | moves.len() as u32, Relaxed);
        self.moves.write(first as usize / GROUP, moves);
        self.begin(first, moves.len());
        Some(self.children(first))
    }

    #[inline(always)]
    fn children(&self, first: u32) -> Children<'_, M> {
        let start = first as usize;
        let head = self.heads.words()[start / GROUP].load(Relaxed);
        let hot = &self.hot.words()[start..start + usize::from(head as u16)];
        Children { pool: self, hot, first, mover: (head >> 16) as u8 }
    }

    /// The children of an expanded node.
    #[inline(always)]
    pub(super) fn children_of(&self, node: Node<'_>) -> Children<'_, M> {
        self.children(node.first())
    }

    #[inline(always)]
    pub(super) fn node(&self, index: u32) -> Node<'_> {
        let at = index as usize;
        Node {
            hot: &self.hot.words()[at],
            sum: &self.sums.words()[at],
            bounds: &self.bounds.words()[at],
        }
    }

    /// Keeps what lies below `root` and forgets everything else, in place: the nodes that are kept move down, the root to index 0.
    pub(super) fn keep_only(&mut self, root: u32) {
        // Every block that is kept: where it is, and which node it belongs to.
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        let mut left = vec![root];
        while let Some(index) = left.pop() {
            let node = self.node(index);
            if node.state() == EXPANDED {
                let children = self.children_of(node);
                blocks.push((children.first, index));
                left.extend((0..children.len() as u32).map(|rank| children.first + rank));
            }
        }
        blocks.sort_unstable();
        // Every node is told where its children will be before any is moved: children may lie before their parent, if threads had stocks.
        let mut next = GROUP as u32;
        let mut places: Vec<(u32, u32, u32)> = Vec::with_capacity(blocks.len());
        for (first, parent) in blocks {
            let size = self.children(first).len().next_multiple_of(GROUP) as u32;
            self.node(parent).hot[FIRST].store(next, Relaxed);
            places.push((first, next, size));
            next += size;
        }
        self.copy_node(root, 0);
        for (from, to, size) in places {
            self.move_block(from, to, size);
        }
        let used = self.next.load(Relaxed) as usize / GROUP;
        self.moves.forget(next as usize / GROUP..used);
        self.next.store(next, Relaxed);
    }

    /// Copies a block to a place before it.
    fn move_block(&mut self, from: u32, to: u32, size: u32) {
        if from == to {
            return;
        }
        (0..size).for_each(|rank| self.copy_node(from + rank, to + rank));
        let (from, to) = (from as usize / GROUP, to as usize / GROUP);
        let heads = self.heads.words();
        heads[to].store(heads[from].load(Relaxed), Relaxed);
        for group in 0..size as usize / GROUP {
            self.moves.shift(from + group, to + group);
        }
    }

    fn copy_node(&self, from: u32, to: u32) {
        self.node(to).copy_from(self.node(from));
        self.arrays.copy(from as usize, to as usize);
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
        // With what is known of a block, and whether its moves were written.
        assert_eq!(Pool::<u8>::bytes_each(Sides::default()), 1 + 34);
        assert_eq!(Pool::<u16>::bytes_each(Sides::default()), 2 + 34);
        assert_eq!(Pool::<u32>::bytes_each(Sides::default()), 4 + 34);
        assert_eq!(Pool::<u64>::bytes_each(Sides::default()), 8 + 35);
    }

    #[test]
    fn what_the_system_has_not_is_not_asked_for_again() {
        // More than any machine has: it is halved until there is so much.
        let pool = Pool::<u32>::new(1 << 60, Sides { squares: true, ..Sides::default() }, 2);
        let children = pool.make(&[7, 8], 1, &mut Stock::default(), false).expect("there is room");
        assert_eq!((children.len(), children.mv(1), children.mover), (2, 8, 1));
    }

    #[test]
    fn a_full_pool_refuses_and_stays_within_its_budget() {
        let budget = 1 << 20;
        let pool = Pool::<u32>::new(budget, Sides::default(), 2);
        let mut blocks = 0;
        let mut stock = Stock::default();
        while let Some(children) = pool.make(&[7, 8, 9, 10, 11], 0, &mut stock, true) {
            assert_eq!((children.mv(0), children.mv(4)), (7, 11));
            blocks += 1;
        }
        assert!(blocks > 1_000 && pool.bytes() <= budget, "{blocks} {}", pool.bytes());
        assert!(pool.make(&[1; 5], 0, &mut stock, true).is_none());
    }
}
