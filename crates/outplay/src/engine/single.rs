//! A single good move: if all others are clearly worse than the one that the table remembers, it is looked at deeper.
//!
//! Singular extensions (Anantharaman, Campbell and Hsu, *Singular Extensions: Adding Selectivity to Brute-Force Searching*, 1990), as they
//! are done since about 2007: only the remembered move is asked about, by a shallow search of the position without it. If even
//! then another move is above the window, the position is left.

use super::futility::is_decided;
use super::insight::Insight;
use super::node::{Ask, DOWN, Node, Search};
use super::table::NONE;
use crate::{Game, Stop, Window};

/// The shallowest search in which it is asked.
const SHALLOWEST: u32 = 7;

/// How many plies shallower the search may have been that the move is remembered from.
const OLDER: u32 = 3;

/// What becomes of the remembered move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Single {
    /// It is looked at so many plies deeper, or less deep.
    Plies(i32),
    /// The position is left with this score.
    Leave(i32),
}

impl<G: Game, I: Insight<G>> Search<'_, G, I> {
    /// What becomes of a move, if it is the remembered one.
    #[inline(always)]
    pub(super) fn singled_out(
        &mut self,
        node: &Node<G, I::Scratch>,
        mv: G::Move,
    ) -> Result<Single, Stop> {
        let asked = self.config.single
            && node.depth >= SHALLOWEST
            && node.except == NONE
            && self.index(mv) == node.hints[0]
            && node.ply < 2 * self.horizon
            && node.remembered.depth + OLDER >= node.depth
            && node.remembered.known.low > -I::EDGE * 100
            && !is_decided::<G, I>(node.remembered.known.low);
        if asked { self.compare(node) } else { Ok(Single::Plies(0)) }
    }

    #[inline(never)]
    fn compare(&mut self, node: &Node<G, I::Scratch>) -> Result<Single, Stop> {
        let low = node.remembered.known.low;
        let least = low - I::EDGE * node.depth as i32 / 64;
        let ask = Ask {
            window: Window { alpha: least - 1, beta: least },
            depth: (node.depth - 1) / 2,
            ply: node.ply,
            last: node.last,
            except: node.hints[0],
        };
        let others = self.score::<DOWN>(&node.position, node.player, ask)?;
        let narrow = node.window.beta - node.window.alpha == 1;
        Ok(if others < least - I::EDGE / 5 && narrow {
            Single::Plies(2)
        } else if others < least {
            Single::Plies(1)
        } else if least >= node.window.beta {
            Single::Leave(least)
        } else if low >= node.window.beta {
            Single::Plies(-1)
        } else {
            Single::Plies(0)
        })
    }
}
