//! Insight: what is known about a game beyond its rules.

use crate::{Game, Player, Window};

/// What is known about a game beyond its rules, as a value of its own.
///
/// Every method has a default that knows nothing; `()` is the insight of somebody who has only
/// read the rules. A *fact* must be true, because a search may cut on it. An *opinion* changes only
/// what a search believes where it cannot see, or the order in which it looks.
pub trait Insight<G: Game> {
    /// Opinion: what `player` can expect to win from here. Asked where the depth limit ends a
    /// search, and by [`Order::Evaluation`](crate::textbook::Order::Evaluation). Without an opinion, the
    /// default, it is not a number, and a search that asks for it fails.
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        let _ = (game, position, player);
        f64::NAN
    }

    /// Fact: with best play, `player` wins at least `alpha` and at most `beta` from here, and
    /// so it is if the search is cut off at any depth and goes on with [`evaluate`](Self::evaluate).
    fn bounds(&self, game: &G, position: &G::Position, player: Player) -> Window<f64> {
        let _ = (game, position, player);
        Window::OPEN
    }
}

impl<G: Game> Insight<G> for () {}

impl<G: Game, I: Insight<G> + ?Sized> Insight<G> for &I {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        (**self).evaluate(game, position, player)
    }

    fn bounds(&self, game: &G, position: &G::Position, player: Player) -> Window<f64> {
        (**self).bounds(game, position, player)
    }
}
