//! Endings: all positions with few seeds in the pits, in slices by how many there are.
//!
//! What is in the stores does not matter to the rest of the game. So a position is what is in the pits, seen by the player to move, and its score is
//! by how much that player gets more of these seeds. No move puts seeds back into the pits. A move that takes none out goes to the right on the own
//! side, so that inside a slice no position comes again.

mod ground;
mod numbering;

pub use ground::EndingsGround;

use std::fmt::{self, Display};
use std::sync::Arc;

use outplay::solve::retrograde::{Slices, Worth};
use outplay::solve::tables::{Kind, Tabled};

use super::rules::{Board, Captures, Kalah};
use numbering::Numbering;

/// The most seeds in the pits that positions of a table have.
pub(super) const MOST_SEEDS: u8 = 24;
/// The fewest: without a seed on each side the game is over.
const FEWEST_SEEDS: u8 = 2;

/// All endings with up to so many seeds in the pits, on boards with so many pits, by a rule of captures. With how many seeds the game begins does not matter.
#[derive(Clone)]
pub struct KalahEndings {
    game: Kalah,
    most: u8,
    numbering: Arc<Numbering>,
}

/// All endings with this many seeds in the pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seeds(pub u8);

impl Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl KalahEndings {
    /// Endings of a game with up to so many seeds in the pits, 2 to `MOST_SEEDS`.
    pub fn new(game: &Kalah, most: u32) -> Result<KalahEndings, String> {
        let few = u8::try_from(most).ok().filter(|most| (FEWEST_SEEDS..=MOST_SEEDS).contains(most));
        let most = few.ok_or_else(|| {
            format!("endings with {most} seeds in the pits: there are some of {FEWEST_SEEDS} to {MOST_SEEDS}")
        })?;
        let numbering = Arc::new(Numbering::new(game.pits(), most));
        Ok(KalahEndings { game: game.clone(), most, numbering })
    }

    /// How many seeds are in the pits.
    #[inline(always)]
    fn seeds(&self, board: &Board) -> u8 {
        self.game.left_in_pits(board)
    }
}

impl Slices for KalahEndings {
    type Slice = Seeds;
    type Ground = EndingsGround;

    fn name(&self) -> String {
        let captures = if self.game.captures() == Captures::Empty { "-empty" } else { "" };
        format!("kalah-{}{captures}", self.game.pits())
    }

    /// The first numbering of positions that there is, the pits and the rule of captures.
    fn rules(&self) -> u64 {
        let captures = u64::from(self.game.captures() == Captures::Empty);
        0x6b61_6c61_6800_0001 | u64::from(self.game.pits()) << 8 | captures << 16
    }

    fn slices(&self) -> Vec<Seeds> {
        (FEWEST_SEEDS..=self.most).map(Seeds).collect()
    }

    fn leads_to(&self, slice: &Seeds) -> Vec<Seeds> {
        (FEWEST_SEEDS..slice.0).map(Seeds).collect()
    }

    fn ground(&self, slice: &Seeds) -> EndingsGround {
        EndingsGround::new(self.game.clone(), slice.0, Arc::clone(&self.numbering))
    }
}

impl Tabled<Kalah> for KalahEndings {
    const KINDS: &'static [Kind] = &[Kind::Scores];

    #[inline]
    fn probe<V: Worth>(
        &self,
        game: &Kalah,
        board: &Board,
        table: &mut impl FnMut(&Seeds, u64) -> Option<V>,
    ) -> Option<V> {
        let seeds = self.seeds(board);
        if seeds > self.most {
            return None;
        }
        let rest = match seeds {
            0 => V::over(0),
            _ => table(&Seeds(seeds), self.numbering.number(game, board))?,
        };
        Some(rest.gained(game.ahead(board)))
    }
}

#[cfg(test)]
mod tests;
