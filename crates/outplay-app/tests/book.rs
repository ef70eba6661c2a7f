//! `outplay book`, as it is used, and as it is killed.

mod common;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, command, complaint, fed, printed, run, started, told};
use outplay::engine::book::{self, Opening};
use outplay::engine::{Book, Engine, Question};
use outplay::{Game, Limits, Value};
use outplay_games::tic_tac_toe::{OpenLines, TicTacToe};

fn build<'a>(game: &'a str, plies: &'a str, out: &'a str) -> [&'a str; 9] {
    ["book", "build", game, "--plies", plies, "--out", out, "--table", "1"]
}

/// What is said of a file that is there already.
const OTHERWISE: &str = "choose another name, or write over it with --force";

fn lines(path: &str) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

/// Builds a book and kills it with no warning as soon as its journal has more than so many lines. False if it
/// was done first.
fn killed_at(arguments: &[&str], journal: &str, more_than: usize) -> bool {
    let mut child: Child =
        command().args(arguments).stdout(Stdio::null()).spawn().expect("the program runs");
    let patience = Instant::now() + Duration::from_secs(60);
    while lines(journal) <= more_than && Instant::now() < patience {
        if child.try_wait().expect("the program can be asked").is_some() {
            return false;
        }
        thread::yield_now();
    }
    child.kill().expect("the program can be killed");
    !child.wait().expect("it ends").success()
}

#[test]
fn a_book_is_built_checked_and_used() {
    let folder = Folder::new("book-built");
    let out = folder.file("t.book");
    let told = printed(build("tic-tac-toe", "3", &out));
    assert_eq!(told, format!("334 positions of up to 3 plies in {out}, 3468 bytes\n"));
    let names: Vec<_> = fs::read_dir(&folder.0).expect("it is there").collect();
    assert_eq!(names.len(), 1, "nothing is left beside it: {names:?}");
    let told = printed(["book", "check", &out, "--sample", "300"]);
    assert!(told.starts_with("tic-tac-toe: 334 positions of up to 3 plies, all there; "), "{told}");
    assert!(told.ends_with("; 252 of the last ply solved anew\n"), "{told}");
    for position in [".........", "X........", "X...O....", "X...O...X", "X.O.O...X"] {
        let solve = ["solve", "tic-tac-toe", position, "--moves", "--table", "1"];
        let without = printed(solve);
        let with = printed(solve.iter().copied().chain(["--book", &out]));
        // Without a book the table knows more of best play.
        let scores = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.contains("positions in"));
            lines.map(|line| line.split(", then ").next().unwrap_or(line).to_owned()).collect()
        };
        assert_eq!(scores(&with), scores(&without));
    }
    let told = printed(build("tic-tac-toe", "3", &out));
    assert_eq!(told, format!("334 positions of up to 3 plies in {out}, there already\n"));
    let told = complaint(build("tic-tac-toe", "2", &out));
    assert_eq!(told, format!("{out} is there already, a book of 3 plies: {OTHERWISE}"));
}

/// A book of one size of the board is no book of another.
#[test]
fn sizes_are_not_mixed_up() {
    let folder = Folder::new("book-sizes");
    let out = folder.file("small.book");
    printed(build("connect-four:5x4", "3", &out));
    let told = printed(["book", "check", &out, "--sample", "100", "--table", "1"]);
    assert!(
        told.starts_with("connect-four:5x4: 66 positions of up to 3 plies, all there; "),
        "{told}"
    );
    let solve = |game| ["solve", game, "33", "--table", "1", "--book", &out];
    assert!(printed(solve("connect-four:5x4")).contains("\n0 positions in 0."));
    for game in ["connect-four", "connect-four:4x5", "connect-four:5x5"] {
        let told = complaint(solve(game));
        assert!(told.ends_with(", keys or scores of the same: `connect-four:5x4`"), "{told}");
    }
}

