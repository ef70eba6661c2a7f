//! Habits: moves that were good in similar positions are tried early.
//!
//! *Killers* are moves that cut off another position of the same ply (Akl and Newborn, 1977); a *counter-move*
//! cut off after the same move of the opponent (Uiterwijk, 1992); the *history* counts what a move cut off anywhere
//! (Schaeffer, *The History Heuristic and Alpha-Beta Search Enhancements in Practice*, 1989).

use super::table::NONE;
use crate::Player;

/// The promises of moves by habit, in falling order: two killers, a counter-move.
const KILLERS: [i32; 2] = [800, 700];
const COUNTER: i32 = 600;

/// History stays below this.
const MOST: i32 = 500;

/// What a thread has learnt from its cut-offs.
pub(super) struct Habits {
    indices: usize,
    killers: Vec<[u16; 2]>,
    counters: Vec<u16>,
    history: Vec<i32>,
}

impl Habits {
    /// For so many moves; for none, nothing is ever learnt.
    pub(super) fn new(indices: usize) -> Habits {
        Habits {
            indices,
            killers: Vec::new(),
            counters: vec![NONE; 2 * indices],
            history: vec![0; 2 * indices],
        }
    }

    pub(super) fn are_on(&self) -> bool {
        self.indices > 0
    }

    /// A move cut off.
    #[inline(always)]
    pub(super) fn learn(&mut self, player: Player, ply: u32, last: u16, mv: u16, depth: u32) {
        if !self.are_on() {
            return;
        }
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NONE; 2]);
        }
        if self.killers[ply][0] != mv {
            self.killers[ply] = [mv, self.killers[ply][0]];
        }
        let place = self.place(player, last);
        if let Some(counter) = self.counters.get_mut(place) {
            *counter = mv;
        }
        let place = self.place(player, mv);
        let gain = (depth * depth).min(200) as i32;
        let old = &mut self.history[place];
        *old += gain - *old * gain / MOST;
    }

    /// How promising a move is by habit: below 1,000.
    #[inline(always)]
    pub(super) fn of(&self, player: Player, ply: u32, last: u16, mv: u16) -> i32 {
        if !self.are_on() {
            return 0;
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or([NONE; 2]);
        if killers[0] == mv {
            KILLERS[0]
        } else if killers[1] == mv {
            KILLERS[1]
        } else if self.counters.get(self.place(player, last)) == Some(&mv) {
            COUNTER
        } else {
            self.history[self.place(player, mv)]
        }
    }

    #[inline(always)]
    fn place(&self, player: Player, mv: u16) -> usize {
        match mv {
            NONE => usize::MAX,
            _ => player.index() * self.indices + usize::from(mv),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cut_off_is_tried_first() {
        let mut habits = Habits::new(10);
        habits.learn(Player::MAX, 4, 2, 7, 3);
        habits.learn(Player::MAX, 5, NONE, 8, 30);
        let order = |mv| habits.of(Player::MAX, 4, 2, mv);
        assert!(order(7) > order(8) && order(8) > order(9));
        assert_eq!(habits.of(Player::MAX, 6, 2, 7), COUNTER);
        assert_eq!(habits.of(Player::MIN, 6, 2, 7), 0);
        (0..1_000).for_each(|_| habits.learn(Player::MAX, 0, NONE, 3, 60));
        assert!(habits.of(Player::MAX, 9, NONE, 3) <= MOST);
    }

    #[test]
    fn without_indices_nothing_is_learnt() {
        let mut habits = Habits::new(0);
        habits.learn(Player::MAX, 4, NONE, NONE, 3);
        assert_eq!(habits.of(Player::MAX, 4, NONE, NONE), 0);
    }
}
