//! What is kept in hand of a clock: an answer may arrive later than it was meant to.
//!
//! The way to the other program takes time, and how much can be told (`Move Overhead`). On a busy machine a search also has to
//! wait for a processor, and nobody knows for how long. So every search tells how long it had to, and the next ones end
//! earlier by as much. That is forgotten only slowly: to be late once may lose the game, while time in hand costs little.

use std::time::Duration;

/// What is kept in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// What an answer takes on its way.
    pub(super) overhead: Duration,
    /// How long nothing could be done at the worst, the more recent the more so.
    pause: Duration,
}

impl Hand {
    /// By this part of itself the longest pause gets shorter with every answer.
    const FORGOTTEN: u32 = 32;

    pub(super) const fn new(overhead: Duration) -> Hand {
        Hand { overhead, pause: Duration::ZERO }
    }

    /// In the course of an answer, nothing could be done for so long.
    pub(super) fn learn(&mut self, pause: Duration) {
        self.pause = pause.max(self.pause - self.pause / Hand::FORGOTTEN);
    }

    /// How much of the time for one move may be used. A pause takes at most half of it.
    pub(super) fn of_move(self, time: Duration) -> Duration {
        let time = time.saturating_sub(self.overhead);
        time - self.pause.min(time / 2)
    }

    /// How much of what is left on a clock may be used. Two pauses fit into what is kept, because one that is longer than all
    /// before loses the game; they take at most three quarters, and then the clock fills up again move by move.
    pub(super) fn of_clock(self, left: Duration) -> Duration {
        let left = left.saturating_sub(self.overhead);
        left - self.pause.saturating_mul(2).min(left / 4 * 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milli(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn more_is_kept_after_a_pause_and_less_with_every_answer_in_time() {
        let mut hand = Hand::new(milli(10));
        let usable = |hand: Hand| [hand.of_move(milli(110)), hand.of_clock(milli(110))];
        assert_eq!(usable(hand), [milli(100), milli(100)]);
        hand.learn(milli(20));
        assert_eq!(usable(hand), [milli(80), milli(60)]);
        // A shorter pause changes nothing.
        hand.learn(milli(19));
        assert!(usable(hand)[1] < milli(62));
        let mut before = usable(hand);
        for _ in 0..500 {
            hand.learn(Duration::ZERO);
            assert!(usable(hand) >= before);
            before = usable(hand);
        }
        assert!(before[1] > milli(99), "{before:?}");
    }

    #[test]
    fn there_is_always_time_to_search() {
        let mut hand = Hand::new(milli(10));
        hand.learn(Duration::MAX);
        assert_eq!((hand.of_move(milli(110)), hand.of_clock(milli(110))), (milli(50), milli(25)));
        for time in [0, 5, 10].map(milli) {
            assert_eq!((hand.of_move(time), hand.of_clock(time)), (Duration::ZERO, Duration::ZERO));
        }
    }
}
