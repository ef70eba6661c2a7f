//! Max-n: any number of players, each for themselves.

use super::chance::average;
use super::deepen::{self, Algorithm};
use super::desk::{Desk, Edge, Node};
use super::{Halt, PayoffsReport, Search};
use crate::{Evaluation, Game, Observer, Payoffs, Player, Proof, Turn, Window};

impl<'s, G, E, O> Search<'s, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Payoffs>,
{
    /// Max-n: each player maximises their own payoff, and a value is one payoff per player.
    ///
    /// Of several moves that are equally good for the player to move, the first is chosen. That matters:
    /// the moves may differ for the others. In a zero-sum game for two, max-n is minimax.
    ///
    /// A player who has the most that [any payoff](super::Config::payoffs) can be looks no further,
    /// unless pruning is [strict](super::Prune::Strict).
    ///
    /// **Complexity:** all b^m leaves of a tree of depth m with b moves everywhere, in memory for one
    /// line.
    ///
    /// **Reference:** Luckhardt and Irani, *An Algorithmic Solution of N-Person Games*, 1986; Korf,
    /// *Multi-Player Alpha-Beta Pruning*, 1991 (immediate pruning).
    ///
    /// ```
    /// use outplay::{Tree, textbook::Search};
    ///
    /// // Three players, one payoff each; player 2 moves last.
    /// let tree: Tree = "((([1 2 6] [4 2 3]) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))".parse()?;
    /// let report = Search::new(&tree).max_n(&tree.root())?;
    /// assert_eq!(report.value.unwrap().0, [1.0, 2.0, 6.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_n(self, position: &G::Position) -> PayoffsReport<G> {
        deepen::run(MaxN { desk: Desk::new(self) }, position)
    }
}

struct MaxN<'s, G: Game, E, O> {
    desk: Desk<'s, G, E, O, Payoffs>,
}

type Valued<G> = Result<Payoffs, Halt<<G as Game>::Move>>;

impl<G, E, O> MaxN<'_, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Payoffs>,
{
    fn value(&mut self, node: &Node<G>) -> Valued<G> {
        self.desk.enter(node, Window::OPEN);
        let value = match self.settled(node)? {
            Some(value) => value,
            None => self.expanded(node)?,
        };
        self.desk.leave(node, &value);
        Ok(value)
    }

    fn settled(&mut self, node: &Node<G>) -> Result<Option<Payoffs>, Halt<G::Move>> {
        let mut payoffs = Vec::new();
        let mut known = None;
        for player in Player::all(self.desk.game().players()) {
            let Some((value, source)) = self.desk.worth(node, player)? else { break };
            payoffs.push(value);
            known = Some(source);
        }
        if let Some(source) = known {
            let value = Payoffs(payoffs);
            self.desk.leaf(node, &value, source);
            return Ok(Some(value));
        }
        Ok(self.desk.recall(node, |_| true))
    }

    fn expanded(&mut self, node: &Node<G>) -> Valued<G> {
        self.desk.counts.expanded += 1;
        let value = match node.turn {
            Some(Turn::Player(player)) => self.player_value(node, player)?,
            _ => self.chance_value(node)?,
        };
        self.desk.remember(node, &value);
        Ok(value)
    }

    fn player_value(&mut self, node: &Node<G>, player: Player) -> Valued<G> {
        let mut best: Option<Payoffs> = None;
        let moves = self.ordered(node, player)?;
        for (index, &mv) in moves.iter().enumerate() {
            let value = self.value_of_move(node, mv)?;
            let own = value.0[player.index()];
            if best.as_ref().is_none_or(|best| own > best.0[player.index()]) {
                self.desk.update(node, mv, &value, Window::OPEN, None);
                best = Some(value);
            }
            if self.has_the_most(node, player, best.as_ref(), &moves[index + 1..]) {
                break;
            }
        }
        Ok(best.expect("a node that is expanded has moves"))
    }

    /// Whether the player to move has the most there is. The moves `left` are then cut.
    fn has_the_most(
        &mut self,
        node: &Node<G>,
        player: Player,
        best: Option<&Payoffs>,
        left: &[G::Move],
    ) -> bool {
        let most = self.desk.search.config.payoffs.high;
        let strict = self.desk.search.config.prune == super::Prune::Strict;
        let Some(best) = best.filter(|best| !strict && best.0[player.index()] >= most) else {
            return false;
        };
        if !left.is_empty() {
            self.desk.cut(node, best, Proof::Moves, (Edge::Beta, most), left);
        }
        true
    }

    fn chance_value(&mut self, node: &Node<G>) -> Valued<G> {
        let mut outcomes = Vec::new();
        for (mv, odds) in self.desk.odds(node) {
            outcomes.push((odds, self.value_of_move(node, mv)?));
        }
        let expected = |seat: usize| {
            let own = outcomes.iter().map(|(odds, value)| (*odds, value.0[seat]));
            average(&own.collect::<Vec<_>>())
        };
        Ok(Payoffs((0..self.desk.game().players()).map(expected).collect()))
    }

    fn value_of_move(&mut self, node: &Node<G>, mv: G::Move) -> Valued<G> {
        let child = self.desk.child(node, mv);
        let value = child.and_then(|child| self.value(&child)).map_err(|halt| halt.after(mv))?;
        self.desk.looked(node, mv, &value);
        Ok(value)
    }

    fn ordered(&mut self, node: &Node<G>, player: Player) -> Result<Vec<G::Move>, Halt<G::Move>> {
        self.desk.ordered(
            node,
            |desk, child| {
                let value = MaxN { desk: desk.aside(&mut ()) }.value(child);
                value.map(|each| each.0[player.index()])
            },
            |desk, child| desk.estimate(child, player),
        )
    }
}

impl<'s, G, E, O> Algorithm<'s, G, E, O> for MaxN<'s, G, E, O>
where
    G: Game,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, Payoffs>,
{
    type Value = Payoffs;

    fn desk(&mut self) -> &mut Desk<'s, G, E, O, Payoffs> {
        &mut self.desk
    }

    fn value_of_root(&mut self, node: &Node<G>) -> Valued<G> {
        self.value(node)
    }

    fn as_good(&self, turn: Turn, value: &Payoffs, best: &Payoffs) -> bool {
        match turn {
            Turn::Player(player) => value.0[player.index()] == best.0[player.index()],
            Turn::Chance => false,
        }
    }
}
