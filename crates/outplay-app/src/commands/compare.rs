//! `outplay tree --compare`: every algorithm and order side by side.

use outplay::textbook::{Config, Order, Prune};
use outplay::tree::{Branch, Place};
use outplay::{Counts, Game, Stop, Tree};
use serde_json::{Value as Json, json};

use crate::draw::{columns, numbers};
use crate::failure::{Failure, warn};
use crate::search::{self, Algorithm, Found, Plan, Problem};
use crate::{interrupt, json};

/// One search of the table.
pub(crate) struct Row {
    algorithm: Algorithm,
    /// How it prunes and orders, where that matters.
    way: Option<(Prune, Order)>,
    found: Result<Found, Problem>,
}

/// Every search that fits the tree. Ctrl-C leaves out the ones that are not finished.
pub(crate) fn rows(tree: &Tree, plan: &Plan, seed: u64) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for row in searched(tree, plan, seed) {
        if interrupt::asked() {
            break;
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(Failure::interrupted());
    }
    if interrupt::asked() {
        warn("stopped on request");
    }
    Ok(rows)
}

/// Every search that fits the tree, one after the other.
pub(crate) fn searched<'t>(
    tree: &'t Tree,
    plan: &'t Plan,
    seed: u64,
) -> impl Iterator<Item = Row> + 't {
    searches(tree, seed).into_iter().map(move |(algorithm, way)| row(tree, plan, algorithm, way))
}

fn searches(tree: &Tree, seed: u64) -> Vec<(Algorithm, Option<(Prune, Order)>)> {
    let mut searches = Vec::new();
    if !tree.is_general() {
        searches.push((Algorithm::Minimax, None));
        for prune in [Prune::NonStrict, Prune::Strict] {
            for order in orders(tree, seed) {
                searches.push((Algorithm::AlphaBeta, Some((prune, order))));
            }
        }
    }
    let others = [Algorithm::Expectimax, Algorithm::MaxN, Algorithm::Paranoid];
    searches.extend(others.map(|algorithm| (algorithm, None)));
    searches
}

fn orders(tree: &Tree, seed: u64) -> Vec<Order> {
    let mut orders = vec![Order::Given, Order::Best, Order::Worst, Order::Random(seed)];
    if has_evaluations(tree) {
        orders.push(Order::Evaluation);
    }
    orders
}

/// Whether every inner node below the root has an evaluation.
fn has_evaluations(tree: &Tree) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut stack = children(tree, tree.root());
    let mut any = false;
    while let Some(place) = stack.pop() {
        let below = children(tree, place);
        if !seen.insert(place) || below.is_empty() {
            continue;
        }
        if tree.written(place).is_none() {
            return false;
        }
        any = true;
        stack.extend(below);
    }
    any
}

fn children(tree: &Tree, place: Place) -> Vec<Place> {
    let mut moves: Vec<Branch> = Vec::new();
    tree.moves(&place, &mut moves);
    let after = |branch| {
        let mut child = place;
        tree.play(&mut child, branch);
        child
    };
    moves.into_iter().map(after).collect()
}

/// Plain alpha-beta, in the order as written.
pub(crate) fn plain(tree: &Tree, plan: &Plan) -> Row {
    row(tree, plan, Algorithm::AlphaBeta, Some((Prune::NonStrict, Order::Given)))
}

fn row(tree: &Tree, plan: &Plan, algorithm: Algorithm, way: Option<(Prune, Order)>) -> Row {
    let (prune, order) = way.unwrap_or((plan.config.prune, Order::Given));
    let config = Config { prune, order, ..plan.config.clone() };
    let plan = Plan { algorithm, config, ..plan.clone() };
    Row { algorithm, way, found: search::search(tree, &plan) }
}

impl Row {
    /// What it cost, if it was finished.
    pub(crate) fn counts(&self) -> Option<Counts> {
        let report = &self.found.as_ref().ok()?.report;
        (report.stop == Stop::Finished).then_some(report.counts)
    }

