//! What only some rules need to know of nodes: arrays beside the pool, each made only where it is used.

use std::io;
use std::ops::Range;

use super::sync::{AtomicU32, AtomicU64, Memory, Ordering::Relaxed, Word};

/// Which arrays there are beside the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    /// Sums of squares, for UCB1-Tuned.
    pub(super) squares: bool,
    /// What [`Amaf`] shows, for RAVE and GRAVE.
    pub(super) amaf: bool,
    /// A number from the game, for progressive bias.
    pub(super) bias: bool,
    /// Priors, for PUCT and where the game has some.
    pub(super) priors: bool,
    /// One evaluation for every player: so many of them, for implicit minimax.
    pub(super) implicit: usize,
}

/// A number that threads share, or some of them.
pub(super) trait Number {
    fn clear(&self);
    fn copy(&self, from: &Self);
}

impl Number for AtomicU32 {
    fn clear(&self) {
        self.store(0, Relaxed);
    }

    fn copy(&self, from: &AtomicU32) {
        self.store(from.load(Relaxed), Relaxed);
    }
}

impl Number for AtomicU64 {
    fn clear(&self) {
        self.store(0, Relaxed);
    }

    fn copy(&self, from: &AtomicU64) {
        self.store(from.load(Relaxed), Relaxed);
    }
}

impl<T: Number, const N: usize> Number for [T; N] {
    fn clear(&self) {
        self.iter().for_each(T::clear);
    }

    fn copy(&self, from: &[T; N]) {
        self.iter().zip(from).for_each(|(to, from)| to.copy(from));
    }
}

/// An array that there is only where it is used.
#[derive(Debug)]
pub(super) struct Side<T: Word>(Option<Memory<T>>);

impl<T: Word + Number> Side<T> {
    fn new(words: usize) -> io::Result<Side<T>> {
        Ok(Side(if words > 0 { Some(Memory::that_grows(words)?) } else { None }))
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[T] {
        self.0.as_ref().map_or(&[], Memory::words)
    }

    fn clear(&self, words: Range<usize>) {
        self.words().get(words).unwrap_or_default().iter().for_each(T::clear);
    }

    fn copy(&self, from: usize, to: usize) {
        if let (Some(from), Some(to)) = (self.words().get(from), self.words().get(to)) {
            to.copy(from);
        }
    }
}

/// The arrays.
#[derive(Debug)]
pub(super) struct Arrays {
    pub(super) priors: Side<AtomicU32>,
    pub(super) squares: Side<AtomicU64>,
    /// Sums of RAVE.
    pub(super) later: Side<AtomicU64>,
    /// Visits of RAVE, and the action of the move.
    pub(super) actions: Side<[AtomicU32; 2]>,
    pub(super) bias: Side<AtomicU32>,
    /// So many for each node as there are players.
    pub(super) implicit: Side<AtomicU32>,
    players: usize,
}

impl Arrays {
    pub(super) fn new(nodes: usize, sides: Sides) -> io::Result<Arrays> {
        let where_used = |used: bool| if used { nodes } else { 0 };
        Ok(Arrays {
            priors: Side::new(where_used(sides.priors))?,
            squares: Side::new(where_used(sides.squares))?,
            later: Side::new(where_used(sides.amaf))?,
            actions: Side::new(where_used(sides.amaf))?,
            bias: Side::new(where_used(sides.bias))?,
            implicit: Side::new(nodes * sides.implicit)?,
            players: sides.implicit,
        })
    }

    /// Bytes for each node.
    pub(super) fn bytes_each(sides: Sides) -> usize {
        let amaf = size_of::<AtomicU64>() + size_of::<[AtomicU32; 2]>();
        usize::from(sides.priors) * size_of::<AtomicU32>()
            + usize::from(sides.squares) * size_of::<AtomicU64>()
            + usize::from(sides.amaf) * amaf
            + usize::from(sides.bias) * size_of::<AtomicU32>()
            + sides.implicit * size_of::<AtomicU32>()
    }

    /// Nothing is known of these nodes.
    pub(super) fn begin(&self, nodes: Range<usize>) {
        self.priors.clear(nodes.clone());
        self.squares.clear(nodes.clone());
        self.later.clear(nodes.clone());
        self.actions.clear(nodes.clone());
        self.bias.clear(nodes.clone());
        self.implicit.clear(nodes.start * self.players..nodes.end * self.players);
    }

    /// A node gets what is known of another.
    pub(super) fn copy(&self, from: usize, to: usize) {
        self.priors.copy(from, to);
        self.squares.copy(from, to);
        self.later.copy(from, to);
        self.actions.copy(from, to);
        self.bias.copy(from, to);
        for player in 0..self.players {
            self.implicit.copy(from * self.players + player, to * self.players + player);
        }
    }
}
