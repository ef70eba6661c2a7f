//! The trees of the lectures, from `testdata/trees/classics.txt`, under every search that fits.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::seeds::Tally;
use outplay::textbook::{Order, Prune, Search, Step, Trace, What};
use outplay::tree::{Branch, Place};
use outplay::{Bound, Game, Proof, Tree, Turn, Window};

const CASES: &str = include_str!("../../../testdata/trees/classics.txt");

struct Case {
    text: &'static str,
    tree: Tree,
    facts: Vec<(&'static str, &'static str)>,
}

impl Case {
    fn fact(&self, key: &str) -> Option<&'static str> {
        self.facts.iter().find(|fact| fact.0 == key).map(|fact| fact.1)
    }

    fn value(&self) -> f64 {
        self.fact("value").expect("every case has a value").parse().unwrap()
    }

    fn payoffs(&self) -> (f64, f64) {
        let Some(text) = self.fact("payoffs") else { return (f64::NEG_INFINITY, f64::INFINITY) };
        let (least, most) = text.split_once(',').unwrap();
        (least.parse().unwrap(), most.parse().unwrap())
    }

    /// Alpha-beta's report and trace.
    fn alpha_beta(&self, prune: Prune) -> (outplay::Report<Branch, Bound<f64>>, Recorded) {
        let mut trace = Trace::new();
        let (least, most) = self.payoffs();
        let sides = self.tree.sides().unwrap();
        let search = Search::new(&sides).prune(prune).payoffs(least, most).observer(&mut trace);
        let report = search.alpha_beta(&self.tree.root()).unwrap_or_else(|error| {
            panic!("{}: {}", self.text, self.tree.explain(&error));
        });
        (report, trace)
    }
}

type Recorded = Trace<Place, Branch, Bound<f64>>;

fn cases() -> Vec<Case> {
    let lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let cases: Vec<Case> = lines
        .map(|line| {
            let (text, facts) = line.split_once(" ; ").expect("a tree, then what is known of it");
            let facts = facts.split(' ').map(|fact| fact.split_once('=').expect("key=value"));
            Case { text, tree: text.parse().expect(text), facts: facts.collect() }
        })
        .collect();
    assert!(cases.len() > 15, "the data file is there");
    cases
}

fn joined(names: &[String]) -> String {
    names.join(",")
}

#[test]
fn alpha_beta_finds_the_value_the_line_and_the_cuts() {
    let counted = Tally::new();
    for case in cases() {
        let (report, trace) = case.alpha_beta(Prune::NonStrict);
        assert_eq!(report.value, Some(Bound::Exact(case.value())), "{}", case.text);
        assert_eq!(
            joined(&case.tree.line(&report.line)),
            case.fact("line").unwrap(),
            "{}",
            case.text
        );
        if let Some(leaves) = case.fact("leaves") {
            assert_eq!(report.counts.leaves.to_string(), leaves, "{}", case.text);
            counted.add(1);
        }
        let cut: Vec<String> = trace
            .nodes
            .iter()
            .flat_map(|node| node.cut.iter().map(|mv| outcome(&case.tree, node.position, *mv)))
            .collect();
        assert_eq!(joined(&cut), case.fact("cut").unwrap_or(""), "{}", case.text);
    }
    counted.at_least(18);
}

fn outcome(tree: &Tree, place: Place, mv: Branch) -> String {
    outplay::Names::outcome(tree, &place, mv)
}

#[test]
fn minimax_agrees_unless_it_needs_what_is_not_known() {
    for case in cases() {
        let sides = case.tree.sides().unwrap();
        match Search::new(&sides).minimax(&case.tree.root()) {
            Ok(report) => {
                assert_eq!(case.fact("minimax"), None, "{}", case.text);
                assert_eq!(report.value, Some(Bound::Exact(case.value())), "{}", case.text);
                let line = joined(&case.tree.line(&report.line));
                assert_eq!(line, case.fact("line").unwrap(), "{}", case.text);
            }
            Err(error) => {
                assert_eq!(case.fact("minimax"), Some("no"), "{}", case.text);
                let sentence = case.tree.explain(&error);
                assert!(sentence.contains("needs the value of leaf `x`"), "{sentence}");
            }
        }
    }
}