    /// The same search with another random order; nothing, if its order is not random.
    pub(crate) fn reshuffled(&self, tree: &Tree, plan: &Plan, seed: u64) -> Option<Row> {
        let (prune, order) = self.way?;
        let is_random = matches!(order, Order::Random(_));
        is_random.then(|| row(tree, plan, self.algorithm, Some((prune, Order::Random(seed)))))
    }

    /// Whether it is MAX against MIN, in the order as written.
    pub(crate) fn is_plain(&self) -> bool {
        let given = self.way.is_none_or(|(_, order)| order == Order::Given);
        given && matches!(self.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta)
    }

    /// What it knows of each move of the root, in the order in which it looked at them.
    pub(crate) fn bounds(&self, tree: &Tree) -> Vec<String> {
        let moves = self.found.as_ref().map_or(&[][..], |found| &found.report.moves);
        let told = |(mv, value): &(Branch, search::Value)| {
            format!("{} {}", tree.action(tree.root(), *mv), numbers::label(value))
        };
        moves.iter().map(told).collect()
    }

    fn prune(&self) -> Option<&'static str> {
        self.way.map(|(prune, _)| prune_word(prune))
    }

    fn order(&self) -> Option<&'static str> {
        self.way.map(|(_, order)| order_word(order))
    }

    fn cells(&self, tree: &Tree) -> Vec<String> {
        let text = |word: Option<&str>| word.unwrap_or("").to_owned();
        let mut cells = vec![self.algorithm.to_string(), text(self.prune()), text(self.order())];
        match &self.found {
            Ok(found) => cells.extend(results(tree, found)),
            Err(problem) => cells.push(problem.brief(tree)),
        }
        cells
    }

    pub(crate) fn json(&self, tree: &Tree) -> Json {
        let mut row = json!({
            "algorithm": self.algorithm.to_string(),
            "prune": self.prune(),
            "order": self.order(),
        });
        match &self.found {
            Ok(found) => {
                let report = &found.report;
                row["value"] = json!(report.value.as_ref().map(json::value));
                row["move"] = json!(report.best.map(|mv| tree.action(tree.root(), mv)));
                row["counts"] = json::counts(report.counts);
            }
            Err(problem) => row["reason"] = json!(problem.brief(tree)),
        }
        row
    }
}

/// As on the command line.
pub(crate) fn prune_word(prune: Prune) -> &'static str {
    match prune {
        Prune::Strict => "strict",
        Prune::NonStrict => "non-strict",
    }
}

/// As on the command line.
pub(crate) fn order_word(order: Order) -> &'static str {
    match order {
        Order::Given => "given",
        Order::Best => "best",
        Order::Worst => "worst",
        Order::Random(_) => "random",
        Order::Evaluation => "eval",
    }
}

fn results(tree: &Tree, found: &Found) -> [String; 8] {
    let report = &found.report;
    let counts = report.counts;
    [
        report.value.as_ref().map_or(String::new(), numbers::told),
        report.best.map_or("-".to_owned(), |mv| tree.action(tree.root(), mv)),
        counts.generated.to_string(),
        counts.distinct.map_or("-".to_owned(), |distinct| distinct.to_string()),
        counts.expanded.to_string(),
        counts.leaves.to_string(),
        counts.cutoffs.to_string(),
        counts.table_hits.to_string(),
    ]
}

/// The table for a terminal.
pub(crate) fn as_text(tree: &Tree, rows: &[Row]) -> String {
    let head = [
        "algorithm",
        "prune",
        "order",
        "value",
        "move",
        "generated",
        "distinct",
        "expanded",
        "leaves",
        "cut-offs",
        "table hits",
    ];
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells(tree)).collect();
    columns::aligned(&head, &cells, 5)
}

/// The table as an array of objects.
pub(crate) fn as_json(tree: &Tree, rows: &[Row]) -> String {
    json::lines(rows.iter().map(|row| row.json(tree)))
}
