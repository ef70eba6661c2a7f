//! The tree of a Monte-Carlo search from a position of a game, opened node by node: how often each move was visited, what it brought, and the value
//! by which it is selected.
//!
//! A record of the search's own events is condensed into its nodes: see [`outplay::mcts::Record`]. The last few trees are kept.

use std::time::Duration;

use outplay::face::{About, Options, Simulated};
use outplay::mcts::{Phase, Record};
use outplay::{Limits, Player, Stop, Turn};
use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::boards::Boards;
use super::kept::Kept;
use super::pace::Pace;
use super::place;
use super::simulations::{MEGABYTES, Wanted};
use crate::failure::Failure;

/// How many simulations a tree has, and how many at most.
const USUAL: i64 = 500;
const MOST: i64 = 3_000;
const TIME: Duration = Duration::from_secs(3);

/// A tree, and what is known of all of it.
struct Grown {
    /// The root first, every node before its children.
    nodes: Vec<Node>,
    /// What players are called, by seat.
    names: Vec<String>,
    about: Json,
}

/// A node that was visited.
struct Node {
    by: String,
    turn: Option<Turn>,
    payoffs: Vec<f64>,
    visits: u64,
    /// What the player who chose it wins there on average, and for sure.
    mean: Option<f64>,
    proven: Option<f64>,
    /// The value by which it was last compared with its siblings.
    score: Option<f64>,
    /// Those with most visits first.
    children: Vec<usize>,
    /// How many moves there are, as far as that is known.
    moves: usize,
}

/// The children of a node; `path` leads there, as indices. The root comes with what is known of the whole search.
pub(super) fn open(ask: Ask<'_>, pace: &Pace<'_>) -> Result<Option<Json>, Failure> {
    static KEPT: Kept<Grown> = Kept::new();
    let fields =
        ["game", "position", "moves", "rule", "simulations", "seed", "exploration", "solver"];
    let question = json!(fields.map(|name| ask.field(name))).to_string();
    let Some(tree) = KEPT.or_made(question, || grown(ask, pace))? else { return Ok(None) };
    let mut boards = Boards::wanted(ask)?;
    let mut node = &tree.nodes[0];
    for step in ask.path()? {
        let wrong = || Failure::input("`path` leads to a node that was not visited");
        node = &tree.nodes[*node.children.get(step).ok_or_else(wrong)?];
        boards.iter_mut().for_each(|boards| boards.go(&node.by));
    }
    let here = boards.as_ref().map(Boards::here);
    let children = node.children.iter().enumerate().map(|(rank, &child)| {
        let child = &tree.nodes[child];
        let mut told = tree.json(child, rank == 0);
        told["board"] = json!(boards.as_mut().map(|boards| boards.after(&child.by)));
        told
    });
    let children: Vec<Json> = children.collect();
    let untried = node.moves.saturating_sub(children.len());
    let mut answer = json!({
        "node": tree.json(node, true),
        "reason": untried_told(untried),
        "children": children,
        "about": tree.about,
    });
    answer["node"]["board"] = json!(here);
    Ok(Some(answer))
}

fn untried_told(untried: usize) -> Option<String> {
    match untried {
        0 => None,
        1 => Some("1 more move was never tried".to_owned()),
        _ => Some(format!("{untried} more moves were never tried")),
    }
}

impl Grown {
    fn json(&self, node: &Node, best: bool) -> Json {
        let short = |number: f64| format!("{number:.2}");
        let turn = node.turn.map(|turn| match turn {
            Turn::Chance => "chance",
            Turn::Player(player) => self.names.get(player.index()).map_or("nobody", String::as_str),
        });
        json!({
            "move": node.by,
            "turn": turn,
            "visits": node.visits,
            "mean": node.mean.map(short),
            "proven": node.proven.map(short),
            "score": node.score.map(short),
            "payoffs": (!node.payoffs.is_empty()).then_some(&node.payoffs),
            "best": best,
            "inner": !node.children.is_empty(),
        })
    }
}

/// Searches, and condenses what was written down; none if it takes too long for what has to be quick.
fn grown(ask: Ask<'_>, pace: &Pace<'_>) -> Result<Option<Grown>, Failure> {
    let at = place::read(ask)?;
    let wanted = Wanted::read(ask, USUAL, MOST)?;
    let options = Options {
        megabytes: MEGABYTES,
        mcts: wanted.settings.clone(),
        seed: wanted.seed,
        ..Options::default()
    };
    let limits = Limits { time: Some(pace.limit(TIME)), ..Limits::default() };
    let mut thinker = at.game.thinker("mcts", &options)?;
    let Simulated { record, answer } = thinker.simulate(&*at.session, &limits)?;
    let is_cut_short = answer.stop == Stop::Time;
    if is_cut_short && pace.is_quick() {
        return Ok(None);
    }
    let about = at.about();
    let mut told = json!({
        "algorithm": "mcts",
        "rule": wanted.rule,
        "simulations": record.simulations,
        "line": at.session.names(&answer.line),
        "counts": counted(about),
    });
    if is_cut_short {
        let (count, time) = (record.simulations, TIME.as_secs());
        told["note"] = json!(format!("There was time for {count} simulations in {time} s."));
    }
    Ok(Some(Grown { nodes: nodes(&record), names: names(about), about: told }))
}

