//! What Monte-Carlo search says of a move.

use std::fmt::{self, Display};

use crate::Payoffs;

/// What Monte-Carlo search says of a move, or of a position by its best move. `M` is a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate<M> {
    /// How often the move was visited, in searches before a tree was kept as well.
    pub visits: u64,
    /// What the player who chooses wins on average; exactly, if it is [proven](Self::proven). Not a number before the first visit.
    pub mean: f64,
    /// The standard error of the mean: 0 if it is proven, infinite before the first visit.
    pub error: f64,
    /// What the game said of the move before it was visited, where it says something.
    pub prior: Option<f64>,
    /// What every player wins with best play, if that is proven.
    pub proven: Option<Payoffs>,
    /// The move itself and the most likely ones after it.
    pub line: Vec<M>,
}

/// What Monte-Carlo search found: a [`Report`](crate::Report) with an [`Estimate`] for every move.
///
/// `best` is the most visited move, unless a proven one is better. `moves` holds every move that was asked about, in the order of the rules. `depth` is the length of
/// the longest path in the tree. In the counts, `generated` are positions that were reached inside of the tree and in play-outs, `expanded` nodes that got children, and `leaves`
/// simulations.
pub type Report<M> = crate::Report<M, Estimate<M>>;

impl<M> Default for Estimate<M> {
    /// Before the first visit.
    fn default() -> Estimate<M> {
        let (mean, error) = (f64::NAN, f64::INFINITY);
        Estimate { visits: 0, mean, error, prior: None, proven: None, line: Vec::new() }
    }
}

impl<M> Display for Estimate<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.proven {
            Some(_) => write!(f, "= {}, {} visits", self.mean, self.visits),
            None => write!(f, "{:.3} ± {:.3}, {} visits", self.mean, self.error, self.visits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_told_apart() {
        let guess = Estimate::<u8> { visits: 40, mean: 0.5, error: 0.125, ..Estimate::default() };
        assert_eq!(guess.to_string(), "0.500 ± 0.125, 40 visits");
        let proof = Estimate { proven: Some(Payoffs(vec![1.0, -1.0])), mean: 1.0, ..guess };
        assert_eq!(proof.to_string(), "= 1, 40 visits");
    }
}
