//! `outplay table`, as it is used, as it is killed, and with damaged files.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use common::{Folder, command, complaint, printed, run};

fn build(folder: &str, pieces: &str) -> std::process::Output {
    run(["table", "build", "checkers", "--pieces", pieces, "--folder", folder])
}

/// All files of a folder, but those that a kill has left.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it is there") {
        let entry = entry.expect("it can be read");
        let name = entry.file_name().into_string().expect("UTF-8");
        if name.ends_with(".table") {
            files.insert(name, fs::read(entry.path()).expect("it can be read"));
        }
    }
    files
}

#[test]
fn tables_are_built_checked_and_asked() {
    let folder = Folder::new("tables-built");
    let out = folder.file("t");
    let output = build(&out, "3");
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("9 of 9 tables are to be built, 199,520 positions; it takes up to "));
    assert!(text.starts_with("199,520 positions solved in "), "{text}");
    let told = printed(["table", "build", "checkers", "--pieces", "3", "--folder", &out]);
    assert_eq!(told, format!("all 9 tables are in {out} already\n"));
    let told = printed(["table", "check", "checkers", "--folder", &out]);
    assert!(told.starts_with("9 tables, 199,520 positions, each as its best move says: 100,966 won, 10,847 drawn, 87,707 lost"), "{told}");
    let told = printed(["table", "info", "checkers", "--folder", &out]);
    assert!(told.contains("\n01-01 "), "{told}");
    assert!(told.ends_with(&format!("9 tables in {out}, 0 missing\n")), "{told}");
    // A king beside the edge, which two others hunt.
    let told = printed(["table", "probe", "checkers", "W:WK14,K18:BK1", "--folder", &out]);
    assert!(told.starts_with("the player to move "), "{told}");
    assert!(told.lines().count() > 4, "a line for every move: {told}");
    let told = complaint(["table", "probe", "checkers", "W:WK14,K18:BK1,K2", "--folder", &out]);
    assert!(told.ends_with("it has more pieces, or they are not built yet"), "{told}");
    let told = complaint(["table", "build", "othello"]);
    assert_eq!(told, "othello has no tables: its positions are not numbered");
    let told = complaint(["table", "build", "checkers", "--pieces", "9"]);
    assert_eq!(told, "tables of 9 pieces: there are some of 2 to 8");
    let told = complaint([
        "table", "build", "checkers", "--pieces", "6", "--memory", "1", "--folder", &out,
    ]);
    assert!(told.contains("and there are 1.00 MiB: build tables of fewer pieces"), "{told}");
}

/// Searches say what tables prove: who wins by verdicts, and how soon by distances.
#[test]
fn searches_use_tables() {
    let folder = Folder::new("tables-searched");
    let out = folder.file("t");
    assert!(build(&out, "3").status.success());
    let position = "B:WK32:BK1,K15";
    let analysed = || {
        let tables = ["--tables", &out, "--nodes", "2000", "--table", "1"];
        printed([&["analyse", "checkers", position][..], &tables].concat())
    };
    let told = analysed();
    assert!(told.contains("score win, proven, the player to move wins: "), "{told}");
    let told = printed(["solve", "checkers", position, "--weak", "--tables", &out]);
    assert!(told.contains("the player to move wins"), "{told}");
    let built =
        run(["table", "build", "checkers", "--pieces", "3", "--distance", "--folder", &out]);
    assert!(built.status.success(), "{built:?}");
    let checked = run(["table", "check", "checkers", "--distance", "--folder", &out]);
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(told.starts_with("9 tables, 199,520 positions"), "{told}");
    let told = analysed();
    assert!(told.contains("exact, the player to move wins in "), "{told}");
    let told = printed(["table", "probe", "checkers", position, "--folder", &out]);
    assert!(told.starts_with("the player to move wins in "), "{told}");
    let told = complaint(["analyse", "checkers", "--tables", &folder.file("nowhere")]);
    assert!(told.starts_with("there are no tables of checkers in "), "{told}");
    let told = complaint(["analyse", "othello", "--tables", &out]);
    assert_eq!(told, "othello has no tables: its positions are not numbered");
}

#[test]
fn a_flipped_bit_of_a_file_is_found() {
    let folder = Folder::new("tables-flipped");
    let out = folder.file("t");
    assert!(build(&out, "3").status.success());
    let mut random = fastrand::Rng::with_seed(1);
    for (name, bytes) in files(&out) {
        let path = Path::new(&out).join(&name);
        for _ in 0..6 {
            let mut flipped = bytes.clone();
            let bit = random.usize(..bytes.len() * 8);
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, flipped).expect("it can be written");
            let output = run(["table", "check", "checkers", "--pieces", "3", "--folder", &out]);
            assert_eq!(output.status.code(), Some(1), "bit {bit} of {name}");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(errors.contains(&name) && !errors.contains("panicked"), "{errors}");
        }
        fs::write(&path, bytes).expect("it can be written");
    }
    printed(["table", "check", "checkers", "--pieces", "3", "--folder", &out]);
}

#[test]
fn ten_kills_end_in_the_same_bytes() {
    let folder = Folder::new("tables-killed");
    let (whole, parts) = (folder.file("whole"), folder.file("parts"));
    assert!(build(&whole, "4").status.success());
    let mut random = fastrand::Rng::with_seed(2);
    let mut kills = 0;
    for _ in 0..100 {
        let mut child = command()
            .args(["table", "build", "checkers", "--pieces", "4", "--folder", &parts])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        thread::sleep(Duration::from_millis(random.u64(10..200)));
        child.kill().expect("the program can be killed");
        match child.wait().expect("it ends").success() {
            false => kills += 1,
            // It was done before: all over again.
            true => fs::remove_dir_all(&parts).expect("it can be removed"),
        }
        if kills == 10 {
            break;
        }
    }
    assert_eq!(kills, 10);
    assert!(build(&parts, "4").status.success());
    assert_eq!(files(&parts), files(&whole));
}
