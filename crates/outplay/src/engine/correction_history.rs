//! Correction history: where searches keep finding more than the evaluation says, in positions with the same key, it is corrected.
//!
//! A table keeps the mean error by [correction key](StaticEvaluation::correction_key), separately for each player to move. What one kind of
//! key does not show, another may, so their errors are added up in part.

use super::config::Config;
use super::features::{Switch, switch};
use super::insight::{Insight, StaticEvaluation};
use super::node::Node;
use super::search::Search;
use crate::{Player, ZeroSum};

const SWITCH: Switch = switch("correction-history");

/// Places for each kind of key and each player.
const PLACES: usize = 1 << 14;

/// Errors are kept in this many parts of a unit of score.
const PARTS: i32 = 256;

/// An error is kept up to this many hundredths of a clear advantage.
const MOST: i32 = 64;

/// How much of the sum of all errors is believed, in eighths.
const BELIEVED: i32 = 5;

/// The mean errors of the evaluation that a thread has seen.
#[derive(Default)]
pub(super) struct CorrectionHistory {
    kinds: usize,
    errors: Vec<i32>,
}

impl CorrectionHistory {
    pub(super) fn new<G: ZeroSum, I: Insight<G>>(config: &Config) -> CorrectionHistory {
        let kinds = Search::<'_, G, I>::CORRECTION_KEYS;
        let kinds = if config.has(SWITCH) { kinds } else { 0 };
        CorrectionHistory { kinds, errors: vec![0; kinds * 2 * PLACES] }
    }

    #[inline(always)]
    fn place(&self, kind: usize, player: Player, key: u64) -> usize {
        (2 * kind + player.index()) * PLACES + key as usize % PLACES
    }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// What is known of the error of a node's evaluation, in parts.
    ///
    /// PERF: asked before the evaluation, so that the memory of the table answers meanwhile.
    #[inline(always)]
    pub(super) fn correction(&self, node: &Node<'_, G, I::Scratch>) -> i32 {
        let corrections = &self.histories.corrections;
        if corrections.kinds == 0 {
            return 0;
        }
        let evaluation = self.insight.evaluation();
        let error = |kind| {
            let key = evaluation.correction_key(self.game, node.position, kind);
            corrections.errors[corrections.place(kind, node.player, key)]
        };
        (0..Self::CORRECTION_KEYS).map(error).sum()
    }

    /// An evaluation, corrected.
    #[inline(always)]
    pub(super) fn corrected(&self, score: i32, correction: i32) -> i32 {
        if self.histories.corrections.kinds == 0 || self.is_decided(score) {
            return score;
        }
        self.undecided(score + correction * BELIEVED / (8 * PARTS))
    }

    /// A search of the node found a score: the deeper it was, the more that counts.
    #[inline(always)]
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        found: i32,
        was_quiet: bool,
    ) {
        let kinds = self.histories.corrections.kinds;
        let static_eval = node.opinion.static_eval;
        // A bound says nothing about the error on its other side, and what was captured is not the evaluation's fault.
        let says_nothing = found >= node.window.beta && found <= static_eval
            || found <= node.window.alpha && found >= static_eval;
        if kinds == 0
            || node.opinion.in_check
            || !was_quiet
            || says_nothing
            || self.is_decided(found)
        {
            return;
        }
        let weight = (node.depth as i32 + 1).min(16);
        let most = Self::CLEAR_ADVANTAGE * MOST / 100 * PARTS;
        let seen = ((found - static_eval) * PARTS).clamp(-4 * most, 4 * most);
        for kind in 0..Self::CORRECTION_KEYS {
            let key = self.insight.evaluation().correction_key(self.game, node.position, kind);
            let corrections = &mut self.histories.corrections;
            let place = corrections.place(kind, node.player, key);
            let error = &mut corrections.errors[place];
            *error = (*error * (256 - weight) + (seen + *error) * weight) / 256;
            *error = (*error).clamp(-most, most);
        }
    }
}
