//! The tour, the laboratory, the policy, and Ctrl-C.

mod common;

use common::{json, printed};
use serde_json::json as js;

#[test]
fn the_tour_fits_on_a_screen() {
    let tour = printed([""; 0]);
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
    ");
}

#[test]
fn the_smallest_laboratory() {
    let lab = json(["lab", "ordering", "-b", "1", "-m", "1", "--format", "json"]);
    assert_eq!(lab["rows"][3]["effective_branching"], 1.0);
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

/// Ctrl-C ends a long experiment with what is finished, or says that nothing is.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_what_is_known() {
    use std::process::{Command, Stdio};
    let mut child = common::command()
        .args(["lab", "ordering", "-b", "2", "-m", "20", "--trees", "1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(child.try_wait().expect("a child").is_none(), "it takes longer than that");
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("sh");
    let output = child.wait_with_output().expect("the program ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert_eq!(told, "outplay: stopped before anything was known\n");
    assert!(output.stdout.is_empty());
}
