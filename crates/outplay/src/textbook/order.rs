//! Move order: which move is looked at first.
//!
//! Alpha-beta cuts most when the best move comes first: in a uniform tree of depth m with b moves
//! everywhere it then looks at b^ceil(m/2) + b^floor(m/2) - 1 leaves (Knuth and Moore, *An Analysis of
//! Alpha-Beta Pruning*, 1975), about b^(m/2). In random order it is about b^(3m/4) for moderate b. With
//! the worst move first it is nearly all b^m: what remains are cut-offs by distant ancestors.

/// Which move a search looks at first. Where chance moves, the order is always that of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the rules list them.
    #[default]
    Given,
    /// The best first, as plain minimax (or max-n) sees it: what no real order can beat.
    Best,
    /// The worst first.
    Worst,
    /// Shuffled; the same seed, the same order.
    Random(u64),
    /// By what the evaluation thinks of the position after the move.
    Evaluation,
}

/// The moves by number, the one with the least rank first; equals stay as they were.
///
/// PERF: it knows no game, so that sorting is compiled once and not for every search of every game.
pub(super) fn by_rank(ranks: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&one, &other| ranks[one].total_cmp(&ranks[other]));
    order
}

/// The moves by number, in any order.
pub(super) fn shuffled(count: usize, random: &mut fastrand::Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    random.shuffle(&mut order);
    order
}
