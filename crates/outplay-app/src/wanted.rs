//! How a tree shall be searched, as somebody says it: on the command line or on the page.

use clap::{Args, ValueEnum};
use outplay::textbook::{Config, Order, Prune};
use outplay::tree::CourseAlgorithm;
use outplay::{Depth, Game, Limits, Player, Range, Tree};

use crate::failure::Failure;
use crate::search::{Algorithm, Plan};

pub(crate) const PAYOFFS_ARE: &str = "two numbers with a comma between them are needed, like -2,2";

/// The options that are about the search.
#[derive(Args, Default)]
pub(crate) struct Wanted {
    /// Default: alpha-beta, or max-n if there is one payoff per player
    #[arg(long, short)]
    pub(crate) algorithm: Option<Algorithm>,
    /// When alpha-beta cuts: non-strict at v >= beta (the default), strict only at v > beta (course
    /// files)
    #[arg(long)]
    pub(crate) prune: Option<Pruning>,
    /// Return no number outside of alpha and beta: bounds of moves that are cut become weaker
    #[arg(long)]
    pub(crate) fail_hard: bool,
    /// Which move is looked at first
    #[arg(long, default_value = "given")]
    pub(crate) order: Ordering,
    /// Chooses the random order; default: 1
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Evaluate nodes this deep: 4 or 4p is 4 plies, 2r is 2 rounds
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) depth: Option<Depth>,
    /// No number in the tree is less than the first or more than the second of these
    #[arg(long, value_name = "LEAST,MOST", value_parser = payoffs, allow_hyphen_values = true)]
    pub(crate) payoffs: Option<Range<f64>>,
    /// Remember the values of positions
    #[arg(long)]
    pub(crate) table: bool,
    /// Look one ply deep, then two, and so on
    #[arg(long)]
    pub(crate) deepen: bool,
    /// Whose side expectimax and paranoid take, from 0; default: who moves first
    #[arg(long, value_name = "N")]
    pub(crate) player: Option<u8>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Pruning {
    /// Cut only at v > beta, which proves every equally good move; course files use it
    Strict,
    /// Cut at v >= beta, the lectures' form; the default
    NonStrict,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Ordering {
    /// As written
    #[default]
    Given,
    /// The best first, as minimax sees it
    Best,
    /// The worst first
    Worst,
    /// Shuffled, see --seed
    Random,
    /// By what the evaluation thinks
    Eval,
}

/// Two numbers with a comma between them.
pub(crate) fn payoffs(text: &str) -> Result<Range<f64>, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| !number.is_nan());
    let pair = text.split_once(',').and_then(|(least, most)| number(least).zip(number(most)));
    match pair {
        Some((low, high)) if low <= high => Ok(Range { low, high }),
        Some(_) => Err("the least payoff is above the most".to_owned()),
        None => Err(PAYOFFS_ARE.to_owned()),
    }
}

impl Wanted {
    /// What to do. A depth is wanted here or in the tree; other limits are given.
    pub(crate) fn plan(&self, tree: &Tree, limits: Limits) -> Result<Plan, Failure> {
        let course = tree.course();
        let strict = match self.prune {
            Some(prune) => matches!(prune, Pruning::Strict),
            None => course.is_some(),
        };
        let depth = self.depth.or(course.and_then(|course| course.depth));
        let config = Config {
            limits: Limits { depth, ..limits },
            deepen: self.deepen,
            prune: if strict { Prune::Strict } else { Prune::NonStrict },
            fail_hard: self.fail_hard,
            order: self.order(),
            table: self.table,
            payoffs: self.payoffs.unwrap_or(tree.range()),
            distinct: true,
            ..Config::default()
        };
        let player = self.player(tree)?;
        Ok(Plan { algorithm: self.algorithm(tree), player, config, record: true })
    }

    /// Chooses the random order.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The algorithm: what is said, or what fits the tree.
    pub(crate) fn algorithm(&self, tree: &Tree) -> Algorithm {
        let course = tree.course().and_then(|course| course.algorithm);
        self.algorithm.unwrap_or(match course {
            Some(CourseAlgorithm::Minimax) => Algorithm::Minimax,
            Some(CourseAlgorithm::Expectimax) => Algorithm::Expectimax,
            None if tree.is_general() => Algorithm::MaxN,
            Some(CourseAlgorithm::AlphaBeta) | None => Algorithm::AlphaBeta,
        })
    }

    fn order(&self) -> Order {
        match self.order {
            Ordering::Given => Order::Given,
            Ordering::Best => Order::Best,
            Ordering::Worst => Order::Worst,
            Ordering::Random => Order::Random(self.seed()),
            Ordering::Eval => Order::Evaluation,
        }
    }

    fn player(&self, tree: &Tree) -> Result<Option<Player>, Failure> {
        let Some(player) = self.player else { return Ok(None) };
        if usize::from(player) >= tree.players() {
            let last = tree.players() - 1;
            let what = format!("--player {player}: the players of this tree are 0 to {last}");
            return Err(Failure::input(what));
        }
        Ok(Some(Player(player)))
    }
}

/// The depth limit in plies.
pub(crate) fn depth(tree: &Tree, plan: &Plan) -> u32 {
    plan.config.limits.depth.map_or(u32::MAX, |depth| depth.of(tree))
}
