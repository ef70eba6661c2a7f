//! `outplay lab ordering`: what the order of moves is worth to alpha-beta, in uniform trees with random payoffs.

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use outplay::textbook::{Config, Order};
use outplay::tree::Uniform;
use outplay::{Counts, Limits, Stop};
use serde_json::{Value as Json, json};

use crate::draw::columns;
use crate::draw::plot::{self, Curve};
use crate::failure::{Failure, warn};
use crate::{interrupt, json};

/// The largest tree that is searched, in leaves.
const MOST_LEAVES: u64 = 50_000_000;

const WORST_NOTE: &str = "\
Worst first is not the very worst for alpha-beta: cut-offs by distant ancestors remain.\n";

/// The options of `outplay lab ordering`.
#[derive(Args)]
pub(crate) struct Options {
    /// Moves in every position
    #[arg(short, long, value_parser = count, allow_hyphen_values = true)]
    branching: u32,
    /// Moves in every game
    #[arg(short = 'm', long, value_parser = count, allow_hyphen_values = true)]
    depth: u32,
    /// Chooses the payoffs and the random order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many trees; the numbers are their means
    #[arg(long, default_value_t = 1, value_parser = count, allow_hyphen_values = true)]
    trees: u32,
    /// A table, JSON, or a plot of leaves against depth
    #[arg(long, short, default_value = "text")]
    format: Format,
}

fn count(text: &str) -> Result<u32, String> {
    let wrong = || "a whole number is needed, 1 or more, like 5".to_owned();
    text.parse().ok().filter(|&count| count > 0).ok_or_else(wrong)
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Minimax,
    Best,
    Random,
    Worst,
}

const METHODS: [Method; 4] = [Method::Minimax, Method::Best, Method::Random, Method::Worst];

impl Method {
    fn name(self) -> &'static str {
        match self {
            Method::Minimax => "minimax",
            Method::Best => "alpha-beta, best first",
            Method::Random => "alpha-beta, random order",
            Method::Worst => "alpha-beta, worst first",
        }
    }

    fn order(self, seed: u64) -> Order {
        match self {
            Method::Minimax => Order::Given,
            Method::Best => Order::Best,
            Method::Random => Order::Random(seed),
            Method::Worst => Order::Worst,
        }
    }
}

/// What was measured in trees of one depth.
struct Sample {
    depth: u32,
    /// How many trees were searched by every method.
    trees: u32,
    /// What each of [`METHODS`] did in all of them.
    totals: [Counts; 4],
}

/// The mean of what a method did in trees of one depth.
struct Row {
    method: Method,
    depth: u32,
    leaves: f64,
    generated: f64,
    cutoffs: f64,
}

impl Sample {
    fn add(&mut self, counts: [Counts; 4]) {
        self.trees += 1;
        for (total, counts) in self.totals.iter_mut().zip(counts) {
            total.leaves += counts.leaves;
            total.generated += counts.generated;
            total.cutoffs += counts.cutoffs;
        }
    }

    fn rows(&self) -> [Row; 4] {
        let mean = |total: u64| total as f64 / f64::from(self.trees);
        std::array::from_fn(|index| Row {
            method: METHODS[index],
            depth: self.depth,
            leaves: mean(self.totals[index].leaves),
            generated: mean(self.totals[index].generated),
            cutoffs: mean(self.totals[index].cutoffs),
        })
    }
}

impl Row {
    /// The branching factor of a tree of this depth with as many leaves.
    fn effective(&self) -> f64 {
        self.leaves.powf(1.0 / f64::from(self.depth))
    }
}

/// A formula for a number of leaves, and its name.
type Formula = (&'static str, fn(f64, f64) -> f64);

const FORMULAS: [Formula; 4] = [
    ("b^m", |b, m| b.powf(m)),
    ("b^(3m/4)", |b, m| b.powf(3.0 * m / 4.0)),
    ("b^(m/2)", |b, m| b.powf(m / 2.0)),
    ("b^ceil(m/2) + b^floor(m/2) - 1", |b, m| {
        b.powf((m / 2.0).ceil()) + b.powf((m / 2.0).floor()) - 1.0
    }),
];

/// Runs the experiment.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    options.check()?;
    let samples = measured(options);
    let Some(last) = samples.last() else { return Err(Failure::interrupted()) };
    if interrupt::asked() {
        let (trees, all) = (last.trees, options.trees);
        warn(&format!("stopped on request: {trees} of {all} trees of depth {}", last.depth));
    }
    Ok(match options.format {
        Format::Text => as_text(options, last),
        Format::Json => json::printed(&as_json(options, last)),
        Format::Svg => as_svg(options, &samples),
    })
}

impl Options {
    fn check(&self) -> Result<(), Failure> {
        let most = deepest(self.branching);
        if self.depth <= most {
            return Ok(());
        }
        let (b, m) = (self.branching, self.depth);
        Err(Failure::input(match most {
            0 => format!("-b {b} is too large: at most {MOST_LEAVES} leaves are searched"),
            _ if b == 1 => {
                format!("-m {m} is too deep: trees of at most {most} plies are searched")
            }
            _ => format!(
                "{b}^{m} leaves are too many: at most {MOST_LEAVES} are searched, \
                 so for -b {b} the largest -m is {most}"
            ),
        }))
    }

    /// The depths that are measured: a plot shows them all.
    fn depths(&self) -> std::ops::RangeInclusive<u32> {
        let first = if self.format == Format::Svg { 1 } else { self.depth };
        first..=self.depth
    }
}

/// The largest depth that is searched, even where there is no choice.
const DEEPEST: u32 = 100;

