//! The solver: payoffs that are proven are backed up as proofs, and no statistics can contradict them.
//!
//! A finished game is a proof. From the leaves up:
//! * In a zero-sum game for two, every node has a lower and an upper bound, and is proven when they meet. The player to move has at least the best of the lower bounds of the
//!   moves, and at most the best of the upper ones (Cazenave and Saffidine, *Score Bounded Monte-Carlo Tree Search*, CG 2010; for wins and losses: Winands, Björnsson and Saito,
//!   *Monte-Carlo Tree Search Solver*, CG 2008).
//! * In other games a node is proven when all its moves are, as max-n would: the first of the best moves counts. It is enough that a move is proven to give the mover the most there
//!   is and all before it are proven; with one player, that move alone.
//! * Where chance moves, a node is proven when all outcomes are: it is worth their average by odds.
//!
//! Once proven, a node is not visited again. A player who would choose it still counts on it: the visit goes to a move that is not proven yet, and the proven payoffs are
//! backed up. So no simulation is wasted, and the means above are not changed by the detour. Every simulation makes a node or proves one, hence a small tree is always solved.
//!
//! Proofs that rest on a repetition hold: a node of the tree is reached by one path only, from the start of the game on, and the tree is kept only for games that go on from there.

use super::knowledge::Knowledge;
use super::pool::{CHANCE, Children, FORBIDDEN, Node};
use super::worker::Worker;
use crate::textbook::average;
use crate::{Game, Player};

/// How many payoffs are remembered with their numbers.
const REMEMBERED: usize = 64;

/// Payoffs that got a number lately, so that nodes share them.
#[derive(Debug)]
pub(super) struct Known {
    numbers: Vec<u32>,
    payoffs: Vec<f64>,
    players: usize,
}

impl Known {
    pub(super) fn new(players: usize) -> Known {
        let payoffs = vec![0.0; REMEMBERED * players];
        Known { numbers: vec![0; REMEMBERED], payoffs, players }
    }

    fn slot(&self, payoffs: &[f64]) -> (usize, std::ops::Range<usize>) {
        let mix = payoffs.iter().fold(0, |mix, payoff| crate::mixed(mix ^ payoff.to_bits()));
        let slot = mix as usize % REMEMBERED;
        (slot, slot * self.players..(slot + 1) * self.players)
    }
}

impl<'s, G: Game, K: Knowledge<G>> Worker<'s, G, K> {
    /// The number of payoffs, new or not; none if there is no room for it.
    fn number(&mut self, payoffs: &[f64]) -> Option<u32> {
        let (slot, at) = self.known.slot(payoffs);
        let is_known = self.known.numbers[slot] != 0 && self.known.payoffs[at.clone()] == *payoffs;
        if is_known {
            return Some(self.known.numbers[slot]);
        }
        let number = self.pool.proofs.keep(payoffs)?;
        self.known.numbers[slot] = number;
        self.known.payoffs[at].copy_from_slice(payoffs);
        Some(number)
    }

    /// A node is worth exactly what `run` says. True if that is new.
    pub(super) fn prove_payoffs(&mut self, node: Node<'_>) -> bool {
        let payoffs = std::mem::take(&mut self.run.payoffs);
        let number = self.number(&payoffs);
        self.run.payoffs = payoffs;
        number.is_some_and(|number| self.improve(node, number, number))
    }

    /// What the first player wins by the payoffs with this number.
    #[inline(always)]
    fn value(&self, number: u32) -> f64 {
        self.pool.proofs.payoff(number, 0)
    }

    /// Writes bounds, where they are better than those that are known; 0 is no bound. True if one is.
    fn improve(&self, node: Node<'_>, low: u32, high: u32) -> bool {
        let mut improved = false;
        loop {
            let (now, _) = node.bounds();
            if low == 0 || now != 0 && self.value(low) <= self.value(now) {
                break;
            }
            if node.replace_low(now, low) {
                improved = true;
                break;
            }
        }
        loop {
            let (_, now) = node.bounds();
            if high == 0 || now != 0 && self.value(high) >= self.value(now) {
                break;
            }
            if node.replace_high(now, high) {
                improved = true;
                break;
            }
        }
        // Bounds that meet are one proof, with one number.
        let (low, high) = node.bounds();
        if low != high && low != 0 && high != 0 && self.value(low) >= self.value(high) {
            improved |= node.replace_high(high, low);
        }
        self.close_if_proven(node);
        improved
    }

    /// Whether the children of a node of the path prove more about it than is known.
    #[cold]
    pub(super) fn prove(&mut self, depth: usize) -> bool {
        let step = &self.path[depth];
        let (node, mover) = (step.node, step.mover);
        let children = self.pool.children_of(node);
        if node.proof().is_some() {
            return false;
        }
        let (low, high) = match mover {
            CHANCE => match self.expected(depth, children) {
                Some(number) => (number, number),
                None => return false,
            },
            _ if self.config.zero_sum => self.bounds(children, mover),
            _ => match self.max_n(children, usize::from(mover)) {
                Some(number) => (number, number),
                None => return false,
            },
        };
        if self.config.zero_sum {
            return self.improve(node, low, high);
        }
        let is_new = node.settle(low);
        self.close_if_proven(node);
        is_new
    }

