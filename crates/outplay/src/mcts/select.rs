//! Select: which move of a node to visit, by the rules that are switched on.

use super::config::{Rule, Urgency};
use super::knowledge::Knowledge;
use super::pool::{CHANCE, Children, FORBIDDEN, GROUP, Node};
use super::sync::Ordering::Relaxed;
use super::worker::{Chosen, Worker};
use super::{first_play_urgency, implicit_minimax, progressive_bias, puct, rave, ucb1, ucb1_tuned};
use crate::{Candidate, Event, Game, Source};

/// A score and a rank as one number: of the higher score, and of equal ones the lower rank, is higher. Negative scores are below all others, and in no order.
#[inline(always)]
fn packed(score: f32, rank: usize) -> i64 {
    i64::from(score.to_bits() as i32) << 32 | i64::from(u32::MAX - rank as u32)
}

#[inline(always)]
fn unpacked(packed: i64) -> (f32, usize) {
    (f32::from_bits((packed >> 32) as u32), (u32::MAX - packed as u32) as usize)
}

/// What the rules need to know of a node to judge its moves.
struct Parent {
    ln_visits: f64,
    root_of_visits: f64,
    /// What the moves that were tried are worth on average, from 0 to 1.
    mean: f64,
    player: usize,
}

impl<'s, G: Game, K: Knowledge<G>> Worker<'s, G, K> {
    /// UCB1 alone: the same as [`choose`](Self::choose) but for rounding, and most of the time of a search. The node was visited so often.
    ///
    /// PERF: score and rank are one whole number, because the branch of a comparison would be predicted wrongly about twice a node; there is a best one for each place of
    /// a group, because the processor compares those at the same time. The lowest payoff counts as the base that sums are relative to: that adds the same to all moves.
    #[inline(always)]
    pub(super) fn choose_plainly(
        &self,
        node: Node<'s>,
        children: Children<'s, G::Move>,
        visits: u32,
    ) -> Option<Chosen> {
        if let Some(rank) = self.next_untried(children, visits) {
            return Some(Chosen { rank, instead: None });
        }
        let Rule::Ucb1 { exploration } = self.config.rule else { unreachable!("it is plain") };
        // In payoffs. What lies between the lowest and the highest is added twice, so that no score is negative but those of moves that are closed.
        let spread = self.tables.spread(visits, exploration) * self.width;
        let above = 2.0 * self.width;
        let (mut bests, mut signs) = ([i64::MIN; GROUP], [0; GROUP]);
        for (first, group) in (0..).step_by(GROUP).zip(children.means()) {
            for (at, (mean, root)) in group.into_iter().enumerate() {
                let score = (mean + above) + spread * root;
                bests[at] = bests[at].max(packed(score, first + at));
                signs[at] |= root.to_bits();
            }
        }
        let best = bests[0].max(bests[1]).max(bests[2].max(bests[3]));
        let (score, rank) = unpacked(best);
        let is_any_closed = (signs[0] | signs[1] | signs[2] | signs[3]) >> 31 != 0;
        let instead = match is_any_closed {
            true => self.better_proven(node, score - above),
            false => None,
        };
        (best >= 0).then_some(Chosen { rank, instead })
    }

    /// The first move that was not tried, at a node that was visited so often: by UCB1 alone they are tried in their order, so that is told by its visits. Nothing, where these are not enough to tell.
    ///
    /// PERF: that is where most simulations leave the tree, at moves that lie far from what was read lately.
    #[inline(always)]
    fn next_untried(&self, children: Children<'s, G::Move>, visits: u32) -> Option<usize> {
        let next = visits.saturating_sub(self.config.expand_after).saturating_sub(1) as usize;
        let is_next = next < children.len()
            && children.is_untried(next)
            && (next == 0 || !children.is_untried(next - 1));
        is_next.then_some(next)
    }

