//! A tree with the same number of moves everywhere, for measuring how a search scales.

use crate::textbook::{Config, Error, Search};
use crate::{Bound, Game, Player, Report, Turn, ZeroSum};

/// A tree in which MAX and MIN take turns, every position has `branching` moves, every game takes `depth`
/// of them, and the payoffs are random numbers between 0 and 1. It takes no memory.
///
/// ```
/// use outplay::{textbook::{Config, Order}, tree::Uniform};
///
/// let tree = Uniform { branching: 3, depth: 4, seed: 1 };
/// let report = tree.alpha_beta(Config { order: Order::Best, ..Config::default() }).unwrap();
/// assert_eq!(report.counts.leaves, 3 * 3 + 3 * 3 - 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// Moves in every position.
    pub branching: u32,
    /// Moves in every game.
    pub depth: u32,
    /// Chooses the payoffs.
    pub seed: u64,
}

/// What a search of a [`Uniform`] tree finds.
type Searched = Result<Report<u32, Bound<f64>>, Error<u32>>;

/// Such trees are searched to count what a search does, and there is much to count. So these are functions of this crate, which is optimised
/// where a program that calls them need not be.
impl Uniform {
    /// The whole tree by minimax.
    pub fn minimax(&self, config: Config) -> Searched {
        Search::new(self).config(config).minimax(&self.start())
    }

    /// The whole tree by alpha-beta.
    pub fn alpha_beta(&self, config: Config) -> Searched {
        Search::new(self).config(config).alpha_beta(&self.start())
    }
}

/// A position in a [`Uniform`] tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twig {
    ply: u32,
    /// Which of the positions of this ply it is, from the left.
    index: u64,
}

impl Game for Uniform {
    type Position = Twig;
    type Move = u32;

    fn start(&self) -> Twig {
        Twig { ply: 0, index: 0 }
    }

    fn turn(&self, twig: &Twig) -> Turn {
        Turn::Player(if twig.ply.is_multiple_of(2) { Player::MAX } else { Player::MIN })
    }

    fn moves(&self, twig: &Twig, moves: &mut Vec<u32>) {
        if twig.ply < self.depth {
            moves.extend(0..self.branching);
        }
    }

    fn play(&self, twig: &mut Twig, mv: u32) {
        twig.ply += 1;
        twig.index = twig.index.wrapping_mul(u64::from(self.branching)).wrapping_add(u64::from(mv));
    }

    fn payoff(&self, twig: &Twig, player: Player) -> f64 {
        let seed = fastrand::Rng::with_seed(self.seed).u64(..);
        let wins = fastrand::Rng::with_seed(seed ^ twig.index).f64();
        if player == Player::MAX { wins } else { -wins }
    }
}

impl ZeroSum for Uniform {}
