//! Reading trees: what is understood, and what bad text is told.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use outplay::textbook::Search;
use outplay::{Bound, Depth, Game, Names, Player, Tree, Turn, testing};

fn error(text: &str) -> String {
    match text.parse::<Tree>() {
        Ok(_) => panic!("`{text}` was read as a tree"),
        Err(error) => error.to_string(),
    }
}

/// A text, and how what it is told begins.
const BAD_LISTS: &[(&str, &str)] = &[
    ("", "no tree: the text is empty"),
    (" \n ", "no tree: the text is empty"),
    (
        "0 1 2: (1 2)",
        "a header names `max`, `min`, `chance`, or `p0`, `p1` ..., not `0`, at byte 0",
    ),
    (
        "max ghost: (1 2)",
        "a header names `max`, `min`, `chance`, or `p0`, `p1` ..., not `ghost`, at byte 4",
    ),
    (
        "ghost: (1 2)",
        "a header names `max`, `min`, `chance`, or `p0`, `p1` ..., not `ghost`, at byte 0",
    ),
    (
        "[[3,12],[2,4]]",
        "`[` among payoffs (square brackets hold payoffs, round ones choices) at byte 1",
    ),
    ("(1\n 2\n  }", "`}` where `)` is missing at byte 8 (line 3, column 3)"),
    ("  # nothing", "no tree: missing `(` at byte 11"),
    ("(3 (5 2)", "missing `)` at byte 8"),
    ("(3 5))", "`)` closes nothing at byte 5"),
    ("(3 5}", "`}` where `)` is missing at byte 4"),
    ("()", "a bracket without anything in it at byte 0"),
    ("(3 ())", "a bracket without anything in it at byte 3"),
    ("(3 5) 7", "text after the end of the tree at byte 6"),
    ("(3 3(1 2))", "a number cannot have moves at byte 3"),
    ("(3 $)", "`$` is neither a number nor a name at byte 3"),
    ("(3 nan)", "no error"),
    ("(1e999 3)", "`1e999` is too large for a number at byte 1"),
    ("(a=x 3)", "`x` is not a number at byte 1"),
    ("A(B(1 2) B(3 4))", "the name `B` is used twice; the second one is at byte 9"),
    ("(x (x 3))", "the name `x` is used twice; the second one is at byte 4"),
    ("(max 3)", "`max` says who moves and cannot be a name at byte 1"),
    ("([1 2] [1 2 3])", "a leaf with 3 payoffs, where the one at byte 1 has 2, at byte 7"),
    ("([1 2] 3)", "a leaf with 1 payoff, where the one at byte 1 has 2, at byte 7"),
    ("([1])", "square brackets need a payoff for each of the players at byte 1"),
    ("([1 2)", "`)` among payoffs (square brackets hold payoffs, round ones choices) at byte 5"),
    ("([1 2", "missing `]` at byte 5"),
    ("([1 b])", "`b` is not a payoff, or `]` is missing at byte 4"),
    ("p0 p1: ([1 2 3] [3 2 1])", "leaves have 3 payoffs, but the header names 2 players"),
    ("{0.5:1 0.4:2}", "odds that sum to 0.9, not to 1, at byte 0"),
    ("{0.5:1 2}", "odds for some moves but not for all of them at byte 0"),
    ("{2:1 -1:2}", "odds of 2 are not above 0 and at most 1 at byte 1"),
    ("{0:1 1:2}", "odds of 0 are not above 0 and at most 1 at byte 1"),
    ("{1/0:1 1:2}", "`1/0` are no odds at byte 1"),
    ("(0.5:1 0.5:2)", "odds where a player moves: write chance in braces, at byte 0"),
    ("0.5:(1 2)", "odds for the root at byte 0"),
    (
        "(B:you(1 2) 3)",
        "`you` is nobody who can move: write `max`, `min`, `chance` or `p0`, `p1` ... at byte 1",
    ),
    ("(3:max 4)", "odds of 3 are not above 0 and at most 1"),
    ("(x:max 4)", "a leaf at which somebody moves: missing `(` at byte 1"),
    ("max min: (:p7(1 2) 3)", "the header names `max` and `min`, not `p7`, at byte 10"),
    ("max p1: (1 2)", "the header mixes `max` and `min` with `p0`, `p1` ...: use one or the other"),
    ("chance: (1 2)", "the header has no player: `max`, `min` or `p0`, `p1` ..."),
    ("p99: (1 2)", "a tree has at most 64 players, `p0` to `p63`, at byte 0"),
    ("payoffs 2 -2: (1 2)", "the least payoff is above the most at byte 0"),
    ("payoffs a b: (1 2)", "`payoffs` needs two numbers, not `a`, at byte 8"),
];