    /// The first of the best moves that are proven, if it is worth more than this score of [`choose_plainly`](Self::choose_plainly).
    fn better_proven(&self, node: Node<'s>, score: f32) -> Option<usize> {
        let children = self.pool.children_of(node);
        let player = usize::from(children.mover);
        let (mut better, mut most) = (None, f64::from(score));
        for (rank, child) in children.nodes().enumerate() {
            if let Some(proof) = child.proof() {
                let worth = self.pool.proofs.payoff(proof, player) - self.seen.base;
                if worth > most {
                    (better, most) = (Some(rank), worth);
                }
            }
        }
        better
    }

    /// The move with the highest score of those that are not proven; and if a proven one is worth more than that score, the proven one as what is backed up.
    pub(super) fn choose(&self, node: Node<'s>) -> Option<Chosen> {
        let children = self.pool.children_of(node);
        let player = usize::from(children.mover);
        let parent = self.parent(node, children, player);
        let only = self.root.only.as_ref().filter(|_| self.path.is_empty());
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        let (mut proven, mut sure) = (None, f64::NEG_INFINITY);
        for (rank, child) in children.nodes().enumerate() {
            if only.is_some_and(|only| !only[rank]) || child.state() == FORBIDDEN {
                continue;
            }
            if self.config.solver
                && let Some(proof) = child.proof()
            {
                let worth = self.normal(self.pool.proofs.payoff(proof, player));
                if worth > sure {
                    (proven, sure) = (Some(rank), worth);
                }
                continue;
            }
            let score = self.score(&parent, children, rank);
            if score > most {
                (best, most) = (Some(rank), score);
            }
        }
        let instead = if sure > most { proven } else { None };
        best.map(|rank| Chosen { rank, instead })
    }

    fn parent(&self, node: Node<'_>, children: Children<'s, G::Move>, player: usize) -> Parent {
        let visits = node.visits();
        let mut mean = 0.5;
        if matches!(self.config.urgency, Urgency::Parent { .. }) {
            let (mut sum, mut tried) = (0.0, 0.0);
            for child in children.nodes() {
                sum += child.sum();
                tried += f64::from(child.visits());
            }
            if tried > 0.0 {
                mean = self.normal(sum / tried + self.seen.base);
            }
        }
        let root_of_visits = f64::from(visits).sqrt();
        Parent { ln_visits: self.tables.ln(visits), root_of_visits, mean, player }
    }

    /// The score of a move by all rules that are switched on.
    fn score(&self, parent: &Parent, children: Children<'s, G::Move>, rank: usize) -> f64 {
        let child = children.node(rank);
        let count = child.visits();
        let (visits, base) = (f64::from(count), self.seen.base);
        let urgency = || first_play_urgency::worth(self.config.urgency, parent.mean);
        let mut mean = match count {
            0 => urgency(),
            _ => self.normal(child.sum() / visits + base),
        };
        if let Some((later, equivalence)) = self.later(children, rank, parent.player) {
            let is_first = self.config.urgency == Urgency::First;
            let usual = if is_first { parent.mean } else { urgency() };
            let own = rave::Known { mean, count: visits };
            mean = rave::mixed(own, later, equivalence, usual);
            if count == 0 && is_first {
                mean += urgency();
            }
        }
        let sides = self.pool.sides();
        if sides.implicit > 0 && count > 0 {
            let bits = children.implicit(rank, parent.player).load(Relaxed);
            let evaluation = self.normal(f64::from(f32::from_bits(bits)));
            mean = implicit_minimax::mixed(mean, evaluation, self.config.implicit_minimax);
        }
        let prior = if sides.priors { children.prior(rank) } else { 0.0 };
        let mut score = match self.config.rule {
            Rule::Puct { exploration } => {
                puct::score(mean, prior, visits, parent.root_of_visits, exploration)
            }
            // Among untried moves the prior decides, where there is one.
            _ if count == 0 => mean + prior,
            Rule::Ucb1 { exploration } => ucb1::score(mean, visits, parent.ln_visits, exploration),
            Rule::Ucb1Tuned { exploration } => {
                let raw = f64::from_bits(children.squares(rank).load(Relaxed)) / visits;
                let (own, offset) = (child.sum() / visits, base - self.low);
                // The squares are of payoffs less the base: moved to the lowest payoff, and scaled.
                let square =
                    (raw + 2.0 * offset * own + offset * offset) * self.factor * self.factor;
                let results = self.normal(own + base);
                let bonus =
                    ucb1_tuned::score(results, square, visits, parent.ln_visits, exploration);
                mean + (bonus - results)
            }
        };
        if sides.bias {
            let bias = f64::from(f32::from_bits(children.bias(rank).load(Relaxed)));
            score += progressive_bias::bonus(bias, visits, self.config.progressive_bias);
        }
        score
    }

