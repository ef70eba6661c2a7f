//! RAVE: a move that was made later in a game by the same player counts as if it had been made here.
//!
//! *All moves as first* learns from every game something about most moves, at once, and it is wrong wherever it matters when a move is made. So it counts
//! much while a move has few visits, and less and less later: with n visits of its own, and an equivalence of k, its weight is the square root of k / (3n + k).
//!
//! Gelly and Silver, *Combining Online and Offline Knowledge in UCT*, ICML 2007, and *Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer
//! Go*, Artificial Intelligence 175, 2011. All moves as first: Brügmann, *Monte Carlo Go*, 1993.

/// The mean of a move, mixed with that of games in which it was made later.
#[inline(always)]
pub(super) fn mixed(mean: f64, visits: f64, later: f64, equivalence: f64) -> f64 {
    let weight = (equivalence / (3.0 * visits + equivalence)).sqrt();
    (1.0 - weight) * mean + weight * later
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_later_counts_less_with_every_visit() {
        assert_eq!(mixed(0.2, 0.0, 0.8, 100.0), 0.8);
        assert_eq!(mixed(0.2, 100.0, 0.8, 100.0), 0.5, "at the equivalence it is half");
        assert!(mixed(0.2, 1e6, 0.8, 100.0) < 0.21);
    }
}
