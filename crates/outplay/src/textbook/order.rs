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

/// The moves by number, the best for the one who moves first; equals stay as they were.
pub(super) fn best_first<E>(
    count: usize,
    worth: impl Fn(usize) -> Result<f64, E>,
) -> Result<Vec<usize>, E> {
    sorted(count, |index| worth(index).map(|worth| -worth))
}

/// The moves by number, the worst for the one who moves first; equals stay as they were.
pub(super) fn worst_first<E>(
    count: usize,
    worth: impl Fn(usize) -> Result<f64, E>,
) -> Result<Vec<usize>, E> {
    sorted(count, worth)
}

fn sorted<E>(count: usize, rank: impl Fn(usize) -> Result<f64, E>) -> Result<Vec<usize>, E> {
    let ranks: Vec<f64> = (0..count).map(rank).collect::<Result<_, E>>()?;
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| ranks[one].total_cmp(&ranks[other]));
    Ok(order)
}

/// The moves by number, in any order.
pub(super) fn shuffled(count: usize, random: &mut fastrand::Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    random.shuffle(&mut order);
    order
}
