//! The quiz: a tree without answers, and the marks for the answers that somebody gives.

use std::collections::HashMap;

use outplay::textbook::{About, Answers, Asked, Claim, Marks, Search, Trace, Verdict, marked};
use outplay::tree::Branch;
use outplay::{Bound, Report, Stop, Tree, Window};
use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::trees::{self, Searched, drawn, look, rule, too_long};
use crate::draw::{Fate, Look, Node, Picture, Shape, numbers};
use crate::failure::Failure;
use crate::search::Algorithm;

/// Quizzes about larger trees are no fun.
const MOST_NODES: usize = 200;

/// The tree of a quiz, without anything that a search finds.
pub(super) fn sheet(ask: Ask<'_>) -> Result<Json, Failure> {
    let searched = searched(ask)?;
    // As before the first step: where labels will be must not tell where there are none.
    let picture = searched.picture(Some(0), look(ask)?)?;
    let moves = picture.nodes[0].children.iter().map(|&child| &picture.nodes[child].by);
    let mut sheet = json!({
        "algorithm": searched.plan.algorithm.to_string(),
        "rule": rule(&searched.plan),
        "moves": moves.collect::<Vec<&String>>(),
    });
    for (name, value) in drawn(&picture) {
        sheet[name] = value;
    }
    Ok(sheet)
}

/// The answers of a quiz, to be printed beside it: what is found at every node, its window, and what is cut.
pub(super) fn key(ask: Ask<'_>) -> Result<Json, Failure> {
    let searched = searched(ask)?;
    let picture = searched.picture(None, look(ask)?)?;
    let node = |(index, node): (usize, &Node)| {
        let windows = node.windows.filter(|_| searched.plan.prunes() && node.shape != Shape::Leaf);
        json!({
            "node": index,
            "value": node.value.as_ref().filter(|_| node.shape != Shape::Leaf).map(numbers::label),
            "window": windows.map(|(came, _)| numbers::window(came)),
            "cut": node.fate == Fate::Severed,
            "below": node.fate == Fate::Below,
            "best": node.best,
        })
    };
    let nodes: Vec<Json> = picture.nodes.iter().enumerate().map(node).collect();
    let best = searched.found.report.best.map(|mv| searched.tree.action(searched.tree.root(), mv));
    let cuts = searched.found.steps.iter().filter(|step| !step.cut.is_empty());
    let cuts: Vec<&String> = cuts.map(|step| &step.sentence).collect();
    Ok(json!({ "key": nodes, "move": best, "cuts": cuts }))
}

fn searched(ask: Ask<'_>) -> Result<Searched, Failure> {
    let (_, plan) = trees::read(ask, MOST_NODES)?;
    if !matches!(plan.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta) {
        let what = "a quiz is about minimax or alpha-beta, in a tree with one number at every leaf";
        return Err(Failure::input(what));
    }
    Searched::new(ask)
}

/// Marks answers: the first mistake is explained.
pub(super) fn mark(ask: Ask<'_>) -> Result<Json, Failure> {
    let searched = searched(ask)?;
    let picture = searched.picture(None, Look::default())?;
    let paper = Paper { picture: &picture, fields: ask.0.get("answers").unwrap_or(&Json::Null) };
    let answers = paper.answers(ask.flag("complete"))?;
    let (trace, report) = recorded(&searched)?;
    let asked = Asked {
        windows: ask.flag("windows") && searched.plan.prunes(),
        cuts: searched.plan.prunes(),
        values: true,
        best: true,
    };
    let best = if report.best_moves.is_empty() {
        report.best.into_iter().collect()
    } else {
        report.best_moves
    };
    let marks = marked(&trace, &best, asked, &answers, &searched.tree);
    let mut told = paper.told(&marks);
    told["each"] = paper.each(&searched.tree, &trace, &best, &answers);
    Ok(told)
}

type Record = Trace<outplay::tree::Place, Branch, Bound<f64>>;

/// The search once more, recorded as the marking wants it.
fn recorded(searched: &Searched) -> Result<(Record, Report<Branch, Bound<f64>>), Failure> {
    let Searched { tree, plan, .. } = searched;
    let wrong = |error: &dyn std::fmt::Display| Failure::input(error.to_string());
    let sides = tree.sides().map_err(|error| wrong(&error))?;
    let mut trace = Trace::new();
    let search = Search::new(&sides).evaluation(sides.evaluation(tree)).config(plan.config.clone());
    let search = search.observer(&mut trace);
    let report = match plan.prunes() {
        true => search.alpha_beta(&tree.root()),
        false => search.minimax(&tree.root()),
    };
    let report = report.map_err(|error| Failure::input(tree.explain(&error)))?;
    if report.stop != Stop::Finished {
        return Err(too_long());
    }
    Ok((trace, report))
}

