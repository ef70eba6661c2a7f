//! The paranoid reduction: one against all.

use super::{Search, SidesReport};
use crate::{Bound, Evaluation, Game, Observer, Player, Sides};

impl<G, E, O> Search<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    /// One against all: what `hero` wins if everybody else cares only for keeping that low.
    ///
    /// It is alpha-beta on [`Sides::paranoid`]. In a game of more than two players it finds what
    /// `hero` is sure to get, whatever the others want; [`max_n`](Search::max_n) believes that each of
    /// them plays for themselves.
    ///
    /// ```
    /// use outplay::{Bound, Player, Tree, textbook::Search};
    ///
    /// let tree: Tree = "(([1 2 6] [4 3 2]) ([6 1 2] [7 4 1]))".parse()?;
    /// let report = Search::new(&tree).paranoid(&tree.root(), Player(0))?;
    /// assert_eq!(report.value, Some(Bound::Exact(6.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity:** as alpha-beta.
    ///
    /// **Reference:** Sturtevant and Korf, *On Pruning Techniques for Multi-Player Games*, 2000.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn paranoid(self, position: &G::Position, hero: Player) -> SidesReport<G> {
        let sides = Sides::paranoid(self.game, hero);
        self.on(&sides).alpha_beta(position)
    }
}
