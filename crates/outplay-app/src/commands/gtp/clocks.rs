//! Clocks as the Go Text Protocol has them: main time, then periods of so many moves each.

use std::time::Duration;

use outplay::{Clock, Player};

/// Time for so many moves; for all of them, if it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) time: Duration,
    pub(super) stones: u32,
}

/// The clocks of both players, as far as the controller uses any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks {
    /// What a game begins with.
    first: Option<Period>,
    /// What follows, again and again.
    overtime: Option<Period>,
    /// Whether overtime is a period for each move: a move in time costs nothing, and the stones that are told are periods.
    is_byoyomi: bool,
    /// What each player has left of the present period.
    pub(super) left: [Option<Period>; 2],
}

impl Clocks {
    pub(super) fn new(main: Period, overtime: Period) -> Clocks {
        let is_endless = !overtime.time.is_zero() && overtime.stones == 0;
        let overtime = Some(overtime).filter(|one| !one.time.is_zero() && one.stones > 0);
        // Without any time nobody can play: whoever says so has no clock.
        let main = Some(main).filter(|main| !main.time.is_zero());
        let first = main.or(overtime).filter(|_| !is_endless);
        Clocks { first, overtime, is_byoyomi: false, left: [first; 2] }
    }

    /// Main time, and then so much time for each move.
    pub(super) fn byoyomi(main: Duration, period: Duration) -> Clocks {
        let main = Period { time: main, stones: 0 };
        let stones = u32::from(!period.is_zero());
        Clocks { is_byoyomi: true, ..Clocks::new(main, Period { time: period, stones }) }
    }

    pub(super) fn restart(&mut self) {
        self.left = [self.first; 2];
    }

    pub(super) fn of(&self, player: Player) -> Option<Clock> {
        let Period { time, stones } = self.left[player.index()]?;
        let later = self.overtime.filter(|_| stones == 0);
        let increment = later.map_or(Duration::ZERO, |later| later.time / later.stones);
        let stones = if self.is_byoyomi { stones.min(1) } else { stones };
        Some(Clock { left: time, increment, moves: Some(stones).filter(|&stones| stones > 0) })
    }

    /// A move took so long. The controller may know better, and says so before the next one.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let left = &mut self.left[player.index()];
        *left = left.and_then(|Period { time: before, stones }| {
            if self.is_byoyomi && stones > 0 {
                return self.overtime.map(|period| Period { stones, ..period });
            }
            let after =
                Period { time: before.saturating_sub(time), stones: stones.saturating_sub(1) };
            let is_used_up = if stones == 0 { after.time.is_zero() } else { after.stones == 0 };
            match is_used_up {
                false => Some(after),
                true if stones == 0 => self.overtime.or(Some(after)),
                true => self.overtime,
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(seconds: u64, stones: u32) -> Period {
        Period { time: Duration::from_secs(seconds), stones }
    }

    #[test]
    fn clocks_run_as_the_protocol_says() {
        let second = Duration::from_secs(1);
        // 10 seconds, then 3 moves in 6 seconds, again and again.
        let mut clocks = Clocks::new(period(10, 0), period(6, 3));
        let of = |left, increment, moves| {
            let [left, increment] = [left, increment].map(Duration::from_secs);
            Some(Clock { left, increment, moves })
        };
        assert_eq!(clocks.of(Player::MAX), of(10, 2, None));
        clocks.spend(Player::MAX, 4 * second);
        assert_eq!(clocks.of(Player::MAX), of(6, 2, None));
        clocks.spend(Player::MAX, 7 * second);
        assert_eq!(clocks.of(Player::MAX), of(6, 0, Some(3)));
        clocks.spend(Player::MAX, second);
        assert_eq!(clocks.of(Player::MAX), of(5, 0, Some(2)));
        clocks.spend(Player::MAX, second);
        clocks.spend(Player::MAX, second);
        assert_eq!(clocks.of(Player::MAX), of(6, 0, Some(3)));
        assert_eq!(clocks.of(Player::MIN), of(10, 2, None));
        clocks.restart();
        assert_eq!(clocks.of(Player::MAX), of(10, 2, None));

        // 10 seconds, and that is all.
        let mut clocks = Clocks::new(period(10, 0), period(0, 0));
        clocks.spend(Player::MIN, 11 * second);
        assert_eq!(clocks.of(Player::MIN), of(0, 0, None));
        // Overtime from the beginning, and no time limit at all.
        assert_eq!(Clocks::new(period(0, 0), period(6, 3)).of(Player::MAX), of(6, 0, Some(3)));
        assert_eq!(Clocks::new(period(10, 0), period(6, 0)).of(Player::MAX), None);
        assert_eq!(Clocks::new(period(0, 0), period(0, 0)).of(Player::MAX), None);
        // 10 seconds, and then 6 for each move; 3 such periods are left.
        let mut clocks = Clocks::byoyomi(10 * second, 6 * second);
        assert_eq!(clocks.of(Player::MAX), of(10, 6, None));
        clocks.left[0] = Some(period(4, 3));
        assert_eq!(clocks.of(Player::MAX), of(4, 0, Some(1)));
        clocks.spend(Player::MAX, 2 * second);
        assert_eq!(clocks.of(Player::MAX), of(6, 0, Some(1)));
        assert_eq!(Clocks::byoyomi(10 * second, Duration::ZERO).of(Player::MAX), of(10, 0, None));
        // Nobody has said what comes after these moves.
        let mut clocks = Clocks { left: [Some(period(5, 1)); 2], ..Clocks::default() };
        clocks.spend(Player::MAX, second);
        assert_eq!(clocks.of(Player::MAX), None);
    }
}
