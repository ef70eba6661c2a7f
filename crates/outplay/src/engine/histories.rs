//! Histories: what a thread learns from its cut-offs while it searches, kept for the next search.
//!
//! Killers, counter-moves, history and continuation history order moves; the correction history corrects evaluations. Each is a file
//! of its own; here is what they share, and how they add up.

use std::mem;
use std::sync::{Mutex, PoisonError};

use super::config::Config;
use super::continuation_history::ContinuationHistory;
use super::correction_history::CorrectionHistory;
use super::counter_moves::CounterMoves;
use super::features::{Features, Switch, switch};
use super::history::History;
use super::insight::{Insight, Ordering, Selectivity};
use super::killers::Killers;
use super::node::Node;
use super::search::Search;
use super::table::NONE;
use crate::{Player, ZeroSum};

const KEPT_HISTORIES: Switch = switch("kept-histories");

/// Scores of killers and of the counter-move, in falling order; histories stay below them.
const KILLERS: [i32; 2] = [120_000, 110_000];
const COUNTER_MOVE: i32 = 100_000;

/// All scores of [`Histories::ordering_score`] stay below this, up to their sign.
pub(super) const HISTORY_SCORES: i32 = 1 << 17;

/// Each history stays below this, up to its sign.
pub(super) const MOST: i32 = 16_384;

/// A move in its place, as the histories see it.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) player: Player,
    pub(super) ply: u32,
    /// The index of the move, and of the one before.
    pub(super) mv: u16,
    pub(super) last: u16,
    /// The [piece-to index](Ordering::piece_to) of the move, of the one before, and of the one before that.
    pub(super) piece_tos: [u16; 3],
}

/// What a thread has learnt.
#[derive(Default)]
pub(super) struct Histories {
    killers: Killers,
    counter_moves: CounterMoves,
    history: History,
    continuation: ContinuationHistory,
    pub(super) corrections: CorrectionHistory,
    /// What was switched on when it was learnt.
    features: Features,
}

impl Histories {
    fn new<G: ZeroSum, I: Insight<G>>(config: &Config) -> Histories {
        let indices = Search::<'_, G, I>::MOVE_INDICES;
        Histories {
            killers: Killers::new(config),
            counter_moves: CounterMoves::new(config, indices),
            history: History::new(config, indices),
            continuation: ContinuationHistory::new(config, Search::<'_, G, I>::PIECE_TOS),
            corrections: CorrectionHistory::new::<G, I>(config),
            features: config.features,
        }
    }

    /// A quiet move cut off.
    fn learn_cutoff(&mut self, made: Made, depth: u32) {
        self.killers.learn(made);
        self.counter_moves.learn(made);
        self.shift(made, bonus(depth));
    }

    /// A quiet move failed to cut off, before another one did.
    fn learn_failure(&mut self, made: Made, depth: u32) {
        self.shift(made, -bonus(depth));
    }

    fn shift(&mut self, made: Made, bonus: i32) {
        self.history.shift(made, bonus);
        self.continuation.shift(made, bonus);
    }

    /// How early to try a move: less than [`HISTORY_SCORES`].
    #[inline(always)]
    pub(super) fn ordering_score(&self, made: Made) -> i32 {
        let killers = self.killers.at(made.ply);
        if killers[0] == made.mv {
            KILLERS[0]
        } else if killers[1] == made.mv {
            KILLERS[1]
        } else if self.counter_moves.after(made.player, made.last) == made.mv {
            COUNTER_MOVE
        } else {
            self.history_score(made)
        }
    }

    /// The killers of a ply and the counter-move, the best first; [`NONE`] where there is none.
    #[inline(always)]
    pub(super) fn killers(&self, player: Player, ply: u32, last: u16) -> [u16; 3] {
        let [first, second] = self.killers.at(ply);
        [first, second, self.counter_moves.after(player, last)]
    }

    /// What a move did elsewhere, up to three times [`MOST`].
    #[inline(always)]
    pub(super) fn history_score(&self, made: Made) -> i32 {
        self.history.of(made) + self.continuation.of(made)
    }
}

/// What moves of one position did elsewhere: the rows of the histories that all of them are in.
pub(super) struct Rows<'h> {
    history: &'h [i32],
    continuations: [&'h [i16]; 2],
}

impl Rows<'_> {
    /// The same as [`Histories::history_score`].
    #[inline(always)]
    pub(super) fn score(&self, mv: u16, piece_to: usize) -> i32 {
        let history = self.history.get(usize::from(mv)).copied().unwrap_or(0);
        let continued = |row: &[i16]| row.get(piece_to).map_or(0, |&score| i32::from(score));
        let [after_other, after_own] = self.continuations;
        history + continued(after_other) + continued(after_own)
    }
}

/// A history moves towards [`MOST`], the less the nearer it is.
#[inline(always)]
pub(super) fn shifted(old: i32, bonus: i32) -> i32 {
    old + bonus - old * bonus.abs() / MOST
}

fn bonus(depth: u32) -> i32 {
    let depth = depth.min(50);
    (depth * depth * 32).min(1_600) as i32
}

