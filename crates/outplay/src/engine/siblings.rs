//! Siblings: if one of the next positions is already known to be good enough, none has to be searched.
//!
//! Enhanced transposition cut-offs: Plaat, Schaeffer, Pijls and de Bruin, *Exploiting Graph Properties of Game
//! Trees*, 1996.

use super::insight::{Insight, mover};
use super::node::{END, Node, Search};
use super::table::TO_THE_END;
use crate::Game;

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// A score of at least beta, if the table has it for a child. Only for games whose children are looked at
    /// for the sake of order anyway, and whose scores do not count plies.
    #[inline(always)]
    pub(super) fn cut_by_child<const MODE: u8>(
        &mut self,
        node: &Node<G, I::Scratch>,
    ) -> Option<i32> {
        let looked = I::LOOKS_AHEAD && self.children.len() > node.nursery;
        if !looked || I::COUNTS_PLIES || !self.config.siblings {
            return None;
        }
        let plies = self.plies::<MODE>(node);
        if !self.insight.siblings_pay(self.game, &node.position, plies) {
            return None;
        }
        let depth = if MODE == END { TO_THE_END } else { node.depth - 1 };
        let children = &self.children[node.nursery..];
        let cut = children.iter().find_map(|child| {
            let entry = self.table.get(self.slot(child)?)?;
            // An entry is of a position where somebody moves.
            let again = !I::ALTERNATES && mover(self.game, child) == node.player;
            let score = if again { entry.known.low } else { -entry.known.high };
            let enough = entry.depth >= depth
                && entry.certainty >= self.certainty
                && score >= node.window.beta;
            enough.then_some((score, entry.depth))
        });
        let (score, depth) = cut?;
        self.saw_horizon |= depth != TO_THE_END;
        Some(score)
    }
}