#[test]
fn the_moves_of_the_root_are_bounded_as_published() {
    let [loose, strict] = [const { Tally::new() }; 2];
    for case in cases() {
        let bound = |prune, index: usize| {
            let (report, _) = case.alpha_beta(prune);
            report.moves[index].1.to_string().replace(' ', "")
        };
        for (key, fact) in &case.facts {
            if let Some(index) = key.strip_prefix("move") {
                let index: usize = index.parse().unwrap();
                assert_eq!(bound(Prune::NonStrict, index), *fact, "{}", case.text);
                loose.add(1);
            }
            if let Some(index) = key.strip_prefix("strict") {
                let index: usize = index.parse().unwrap();
                assert_eq!(bound(Prune::Strict, index), *fact, "{}", case.text);
                strict.add(1);
            }
        }
    }
    loose.at_least(4);
    strict.at_least(3);
}

#[test]
fn ties_at_the_root_go_to_the_first_move() {
    let tree: Tree = "((10 10) (10 10) (3 10))".parse().unwrap();
    for prune in [Prune::NonStrict, Prune::Strict] {
        let sides = tree.sides().unwrap();
        let report = Search::new(&sides).prune(prune).alpha_beta(&tree.root()).unwrap();
        assert_eq!(report.best, Some(Branch(0)));
        let all = if prune == Prune::Strict { vec![Branch(0), Branch(1)] } else { vec![Branch(0)] };
        assert_eq!(report.best_moves, all, "{prune:?}");
    }
}

/// What the lectures' algorithm does, step by step: the value and the window that a node has from then on.
fn windows(text: &str, prune: Prune) -> Vec<String> {
    let tree: Tree = text.parse().unwrap();
    let mut trace = Trace::new();
    let sides = tree.sides().unwrap();
    Search::new(&sides).prune(prune).observer(&mut trace).alpha_beta(&tree.root()).unwrap();
    let told = |step: &Step<Branch, Bound<f64>>| {
        let node = &trace.nodes[step.node];
        let name = node.turn.map(|_| tree.name(node.position))?;
        Some(match &step.what {
            What::Enter => format!("{name} {}", node.window),
            What::Update { value, window, .. } => format!("{name} {} {window}", value.score()),
            What::Cut { left, .. } => format!("{name} cuts {}", left.len()),
            What::Leave { value } => format!("{name} {value}"),
            What::Leaf { .. } => return None,
        })
    };
    trace.steps.iter().filter_map(told).collect()
}

#[test]
fn the_golden_trace_of_the_lectures() {
    let golden = [
        "A (-∞, ∞)",
        "B (-∞, ∞)",
        "B 3 (-∞, 3)",
        "B = 3",
        "A 3 (3, ∞)",
        "C (3, ∞)",
        "C 2 (3, ∞)", // it returns before beta changes
        "C cuts 2",
        "C <= 2",
        "D (3, ∞)",
        "D 14 (3, 14)",
        "D 5 (3, 5)",
        "D 2 (3, 5)",
        "D cuts 0",
        "D <= 2",
        "A = 3",
    ];
    let text = "((3 12 8) (2 4 6) (14 5 2))";
    for prune in [Prune::NonStrict, Prune::Strict] {
        assert_eq!(windows(text, prune), golden, "{prune:?}");
    }
    let tree: Tree = text.parse().unwrap();
    let report = Search::new(&tree.sides().unwrap()).alpha_beta(&tree.root()).unwrap();
    assert_eq!((report.value, report.best), (Some(Bound::Exact(3.0)), Some(Branch(0))));
    assert_eq!(report.moves[1..], [1, 2].map(|mv| (Branch(mv), Bound::AtMost(2.0))));
    assert_eq!((report.counts.leaves, report.counts.cutoffs), (7, 1));
}

#[test]
fn an_equal_value_cuts_or_closes_the_window() {
    let cut = ["A (-∞, ∞)", "A 3 (3, ∞)", "B (3, ∞)", "B 3 (3, ∞)", "B cuts 1", "B <= 3", "A = 3"];
    assert_eq!(windows("(3 (3 1))", Prune::NonStrict), cut);
    // Only < cuts a MIN node: beta comes down to alpha, and 1 is looked at, too.
    let closed = [
        "A (-∞, ∞)",
        "A 3 (3, ∞)",
        "B (3, ∞)",
        "B 3 (3, 3)",
        "B 1 (3, 3)",
        "B cuts 0",
        "B <= 1",
        "A = 3",
    ];
    assert_eq!(windows("(3 (3 1))", Prune::Strict), closed);
    // A MAX node that cuts keeps its alpha.
    let max = windows("min max: (3 (5 9))", Prune::NonStrict);
    assert_eq!(max[1..4], ["A 3 (-∞, 3)", "B (-∞, 3)", "B 5 (-∞, 3)"]);
}