/// The value of every node that the search has left where somebody moves.
fn truth(trace: &Record) -> Vec<(Vec<Branch>, Claim)> {
    let line = |mut node: usize| {
        let mut line = Vec::new();
        while let (Some(parent), Some(by)) = (trace.nodes[node].parent, trace.nodes[node].by) {
            line.insert(0, by);
            node = parent;
        }
        line
    };
    let inner = trace
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.turn.is_some() && node.source.is_none());
    inner.filter_map(|(index, node)| Some((line(index), Claim::Bound(node.value?)))).collect()
}

/// What somebody has filled in, by the numbers of the nodes of a picture.
struct Paper<'p> {
    picture: &'p Picture,
    fields: &'p Json,
}

impl<'p> Paper<'p> {
    fn answers(&self, complete: bool) -> Result<Answers<Branch>, Failure> {
        let mut answers = Answers { complete, ..Answers::default() };
        for (node, text) in self.entries("values")? {
            answers.values.extend(self.claim(node, text)?.map(|claim| (self.line(node), claim)));
        }
        let betas: HashMap<usize, &str> = self.entries("betas")?.into_iter().collect();
        for (node, alpha) in self.entries("alphas")? {
            let beta = betas.get(&node).copied().unwrap_or("");
            answers
                .windows
                .extend(self.window(node, alpha, beta)?.map(|one| (self.line(node), one)));
        }
        answers.cuts = self.cuts()?;
        answers.best = self.best()?;
        Ok(answers)
    }

    fn cuts(&self) -> Result<Vec<Vec<Branch>>, Failure> {
        let Some(cuts) = self.fields.get("cuts").and_then(Json::as_array) else {
            return Ok(Vec::new());
        };
        let node = |cut: &Json| {
            let node = cut.as_u64().and_then(|node| usize::try_from(node).ok());
            let node = node.filter(|&node| node < self.picture.nodes.len());
            node.map(|node| self.line(node)).ok_or_else(no_node)
        };
        cuts.iter().map(node).collect()
    }

    /// The move that is chosen, by its name.
    fn best(&self) -> Result<Option<Branch>, Failure> {
        let Some(name) = Ask(self.fields).maybe_text("move")? else { return Ok(None) };
        let children = &self.picture.nodes[0].children;
        let is_it = |&child: &usize| self.picture.nodes[child].by == name;
        let index = children.iter().position(is_it);
        let wrong = || Failure::input(format!("there is no move `{name:.30}` at the root"));
        index.map(|index| Some(Branch(index as u32))).ok_or_else(wrong)
    }

    /// The texts of one kind that are not empty, by node.
    fn entries(&self, name: &str) -> Result<Vec<(usize, &'p str)>, Failure> {
        let entries = self.fields.get(name).and_then(Json::as_object).into_iter().flatten();
        let mut texts = Vec::new();
        for (node, text) in entries {
            let node = node.parse().ok().filter(|&node: &usize| node < self.picture.nodes.len());
            let text = text.as_str().ok_or_else(|| Failure::input("an answer has to be a text"))?;
            texts.push((node.ok_or_else(no_node)?, text.trim()));
        }
        texts.retain(|(_, text)| !text.is_empty());
        Ok(texts)
    }

    fn claim(&self, node: usize, text: &str) -> Result<Option<Claim>, Failure> {
        let signs: [(&str, fn(f64) -> Claim); 6] = [
            ("<=", |number| Claim::Bound(Bound::AtMost(number))),
            ("≤", |number| Claim::Bound(Bound::AtMost(number))),
            (">=", |number| Claim::Bound(Bound::AtLeast(number))),
            ("≥", |number| Claim::Bound(Bound::AtLeast(number))),
            ("=", |number| Claim::Bound(Bound::Exact(number))),
            ("", Claim::Number),
        ];
        let read = |(sign, claim): &(&str, fn(f64) -> Claim)| {
            Some(claim(finite(text.strip_prefix(sign)?)?))
        };
        let name = &self.picture.nodes[node].name;
        let wrong = || {
            let what = "write a number, like 70, or a bound, like <= 70";
            Failure::input(format!("the value of {name}, `{text:.20}`, is no value: {what}"))
        };
        signs.iter().find_map(read).map(Some).ok_or_else(wrong)
    }