#[test]
fn bad_nested_lists_are_told_what_and_where() {
    for (text, message) in BAD_LISTS {
        if *message == "no error" {
            // `nan` is a name like any other: a leaf that is not known.
            assert!(text.parse::<Tree>().is_ok(), "{text}");
            continue;
        }
        let told = error(text);
        assert!(told.starts_with(message), "`{text}`: {told}");
    }
}

#[test]
fn deep_nesting_is_refused_at_its_place() {
    for open in ["(", "{", ":min(", "(1 ("] {
        let told = error(&open.repeat(100_000));
        assert!(told.contains("brackets are nested more than 1000 deep at byte"), "{told}");
    }
    let deepest = format!("{}7{}", "(".repeat(1_000), ")".repeat(1_000));
    let tree: Tree = deepest.parse().unwrap();
    let report = Search::new(&tree.sides().unwrap()).alpha_beta(&tree.root()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(7.0)));
    assert_eq!(report.depth, 1_000);
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    let told = error(&" ".repeat(50 << 20));
    assert_eq!(told, "the text has 52428800 bytes, and at most 16777216 are read");
}

#[test]
fn a_long_text_is_read_in_time() {
    let text = format!("({})", "7 ".repeat(8_000_000));
    let tree: Tree = text.parse().unwrap();
    assert_eq!(tree.len(), 8_000_001);
}

#[test]
fn names_are_made_up_level_by_level() {
    let tree: Tree = "((1 2) (3 (4 5)) B(6 7))".parse().unwrap();
    let mut place = tree.root();
    assert_eq!(tree.name(place), "A");
    tree.play(&mut place, outplay::tree::Branch(1));
    assert_eq!(tree.name(place), "D", "B is taken, C is the first move's");
    assert_eq!(tree.action(place, outplay::tree::Branch(0)), "d1");
    tree.play(&mut place, outplay::tree::Branch(1));
    assert_eq!(tree.name(place), "E");
}

#[test]
fn a_header_says_who_moves() {
    let turns = |text: &str| {
        let tree: Tree = text.parse().unwrap();
        let mut place = tree.root();
        let mut turns = Vec::new();
        loop {
            let mut moves = Vec::new();
            tree.moves(&place, &mut moves);
            let Some(&first) = moves.first() else { break };
            turns.push(tree.turn(&place));
            tree.play(&mut place, first);
        }
        (turns, tree.players(), tree.round())
    };
    let player = |seat| Turn::Player(Player(seat));
    assert_eq!(turns("(((1)))"), (vec![player(0), player(1), player(0)], 2, 2));
    assert_eq!(turns("max min min: (((1)))"), (vec![player(0), player(1), player(2)], 3, 3));
    assert_eq!(turns("max min min\n(((1)))"), (vec![player(0), player(1), player(2)], 3, 3));
    assert_eq!(turns("({({1})})").0, [player(0), Turn::Chance, player(1), Turn::Chance]);
    assert_eq!(turns("max chance ((1))"), (vec![player(0), Turn::Chance], 2, 2));
    assert_eq!(turns("p2 p0: ((1))"), (vec![player(2), player(0)], 3, 2));
    assert_eq!(turns("([1 2 3])"), (vec![player(0)], 3, 3));
    assert_eq!(turns("(:min((1)))").0, [player(0), player(1), player(0)]);
    assert_eq!(turns("min: (:max((1)))"), (vec![player(0), player(1), player(0)], 2, 1));
    assert_eq!(turns("max max: (:min((1)))"), (vec![player(0), player(2), player(0)], 3, 2));
    assert_eq!(turns("(:p3(1) 2)"), (vec![player(0), player(3)], 4, 4));
}

#[test]
fn trees_sign_the_contract() {
    for text in ["((3 12 8) {1/4:2 3/4:4} (14 5 2))", "(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))", "7"]
    {
        testing::check_game(&text.parse::<Tree>().unwrap());
    }
    testing::check_zero_sum(&"((3 12 8) {2 4} 5)".parse::<Tree>().unwrap().sides().unwrap());
}

