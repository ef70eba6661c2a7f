//! Listing: all positions that can be reached, ply by ply, each once, and never more of them than there is room for.
//!
//! All of them are kept in memory, and in most games there are soon more than any memory holds. So whoever lists says how many
//! there may be, is told how many there are while they are counted, and learns up to which ply they would have fitted.

use std::collections::HashSet;
use std::fmt::{self, Display};

use crate::Game;

/// How many positions were found between two words about it.
const TOLD_EVERY: usize = 4_096;

/// A list grows by this part of itself. A list that doubles would hold up to twice the memory that it needs.
const GROWTH: usize = 8;

/// How many positions there are, as far as they were counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that this many plies or fewer lead to are all counted.
    pub plies: u32,
    /// How many these are.
    pub whole: usize,
    /// How many there are with those that one ply more leads to, as far as they were counted.
    pub so_far: usize,
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { plies, whole, so_far } = self;
        write!(
            f,
            "{whole} positions of up to {plies} plies, and more than {so_far} of up to {}",
            plies + 1
        )
    }
}

/// Why positions are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unlisted {
    /// They have no keys to be told apart by.
    NoKeys,
    /// There are more than allowed.
    TooMany(Tally),
}

/// Positions by plies from the start, each with its key.
pub(crate) type Layers<P> = Vec<Vec<(u64, P)>>;

/// About how many bytes a list needs for each position: for itself and its key, and for the key once more among those that were seen.
pub(crate) fn bytes_each<P>() -> usize {
    // A table of keys is full by 7 in 16 at least, with 9 bytes for a key, and once more while it grows.
    size_of::<(u64, P)>() * (GROWTH + 1) / GROWTH + 32
}

/// Lists positions.
pub(crate) struct Listing<'l, G, K> {
    pub(crate) game: &'l G,
    /// The key of a position. Of positions that share it, only the first is listed.
    pub(crate) key: K,
    /// Whether positions where the game is over are listed as well.
    pub(crate) finished: bool,
    /// How many there may be.
    pub(crate) most: usize,
    /// Is told every now and then how many there are.
    pub(crate) told: &'l mut dyn FnMut(Tally),
}

impl<G: Game, K: Fn(&G::Position) -> Option<u64>> Listing<'_, G, K> {
    /// All positions that so many plies or fewer lead to from `start`, each where it comes up first, in the order of the moves.
    pub(crate) fn layers(
        mut self,
        start: &G::Position,
        plies: u32,
    ) -> Result<Layers<G::Position>, Unlisted> {
        let mut seen = HashSet::new();
        let mut tally = Tally::default();
        let mut first = Vec::new();
        self.add(start.clone(), &mut seen, &mut first, &mut tally)?;
        let mut layers = vec![first];
        tally.whole = tally.so_far;
        while tally.plies < plies && layers.last().is_some_and(|last| !last.is_empty()) {
            let next = self.next(&layers[layers.len() - 1], &mut seen, &mut tally)?;
            layers.push(next);
            tally = Tally { plies: tally.plies + 1, whole: tally.so_far, ..tally };
            (self.told)(tally);
        }
        Ok(layers)
    }

    /// The new positions that one ply leads to from those of a layer.
    fn next(
        &mut self,
        layer: &[(u64, G::Position)],
        seen: &mut HashSet<u64>,
        tally: &mut Tally,
    ) -> Result<Vec<(u64, G::Position)>, Unlisted> {
        let (mut next, mut moves) = (Vec::new(), Vec::new());
        for (_, position) in layer {
            moves.clear();
            self.game.moves(position, &mut moves);
            for &mv in &moves {
                let mut child = position.clone();
                self.game.play(&mut child, mv);
                self.add(child, seen, &mut next, tally)?;
            }
        }
        Ok(next)
    }

    /// Adds a position, unless it was there before, or is over and not wanted then.
    fn add(
        &mut self,
        position: G::Position,
        seen: &mut HashSet<u64>,
        layer: &mut Vec<(u64, G::Position)>,
        tally: &mut Tally,
    ) -> Result<(), Unlisted> {
        let key = (self.key)(&position).ok_or(Unlisted::NoKeys)?;
        if !seen.insert(key) || !self.finished && is_over(self.game, &position) {
            return Ok(());
        }
        if tally.so_far == self.most {
            return Err(Unlisted::TooMany(*tally));
        }
        if layer.len() == layer.capacity() {
            layer.reserve_exact(layer.len() / GROWTH + 16);
        }
        layer.push((key, position));
        tally.so_far += 1;
        if tally.so_far.is_multiple_of(TOLD_EVERY) {
            (self.told)(*tally);
        }
        Ok(())
    }
}

fn is_over<G: Game>(game: &G, position: &G::Position) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.is_empty()
}
