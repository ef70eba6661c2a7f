//! Searches side by side: the same tree, or the same position of a game, searched in every way.

use std::time::{Duration, Instant};

use outplay::face::{About, Answer, Options, Question, Refusal};
use outplay::textbook::{Config, Order, Prune};
use outplay::tree::Place;
use outplay::{Depth, Game, Limits, Stop, Tree};
use serde_json::{Value as Json, json};

use super::super::bar;
use super::super::spots::Reached;
use super::ask::Ask;
use super::pace::Pace;
use super::{place, trees};
use crate::commands::compare::{self, Row, order_word, prune_word};
use crate::draw::bars::{self, Bar, Mark};
use crate::failure::Failure;
use crate::json;
use crate::search::Plan;
use crate::wanted::depth;

/// Larger trees are not compared.
const MOST_NODES: usize = 20_000;
/// A search of a game is broken off after so many positions ...
const MOST_POSITIONS: u64 = 600_000;
/// ... or so long, and all of them together take no longer than this.
const LONGEST: Duration = Duration::from_millis(1_500);
const ALL: Duration = Duration::from_secs(8);
const DEEPEST: i64 = 9;
/// One random order says little: so many are tried, or as many as take so many leaves.
const SHUFFLES: u64 = 40;
const SHUFFLED_LEAVES: u64 = 400_000;

/// A comparison: of a tree, or of a position if a game is named. Others may go first after every search.
pub(super) fn compare(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    match ask.maybe_text("game")? {
        Some(_) => of_game(ask, pace),
        None => of_tree(ask, pace),
    }
}

/// What a search looks at, by its size: the branching factor of a tree of this depth with as many leaves.
fn effective(leaves: u64, depth: u32) -> f64 {
    (leaves as f64).powf(1.0 / f64::from(depth.max(1)))
}

/// The table, the plot, and what the searches are compared with.
fn answer(title: &str, rows: &[Json], leaves: Option<u64>, depth: u32) -> Json {
    let b = leaves.map(|leaves| effective(leaves, depth));
    let marks = b.map(|b| {
        vec![
            Mark { name: "√b", at: b.sqrt() },
            Mark { name: "b^0.75", at: b.powf(0.75) },
            Mark { name: "b", at: b },
        ]
    });
    let bar = |row: &Json| Bar {
        name: name(row),
        length: row["effective"].as_f64(),
        figure: figure(row),
    };
    let bars: Vec<Bar> = rows.iter().map(bar).collect();
    let axis = "effective branching factor: the m-th root of the leaves";
    let svg = bars::drawn(title, axis, &bars, &marks.unwrap_or_default());
    json!({
        "title": title,
        "rows": rows,
        "depth": depth,
        "b": b,
        "sqrt_b": b.map(f64::sqrt),
        "b_075": b.map(|b| b.powf(0.75)),
        "svg": svg,
    })
}

/// What stands behind the bar of a row.
fn figure(row: &Json) -> String {
    let Some(effective) = row["effective"].as_f64() else { return "not known".to_owned() };
    match row["shuffled"]["leaves"].as_f64() {
        Some(mean) => format!("{mean:.1} leaves, {effective:.2}"),
        None => format!("{} leaves, {effective:.2}", row["counts"]["leaves"]),
    }
}

/// What a row is called beside its bar.
fn name(row: &Json) -> String {
    let word = |field: &str| row[field].as_str().unwrap_or("");
    let rule = match word("prune") {
        "strict" => ">",
        "non-strict" => "≥",
        _ => "",
    };
    let table = if row["table"] == true { "+ table" } else { "" };
    let hard = if row["fail_hard"] == true { "fail-hard" } else { "" };
    let words = [word("algorithm"), rule, word("order"), hard, table];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<&str>>().join(" ")
}

