//! Implicit minimax: the evaluation is backed up by minimax beside the results of play-outs, and both are mixed.
//!
//! Play-outs see far and blurred, an evaluation sees near and sharp. Every node keeps its evaluation, and a node with children the evaluation of the best one: what a
//! shallow search would say. A move is judged by a mix of the two.
//!
//! Lanctot, Winands, Pepels and Sturtevant, *Monte Carlo Tree Search with Heuristic Evaluations using Implicit Minimax Backups*, CIG 2014. Here with one
//! evaluation for every player, backed up as max-n does.

/// The mean of a move, mixed with its evaluation, both from 0 to 1.
#[inline(always)]
pub(super) fn mixed(mean: f64, evaluation: f64, share: f64) -> f64 {
    (1.0 - share) * mean + share * evaluation
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_share_of_each() {
        assert_eq!(super::mixed(0.5, 1.0, 0.0), 0.5);
        assert_eq!(super::mixed(0.5, 1.0, 0.5), 0.75);
    }
}
