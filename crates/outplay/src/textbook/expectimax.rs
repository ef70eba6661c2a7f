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
    /// If [all payoffs](super::Config::payoffs) are known to lie between two numbers,
    /// [`star_expectimax`](Self::star_expectimax) gives the same value for less.
    ///
    /// ```
    /// use outplay::{Bound, Player, Tree, textbook::Search};
    ///
    /// let tree: Tree = "((8 6) (1 9))".parse()?;
    /// let report = Search::new(&tree).expectimax(&tree.root(), Player::MAX)?;
    /// assert_eq!(report.value, Some(Bound::Exact(7.0)));
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

    /// Expectimax without looking at what cannot matter: the value of [`expectimax`](Self::expectimax), by alpha-beta with
    /// [Star1 or Star2](super::Star) on [`Sides::against_chance`].
    ///
    /// A chance node is left as soon as its average is known to be outside of the window. For that it takes
    /// [payoffs](super::Config::payoffs), and the evaluation, if there is one, between two numbers; without them nothing is cut. A
    /// [table](super::Config::table), an [order](super::Config::order) and [deepening](super::Config::deepen) work as in every search.
    ///
    /// ```
    /// use outplay::{Bound, Player, Tree, textbook::{Search, Star}};
    ///
    /// let tree: Tree = "((8 6) (1 9))".parse()?;
    /// let report = Search::new(&tree).payoffs(0.0, 10.0).star_expectimax(&tree.root(), Player::MAX)?;
    /// assert_eq!(report.value, Some(Bound::Exact(7.0)));
    /// assert_eq!(report.counts.leaves, 3); // after the 1, the second chance node is worth at most (1 + 10) / 2
    ///
    /// // Where a die decides between moves of MIN, Star2 looks at one of each first: after the 2 and the 1, the second die is worth at most 1.5.
    /// let tree: Tree = "({(6 7 9) (5 8 9)} {(2 9 9 9 9) (1 9 9)})".parse()?;
    /// let leaves = |star| {
    ///     let sides = tree.sides().unwrap();
    ///     let search = Search::new(&sides).payoffs(0.0, 10.0).star(star);
    ///     search.alpha_beta(&tree.root()).unwrap().counts.leaves
    /// };
    /// assert_eq!((leaves(Star::One), leaves(Star::Two)), (12, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity:** between that of alpha-beta and that of minimax. In 100 random games of five plies with five moves and outcomes each, MAX against MIN
    /// and dice (`tests/star.rs`), the plain search looks at 312,500 leaves, Star1 at 193,981 and Star2 at 190,324; with a table it is 249,165, 167,476 and 157,917.
    ///
    /// **Reference:** Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*, 1983; Hauk, Buro and Schaeffer, *Rediscovering
    /// \*-Minimax Search*, 2004.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn star_expectimax(self, position: &G::Position, hero: Player) -> SidesReport<G> {
        let sides = Sides::against_chance(self.game, hero);
        self.on(&sides).alpha_beta(position)
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