fn of_tree(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    let (tree, plan) = trees::read(ask, MOST_NODES)?;
    let (leaves, deepest) = census(&tree, depth(&tree, &plan));
    let seed = ask.seed()?.unwrap_or(1);
    let start = Instant::now();
    let mut rows = Vec::new();
    for table in [false, true] {
        let config = Config { table, fail_hard: false, ..plan.config.clone() };
        let plan = Plan { config, record: false, ..plan.clone() };
        for row in compare::searched(&tree, &plan, seed) {
            if pace.is_quick() && start.elapsed() > pace.limit(ALL) {
                return Ok(None);
            }
            pace.pause()?;
            if table && !row.is_plain() {
                continue;
            }
            let mut json = row_of_tree(&row, &tree, table, false, deepest);
            if let Some((orders, mean)) = shuffled(&row, &tree, &plan, seed, leaves) {
                json["shuffled"] = json!({ "orders": orders, "leaves": mean });
                json["effective"] = json!(mean.powf(1.0 / f64::from(deepest.max(1))));
            }
            rows.push(json);
        }
        if tree.is_general() {
            continue;
        }
        let config = Config { table, fail_hard: true, ..plan.config.clone() };
        let hard = compare::plain(&tree, &Plan { config, record: false, ..plan.clone() });
        rows.push(row_of_tree(&hard, &tree, table, true, deepest));
    }
    Ok(Some(answer("The tree, searched in every way", &rows, Some(leaves), deepest)))
}

/// How many random orders were tried, and how many leaves they took on average.
fn shuffled(row: &Row, tree: &Tree, plan: &Plan, seed: u64, leaves: u64) -> Option<(u64, f64)> {
    let orders = (SHUFFLED_LEAVES / leaves.max(1)).clamp(1, SHUFFLES);
    let mut sum = row.counts()?.leaves;
    for other in 1..orders {
        sum += row.reshuffled(tree, plan, seed.wrapping_add(other))?.counts()?.leaves;
    }
    row.reshuffled(tree, plan, seed).map(|_| (orders, sum as f64 / orders as f64))
}

fn row_of_tree(row: &Row, tree: &Tree, table: bool, fail_hard: bool, deepest: u32) -> Json {
    let mut json = row.json(tree);
    json["table"] = json!(table);
    json["fail_hard"] = json!(fail_hard);
    json["bounds"] = json!(row.bounds(tree));
    json["effective"] = json!(row.counts().map(|counts| effective(counts.leaves, deepest)));
    json
}

/// How many leaves a tree has down to a depth, and how deep the deepest is.
fn census(tree: &Tree, depth: u32) -> (u64, u32) {
    let mut stack: Vec<(Place, u32)> = vec![(tree.root(), 0)];
    let (mut leaves, mut deepest) = (0, 0);
    while let Some((place, ply)) = stack.pop() {
        let mut moves = Vec::new();
        if ply < depth {
            tree.moves(&place, &mut moves);
        }
        if moves.is_empty() {
            leaves += 1;
            deepest = deepest.max(ply);
        }
        stack.extend(moves.into_iter().map(|branch| {
            let mut next = place;
            tree.play(&mut next, branch);
            (next, ply + 1)
        }));
    }
    (leaves, deepest)
}

/// A way to search.
struct Way {
    /// The name of the search.
    search: &'static str,
    prune: Prune,
    order: Order,
    table: bool,
}

/// The search that looks at everything, and the one that cuts, for a game of this kind.
fn plain_and_cutting(about: &About) -> [&'static str; 2] {
    if about.has_search("alpha-beta") { ["minimax", "alpha-beta"] } else { ["max-n", "paranoid"] }
}

fn ways(about: &About, seed: u64) -> Vec<Way> {
    let [all, cutting] = plain_and_cutting(about);
    let way = |search, prune, order, table| Way { search, prune, order, table };
    let plain = |search, table| way(search, Prune::NonStrict, Order::Given, table);
    let orders = [Order::Given, Order::Best, Order::Worst, Order::Random(seed), Order::Evaluation];
    let mut ways = vec![plain(all, false)];
    for prune in [Prune::NonStrict, Prune::Strict] {
        ways.extend(orders.map(|order| way(cutting, prune, order, false)));
    }
    ways.push(plain("expectimax", false));
    ways.push(plain(all, true));
    ways.extend(
        [Order::Given, Order::Evaluation].map(|order| way(cutting, Prune::NonStrict, order, true)),
    );
    ways
}

