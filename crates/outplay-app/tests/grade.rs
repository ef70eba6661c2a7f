//! Students' programs and answers are graded.

#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use common::{Folder, complaint, printed};

/// A program of a student in the shell.
fn program(folder: &Folder, name: &str, text: &str) -> String {
    folder.write(name, &format!("#!/bin/sh\n{text}\n"));
    let path = folder.file(name);
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("it may run");
    path
}

#[test]
fn programs_are_graded_and_hostile_ones_are_ended() {
    let folder = Folder::new("grade");
    // It looks at every leaf, from left to right, and knows neither value nor move.
    let minimax =
        program(&folder, "minimax", "read tree; echo leaves $(echo \"$tree\" | tr -d '()')");
    let silent = program(&folder, "silent", "exit 0");
    let endless = program(&folder, "endless", "sleep 600");
    let flood = program(&folder, "flood", "yes leaves");
    let table = printed([
        "grade", &minimax, &silent, &endless, &flood, "--trees", "1", "--seed", "3", "--time", "1",
    ]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "student,seed,right,leaves right,leaves,first divergence");
    assert!(lines[1].starts_with("minimax,3,no,"), "{table}");
    assert!(lines[1].contains("cannot matter."), "the divergence is explained: {table}");
    assert!(
        lines[2].starts_with("silent,4,no,0,")
            && lines[2].ends_with(",there is no line `leaves ...`"),
        "{table}"
    );
    assert!(lines[3].ends_with(",it took longer than 1.0 s"), "{table}");
    // A flood that is slow is late instead.
    assert!(
        lines[4].contains("it printed more than") || lines[4].contains("it took longer"),
        "{table}"
    );
    assert!(complaint(["grade", "/no/such/program"]).starts_with("there is no program /no/such"));
}

#[test]
fn a_right_program_passes() {
    let folder = Folder::new("grade-right");
    // What the program itself says of the tree with this seed, as somebody would who copies it.
    let outplay = env!("CARGO_BIN_EXE_outplay");
    let text = format!(
        "read tree\n\
         echo value $({outplay} tree \"$tree\" | sed -n 's/^alpha-beta: value \\([^,]*\\),.*/\\1/p')\n\
         echo move $({outplay} tree \"$tree\" | sed -n 's/^alpha-beta: .* move \\([^,]*\\),.*/\\1/p')\n\
         echo leaves $({outplay} tree \"$tree\" --trace | sed -n 's/.*is over and pays \\([-0-9.]*\\)\\.$/\\1/p')"
    );
    let right = program(&folder, "right", &text);
    let table = printed(["grade", &right, "--trees", "3", "--time", "60", "--memory", "100000"]);
    assert_eq!(
        table.lines().filter(|line| line.starts_with("right,") && line.contains(",yes,")).count(),
        3,
        "{table}"
    );
}

#[test]
fn answers_of_the_quiz_are_graded() {
    let folder = Folder::new("grade-answers");
    let quiz = r#"{ "tree": "((3 12 8) (2 4 6) (14 5 2))", "algorithm": "alpha-beta", "prune": "non-strict", "windows": false }"#;
    let file = |name: &str, nine: &str| {
        let answers = format!(
            r#"{{ "values": {{ "0": "3", "1": "3", "5": "2", "9": "{nine}" }}, "cuts": [7, 8], "move": "a1" }}"#
        );
        folder.write(name, &format!(r#"{{ "version": 1, "quiz": {quiz}, "answers": {answers} }}"#));
        folder.file(name)
    };
    let (ada, bob) = (file("ada.json", "2"), file("bob.json", "5"));
    let table = printed(["grade", "--answers", &ada, &bob]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[..2], ["student,right,questions,first mistake", "ada,7,7,"]);
    assert!(lines[2].starts_with("bob,4,7,\"D is worth at most 2, not 5."), "{table}");
    folder.write("bad.json", "{}");
    assert!(
        complaint(["grade", "--answers", &folder.file("bad.json")])
            .ends_with("this is no file of the quiz")
    );
}