#[test]
fn more_threads_make_the_same_book() {
    let folder = Folder::new("book-threads");
    let (one, four) = (folder.file("one"), folder.file("four"));
    printed(build("tic-tac-toe", "5", &one));
    printed(build("tic-tac-toe", "5", &four).iter().copied().chain(["--threads", "4"]));
    assert!(fs::read(one).expect("a book") == fs::read(four).expect("a book"));
}

/// Kill -9 in the middle, then half a line at the end of the journal: the book is the same to the byte.
#[test]
fn a_build_that_was_killed_goes_on() {
    let folder = Folder::new("book-killed");
    let whole = folder.file("whole.book");
    printed(build("tic-tac-toe", "6", &whole));
    let whole = fs::read(whole).expect("a book");
    let caught = (0..100).any(|attempt| {
        let out = folder.file(&format!("{attempt}.book"));
        let journal = format!("{out}.journal");
        let caught = killed_at(&build("tic-tac-toe", "6", &out), &journal, 20);
        if caught && !Path::new(&out).exists() {
            let mut text = fs::read(&journal).expect("a journal");
            text.extend(b"1f");
            fs::write(&journal, text).expect("it can be written");
        }
        printed(build("tic-tac-toe", "6", &out));
        assert!(fs::read(&out).expect("a book") == whole);
        assert!(!Path::new(&journal).exists());
        caught
    });
    assert!(caught, "every build was done before it could be killed");
}

/// What a long build has found is kept, whatever happens to it.
#[test]
fn a_long_build_keeps_what_it_has() {
    let folder = Folder::new("book-long");
    let out = folder.file("c.book");
    let journal = format!("{out}.journal");
    let long = build("connect-four", "9", &out);
    assert!(killed_at(&long, &journal, 3));
    let before = fs::read(&journal).expect("a journal");
    assert!(killed_at(&long, &journal, lines(&journal)));
    let after = fs::read(&journal).expect("a journal");
    let whole = before.iter().rposition(|&byte| byte == b'\n').expect("a line") + 1;
    assert!(after.starts_with(&before[..whole]), "the second build goes on from the first");
    assert!(!Path::new(&out).exists(), "no half of a book");
    let told = complaint(build("connect-four", "8", &out));
    assert!(told.contains("belongs to something else: it does not begin with `# connect-four, 8"));
}

#[test]
fn what_is_no_book_is_told_why() {
    let folder = Folder::new("book-damaged");
    let out = folder.file("t.book");
    printed(build("tic-tac-toe", "2", &out));
    let bytes = fs::read(&out).expect("a book");
    let mut flipped = bytes.clone();
    flipped[200] ^= 4;
    let mut magic = bytes.clone();
    magic[..8].copy_from_slice(b"NotABook");
    let cases: [(&str, &[u8], &str); 4] = [
        ("short", &bytes[..500], "the book is damaged: it has 500 bytes, and 900 are needed"),
        ("flipped", &flipped, "the book is damaged: its checksum is wrong"),
        ("magic", &magic, "it is no book: it does not begin with `OutplayB`"),
        ("empty", b"", "it is empty"),
    ];
    for (name, bytes, message) in cases {
        let path = folder.file(name);
        fs::write(&path, bytes).expect("it can be written");
        refused(&path, &format!("{path}: {message}"));
    }
    let zeros = folder.file("zeros");
    let file = File::create(&zeros).expect("it can be written");
    file.set_len(100 << 20).expect("a file with a hole");
    refused(&zeros, &format!("{zeros}: it is no book: it does not begin with `OutplayB`"));
    let none = folder.file("none");
    assert!(complaint(["book", "check", &none]).starts_with(&format!("cannot read {none}: ")));
    let this = folder.0.to_str().expect("UTF-8");
    refused(this, &format!("`{this}` is a folder"));
    let told = complaint(["solve", "connect-four", "--table", "1", "--book", &out]);
    let other = "it was made for another game, or for other rules, keys or scores of the same";
    assert_eq!(told, format!("{out}: {other}: `tic-tac-toe`"));
}