fn of_game(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    let at = place::read(ask)?;
    let [plain, _] = plain_and_cutting(at.about());
    let depth = ask.whole("plies", 1..=DEEPEST)?.unwrap_or(3) as u32;
    let mut left = pace.limit(ALL);
    let mut rows = Vec::new();
    let mut all: Option<u64> = None;
    for way in ways(at.about(), ask.seed()?.unwrap_or(1)) {
        let start = Instant::now();
        let found = way.search(&at, depth, left.min(LONGEST));
        left = left.saturating_sub(start.elapsed());
        if pace.is_quick() && found.as_ref().is_ok_and(|answer| answer.stop == Stop::Time) {
            return Ok(None);
        }
        pace.pause()?;
        if let Ok(Answer { stop: Stop::Finished, counts, .. }) = &found
            && way.search == plain
            && !way.table
        {
            all = Some(counts.leaves);
        }
        rows.push(way.row(&at, &found, depth));
    }
    let title = format!("{}, {depth} plies, searched in every way", at.about().name);
    Ok(Some(answer(&title, &rows, all, depth)))
}

impl Way {
    /// Whether it leaves anything out, so that the order matters.
    fn prunes(&self) -> bool {
        ["alpha-beta", "paranoid"].contains(&self.search)
    }

    fn search(&self, at: &Reached, depth: u32, time: Duration) -> Result<Answer, Refusal> {
        let limits = Limits {
            depth: Some(Depth::plies(depth)),
            nodes: Some(MOST_POSITIONS),
            time: Some(time),
            ..Limits::default()
        };
        let Way { prune, order, table, .. } = *self;
        let textbook = Config { prune, order, table, distinct: true, ..Config::default() };
        let options = Options { textbook, ..Options::default() };
        let mut thinker = at.game.thinker(self.search, &options)?;
        thinker.think(&*at.session, &Question::default(), &limits, &mut |_| ())
    }

