//! Minimax: the value of a position if both sides play their best.

use super::chance::average;
use super::deepen::{self, Algorithm};
use super::desk::{Desk, Made, Node};
use super::{Halt, Search, SidesReport};
use crate::{Bound, Evaluation, Game, Observer, Player, Turn, Window, ZeroSum};

impl<G, E, O> Search<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    /// Minimax: the value of a position if MAX and MIN play their best.
    ///
    /// MAX chooses the move with the highest value, MIN the one with the lowest; where chance moves,
    /// the value is the average by odds. Who is MAX and who is MIN is up to [`Game::turn`], so a side
    /// may move twice in a row; [`Sides`](crate::Sides) casts the players of any game as MAX and MIN.
    ///
    /// Of several best moves the first is chosen; all of them are in
    /// [`Report::best_moves`](crate::Report::best_moves).
    ///
    /// **Complexity:** all b^m leaves of a tree of depth m with b moves everywhere, in memory for one
    /// line.
    ///
    /// **Reference:** Shannon, *Programming a Computer for Playing Chess*, 1950; Russell and Norvig,
    /// *Artificial Intelligence: A Modern Approach*, the chapter on adversarial search.
    ///
    /// ```
    /// use outplay::{Bound, Tree, textbook::Search};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
    /// let report = Search::new(&tree.sides()?).minimax(&tree.root())?;
    /// assert_eq!(report.value, Some(Bound::Exact(3.0)));
    /// assert_eq!(tree.line(&report.line), ["a1", "b1"]);
    /// assert_eq!(report.counts.leaves, 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimax(self, position: &G::Position) -> SidesReport<G>
    where
        G: ZeroSum,
    {
        deepen::run(Minimax { desk: Desk::new(self) }, position)
    }
}

/// The value of a node for the player to move, by plain minimax at a desk of its own.
pub(super) fn foresee<G, E, O>(
    desk: &Desk<'_, G, E, O, Bound<f64>>,
    node: &Node<G>,
) -> Result<f64, Halt<G::Move>>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    Minimax { desk: desk.aside(&mut ()) }.value(node)
}

pub(super) struct Minimax<'s, G: Game, E, O> {
    pub(super) desk: Desk<'s, G, E, O, Bound<f64>>,
}

impl<G, E, O> Minimax<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    fn value(&mut self, node: &Node<G>) -> Result<f64, Halt<G::Move>> {
        self.desk.enter(node, Window::OPEN);
        let value = match self.settled(node)? {
            Some(value) => value,
            None => self.expanded(node)?,
        };
        self.desk.leave(node, &Bound::Exact(value));
        Ok(value)
    }

    /// The value, where there is nothing to search: over, at the depth limit, or searched before.
    fn settled(&mut self, node: &Node<G>) -> Result<Option<f64>, Halt<G::Move>> {
        if let Some((value, source)) = self.desk.worth(node, Player::MAX)? {
            self.desk.leaf(node, &Bound::Exact(value), source);
            return Ok(Some(value));
        }
        Ok(self.desk.recall(node, |_| true).map(Bound::score))
    }

    fn expanded(&mut self, node: &Node<G>) -> Result<f64, Halt<G::Move>> {
        self.desk.counts.expanded += 1;
        let value = match node.turn {
            Some(Turn::Player(Player::MAX)) => self.max_value(node)?,
            Some(Turn::Player(_)) => self.min_value(node)?,
            _ => self.chance_value(node)?,
        };
        self.desk.remember(node, &Bound::Exact(value));
        Ok(value)
    }

    fn max_value(&mut self, node: &Node<G>) -> Result<f64, Halt<G::Move>> {
        let mut best = f64::NEG_INFINITY;
        for mv in self.desk.ordered_for_sides(node, 1.0)? {
            let value = self.value_of_move(node, mv)?;
            if value > best {
                best = value;
                self.desk.update(node, mv, &Bound::Exact(value), Window::OPEN, None);
            }
        }
        Ok(best)
    }

    fn min_value(&mut self, node: &Node<G>) -> Result<f64, Halt<G::Move>> {
        let mut best = f64::INFINITY;
        for mv in self.desk.ordered_for_sides(node, -1.0)? {
            let value = self.value_of_move(node, mv)?;
            if value < best {
                best = value;
                self.desk.update(node, mv, &Bound::Exact(value), Window::OPEN, None);
            }
        }
        Ok(best)
    }

    fn chance_value(&mut self, node: &Node<G>) -> Result<f64, Halt<G::Move>> {
        let mut outcomes = Vec::new();
        for (mv, odds) in self.desk.odds(node) {
            outcomes.push((odds, self.value_of_move(node, mv)?));
        }
        Ok(average(&outcomes))
    }

    fn value_of_move(&mut self, node: &Node<G>, mv: G::Move) -> Result<f64, Halt<G::Move>> {
        let child: Made<G> = self.desk.child(node, mv);
        let value = child.and_then(|child| self.value(&child)).map_err(|halt| halt.after(mv))?;
        self.desk.looked(node, mv, &Bound::Exact(value));
        Ok(value)
    }
}

impl<'s, G, E, O> Algorithm<'s, G, E, O> for Minimax<'s, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    type Value = Bound<f64>;

    fn desk(&mut self) -> &mut Desk<'s, G, E, O, Bound<f64>> {
        &mut self.desk
    }

    fn value_of_root(&mut self, node: &Node<G>) -> Result<Bound<f64>, Halt<G::Move>> {
        self.value(node).map(Bound::Exact)
    }

    fn as_good(&self, _: Turn, value: &Bound<f64>, best: &Bound<f64>) -> bool {
        value == best
    }
}

impl<G, E, O> Desk<'_, G, E, O, Bound<f64>>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Bound<f64>>,
{
    /// The moves of MAX (`sign` 1) or MIN (`sign` -1) in the order they are to be looked at.
    pub(super) fn ordered_for_sides(
        &mut self,
        node: &Node<G>,
        sign: f64,
    ) -> Result<Vec<G::Move>, Halt<G::Move>> {
        self.ordered(
            node,
            |desk, child| foresee(desk, child).map(|value| sign * value),
            |desk, child| desk.estimate(child, Player::MAX).map(|value| sign * value),
        )
    }
}