fn refused(path: &str, message: &str) {
    assert_eq!(complaint(["book", "check", path]), message);
    let solve = ["solve", "tic-tac-toe", "--table", "1", "--book", path];
    assert_eq!(complaint(solve), message);
    // Nothing is ever written over.
    assert_eq!(complaint(build("tic-tac-toe", "2", path)), message);
}

#[test]
fn a_wrong_score_is_found() {
    let folder = Folder::new("book-wrong");
    let out = folder.file("t.book");
    printed(build("tic-tac-toe", "2", &out));
    let mut bytes = fs::read(&out).expect("a book");
    // The lowest byte of the first position is part of its score; then the checksum is made right again.
    let first = 64 + 4 * (1 << bytes[11]);
    bytes[first] ^= 1;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes[..32].iter().chain(&bytes[40..]) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    bytes[32..40].copy_from_slice(&hash.to_le_bytes());
    fs::write(&out, bytes).expect("it can be written");
    let output = run(["book", "check", &out, "--sample", "100"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with(&format!("outplay: {out}: the score of ")), "{told}");
}

/// A whole book of three plies of tic-tac-toe, and so many more keys that it is not read into memory.
fn large_book() -> Vec<u8> {
    let engine = Engine::new(TicTacToe, OpenLines, 1).expect("a small table");
    let mut layers =
        book::openings(&TicTacToe, &OpenLines, 3, usize::MAX, |_| ()).expect("they are few");
    let scores: HashMap<u64, i32> = layers
        .iter()
        .flatten()
        .map(|opening| {
            let report = engine.solve(&Question::at(opening.position), &Limits::default(), ());
            (opening.key, report.value.and_then(Value::exact).expect("it is solved"))
        })
        .collect();
    let mut random = fastrand::Rng::with_seed(3);
    // Real keys are small.
    let more = (0..2_700_000).map(|_| random.u64(1 << 40..));
    let position = TicTacToe.start();
    layers[3].extend(more.map(|key| Opening { key, position }));
    let score = |key: u64| scores.get(&key).copied().unwrap_or(0);
    Book::write(&TicTacToe, &OpenLines, "tic-tac-toe", &layers, score)
}

/// A file that is cut off while it is used costs the book, and neither the program nor a right score.
#[test]
fn a_book_may_be_cut_off_while_it_is_used() {
    let folder = Folder::new("book-cut");
    let out = folder.file("large.book");
    let bytes = large_book();
    assert!(bytes.len() > 16 << 20, "{} bytes", bytes.len());
    fs::write(&out, bytes).expect("it can be written");
    let mut child =
        started(&["solve", "tic-tac-toe", "--file", "-", "--book", &out, "--table", "1"]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut ask = |position: &str| -> Vec<i64> {
        writeln!(stdin, "{position}").expect("it is read");
        let line = stdout.next().expect("an answer").expect("UTF-8");
        line.split(' ').skip(1).map(|number| number.parse().expect("a number")).collect()
    };
    // The score, and how many positions were looked at: none for one of the book.
    assert_eq!(ask("X...O....")[..2], [0, 0]);
    File::options().write(true).open(&out).and_then(|file| file.set_len(100)).expect("cut off");
    let scores: Vec<i64> =
        ["XO.......", ".X..O....", "OX......X", "..X.X...O"].map(|p| ask(p)[0]).into();
    let looked_at = ask("O..X.....")[1];
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{told}");
    let alone = ["solve", "tic-tac-toe", "--file", "-", "--table", "1", "--no-book"];
    for (position, score) in ["XO.......", ".X..O....", "OX......X", "..X.X...O"].iter().zip(scores)
    {
        let output = fed(&alone, position.as_bytes());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.starts_with(&format!("{position} {score} ")), "{text}: {score}");
    }
    assert!(looked_at > 0, "without the book it is searched");
    let lost = "it was changed or cut off while it was in use; searches go on without the book";
    assert_eq!(told.matches(&format!("outplay: {out}: {lost}\n")).count(), 1, "{told}");
}

/// Runs the program with so many megabytes of memory to its name, and gives its complaint.
fn complaint_within(megabytes: u32, arguments: &[&str]) -> String {
    let limited = format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes << 10);
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited, env!("CARGO_BIN_EXE_outplay")]).args(arguments);
    told(&shell.stdin(Stdio::null()).output().expect("the program runs"))
}

