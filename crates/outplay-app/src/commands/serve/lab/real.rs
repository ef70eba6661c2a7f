//! Real trees: what alpha-beta looks at from a position of a game, opened node by node.
//!
//! The search is that of the textbook, as deep as the bound on its size allows. The last few records are kept, so that opening a
//! node takes no search; a record that is gone is made again, and is the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outplay::textbook::{Config, Order, Prune, Search, Trace, TraceNode, What};
use outplay::{
    Bound, Depth, Game, Limits, Names, Player, Report, Scored, Source, Stop, Turn, Window,
};
use outplay_games::catalogue::{Listed, Visitor};
use serde_json::{Value as Json, json};

use super::super::super::analyse::written;
use super::ask::Ask;
use super::pace::Pace;
use super::place;
use crate::draw::numbers;
use crate::failure::Failure;
use crate::games;
use crate::search::Value;
use crate::wanted::{Ordering, Pruning};

/// A record has at most so many nodes.
const MOST_NODES: u64 = 20_000;
/// So many records are kept.
const KEPT: usize = 8;
const DEEPEST: i64 = 12;
const TIME: Duration = Duration::from_secs(3);

/// A recorded search, in words.
struct Record {
    /// What was asked for.
    question: String,
    /// The root first, every node before its children.
    nodes: Vec<Node>,
    about: Json,
}

struct Node {
    by: String,
    turn: Option<&'static str>,
    window: Window<f64>,
    value: Option<Bound<f64>>,
    source: Option<Source>,
    /// Why moves were cut, if some were.
    reason: Option<String>,
    best: Option<String>,
    children: Vec<usize>,
    cut: Vec<String>,
}

/// The children of a node; `path` leads there, as indices. The root comes with what is known of the whole search.
pub(super) fn open(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    let Some(record) = record(ask, pace)? else { return Ok(None) };
    let mut node = &record.nodes[0];
    for step in ask.field("path").and_then(Json::as_array).into_iter().flatten() {
        let child = step.as_u64().and_then(|step| node.children.get(usize::try_from(step).ok()?));
        let wrong = || Failure::input("`path` leads to a node that was not searched");
        node = &record.nodes[*child.ok_or_else(wrong)?];
    }
    let searched = node.children.iter().map(|&child| record.nodes[child].json(node));
    let cut = node.cut.iter().map(|by| json!({ "move": by, "cut": true }));
    let mut answer = json!({
        "node": node.json(node),
        "reason": node.reason,
        "children": searched.chain(cut).collect::<Vec<Json>>(),
    });
    answer["about"] = record.about.clone();
    Ok(Some(answer))
}

impl Node {
    fn json(&self, parent: &Node) -> Json {
        let estimate = self.source == Some(Source::Evaluation);
        let label = |value: Bound<f64>| match estimate {
            true => numbers::estimate(&Value::One(value)),
            false => numbers::label(&Value::One(value)),
        };
        json!({
            "move": self.by,
            "turn": self.turn,
            "window": numbers::window(self.window),
            "value": self.value.map(label),
            "source": self.source.map(word),
            "best": parent.best.as_ref() == Some(&self.by),
            "inner": !self.children.is_empty() || !self.cut.is_empty(),
            "cuts": self.cut.len(),
        })
    }
}

fn word(source: Source) -> &'static str {
    match source {
        Source::Payoff => "over",
        Source::Evaluation => "evaluated",
        Source::Table => "searched before",
        Source::Known => "known",
    }
}

fn kept() -> &'static Mutex<VecDeque<Arc<Record>>> {
    static KEPT: Mutex<VecDeque<Arc<Record>>> = Mutex::new(VecDeque::new());
    &KEPT
}

/// The record of a search: one that is kept, or a new one, if there is time to make it.
fn record(ask: Ask<'_>, pace: &Pace<'_>) -> Result<Option<Arc<Record>>, Failure> {
    let fields = ["game", "position", "moves", "depth", "prune", "order", "table"];
    let question = json!(fields.map(|name| ask.field(name))).to_string();
    let known = || kept().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(record) = known().iter().find(|record| record.question == question) {
        return Ok(Some(Arc::clone(record)));
    }
    let record = games::visit(ask.text("game")?, Recorded { ask, pace, question })??;
    let Some(record) = record.map(Arc::new) else { return Ok(None) };
    let mut known = known();
    if known.len() == KEPT {
        known.pop_front();
    }
    known.push_back(Arc::clone(&record));
    Ok(Some(record))
}

