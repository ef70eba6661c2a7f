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

/// The best for the one who moves first; equals stay as they were.
pub(super) fn best_first<M: Copy, E>(
    moves: Vec<M>,
    worth: impl Fn(M) -> Result<f64, E>,
) -> Result<Vec<M>, E> {
    sorted(moves, |mv| worth(mv).map(|worth| -worth))
}

/// The worst for the one who moves first; equals stay as they were.
pub(super) fn worst_first<M: Copy, E>(
    moves: Vec<M>,
    worth: impl Fn(M) -> Result<f64, E>,
) -> Result<Vec<M>, E> {
    sorted(moves, worth)
}

fn sorted<M: Copy, E>(moves: Vec<M>, rank: impl Fn(M) -> Result<f64, E>) -> Result<Vec<M>, E> {
    let ranked: Result<Vec<(M, f64)>, E> =
        moves.into_iter().map(|mv| Ok((mv, rank(mv)?))).collect();
    let mut ranked = ranked?;
    ranked.sort_by(|one, other| one.1.total_cmp(&other.1));
    Ok(ranked.into_iter().map(|(mv, _)| mv).collect())
}

pub(super) fn shuffled<M>(mut moves: Vec<M>, random: &mut fastrand::Rng) -> Vec<M> {
    random.shuffle(&mut moves);
    moves
}