/// The histories of threads that are not at work.
#[derive(Default)]
pub(super) struct HistoryPool(Mutex<Vec<Histories>>);

impl HistoryPool {
    /// Histories to go on with: those of an earlier search with the same features, if there are any.
    pub(super) fn take<G: ZeroSum, I: Insight<G>>(&self, config: &Config) -> Histories {
        let kept = config.has(KEPT_HISTORIES).then(|| self.latest(config)).flatten();
        let mut histories = kept.unwrap_or_else(|| Histories::new::<G, I>(config));
        // The next search starts from another position, where plies mean something else.
        histories.killers.clear();
        histories
    }

    fn latest(&self, config: &Config) -> Option<Histories> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |histories: &Histories| histories.features == config.features;
        kept.iter().rposition(fits).map(|at| kept.remove(at))
    }

    /// Keeps histories for later, unless they would never be taken.
    pub(super) fn put(&self, histories: &mut Histories, config: &Config) {
        if config.has(KEPT_HISTORIES) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mem::take(histories));
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A move of a node, as the histories see it.
    #[inline(always)]
    pub(super) fn made(&self, node: &Node<'_, G, I::Scratch>, mv: G::Move) -> Made {
        let piece_tos = match Self::PIECE_TOS {
            0 => [NONE; 3],
            _ => {
                let ordering = self.insight.ordering();
                [
                    ordering.piece_to(self.game, node.position, mv) as u16,
                    self.piece_to_at(node.ply.checked_sub(1)),
                    self.piece_to_at(node.ply.checked_sub(2)),
                ]
            }
        };
        Made {
            player: node.player,
            ply: node.ply,
            mv: self.move_index(mv),
            last: node.last,
            piece_tos,
        }
    }

    /// The rows of the histories for the moves of a node.
    #[inline(always)]
    pub(super) fn rows(&self, node: &Node<'_, G, I::Scratch>) -> Rows<'_> {
        let before = [node.ply.checked_sub(1), node.ply.checked_sub(2)];
        let before = before.map(|ply| self.piece_to_at(ply));
        Rows {
            history: self.histories.history.row(node.player),
            continuations: self.histories.continuation.rows(node.player, before),
        }
    }

    /// A move cut off, after others had failed to.
    pub(super) fn learn_cutoff<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        mv: G::Move,
        failed: &[G::Move],
    ) {
        let selectivity = self.insight.selectivity();
        if Self::QUIESCENCE && selectivity.is_noisy(self.game, node.position, mv) {
            return;
        }
        let depth = self.plies::<MODE>(node);
        let made = self.made(node, mv);
        self.histories.learn_cutoff(made, depth);
        for &mv in failed {
            let made = self.made(node, mv);
            self.histories.learn_failure(made, depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(player: Player, ply: u32, last: u16, mv: u16) -> Made {
        Made { player, ply, mv, last, piece_tos: [mv, last, NONE] }
    }

    fn histories() -> Histories {
        let config = Config::default();
        Histories {
            killers: Killers::new(&config),
            counter_moves: CounterMoves::new(&config, 10),
            history: History::new(&config, 10),
            continuation: ContinuationHistory::new(&config, 10),
            corrections: CorrectionHistory::default(),
            features: config.features,
        }
    }

    #[test]
    fn what_cut_off_is_tried_first() {
        let mut histories = histories();
        histories.learn_cutoff(made(Player::MAX, 4, 2, 7), 3);
        histories.learn_cutoff(made(Player::MAX, 5, NONE, 8), 30);
        let order = |mv| histories.ordering_score(made(Player::MAX, 4, 2, mv));
        assert!(order(7) > order(8) && order(8) > order(9));
        assert_eq!(histories.ordering_score(made(Player::MAX, 6, 2, 7)), COUNTER_MOVE);
        assert_eq!(histories.ordering_score(made(Player::MIN, 6, 2, 7)), 0);
        (0..1_000).for_each(|_| histories.learn_cutoff(made(Player::MAX, 0, 1, 3), 60));
        let most = histories.ordering_score(made(Player::MAX, 9, 2, 3));
        assert!(0 < most && most <= MOST);
    }

    #[test]
    fn what_failed_comes_last() {
        let mut histories = histories();
        histories.learn_failure(made(Player::MAX, 4, 2, 7), 3);
        let after = |last| histories.ordering_score(made(Player::MAX, 4, last, 7));
        assert!(after(2) < after(3) && after(3) < 0, "continuations are remembered apart");
    }

    #[test]
    fn what_is_off_learns_nothing() {
        let names = ["killers", "counter-moves", "history", "continuation-history"];
        let config = names.iter().fold(Config::default(), |config, name| config.without(name));
        let mut histories = Histories {
            killers: Killers::new(&config),
            counter_moves: CounterMoves::new(&config, 10),
            history: History::new(&config, 10),
            continuation: ContinuationHistory::new(&config, 10),
            corrections: CorrectionHistory::default(),
            features: config.features,
        };
        histories.learn_cutoff(made(Player::MAX, 4, 2, 7), 3);
        assert_eq!(histories.ordering_score(made(Player::MAX, 4, 2, 7)), 0);
    }
}
