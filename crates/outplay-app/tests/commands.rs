//! The tour, the laboratory, the policy, and Ctrl-C.

mod common;

use common::{complaint, json, printed};
use serde_json::json as js;

#[test]
fn the_tour_fits_on_a_screen() {
    let tour = printed(["tour"]);
    assert!(tour.lines().count() <= 40);
    assert!(tour.lines().all(|line| line.chars().count() <= 100));
    let example = printed(["tree", "((3 12 8) (2 x y) (14 5 2))"]);
    assert!(tour.ends_with(&example));
}

#[test]
fn perfect_order_reaches_the_minimum() {
    for (branching, depth, all, least) in [("5", "6", 15_625.0, 249.0), ("3", "8", 6_561.0, 161.0)]
    {
        let lab = json(["lab", "ordering", "-b", branching, "-m", depth, "--format", "json"]);
        assert_eq!(lab["rows"][0]["leaves"], all);
        assert_eq!(lab["rows"][1]["leaves"], least);
        assert_eq!(lab["formulas"]["b^m"], all);
        assert_eq!(lab["formulas"]["b^ceil(m/2) + b^floor(m/2) - 1"], least);
        let leaves = |row: usize| lab["rows"][row]["leaves"].as_f64().expect("a number");
        assert!(least < leaves(2) && leaves(2) < leaves(3) && leaves(3) <= all);
    }
}

#[test]
fn a_tree_by_wish_can_be_searched() {
    let wishes =
        ["lab", "tree", "--depth", "4", "--cuts", "3", "--deep", "--no-ties", "--values", "-9,90"];
    let tree = printed(wishes);
    assert_eq!(tree, printed(wishes), "the same seed, the same tree");
    let found = json(["tree", tree.trim(), "--format", "json", "--trace"]);
    assert!(found["counts"]["cutoffs"].as_u64().is_some_and(|cuts| cuts >= 3), "{found}");
    let story = found["trace"].to_string();
    assert!(story.contains(", 3 plies above: the rest of"), "{story}");
    assert_eq!(
        complaint(["lab", "tree", "--deep"]),
        "a deep cut takes at least 4 plies and 2 moves: the tree has at most 3 plies and 3 moves"
    );
    let told = complaint(["lab", "tree", "--depth", "two"]);
    assert!(told.contains("a whole number is needed, or two with a comma between them"), "{told}");
}

/// On any game with evaluations by name, and on no other.
#[test]
fn the_laboratory_compares_evaluations() {
    let text = printed(["lab", "depth", "othello:4x4", "--most", "2", "--games", "4"]);
    let head = "Othello on 4 x 4: points scored against `moves` at depth 2, 4 games in each cell";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("\nmoves and corners "), "{text}");
    let few = ["lab", "evaluation", "--positions", "20", "--empty", "5"];
    let text = printed(few);
    assert!(text.starts_with("Othello on 6 x 6: rank correlation"), "{text}");
    assert_eq!(text, printed(few));
    assert!(complaint(["lab", "depth", "chess"]).starts_with("chess is no game for this"));
    assert!(complaint(["lab", "learning", "pig"]).contains("pig"));
    assert!(complaint(["lab", "evaluation", "pig"]).starts_with("pig is no game for this"));
}

#[test]
fn an_evaluation_learns_from_nothing() {
    let few =
        ["lab", "learning", "--rounds", "2", "--games", "150", "--test", "40", "--depth", "2"];
    let text = printed(few);
    assert_eq!(text, printed(few), "the same seed, the same numbers");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.contains("% ±"))
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let games: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(games, ["0", "150", "300"]);
    assert_eq!(rows[0][1], "50% ± 0", "{text}");
    let share = |row: usize| -> f64 {
        rows[row][1].split('%').next().expect("a share").parse().expect("a number")
    };
    assert!(share(1) > 60.0 && share(2) > 75.0, "{text}");
}

