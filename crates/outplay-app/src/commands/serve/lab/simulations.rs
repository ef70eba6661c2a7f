//! Monte-Carlo search, step by step: the four phases of every simulation, on a tree or from a position of a game.
//!
//! What is shown is what the search itself tells: see [`Record`]. A tree is drawn whole, and of a game the nodes that were visited.

use std::collections::HashMap;

use outplay::engine::Question;
use outplay::face::{Options, Simulated};
use outplay::mcts::{Config, Frame, Mcts, Phase, Record, Recorder, Visited};
use outplay::{Game, Limits, Player, Range, Stop, Tree, Turn};
use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::pace::Pace;
use super::place;
use super::trees::{Searched, TIME, drawn, look, too_long};
use crate::draw::{Fate, Labels, Node, Picture, Shape, numbers, summary};
use crate::failure::Failure;

const MOST_SIMULATIONS: i64 = 300;
const USUAL_SIMULATIONS: i64 = 20;
const RULES: [&str; 3] = ["ucb1", "ucb1-tuned", "puct"];
/// The width of what is written at a node: visits and the mean.
const ROOM: f64 = 58.0;
/// The height of what is written below a leaf.
const BELOW: f64 = 34.0;
/// The most megabytes that the tree of so few simulations takes.
pub(super) const MEGABYTES: usize = 16;

/// All simulations of a search, as the page steps through them.
pub(super) fn simulate(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    let limits = Limits { time: Some(pace.limit(TIME)), ..Limits::default() };
    let wanted = Wanted::read(ask, USUAL_SIMULATIONS, MOST_SIMULATIONS)?;
    let told = match ask.maybe_text("game")? {
        Some(_) => of_game(ask, &wanted, &limits)?,
        None => of_tree(ask, &wanted, &limits)?,
    };
    match told {
        (_, Stop::Time) if pace.is_quick() => Ok(None),
        (_, Stop::Time) => Err(too_long()),
        (told, _) => Ok(Some(told)),
    }
}

/// How it is searched.
pub(super) struct Wanted {
    /// Knobs by name.
    pub(super) settings: Vec<(String, String)>,
    solver: bool,
    pub(super) rule: String,
    pub(super) seed: u64,
}

impl Wanted {
    /// Only the rule decides, so that the numbers on the nodes are the whole story. So many simulations are usual, and so many the most.
    pub(super) fn read(ask: Ask<'_>, usual: i64, most: i64) -> Result<Wanted, Failure> {
        let rule = ask.maybe_text("rule")?.unwrap_or(RULES[0]).to_owned();
        if !RULES.contains(&rule.as_str()) {
            let rules = RULES.join(", ");
            return Err(Failure::input(format!("`rule` is one of {rules}, not `{rule:.30}`")));
        }
        let simulations = ask.whole("simulations", 1..=most)?.unwrap_or(usual).to_string();
        let solver = ask.flag("solver");
        let mut settings = vec![("rule", rule.clone()), ("simulations", simulations)];
        if rule != "puct" {
            settings.push(("urgency", "first".to_owned()));
        }
        if let Some(exploration) = ask.maybe_text("exploration")? {
            settings.push(("exploration", exploration.trim().to_owned()));
        }
        let switch = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
        settings.push(("solver", switch(solver)));
        for name in ["early-stop", "rave", "last-good-reply"] {
            settings.push((name, switch(false)));
        }
        for name in ["bias", "implicit-minimax"] {
            settings.push((name, "0".to_owned()));
        }
        let settings = settings.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        Ok(Wanted { settings, solver, rule, seed: ask.seed()?.unwrap_or(1) })
    }
}

/// The simulations of a tree, all of whose nodes are drawn.
fn of_tree(ask: Ask<'_>, wanted: &Wanted, limits: &Limits) -> Result<(Json, Stop), Failure> {
    // The search of the textbook says what is wrong with a tree, and what minimax finds.
    let searched = Searched::whole(ask)?;
    let Searched { tree, plan, found } = &searched;
    let mut picture = searched.picture(None, look(ask)?)?;
    picture.room = ROOM;
    let payoffs = payoffs(tree);
    let mut config = Config { payoffs, seed: wanted.seed, memory: MEGABYTES, ..Config::default() };
    for (name, text) in &wanted.settings {
        config.set(name, text).map_err(Failure::input)?;
    }
    let mut recorder = Recorder::of_tree(tree, config.rule.name());
    let mut mcts = Mcts::new(tree.clone(), ()).with(config);
    let report = mcts.search(&Question::at(tree.root()), limits, &mut recorder);
    let record = recorder.finish();
    if record.nodes.is_empty() {
        return Err(Failure::input("there is no move to choose: the tree is a leaf"));
    }
    let place = |parent: usize, rank: usize| picture.nodes[parent].children.get(rank).copied();
    let stage = Stage::new(&record, wanted.solver, place);
    let best = report.best.map(|branch| tree.action(tree.root(), branch));
    let of_best = report.moves.iter().find(|(branch, _)| Some(*branch) == report.best);
    let visits = of_best.map_or(0, |(_, estimate)| estimate.visits);
    let textbook = summary::result(tree, plan, found);
    let textbook = textbook.lines().next().unwrap_or_default();
    let result = format!("{}\n{textbook}", told(&record, best.as_deref(), visits));
    Ok((stage.json(&picture, &wanted.rule, &result, true), report.stop))
}