#[test]
fn positions_are_counted_and_what_is_too_much_is_refused() {
    let folder = Folder::new("book-room");
    let out = folder.file("c.book");
    let long = ["book", "build", "chess", "--plies", "100", "--out", &out];
    let most = ["--max-positions", "100000"];
    let told = complaint_within(200, &[&long[..], &most].concat());
    let (counted, advice) = told.split_once(": the limit is ").expect(&told);
    assert_eq!(
        counted,
        "there are 77,792 positions of up to 4 plies, and more than 100,000 of up to 5"
    );
    assert!(advice.starts_with("100,000, which take about "), "{told}");
    assert!(
        advice.contains(" MB; `--plies 4` fits, and `--max-positions N` sets another limit"),
        "{told}"
    );
    let told = complaint_within(200, &["policy", "chess", "--max-positions", "50000"]);
    assert!(told.starts_with("there are 8,583 positions of up to 3 plies, and more than 50,000 of up to 4: the limit is 50,000"), "{told}");
    assert!(fs::read_dir(&folder.0).expect("it is there").next().is_none(), "nothing is written");
}

/// If nothing is said about it, positions may take half a gigabyte: with twice that, all the rest of the program fits as well.
#[test]
fn memory_is_limited_by_default() {
    let folder = Folder::new("book-memory");
    let out = folder.file("c.book");
    for arguments in [
        &["book", "build", "chess", "--plies", "100", "--out", &out][..],
        &["book", "build", "othello", "--plies", "30", "--out", &out],
        &["policy", "chess"],
        &["policy", "connect-four"],
    ] {
        let told = complaint_within(1_024, arguments);
        assert!(told.contains(", which take about 512 MB; "), "{told}");
    }
}

/// Nothing is lost if the counting is stopped, so that a signal ends the program at once. It is the one that nobody ignores who was
/// started in the background.
#[cfg(unix)]
#[test]
fn counting_can_be_stopped() {
    use nix::sys::signal::{Signal, kill};
    let folder = Folder::new("book-counting");
    let out = folder.file("c.book");
    let endless = ["book", "build", "chess", "--plies", "100", "--out", &out];
    let mut child = command()
        .args(endless)
        .args(["--max-positions", "4000000000"])
        .stdin(Stdio::null())
        .spawn()
        .expect("the program runs");
    thread::sleep(Duration::from_millis(300));
    let process = nix::unistd::Pid::from_raw(child.id().cast_signed());
    kill(process, Signal::SIGTERM).expect("a signal");
    let patience = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("the program can be asked").is_none() {
        if Instant::now() > patience {
            child.kill().expect("the program can be killed");
            panic!("it goes on counting");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_cannot_be_built_is_told_why() {
    let folder = Folder::new("book-bad");
    let out = folder.file("x.book");
    let nowhere = folder.file("no/such/folder.book");
    let told = complaint(build("tic-tac-toe", "2", &nowhere));
    assert!(told.starts_with(&format!("cannot write {nowhere}: ")), "{told}");
    let told = complaint(build("tic-tac", "2", &out));
    assert_eq!(told, "there is no game `tic-tac`: did you mean tic-tac-toe?");
    let told = complaint(["book", "check", "othello"]);
    assert_eq!(told, "no book comes with this game");
    let told = complaint(["solve", "tic-tac-toe", "--book", &out, "--no-book"]);
    assert!(told.starts_with("the argument '--book <FILE>' cannot be used with '--no-book'"));
}
