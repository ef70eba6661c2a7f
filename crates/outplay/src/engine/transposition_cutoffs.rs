//! Enhanced transposition cut-offs: if the table knows one of the next positions to be good enough, none has to be searched.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, *Exploiting Graph Properties of Game Trees*, 1996.

use super::features::{Switch, switch};
use super::insight::{Insight, Keys, Scale, mover};
use super::move_picker::MoveList;
use super::node::{END, Node};
use super::search::Search;
use super::table::{NONE, TO_THE_END};
use crate::ZeroSum;

const SWITCH: Switch = switch("transposition-cutoffs");

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// A score of at least beta, if the table has it for a child. Only for games whose children are looked at
    /// for the sake of order anyway, and whose scores do not count plies.
    #[inline(always)]
    pub(super) fn cut_by_child<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        list: &MoveList<G>,
    ) -> Option<i32> {
        if !Self::LOOKS_AHEAD
            || list.children.is_empty()
            || self.insight.scale().counts_plies(self.game)
            || !self.config.has(SWITCH)
            || node.excluded != NONE
            || self.doubts_wins()
        {
            return None;
        }
        let plies = self.plies::<MODE>(node);
        if !self.insight.keys().children_pay(self.game, node.position, plies) {
            return None;
        }
        let depth = if MODE == END { TO_THE_END } else { node.depth - 1 };
        let cut = list.children.iter().find_map(|child| {
            let entry = self.table.get(self.slot(child)?)?;
            // An entry is for the player to move there, who may be the same one again.
            let again = !Self::ALTERNATES && mover(self.game, child) == node.player;
            let known = self.with_bank(child, entry.known);
            let score = if again { known.low } else { -known.high };
            let enough = entry.depth >= depth
                && entry.selectivity >= self.selectivity
                && score >= node.window.beta;
            enough.then_some((score, entry.depth))
        });
        let (score, depth) = cut?;
        self.counts.cutoffs += 1;
        self.saw_horizon |= depth != TO_THE_END;
        Some(score)
    }
}
