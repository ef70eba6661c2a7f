//! Keys: which positions are the same, and where the transposition table pays.

use crate::ZeroSum;

/// Which positions are the same, and where the transposition table pays.
pub trait Keys<G: ZeroSum>: Sync {
    /// Whether [a clock](Self::is_drawn_by_clock) ever ends a game.
    const HAS_CLOCK: bool = false;

    /// How many bits a [key](Self::key) can have. If they are few, an entry of the table takes one word.
    fn key_bits(&self, game: &G) -> u32 {
        let _ = game;
        64
    }

    /// The key of a position, the same for positions that are symmetric where it pays to know.
    fn key(&self, game: &G, position: &G::Position) -> Option<u64> {
        game.key(position)
    }

    /// Fact: whether the game is drawn here by a clock that the [key](Self::key) leaves out, wholly or in part, as by the fifty moves of chess.
    /// That is true of this position, but not of all that have its key, so a search keeps no proof that rests on it.
    fn is_drawn_by_clock(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// Whether it pays to look a position up in the table.
    fn table_pays(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// Whether it pays to look whether one of the next positions is in the table and good enough to stop here (enhanced
    /// transposition cut-offs), with so many plies to search.
    fn children_pay(&self, game: &G, position: &G::Position, plies: u32) -> bool {
        let _ = (game, position, plies);
        false
    }
}

impl<G: ZeroSum> Keys<G> for () {}
