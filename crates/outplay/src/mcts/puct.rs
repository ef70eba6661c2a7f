//! PUCT: the mean, and what a prior says of a move for as long as it has few visits.
//!
//! A move of n visits among N is worth its mean, and c times its prior times the square root of N, divided by n + 1. Moves that the prior takes to be bad are
//! hardly looked at: what that is worth depends on the prior.
//!
//! Rosin, *Multi-armed Bandits with Episode Context*, Annals of Mathematics and Artificial Intelligence 61, 2011; in this form: Silver and others,
//! *Mastering the Game of Go with Deep Neural Networks and Tree Search*, Nature 529, 2016.

/// The score of a move.
#[inline(always)]
pub(super) fn score(
    mean: f64,
    prior: f64,
    visits: f64,
    root_of_parent: f64,
    exploration: f64,
) -> f64 {
    mean + exploration * prior * root_of_parent / (1.0 + visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prior_counts_less_with_every_visit() {
        let with = |prior, visits| score(0.5, prior, visits, 10.0, 1.0);
        assert!(with(0.9, 0.0) > with(0.1, 0.0));
        assert!(with(0.9, 0.0) - with(0.1, 0.0) > with(0.9, 50.0) - with(0.1, 50.0));
    }
}
