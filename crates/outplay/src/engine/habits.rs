//! Habits: moves that were good in similar positions are tried early, and what was tried in vain comes later.
//!
//! *Killers* are moves that cut off another position of the same ply (Akl and Newborn, 1977); a *counter-move*
//! cut off after the same move of the opponent (Uiterwijk, 1992); the *history* counts what a move cut off anywhere
//! (Schaeffer, *The History Heuristic and Alpha-Beta Search Enhancements in Practice*, 1989), and the history of
//! *sequels* what it cut off after the same move of the opponent, and after the same move of one's own before.

use super::insight::Insight;
use super::node::{Node, Search};
use super::table::NONE;
use crate::{Game, Player};

/// The promises of moves by habit, in falling order: two killers, a counter-move.
const KILLERS: [i32; 2] = [120_000, 110_000];
const COUNTER: i32 = 100_000;

/// Each history stays below this, up to its sign.
const MOST: i32 = 16_384;

/// Habits stay below this, up to their sign.
pub(super) const HABITS: i32 = 1 << 17;

/// What a thread has learnt from its cut-offs.
#[derive(Default)]
pub(super) struct Habits {
    indices: usize,
    themes: usize,
    killers: Vec<[u16; 2]>,
    counters: Vec<u16>,
    history: Vec<i32>,
    /// By the theme of an earlier move and by that of the move, each for both players.
    sequels: Vec<i16>,
}

/// A move in its place, as habits see it.
#[derive(Clone, Copy)]
pub(super) struct Habit {
    pub(super) player: Player,
    pub(super) ply: u32,
    /// The index of the move, and of the one before.
    pub(super) mv: u16,
    pub(super) last: u16,
    /// The [theme](Insight::theme) of the move, of the one before, and of the one before that.
    pub(super) themes: [u16; 3],
}

impl Habits {
    /// For so many moves and themes; for no moves, nothing is ever learnt.
    pub(super) fn new(indices: usize, themes: usize) -> Habits {
        Habits {
            indices,
            themes,
            killers: Vec::new(),
            counters: vec![NONE; 2 * indices],
            history: vec![0; 2 * indices],
            sequels: vec![0; 4 * themes * themes],
        }
    }

    /// The next search starts from another position, where plies mean something else.
    pub(super) fn forget_plies(&mut self) {
        self.killers.clear();
    }

    pub(super) fn are_on(&self) -> bool {
        self.indices > 0
    }

    /// A move cut off.
    pub(super) fn learn(&mut self, habit: Habit, depth: u32) {
        if !self.are_on() {
            return;
        }
        let ply = habit.ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NONE; 2]);
        }
        if self.killers[ply][0] != habit.mv {
            self.killers[ply] = [habit.mv, self.killers[ply][0]];
        }
        let place = self.place(habit.player, habit.last);
        if let Some(counter) = self.counters.get_mut(place) {
            *counter = habit.mv;
        }
        self.shift(habit, gain(depth));
    }

    /// A move was tried before one that cut off, in vain.
    pub(super) fn unlearn(&mut self, habit: Habit, depth: u32) {
        if self.are_on() {
            self.shift(habit, -gain(depth));
        }
    }

    fn shift(&mut self, habit: Habit, gain: i32) {
        let shifted = |old: i32| old + gain - old * gain.abs() / MOST;
        let place = self.place(habit.player, habit.mv);
        self.history[place] = shifted(self.history[place]);
        for place in self.sequel_places(habit).into_iter().flatten() {
            self.sequels[place] = shifted(i32::from(self.sequels[place])) as i16;
        }
    }

    /// How promising a move is by habit: below [`HABITS`].
    #[inline(always)]
    pub(super) fn of(&self, habit: Habit) -> i32 {
        if !self.are_on() {
            return 0;
        }
        let killers = self.killers.get(habit.ply as usize).copied().unwrap_or([NONE; 2]);
        if killers[0] == habit.mv {
            KILLERS[0]
        } else if killers[1] == habit.mv {
            KILLERS[1]
        } else if self.counters.get(self.place(habit.player, habit.last)) == Some(&habit.mv) {
            COUNTER
        } else {
            self.history_of(habit)
        }
    }

    /// What a move did elsewhere, up to three times [`MOST`].
    #[inline(always)]
    pub(super) fn history_of(&self, habit: Habit) -> i32 {
        if !self.are_on() {
            return 0;
        }
        let [after_other, after_own] = self.sequel_places(habit);
        let sequel = |place: Option<usize>| place.map_or(0, |place| i32::from(self.sequels[place]));
        self.history[self.place(habit.player, habit.mv)] + sequel(after_other) + sequel(after_own)
    }

    #[inline(always)]
    fn place(&self, player: Player, mv: u16) -> usize {
        match mv {
            NONE => usize::MAX,
            _ if usize::from(mv) >= self.indices => usize::MAX,
            _ => player.index() * self.indices + usize::from(mv),
        }
    }

    /// Where a sequel to the last move is, and to the one before.
    #[inline(always)]
    fn sequel_places(&self, habit: Habit) -> [Option<usize>; 2] {
        let [theme, last, before] = habit.themes.map(usize::from);
        let themes = self.themes;
        // The one before the last was made by the same player as the move.
        let place = |earlier: usize, own: usize| {
            let row = (2 * own + habit.player.index()) * themes + earlier;
            (earlier < themes && theme < themes).then_some(row * themes + theme)
        };
        [place(last, 0), place(before, 1)]
    }
}

