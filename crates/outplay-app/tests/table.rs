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

/// What `outplay uci` says, with nothing on standard error.
fn uci(lines: &[&str]) -> Vec<String> {
    let output = common::fed(&["uci", "--table", "1"], (lines.join("\n") + "\n").as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// How many positions tables knew, by the last line that tells it.
fn hits(lines: &[String]) -> u64 {
    let told = lines.iter().rev().find_map(|line| line.split_once(" tbhits "));
    let number = told.and_then(|(_, rest)| rest.split(' ').next());
    number.map_or(0, |number| number.parse().expect("a number"))
}

/// A pawn that becomes a queen before the king is there.
const PAWN: &str = "8/8/8/8/8/1k6/7P/K7 w - - 0 1";

/// "Win in n" and the best move are those of our own distances.
#[test]
fn mates_of_tables_are_told_over_uci() {
    let folder = Folder::new("tables-of-chess");
    let out = folder.file("t");
    for kind in [&[][..], &["--distance"]] {
        let build = ["table", "build", "chess", "--pieces", "3", "--folder", &out];
        assert!(run([&build, kind].concat()).status.success());
    }
    let probed = printed(["table", "probe", "chess", PAWN, "--folder", &out]);
    let plies =
        probed.lines().next().and_then(|line| line.strip_prefix("the player to move wins in "));
    let plies: u32 =
        plies.and_then(|rest| rest.split(' ').next()).expect(&probed).parse().expect(&probed);
    let told =
        printed(["analyse", "chess", PAWN, "--tables", &out, "--nodes", "1000", "--table", "1"]);
    assert!(told.contains(&format!("exact, the player to move wins in {plies} plies: ")), "{told}");
    let set = format!("setoption name Tables value {out}");
    let lines = uci(&[&set, &format!("position fen {PAWN}"), "go nodes 1000", "quit"]);
    let mate = format!(" score mate {} ", plies.div_ceil(2));
    assert!(lines.iter().any(|line| line.contains(&mate)) && hits(&lines) > 0, "{lines:?}");
}

#[test]
fn syzygy_is_asked_wherever_it_is_named() {
    let complain = |game, path| complaint(["analyse", game, "--syzygy", path]);
    let folder = Folder::new("no-syzygy");
    let (empty, nowhere) = (folder.file("."), folder.file("nowhere"));
    let told = complain("chess", &empty);
    assert!(told.contains("no table of Syzygy is there: files such as KQvK.rtbw"), "{told}");
    let told = complain("chess", &nowhere);
    assert!(
        told.ends_with("is no folder: Syzygy tables are files such as KQvK.rtbw in a folder"),
        "{told}"
    );
    assert_eq!(complain("checkers", &empty), "Syzygy tables are those of chess: checkers has none");
    assert_eq!(
        complain("othello", &empty),
        "othello has no tables: its positions are not numbered"
    );
    let set = format!("setoption name SyzygyPath value {nowhere}");
    let lines = uci(&[&set, "go nodes 10", "quit"]);
    assert!(
        lines.iter().any(|line| line.starts_with("info string ") && line.contains("is no folder"))
    );
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");

    let data = std::env::var("OUTPLAY_DATA").unwrap_or("../../../shared/data".to_owned());
    let files = format!("{data}/syzygy34");
    if !Path::new(&files).is_dir() {
        return common::skipped::skip("there is no syzygy34 in the folder of test data");
    }
    let several = format!("{empty}:{files}");
    for path in [&files, &several] {
        let options = ["--syzygy", path, "--nodes", "1000", "--table", "1"];
        let told = printed([&["analyse", "chess", PAWN][..], &options].concat());
        assert!(told.contains("score win, proven, the player to move wins"), "{told}");
    }
    let set = format!("setoption name SyzygyPath value {files}");
    let position = "position fen 8/8/8/8/2k5/8/1p2P3/K7 w - - 0 1";
    let lines = uci(&[&set, position, "go nodes 1000", "quit"]);
    assert!(hits(&lines) > 0, "{lines:?}");
    let players = [format!("engine:syzygy={files},nodes=500"), "engine:nodes=500".to_owned()];
    let played = run(["match", "chess", &players[0], &players[1], "--rounds", "1"]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    assert!(String::from_utf8_lossy(&played.stdout).contains("\nfaults: none\n"));
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
