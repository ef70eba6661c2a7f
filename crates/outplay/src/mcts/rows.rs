//! The report: what is known of every move of the root.

use super::handle::Task;
use super::knowledge::Knowledge;
use super::pool::{CHANCE, Children, EXPANDED, FORBIDDEN, Node, Pool};
use super::report::{Estimate, Report};
use super::worker::{Root, Sample, Seen, Worker};
use crate::{Counts, Game, MAX_PLY, Payoffs, Stop};

/// What threads have done.
#[derive(Clone, Debug)]
pub(super) struct Work {
    counts: Counts,
    farthest: u32,
    samples: Vec<Sample>,
    stop: Stop,
    /// Whether the best of the moves that are asked about is proven.
    is_decided: bool,
}

impl Work {
    /// The work of another thread as well.
    pub(super) fn add(&mut self, other: &Work) {
        self.counts.generated += other.counts.generated;
        self.counts.tb_hits += other.counts.tb_hits;
        self.counts.expanded += other.counts.expanded;
        self.counts.leaves += other.counts.leaves;
        self.farthest = self.farthest.max(other.farthest);
        for (own, &other) in self.samples.iter_mut().zip(&other.samples) {
            own.merge(other);
        }
        if self.stop == Stop::Asked {
            self.stop = other.stop;
        }
        self.is_decided |= other.is_decided;
    }
}

impl<G: Game, K: Knowledge<G>> Worker<'_, G, K> {
    pub(super) fn work(&self, stop: Stop) -> Work {
        let Worker { counts, farthest, ref samples, .. } = *self;
        let is_decided = self.config.solver && self.is_decided();
        Work { counts, farthest, samples: samples.clone(), stop, is_decided }
    }
}

/// The moves of the root with the most visits.
pub(super) struct Most {
    pub(super) first: u64,
    pub(super) second: u64,
    /// Whether the most visited one has the highest mean as well.
    pub(super) is_steady: bool,
    /// Whether something is proven about a move, so that visits alone do not decide.
    pub(super) is_proven: bool,
}

pub(super) fn two_most_visited<M: Copy, P>(
    pool: &Pool<M>,
    seen: &Seen,
    root: &Root<'_, P>,
) -> Most {
    let node = pool.node(root.index);
    let children = pool.children_of(node);
    let (mut most, mut best) =
        (Most { first: 0, second: 0, is_steady: true, is_proven: false }, f64::NEG_INFINITY);
    let mut means = (0.0, f64::NEG_INFINITY);
    for rank in (0..children.len()).filter(|&rank| is_asked(root, children, rank)) {
        let child = children.node(rank);
        let visits = u64::from(child.visits());
        let mean = child.sum() / visits.max(1) as f64;
        if children.mover != CHANCE
            && let Some(proof) = child.proof()
        {
            let payoff = pool.proofs.payoff(proof, usize::from(children.mover));
            most.is_proven |= payoff > seen.range().low;
        }
        if visits > most.first {
            (most.second, most.first) = (most.first, visits);
            means.0 = mean;
        } else {
            most.second = most.second.max(visits);
        }
        best = f64::max(best, mean);
    }
    means.1 = best;
    most.is_steady = means.0 >= means.1;
    most
}

fn is_asked<M, P>(root: &Root<'_, P>, children: Children<'_, M>, rank: usize) -> bool {
    root.only.as_ref().is_none_or(|only| only[rank]) && children.node(rank).state() != FORBIDDEN
}

/// What a node is worth to a player as far as visits say, within what is proven and what can be won at all: evaluations of play-outs that were cut may say more.
fn mean<M: Copy>(pool: &Pool<M>, seen: &Seen, node: Node<'_>, player: usize) -> f64 {
    let mean = node.sum() / f64::from(node.visits()) + seen.base;
    let (low, high) = node.bounds();
    let bound = |number: u32, none: f64| {
        if number == 0 { none } else { pool.proofs.payoff(number, player) }
    };
    // The first player's lower bound is the upper one of the second.
    let (low, high) = if player == 0 { (low, high) } else { (high, low) };
    let range = seen.range();
    mean.max(bound(low, range.low)).min(bound(high, range.high))
}

/// The best child: the most visited one, unless a proven one is better.
fn best<M: Copy>(
    pool: &Pool<M>,
    seen: &Seen,
    children: Children<'_, M>,
    player: usize,
    is_asked: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let worth = |rank: usize| mean(pool, seen, children.node(rank), player);
    let (mut proven, mut visited): (Option<(usize, f64)>, Option<usize>) = (None, None);
    for rank in (0..children.len()).filter(|&rank| is_asked(rank)) {
        let child = children.node(rank);
        let Some(proof) = child.proof() else {
            let visits = |rank: usize| children.node(rank).visits();
            let is_better =
                |other: usize| (visits(rank), worth(rank)) > (visits(other), worth(other));
            if visits(rank) > 0 && visited.is_none_or(is_better) {
                visited = Some(rank);
            }
            continue;
        };
        let payoff = pool.proofs.payoff(proof, player);
        if proven.is_none_or(|(_, most)| payoff > most) {
            proven = Some((rank, payoff));
        }
    }
    match (proven, visited) {
        (Some((rank, payoff)), Some(other)) if payoff >= worth(other) => Some(rank),
        (_, Some(other)) => Some(other),
        (Some((rank, _)), None) => Some(rank),
        (None, None) => None,
    }
}

/// The move to make if there was no time for any visit: the one with the highest prior, or else the first.
fn likely<M: Copy>(children: Children<'_, M>, asked: &[usize], has_priors: bool) -> Option<usize> {
    let first = asked.first().copied();
    let more_likely = |best: usize, rank: usize| {
        if children.prior(rank) > children.prior(best) { rank } else { best }
    };
    if has_priors { asked.iter().copied().reduce(more_likely) } else { first }
}

