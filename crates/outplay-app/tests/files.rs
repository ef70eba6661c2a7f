//! Files: nothing is written over, nothing half, nothing left behind, and nothing is read without end.

mod common;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, command, complaint, printed, run};

/// What is said of a file that is there already.
const OTHERWISE: &str = "choose another name, or write over it with --force";

/// Quick games, so that there are positions to fit weights to.
const GAMES: &str = "tune play chess --nodes 50 --random 4 --games 2 --out";

/// Commands that write a file, whose name is to follow. `FROM` is a file of positions.
const WRITERS: [&str; 4] = [
    "tune fit chess --epochs 1 --from FROM --out",
    "pacman -l ring --pacman reflex --record",
    "book build tic-tac-toe --plies 2 --table 1 --out",
    GAMES,
];

fn words<'a>(text: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    text.split_whitespace().chain(more.iter().copied()).collect()
}

/// A folder with a file of positions.
fn with_positions(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let from = folder.file("from");
    printed(words(GAMES, &[&from]));
    (folder, from)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("an entry").file_name().into_string().expect("UTF-8")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn nothing_is_written_over_unless_forced() {
    let (folder, from) = with_positions("files-over");
    for writer in WRITERS {
        let writer = writer.replace("FROM", &from);
        let out = folder.write("out", "dear");
        let beside = folder.write("out.new", "dear, too");
        let told = complaint(words(&writer, &[&out]));
        // What is there may be something that could be gone on with, and is not.
        let is_refused =
            told.ends_with(OTHERWISE) || told.starts_with(&format!("{out}: it is no book"));
        assert!(is_refused, "{told}");
        assert_eq!(fs::read_to_string(&out).expect("it is there"), "dear", "{writer}");
        assert!(run(words(&writer, &[&out, "--force"])).status.success(), "{writer}");
        assert_ne!(fs::read(&out).expect("it is there"), b"dear", "{writer}");
        assert_eq!(fs::read_to_string(&beside).expect("it is there"), "dear, too", "{writer}");
        assert_eq!(names(&folder.0), ["from", "out", "out.new"], "{writer}");
    }
}

/// A place that cannot be written is told before anything is read or computed.
#[test]
fn a_place_is_checked_first() {
    let (folder, _) = with_positions("files-first");
    let nowhere = folder.file("no/such/folder");
    for writer in [
        "tune fit chess --epochs 1000000 --from /no/such/file --out",
        "pacman --pacman time:100s --record",
        "book build connect-four --plies 9 --table 1 --out",
    ] {
        let told = complaint(words(writer, &[&nowhere]));
        assert!(told.starts_with(&format!("cannot write {nowhere}: ")), "{told}");
        let here = folder.0.to_str().expect("UTF-8");
        let told = complaint(words(writer, &[here, "--force"]));
        assert_eq!(told, format!("cannot write {here}: it is no regular file"));
    }
}

/// A link is no way to lose what it leads to, and stays a link.
#[test]
#[cfg(unix)]
fn a_link_is_followed() {
    let folder = Folder::new("files-link");
    let (real, link) = (folder.write("real", "dear"), folder.file("link"));
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let writer = "pacman -l ring --pacman reflex --record";
    let told = complaint(words(writer, &[&link]));
    assert_eq!(told, format!("{link} is there already: {OTHERWISE}"));
    printed(words(writer, &[&link, "--force"]));
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert!(fs::read_to_string(&real).expect("it is there").starts_with("{\"format\""));
}

/// The program where no file can have more than so many blocks, like on a full disk.
#[cfg(unix)]
fn limited(blocks: u32, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let program = env!("CARGO_BIN_EXE_outplay");
    let mut command = Command::new("sh");
    command.args(["-c", &script, program]).args(arguments).stdin(Stdio::null());
    command.output().expect("a shell")
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_nothing_behind() {
    let (folder, from) = with_positions("files-full");
    let out = folder.file("out");
    let matches = "match tic-tac-toe random random --rounds 1 --out";
    for writer in WRITERS.iter().chain(&[matches]) {
        let writer = writer.replace("FROM", &from);
        let output = limited(0, &words(&writer, &[&out]));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(&format!("cannot write {out}")), "{told}");
        assert!(told.contains("File too large"), "{told}");
        assert_eq!(names(&folder.0), ["from"], "{writer}");
    }
}

/// What was kept before the disk was full is whole, and the same command goes on from there. It stops at once.
#[test]
#[cfg(unix)]
fn a_disk_that_fills_up_keeps_whole_games() {
    let folder = Folder::new("files-filling");
    let (whole, broken) = (folder.file("whole"), folder.file("broken"));
    let play = "tune play chess --nodes 50 --random 4 --threads 3 --games 40 --out";
    printed(words(play, &[&whole]));
    let whole = fs::read_to_string(&whole).expect("games");
    let output = limited(16, &words(play, &[&broken]));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(&format!("cannot write {broken}: ")), "{told}");
    let kept = fs::read_to_string(&broken).expect("games");
    assert!(kept.len() > 1_000 && kept.len() <= 16 * 1024, "{} bytes", kept.len());
    assert!(whole.starts_with(&kept) && kept.ends_with("\n\n"), "whole games");
    assert_eq!(printed(words(play, &[&broken])), format!("40 games in {broken}\n"));
    assert_eq!(fs::read_to_string(&broken).expect("games"), whole);
}