    fn row(&self, at: &Reached, found: &Result<Answer, Refusal>, depth: u32) -> Json {
        let mut row = json!({
            "algorithm": self.search,
            "prune": self.prunes().then(|| prune_word(self.prune)),
            "order": self.prunes().then(|| order_word(self.order)),
            "table": self.table,
        });
        match found {
            Err(refusal) => row["reason"] = json!(refusal.to_string()),
            Ok(answer) if answer.stop != Stop::Finished => {
                row["reason"] = json!(format!("broken off: {}", answer.stop));
            }
            Ok(answer) => {
                let Answer { worth, unit, best, counts, .. } = answer;
                row["value"] = json!(worth.as_ref().map(|worth| bar::told(worth, unit)));
                row["move"] = json!(best.map(|choice| at.session.name(choice)));
                row["counts"] = json::counts(*counts);
                row["effective"] = json!(effective(counts.leaves, depth));
            }
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(fields: &Json) -> Json {
        let answer = compare(Ask(fields), &mut Pace::Dear(&mut || true));
        answer.expect("a table").expect("there is no hurry")
    }

    fn rows(answer: &Json) -> &Vec<Json> {
        answer["rows"].as_array().expect("rows")
    }

    #[test]
    fn a_tree_is_searched_in_every_way() {
        let fields = json!({ "tree": "((3 12 8) (2 4 6) (14 5 2))" });
        let answer = compared(&fields);
        assert_eq!((&answer["b"], &answer["depth"]), (&json!(3.0), &json!(2)));
        let leaves = |row: &Json| row["counts"]["leaves"].as_u64();
        let found = |algorithm: &str, prune: Json, order: Json| {
            let is_it = |row: &&Json| {
                row["algorithm"] == algorithm && row["prune"] == prune && row["order"] == order
            };
            rows(&answer).iter().find(is_it).and_then(leaves)
        };
        assert_eq!(found("minimax", Json::Null, Json::Null), Some(9));
        assert_eq!(found("alpha-beta", json!("non-strict"), json!("given")), Some(7));
        assert_eq!(found("alpha-beta", json!("non-strict"), json!("best")), Some(5));
        assert!(found("expectimax", Json::Null, Json::Null).is_some());
        assert!(rows(&answer).iter().any(|row| row["table"] == true));
        assert!(answer["svg"].as_str().is_some_and(|svg| svg.contains("√b = 1.73")));
    }

    /// The best order takes less than a random one does on average, and the worst takes more: on every tree of the list.
    #[test]
    fn orders_differ_on_every_classic_tree() {
        let classics = super::super::grow::classics();
        for classic in classics["classics"].as_array().expect("a list") {
            let answer = compared(&json!({ "tree": classic["tree"] }));
            let is_it = |row: &&Json, order: &str| {
                row["algorithm"] == "alpha-beta"
                    && row["prune"] == "non-strict"
                    && row["order"] == order
            };
            let effective = |order: &str| {
                let row = rows(&answer).iter().find(|row| is_it(row, order)).expect(order);
                row["effective"].as_f64().expect("a number")
            };
            let [best, random, worst] = ["best", "random", "worst"].map(effective);
            assert!(
                best < random - 0.03 && random < worst - 0.03,
                "{classic}: {best} {random} {worst}"
            );
        }
    }

    #[test]
    fn a_position_is_searched_in_every_way() {
        let fields = json!({ "game": "tic-tac-toe", "moves": "a1 b2", "plies": 3 });
        let answer = compared(&fields);
        assert_eq!(rows(&answer)[0]["counts"]["leaves"], 7 * 6 * 5);
        let values: Vec<&Json> = rows(&answer)
            .iter()
            .filter(|row| row["algorithm"] != "expectimax")
            .map(|row| &row["value"])
            .collect();
        assert_eq!(values.len(), 14);
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn fail_hard_stands_beside_fail_soft() {
        let answer = compared(&json!({ "tree": "((3 12 8) (2 4 6) (14 5 2))" }));
        let bounds = |hard: bool| {
            let is_it = |row: &&Json| {
                row["fail_hard"] == hard
                    && row["algorithm"] == "alpha-beta"
                    && row["prune"] == "non-strict"
                    && row["order"] == "given"
                    && row["table"] == false
            };
            rows(&answer).iter().find(is_it).map(|row| row["bounds"].clone())
        };
        assert_eq!(bounds(false), Some(json!(["a1 = 3", "a2 <= 2", "a3 <= 2"])));
        assert_eq!(bounds(true), Some(json!(["a1 = 3", "a2 <= 3", "a3 <= 3"])));
    }

    #[test]
    fn the_whole_tree_of_tic_tac_toe_is_within_bounds() {
        let fields = json!({ "game": "tic-tac-toe" });
        let at = place::read(Ask(&fields)).expect("a position");
        let minimax =
            Way { search: "minimax", prune: Prune::NonStrict, order: Order::Given, table: false };
        let found = minimax.search(&at, DEEPEST as u32, Duration::from_secs(600)).expect("a value");
        assert_eq!((found.counts.generated, found.counts.leaves), (549_946, 255_168));
    }

    #[test]
    fn a_search_that_takes_too_long_is_broken_off() {
        let fields = json!({ "game": "chess", "plies": 6 });
        let start = Instant::now();
        let answer = compared(&fields);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        assert!(
            rows(&answer)[0]["reason"].as_str().is_some_and(|told| told.contains("broken off"))
        );
        assert_eq!(answer["b"], Json::Null);
    }
}
