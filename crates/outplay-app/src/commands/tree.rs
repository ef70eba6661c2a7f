//! `outplay tree`: search a game that is written as text, and show what happened.
//!
//! The JSON that it prints is described in `docs/json.md`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use outplay::textbook::{Config, Order, Prune};
use outplay::tree::CourseAlgorithm;
use outplay::{Depth, Game, Limits, Player, Range, Stop, Tree};

use super::compare;
use crate::draw::{self, Labels, Look, Names, Picture, summary, svg, text, tikz};
use crate::failure::Failure;
use crate::search::{self, Algorithm, Found, Plan};
use crate::{interrupt, json, read};

/// More nodes than this are not drawn.
const MOST_DRAWN: usize = 2_000;
/// In larger trees the steps are not recorded.
const MOST_TRACED: usize = 200_000;

pub(super) const PAYOFFS_ARE: &str = "two numbers with a comma between them are needed, like -2,2";

const NOTES: &str = "\
How trees are written:
  ((3 12 8) (2 x y) (14 5 2))              brackets are choices, numbers are payoffs, names are unknown
  A(B(3 12 8) C(2 x y) D(14 5 2))          with names
  A(B(here=3 12) 5)                        a name for a leaf
  max min min: (((3 12) (8 2)) ((4 6) 9))  who moves at each level, over and over
  ({1/2:(2 2) 1/2:(1 2)} {(0 2) (-1 0)})   braces are chance, with odds or even
  (([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))    one payoff per player
  A(B=4(3 12) C=5(2 6))                    what an evaluation thinks of B and C
  payoffs -2 2: ({(2 2) (1 2)} 0)          no payoff is outside of these
Before the colon, the words are max and min, or p0, p1 and so on for players, and chance; without them
MAX and MIN take turns. A comma is a space, and # starts a comment. --depth and --deepen evaluate inner
nodes, so they need an evaluation there, like B=4.
Tree files of the Berkeley multi-agent course are read, too. They say which algorithm is used and how
deep, and pruning is strict, unless the options say otherwise.

Expectimax: in a tree with chance nodes of its own, MIN stays MIN and chance is averaged (books call
it expectiminimax); with --player N, everybody but N is MIN. In a tree without chance nodes, and in one
with a payoff per player, everybody but the one player moves at random. Where payoffs are bounded, by
--payoffs or in the tree, what cannot matter is cut.

Exit code: 0 on success, 2 on bad input, 130 if stopped by Ctrl-C before anything was known.";

/// The options of `outplay tree`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// A tree as text, a file with one, or - for standard input; an existing file wins over text
    #[arg(value_name = "TEXT|FILE|-", allow_negative_numbers = true)]
    source: OsString,
    /// Default: alpha-beta, or max-n if there is one payoff per player
    #[arg(long, short)]
    algorithm: Option<Algorithm>,
    /// When alpha-beta cuts: non-strict at v >= beta (the default), strict only at v > beta (course
    /// files)
    #[arg(long)]
    prune: Option<Pruning>,
    /// Which move is looked at first
    #[arg(long, default_value = "given")]
    order: Ordering,
    /// Chooses the random order; default: 1
    #[arg(long)]
    seed: Option<u64>,
    /// Evaluate nodes this deep: 4p is 4 plies, 2r is 2 rounds
    #[arg(long, allow_hyphen_values = true)]
    depth: Option<Depth>,
    /// What is printed
    #[arg(long, short, default_value = "text")]
    format: Format,
    /// Tell every step in one sentence
    #[arg(long)]
    trace: bool,
    /// One table: every algorithm and order side by side
    #[arg(long, conflicts_with_all = ["trace", "algorithm", "prune", "order"])]
    compare: bool,
    /// What is written at a node of a drawing; default: value
    #[arg(long)]
    labels: Option<Labels>,
    /// Which names are written in a drawing; default: all
    #[arg(long)]
    names: Option<Names>,
    /// No number in the tree is less than the first or more than the second of these
    #[arg(long, value_name = "LEAST,MOST", value_parser = payoffs, allow_hyphen_values = true)]
    payoffs: Option<Range<f64>>,
    /// Remember the values of positions
    #[arg(long)]
    table: bool,
    /// Look one ply deep, then two, and so on
    #[arg(long)]
    deepen: bool,
    /// Whose side expectimax and paranoid take, from 0; default: who moves first
    #[arg(long, value_name = "N")]
    player: Option<u8>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Pruning {
    /// Cut only at v > beta, which proves every equally good move; course files use it
    Strict,
    /// Cut at v >= beta, the lectures' form; the default
    NonStrict,
}

#[derive(Clone, Copy, ValueEnum)]
enum Ordering {
    /// As written
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
    Tikz,
}

fn payoffs(text: &str) -> Result<Range<f64>, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| !number.is_nan());
    let pair = text.split_once(',').and_then(|(least, most)| number(least).zip(number(most)));
    match pair {
        Some((low, high)) if low <= high => Ok(Range { low, high }),
        Some(_) => Err("the least payoff is above the most".to_owned()),
        None => Err(PAYOFFS_ARE.to_owned()),
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    options.check()?;
    let tree = read::tree(&options.source)?;
    let plan = options.plan(&tree)?;
    if options.compare {
        let rows = compare::rows(&tree, &plan, options.seed())?;
        return Ok(match options.format {
            Format::Json => compare::as_json(&tree, &rows),
            _ => compare::as_text(&tree, &rows),
        });
    }
    options.check_search(&plan)?;
    options.check_size(&tree, &plan)?;
    let found = search::search(&tree, &plan).map_err(|problem| problem.failure(&tree))?;
    if found.report.value.is_none() {
        return Err(Failure::interrupted());
    }
    options.shown(&tree, &plan, &found)
}

