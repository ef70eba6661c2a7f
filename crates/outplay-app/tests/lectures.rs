//! Everything the lectures describe: each command of the table runs, and each click is there.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::path::Path;
use std::{fs, thread};

use common::{printed, run};

/// A row of the table in `docs/lectures.md`.
struct Row {
    number: String,
    command: String,
    click: String,
}

fn rows() -> Vec<Row> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lectures.md");
    let text = fs::read_to_string(file).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        cells[0].parse::<u32>().ok().map(|_| Row {
            number: cells[0].to_owned(),
            command: cells[2].to_owned(),
            click: cells[3].to_owned(),
        })
    };
    text.lines().filter(|line| line.starts_with("| ")).filter_map(row).collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Words of a shell: what stands between quotation marks is one.
fn words(command: &str) -> Vec<&str> {
    let pieces = command.split('"').enumerate().flat_map(|(place, piece)| match place % 2 {
        0 => piece.split_whitespace().collect::<Vec<&str>>(),
        _ => vec![piece],
    });
    pieces.collect()
}

#[test]
fn all_77_are_in_the_table_in_order() {
    let numbers: Vec<String> = rows().into_iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=77).map(|number| number.to_string()).collect::<Vec<String>>());
}

#[test]
fn every_command_runs() {
    let rows = rows();
    // Two halves beside each other: most of the time goes into starting the program.
    let half = rows.len() / 2;
    thread::scope(|scope| {
        for rows in [&rows[..half], &rows[half..]] {
            scope.spawn(move || {
                for row in rows.iter().filter(|row| !row.command.contains('†')) {
                    let command = quoted(&row.command)[0];
                    // Where the machine is slow, it may also say how far it is.
                    let output = run(words(command));
                    let told = String::from_utf8_lossy(&output.stderr);
                    assert!(output.status.success(), "{}: {command}: {told}", row.number);
                    assert!(!output.stdout.is_empty(), "{}: {command} prints nothing", row.number);
                }
            });
        }
    });
}

#[test]
fn every_click_is_there() {
    for Row { number, click, .. } in rows() {
        let quoted = quoted(&click);
        let address = quoted[0];
        let Some(lesson) = address.strip_prefix("#learn/") else {
            let is_room = [
                "#lab/trees",
                "#lab/quiz",
                "#lab/compare",
                "#lab/real",
                "#lab/simulations",
                "#play/",
            ];
            assert!(is_room.iter().any(|room| address.starts_with(room)), "{number}: {address}");
            continue;
        };
        let text = printed(["learn", lesson]);
        if let Some(figure) = quoted.get(1) {
            let is_there = text.lines().any(|line| {
                line.starts_with('┌') && line.split_whitespace().nth(2) == Some(figure)
            });
            assert!(is_there, "{number}: {lesson} has no figure `{figure}`");
        }
    }
}

#[test]
fn what_the_table_says_is_seen() {
    let tree = |arguments: &[&str]| {
        let mut all = vec!["tree"];
        all.extend(arguments);
        printed(all)
    };
    let ties = tree(&["(10 (10 0))", "--ties", "last"]);
    assert!(
        ties.ends_with("the last of the ties: move a2, of which is known <= 10; it is worth 0\n"),
        "{ties}"
    );
    let classic = "((3 12 8) (2 4 6) (14 5 2))";
    let hard = tree(&[classic, "--fail-hard", "--trace"]);
    assert!(hard.contains("MIN node C is worth at most 3."), "{hard}");
    assert!(tree(&[classic, "--trace"]).contains("MIN node C is worth at most 2."));
    assert!(printed(["lab", "census", "tic-tac-toe"]).contains("549,946"));
    let minimax = tree(&["max min min: (((3 12) (8 2)) ((4 6) (14 5)))", "-a", "minimax"]);
    assert!(minimax.contains("value 4,"), "{minimax}");
    let centipede = printed(["games", "centipede"]);
    assert!(
        !centipede.contains("alpha-beta"),
        "general payoffs are not for alpha-beta: {centipede}"
    );
}
