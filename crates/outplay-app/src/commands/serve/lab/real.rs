//! Real trees: what a search of the textbook looks at from a position of a game, opened node by node.
//!
//! It is alpha-beta, unless another one is asked for or the game is of another kind, and goes as deep as the bound on its size allows.
//! The last few records are kept, so that opening a node takes no search; a record that is gone is made again, and is the same.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outplay::face::{About, Noted, Recorded};
use outplay::textbook::{Config, Order, Prune};
use outplay::{Depth, Limits, Payoffs, Player, Source, Stop, Turn};
use serde_json::{Value as Json, json};

use super::super::spots::Reached;
use super::ask::Ask;
use super::boards::Boards;
use super::kept::Kept;
use super::pace::Pace;
use super::{place, sampled};
use crate::draw::numbers;
use crate::failure::Failure;
use crate::search::Value;
use crate::wanted::{Ordering, Pruning};

/// A record has at most so many nodes.
const MOST_NODES: u64 = 20_000;
const DEEPEST: i64 = 12;
const TIME: Duration = Duration::from_secs(3);

/// A recorded search.
struct Record {
    /// The root first, every node before its children.
    nodes: Vec<Noted>,
    /// What the players are called in it.
    names: Players,
    about: Json,
}

/// What players are called in a record.
enum Players {
    /// MAX and MIN: one side against the other.
    Sides,
    /// By their seats: each player for themselves.
    Seats(Vec<String>),
}

impl Players {
    fn of(search: &str, about: &About) -> Players {
        if search == "max-n" { Players::Seats(about.seats.clone()) } else { Players::Sides }
    }

    fn name(&self, turn: Turn) -> &str {
        match (turn, self) {
            (Turn::Chance, _) => "chance",
            (Turn::Player(player), Players::Seats(seats)) => {
                seats.get(player.index()).map_or("nobody", String::as_str)
            }
            (Turn::Player(Player::MAX), Players::Sides) => "MAX",
            (Turn::Player(_), Players::Sides) => "MIN",
        }
    }
}

/// The children of a node; `path` leads there, as indices. The root comes with what is known of the whole search.
pub(super) fn open(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    if ask.maybe_text("algorithm")? == Some("mcts") {
        return sampled::open(ask, pace);
    }
    let Some(record) = record(ask, pace)? else { return Ok(None) };
    let mut boards = Boards::wanted(ask)?;
    let mut node = &record.nodes[0];
    for step in ask.path()? {
        let wrong = || Failure::input("`path` leads to a node that was not searched");
        node = &record.nodes[*node.children.get(step).ok_or_else(wrong)?];
        boards.iter_mut().for_each(|boards| boards.go(&node.by));
    }
    let searched = node.children.iter().map(|&child| record.json(&record.nodes[child], node));
    let cut = node.cut.iter().map(|by| json!({ "move": by, "cut": true }));
    let mut children: Vec<Json> = searched.chain(cut).collect();
    let mut answer = json!({
        "node": record.json(node, node),
        "reason": node.reason,
        "about": record.about,
    });
    if let Some(boards) = &mut boards {
        answer["node"]["board"] = boards.here();
        for child in &mut children {
            child["board"] = boards.after(child["move"].as_str().unwrap_or_default());
        }
    }
    answer["children"] = json!(children);
    Ok(Some(answer))
}

