//! The knobs of Monte-Carlo search.

use crate::{Outcomes, Range, ZeroSum};

/// How Monte-Carlo search works: plain data, with what is good for most games as the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How a move is chosen inside of the tree.
    pub rule: Rule,
    /// What an untried move is taken to be worth: first-play urgency.
    pub urgency: Urgency,
    /// Moves that were made later in a game count here, too. It takes [actions](super::Knowledge::ACTIONS).
    pub rave: Option<Rave>,
    /// By how much what the game says of a move [counts](super::Knowledge::bias) while it has few visits: progressive bias, off at 0.
    pub progressive_bias: f64,
    /// The share of the [evaluation](super::Knowledge::evaluate) in the value of a move: implicit minimax, off at 0.
    pub implicit_minimax: f64,
    /// Play-outs answer as they did in a game that was won. It takes [actions](super::Knowledge::ACTIONS).
    pub last_good_reply: bool,
    /// A play-out is cut after so many plies, and the [evaluation](super::Knowledge::evaluate) judges it.
    pub cut: Option<u32>,
    /// A node gets children when it has been visited so often before.
    pub expand_after: u32,
    /// Whether payoffs that are proven are backed up as proofs.
    pub solver: bool,
    /// Whether to stop when the second move cannot catch up with the first.
    pub early_stop: bool,
    /// Stop after so many simulations, those of earlier searches of a tree that was kept not counted.
    pub simulations: Option<u64>,
    /// How many threads work in the tree.
    pub threads: usize,
    /// How much memory the tree may take, in MB: less, if the system has not so much.
    pub memory: usize,
    /// Where random numbers begin. One thread makes the same tree of the same seed, every time and on every machine.
    pub seed: u64,
    /// Between which numbers all payoffs lie, where that is known. Otherwise they are compared with those that were seen.
    pub payoffs: Range<f64>,
    /// Whether it is a game for two in which one wins what the other loses. The solver can prove more then.
    pub zero_sum: bool,
}

/// How a move is chosen inside of the tree. The numbers weigh what is not known against what is: the higher, the broader the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// The mean and an upper bound of its error: `ucb1.rs`.
    Ucb1 {
        /// The weight of the bound.
        exploration: f64,
    },
    /// The same with a bound that minds how much results differ: `ucb1_tuned.rs`.
    Ucb1Tuned {
        /// The weight of the bound.
        exploration: f64,
    },
    /// The mean, and the prior of a move for as long as it has few visits: `puct.rs`.
    Puct {
        /// The weight of the prior.
        exploration: f64,
    },
}

/// What an untried move is taken to be worth: `first_play_urgency.rs`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Urgency {
    /// More than anything: every move is tried once before one is tried twice.
    First,
    /// So much, where 0 is the lowest payoff and 1 the highest.
    Fixed(f64),
    /// What the moves that were tried are worth on average, less so much.
    Parent {
        /// How much less.
        less: f64,
    },
}

/// Moves that were made later in a game count here, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rave {
    /// With so many visits of its own, a move is judged half by them and half by games in which it was made later.
    pub equivalence: f64,
    /// GRAVE: the games are those of the nearest position above that was visited at least so often, with the same player to move. RAVE, if
    /// it is 0: those of the position itself.
    pub reference: u32,
}

impl Default for Rave {
    fn default() -> Rave {
        Rave { equivalence: 1_000.0, reference: 0 }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            rule: Rule::Ucb1 { exploration: 1.0 },
            urgency: Urgency::First,
            rave: None,
            progressive_bias: 0.0,
            implicit_minimax: 0.0,
            last_good_reply: false,
            cut: None,
            expand_after: 1,
            solver: true,
            early_stop: true,
            simulations: None,
            threads: 1,
            memory: 256,
            seed: 0,
            payoffs: Range::ALL,
            zero_sum: false,
        }
    }
}

impl Config {
    /// The same for a game that promises to be zero-sum, with the payoffs that it says it has.
    pub fn zero_sum<G: ZeroSum>(self, game: &G) -> Config {
        let most = match game.outcomes() {
            Outcomes::WinDrawLoss => 1.0,
            Outcomes::Points { most } => f64::from(most),
        };
        Config { zero_sum: true, payoffs: Range { low: -most, high: most }, ..self }
    }

    /// PUCT with what goes well with it: an untried move is taken to be a little worse than those that were tried.
    pub fn puct(self) -> Config {
        let urgency = Urgency::Parent { less: 0.1 };
        Config { rule: Rule::Puct { exploration: 1.5 }, urgency, ..self }
    }
}
