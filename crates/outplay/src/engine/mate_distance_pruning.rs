//! Mate distance pruning: where a win was found, only quicker ones matter.
//!
//! Neither a win nor a loss can come sooner than at this ply. If even that is outside of the window, the position is left. It changes
//! no score.

use super::features::{Switch, switch};
use super::insight::{Insight, Scale, WIN};
use super::search::Search;
use crate::{Window, ZeroSum};

const SWITCH: Switch = switch("mate-distance-pruning");

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score outside of the window, if even the quickest win, or the quickest loss, is outside.
    #[inline(always)]
    pub(super) fn mate_distance(&self, window: Window<i32>, ply: u32) -> Option<i32> {
        if !self.insight.scale().counts_plies(self.game) || !self.config.has(SWITCH) {
            return None;
        }
        let (lost, won) = (ply as i32 - WIN, WIN - ply as i32);
        if lost >= window.beta {
            Some(lost)
        } else if won <= window.alpha {
            Some(won)
        } else {
            None
        }
    }
}