impl Record {
    fn json(&self, node: &Noted, parent: &Noted) -> Json {
        let one = node.value.map(Value::One);
        let each = (!node.each.is_empty()).then(|| Value::Each(Payoffs(node.each.clone())));
        let label = |value: Value| match node.source {
            Some(Source::Evaluation) => numbers::estimate(&value),
            _ => numbers::label(&value),
        };
        json!({
            "move": node.by,
            "turn": node.turn.map(|turn| self.names.name(turn)),
            "window": numbers::window(node.window),
            "value": one.or(each).map(label),
            "source": node.source.map(word),
            "best": parent.best.as_ref() == Some(&node.by),
            "inner": !node.children.is_empty() || !node.cut.is_empty(),
            "cuts": node.cut.len(),
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

/// The record of a search: one that is kept, or a new one, if there is time to make it.
fn record(ask: Ask<'_>, pace: &Pace<'_>) -> Result<Option<Arc<Record>>, Failure> {
    static KEPT: Kept<Record> = Kept::new();
    let fields = ["game", "position", "moves", "depth", "algorithm", "prune", "order", "table"];
    let question = json!(fields.map(|name| ask.field(name))).to_string();
    KEPT.or_made(question, || made(ask, pace))
}

/// Searches and writes everything down.
fn made(ask: Ask<'_>, pace: &Pace<'_>) -> Result<Option<Record>, Failure> {
    let at = place::read(ask)?;
    let search = search(ask, at.about())?;
    let wanted = ask.whole("depth", 1..=DEEPEST)?.unwrap_or(3) as u32;
    let Some((recorded, depth)) = deepest(ask, pace, &at, search, wanted)? else {
        return Ok(None);
    };
    let Recorded { nodes, answer } = recorded;
    let mut about = json!({
        "unit": { "name": at.about().unit.name, "size": at.about().unit.size },
        "algorithm": search,
        "depth": depth,
        "wanted": wanted,
        "generated": answer.counts.generated,
        "leaves": answer.counts.leaves,
        "cutoffs": answer.counts.cutoffs,
        "line": at.session.names(&answer.line),
    });
    if depth < wanted {
        about["note"] = json!(format!(
            "Depth {wanted} takes more than {MOST_NODES} positions, or {} s: this is depth {depth}.",
            TIME.as_secs()
        ));
    }
    let names = Players::of(search, at.about());
    Ok(Some(Record { nodes, names, about }))
}

/// The search that is recorded: the one that is asked for, or one that fits the game.
fn search(ask: Ask<'_>, about: &About) -> Result<&'static str, Failure> {
    let known = place::searches(about);
    let is_there = |name: &&str| known.contains(name);
    let usual = match about.players() {
        1 => ["expectimax", "max-n"],
        _ => ["alpha-beta", "max-n"],
    };
    let wanted = ask.maybe_text("algorithm")?;
    let found = match wanted {
        Some(wanted) => known.iter().copied().find(|name| *name == wanted),
        None => usual.into_iter().find(is_there),
    };
    found.ok_or_else(|| {
        let (game, wanted) = (&about.name, wanted.unwrap_or("alpha-beta"));
        let known = known.join(", ");
        Failure::input(format!("`algorithm` is one of {known} for {game}, not `{wanted:.30}`"))
    })
}

/// The deepest search within the bounds, and its depth; none if it takes too long for what has to be quick.
fn deepest(
    ask: Ask<'_>,
    pace: &Pace<'_>,
    at: &Reached,
    search: &str,
    wanted: u32,
) -> Result<Option<(Recorded, u32)>, Failure> {
    let start = Instant::now();
    let mut last = None;
    let mut refusal = None;
    for depth in 1..=wanted {
        let time = pace.limit(TIME).saturating_sub(start.elapsed());
        match at.game.trace(search, &*at.session, config(ask, depth, time)?) {
            Ok(recorded) if recorded.answer.stop == Stop::Finished => {
                last = Some((recorded, depth));
            }
            Ok(recorded) if recorded.answer.stop == Stop::Time && pace.is_quick() => {
                return Ok(None);
            }
            Ok(_) => break,
            // Without an evaluation only a search to the end finds anything, and that may be a deeper one.
            Err(why) => refusal = Some(why),
        }
    }
    match (last, refusal) {
        (Some(last), _) => Ok(Some(last)),
        (None, Some(why)) => Err(why.into()),
        (None, None) => Err(Failure::input(format!(
            "there are more than {MOST_NODES} moves, or they take too long"
        ))),
    }
}

fn config(ask: Ask<'_>, depth: u32, time: Duration) -> Result<Config, Failure> {
    let strict = matches!(ask.choice("prune")?, Some(Pruning::Strict));
    let limits = Limits {
        depth: Some(Depth::plies(depth)),
        nodes: Some(MOST_NODES),
        time: Some(time),
        ..Limits::default()
    };
    Ok(Config {
        limits,
        prune: if strict { Prune::Strict } else { Prune::NonStrict },
        order: match ask.choice("order")?.unwrap_or(Ordering::Eval) {
            Ordering::Given => Order::Given,
            Ordering::Best => Order::Best,
            Ordering::Worst => Order::Worst,
            Ordering::Random => Order::Random(1),
            Ordering::Eval => Order::Evaluation,
        },
        table: ask.flag("table"),
        ..Config::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

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
        assert_eq!(root["about"]["unit"], json!({ "name": "points", "size": 1.0 }));
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
        for listing in games::all().listings() {
            let fields = json!({ "game": listing.name, "depth": 2 });
            let root = opened(&fields).unwrap_or_else(|why| panic!("{}: {why}", listing.name));
            assert_ne!(root["children"].as_array().map(Vec::len), Some(0), "{}", listing.name);
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
            (
                json!({ "game": "chess", "algorithm": "engine" }),
                "`algorithm` is one of minimax, alpha-beta, max-n, paranoid, expectimax for chess, not `engine`",
            ),
        ] {
            let told = opened(&fields).expect_err("it is wrong").to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