    /// What is proven is not visited again. True if that was not known to those who choose.
    pub(super) fn close_if_proven(&self, node: Node<'_>) -> bool {
        self.config.solver && node.proof().is_some() && node.close()
    }

    /// The bounds of a node in a zero-sum game for two, by those of its children.
    fn bounds(&self, children: Children<'s, G::Move>, mover: u8) -> (u32, u32) {
        // As the mover sees it: `most` is what they can have at least, `limit` what they can have at most.
        let sign = if mover == 0 { 1.0 } else { -1.0 };
        let range = self.config.payoffs;
        let top = if mover == 0 { range.high } else { -range.low };
        let (mut most, mut limit) = ((f64::NEG_INFINITY, 0), (f64::NEG_INFINITY, 0));
        for child in children.nodes().filter(|child| child.state() != FORBIDDEN) {
            let (low, high) = child.bounds();
            let (least, best) = if mover == 0 { (low, high) } else { (high, low) };
            if least != 0 && sign * self.value(least) > most.0 {
                most = (sign * self.value(least), least);
            }
            match best {
                0 => limit = (f64::INFINITY, 0),
                _ if sign * self.value(best) > limit.0 => limit = (sign * self.value(best), best),
                _ => {}
            }
        }
        if most.1 != 0 && (most.0 >= top || most.0 >= limit.0) {
            return (most.1, most.1);
        }
        if mover == 0 { (most.1, limit.1) } else { (limit.1, most.1) }
    }

    /// What a node is worth by max-n, as far as its children prove it.
    fn max_n(&self, children: Children<'s, G::Move>, player: usize) -> Option<u32> {
        let is_alone = self.players == 1;
        let (mut best, mut is_open) = (None, false);
        for child in children.nodes().filter(|child| child.state() != FORBIDDEN) {
            let Some(number) = child.proof() else {
                if !is_alone {
                    return None;
                }
                is_open = true;
                continue;
            };
            let payoff = self.pool.proofs.payoff(number, player);
            if payoff >= self.config.payoffs.high {
                return Some(number);
            }
            if best.is_none_or(|(_, most)| payoff > most) {
                best = Some((number, payoff));
            }
        }
        best.filter(|_| !is_open).map(|(number, _)| number)
    }

    /// The average of all outcomes of chance, if all of them are proven.
    fn expected(&mut self, depth: usize, children: Children<'s, G::Move>) -> Option<u32> {
        let proofs: Option<Vec<u32>> = children.nodes().map(|child| child.proof()).collect();
        let proofs = proofs?;
        let mut position = self.root.position.clone();
        for step in &self.path[..depth] {
            let mv = self.pool.children_of(step.node).mv(usize::from(step.rank));
            self.game.play(&mut position, mv);
        }
        let (mut moves, mut odds) = (Vec::new(), Vec::new());
        children.list(&mut moves);
        self.game.odds(&position, &moves, &mut odds);
        let expected = |player: usize| {
            let payoffs = proofs.iter().map(|&number| self.pool.proofs.payoff(number, player));
            average(&odds.iter().copied().zip(payoffs).collect::<Vec<_>>())
        };
        let payoffs: Vec<f64> = (0..self.players).map(expected).collect();
        self.number(&payoffs)
    }

    /// The best of the children that are proven, for the mover: the number of its payoffs.
    pub(super) fn best_proven(
        &self,
        children: Children<'s, G::Move>,
        player: usize,
    ) -> Option<u32> {
        let worth = |&number: &u32| self.pool.proofs.payoff(number, player);
        let proven = children.nodes().filter_map(|child| child.proof());
        proven.reduce(|best, number| if worth(&number) > worth(&best) { number } else { best })
    }

    /// Whether the search may end: a move is proven to give the mover the most there is, or all that are asked about are proven. Tables may know what the position is
    /// worth, and then that is the most; by which move, they have not said.
    pub(super) fn is_decided(&self) -> bool {
        let node = self.pool.node(self.root.index);
        let children = self.pool.children_of(node);
        let Some(Player(mover)) = Some(Player(children.mover)).filter(|player| player.0 != CHANCE)
        else {
            return node.proof().is_some();
        };
        let is_asked = |rank: usize| {
            self.root.only.as_ref().is_none_or(|only| only[rank])
                && children.node(rank).state() != FORBIDDEN
        };
        let mut asked = (0..children.len()).filter(|&rank| is_asked(rank));
        let worth = |proof: u32| self.pool.proofs.payoff(proof, usize::from(mover));
        let top = node.proof().map_or(self.config.payoffs.high, worth);
        let most = |rank: usize| children.node(rank).proof().map(|proof| worth(proof) >= top);
        asked.clone().any(|rank| most(rank) == Some(true)) || asked.all(|rank| most(rank).is_some())
    }
}
