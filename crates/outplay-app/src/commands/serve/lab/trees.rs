//! The trees of the lab: a search of a text, step by step, and its pictures.

use std::time::Duration;

use clap::ValueEnum;
use outplay::textbook::Prune;
use outplay::{Limits, Source, Stop, Tree};
use serde_json::{Value as Json, json};

use super::ask::Ask;
use crate::draw::{
    self, Labels, Look, Names, Node, Picture, Shape, layout, numbers, summary, svg, text, tikz,
};
use crate::failure::Failure;
use crate::ranges::{self, Change};
use crate::search::{self, Found, Plan, Step, View};
use crate::wanted::depth;

/// More nodes than this are not drawn on the page.
pub(super) const MOST_NODES: usize = 1_000;
/// No request takes longer than this.
pub(super) const TIME: Duration = Duration::from_secs(3);

/// A tree, and a search of it.
pub(super) struct Searched {
    pub(super) tree: Tree,
    pub(super) plan: Plan,
    pub(super) found: Found,
}

/// Reads a tree that is small enough for the page, and how it shall be searched.
pub(super) fn read(ask: Ask<'_>, most: usize) -> Result<(Tree, Plan), Failure> {
    let tree: Tree =
        ask.text("tree")?.parse().map_err(|error| Failure::input(format!("the tree: {error}")))?;
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    let plan = ask.wanted()?.plan(&tree, limits)?;
    if draw::size(&tree, depth(&tree, &plan), most) > most {
        return Err(too_large(most));
    }
    Ok((tree, plan))
}

fn too_large(most: usize) -> Failure {
    Failure::input(format!(
        "the tree is too large: trees of more than {most} nodes are for `outplay tree`"
    ))
}

impl Searched {
    pub(super) fn new(ask: Ask<'_>) -> Result<Searched, Failure> {
        let (tree, plan) = read(ask, MOST_NODES)?;
        Searched::by(tree, plan)
    }

    /// A search of the whole tree, whatever depth is asked for.
    pub(super) fn whole(ask: Ask<'_>) -> Result<Searched, Failure> {
        let (tree, mut plan) = read(ask, MOST_NODES)?;
        plan.config.limits.depth = None;
        if draw::size(&tree, u32::MAX, MOST_NODES) > MOST_NODES {
            return Err(too_large(MOST_NODES));
        }
        Searched::by(tree, plan)
    }

    fn by(tree: Tree, plan: Plan) -> Result<Searched, Failure> {
        let found = search::search(&tree, &plan).map_err(|problem| problem.failure(&tree))?;
        if found.report.stop != Stop::Finished {
            return Err(too_long());
        }
        Ok(Searched { tree, plan, found })
    }

    fn view(&self) -> Result<View<'_>, Failure> {
        self.plan.view(&self.tree).map_err(|problem| problem.failure(&self.tree))
    }

    /// The picture after some of the steps, or after all of them.
    pub(super) fn picture(&self, steps: Option<usize>, look: Look) -> Result<Picture, Failure> {
        let view = self.view()?;
        let depth = depth(&self.tree, &self.plan);
        let part = steps.map(|steps| self.found.after(steps));
        let found = part.as_ref().unwrap_or(&self.found);
        Ok(Picture::new(&self.tree, &view, found, depth, look))
    }
}

pub(super) fn too_long() -> Failure {
    Failure::input(format!(
        "the search takes longer than {} seconds: try something smaller",
        TIME.as_secs()
    ))
}

/// A search as the page steps through it: where the nodes go, and what every step changes.
pub(super) fn trace(ask: Ask<'_>) -> Result<Json, Failure> {
    let searched = Searched::new(ask)?;
    let Searched { tree, plan, found } = &searched;
    let picture = searched.picture(None, look(ask)?)?;
    let drawn = drawn(&picture);
    let stage = Stage::new(found, &picture);
    let changes = ranges::changes(found, &searched.view()?);
    let steps = found.steps.iter().zip(&changes).map(|(step, changes)| stage.step(step, changes));
    let steps: Vec<Json> = steps.collect();
    let line: Vec<usize> =
        (0..picture.nodes.len()).filter(|&index| picture.nodes[index].best).collect();
    let mut trace = json!({
        "algorithm": plan.algorithm.to_string(),
        "rule": rule(plan),
        "steps": steps,
        "line": line,
        "result": summary::result(tree, plan, found),
    });
    for (name, value) in drawn {
        trace[name] = value;
    }
    Ok(trace)
}

/// When the search cuts; nothing if it never does.
pub(super) fn rule(plan: &Plan) -> Option<&'static str> {
    let rule = match plan.config.prune {
        Prune::Strict => ">",
        Prune::NonStrict => ">=",
    };
    plan.prunes().then_some(rule)
}