/// The largest depth that is searched with so many moves everywhere.
fn deepest(branching: u32) -> u32 {
    let fits = |depth: &u32| {
        u64::from(branching).checked_pow(*depth).is_some_and(|leaves| leaves <= MOST_LEAVES)
    };
    (1..=DEEPEST).take_while(fits).last().unwrap_or(0)
}

/// Every depth of which at least one tree was finished before Ctrl-C.
fn measured(options: &Options) -> Vec<Sample> {
    let total = u64::from(options.trees) * 4 * options.depths().count() as u64;
    let progress = progress(total);
    let samples = options.depths().map(|depth| sample(options, depth, &progress));
    let samples: Vec<Sample> = samples.take_while(|sample| sample.trees > 0).collect();
    progress.finish_and_clear();
    samples
}

/// A bar on standard error, if that is a terminal.
fn progress(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} searches, {eta} left");
    let bar = ProgressBar::new(total);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// All trees of a depth that every method has finished.
fn sample(options: &Options, depth: u32, progress: &ProgressBar) -> Sample {
    let mut sample = Sample { depth, trees: 0, totals: [Counts::default(); 4] };
    for number in 0..options.trees {
        let seed = options.seed.wrapping_add(u64::from(number));
        let tree = Uniform { branching: options.branching, depth, seed };
        match searched(tree, progress) {
            Some(counts) => sample.add(counts),
            None => break,
        }
    }
    sample
}

/// What every method did in a tree; nothing if one was stopped.
fn searched(tree: Uniform, progress: &ProgressBar) -> Option<[Counts; 4]> {
    let mut all = [Counts::default(); 4];
    for (slot, method) in all.iter_mut().zip(METHODS) {
        *slot = counts(tree, method)?;
        progress.inc(1);
    }
    Some(all)
}

/// What one search did; nothing if it was stopped.
fn counts(tree: Uniform, method: Method) -> Option<Counts> {
    let limits = Limits { stop: Some(interrupt::flag()), ..Limits::default() };
    let config = Config { limits, order: method.order(tree.seed), ..Config::default() };
    let report = match method {
        Method::Minimax => tree.minimax(config),
        _ => tree.alpha_beta(config),
    };
    let report = report.expect("a uniform tree has finite payoffs, and a depth that is allowed");
    (report.stop == Stop::Finished).then_some(report.counts)
}

fn formula(options: &Options, depth: u32, (_, of): Formula) -> f64 {
    of(f64::from(options.branching), f64::from(depth))
}

fn as_text(options: &Options, sample: &Sample) -> String {
    let head = ["", "leaves", "generated", "cut-offs", "effective branching"];
    let measured = sample.rows().map(|row| {
        let whole = [row.leaves, row.generated, row.cutoffs].map(rounded);
        let mut cells = vec![row.method.name().to_owned()];
        cells.extend(whole);
        cells.push(format!("{:.3}", row.effective()));
        cells
    });
    let expected = FORMULAS.map(|one| {
        let leaves = formula(options, options.depth, one);
        let effective = leaves.powf(1.0 / f64::from(options.depth));
        let cell = String::new;
        vec![one.0.to_owned(), rounded(leaves), cell(), cell(), format!("{effective:.3}")]
    });
    let cells = [measured, expected].concat();
    let title = titled(options, sample.trees);
    format!("{title}\n\n{}{}", columns::aligned(&head, &cells, 1), note(sample))
}

/// Why the worst order still cuts, where it does.
fn note(sample: &Sample) -> String {
    let [.., worst] = sample.rows();
    if worst.cutoffs > 0.0 { format!("\n{WORST_NOTE}") } else { String::new() }
}

fn titled(options: &Options, trees: u32) -> String {
    let Options { branching, depth, seed, .. } = options;
    match trees {
        1 => format!(
            "A uniform tree: b = {branching} moves everywhere, m = {depth} plies, seed {seed}"
        ),
        _ => format!(
            "Uniform trees: b = {branching} moves everywhere, m = {depth} plies, mean of {trees}, seed {seed}"
        ),
    }
}

/// A mean: whole numbers as they are, others with one digit.
fn rounded(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}

fn as_json(options: &Options, sample: &Sample) -> Json {
    let row = |row: &Row| {
        json!({
            "method": row.method.name(),
            "leaves": row.leaves,
            "generated": row.generated,
            "cutoffs": row.cutoffs,
            "effective_branching": row.effective(),
        })
    };
    let formulas: serde_json::Map<String, Json> = FORMULAS
        .iter()
        .map(|&one| (one.0.to_owned(), json!(formula(options, options.depth, one))))
        .collect();
    let mut object = json!({
        "branching": options.branching,
        "depth": options.depth,
        "seed": options.seed,
        "trees": sample.trees,
        "rows": sample.rows().iter().map(row).collect::<Vec<Json>>(),
        "formulas": formulas,
    });
    if interrupt::asked() {
        object["stop"] = json!(Stop::Asked.to_string());
    }
    object
}

fn as_svg(options: &Options, samples: &[Sample]) -> String {
    let rows: Vec<Row> = samples.iter().flat_map(Sample::rows).collect();
    let measured = METHODS.map(|method| Curve {
        name: method.name().to_owned(),
        points: rows
            .iter()
            .filter(|row| row.method == method)
            .map(|row| (f64::from(row.depth), row.leaves))
            .collect(),
        formula: false,
    });
    let expected = FORMULAS.map(|one| Curve {
        name: one.0.to_owned(),
        points: (1..=options.depth)
            .map(|depth| (f64::from(depth), formula(options, depth, one)))
            .collect(),
        formula: true,
    });
    let curves: Vec<Curve> = measured.into_iter().chain(expected).collect();
    let title = format!("Leaves looked at, {} moves everywhere", options.branching);
    plot::drawn(&title, "depth m", "leaves", &curves)
}