/// Between which numbers the payoffs of a tree lie, for all players.
fn payoffs(tree: &Tree) -> Range<f64> {
    let mut range = Range { low: f64::INFINITY, high: f64::NEG_INFINITY };
    let (mut stack, mut moves) = (vec![tree.root()], Vec::new());
    while let Some(place) = stack.pop() {
        moves.clear();
        tree.moves(&place, &mut moves);
        if moves.is_empty() {
            for player in Player::all(tree.players()) {
                let payoff = tree.payoff(&place, player);
                range = Range { low: range.low.min(payoff), high: range.high.max(payoff) };
            }
        }
        stack.extend(moves.iter().map(|&branch| {
            let mut next = place;
            tree.play(&mut next, branch);
            next
        }));
    }
    range
}

/// The simulations from a position of a game, with the nodes that were visited.
fn of_game(ask: Ask<'_>, wanted: &Wanted, limits: &Limits) -> Result<(Json, Stop), Failure> {
    let at = place::read(ask)?;
    let options = Options {
        megabytes: MEGABYTES,
        mcts: wanted.settings.clone(),
        seed: wanted.seed,
        ..Options::default()
    };
    let mut thinker = at.game.thinker("mcts", &options)?;
    let Simulated { record, answer } = thinker.simulate(&*at.session, limits)?;
    let about = at.about();
    let picture = Picture {
        nodes: visited(&record, about.zero_sum && about.players() == 2),
        labels: Labels::Value,
        room: ROOM,
    };
    let mut children = HashMap::new();
    for (index, node) in record.nodes.iter().enumerate() {
        children.extend(node.parent.map(|parent| ((parent, node.rank), index)));
    }
    let place = |parent: usize, rank: usize| children.get(&(parent, rank)).copied();
    let stage = Stage::new(&record, wanted.solver, place);
    let best = answer.best.map(|choice| at.session.name(choice));
    let of_best = answer.moves.iter().find(|one| Some(one.choice) == answer.best);
    let visits = of_best.and_then(|one| one.sampled).map_or(0, |sampled| sampled.visits);
    let result = told(&record, best.as_deref(), visits);
    let mut json = stage.json(&picture, &wanted.rule, &result, false);
    // Sides are called by their seats in the sentences.
    json["levels"] = json!([]);
    Ok((json, answer.stop))
}

fn told(record: &Record, best: Option<&str>, visits: u64) -> String {
    let count = record.simulations;
    match best {
        Some(best) => {
            format!("{count} simulations: {best} has most visits, {visits} of them, and is played.")
        }
        None => format!("{count} simulations."),
    }
}

/// The nodes of a record, ready to be drawn.
fn visited(record: &Record, is_sides: bool) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (index, node) in record.nodes.iter().enumerate() {
        let ply = node.parent.map_or(0, |parent| nodes[parent].ply + 1);
        if let Some(parent) = node.parent {
            nodes[parent].children.push(index);
        }
        nodes.push(Node {
            parent: node.parent,
            children: Vec::new(),
            ply,
            name: String::new(),
            shape: shape(node.turn, is_sides),
            by: node.by.clone(),
            odds: None,
            fate: Fate::Searched,
            best: false,
            content: payoff(node, is_sides),
            value: None,
            range: None,
            source: None,
            windows: None,
        });
    }
    nodes
}

fn shape(turn: Option<Turn>, is_sides: bool) -> Shape {
    match turn {
        None => Shape::Leaf,
        Some(Turn::Chance) => Shape::Chance,
        Some(Turn::Player(player)) if !is_sides => Shape::Player(player),
        Some(Turn::Player(Player::MAX)) => Shape::Max,
        Some(Turn::Player(_)) => Shape::Min,
    }
}

/// What is written in the square of a leaf: what the first player wins, if the other one loses that, or what each wins.
fn payoff(Visited { payoffs, .. }: &Visited, is_sides: bool) -> String {
    match payoffs.first() {
        None => String::new(),
        Some(&first) if is_sides || payoffs.len() == 1 => numbers::short(first),
        Some(_) => numbers::each(payoffs),
    }
}

/// The frames of a record, as they change a picture.
struct Stage<'s, P> {
    record: &'s Record,
    /// Whether what is proven gets visits without a simulation.
    solver: bool,
    /// Where the nodes of the record are in the picture.
    places: Vec<Option<usize>>,
    /// The place of a child, by its parent's and the rank of a move.
    place: P,
}