/// What a mean counts, in words.
fn counted(about: &About) -> &'static str {
    match about.players() == 2 && about.zero_sum {
        true => {
            "what the player who chose it wins on average: 1 for a game that is won, -1 for one that is lost, or points"
        }
        false => "what the player who chose it gets on average",
    }
}

/// One side against the other is MAX against MIN, as in the trees of alpha-beta.
fn names(about: &About) -> Vec<String> {
    match about.players() == 2 && about.zero_sum {
        true => Player::all(2)
            .map(|player| if player == Player::MAX { "MAX" } else { "MIN" }.to_owned())
            .collect(),
        false => about.seats.clone(),
    }
}

/// The nodes of a record with what is known of them at its end.
fn nodes(record: &Record) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut ranks: Vec<Vec<(usize, usize)>> = vec![Vec::new(); record.nodes.len()];
    for (index, node) in record.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            ranks[parent].push((node.rank, index));
            nodes[parent].children.push(index);
        }
        nodes.push(Node {
            by: node.by.clone(),
            turn: node.turn,
            payoffs: node.payoffs.clone(),
            visits: 0,
            mean: None,
            proven: None,
            score: None,
            children: Vec::new(),
            moves: 0,
        });
    }
    for frame in &record.frames {
        if frame.phase == Phase::Select {
            nodes[frame.node].moves = frame.among.len();
            for one in &frame.among {
                let child = ranks[frame.node].iter().find(|(rank, _)| *rank == one.by);
                child.iter().for_each(|(_, child)| nodes[*child].score = one.score);
            }
        }
        for one in &frame.learnt {
            let node = &mut nodes[one.node];
            (node.visits, node.mean, node.proven) = (one.visits, one.mean, one.proven);
        }
    }
    for index in 0..nodes.len() {
        let mut children = std::mem::take(&mut nodes[index].children);
        children.sort_by_key(|&child| std::cmp::Reverse(nodes[child].visits));
        nodes[index].children = children;
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn opened(fields: &Json) -> Result<Json, Failure> {
        let answer = open(Ask(fields), &Pace::Dear(&mut || true))?;
        Ok(answer.expect("there is no hurry"))
    }

    #[test]
    fn visits_add_up_from_node_to_node() {
        let fields = json!({ "game": "tic-tac-toe", "position": "XX.OO....", "simulations": 400 });
        let root = opened(&fields).expect("a tree");
        let children = root["children"].as_array().expect("children").clone();
        let visits = |node: &Json| node["visits"].as_u64().expect("a number");
        let sum: u64 = children.iter().map(visits).sum();
        assert!(visits(&root["node"]).abs_diff(sum) <= 1, "{} {sum}", root["node"]);
        // X wins at once: that move is best, and the number of its visits is the highest.
        assert_eq!((&children[0]["move"], &children[0]["mean"]), (&json!("c3"), &json!("1.00")));
        assert_eq!((&children[0]["best"], &children[1]["best"]), (&json!(true), &json!(false)));
        assert!(children.windows(2).all(|two| visits(&two[0]) >= visits(&two[1])));
        let mut below = fields;
        below["path"] = json!([1]);
        below["boards"] = json!(true);
        let node = opened(&below).expect("a node");
        assert_eq!(
            (&node["node"]["turn"], &node["node"]["board"]["game"]),
            (&json!("MIN"), &json!("tic-tac-toe"))
        );
        let pieces = node["children"][0]["board"]["board"]["pieces"].as_array().map(Vec::len);
        assert_eq!(pieces, Some(6), "two more than at the root");
    }

    #[test]
    fn every_game_of_the_catalogue_has_a_tree() {
        for listing in games::all().listings() {
            for rule in ["ucb1", "puct"] {
                let fields = json!({ "game": listing.name, "simulations": 20, "rule": rule, "boards": true });
                let root = opened(&fields).unwrap_or_else(|why| panic!("{}: {why}", listing.name));
                assert_ne!(root["children"].as_array().map(Vec::len), Some(0), "{}", listing.name);
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (fields, words) in [
            (
                json!({ "game": "tic-tac-toe", "simulations": 9_999 }),
                "a whole number from 1 to 3000",
            ),
            (json!({ "game": "tic-tac-toe", "rule": "best" }), "`rule` is one of"),
            (json!({ "game": "tic-tac-toe", "path": [77] }), "`path` leads to a node"),
        ] {
            let told = opened(&fields).expect_err("it is wrong").to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