#[test]
fn what_a_search_needs_and_does_not_find_is_named() {
    let explained = |text: &str, plies| {
        let tree: Tree = text.parse().unwrap();
        let sides = tree.sides().unwrap();
        let search =
            Search::new(&sides).evaluation(sides.evaluation(&tree)).depth(Depth::plies(plies));
        tree.explain(&search.alpha_beta(&tree.root()).unwrap_err())
    };
    assert_eq!(
        explained("((3 12 8) (4 x y))", 9),
        "the search needs the value of leaf `x` (reached by a2 c2), which is not known"
    );
    assert_eq!(
        explained("A(B=4(3 12) C(2 6))", 1),
        "the search needs an evaluation of node `C` (reached by a2), and there is none"
    );
}

#[test]
fn one_payoff_each_is_not_for_max_against_min() {
    let tree: Tree = "([1 2] [2 1])".parse().unwrap();
    let told = tree.sides().unwrap_err().to_string();
    assert!(told.starts_with("each leaf has one payoff per player"), "{told}");
}

const COURSE: &str = r#"# A tree of our own in the form of the course.
class: "GraphGameTreeTest"
alg: "AlphaBetaAgent"
depth: "2"
diagram: """
   start
   /   \
"""
num_agents: "3"
start_state: "start"
win_states: "g1 elsewhere"
lose_states: "g2"
successors: """
start West a
start East b
a West c
a East d
b West d
b East e
c Stop g1
d Stop g2
e Stop f
f North g1
"""
evaluation: """
g1 8
g2 -3.5
c 1
d 2
e 4
f 5
"""
"#;

#[test]
fn a_course_file_is_read_as_the_course_does() {
    let tree: Tree = COURSE.parse().unwrap();
    let course = tree.course().unwrap();
    assert_eq!(course.depth, Some(Depth::rounds(2)));
    assert_eq!(course.algorithm, Some(outplay::tree::CourseAlgorithm::AlphaBeta));
    assert_eq!((tree.players(), tree.round()), (3, 3));
    let sides = tree.sides().unwrap();
    let evaluation = sides.evaluation(&tree);
    let report = Search::new(&sides).evaluation(evaluation).minimax(&tree.root()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(-3.5)));
    assert_eq!(tree.line(&report.line), ["West", "East", "Stop"]);
    // One round: start, a or b, c or d or e, then the evaluation of what follows.
    let search = Search::new(&sides).evaluation(evaluation).depth(Depth::plies(2));
    let report = search.minimax(&tree.root()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(2.0)));
    assert_eq!(tree.line(&report.line), ["East", "West"]);
    // `elsewhere` is named and never reached; `d` is reached in two ways.
    assert_eq!(report.counts.generated, 7);
    assert_eq!(tree.position(&tree.root()), "start");
}

/// What is replaced by what in the course file, and what that is told.
const BAD_COURSES: &[(&str, &str, &str)] = &[
    (
        "\"GraphGameTreeTest\"",
        "\"PacmanGameTreeTest\"",
        "class `PacmanGameTreeTest` is not a tree: `GraphGameTreeTest` is, in line 2",
    ),
    (
        "AlphaBetaAgent",
        "GreedyAgent",
        "`alg` must be MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent, not `GreedyAgent`, in line 3",
    ),
    ("depth: \"2\"", "depth: \"two\"", "`depth` must be a number of rounds, not `two`, in line 4"),
    (
        "num_agents: \"3\"",
        "num_agents: \"0\"",
        "`num_agents` must be a number from 1 to 64, not `0`, in line 9",
    ),
    ("num_agents: \"3\"", "", "the key `num_agents` is missing"),
    (
        "start_state: \"start\"",
        "start_state: \"a b\"",
        "`start_state` must be one state, not `a b`, in line 10",
    ),
    (
        "start_state: \"start\"",
        "start_state: \"nowhere\"",
        "the start state `nowhere` has neither successors nor an evaluation, in line 10",
    ),
    (
        "lose_states: \"g2\"",
        "lose_states: \"g2",
        "the value of `lose_states` has no closing quote in line 12",
    ),
    (
        "start East b",
        "start East",
        "a successor is `state Action next`, not `start East`, in line 15",
    ),
    (
        "start East b",
        "start West b",
        "the action `West` is there twice for `start`, again in line 15",
    ),
    ("f North g1", "f North start", "the game can go round in circles through `start`"),
    ("f North g1", "f North f", "the game can go round in circles through `f`"),
    ("g1 8", "g1 eight", "`eight` is not a number, in line 26"),
    ("g1 8", "g1", "an evaluation is `state number`, not `g1`, in line 26"),
    ("f 5", "c 5", "the state `c` is evaluated twice, again in line 31"),
    ("diagram:", "diagram", "neither a comment nor `key: \"value\"`: `diagram \"\"\"` in line 5"),
    (
        "f 5\n\"\"\"",
        "f 5",
        "the block of `evaluation` is not closed by `\"\"\"`; it starts in line 25",
    ),
    ("depth:", "alg:", "the key `alg` is there twice, again in line 4"),
];