/// A file that is larger than any of its kind is refused by its size; one without a size, like a device, after so many bytes.
#[test]
#[cfg(unix)]
fn reading_is_bounded() {
    let folder = Folder::new("files-huge");
    let huge = folder.file("huge.state.json");
    File::create(&huge).expect("a file").set_len(70 << 30).expect("a file with a hole");
    let out = folder.file("out");
    let openings = format!("match tic-tac-toe random random --openings file={huge}");
    let weights = format!("match chess random engine:weights={huge}");
    let cases: [(&str, &[&str], &str); 10] = [
        ("tree", &[&huge], "a tree: at most 16 MiB"),
        ("pacman -l", &[&huge], "a layout or a position: at most 1 MiB"),
        ("pacman --position", &[&huge], "a layout or a position: at most 1 MiB"),
        ("pacman --replay", &[&huge], "a record of Pacman: at most 1 GiB"),
        (&openings, &[], "a file of openings: at most 256 MiB"),
        (&weights, &[], "a file of weights: at most 64 MiB"),
        ("match --resume", &[&huge], "the state of a match: at most 16 MiB"),
        ("tune fit chess --from", &[&huge, "--out", &out], "a file of positions: at most 1 GiB"),
        ("solve connect-four --file", &[&huge], "a file of positions: at most 1 GiB"),
        ("book check", &[&huge], "a book: at most 64 GiB"),
    ];
    let started = Instant::now();
    for (arguments, more, kind) in cases {
        let told = complaint(words(arguments, more));
        assert_eq!(told, format!("{huge} is too long for {kind}"));
    }
    assert!(started.elapsed() < Duration::from_secs(10), "they were read");
    for (arguments, told) in [
        ("tree /dev/zero", "/dev/zero is too long for a tree: at most 16 MiB"),
        ("solve connect-four --file /dev/zero", "/dev/zero, line 1: it has more than 1000 bytes"),
        ("pacman --replay /dev/zero", "/dev/zero, line 1: it has more than 67108864 bytes"),
    ] {
        assert_eq!(complaint(words(arguments, &[])), told);
    }
}

#[test]
fn as_many_games_as_there_are() {
    let folder = Folder::new("files-games");
    let out = folder.file("games");
    let play = "tune play tic-tac-toe --random 2 --out";
    let told = printed(words(play, &[&out, "--games", "6"]));
    assert_eq!(told, format!("6 games in {out}\n"));
    let told = printed(words(play, &[&out, "--games", "2"]));
    assert_eq!(told, format!("6 games in {out}, there already\n"));
    let told = printed(words(play, &[&out, "--games", "2", "--force"]));
    assert_eq!(told, format!("2 games in {out}\n"));
    let told = complaint(words(play, &[&out, "--games", "9", "--seed", "2"]));
    assert!(told.contains("it does not begin with `# tic-tac-toe: 2 random moves"), "{told}");
}

#[test]
fn threads_are_bounded() {
    for command in
        ["tune play chess --out x --threads", "tune fit chess --from x --out y --threads"]
    {
        let told = complaint(words(command, &["100000"]));
        assert!(told.contains("100000 is not in 1..=256"), "{told}");
        assert!(complaint(words(command, &["0"])).contains("0 is not in 1..=256"));
    }
}

/// Two at once would mix their games. Ctrl-C ends all threads, and what is done is kept.
#[test]
#[cfg(unix)]
fn one_program_at_a_time_writes() {
    let folder = Folder::new("files-both");
    let out = folder.file("games");
    let play = words("tune play chess --games 100000 --threads 8 --nodes 200 --out", &[&out]);
    let mut command = command();
    let child = command.args(&play).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let child = child.expect("it runs");
    let patience = Instant::now() + Duration::from_secs(60);
    let games = || fs::read_to_string(&out).map_or(0, |text| text.matches("\n\n").count());
    while games() == 0 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    let told = complaint(&play);
    assert_eq!(told, format!("{out}: another program is under way that writes to it"));
    let asked = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(3), "it took {:?}", asked.elapsed());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains(&format!("{} games are kept; ", games())), "{told}");
}

/// A pipe is read like a file.
#[test]
#[cfg(unix)]
fn a_pipe_can_be_read() {
    let script = "echo '((3 12 8) (2 4 6) (14 5 2))' | \"$0\" tree /dev/stdin --format json";
    let program = env!("CARGO_BIN_EXE_outplay");
    let output = Command::new("sh").args(["-c", script, program]).output().expect("a shell");
    assert!(output.status.success() && run(["tree", "/dev/null"]).status.code() == Some(2));
}
