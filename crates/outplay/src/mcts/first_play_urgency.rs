//! First-play urgency: what an untried move is taken to be worth.
//!
//! UCB1 tries every move once before it tries one twice. Where there are many moves that is most of the work. With an urgency of about what the tried moves are
//! worth, a node with a good move goes on with that one.
//!
//! Gelly and Wang, *Exploration Exploitation in Go: UCT for Monte-Carlo Go*, NIPS 2006.

use super::config::Urgency;

/// Above every score: among untried moves, what is known of them still decides.
const FIRST: f64 = 1e6;

/// The score of an untried move, if the tried ones are worth `parent` on average.
#[inline(always)]
pub(super) fn worth(urgency: Urgency, parent: f64) -> f64 {
    match urgency {
        Urgency::First => FIRST,
        Urgency::Fixed(worth) => worth,
        Urgency::Parent { less } => parent - less,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untried_move_is_first_only_if_asked_for() {
        assert!(worth(Urgency::First, 0.9) > 1e3);
        assert_eq!(worth(Urgency::Fixed(0.4), 0.9), 0.4);
        assert_eq!(worth(Urgency::Parent { less: 0.25 }, 0.75), 0.5);
    }
}