    fn window(&self, node: usize, alpha: &str, beta: &str) -> Result<Option<Window<f64>>, Failure> {
        if beta.is_empty() {
            return Ok(None);
        }
        let name = &self.picture.nodes[node].name;
        let end = |what: &str, text: &str| {
            let wrong = || {
                let right = "write a number, or inf or -inf";
                Failure::input(format!("{what} of {name}, `{text:.20}`, is no number: {right}"))
            };
            number(text).ok_or_else(wrong)
        };
        Ok(Some(Window { alpha: end("alpha", alpha)?, beta: end("beta", beta)? }))
    }

    /// Whether each thing that was filled in is right, also behind the first mistake.
    fn each(
        &self,
        tree: &Tree,
        trace: &Record,
        best: &[Branch],
        answers: &Answers<Branch>,
    ) -> Json {
        let mut each = json!({ "values": {}, "windows": {}, "cuts": {} });
        let truth = truth(trace);
        for (line, claim) in &answers.values {
            let others = truth.iter().filter(|(one, _)| one != line).cloned();
            let values = others.chain([(line.clone(), *claim)]).collect();
            let asked = Asked { windows: false, cuts: false, values: true, best: false };
            let alone = Answers { values, complete: true, ..Answers::default() };
            let marks = marked(trace, best, asked, &alone, tree);
            let is_right =
                marks.verdict == Verdict::Passed && truth.iter().any(|(one, _)| one == line);
            each["values"][self.node(line).to_string()] = json!(is_right);
        }
        for (line, window) in &answers.windows {
            let node = self.node(line);
            let came = self.picture.nodes[node].windows.map(|(came, _)| came);
            each["windows"][node.to_string()] = json!(came == Some(*window));
        }
        for line in &answers.cuts {
            let node = self.node(line);
            let is_cut = self.picture.nodes[node].fate == Fate::Severed;
            each["cuts"][node.to_string()] = json!(is_cut);
        }
        if let Some(mv) = answers.best {
            each["move"] = json!(best.contains(&mv));
        }
        each
    }

    /// The moves that lead to a node.
    fn line(&self, node: usize) -> Vec<Branch> {
        let mut line = Vec::new();
        let mut node = node;
        while let Some(parent) = self.picture.nodes[node].parent {
            let index = self.picture.nodes[parent].children.iter().position(|&child| child == node);
            line.insert(0, Branch(index.unwrap_or(0) as u32));
            node = parent;
        }
        line
    }

    /// The node that a line leads to.
    fn node(&self, line: &[Branch]) -> usize {
        let child =
            |node: usize, branch: &Branch| self.picture.nodes[node].children[branch.0 as usize];
        line.iter().fold(0, child)
    }

    fn told(&self, marks: &Marks<Branch>) -> Json {
        let mut told = json!({ "right": marks.right, "questions": marks.questions });
        let (verdict, place) = match &marks.verdict {
            Verdict::Passed => ("passed", None),
            Verdict::Open { line, about, sentence } => ("open", Some((line, about, sentence))),
            Verdict::Wrong { line, about, sentence } => ("wrong", Some((line, about, sentence))),
        };
        told["verdict"] = json!(verdict);
        if let Some((line, about, sentence)) = place {
            told["node"] = json!(self.node(line));
            told["about"] = json!(word(*about));
            told["sentence"] = json!(sentence);
        }
        told
    }
}

fn word(about: About) -> &'static str {
    match about {
        About::Window => "window",
        About::Cut => "cut",
        About::Value => "value",
        About::Best => "move",
    }
}

fn no_node() -> Failure {
    Failure::input("an answer is about a node that the tree does not have")
}

fn finite(text: &str) -> Option<f64> {
    number(text).filter(|number| number.is_finite())
}