/// Searches and writes everything down.
struct Recorded<'a, 'p> {
    ask: Ask<'a>,
    pace: &'a Pace<'p>,
    question: String,
}

/// A search that was finished, and how deep it is.
type Finished<G> = (
    Trace<<G as Game>::Position, <G as Game>::Move, Bound<f64>>,
    Report<<G as Game>::Move, Bound<f64>>,
    u32,
);

impl Visitor for Recorded<'_, '_> {
    type Output = Result<Option<Record>, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let position = place::read(game, self.ask)?;
        let wanted = self.ask.whole("depth", 1..=DEEPEST)?.unwrap_or(3) as u32;
        let Some((trace, report, depth)) = self.deepest(game, &position, wanted)? else {
            return Ok(None);
        };
        let mut about = json!({
            "picture": game.picture(&position),
            "depth": depth,
            "wanted": wanted,
            "generated": report.counts.generated,
            "leaves": report.counts.leaves,
            "cutoffs": report.counts.cutoffs,
            "line": written(game, &position, &report.line),
        });
        if depth < wanted {
            about["note"] = json!(format!(
                "Depth {wanted} takes more than {MOST_NODES} positions, or {} s: this is depth {depth}.",
                TIME.as_secs()
            ));
        }
        let nodes = noted(&trace, game);
        Ok(Some(Record { question: self.question, nodes, about }))
    }
}

impl Recorded<'_, '_> {
    /// The deepest search within the bounds; none if it takes too long for what has to be quick.
    fn deepest<G: Listed>(
        &self,
        game: &G,
        position: &G::Position,
        wanted: u32,
    ) -> Result<Option<Finished<G>>, Failure> {
        let insight = game.insight();
        let scored = Scored::new(game, &insight);
        let start = std::time::Instant::now();
        let mut last = None;
        for depth in 1..=wanted {
            let time = self.pace.limit(TIME).saturating_sub(start.elapsed());
            let config = self.config(depth, time)?;
            let mut trace = Trace::new();
            let search = Search::new(&scored).evaluation(&scored).config(config);
            let report = search.observer(&mut trace).alpha_beta(position);
            let report = report.map_err(|error| Failure::input(error.to_string()))?;
            match report.stop {
                Stop::Finished => {}
                Stop::Time if self.pace.is_quick() => return Ok(None),
                _ => break,
            }
            last = Some((trace, report, depth));
        }
        last.map(Some).ok_or_else(|| {
            Failure::input(format!("there are more than {MOST_NODES} moves, or they take too long"))
        })
    }

    fn config(&self, depth: u32, time: Duration) -> Result<Config, Failure> {
        let strict = matches!(self.ask.choice("prune")?, Some(Pruning::Strict));
        let limits = Limits {
            depth: Some(Depth::plies(depth)),
            nodes: Some(MOST_NODES),
            time: Some(time),
            ..Limits::default()
        };
        Ok(Config {
            limits,
            prune: if strict { Prune::Strict } else { Prune::NonStrict },
            order: match self.ask.choice("order")?.unwrap_or(Ordering::Eval) {
                Ordering::Given => Order::Given,
                Ordering::Best => Order::Best,
                Ordering::Worst => Order::Worst,
                Ordering::Random => Order::Random(1),
                Ordering::Eval => Order::Evaluation,
            },
            table: self.ask.flag("table"),
            ..Config::default()
        })
    }
}

/// The nodes of a record, in words.
fn noted<G: Listed>(trace: &Trace<G::Position, G::Move, Bound<f64>>, game: &G) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (index, node) in trace.nodes.iter().enumerate() {
        let by = node.parent.zip(node.by);
        let by = by.map(|(parent, by)| game.write_move(&trace.nodes[parent].position, by));
        if let Some(parent) = node.parent {
            nodes[parent].children.push(index);
        }
        nodes.push(note(node, by.unwrap_or_default(), game));
    }
    for (index, step) in trace.steps.iter().enumerate() {
        if let What::Cut { .. } = step.what {
            let called = Called { game, trace, nodes: &nodes, at: step.node };
            nodes[step.node].reason = Some(trace.sentence(index, &called));
        }
    }
    nodes
}

