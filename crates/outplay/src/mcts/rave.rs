//! RAVE: a move that was made later in a game by the same player counts as if it had been made here.
//!
//! *All moves as first* learns from every game something about most moves, at once, and it is wrong wherever it matters when a move is made. So n games in which
//! a move was made later count as n k / (n + k) visits: each almost as a visit while there are few, and all of them together as k visits at the most, the equivalence. With
//! more and more visits of its own, a move is judged by these. What an untried move is taken to be worth counts as some visits, too: one game is no judgement.
//!
//! Gelly and Silver, *Combining Online and Offline Knowledge in UCT*, ICML 2007, and *Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer
//! Go*, Artificial Intelligence 175, 2011, whose schedule of least mean squared error this is. All moves as first: Brügmann, *Monte Carlo Go*, 1993.

/// As how many visits the first-play urgency counts beside games in which a move was made later.
const URGENCY: f64 = 8.0;

/// What is known of a move, as a mean and the number of its results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) mean: f64,
    pub(super) count: f64,
}

/// The mean of a move, mixed with that of games in which it was made later, and with what an untried move is worth.
#[inline(always)]
pub(super) fn mixed(own: Known, later: Known, equivalence: f64, urgency: f64) -> f64 {
    let weight = later.count * equivalence / (later.count + equivalence);
    let sum = own.count * own.mean + weight * later.mean + URGENCY * urgency;
    sum / (own.count + weight + URGENCY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(mean: f64, count: f64) -> Known {
        Known { mean, count }
    }

    #[test]
    fn what_comes_later_counts_less_with_every_visit() {
        let with = |visits| mixed(known(0.2, visits), known(0.8, 1e9), 100.0, 0.5);
        assert!(with(0.0) > 0.75);
        assert!((with(100.0) - 0.5).abs() < 1e-6, "at the equivalence it is half");
        assert!(with(1e6) < 0.21);
    }

    #[test]
    fn one_game_is_no_judgement() {
        let after = |games| mixed(known(0.0, 0.0), known(1.0, games), 1e3, 0.5);
        assert!(after(1.0) < 0.56 && after(100.0) > 0.9);
    }
}