#[test]
fn every_window_is_that_of_the_lectures_code() {
    for case in cases() {
        for prune in [Prune::NonStrict, Prune::Strict] {
            let (_, trace) = case.alpha_beta(prune);
            for (index, node) in trace.nodes.iter().enumerate() {
                check_windows(&trace, index, node.window, prune, case.text);
            }
        }
    }
}

/// Follows alpha and beta through one node: the value is compared, then the window changes.
fn check_windows(trace: &Recorded, node: usize, mut window: Window<f64>, prune: Prune, text: &str) {
    let is_max = trace.nodes[node].turn == Some(Turn::Player(outplay::Player::MAX));
    let mut is_cut = false;
    for step in trace.steps.iter().filter(|step| step.node == node) {
        let What::Update { value, window: shown, .. } = &step.what else { continue };
        let (value, passed) = match is_max {
            true => (value.low(), value.low() - window.beta),
            false => (value.high(), window.alpha - value.high()),
        };
        is_cut = passed > 0.0 || (passed == 0.0 && prune == Prune::NonStrict);
        match is_max {
            _ if is_cut => {}
            true => window.alpha = window.alpha.max(value),
            false => window.beta = window.beta.min(value),
        }
        assert_eq!(*shown, window, "{text}");
    }
    let cuts = |step: &Step<_, _>| {
        let by_moves = matches!(step.what, What::Cut { proof: Proof::Moves, .. });
        step.node == node && by_moves
    };
    if trace.nodes[node].turn.is_some_and(|turn| turn != Turn::Chance) {
        assert_eq!(is_cut, trace.steps.iter().any(cuts), "{text}");
    }
}

#[test]
fn the_full_trace_of_the_classic_tree() {
    let tree: Tree = "((3 12 8) (2 x y) (14 5 2))".parse().unwrap();
    let mut trace = Trace::new();
    Search::new(&tree.sides().unwrap()).observer(&mut trace).alpha_beta(&tree.root()).unwrap();
    let story: Vec<String> =
        (0..trace.steps.len()).map(|step| trace.sentence(step, &tree)).collect();
    let expected = "\
The search starts at MAX node A.
a1 leads to MIN node B.
b1 leads to leaf b1.
leaf b1 is over and pays 3.
leaf b1 is worth 3.
MIN node B now has 3 by b1, with alpha -∞ and beta 3.
b2 leads to leaf b2.
leaf b2 is over and pays 12.
leaf b2 is worth 12.
b3 leads to leaf b3.
leaf b3 is over and pays 8.
leaf b3 is worth 8.
MIN node B is worth 3.
MAX node A now has 3 by a1, with alpha 3 and beta ∞.
a2 leads to MIN node C, with alpha 3 and beta ∞.
c1 leads to leaf c1.
leaf c1 is over and pays 2.
leaf c1 is worth 2.
MIN node C now has 2 by c1, with alpha 3 and beta ∞.
MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (x, y) cannot matter.
MIN node C is worth at most 2.
a3 leads to MIN node D, with alpha 3 and beta ∞.
d1 leads to leaf d1.
leaf d1 is over and pays 14.
leaf d1 is worth 14.
MIN node D now has 14 by d1, with alpha 3 and beta 14.
d2 leads to leaf d2.
leaf d2 is over and pays 5.
leaf d2 is worth 5.
MIN node D now has 5 by d2, with alpha 3 and beta 5.
d3 leads to leaf d3.
leaf d3 is over and pays 2.
leaf d3 is worth 2.
MIN node D now has 2 by d3, with alpha 3 and beta 5.
MIN node D has 2, and MAX already has 3 by a1 at A: D is cut after its last move, and nothing is left out.
MIN node D is worth at most 2.
MAX node A is worth 3.";
    assert_eq!(story.join("\n"), expected);
}

