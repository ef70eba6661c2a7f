//! Ownership: which player will have each point of a board when the game is scored, for games that are won by points of a board.

use crate::Player;

/// What is estimated of a position: who will have each point, and by how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ownership {
    /// All points, row by row from the upper left.
    pub points: Vec<OwnedPoint>,
    /// By how many points the first player is ahead, with all that the other one gets beside the board. Of a game that is over it is the
    /// score, and otherwise an estimate.
    pub lead: f64,
}

/// What is estimated of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedPoint {
    /// What it is called.
    pub name: String,
    /// The player whose stone is there.
    pub stone: Option<Player>,
    /// What becomes of that stone.
    pub fate: Fate,
    /// The number of the group that the stone is part of: its stones live or die together.
    pub chain: Option<usize>,
    /// How likely each player is to have the point in the end, by seat.
    pub chances: Vec<f64>,
}

/// How it is known which stones are dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<'j> {
    /// It is estimated, with this seed for what is done by chance.
    Estimated {
        /// The seed.
        seed: u64,
    },
    /// Those on these points are, by their number in [`Ownership::points`], and all others stay: players agree about that at the end of a game. Numbers of other points mean nothing.
    Agreed(&'j [usize]),
}

/// What becomes of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays, or there is none.
    Alive,
    /// It will be taken, or is taken off when the game is scored.
    Dead,
    /// It stays although it surrounds nothing of its own, because neither player can attack.
    Seki,
}

impl OwnedPoint {
    /// How likely a player is to have the point, less how likely another one is: from -1 to 1.
    pub fn balance(&self, player: Player) -> f64 {
        let own = self.chances.get(player.index()).copied().unwrap_or(0.0);
        2.0 * own - self.chances.iter().sum::<f64>()
    }
}

impl Ownership {
    /// The [balance](OwnedPoint::balance) of every point.
    pub fn balances(&self, player: Player) -> impl Iterator<Item = f64> {
        self.points.iter().map(move |point| point.balance(player))
    }

    /// All points with stones of this fate.
    pub fn stones(&self, fate: Fate) -> impl Iterator<Item = &OwnedPoint> {
        self.points.iter().filter(move |point| point.stone.is_some() && point.fate == fate)
    }
}
