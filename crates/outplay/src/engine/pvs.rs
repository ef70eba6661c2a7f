//! Principal variation search: all moves but the first are tried with a null window, to prove that they are not better.
//!
//! Marsland and Campbell, *Parallel Search of Strongly Ordered Game Trees*, 1982. A move that was searched less deep, or with a null window,
//! and turns out to be better is searched again.

use super::expand::Tries;
use super::features::{Switch, switch};
use super::insight::Insight;
use super::late_move_pruning::Treatment;
use super::node::{Ask, Before, DOWN, Found};
use super::search::Search;
use crate::{Player, Window, ZeroSum};

pub(super) const PVS: Switch = switch("pvs");

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The score of one move, for the player who made it: reduced first, then with a null window, then with the whole one.
    #[inline(always)]
    pub(super) fn searched_again<const MODE: u8>(
        &mut self,
        child: &mut G::Position,
        other: Player,
        before: &Before<G, I>,
        ask: &Ask,
        tries: &Tries,
        treatment: Treatment,
    ) -> Found {
        let (window, before) = (tries.window, Some(before));
        let null_window =
            || Ask { window: Window { alpha: -window.alpha - 1, ..ask.window }, ..*ask };
        if MODE == DOWN && Self::SELECTIVE && treatment.reduction > 0 {
            let depth = ask.depth.saturating_sub(treatment.reduction);
            let reduced = &Ask { depth, ..null_window() };
            // No position is changed where moves are listed late.
            let score = -self.score::<MODE>(child, other, before, reduced)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if window.beta - window.alpha > 1 && tries.tried > 0 && self.config.has(PVS) {
            // PERF: a copy. A reference would keep it in memory for the search below, too.
            let before = before.copied();
            let before = before.as_ref();
            let score = match Self::lists_late::<MODE>() {
                true => -self.score::<MODE>(child, other, before, &null_window())?,
                false => -self.score::<MODE>(&mut child.clone(), other, before, &null_window())?,
            };
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.score_here::<MODE>(child, other, before, ask)?)
    }
}