#[test]
fn a_max_node_keeps_its_beta_and_a_min_node_its_alpha() {
    let updates = Tally::new();
    for case in cases() {
        let (_, trace) = case.alpha_beta(Prune::NonStrict);
        for step in &trace.steps {
            let What::Update { window, .. } = step.what else { continue };
            let node = &trace.nodes[step.node];
            updates.add(1);
            match node.turn {
                Some(Turn::Player(outplay::Player::MAX)) => {
                    assert_eq!(window.beta, node.window.beta, "{}", case.text);
                    assert!(window.alpha >= node.window.alpha, "{}", case.text);
                }
                _ => {
                    assert_eq!(window.alpha, node.window.alpha, "{}", case.text);
                    assert!(window.beta <= node.window.beta, "{}", case.text);
                }
            }
        }
    }
    updates.at_least(50);
}

fn cut_sentences(text: &str, payoffs: (f64, f64)) -> Vec<String> {
    let tree: Tree = text.parse().unwrap();
    let mut trace = Trace::new();
    let sides = tree.sides().unwrap();
    let search = Search::new(&sides).payoffs(payoffs.0, payoffs.1).observer(&mut trace);
    search.alpha_beta(&tree.root()).unwrap();
    let cuts = |step: &usize| matches!(trace.steps[*step].what, What::Cut { .. });
    (0..trace.steps.len()).filter(cuts).map(|step| trace.sentence(step, &tree)).collect()
}

const UNKNOWN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

#[test]
fn a_cut_by_a_distant_ancestor_is_explained_as_such() {
    let sentences = cut_sentences("(5 (((4 x) 3) 9))", UNKNOWN);
    assert_eq!(
        sentences,
        [
            "MIN node D has 4, and MAX already has 5 by a1 at A, 3 plies above: \
             the rest of D (x) cannot matter.",
            "MIN node B has 4, and MAX already has 5 by a1 at A: the rest of B (9) cannot matter.",
        ]
    );
}

#[test]
fn a_cut_where_chance_moves_is_explained_as_such() {
    let sentences = cut_sentences("({(2 2) (1 2)} {(0 2) (-1 0)})", (-2.0, 2.0));
    assert_eq!(
        sentences,
        [
            "MIN node F has 0, and MAX already has 1.5 by a1 at A, 2 plies above, which is 1 here by the odds: \
             the rest of F (2) cannot matter.",
            "chance node C can reach at most 1, and MAX already has 1.5 by a1 at A: \
             the rest of C (G) cannot matter.",
        ]
    );
}

#[test]
fn a_cut_because_nothing_pays_more_is_explained_as_such() {
    let sentences = cut_sentences("(1 x)", (-1.0, 1.0));
    assert_eq!(
        sentences,
        ["MAX node A has 1, and no payoff goes beyond 1: the rest of A (x) cannot matter."]
    );
}

#[test]
fn perfect_order_looks_at_no_more_than_it_must() {
    for (branching, depth, leaves, all) in
        [(5, 6, 249, 15_625), (3, 8, 161, 6_561), (4, 5, 79, 1_024)]
    {
        let tree = outplay::tree::Uniform { branching, depth, seed: 1 };
        let count = |order| {
            let search = Search::new(&tree).order(order);
            search.alpha_beta(&tree.start()).unwrap().counts.leaves
        };
        assert_eq!(count(Order::Best), leaves);
        assert!(count(Order::Random(1)) > leaves);
        assert!(count(Order::Worst) > count(Order::Random(1)));
        let minimax = Search::new(&tree).minimax(&tree.start()).unwrap();
        assert_eq!(minimax.counts.leaves, all);
    }
}

#[test]
fn depth_limits_evaluate_and_payoffs_stay() {
    let tree: Tree = "A(B=4(3 12) C=5(2 6) 1)".parse().unwrap();
    let sides = tree.sides().unwrap();
    let evaluation = sides.evaluation(&tree);
    let search = |depth| Search::new(&sides).evaluation(evaluation).depth(depth);
    let report = search(outplay::Depth::plies(1)).alpha_beta(&tree.root()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(5.0)));
    assert_eq!(report.moves[2].1, Bound::Exact(1.0), "a finished game keeps its payoff");
    assert!(!report.complete);
    let report = search(outplay::Depth::rounds(1)).alpha_beta(&tree.root()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(3.0)));
    assert!(report.complete);
}
