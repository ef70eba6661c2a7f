//! Expectimax: the best average against dice, or against players who do not care.

use super::{Search, SidesReport};
use crate::{Bound, Evaluation, Game, Observer, Player, Sides, SidesEvaluation};

impl<G, E, O> Search<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    /// Expectimax: what `hero` wins on average if everybody else moves at random.
    ///
    /// Where another player moves, every move is equally likely; where chance moves, the game's odds
    /// count. It is minimax on [`Sides::against_chance`]. A game with dice *and* an opponent who plays to
    /// win is searched by [`minimax`](Search::minimax) and [`alpha_beta`](Search::alpha_beta) as it
    /// is: chance nodes are averaged there, too, and called expectiminimax in the books.
    ///
    /// If [all payoffs](super::Config::payoffs) are known to lie between two numbers, alpha-beta on the
    /// same sides gives the same value for less:
    ///
    /// ```
    /// use outplay::{Bound, Player, Sides, Tree, textbook::Search};
    ///
    /// let tree: Tree = "((8 6) (1 9))".parse()?;
    /// let report = Search::new(&tree).expectimax(&tree.root(), Player::MAX)?;
    /// assert_eq!(report.value, Some(Bound::Exact(7.0)));
    ///
    /// // After the 1, the second chance node is worth at most (1 + 10) / 2.
    /// let sides = Sides::against_chance(&tree, Player::MAX);
    /// let report = Search::new(&sides).payoffs(0.0, 10.0).alpha_beta(&tree.root())?;
    /// assert_eq!(report.value, Some(Bound::Exact(7.0)));
    /// assert_eq!(report.counts.leaves, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity:** as minimax, with the outcomes of chance as moves.
    ///
    /// **Reference:** Michie, *Game-Playing and Game-Learning Automata*, 1966; Russell and Norvig, the
    /// section on stochastic games.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn expectimax(self, position: &G::Position, hero: Player) -> SidesReport<G> {
        let sides = Sides::against_chance(self.game, hero);
        self.on(&sides).minimax(position)
    }

    /// The same search of another view of the game.
    pub(super) fn on<'t>(
        self,
        sides: &'t Sides<'_, G>,
    ) -> Search<'t, Sides<'t, G>, SidesEvaluation<E>, O>
    where
        G: 't,
    {
        let evaluation = sides.evaluation(self.evaluation);
        Search { game: sides, evaluation, observer: self.observer, config: self.config }
    }
}
