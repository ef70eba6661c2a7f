//! `outplay tree` on the trees of the lectures.

mod common;

use common::{Scratch, json, printed};
use serde_json::json as js;

const CLASSIC: &str = "((3 12 8) (2 x y) (14 5 2))";
const CHANCE: &str = "({(2 2) (1 2)} {(0 2) (-1 0)})";
const THREE: &str = "((([1 2 6] [4 2 3]) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))";

fn sample(name: &str) -> String {
    format!("{}/../../testdata/trees/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn search(tree: &str, options: &[&str]) -> serde_json::Value {
    json(["tree", tree, "--format", "json"].iter().chain(options))
}

#[test]
fn the_classic_tree_is_drawn() {
    insta::assert_snapshot!(printed(["tree", CLASSIC]), @r"
    MAX A  = 3
    ┝━ a1 ━ MIN B  = 3
    │  ┝━ b1 ━ 3
    │  ├─ b2 ─ 12
    │  └─ b3 ─ 8
    ├─ a2 ─ MIN C  <= 2
    │  ├─ c1 ─ 2
    │  ├╌//╌ c2 ╌ x  cut
    │  └╌//╌ c3 ╌ y  cut
    └─ a3 ─ MIN D  <= 2
       ├─ d1 ─ 14
       ├─ d2 ─ 5
       └─ d3 ─ 2

    alpha-beta: value 3, move a1, line a1 b1
    generated 11 (11 distinct), expanded 4, leaves 7, cut-offs 1, table hits 0
    cut: MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (x, y) cannot matter.
    ");
}

#[test]
fn windows_and_ranges_are_drawn() {
    let drawn = |options: &[&str]| {
        let told = printed(["tree", CLASSIC].iter().chain(options));
        told.split("\n\n").next().unwrap_or_default().to_owned()
    };
    // The algorithm's: at C it returns before beta changes, and at D 5 was the last value that changed it.
    insta::assert_snapshot!(drawn(&["--labels", "window"]), @r"
    MAX A  = 3  (-∞, ∞) -> (3, ∞)
    ┝━ a1 ━ MIN B  = 3  (-∞, ∞) -> (-∞, 3)
    │  ┝━ b1 ━ 3
    │  ├─ b2 ─ 12
    │  └─ b3 ─ 8
    ├─ a2 ─ MIN C  <= 2  (3, ∞)
    │  ├─ c1 ─ 2
    │  ├╌//╌ c2 ╌ x  cut
    │  └╌//╌ c3 ╌ y  cut
    └─ a3 ─ MIN D  <= 2  (3, ∞) -> (3, 5)
       ├─ d1 ─ 14
       ├─ d2 ─ 5
       └─ d3 ─ 2
    ");
    // The book's: by the leaves that were seen, D is 2.
    insta::assert_snapshot!(drawn(&["--labels", "range"]), @r"
    MAX A  [3, 3]
    ┝━ a1 ━ MIN B  [3, 3]
    │  ┝━ b1 ━ 3
    │  ├─ b2 ─ 12
    │  └─ b3 ─ 8
    ├─ a2 ─ MIN C  [-∞, 2]
    │  ├─ c1 ─ 2
    │  ├╌//╌ c2 ╌ x  cut
    │  └╌//╌ c3 ╌ y  cut
    └─ a3 ─ MIN D  [2, 2]
       ├─ d1 ─ 14
       ├─ d2 ─ 5
       └─ d3 ─ 2
    ");
}

#[test]
fn the_story_is_told() {
    insta::assert_snapshot!(printed(["tree", "((10 8) (4 50))", "--trace"]), @r"
    ┌ The search starts at MAX node A.
    │  ┌ a1 leads to MIN node B.
    │  │  ┌ b1 leads to leaf b1.
    │  │  ├ leaf b1 is over and pays 10.
    │  │  └ leaf b1 is worth 10.
    │  ├ MIN node B now has 10 by b1, with alpha -∞ and beta 10.
    │  │  ┌ b2 leads to leaf b2.
    │  │  ├ leaf b2 is over and pays 8.
    │  │  └ leaf b2 is worth 8.
    │  ├ MIN node B now has 8 by b2, with alpha -∞ and beta 8.
    │  └ MIN node B is worth 8.
    ├ MAX node A now has 8 by a1, with alpha 8 and beta ∞.
    │  ┌ a2 leads to MIN node C, with alpha 8 and beta ∞.
    │  │  ┌ c1 leads to leaf c1.
    │  │  ├ leaf c1 is over and pays 4.
    │  │  └ leaf c1 is worth 4.
    │  ├ MIN node C now has 4 by c1, with alpha 8 and beta ∞.
    │  ✂ MIN node C has 4, and MAX already has 8 by a1 at A: the rest of C (50) cannot matter.
    │  └ MIN node C is worth at most 4.
    └ MAX node A is worth 8.

    alpha-beta: value 8, move a1, line a1 b2
    generated 6 (6 distinct), expanded 3, leaves 3, cut-offs 1, table hits 0
    ");
}

#[test]
fn a_distant_ancestor_is_named() {
    let told = printed(["tree", "(5 (((4 x) 9) 9))"]);
    assert!(told.contains("MAX already has 5 by a1 at A, 3 plies above"), "{told}");
}

#[test]
fn json_has_its_shape() {
    let found = search(CLASSIC, &[]);
    let expected = js!({
        "version": 1,
        "algorithm": "alpha-beta",
        "value": 3.0,
        "bound": "exact",
        "move": "a1",
        "best_moves": ["a1"],
        "line": ["a1", "b1"],
        "generated": ["A", "B", "C", "D", "b1", "b2", "b3", "c1", "d1", "d2", "d3"],
        "counts": {
            "generated": 11, "distinct": 11, "expanded": 4, "leaves": 7, "cutoffs": 1, "table_hits": 0
        },
    });
    assert_eq!(found, expected);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    let order = "version algorithm value bound move best_moves line generated counts";
    assert_eq!(keys, order.split(' ').collect::<Vec<&str>>());
}

#[test]
fn the_trace_in_json_has_windows_and_values() {
    let found = search("((10 8) (4 50))", &["--trace"]);
    let trace = found["trace"].as_array().expect("an array");
    let cut = trace.iter().find(|step| step["event"] == "cut").expect("50 is cut");
    assert_eq!(
        (&cut["node"], &cut["value"], &cut["bound"]),
        (&js!("C"), &js!(4.0), &js!("at-most"))
    );
    let window = |event: &str| {
        let step = trace.iter().find(|step| step["event"] == event && step["node"] == "C");
        step.expect(event)["window"].clone()
    };
    assert_eq!((window("enter"), window("update")), (js!([8.0, null]), js!([8.0, null])));
}

#[test]
fn the_trees_of_the_lectures() {
    let cases = [
        ("((3 12 8) (2 x y) (2 5 14))", 3.0, 5),
        ("((10 8) (4 50))", 8.0, 3),
        ("(((10 6) (100 8)) ((1 2) (20 4)))", 10.0, 5),
        ("5", 5.0, 1),
        ("-5", -5.0, 1),
    ];
    for (tree, value, leaves) in cases {
        let found = search(tree, &[]);
        assert_eq!(found["value"], value, "{tree}");
        assert_eq!(found["counts"]["leaves"], leaves, "{tree}");
    }
}

#[test]
fn strict_pruning_proves_every_best_move() {
    let tree = "(10 (10 12) (10 0))";
    assert_eq!(search(tree, &[])["best_moves"], js!(["a1"]));
    let strict = search(tree, &["--prune", "strict"]);
    assert_eq!((&strict["move"], &strict["best_moves"]), (&js!("a1"), &js!(["a1", "a2"])));
}

#[test]
fn bounded_payoffs_cut_in_expectimax() {
    for payoffs in [&["--payoffs", "-2,2"][..], &["--payoffs=-2,2"]] {
        let found = search(CHANCE, &[&["--algorithm", "expectimax"], payoffs].concat());
        assert_eq!((&found["value"], &found["counts"]["leaves"]), (&js!(1.5), &js!(5)));
    }
    let header = format!("payoffs -2 2: {CHANCE}");
    assert_eq!(search(&header, &["--algorithm", "expectimax"])["counts"]["leaves"], 5);
    assert_eq!(search(CHANCE, &["--algorithm", "expectimax"])["counts"]["leaves"], 8);
}

#[test]
fn without_chance_of_its_own_everybody_else_is_chance() {
    let tree = "((8 6) (1 9))";
    assert_eq!(search(tree, &["--algorithm", "expectimax"])["value"], 7.0);
    // Seen by MIN, who moves second: MAX moves at random, and the numbers are what MIN loses.
    let min = search(tree, &["--algorithm", "expectimax", "--player", "1"]);
    assert_eq!(min["value"], -3.5);
    let cut = search(tree, &["--algorithm", "expectimax", "--payoffs", "0,10"]);
    assert_eq!((&cut["value"], &cut["counts"]["leaves"]), (&js!(7.0), &js!(3)));
    let cut = search(tree, &["--algorithm", "expectimax", "--player", "1", "--payoffs", "0,10"]);
    assert_eq!(cut["value"], -3.5);
}

#[test]
fn who_wins_the_same_numbers_stays_on_the_same_side() {
    let value = |tree: &str, options: &[&str]| search(tree, options)["value"].clone();
    // Two seats of MAX are worth what one is.
    for algorithm in ["minimax", "expectimax", "paranoid"] {
        for tree in ["max: ((-1 1) (0))", "max max: ((-1 1) (0))"] {
            assert_eq!(value(tree, &["-a", algorithm]), 1.0, "{tree} {algorithm}");
        }
    }
    let rows = search("max max: ((-1 1) (0))", &["--compare"]);
    let of_max = |row: &&serde_json::Value| row["algorithm"] != "max-n";
    assert!(rows.as_array().expect("rows").iter().filter(of_max).all(|row| row["value"] == 1.0));
    // Only MIN is replaced by chance: max(max(2, 4), max(3, 1)).
    let three = "max max min: (((1 3) (0 8)) ((4 2) 1))";
    assert_eq!(value(three, &["-a", "expectimax"]), 4.0);
    assert!(printed(["tree", three, "-a", "expectimax"]).contains("─ MAX C  = 3\n"));
    // Seen by a ghost, both ghosts are one side, and Pacman is chance: both averages of what they lose.
    let ghosts = "max min min: (((3 12) (8 2)) ((4 6) (9 7)))";
    assert_eq!(value(ghosts, &["-a", "expectimax", "--player", "1"]), -3.0);
    // With dice of its own and a player, the other side is MIN.
    let dice = "max max chance: (((1 3) (0 8)) ((4 2) 1))";
    assert_eq!(value(dice, &["-a", "expectimax", "--player", "1"]), 4.0);
    // One payoff for each player: everybody for themselves.
    let each = "p1 p2 p0: (([1 9 0] [3 0 0]) [0 2 0])";
    assert_eq!(value(each, &["-a", "expectimax"]), 4.5);
}

#[test]
fn one_payoff_for_each_player() {
    let found = search(THREE, &[]);
    assert_eq!(found["algorithm"], "max-n");
    assert_eq!(found["value"], js!([1.0, 2.0, 6.0]));
    assert_eq!(search(THREE, &["--algorithm", "paranoid"])["value"], 1.0);
    assert_eq!(
        search(THREE, &["--algorithm", "paranoid", "--player", "2"])["algorithm"],
        "paranoid"
    );
    let drawn = printed(["tree", THREE]);
    assert!(drawn.starts_with("player 0 A  = [1 2 6]\n"), "{drawn}");
    // Numbers are what MAX wins; with bounds, too.
    let two = search("((8 6) (1 9))", &["--algorithm", "max-n", "--payoffs", "1,9"]);
    assert_eq!(two["value"], js!([6.0, -6.0]));
}

#[test]
fn evaluations_at_the_depth_limit() {
    let tree = "A(B=4(3 12) C=5(2 6))";
    let drawn = printed(["tree", tree, "--depth", "1p"]);
    assert!(drawn.contains("MIN C  ≈ 5  (evaluation)\n"), "{drawn}");
    assert!(drawn.contains("line a2, evaluated at 1 ply\n"), "{drawn}");
    let range = printed(["tree", tree, "--depth", "1p", "--labels", "range"]);
    assert!(range.contains("MIN C  ≈ 5  (evaluation)\n"), "{range}");
    assert!(!drawn.contains("12"), "{drawn}");
    assert_eq!(search(tree, &["--depth", "1p"])["move"], "a2");
    assert_eq!(search(tree, &["--depth", "1r"])["move"], "a1");
    assert_eq!(search(tree, &["--deepen"])["counts"]["generated"], 3 + 6);
}

#[test]
fn of_many_iterations_the_last_is_told() {
    let told = printed(["tree", "A(B=4(3 12) C=5(2 6))", "--deepen", "--trace"]);
    assert!(
        told.starts_with("Only the last of 2 iterations is told.\n┌ The search starts"),
        "{told}"
    );
    assert!(printed(["tree", "((3 12) 4)", "--trace"]).starts_with("┌ The search starts"));
}

#[test]
fn the_side_of_min_sees_what_min_wins() {
    insta::assert_snapshot!(printed(["tree", "((8 6) (1 9))", "-a", "paranoid", "--player", "1"]), @r"
    MIN A  = -6
    ┝━ a1 ━ MAX B  = -6
    │  ├─ b1 ─ -8
    │  ┕━ b2 ━ -6
    └─ a2 ─ MAX C  >= -1
       ├─ c1 ─ -1
       └╌//╌ c2 ╌ -9  cut

    paranoid: value -6, move a1, line a1 b2
    values are what player 1 wins
    generated 6 (6 distinct), expanded 3, leaves 3, cut-offs 1, table hits 0
    cut: MAX node C has -1, and MIN already has -6 by a1 at A: the rest of C (-9) cannot matter.
    ");
    let chance = printed(["tree", "((8 6) (1 9))", "-a", "expectimax", "--player", "1"]);
    assert!(
        chance.contains("├─ b1 ─ -8\n") && chance.contains("\nvalues are what player 1 wins\n")
    );
    for format in ["svg", "tikz"] {
        let figure =
            printed(["tree", "((8 6) (1 9))", "-a", "paranoid", "--player", "1", "-f", format]);
        let leaf = if format == "svg" { ">-9</text>" } else { "{$-$9}" };
        assert!(figure.contains(leaf), "{figure}");
    }
    assert!(!printed(["tree", "((8 6) (1 9))", "-a", "paranoid"]).contains("values are"));
    let each = printed(["tree", THREE, "-a", "paranoid", "--player", "2"]);
    assert!(each.contains("\nvalues are what player 2 wins\n"), "{each}");
}

#[test]
fn numbers_are_rounded_the_same_everywhere() {
    let tree = "({1/3:1 1/3:1 1/3:0} {0.1:4.999999999999999 0.9:5})";
    let drawn = printed(["tree", tree, "-a", "expectimax"]);
    for words in ["chance B  = 0.6667\n", "─ a1 ─", "b1 1/3 ─ 1\n", "c1 1/10 ─ 5\n", "value 5,"]
    {
        assert!(drawn.contains(words), "{words} in {drawn}");
    }
    let compared = printed(["tree", "({1/3:1 1/3:1 1/3:0} 0)", "--compare"]);
    assert!(compared.contains(" 0.6667 ") && !compared.contains("0.66667"), "{compared}");
    assert_eq!(search("({1/3:1 2/3:0} 0)", &["-a", "expectimax"])["value"], 1.0 / 3.0);
}

#[test]
fn names_are_written_by_choice() {
    let tree = "A(B(here=3 12) C(2 x))";
    let drawn = |names| printed(["tree", tree, "--names", names]);
    assert!(drawn("all").contains("┝━ b1 ━ here: 3\n"), "{}", drawn("all"));
    assert!(drawn("nodes").starts_with("MAX A  = 3\n┝━ MIN B  = 3\n│  ┝━ here: 3\n│  └─ 12\n"));
    assert!(drawn("none").starts_with("MAX  = 3\n┝━ MIN  = 3\n│  ┝━ 3\n│  └─ 12\n"));
    // A leaf without a payoff has nothing but its name.
    assert!(drawn("none").contains("└╌//╌ x  cut\n"), "{}", drawn("none"));
}

#[test]
fn course_files_say_how_they_are_searched() {
    let found = search(&sample("course-ghosts.test"), &[]);
    assert_eq!(found["algorithm"], "alpha-beta");
    assert_eq!((&found["value"], &found["move"]), (&js!(7.0), &js!("Left")));
    let names = js!(["a", "a1", "a12", "a2", "a21", "a22", "b", "b1", "b11", "l1", "start", "w1"]);
    assert_eq!(found["generated"], names); // b11 ties: a strict search looks at l1, too.
    let loose = search(&sample("course-ghosts.test"), &["--prune", "non-strict"]);
    assert_eq!(loose["counts"]["leaves"], 5);
    let minimax = search(&sample("course-ghosts.test"), &["--algorithm", "minimax"]);
    assert_eq!(minimax["counts"]["leaves"], 8);
    let deeper = search(&sample("course-ghosts.test"), &["--depth", "4p"]);
    assert!(deeper["generated"].to_string().contains("deeper"));
}

#[test]
fn a_graph_is_unfolded_when_it_is_drawn() {
    let file = sample("course-shared.test");
    let drawn = printed(["tree", &file]);
    assert_eq!(drawn.matches("MAX D  = 10").count(), 2, "{drawn}");
    assert!(drawn.contains("chance B  = 10"), "{drawn}");
    let table = printed(["tree", &file, "--table"]);
    assert!(table.contains("MAX D  = 10  (searched before)\n"), "{table}");
    assert_eq!(search(&file, &["--table"])["counts"]["table_hits"], 1);
}

#[test]
fn everything_side_by_side() {
    insta::assert_snapshot!(printed(["tree", CLASSIC, "--compare"]), @r"
    algorithm   prune       order   value  move  generated  distinct  expanded  leaves  cut-offs  table hits
    minimax                         needs x
    alpha-beta  non-strict  given   3      a1           11        11         4       7         1           0
    alpha-beta  non-strict  best    needs x
    alpha-beta  non-strict  worst   needs x
    alpha-beta  non-strict  random  3      a1           11        11         4       7         1           0
    alpha-beta  strict      given   3      a1           11        11         4       7         1           0
    alpha-beta  strict      best    needs x
    alpha-beta  strict      worst   needs x
    alpha-beta  strict      random  3      a1           11        11         4       7         1           0
    expectimax                      needs x
    max-n                           needs x
    paranoid                        3      a1           11        11         4       7         1           0
    ");
    let rows = search("A(B=4(3 12) C=5(2 6))", &["--compare"]);
    let rows = rows.as_array().expect("an array");
    assert_eq!(rows.len(), 1 + 2 * 5 + 3);
    assert!(rows[..11].iter().all(|row| row["value"] == 3.0 && row["move"] == "a1"));
    let leaves = |order: &str| {
        &rows.iter().find(|row| row["order"] == order).expect(order)["counts"]["leaves"]
    };
    assert_eq!((leaves("best"), leaves("worst"), leaves("eval")), (&js!(3), &js!(4), &js!(4)));
    let general = search(THREE, &["--compare"]);
    assert_eq!(general.as_array().map(Vec::len), Some(3));
}

#[test]
fn a_file_wins_over_text_and_a_dash_is_standard_input() {
    let file = Scratch::new("wins", "\u{feff}(1 2)\r\n".as_bytes());
    assert_eq!(search(file.0.to_str().expect("UTF-8"), &[])["value"], 2.0);
    let script =
        format!("echo '((10 8) (4 50))' | {} tree - -f json", env!("CARGO_BIN_EXE_outplay"));
    let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("sh");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["value"], 8.0);
}

#[test]
fn random_order_follows_its_seed() {
    let tree = "((1 2 3 4) (5 6 7 8) (2 4 6 8))";
    let counts =
        |seed: &str| search(tree, &["--order", "random", "--seed", seed])["counts"].clone();
    assert_eq!(counts("3"), counts("3"));
    let different = (0..10).map(|seed: u32| counts(&seed.to_string()).to_string());
    assert!(different.collect::<std::collections::HashSet<_>>().len() > 1);
}
