//! UCB1-Tuned: UCB1 with a bound that minds how much the results of a move differ.
//!
//! A move whose play-outs all end alike needs fewer of them. The bound is that of UCB1 times the square root of an upper bound of the variance, and never
//! more than of 1/4, which is the most that results between 0 and 1 can vary.
//!
//! Auer, Cesa-Bianchi and Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem*, Machine Learning 47, 2002, section 4.

/// The score of a move: `square` is the mean of the squares of its results, from 0 to 1.
#[inline(always)]
pub(super) fn score(mean: f64, square: f64, visits: f64, ln_parent: f64, exploration: f64) -> f64 {
    let ratio = ln_parent / visits;
    let variance = (square - mean * mean).max(0.0) + (2.0 * ratio).sqrt();
    mean + exploration * (ratio * variance.min(0.25)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_agree_need_fewer_visits() {
        let (visits, ln_parent) = (1_000.0, 8.0);
        let steady = score(0.5, 0.25, visits, ln_parent, 1.0);
        let wild = score(0.5, 0.5, visits, ln_parent, 1.0);
        assert!(steady < wild);
    }
}