    /// What RAVE or GRAVE knows of a move, its mean from 0 to 1, and the equivalence.
    fn later(
        &self,
        children: Children<'s, G::Move>,
        rank: usize,
        player: usize,
    ) -> Option<(rave::Known, f64)> {
        let settings = self.config.rave.filter(|_| self.pool.sides().amaf)?;
        let mut amaf = children.amaf(rank);
        if let Some((Some(above), reference)) = self.references.get(player)
            && let Some(rank) = reference.rank(amaf.action.load(Relaxed))
        {
            amaf = above.amaf(rank);
        }
        let games = f64::from(amaf.visits.load(Relaxed));
        let sum = f64::from_bits(amaf.sum.load(Relaxed));
        (games > 0.0).then(|| {
            let mean = self.normal(sum / games + self.seen.base);
            (rave::Known { mean, count: games }, settings.equivalence)
        })
    }

    /// Tells which move was chosen, and among which.
    #[cold]
    pub(super) fn tell_choice(&mut self, node: Node<'s>, rank: usize) {
        let children = self.pool.children_of(node);
        let mover = children.mover;
        let player = if mover == CHANCE { 0 } else { usize::from(mover) };
        let parent = self.parent(node, children, player);
        let candidate = |rank: usize| {
            let child = children.node(rank);
            let visits = child.visits();
            let proven = child.proof().map(|proof| self.pool.proofs.payoff(proof, player));
            let mean = (visits > 0).then(|| child.sum() / f64::from(visits) + self.seen.base);
            let score = match (mover, visits, proven) {
                (CHANCE, ..) => None,
                (_, 0, _) if self.config.urgency == Urgency::First => None,
                (_, _, Some(_)) if self.config.solver => None,
                _ => Some(self.score(&parent, children, rank)),
            };
            Candidate { by: children.mv(rank), visits: visits.into(), mean, score, proven }
        };
        let among: Vec<_> = (0..children.len()).map(candidate).collect();
        let (ply, by) = (self.path.len(), children.mv(rank));
        let Worker { observer, position, .. } = self;
        if let Some(observer) = observer {
            observer.event(Event::Select { ply, by, position, among: &among });
        }
    }

    /// Tells how a simulation ended.
    #[inline(always)]
    pub(super) fn tell_end(&mut self, source: Source) {
        if let Some(observer) = &mut self.observer {
            let (moves, payoffs) = (&self.run.moves, &self.run.payoffs);
            observer.event(Event::PlayOut { ply: self.path.len(), moves, payoffs, source });
        }
    }

    /// Tells what a node has learnt.
    #[cold]
    pub(super) fn tell_back_up(&mut self, node: Node<'_>, ply: usize, player: usize) {
        let visits = node.visits();
        let gain = if ply == 0 { None } else { Some(node.sum() / f64::from(visits.max(1))) };
        let mean = gain.map(|gain| gain + self.seen.base);
        let proven = node.proof().map(|proof| self.pool.proofs.payoff(proof, player));
        if let Some(observer) = &mut self.observer {
            observer.event(Event::BackUp { ply, visits: visits.into(), mean, proven });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_score_is_compared_like_the_score() {
        let scores = [0.0, 1e-6, 0.25, 0.5, 0.5 + 1e-6, 2.0, 700.0, 1e12];
        for pair in scores.windows(2) {
            assert!(packed(pair[0], 0) < packed(pair[1], 9_999), "{pair:?}");
        }
        assert!(packed(-1e12, 0) < 0 && packed(0.0, 9_999) > 0);
        assert!(packed(0.5, 2) > packed(0.5, 3), "the first of equal ones");
        let (score, rank) = unpacked(packed(0.3, 77));
        assert_eq!((score, rank), (0.3, 77));
    }
}