/// What a picture shall show.
pub(super) fn look(ask: Ask<'_>) -> Result<Look, Failure> {
    let Look { labels, names } = Look::default();
    let labels = ask.choice::<Labels>("labels")?.unwrap_or(labels);
    Ok(Look { labels, names: ask.choice::<Names>("names")?.unwrap_or(names) })
}

/// The nodes of a picture with their places, and nothing of what a search found.
pub(super) fn drawn(picture: &Picture) -> [(&'static str, Json); 4] {
    let layout = layout::of(picture);
    let nodes = picture.nodes.iter().enumerate().map(|(index, node)| {
        let (x, y) = layout.points[index];
        json!({
            "parent": node.parent,
            "children": node.children,
            "x": tenths(x),
            "y": tenths(y),
            "shape": shape(node),
            "name": node.name,
            "by": layout.mv(node, index).unwrap_or(""),
            "move": node.by,
            "odds": node.odds,
            "content": if node.shape == Shape::Leaf { node.content.as_str() } else { "" },
            "box": tenths(layout::box_width(&node.content)),
        })
    });
    let levels = layout.levels.iter().map(|(word, y)| json!({ "word": word, "y": tenths(*y) }));
    [
        ("nodes", nodes.collect()),
        ("levels", levels.collect()),
        ("width", json!(tenths(layout.width))),
        ("height", json!(tenths(layout.height))),
    ]
}

fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

fn shape(node: &Node) -> String {
    match node.shape {
        Shape::Max => "max".to_owned(),
        Shape::Min => "min".to_owned(),
        Shape::Chance => "chance".to_owned(),
        Shape::Player(player) => format!("p{}", player.0),
        Shape::Leaf => "leaf".to_owned(),
    }
}

/// The steps of a record, as they change a picture.
struct Stage<'s> {
    found: &'s Found,
    picture: &'s Picture,
    /// Where the nodes of the record are in the picture. What chance looks at twice is there once.
    places: Vec<Option<usize>>,
}

impl<'s> Stage<'s> {
    fn new(found: &'s Found, picture: &'s Picture) -> Stage<'s> {
        let mut places: Vec<Option<usize>> = Vec::new();
        for node in &found.nodes {
            let place = match (node.parent, node.by) {
                (Some(parent), Some(by)) => places[parent].and_then(|parent: usize| {
                    picture.nodes[parent].children.get(by.0 as usize).copied()
                }),
                _ => Some(0),
            };
            places.push(place);
        }
        Stage { found, picture, places }
    }

    fn step(&self, step: &Step, changes: &[Change]) -> Json {
        let place = self.places[step.node];
        let children = place.map_or(&[][..], |place| &self.picture.nodes[place].children);
        let cut: Vec<usize> =
            step.cut.iter().filter_map(|branch| children.get(branch.0 as usize).copied()).collect();
        let mut object = json!({ "event": step.event, "node": place, "sentence": step.sentence });
        if !cut.is_empty() {
            object["cut"] = json!(cut);
        }
        if let Some(window) = step.window {
            object["window"] = json!(numbers::windows(self.found.nodes[step.node].window, window));
        }
        if let Some(known) = &step.known {
            object["value"] = json!(self.estimate(step).unwrap_or_else(|| numbers::label(known)));
        }
        let ranges: Vec<(usize, String)> =
            changes.iter().filter_map(|change| self.range(step, *change)).collect();
        if !ranges.is_empty() {
            object["ranges"] = json!(ranges);
        }
        object
    }

    /// What an evaluation says at a step, so that it does not look proven.
    fn estimate(&self, step: &Step) -> Option<String> {
        let place = self.places[step.node]?;
        let evaluated = self.picture.nodes[place].source == Some(Source::Evaluation);
        step.known.as_ref().filter(|_| evaluated).map(numbers::estimate)
    }

    /// A node whose range changes at a step, and what is written there. At a leaf it is the payoff.
    fn range(&self, step: &Step, (node, range): Change) -> Option<(usize, String)> {
        let place =
            self.places[node].filter(|&place| self.picture.nodes[place].shape != Shape::Leaf)?;
        let estimate = if node == step.node { self.estimate(step) } else { None };
        Some((place, estimate.unwrap_or_else(|| numbers::range(range))))
    }
}

/// The forms in which a picture can be taken away.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    Svg,
    Tikz,
    Text,
}