fn gain(depth: u32) -> i32 {
    let depth = depth.min(50);
    (depth * depth * 32).min(1_600) as i32
}

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// A move of a node, as habits see it.
    #[inline(always)]
    pub(super) fn habit_of(&self, node: &Node<G, I::Scratch>, mv: G::Move) -> Habit {
        let theme = |back: usize| {
            let ply = (node.ply as usize).checked_sub(back);
            ply.and_then(|ply| self.path.get(ply)).copied().unwrap_or(NONE)
        };
        let themes = match I::THEMES {
            0 => [NONE; 3],
            _ => [self.insight.theme(self.game, &node.position, mv) as u16, theme(1), theme(2)],
        };
        Habit { player: node.player, ply: node.ply, mv: self.index(mv), last: node.last, themes }
    }

    /// A move cut off after others were tried in vain.
    pub(super) fn learn<const MODE: u8>(
        &mut self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
        in_vain: usize,
    ) {
        if I::QUIETENS && self.insight.is_noisy(self.game, &node.position, mv) {
            return;
        }
        let habit = self.habit_of(node, mv);
        let depth = self.plies::<MODE>(node);
        self.lessons.habits.learn(habit, depth);
        for at in in_vain..self.in_vain.len() {
            let habit = self.habit_of(node, self.in_vain[at]);
            self.lessons.habits.unlearn(habit, depth);
        }
    }

    /// Keeps what a move is about, for the positions after it.
    #[inline(always)]
    pub(super) fn keep_path(&mut self, node: &Node<G, I::Scratch>, mv: Option<G::Move>) {
        if I::THEMES > 0 {
            let theme = mv.map(|mv| self.insight.theme(self.game, &node.position, mv) as u16);
            self.path.resize(node.ply as usize, NONE);
            self.path.push(theme.unwrap_or(NONE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn habit(player: Player, ply: u32, last: u16, mv: u16) -> Habit {
        Habit { player, ply, mv, last, themes: [mv, last, NONE] }
    }

    #[test]
    fn what_cut_off_is_tried_first() {
        let mut habits = Habits::new(10, 10);
        habits.learn(habit(Player::MAX, 4, 2, 7), 3);
        habits.learn(habit(Player::MAX, 5, NONE, 8), 30);
        let order = |mv| habits.of(habit(Player::MAX, 4, 2, mv));
        assert!(order(7) > order(8) && order(8) > order(9));
        assert_eq!(habits.of(habit(Player::MAX, 6, 2, 7)), COUNTER);
        assert_eq!(habits.of(habit(Player::MIN, 6, 2, 7)), 0);
        (0..1_000).for_each(|_| habits.learn(habit(Player::MAX, 0, 1, 3), 60));
        let most = habits.of(habit(Player::MAX, 9, 2, 3));
        assert!(0 < most && most <= MOST);
    }

    #[test]
    fn what_was_in_vain_comes_last() {
        let mut habits = Habits::new(10, 10);
        habits.unlearn(habit(Player::MAX, 4, 2, 7), 3);
        let after = |last| habits.of(habit(Player::MAX, 4, last, 7));
        assert!(after(2) < after(3) && after(3) < 0, "a sequel is remembered apart");
    }

    #[test]
    fn without_indices_nothing_is_learnt() {
        let mut habits = Habits::new(0, 0);
        habits.learn(habit(Player::MAX, 4, NONE, NONE), 3);
        assert_eq!(habits.of(habit(Player::MAX, 4, NONE, NONE)), 0);
    }
}