/// A number, or an infinity in any spelling.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace('−', "-").replace('∞', "inf");
    text.parse().ok().filter(|number: &f64| !number.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(answers: &Json, complete: bool) -> Json {
        let fields = json!({
            "tree": "((3 12 8) (2 4 6) (14 5 2))",
            "windows": true, "complete": complete, "answers": answers,
        });
        mark(Ask(&fields)).expect("answers that can be read")
    }

    fn right() -> Json {
        json!({
            "values": { "0": "3", "1": "= 3", "5": "≤ 2", "9": "2" },
            "alphas": { "0": "-inf", "1": "-∞", "5": "3", "9": "3" },
            "betas": { "0": "inf", "1": "∞", "5": "+inf", "9": "inf" },
            "cuts": [7, 8],
            "move": "a1",
        })
    }

    #[test]
    fn a_quiz_is_passed_or_not() {
        let passed = marks(&right(), true);
        assert_eq!((&passed["right"], &passed["questions"]), (&json!(11), &json!(11)));
        assert_eq!(passed["verdict"], "passed");
        let mut wrong = right();
        wrong["values"]["1"] = json!("12");
        let failed = marks(&wrong, true);
        assert_eq!((&failed["verdict"], &failed["node"]), (&json!("wrong"), &json!(1)));
        assert_eq!(
            failed["sentence"],
            "B is worth 3, not 12. MIN takes the least of what was looked at. \
             MIN node B now has 3 by b1, with alpha -∞ and beta 3."
        );
        let open = marks(&json!({}), false);
        assert_eq!((&open["verdict"], &open["about"]), (&json!("open"), &json!("window")));
    }

    #[test]
    fn the_sheet_tells_nothing_and_the_key_tells_all() {
        let fields = json!({ "tree": "((3 12 8) (2 4 6) (14 5 2))" });
        let sheet = sheet(Ask(&fields)).expect("a sheet");
        assert_eq!(sheet["moves"], json!(["a1", "a2", "a3"]));
        assert!(!sheet.to_string().contains("= 3"));
        let places = |nodes: &Json| -> Vec<Json> {
            nodes.as_array().into_iter().flatten().map(|node| node["name"].clone()).collect()
        };
        let trace = trees::trace(Ask(&fields)).expect("a trace");
        assert_eq!(places(&sheet["nodes"]), places(&trace["nodes"]));
        let key = key(Ask(&fields)).expect("a key");
        assert_eq!((&key["move"], &key["key"][5]["value"]), (&json!("a1"), &json!("<= 2")));
        assert_eq!(key["key"][7]["cut"], true);
        assert_eq!(key["key"][2]["value"], Json::Null, "a leaf is no question");
    }

    #[test]
    fn minimax_asks_for_no_windows_and_no_cuts() {
        let fields = json!({
            "tree": "((3 12) (2 4))", "algorithm": "minimax", "complete": true, "windows": true,
            "answers": { "values": { "0": "3", "1": "3", "4": "2" }, "move": "a1" },
        });
        let marks = mark(Ask(&fields)).expect("answers");
        assert_eq!((&marks["right"], &marks["verdict"]), (&json!(4), &json!("passed")));
    }

    #[test]
    fn everything_that_is_filled_in_is_judged() {
        let marks = marks(
            &json!({
                "values": { "1": "12", "5": "2", "9": ">= 2" },
                "alphas": { "5": "3", "9": "2" }, "betas": { "5": "inf", "9": "inf" },
                "cuts": [7, 3], "move": "a2",
            }),
            true,
        );
        let each = json!({
            "values": { "1": false, "5": true, "9": false },
            "windows": { "5": true, "9": false },
            "cuts": { "7": true, "3": false },
            "move": false,
        });
        assert_eq!(marks["each"], each);
    }

    #[test]
    fn answers_that_cannot_be_read_are_named() {
        let told = |answers: Json| {
            let fields = json!({ "tree": "((3 12) (2 4))", "answers": answers });
            mark(Ask(&fields)).expect_err("it cannot be read").to_string()
        };
        for (answers, words) in [
            (json!({ "values": { "1": "three" } }), "the value of B, `three`, is no value"),
            (json!({ "values": { "1": "inf" } }), "the value of B, `inf`, is no value"),
            (json!({ "alphas": { "1": "x" }, "betas": { "1": "3" } }), "alpha of B, `x`"),
            (json!({ "values": { "99": "3" } }), "a node that the tree does not have"),
            (json!({ "values": { "1": 3 } }), "an answer has to be a text"),
            (json!({ "cuts": [-1] }), "a node that the tree does not have"),
            (json!({ "move": "z9" }), "there is no move `z9` at the root"),
        ] {
            let told = told(answers);
            assert!(told.contains(words), "{told}");
        }
        let fields = json!({ "tree": "(([1 2] [4 2]) [6 1])" });
        let told = sheet(Ask(&fields)).expect_err("two payoffs").to_string();
        assert!(told.contains("a quiz is about minimax or alpha-beta"), "{told}");
    }
}