impl Options {
    /// Refuses what does not go together, and what would have no effect.
    fn check(&self) -> Result<(), Failure> {
        let draws = matches!(self.format, Format::Svg | Format::Tikz);
        let told = if self.trace { "--trace" } else { "--compare" };
        if draws && (self.trace || self.compare) {
            return Err(Failure::input(format!("{told} goes with --format text or json")));
        }
        self.check_drawing(told)?;
        if self.seed.is_some() && !self.compare && !matches!(self.order, Ordering::Random) {
            return Err(Failure::input("--seed goes with --order random or --compare"));
        }
        Ok(())
    }

    /// Labels and names are for drawings.
    fn check_drawing(&self, told: &str) -> Result<(), Failure> {
        let option = match (self.labels, self.names) {
            (Some(_), _) => "--labels",
            (None, Some(_)) => "--names",
            (None, None) => return Ok(()),
        };
        let instead = match self.format {
            _ if self.trace || self.compare => told,
            Format::Json => "--format json",
            Format::Text | Format::Svg | Format::Tikz => return Ok(()),
        };
        Err(Failure::input(format!("{option} is for drawings, and has no effect with {instead}")))
    }

    /// Refuses what would have no effect in this search.
    fn check_search(&self, plan: &Plan) -> Result<(), Failure> {
        if plan.prunes() {
            return Ok(());
        }
        let search = match plan.algorithm {
            Algorithm::Expectimax => "expectimax without --payoffs".to_owned(),
            algorithm => algorithm.to_string(),
        };
        if self.prune.is_some() {
            let what = format!("--prune has no effect: {search} does not prune");
            return Err(Failure::input(what));
        }
        if self.labels == Some(Labels::Window) {
            let what = format!("--labels window has no effect: {search} has no alpha and beta");
            return Err(Failure::input(what));
        }
        Ok(())
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    fn look(&self) -> Look {
        let Look { labels, names } = Look::default();
        Look { labels: self.labels.unwrap_or(labels), names: self.names.unwrap_or(names) }
    }

    fn plan(&self, tree: &Tree) -> Result<Plan, Failure> {
        let course = tree.course();
        let strict = match self.prune {
            Some(prune) => matches!(prune, Pruning::Strict),
            None => course.is_some(),
        };
        let depth = self.depth.or(course.and_then(|course| course.depth));
        let config = Config {
            limits: Limits { depth, stop: Some(interrupt::flag()), ..Limits::default() },
            deepen: self.deepen,
            prune: if strict { Prune::Strict } else { Prune::NonStrict },
            order: self.order(),
            table: self.table,
            payoffs: self.payoffs.unwrap_or(tree.range()),
            distinct: true,
        };
        let algorithm = self.algorithm(tree);
        let player = self.player(tree, algorithm)?;
        let record = self.trace || self.format != Format::Json;
        Ok(Plan { algorithm, player, config, record: record && !self.compare })
    }

    fn algorithm(&self, tree: &Tree) -> Algorithm {
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

    fn player(&self, tree: &Tree, algorithm: Algorithm) -> Result<Option<Player>, Failure> {
        let Some(player) = self.player else { return Ok(None) };
        let takes_sides = matches!(algorithm, Algorithm::Expectimax | Algorithm::Paranoid);
        if !takes_sides && !self.compare {
            let what = format!("--player goes with expectimax and paranoid, not with {algorithm}");
            return Err(Failure::input(what));
        }
        if usize::from(player) >= tree.players() {
            let last = tree.players() - 1;
            let what = format!("--player {player}: the players of this tree are 0 to {last}");
            return Err(Failure::input(what));
        }
        Ok(Some(Player(player)))
    }

    /// Refuses to draw or record what is too large to be read.
    fn check_size(&self, tree: &Tree, plan: &Plan) -> Result<(), Failure> {
        let (most, what) = match (self.trace, self.format) {
            (true, _) => (MOST_TRACED, "traced: leave --trace out"),
            (false, Format::Json) => return Ok(()),
            (false, _) => (MOST_DRAWN, "drawn: use --format json"),
        };
        if draw::size(tree, depth(tree, plan), most) > most {
            return Err(Failure::input(format!("trees of more than {most} nodes are not {what}")));
        }
        Ok(())
    }

    fn shown(&self, tree: &Tree, plan: &Plan, found: &Found) -> Result<String, Failure> {
        let view = plan.view(tree).map_err(|problem| problem.failure(tree))?;
        let picture = || Picture::new(tree, &view, found, depth(tree, plan), self.look());
        let summary = || summary::of(tree, plan, found);
        Ok(match self.format {
            Format::Json => json::printed(&json::found(tree, plan.algorithm, found, self.trace)),
            Format::Svg | Format::Tikz if found.report.stop != Stop::Finished => {
                return Err(Failure::unfinished());
            }
            Format::Text if found.report.stop != Stop::Finished => summary(),
            Format::Text if self.trace => {
                format!("{}\n{}", text::story(found), summary::result(tree, plan, found))
            }
            Format::Text => format!("{}\n{}", text::drawn(&picture()), summary()),
            Format::Svg => svg::drawn(&picture()),
            Format::Tikz => tikz::drawn(&picture()),
        })
    }
}

/// The depth limit in plies.
fn depth(tree: &Tree, plan: &Plan) -> u32 {
    plan.config.limits.depth.map_or(u32::MAX, |depth| depth.of(tree))
}
