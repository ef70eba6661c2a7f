//! Correction: where searches keep finding more than the evaluation says, in positions with the same gist, it is corrected.
//!
//! A table keeps the mean error by [gist](Insight::gist), separately for each player to move. What one kind of gist does not
//! show, another may, so their errors are added up in part.

use super::futility::is_decided;
use super::insight::Insight;
use super::node::{Node, Search};
use crate::{Game, Player};

/// Places for each kind of gist and each player.
const PLACES: usize = 1 << 14;

/// Errors are kept in this many parts of a unit of score.
const PARTS: i32 = 256;

/// An error is kept up to this many hundredths of a clear advantage.
const MOST: i32 = 64;

/// How much of the sum of all errors is believed, in eighths.
const BELIEVED: i32 = 5;

/// The mean errors of the evaluation that a thread has seen.
#[derive(Default)]
pub(super) struct Corrections {
    kinds: usize,
    errors: Vec<i32>,
}

impl Corrections {
    pub(super) fn new(kinds: usize) -> Corrections {
        Corrections { kinds, errors: vec![0; kinds * 2 * PLACES] }
    }

    fn place(&self, kind: usize, player: Player, gist: u64) -> usize {
        (2 * kind + player.index()) * PLACES + gist as usize % PLACES
    }
}

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// The evaluation of a node, corrected.
    #[inline(always)]
    pub(super) fn corrected(&self, node: &Node<G, I::Scratch>, score: i32) -> i32 {
        if I::GISTS == 0 || !self.config.correct || is_decided::<G, I>(score) {
            return score;
        }
        let error = |kind| {
            let gist = self.insight.gist(self.game, &node.position, kind);
            self.lessons.corrections.errors[self.lessons.corrections.place(kind, node.player, gist)]
        };
        let sum: i32 = (0..self.lessons.corrections.kinds).map(error).sum();
        score + sum * BELIEVED / (8 * PARTS)
    }

    /// A search of the node found a score: the deeper it was, the more that counts.
    #[inline(always)]
    pub(super) fn learn_error(&mut self, node: &Node<G, I::Scratch>, found: i32, was_quiet: bool) {
        let opinion = node.opinion.evaluated;
        // A bound says nothing about the error on its other side, and what was taken is not the evaluation's fault.
        let says_nothing = found >= node.window.beta && found <= opinion
            || found <= node.window.alpha && found >= opinion;
        if I::GISTS == 0
            || !self.config.correct
            || node.opinion.in_danger
            || !was_quiet
            || says_nothing
            || is_decided::<G, I>(found)
        {
            return;
        }
        let weight = (node.depth as i32 + 1).min(16);
        let most = I::EDGE * MOST / 100 * PARTS;
        for kind in 0..self.lessons.corrections.kinds {
            let gist = self.insight.gist(self.game, &node.position, kind);
            let place = self.lessons.corrections.place(kind, node.player, gist);
            let error = &mut self.lessons.corrections.errors[place];
            let seen = ((found - opinion) * PARTS).clamp(-4 * most, 4 * most);
            *error = (*error * (256 - weight) + (seen + *error) * weight) / 256;
            *error = (*error).clamp(-most, most);
        }
    }
}