#[test]
fn the_laboratory_prints_a_table() {
    insta::assert_snapshot!(printed(["lab", "ordering", "-b", "3", "-m", "4", "--trees", "4"]), @r"
    Uniform trees: b = 3 moves everywhere, m = 4 plies, mean of 4, seed 1

                                    leaves  generated  cut-offs  effective branching
    minimax                             81        121         0                3.000
    alpha-beta, best first              17         37        12                2.031
    alpha-beta, random order            51       84.5      10.5                2.672
    alpha-beta, worst first             79        119         2                2.981
    b^m                                 81                                     3.000
    b^(3m/4)                            27                                     2.280
    b^(m/2)                              9                                     1.732
    b^ceil(m/2) + b^floor(m/2) - 1      17                                     2.031

    Worst first is not the very worst for alpha-beta: cut-offs by distant ancestors remain.
    ");
}

#[test]
fn the_smallest_laboratory() {
    let lab = json(["lab", "ordering", "-b", "1", "-m", "1", "--format", "json"]);
    assert_eq!(lab["rows"][3]["effective_branching"], 1.0);
    assert_eq!(lab.get("stop"), None);
    // Nothing is cut there, so there is nothing to explain.
    assert!(!printed(["lab", "ordering", "-b", "1", "-m", "1"]).contains("Worst first"));
}

#[test]
fn a_policy_for_every_position() {
    let policy = json(["policy", "tic-tac-toe", "--format", "json"]);
    let rows = policy.as_array().expect("an array");
    assert_eq!(rows.len(), 5_478);
    assert_eq!((&rows[0]["position"], &rows[0]["turn"]), (&js!("........."), &js!(0)));
    assert_eq!(
        (&rows[0]["value"], &rows[0]["best_moves"].as_array().map(Vec::len)),
        (&js!(0.0), &Some(9))
    );
    let corner = rows.iter().find(|row| row["position"] == "X........").expect("a corner");
    assert_eq!((&corner["move"], &corner["turn"]), (&js!("b2"), &js!(1)));
    let over = rows.iter().find(|row| row["position"] == "XXXOO....").expect("won");
    assert_eq!((&over["turn"], &over["move"], &over["value"]), (&js!(null), &js!(null), &js!(1.0)));
}

#[test]
fn the_policy_as_csv_is_the_same() {
    let csv = printed(["policy", "tic-tac-toe", "--format", "csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5_479);
    assert_eq!(lines[0], "position,turn,move,best_moves,value");
    assert_eq!(lines[1], ".........,0,a3,a3 b3 c3 a2 b2 c2 a1 b1 c1,0");
    assert!(csv.contains("\nXXXOO....,,,,1\n"));
}

#[test]
fn the_policy_explains_its_columns() {
    let help = printed(["policy", "--help"]);
    for words in ["outplay games", "Turn 0 is", "what the first player wins", "docs/json.md"] {
        assert!(help.contains(words), "{words}");
    }
}

#[test]
fn the_help_of_trees_says_how_they_are_written() {
    let help = printed(["tree", "--help"]);
    for words in ["max and min", "p0, p1", "chance", "here=3", "comma", "#", "like B=4"] {
        assert!(help.contains(words), "{words}");
    }
    assert!(printed(["tree", "-h"]).contains("non-strict at v >= beta (the default)"));
}

/// What an experiment says when Ctrl-C is pressed after some seconds.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str], seconds: f64) -> std::process::Output {
    use std::process::{Command, Stdio};
    let mut child = common::command()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    assert!(child.try_wait().expect("a child").is_none(), "it takes longer than that");
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("sh");
    child.wait_with_output().expect("the program ends")
}

/// Ctrl-C ends a long experiment with the mean over the trees that are finished.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_what_is_known() {
    let experiment = ["lab", "ordering", "-b", "2", "-m", "8", "--trees", "4000000000"];
    let output = interrupted(&[&experiment[..], &["-f", "json"]].concat(), 1.0);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.starts_with("outplay: stopped on request: "), "{told}");
    let lab: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(lab["stop"], "stopped on request");
    assert!(lab["trees"].as_u64().is_some_and(|trees| 0 < trees && trees < 4_000_000_000));
    assert_eq!((&lab["rows"][0]["leaves"], &lab["rows"][1]["leaves"]), (&js!(256.0), &js!(31.0)));
}

/// It says so if nothing is finished.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_before_anything_is_known() {
    let output = interrupted(&["lab", "ordering", "-b", "2", "-m", "25"], 1.0);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert_eq!(told, "outplay: stopped before anything was known\n");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_game_of_your_own_has_a_name_of_its_own() {
    for (name, why) in [
        ("match", "a word of the language"),
        ("test", "Cargo has another use for"),
        ("outplay-games", "will stand on"),
        ("chess", "is there already"),
        ("Chess", "no name for a game"),
        ("my_game", "no name for a game"),
    ] {
        let told = complaint(["new", name]);
        assert!(told.contains(why), "{told}");
    }
}
