//! The rules: take the larger heap, or push both on and let them grow.
//!
//! Two heaps of coins lie on the table. The player to move takes the larger one, which leaves the smaller one to the other player and ends the
//! game, or pushes both heaps over to the other player; then both grow, by a factor. After the last round the player to move can only take.
//!
//! Rosenthal, *Games of Perfect Information, Predatory Pricing, and the Chain Store*, 1981. McKelvey and Palfrey, *An Experimental Study of
//! the Centipede Game*, 1992, let people play it with heaps of 4 and 1 that double.

use std::fmt::{self, Display};

use outplay::{Deterministic, Game, Player, Turn};

/// The most moves of a game: with heaps that grow by ten each time, payoffs are still exact numbers.
const MOST_ROUNDS: u8 = 12;

/// The largest factor by which heaps grow.
const MOST_GROWTH: u8 = 10;

/// The heaps at the start.
const HEAPS: [f64; 2] = [4.0, 1.0];

/// The game with a number of moves at most, and a factor by which heaps grow. The first player begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Centipede {
    rounds: u8,
    growth: u8,
}

/// Rounds or a growth that do not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundsError {
    rounds: u8,
    growth: u8,
}

impl Display for RoundsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RoundsError { rounds, growth } = self;
        write!(
            f,
            "{rounds} rounds and a growth of {growth} do not do: there are 1 to {MOST_ROUNDS} rounds, and heaps grow by 2 to {MOST_GROWTH}"
        )
    }
}

impl std::error::Error for RoundsError {}

impl Centipede {
    /// A game of at most so many moves, in which heaps grow by this factor.
    pub fn new(rounds: u8, growth: u8) -> Result<Centipede, RoundsError> {
        let fits = (1..=MOST_ROUNDS).contains(&rounds) && (2..=MOST_GROWTH).contains(&growth);
        if fits { Ok(Centipede { rounds, growth }) } else { Err(RoundsError { rounds, growth }) }
    }

    /// The most moves.
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// The factor by which heaps grow.
    pub fn growth(&self) -> u8 {
        self.growth
    }

    /// The larger and the smaller heap.
    pub(super) fn heaps(&self, table: &Table) -> [f64; 2] {
        HEAPS.map(|heap| heap * f64::from(self.growth).powi(table.pushes.into()))
    }
}

impl Default for Centipede {
    /// Six moves with heaps that double, as in the experiment.
    fn default() -> Self {
        Centipede { rounds: 6, growth: 2 }
    }
}

/// A moment of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// How often the heaps were pushed.
    pub(super) pushes: u8,
    /// Whether the larger one was taken.
    pub(super) is_taken: bool,
}

impl Table {
    /// Who moves, or has taken.
    pub fn mover(&self) -> Player {
        Player(self.pushes % 2)
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapMove {
    /// Takes the larger heap.
    Take,
    /// Pushes both on.
    Push,
}

impl Game for Centipede {
    type Position = Table;
    type Move = HeapMove;

    fn start(&self) -> Table {
        Table::default()
    }

    fn turn(&self, table: &Table) -> Turn {
        Turn::Player(table.mover())
    }

    fn moves(&self, table: &Table, moves: &mut Vec<HeapMove>) {
        if !table.is_taken {
            moves.push(HeapMove::Take);
            if table.pushes + 1 < self.rounds {
                moves.push(HeapMove::Push);
            }
        }
    }

    fn play(&self, table: &mut Table, mv: HeapMove) {
        match mv {
            HeapMove::Take => table.is_taken = true,
            HeapMove::Push => table.pushes += 1,
        }
    }

    fn payoff(&self, table: &Table, player: Player) -> f64 {
        let [larger, smaller] = self.heaps(table);
        if player == table.mover() { larger } else { smaller }
    }

    fn key(&self, table: &Table) -> Option<u64> {
        Some(u64::from(table.pushes) << 1 | u64::from(table.is_taken))
    }
}

impl Deterministic for Centipede {}