/// What all threads have found.
pub(super) fn reported<G: Game, K: Knowledge<G>>(
    task: &Task<'_, G, K>,
    work: &Work,
) -> Report<G::Move> {
    let Task { pool, seen, ref root, .. } = *task;
    let node = pool.node(root.index);
    let children = pool.children_of(node);
    let is_by_chance = children.mover == CHANCE;
    let player = if is_by_chance { 0 } else { usize::from(children.mover) };
    let asked: Vec<usize> =
        (0..children.len()).filter(|&rank| is_asked(root, children, rank)).collect();
    let row = |rank: usize| estimate(task, children, rank, player, work.samples[rank]);
    let rows: Vec<(usize, Estimate<G::Move>)> =
        asked.iter().map(|&rank| (rank, row(rank))).collect();
    let mut report = Report::nothing();
    report.counts = Counts { generated: work.counts.generated + 1, ..work.counts };
    (report.depth, report.stop) = (work.farthest, work.stop);
    if !is_by_chance {
        let is_asked = |rank: usize| asked.contains(&rank);
        let likely = || likely(children, &asked, K::PRIORS);
        let best = best(pool, seen, children, player, &is_asked).or_else(likely);
        let found = best.and_then(|best| rows.iter().find(|(rank, _)| *rank == best));
        report.best = best.map(|best| children.mv(best));
        report.value = found.map(|(_, estimate)| estimate.clone());
        report.line = report.value.as_ref().map_or_else(Vec::new, |value| value.line.clone());
    } else {
        let visits = rows.iter().map(|(_, row)| row.visits as f64);
        let results = rows.iter().filter(|(_, row)| row.visits > 0);
        let sum: f64 = results.map(|(_, row)| row.mean * row.visits as f64).sum();
        let mean = sum / visits.sum::<f64>();
        report.value = Some(Estimate { mean, error: f64::INFINITY, ..Estimate::default() });
    }
    // What is proven about the best move so far is proven about the position only if no other move can be better.
    if let Some(value) = &mut report.value {
        value.visits = asked.iter().map(|&rank| u64::from(children.node(rank).visits())).sum();
        value.prior = None;
        let about_all = if root.only.is_none() { proven(task, node) } else { None };
        let about_best = value.proven.take().filter(|_| work.is_decided);
        value.proven = about_all.or(about_best);
        if let (Some(proven), true) = (&value.proven, task.config.solver) {
            (value.mean, value.error) = (proven.0[player], 0.0);
        }
        report.complete = value.proven.is_some() && work.stop == Stop::Finished;
        let as_good = |row: &Estimate<G::Move>| row.proven.is_some() && row.mean >= value.mean;
        if report.complete && !is_by_chance {
            report.best_moves =
                rows.iter().filter(|row| as_good(&row.1)).map(|row| children.mv(row.0)).collect();
        }
    }
    report.moves = rows.into_iter().map(|(rank, row)| (children.mv(rank), row)).collect();
    report
}

/// What is proven about a node.
fn proven<G: Game, K: Knowledge<G>>(task: &Task<'_, G, K>, node: Node<'_>) -> Option<Payoffs> {
    let proof = node.proof().filter(|_| task.config.solver)?;
    let payoff = |player| task.pool.proofs.payoff(proof, player);
    Some(Payoffs((0..task.game.players()).map(payoff).collect()))
}

fn estimate<G: Game, K: Knowledge<G>>(
    task: &Task<'_, G, K>,
    children: Children<'_, G::Move>,
    rank: usize,
    player: usize,
    sample: Sample,
) -> Estimate<G::Move> {
    let Task { pool, seen, .. } = *task;
    let child = children.node(rank);
    let visits = u64::from(child.visits());
    let proven = proven(task, child);
    let mut mean = child.sum() / visits as f64 + seen.base;
    let mut error =
        if visits == 0 { f64::INFINITY } else { standard_error(seen, mean, visits, sample) };
    if let Some(proven) = &proven {
        (mean, error) = (proven.0[player], 0.0);
    }
    let prior = K::PRIORS.then(|| children.prior(rank));
    let line = line(pool, seen, children, rank);
    Estimate { visits, mean, error, prior, proven, line }
}

/// The standard error of a mean. Where this search has seen too little of the move, the most that it can be between the lowest and the highest payoff. One result more
/// counts as half of the range away from the mean: a few that agree prove nothing, and among many it makes no difference.
fn standard_error(seen: &Seen, mean: f64, visits: u64, sample: Sample) -> f64 {
    let (range, visits) = (seen.range(), visits as f64);
    let variance = if sample.count >= 2.0 {
        let mean = sample.sum / sample.count;
        let variance = (sample.squares / sample.count - mean * mean).max(0.0);
        variance * sample.count / (sample.count - 1.0)
    } else {
        ((mean - range.low) * (range.high - mean)).max(0.0)
    };
    let farthest = (range.high - range.low) / 2.0;
    ((variance + farthest * farthest / visits) / visits).sqrt()
}

/// A move, and the best ones after it, as far as the tree goes.
fn line<M: Copy>(pool: &Pool<M>, seen: &Seen, children: Children<'_, M>, rank: usize) -> Vec<M> {
    let mut line = vec![children.mv(rank)];
    let mut node = children.node(rank);
    while node.state() == EXPANDED && line.len() < MAX_PLY {
        let children = pool.children_of(node);
        if children.mover == CHANCE {
            break;
        }
        let player = usize::from(children.mover);
        let is_asked = |rank: usize| children.node(rank).state() != FORBIDDEN;
        let Some(best) = best(pool, seen, children, player, &is_asked) else { break };
        line.push(children.mv(best));
        node = children.node(best);
    }
    line
}
