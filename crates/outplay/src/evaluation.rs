//! Evaluation: what is known of a position without searching it.

use crate::{Game, Player, Range};

/// What is known of a position without searching it, in payoffs.
///
/// Every method has a default that knows nothing; `()` is the evaluation of somebody who has only read the
/// rules. An *opinion* is what a search believes where it cannot see. A *fact* must be true, because a
/// search may cut on it.
pub trait Evaluation<G: Game> {
    /// Opinion: what `player` can expect to win from here. Asked where the depth limit ends a
    /// search, and by [`Order::Evaluation`](crate::textbook::Order::Evaluation). Without an opinion, the
    /// default, it is not a number, and a search that asks for it fails.
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        let _ = (game, position, player);
        f64::NAN
    }

    /// Fact: with best play to the end, what `player` wins from here lies in this range. Asked of positions
    /// that are not over. At a depth limit it overrules opinions.
    fn range(&self, game: &G, position: &G::Position, player: Player) -> Range<f64> {
        let _ = (game, position, player);
        Range::ALL
    }
}

impl<G: Game> Evaluation<G> for () {}

impl<G: Game, E: Evaluation<G> + ?Sized> Evaluation<G> for &E {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        (**self).evaluate(game, position, player)
    }

    fn range(&self, game: &G, position: &G::Position, player: Player) -> Range<f64> {
        (**self).range(game, position, player)
    }
}
