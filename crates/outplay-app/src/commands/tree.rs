//! `outplay tree`: search a game that is written as text, and show what happened.
//!
//! The JSON that it prints is described in `docs/json.md`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use outplay::{Limits, Stop, Tree};

use super::compare;
use crate::draw::{self, Labels, Look, Names, Picture, numbers, summary, svg, text, tikz};
use crate::failure::Failure;
use crate::search::{self, Algorithm, Found, Plan, Value};
use crate::wanted::{Ordering, Wanted, depth};
use crate::{interrupt, json, read};

/// More nodes than this are not drawn.
const MOST_DRAWN: usize = 2_000;
/// In larger trees the steps are not recorded.
const MOST_TRACED: usize = 200_000;

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
it expectiminimax); with --player N, the side of N is MAX and the other side is MIN. In a tree without
chance nodes the other side moves at random: in a tree for max max min, both MAX stay MAX. In a tree
with a payoff per player, everybody but the one player moves at random. Where payoffs are bounded, by
--payoffs or in the tree, what cannot matter is cut.

Paranoid: the side of the one player against the other side; with a payoff per player, one against all.

Exit code: 0 on success, 2 on bad input, 130 if stopped by Ctrl-C before anything was known.";

/// The options of `outplay tree`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// A tree as text, a file with one, or - for standard input; an existing file wins over text
    #[arg(value_name = "TEXT|FILE|-", allow_negative_numbers = true)]
    source: OsString,
    #[command(flatten)]
    search: Wanted,
    /// What is printed
    #[arg(long, short, default_value = "text")]
    format: Format,
    /// Tell every step in one sentence
    #[arg(long)]
    trace: bool,
    /// One table: every algorithm and order side by side
    #[arg(long, conflicts_with_all = ["trace", "algorithm", "prune", "order", "fail_hard"])]
    compare: bool,
    /// Which of several moves is made whose numbers at the root are equal; alpha-beta proves only the first
    #[arg(long, value_enum, default_value_t, conflicts_with = "compare")]
    ties: Ties,
    /// What is written at a node of a drawing; default: value
    #[arg(long)]
    labels: Option<Labels>,
    /// Which names are written in a drawing; default: all
    #[arg(long)]
    names: Option<Names>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
    Tikz,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Ties {
    /// The first, which is proven to be best
    #[default]
    First,
    /// The last, of which perhaps only a bound is known: a mistake that is often made
    Last,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    options.check()?;
    let tree = read::tree(&options.source)?;
    let plan = options.plan(&tree)?;
    if options.compare {
        let rows = compare::rows(&tree, &plan, options.search.seed())?;
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
    let shown = options.shown(&tree, &plan, &found)?;
    match options.ties {
        Ties::First => Ok(shown),
        Ties::Last => Ok(shown + &last_of_the_ties(&tree, &plan, &found)?),
    }
}

/// What happens to somebody who takes the last of the moves with the best number, and does not ask whether it is a bound.
fn last_of_the_ties(tree: &Tree, plan: &Plan, found: &Found) -> Result<String, Failure> {
    let report = &found.report;
    let Some(Value::One(best)) = &report.value else {
        return Err(Failure::input("--ties last goes with searches that find one number"));
    };
    let is_tied = |value: &Value| matches!(value, Value::One(one) if one.score() == best.score());
    let Some((last, value)) = report.moves.iter().rev().find(|(_, value)| is_tied(value)) else {
        return Ok(String::new());
    };
    let minimax = Plan { algorithm: Algorithm::Minimax, record: false, ..plan.clone() };
    let exact = search::search(tree, &minimax).map_err(|problem| problem.failure(tree))?;
    let truth = exact.report.moves.iter().find(|(mv, _)| mv == last);
    let truth = truth.map_or(String::new(), |(_, truth)| numbers::told(truth));
    let name = tree.action(tree.root(), *last);
    Ok(format!(
        "the last of the ties: move {name}, of which is known {}; it is worth {truth}\n",
        numbers::label(value),
    ))
}

impl Options {
    /// Refuses what does not go together, and what would have no effect.
    fn check(&self) -> Result<(), Failure> {
        if self.ties == Ties::Last && self.format != Format::Text {
            return Err(Failure::input("--ties last goes with --format text"));
        }
        let draws = matches!(self.format, Format::Svg | Format::Tikz);
        let told = if self.trace { "--trace" } else { "--compare" };
        if draws && (self.trace || self.compare) {
            return Err(Failure::input(format!("{told} goes with --format text or json")));
        }
        self.check_drawing(told)?;
        if self.search.seed.is_some()
            && !self.compare
            && !matches!(self.search.order, Ordering::Random)
        {
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
        for (option, is_given) in
            [("--prune", self.search.prune.is_some()), ("--fail-hard", self.search.fail_hard)]
        {
            if is_given {
                let what = format!("{option} has no effect: {search} does not prune");
                return Err(Failure::input(what));
            }
        }
        if self.labels == Some(Labels::Window) {
            let what = format!("--labels window has no effect: {search} has no alpha and beta");
            return Err(Failure::input(what));
        }
        Ok(())
    }

    fn look(&self) -> Look {
        let Look { labels, names } = Look::default();
        Look { labels: self.labels.unwrap_or(labels), names: self.names.unwrap_or(names) }
    }

    fn plan(&self, tree: &Tree) -> Result<Plan, Failure> {
        let limits = Limits { stop: Some(interrupt::flag()), ..Limits::default() };
        let algorithm = self.search.algorithm(tree);
        let takes_sides = matches!(algorithm, Algorithm::Expectimax | Algorithm::Paranoid);
        if self.search.player.is_some() && !takes_sides && !self.compare {
            let what = format!("--player goes with expectimax and paranoid, not with {algorithm}");
            return Err(Failure::input(what));
        }
        let record = self.trace || self.format != Format::Json;
        Ok(Plan { record: record && !self.compare, ..self.search.plan(tree, limits)? })
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