#[test]
fn bad_course_files_are_told_what_and_where() {
    let changed = |from: &str, to: &str| {
        assert!(COURSE.contains(from), "{from}");
        error(&COURSE.replacen(from, to, 1))
    };
    for (from, to, message) in BAD_COURSES {
        assert_eq!(changed(from, to), *message);
    }
}

#[test]
fn a_course_file_with_an_endless_corridor_is_refused() {
    let corridor: String = (0..2_000).map(|step| format!("s{step} Go s{}\n", step + 1)).collect();
    let text =
        format!("num_agents: \"1\"\nstart_state: \"s0\"\nsuccessors: \"\"\"\n{corridor}\"\"\"\n");
    assert_eq!(error(&text), "a game can take 2000 moves, more than 1000");
}

#[test]
fn a_state_without_an_evaluation_is_named_when_it_is_asked_for() {
    let tree: Tree = COURSE.replace("d 2\n", "").parse().unwrap();
    let sides = tree.sides().unwrap();
    let search = Search::new(&sides).evaluation(sides.evaluation(&tree)).depth(Depth::plies(2));
    let told = tree.explain(&search.minimax(&tree.root()).unwrap_err());
    assert_eq!(
        told,
        "the search needs an evaluation of node `d` (reached by West East), and there is none"
    );
}

#[test]
fn a_course_file_may_have_comments_anywhere() {
    let text = COURSE
        .replace("depth: \"2\"", "depth: \"2\" # two rounds")
        .replace("lose_states: \"g2\"", "lose_states: \"g2 g2 g1\" # won or lost, it is over")
        .replace(
            "successors: \"\"\"\n",
            "successors: \"\"\" # state, action, state\n# first of all\n\n",
        );
    let tree: Tree = text.parse().unwrap();
    assert_eq!(tree, COURSE.parse().unwrap());
}

#[test]
fn no_two_nodes_have_the_same_name() {
    for text in
        ["A(a(1 2) 3)", "A(B1(1 2) B(3 4 5 6 7 8 9 1 2 3 4 5))", "A(b1(1 2) B(7 8))", "(b1 (1 2))"]
    {
        let tree: Tree = text.parse().unwrap();
        let mut places = vec![tree.root()];
        let mut names = std::collections::HashSet::new();
        while let Some(place) = places.pop() {
            assert!(names.insert(tree.name(place)), "{} twice in {text}", tree.name(place));
            let mut moves = Vec::new();
            tree.moves(&place, &mut moves);
            for mv in moves {
                let mut next = place;
                tree.play(&mut next, mv);
                places.push(next);
            }
        }
        assert_eq!(names.len(), tree.len());
    }
}

#[test]
fn a_name_without_end_is_refused() {
    let told = error(&format!("({}(1 2) 3)", "x".repeat(1 << 20)));
    assert_eq!(told, "a name of more than 200 bytes at byte 1");
}

#[test]
fn wide_nodes_take_linear_time() {
    for text in [format!("({})", "1 ".repeat(300_000)), format!("(1 {{{}}})", "1 ".repeat(300_000))]
    {
        let tree: Tree = text.parse().unwrap();
        let sides = tree.sides().unwrap();
        for prune in [outplay::textbook::Prune::NonStrict, outplay::textbook::Prune::Strict] {
            let search =
                Search::new(&sides).prune(prune).order(outplay::textbook::Order::Random(1));
            let report = search.payoffs(0.0, 1.0).alpha_beta(&tree.root()).unwrap();
            assert_eq!(report.value, Some(Bound::Exact(1.0)));
        }
    }
}