impl<'s, P: Fn(usize, usize) -> Option<usize>> Stage<'s, P> {
    fn new(record: &'s Record, solver: bool, place: P) -> Stage<'s, P> {
        let mut places: Vec<Option<usize>> = Vec::new();
        for node in &record.nodes {
            places.push(match node.parent {
                Some(parent) => places[parent].and_then(|parent| place(parent, node.rank)),
                None => Some(0),
            });
        }
        Stage { record, solver, places, place }
    }

    /// `is_whole`: nodes that were not visited are there as well.
    fn json(&self, picture: &Picture, rule: &str, result: &str, is_whole: bool) -> Json {
        let steps = self.record.frames.iter().map(|frame| self.step(frame, is_whole));
        let mut json = json!({
            "rule": rule,
            "simulations": self.record.simulations,
            "steps": steps.collect::<Vec<Json>>(),
            "result": result,
        });
        for (name, value) in drawn(picture) {
            json[name] = value;
        }
        json["height"] = json!(json["height"].as_f64().unwrap_or(0.0) + BELOW);
        json
    }

    fn step(&self, frame: &Frame, is_whole: bool) -> Json {
        let node = self.places[frame.node];
        let chosen = frame.chosen.and_then(|chosen| self.places[chosen]);
        let mut step = json!({
            "event": frame.phase.name(),
            "simulation": frame.simulation,
            "node": node,
            "sentence": frame.sentence,
        });
        let short = |number: f64| format!("{number:.2}");
        let mut scores: Vec<(usize, String)> = Vec::new();
        let mut counts: Vec<(usize, u64, Option<String>, bool)> = Vec::new();
        for one in &frame.among {
            let place = node.and_then(|node| (self.place)(node, one.by));
            let is_drawn = |place: &usize| is_whole || one.visits > 0 || Some(*place) == chosen;
            let Some(place) = place.filter(is_drawn) else { continue };
            scores.extend(one.score.map(|score| (place, short(score))));
            if self.solver && one.visits > 0 {
                counts.push((place, one.visits, one.mean.map(short), one.proven.is_some()));
            }
        }
        for one in &frame.learnt {
            let place = self.places[one.node];
            counts.extend(
                place.map(|place| (place, one.visits, one.mean.map(short), one.proven.is_some())),
            );
        }
        if frame.phase == Phase::Select {
            step["chosen"] = json!(chosen);
            step["scores"] = json!(scores);
        }
        if !counts.is_empty() {
            step["counts"] = json!(counts);
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    const CLASSIC: &str = "((3 12 8) (2 4 6) (14 5 2))";

    fn simulated(fields: &Json) -> Result<Json, Failure> {
        let answer = simulate(Ask(fields), &mut Pace::Dear(&mut || true))?;
        Ok(answer.expect("there is no hurry"))
    }

    fn steps(json: &Json) -> &Vec<Json> {
        json["steps"].as_array().expect("steps")
    }

    #[test]
    fn every_simulation_of_a_tree_has_its_phases() {
        let json = simulated(&json!({ "tree": CLASSIC, "simulations": 50 })).expect("simulations");
        assert_eq!(json["nodes"].as_array().map(Vec::len), Some(13));
        let ends = steps(&json).iter().filter(|step| step["event"] == "back-up");
        assert_eq!(ends.count(), 50);
        let first = &steps(&json)[0];
        assert_eq!((&first["node"], &first["chosen"]), (&json!(0), &json!(1)));
        let all_tried = |step: &&Json| {
            let scores = step["scores"].as_array();
            scores.is_some_and(|all| all.len() == 3 && all.iter().all(|one| one[1].is_string()))
        };
        let scored = steps(&json).iter().find(all_tried);
        let sentence = scored.expect("a choice by score")["sentence"].as_str().expect("a sentence");
        assert!(sentence.contains("its UCB1 value"), "{sentence}");
        let result = json["result"].as_str().expect("a result");
        assert!(result.starts_with("50 simulations: a1 has most visits"), "{result}");
        assert!(result.contains("value 3"), "{result}");
    }

    #[test]
    fn the_same_seed_makes_the_same_simulations() {
        let of = |seed: u64| {
            simulated(&json!({ "tree": CLASSIC, "seed": seed, "simulations": 40 })).expect("some")
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
    }

    #[test]
    fn every_game_of_the_catalogue_is_simulated_by_every_rule() {
        for listing in games::all().listings() {
            for rule in RULES {
                let fields = json!({ "game": listing.name, "simulations": 5, "rule": rule });
                let json =
                    simulated(&fields).unwrap_or_else(|why| panic!("{}: {why}", listing.name));
                let nodes = json["nodes"].as_array().expect("nodes").len();
                for step in steps(&json) {
                    let at = step["node"].as_u64().expect("a node");
                    assert!((at as usize) < nodes, "{}: {step}", listing.name);
                }
                assert_eq!(json["simulations"], 5, "{}", listing.name);
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (fields, words) in [
            (json!({}), "`tree` is missing"),
            (json!({ "tree": "(x 2)" }), "the search needs the value of leaf `x`"),
            (json!({ "tree": CLASSIC, "rule": "best" }), "`rule` is one of ucb1, ucb1-tuned, puct"),
            (json!({ "tree": CLASSIC, "simulations": 9999 }), "a whole number from 1 to 300"),
            (json!({ "tree": CLASSIC, "exploration": "much" }), "exploration is a number"),
            (json!({ "tree": "7" }), "there is no move"),
        ] {
            let told = simulated(&fields).map(|json| json.to_string());
            let told = told.expect_err("it is wrong").to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