fn note<G: Listed>(
    node: &TraceNode<G::Position, G::Move, Bound<f64>>,
    by: String,
    game: &G,
) -> Node {
    let name = |mv: G::Move| game.write_move(&node.position, mv);
    Node {
        by,
        turn: node.turn.map(|turn| match turn {
            Turn::Player(Player::MAX) => "MAX",
            Turn::Player(_) => "MIN",
            Turn::Chance => "chance",
        }),
        window: node.window,
        value: node.value,
        source: node.source,
        reason: None,
        best: node.best.filter(|_| node.source.is_none()).map(name),
        children: Vec::new(),
        cut: node.cut.iter().map(|&mv| name(mv)).collect(),
    }
}

/// The names of a node and of those above it: the moves that lead there.
struct Called<'c, G: Game> {
    game: &'c G,
    trace: &'c Trace<G::Position, G::Move, Bound<f64>>,
    nodes: &'c [Node],
    at: usize,
}

impl<G: Listed> Called<'_, G> {
    /// The nodes from this one up to the root.
    fn up(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(from), |&node| self.trace.nodes[node].parent)
    }
}

impl<G: Listed> Names<G::Position, G::Move> for Called<'_, G> {
    fn position(&self, position: &G::Position) -> String {
        let is_it = |&node: &usize| std::ptr::eq(&self.trace.nodes[node].position, position);
        let node = self.up(self.at).find(is_it).unwrap_or(0);
        let mut line: Vec<&str> = self.up(node).map(|node| self.nodes[node].by.as_str()).collect();
        line.pop();
        line.reverse();
        if line.is_empty() { "start".to_owned() } else { line.join(" ") }
    }

    fn mv(&self, position: &G::Position, mv: G::Move) -> String {
        self.game.write_move(position, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(fields: &Json) -> Result<Json, Failure> {
        let answer = open(Ask(fields), &mut Pace::Dear(&mut || true))?;
        Ok(answer.expect("there is no hurry"))
    }

    #[test]
    fn a_tree_is_opened_node_by_node() {
        let fields = json!({ "game": "tic-tac-toe", "position": "X.O......", "depth": 2 });
        let root = opened(&fields).expect("a tree");
        let children = root["children"].as_array().expect("children");
        assert_eq!(children.len(), 7, "every move is there, searched or cut");
        assert_eq!(root["node"]["turn"], "MAX");
        assert_eq!(root["node"]["window"], "(-∞, ∞)");
        let cut = (0..children.len()).find(|&index| children[index]["cuts"] != 0);
        let mut below = fields.clone();
        below["path"] = json!([cut.expect("a move whose replies are cut")]);
        let node = opened(&below).expect("a node");
        let reason = node["reason"].as_str().expect("a reason");
        assert!(
            reason.starts_with("MIN node ") && reason.contains(" at start: the rest of "),
            "{reason}"
        );
        let left = node["children"].as_array().expect("children");
        assert_eq!(left.len(), 6);
        assert!(left.iter().any(|child| child["cut"] == true && child.get("value").is_none()));
    }

    #[test]
    fn a_tree_is_no_larger_than_it_may_be() {
        let fields = json!({ "game": "chess", "depth": 12 });
        let root = opened(&fields).expect("a tree");
        let depth = root["about"]["depth"].as_u64().expect("a depth");
        assert!((2..12).contains(&depth), "{depth}");
        assert!(root["about"]["note"].as_str().is_some_and(|note| note.contains("20000")));
        assert!(root["about"]["generated"].as_u64().is_some_and(|count| count <= MOST_NODES));
    }

    #[test]
    fn every_game_of_the_catalogue_has_trees() {
        for entry in outplay_games::catalogue::GAMES {
            let fields = json!({ "game": entry.name, "depth": 2 });
            let root = opened(&fields).expect(entry.name);
            assert_ne!(root["children"].as_array().map(Vec::len), Some(0), "{}", entry.name);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (fields, words) in [
            (json!({ "game": "tic-tak-toe" }), "did you mean tic-tac-toe?"),
            (json!({ "game": "chess", "position": "nonsense" }), "the position: "),
            (json!({ "game": "chess", "moves": ["e2e4", "e2e4"] }), "move 2: "),
            (json!({ "game": "tic-tac-toe", "position": "XXXOO...." }), "the game is over"),
            (json!({ "game": "tic-tac-toe", "depth": 99 }), "`depth` has to be a whole number"),
            (json!({ "game": "tic-tac-toe", "path": [77] }), "`path` leads to a node"),
        ] {
            let told = opened(&fields).expect_err("it is wrong").to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