/// The picture after a step, as a file.
pub(super) fn export(ask: Ask<'_>) -> Result<Json, Failure> {
    let searched = Searched::new(ask)?;
    let last = searched.found.steps.len() as i64;
    let steps = ask.whole("step", 0..=last)?.filter(|&step| step < last);
    let picture = searched.picture(steps.map(|step| step as usize), look(ask)?)?;
    let Searched { tree, plan, found } = &searched;
    Ok(match ask.choice("form")?.unwrap_or(Form::Svg) {
        Form::Svg => file("tree.svg", "image/svg+xml", &svg::drawn(&picture)),
        Form::Tikz => file("tree.tex", "text/x-tex", &tikz::drawn(&picture)),
        Form::Text => {
            let found = steps.is_none().then(|| summary::of(tree, plan, found));
            let drawn = text::drawn(&picture);
            let source = ask.text("tree")?.trim();
            let words = format!("{source}\n\n{drawn}\n{}", found.unwrap_or_default());
            file("tree.txt", "text/plain", &format!("{}\n", words.trim_end()))
        }
    })
}

fn file(name: &str, kind: &str, content: &str) -> Json {
    json!({ "name": name, "type": kind, "content": content })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSIC: &str = "((3 12 8) (2 4 6) (14 5 2))";

    fn traced(fields: &Json) -> Json {
        trace(Ask(fields)).expect("a search")
    }

    fn sentences(trace: &Json, event: &str) -> Vec<String> {
        let steps = trace["steps"].as_array().expect("steps").iter();
        let those = steps.filter(|step| step["event"] == event);
        those.map(|step| step["sentence"].as_str().expect("a sentence").to_owned()).collect()
    }

    #[test]
    fn the_classic_tree_is_told_step_by_step() {
        let trace = traced(&json!({ "tree": CLASSIC }));
        assert_eq!(trace["nodes"].as_array().map(Vec::len), Some(13));
        assert_eq!(
            sentences(&trace, "cut"),
            [
                "MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (4, 6) cannot matter.",
                "MIN node D has 2, and MAX already has 3 by a1 at A: D is cut after its last move, and nothing is left out.",
            ]
        );
        let cut =
            trace["steps"].as_array().expect("steps").iter().find(|step| step["event"] == "cut");
        let cut = cut.expect("a cut");
        assert_eq!((&cut["node"], &cut["cut"]), (&json!(5), &json!([7, 8])));
        assert_eq!(cut["value"], "<= 2");
        assert_eq!(trace["rule"], ">=");
        assert_eq!(trace["line"], json!([0, 1, 2]));
    }

    /// The labels of a node, step by step.
    fn labels(trace: &Json, node: usize) -> Vec<&str> {
        let steps = trace["steps"].as_array().expect("steps").iter();
        steps
            .filter(|step| step["node"] == node)
            .filter_map(|step| step["value"].as_str())
            .collect()
    }

    #[test]
    fn a_value_is_shown_when_it_is_known_and_not_before() {
        let trace = traced(&json!({ "tree": CLASSIC }));
        assert_eq!(labels(&trace, 0), [">= 3", "= 3"]);
        assert_eq!(labels(&trace, 1), ["<= 3", "= 3"]);
        assert_eq!(labels(&trace, 5), ["<= 2", "<= 2", "<= 2"]);
        assert_eq!(labels(&trace, 9), ["<= 14", "<= 5", "<= 2", "<= 2", "<= 2"]);
        assert!(labels(&trace, 7).is_empty(), "it is cut");
    }

    #[test]
    fn windows_are_those_of_the_lectures_at_every_step() {
        let trace = traced(&json!({ "tree": CLASSIC, "labels": "window" }));
        let steps = trace["steps"].as_array().expect("steps").iter();
        let windows = |node: usize| -> Vec<&str> {
            let those = steps.clone().filter(|step| step["node"] == node);
            those.filter_map(|step| step["window"].as_str()).collect()
        };
        assert_eq!(windows(0), ["(-∞, ∞)", "(-∞, ∞) -> (3, ∞)"]);
        assert_eq!(windows(1), ["(-∞, ∞)", "(-∞, ∞) -> (-∞, 3)"]);
        assert_eq!(windows(5), ["(3, ∞)", "(3, ∞)"]);
        let d = ["(3, ∞)", "(3, ∞) -> (3, 14)", "(3, ∞) -> (3, 5)", "(3, ∞) -> (3, 5)"];
        assert_eq!(windows(9), d);
    }

    /// The ranges of a node, step by step.
    fn ranges_of(trace: &Json, node: usize) -> Vec<&str> {
        let steps = trace["steps"].as_array().expect("steps").iter();
        let changes = steps.filter_map(|step| step["ranges"].as_array()).flatten();
        changes.filter(|change| change[0] == node).filter_map(|change| change[1].as_str()).collect()
    }

    #[test]
    fn ranges_are_those_of_the_book_at_every_step() {
        let trace = traced(&json!({ "tree": CLASSIC, "labels": "range" }));
        let a = ["[-∞, ∞]", "[3, ∞]", "[3, 14]", "[3, 5]", "[3, 3]"];
        assert_eq!(ranges_of(&trace, 0), a);
        assert_eq!(ranges_of(&trace, 1), ["[-∞, ∞]", "[-∞, 3]", "[3, 3]"]);
        assert_eq!(ranges_of(&trace, 5), ["[-∞, ∞]", "[-∞, 2]"]);
        assert_eq!(ranges_of(&trace, 9), ["[-∞, ∞]", "[-∞, 14]", "[-∞, 5]", "[2, 2]"]);
        // A picture that is taken away says the same.
        let shown = |step: usize| {
            let fields =
                json!({ "tree": CLASSIC, "labels": "range", "step": step, "form": "text" });
            export(Ask(&fields)).expect("a picture")["content"].to_string()
        };
        let steps = trace["steps"].as_array().expect("steps").iter();
        let at_14 =
            steps.clone().position(|step| step["sentence"] == "leaf d1 is over and pays 14.");
        let text = shown(at_14.expect("d1 is looked at") + 1);
        assert!(text.contains("MAX A  [3, 14]") && text.contains("MIN D  [-∞, 14]"), "{text}");
        // Chance averages the ends, by what payoffs can be.
        let chance = json!({ "tree": "payoffs -2 2: ({(2 2) (1 2)} {(0 2) (-1 0)})", "algorithm": "alpha-beta" });
        assert_eq!(ranges_of(&traced(&chance), 1), ["[-2, 2]", "[0, 2]", "[0, 1.5]", "[1.5, 1.5]"]);
        let evaluated = json!({ "tree": "A(B=4(3 12) C=5(2 6))", "depth": "1p" });
        assert_eq!(ranges_of(&traced(&evaluated), 1), ["[-∞, ∞]", "≈ 4"]);
    }

    #[test]
    fn a_picture_of_a_step_knows_no_more_than_the_step() {
        let at = |step: usize| {
            let fields = json!({ "tree": CLASSIC, "step": step, "form": "text" });
            let file = export(Ask(&fields)).expect("a picture");
            file["content"].as_str().expect("text").to_owned()
        };
        assert!(!at(0).contains("= "), "{}", at(0));
        let steps = traced(&json!({ "tree": CLASSIC }))["steps"].as_array().expect("steps").len();
        let before: Vec<String> = (0..steps).map(at).collect();
        let first_cut = before.iter().position(|text| text.contains("//")).expect("a cut");
        assert!(before[first_cut].contains("MIN C  <= 2\n"), "{}", before[first_cut]);
        assert!(before[first_cut].contains("MIN D\n"), "{}", before[first_cut]);
        assert!(before[first_cut - 1].contains("MAX A  >= 3\n"));
        assert!(at(steps).contains("alpha-beta: value 3, move a1"));
    }

    #[test]
    fn every_format_and_algorithm_can_be_stepped() {
        for (tree, algorithm) in [
            ("({1/2:(2 2) 1/2:(1 2)} {(0 2) (-1 0)})", "expectimax"),
            ("(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))", "max-n"),
            ("max min min: (((3 12) (8 2)) ((4 6) 9))", "minimax"),
            ("payoffs -2 2: ({(2 2) (1 2)} {(0 2) (-1 0)})", "alpha-beta"),
            (include_str!("../../../../../../testdata/trees/course-shared.test"), "alpha-beta"),
        ] {
            let trace =
                traced(&json!({ "tree": tree, "algorithm": algorithm, "labels": "window" }));
            assert!(trace["steps"].as_array().is_some_and(|steps| steps.len() > 5), "{tree}");
        }
    }

    #[test]
    fn what_cannot_be_searched_is_said() {
        let large = format!("({})", "(1 2) ".repeat(500));
        for (fields, words) in [
            (json!({ "tree": "(3 (5 2)" }), "the tree: missing `)` at byte 8"),
            (json!({}), "`tree` is missing"),
            (json!({ "tree": "(x 2)" }), "the search needs the value of leaf `x`"),
            (json!({ "tree": large }), "more than 1000 nodes"),
            (json!({ "tree": "(1 2)", "depth": "two" }), "`two` is no depth"),
            (json!({ "tree": "(1 2)", "order": "any" }), "`order` is one of given, best"),
            (json!({ "tree": "(1 2)", "player": 7 }), "the players of this tree are 0 to 1"),
        ] {
            let told = trace(Ask(&fields)).expect_err("it is wrong").to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
