//! `outplay match`, as it is used, as it is killed, and against programs that misbehave.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, command, complaint, printed, run};
use serde_json::Value as Json;

fn words<'a>(text: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    text.split_whitespace().chain(more.iter().copied()).collect()
}

/// The table of a match, which ends with this exit code.
fn table(arguments: &[&str], code: i32) -> Json {
    let output = run(["match"].iter().chain(arguments).chain(&["--format", "json"]));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn counts(table: &Json, player: usize) -> [u64; 3] {
    let player = &table["players"][player];
    ["wins", "draws", "losses"].map(|key| player[key].as_u64().expect("a count"))
}

fn fake(mode: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/engine.sh");
    format!("sh {} {mode}", path.display())
}

#[test]
fn two_perfect_players_draw_every_game() {
    let folder = Folder::new("match-perfect");
    let out = folder.file("m");
    let players = "tic-tac-toe textbook:depth=9,table=on engine:depth=9 --rounds 10";
    let table = table(&words(players, &["--out", &out]), 0);
    assert_eq!((counts(&table, 0), counts(&table, 1)), ([0, 20, 0], [0, 20, 0]));
    assert_eq!(table["pairs"], serde_json::json!([0, 0, 10, 0, 0]));
    assert!(table["overhead_seconds"].as_f64().expect("a number") < 1e-3, "{table}");
}

#[test]
fn random_loses_to_minimax() {
    let folder = Folder::new("match-random");
    let players = "tic-tac-toe textbook:algorithm=minimax,depth=9,table=on random --rounds 40";
    let table = table(&words(players, &["--out", &folder.file("m")]), 0);
    let [wins, draws, losses] = counts(&table, 0);
    assert_eq!((losses, wins + draws), (0, 80));
    assert!(wins > 60, "{wins} wins");
    let first = &table["first"];
    assert!(
        first["superiority"].as_f64() > Some(0.999) && first["elo"]["low"].as_f64() > Some(100.0)
    );
}

/// Every search of a game is a player by its name.
#[test]
fn searches_are_players_by_name() {
    let perfect = "tic-tac-toe alpha-beta:depth=9,table=on minimax:depth=9,table=on max-n:depth=9,table=on \
                   paranoid:depth=9,table=on solver --rounds 1";
    let table = table(&words(perfect, &[]), 0);
    assert_eq!(table["games"], 20);
    for player in 0..5 {
        assert_eq!(counts(&table, player), [0, 8, 0], "{table}");
    }
    // Expectimax hopes for mistakes, and random makes them.
    let table = self::table(&words("tic-tac-toe expectimax:depth=5 random --rounds 20", &[]), 0);
    assert!(counts(&table, 0)[0] > 30, "{table}");
}

/// Players that only one game has take the seat they are for, and the first of the game takes the other one.
#[test]
fn players_of_one_game_only() {
    let folder = Folder::new("match-own");
    let out = folder.file("m");
    let play = "pacman:tiny own:reflex,greedy,name=own random --rounds 2 --maxmoves 40 --out";
    let table = table(&words(play, &[&out]), 0);
    assert_eq!(table["games"], 4);
    let all = games(&format!("{out}.games.jsonl"));
    // The same seed gives the same games.
    let again = folder.file("again");
    self::table(&words(play, &[&again]), 0);
    assert!(all == games(&format!("{again}.games.jsonl")));
    let told = complaint(words("match pacman:tiny own:nobody random", &[]));
    let beginning = "player `own:nobody`: pacman:tiny has no player `nobody`; its own are strong, ";
    assert!(told.starts_with(beginning), "{told}");
}

/// Whoever thinks for long is still heard of.
#[test]
fn a_long_game_is_not_silent() {
    let since = Instant::now();
    let mut child = started(&words("othello random engine:time=100s --rounds 1", &[]));
    let mut errors = BufReader::new(child.stderr.take().expect("piped")).lines();
    let told = errors.next().expect("a line").expect("UTF-8");
    let took = since.elapsed();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(told, "under way: pair 1, game 1 of 2, 1 move");
    assert!(took > Duration::from_secs(5) && took < Duration::from_secs(15), "it took {took:?}");
}

/// Every sort of misbehaviour is counted as what it is, in both protocols, and the match goes on to its end.
#[test]
fn fakes_never_stop_a_match() {
    let folder = Folder::new("match-fakes");
    // How long each is waited for: no longer than it takes to see what it does, and long enough on a busy machine.
    let patient = ["st=10", "startup=10s", "stall=10s"];
    let hasty = ["st=0.1", "startup=10s", "stall=300ms"];
    for (mode, kind, clock) in [
        ("good", None, patient),
        ("crash", Some("crash"), patient),
        ("close", Some("crash"), patient),
        ("rubbish", Some("illegal"), patient),
        ("taken", Some("illegal"), patient),
        ("hang", Some("stall"), hasty),
        ("endless", Some("stall"), hasty),
        ("slow", Some("time"), ["st=0.1", "startup=10s", "stall=10s"]),
    ] {
        for protocol in ["uci", "gtp"] {
            let out = folder.file(&format!("{mode}-{protocol}"));
            let (command, proto) = (format!("cmd={}", fake(mode)), format!("proto={protocol}"));
            let arguments = words(
                "tic-tac-toe textbook:depth=1 --rounds 1 --openings random=1 --engine",
                &[&command, &proto, "name=fake", clock[0], clock[1], clock[2], "--out", &out],
            );
            let table = table(&arguments, i32::from(kind.is_some()));
            assert_eq!(table["games"], 2, "{mode} {protocol}");
            let faults = &table["players"][1]["faults"];
            for one in ["time", "stall", "crash", "illegal"] {
                let count = faults[one].as_u64().expect("a count");
                match kind {
                    Some(kind) if kind == one => {
                        assert!((1..=2).contains(&count), "{mode} {protocol}: {faults}");
                    }
                    _ => assert_eq!(count, 0, "{mode} {protocol}: {faults}"),
                }
            }
            if let Some(kind) = kind.filter(|_| mode != "taken") {
                // The second time it had been started anew.
                assert_eq!(faults[kind], 2, "{mode} {protocol}");
                assert_eq!(counts(&table, 0), [2, 0, 0]);
            }
            let clean = &table["players"][0]["faults"];
            assert!(clean.as_object().expect("counts").values().all(|count| *count == 0));
        }
    }
}

/// A program that is not ready for a game is told before anything is played, with what it has to say about it.
#[test]
fn who_is_not_ready_does_not_play() {
    let folder = Folder::new("match-unready");
    for (mode, protocol, what) in [
        (
            "gone",
            "uci",
            "it ended (exit status: 1), instead of answering `uci`; on standard error: no licence",
        ),
        (
            "gone",
            "gtp",
            "it ended (exit status: 1), instead of answering `protocol_version`; on standard error: no licence",
        ),
        ("silent", "uci", "no answer to `uci`"),
        ("unready", "uci", "no answer to `isready`"),
        ("unready", "gtp", "no answer to `clear_board`"),
    ] {
        let (program, out) = (format!("{protocol}:{}", fake(mode)), folder.file(mode));
        let more = words("random --each st=10 startup=300ms --out", &[&out]);
        let told = complaint([&["match", "tic-tac-toe", &program], &more[..]].concat());
        assert!(told.starts_with("player `") && told.ends_with(&format!("`: {what}")), "{told}");
        assert!(!Path::new(&format!("{out}.games.jsonl")).exists(), "nothing was begun");
    }
}

/// What a program wrote to standard error is in the record of its fault.
#[test]
fn a_fault_has_the_last_words() {
    let folder = Folder::new("match-words");
    let (program, out) = (format!("uci:{}", fake("crash")), folder.file("m"));
    let more = words("random --each st=10 --rounds 1 --out", &[&out]);
    table(&[&["tic-tac-toe", &program], &more[..]].concat(), 1);
    let what = &games(&format!("{out}.games.jsonl"))[&1]["faults"][0]["what"];
    let what = what.as_str().expect("text");
    assert!(what.ends_with("; on standard error: out of memory"), "{what}");
}

/// Who ends between two games is charged once, and is there again for the next one.
#[test]
fn who_leaves_after_a_game_is_started_again() {
    let folder = Folder::new("match-leaves");
    for protocol in ["uci", "gtp"] {
        let (program, out) = (format!("{protocol}:{}", fake("leaves")), folder.file(protocol));
        let more = words("textbook:depth=1 --each st=10 --rounds 1 --out", &[&out]);
        let table = table(&[&["tic-tac-toe", &program], &more[..]].concat(), 1);
        assert_eq!(table["players"][0]["faults"]["crash"], 1, "{protocol}");
        let all = games(&format!("{out}.games.jsonl"));
        assert!(all.values().all(|game| game["reason"] == "over"), "{all:?}");
    }
}

/// Who has no clock is not told of the other one's, and scores of other moves, and bounds, are not taken for its own.
#[test]
fn uci_says_and_hears_what_counts() {
    let folder = Folder::new("match-uci");
    let (log, out) = (folder.file("log"), folder.file("m"));
    let command = format!("cmd={}", fake("many"));
    let args = format!("args='{log}'");
    let more = ["--engine", &command, &args, "depth=1", "--rounds", "1", "--out", &out];
    table(&words("tic-tac-toe textbook:depth=1,tc=60", &more), 0);
    let log = fs::read_to_string(log).expect("what it was told");
    assert!(log.contains("go depth 1\n") && !log.contains("time"), "{log}");
    let all = games(&format!("{out}.games.jsonl"));
    let moves = all[&2]["moves"].as_array().expect("moves");
    assert_eq!((&moves[0]["score"], &moves[0]["depth"]), (&Json::from(5.0), &Json::from(1)));
}

#[cfg(target_os = "linux")]
fn status(pid: u32, field: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    Some(line[field.len()..].trim().to_owned())
}

/// 100 MB in one line, and in many, before every answer: the memory stays small, and the games are played.
#[test]
#[cfg(target_os = "linux")]
fn a_flood_is_survived() {
    let folder = Folder::new("match-flood");
    for mode in ["flood", "lines"] {
        let program = format!("uci:{}", fake(mode));
        let out = folder.file(mode);
        let arguments = words(
            "match tic-tac-toe textbook:depth=1 --rounds 1 --each depth=1 --format json",
            &["--out", &out],
        );
        let mut arguments: Vec<&str> = arguments;
        arguments.insert(3, &program);
        let mut child = command()
            .args(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut most = 0;
        let mut zombies: BTreeMap<u32, Instant> = BTreeMap::new();
        while child.try_wait().expect("it can be asked").is_none() {
            let used = status(child.id(), "VmHWM:").unwrap_or_default();
            let used: u64 = used.trim_end_matches(" kB").parse().unwrap_or(0);
            most = most.max(used);
            // Who has just ended is one for a moment.
            let now = dead(child.id());
            zombies.retain(|pid, _| now.contains(pid));
            for pid in now {
                let since = zombies.entry(pid).or_insert_with(Instant::now).elapsed();
                assert!(since < Duration::from_millis(400), "{mode}: a zombie is left");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().expect("it has ended");
        let table: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((output.status.code(), &table["games"]), (Some(0), &Json::from(2)));
        println!("{mode}: {most} kB at most");
        assert!(most > 0 && most < 60_000, "{mode}: {most} kB");
    }
}

/// All processes.
#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").expect("Linux");
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The processes that a process has started, and that have ended without its notice.
#[cfg(target_os = "linux")]
fn dead(parent: u32) -> Vec<u32> {
    let parent = parent.to_string();
    let is_child = |pid: &u32| status(*pid, "PPid:").as_deref() == Some(&parent);
    let is_dead = |pid: &u32| status(*pid, "State:").is_some_and(|state| state.starts_with('Z'));
    processes().filter(is_child).filter(is_dead).collect()
}

/// What a program has started ends with it.
#[test]
#[cfg(target_os = "linux")]
fn nobody_is_left_behind() {
    let folder = Folder::new("match-family");
    // A time to sleep that nobody else sleeps.
    let mark = format!("9{}", std::process::id());
    let program = format!("uci:{} {mark}", fake("family"));
    let play = ["tic-tac-toe", &program, "random"];
    let more = "--rounds 1 --each st=0.05 stall=200ms --out";
    let out = folder.file("m");
    let arguments = [&play[..], &words(more, &[&out])].concat();
    let table = table(&arguments, 1);
    assert_eq!(table["players"][0]["faults"]["stall"], 2);
    let left = with_word(&mark);
    assert!(left.is_empty(), "{left:?}");
}

/// The processes that have this word in their command line.
#[cfg(target_os = "linux")]
fn with_word(mark: &str) -> Vec<u32> {
    let has_it = |pid: &u32| {
        fs::read(format!("/proc/{pid}/cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).split('\0').any(|word| word == mark))
    };
    processes().filter(has_it).collect()
}

/// Nor is anybody left by a second Ctrl-C, which ends the match without waiting for anything.
#[test]
#[cfg(target_os = "linux")]
fn nobody_is_left_behind_by_an_impatient_user() {
    let folder = Folder::new("match-impatient");
    let mark = format!("8{}", std::process::id());
    let program = format!("uci:{} {mark}", fake("family"));
    let out = folder.file("m");
    let more = words("random --each st=100 --out", &[&out]);
    let child = started(&[&["tic-tac-toe", &program], &more[..]].concat());
    let patience = Instant::now() + Duration::from_secs(20);
    // The program itself, and the two that it sleeps with.
    while with_word(&mark).len() < 3 && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    let twice = format!("kill -INT {0}; sleep 0.005; kill -INT {0}", child.id());
    Command::new("sh").args(["-c", &twice]).status().expect("kill");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let patience = Instant::now() + Duration::from_secs(1);
    while !with_word(&mark).is_empty() && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(with_word(&mark).is_empty(), "somebody is left");
}

/// Programs that take their time to quit do not keep Ctrl-C waiting, however many they are.
#[test]
#[cfg(unix)]
fn ctrl_c_does_not_wait_for_slow_quitters() {
    let folder = Folder::new("match-quitters");
    let (stay, hang) = (format!("uci:{}", fake("stay")), format!("uci:{}", fake("hang")));
    let out = folder.file("m");
    let mut play = vec!["tic-tac-toe", "random"];
    play.extend([&stay[..]; 7]);
    play.push(&hang);
    play.extend(words("--tournament gauntlet --each st=100 --rounds 1 --out", &[&out]));
    let mut child = started(&play);
    assert!(reaches(&mut child, &format!("{out}.games.jsonl"), 13));
    let asked = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(1), "it took {:?}", asked.elapsed());
}

#[test]
fn our_own_program_plays_through_gtp() {
    let folder = Folder::new("match-gtp");
    let program =
        format!("gtp:{} gtp othello:4x4 --time 2ms --table 1", env!("CARGO_BIN_EXE_outplay"));
    let out = folder.file("m");
    let arguments = words("random --rounds 4 --openings random=3 --concurrency 2 --out", &[&out]);
    let arguments: Vec<&str> = ["othello:4x4", &program].into_iter().chain(arguments).collect();
    let table = table(&arguments, 0);
    assert_eq!(table["games"], 8);
    assert!(counts(&table, 0)[0] >= 5, "{table}");
    // The transcripts are read again, and lead to games that are over.
    let text = fs::read_to_string(folder.file("m.games.txt")).expect("transcripts");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 8);
    for line in lines {
        let told = complaint(["solve", "othello:4x4", line]);
        assert_eq!(told, "the game is over: there is nothing to solve", "{line}");
    }
}

/// GRhino does not take a pass for a move, and knows by itself when there is one.
#[test]
fn a_program_may_refuse_to_hear_of_passes() {
    let folder = Folder::new("match-pass");
    let script = format!(
        "exec 3>&1; while read -r line; do case $line in *' pass') printf '?%s no\\n\\n' \"${{line%% *}}\" >&3 ;; \
         *) echo \"$line\" ;; esac; done | {} gtp othello:4x4 --time 2ms --table 1",
        env!("CARGO_BIN_EXE_outplay")
    );
    let program = format!("gtp:sh {}", folder.write("refuses.sh", &script));
    let out = folder.file("m");
    let more = words("random --rounds 10 --openings random=4 --out", &[&out]);
    let table = table(&[&["othello:4x4", &program], &more[..]].concat(), 0);
    assert_eq!(table["games"], 20);
    let passes = fs::read_to_string(format!("{out}.games.txt")).expect("transcripts");
    assert!(passes.matches("pass").count() > 5, "{passes}");
}

/// All games, without the times.
fn games(path: &str) -> BTreeMap<u64, Json> {
    let text = fs::read_to_string(path).expect("records");
    let record = |line: &str| {
        let mut record: Json = serde_json::from_str(line).expect("JSON");
        record["overhead_seconds"] = Json::Null;
        for made in record["moves"].as_array_mut().expect("moves") {
            made["seconds"] = Json::Null;
        }
        (record["game"].as_u64().expect("a number"), record)
    };
    text.lines().map(record).collect()
}

fn lines(path: &str) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

fn started(arguments: &[&str]) -> Child {
    command()
        .arg("match")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Waits until a match has more than so many games, and is still running.
fn reaches(child: &mut Child, games: &str, count: usize) -> bool {
    let patience = Instant::now() + Duration::from_secs(60);
    while lines(games) <= count && Instant::now() < patience {
        if child.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        thread::yield_now();
    }
    true
}

/// Kill -9 in the middle, again and again, and half a line at the end of the records: at last every game is there as in an
/// unbroken match, to the move, the score and the node.
#[test]
fn a_match_that_was_killed_goes_on_exactly() {
    let folder = Folder::new("match-killed");
    let play = "connect-four:5x4 engine:nodes=3000,table=1 textbook:depth=3 random --rounds 6 \
                --openings random=4 --seed 7 --concurrency 2 --format json --out";
    let whole = folder.file("whole");
    let expected =
        table(&words(play.trim_end_matches("--format json --out"), &["--out", &whole]), 0);
    let out = folder.file("broken");
    let (state, records) = (format!("{out}.state.json"), format!("{out}.games.jsonl"));
    let mut child = started(&words(play, &[&out]));
    let mut kills = 0;
    for more in [2, 6, 5, 9] {
        let before = lines(&records);
        if !reaches(&mut child, &records, before + more) {
            break;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        let mut text = fs::read(&records).expect("records");
        let whole_line =
            text.split_inclusive(|&byte| byte == b'\n').next().expect("a line").to_vec();
        text.extend(&whole_line[..40]);
        fs::write(&records, text).expect("it can be written");
        child = started(&["--resume", &state]);
    }
    let output = child.wait_with_output().expect("it ends");
    assert!(kills > 0, "the match was over before it could be killed");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    for player in 0..3 {
        assert_eq!(counts(&found, player), counts(&expected, player));
        assert_eq!(found["players"][player]["rating"], expected["players"][player]["rating"]);
    }
    assert!(games(&records) == games(&format!("{whole}.games.jsonl")));
    let transcripts = |name: &str| {
        let text = fs::read_to_string(format!("{name}.games.txt")).expect("transcripts");
        let mut all: Vec<String> = text.split("# ").map(str::to_owned).collect();
        all.sort();
        all
    };
    assert_eq!(transcripts(&out), transcripts(&whole));
    // Once it is over, there is nothing left to do.
    let again = printed_result(&["match", "--resume", &state]);
    assert_eq!(serde_json::from_str::<Json>(&again).expect("JSON")["games"], 36);
}

/// What a command prints on standard output; standard error is for progress.
fn printed_result(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Ctrl-C in the middle: within a second, with the table so far and the command to go on.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_match_at_once() {
    let folder = Folder::new("match-stopped");
    let hung = format!("uci:{}", fake("hang"));
    // The first pairing is quick, the second one never ends.
    for (name, play) in [
        ("a built-in", ["othello", "random", "textbook:depth=1", "engine:time=20s"]),
        ("a program", ["tic-tac-toe", "random", "textbook:depth=1", &hung]),
    ] {
        let out = folder.file(name);
        let play = [&play[..], &words("--each st=100 --rounds 3 --out", &[&out])].concat();
        let mut child = started(&play);
        assert!(reaches(&mut child, &format!("{out}.games.jsonl"), 1));
        let told = complaint(["match", "--resume", &format!("{out}.state.json")]);
        assert!(told.ends_with("another program is under way that writes to it"), "{told}");
        let asked = Instant::now();
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        let output: Output = child.wait_with_output().expect("it ends");
        let took = asked.elapsed();
        assert!(took < Duration::from_secs(1), "it took {took:?}");
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.starts_with("player ") && text.contains("\nrandom "), "{text}");
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        let resume = format!("outplay match --resume '{out}.state.json'");
        assert!(errors.contains(&resume), "{errors}");
    }
}

#[test]
fn a_sequential_test_ends_when_it_is_decided() {
    let folder = Folder::new("match-sprt");
    let play = "tic-tac-toe textbook:depth=4 random --openings random=1 --sprt elo0=0 elo1=60";
    let table = table(&words(play, &["--concurrency", "2", "--out", &folder.file("m")]), 0);
    let sprt = &table["first"]["sprt"];
    assert_eq!(sprt["accepted"], "elo1");
    assert!(sprt["llr"].as_f64() > Some(2.94));
    let pairs = table["encounters"].as_u64().expect("a count");
    assert!((10..200).contains(&pairs), "{pairs} pairs");
    // Which pairs are done first does not matter.
    let out = folder.file("one");
    let one = self::table(&words(play, &["--out", &out]), 0);
    assert_eq!((&one["pairs"], &one["encounters"]), (&table["pairs"], &table["encounters"]));
}

/// A pair that the test does not go by may have faults, and these are not hidden.
#[test]
fn a_sequential_test_hides_no_faults() {
    let folder = Folder::new("match-sprt-faults");
    let out = folder.file("m");
    let play = "tic-tac-toe textbook:depth=4 random --openings random=1 --sprt elo0=0 elo1=60";
    let before = table(&words(play, &["--out", &out]), 0);
    let path = format!("{out}.games.jsonl");
    let mut text = fs::read_to_string(&path).expect("records");
    let last: Vec<String> = text.lines().rev().take(2).map(str::to_owned).collect();
    for line in last {
        let mut record: Json = serde_json::from_str(&line).expect("JSON");
        let number = record["encounter"].as_u64().expect("a number");
        record["encounter"] = Json::from(number + 1);
        record["faults"] = serde_json::json!([{"player": 0, "kind": "crash", "what": "it ended"}]);
        text.push_str(&format!("{record}\n"));
    }
    fs::write(&path, text).expect("it can be written");
    let output = run(["match", "--resume", &format!("{out}.state.json")]);
    assert_eq!(output.status.code(), Some(1));
    // The state has the format of the match: JSON.
    let after: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(after["pairs"], before["pairs"]);
    let crashes = |player: usize| after["players"][player]["faults"]["crash"].as_u64();
    assert_eq!((crashes(0), crashes(1)), (Some(1), Some(1)));
}

/// A power cut may leave anything at the end of the records: it is put aside, and played again.
#[test]
fn damaged_records_are_played_again() {
    let folder = Folder::new("match-damaged");
    let out = folder.file("m");
    let play = "tic-tac-toe textbook:depth=2 random --rounds 4 --openings random=1 --out";
    table(&words(play, &[&out]), 0);
    let (path, state) = (format!("{out}.games.jsonl"), format!("{out}.state.json"));
    let whole = games(&path);
    let text = fs::read_to_string(&path).expect("records");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let damaged = format!("{}\0\0\0\0\n{}", lines[..3].concat(), lines[6..].concat());
    fs::write(&path, &damaged).expect("it can be written");
    let output = run(["match", "--resume", &state]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.contains("m.games.jsonl is damaged: "), "{errors}");
    assert!(games(&path) == whole);
    let aside = fs::read_to_string(format!("{path}.damaged")).expect("what was cut off");
    assert_eq!(aside, damaged[lines[..2].concat().len()..]);
    // What is no damage, but of another match, is left alone.
    let other = format!(
        "{}\0\n{}",
        lines[..2].concat(),
        lines[0].replace("\"encounter\":0", "\"encounter\":99")
    );
    fs::write(&path, &other).expect("it can be written");
    let told = complaint(["match", "--resume", &state]);
    assert_eq!(told, format!("{path}, line 4: it is no record of this match"));
    assert_eq!(fs::read_to_string(&path).expect("records"), other);
}

/// A match goes on from wherever one is, and with the files that it began with.
#[test]
fn paths_are_meant_from_where_a_match_began() {
    let folder = Folder::new("match-folder");
    folder.write("openings.txt", "b2 a1\n");
    let play =
        "match tic-tac-toe textbook:depth=2 random --rounds 1 --openings file=openings.txt --out m";
    // Empty records are what is left of a match that was killed before it began.
    folder.write("m.games.jsonl", "");
    let there = command().args(words(play, &[])).current_dir(&folder.0).output().expect("it runs");
    assert_eq!(there.status.code(), Some(0), "{}", String::from_utf8_lossy(&there.stderr));
    let elsewhere = run(["match", "--resume", &folder.file("m.state.json")]);
    let errors = String::from_utf8_lossy(&elsewhere.stderr).into_owned();
    assert_eq!(elsewhere.status.code(), Some(0), "{errors}");
    let inside =
        command().args(["match", "--resume", "m.state.json"]).current_dir(&folder.0).output();
    assert_eq!(inside.expect("it runs").status.code(), Some(0));
}

/// Of matches that begin at the same moment with the same name, one is played, and the others are told why they are not.
#[test]
fn matches_that_begin_together_do_not_mix() {
    let folder = Folder::new("match-together");
    let out = folder.file("m");
    let play = words("tic-tac-toe random random --rounds 2 --out", &[&out]);
    let all: Vec<Child> = (0..8).map(|_| started(&play)).collect();
    let outputs = all.into_iter().map(|child| child.wait_with_output().expect("it ends"));
    let (played, refused): (Vec<Output>, _) = outputs.partition(|output| output.status.success());
    assert_eq!((played.len(), refused.len()), (1, 7));
    for output in refused {
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        let reasons = [" is there already: ", ": another program is under way that writes to it"];
        assert!(reasons.iter().any(|reason| told.contains(reason)), "{told}");
    }
    assert_eq!(lines(&format!("{out}.games.jsonl")), 4);
}

/// Nobody asked for files: there are none, not even after Ctrl-C, and the table so far is printed.
#[test]
fn without_a_name_nothing_is_left_behind() {
    let folder = Folder::new("match-nameless");
    let begin = |play: &str| {
        let mut command = command();
        command.arg("match").args(words(play, &[])).current_dir(&folder.0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let child = begin("othello random random --rounds 2");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\npairs "));
    #[cfg(unix)]
    {
        let mut child = begin("othello random textbook:depth=1 engine:time=20s --rounds 3");
        let mut errors = BufReader::new(child.stderr.take().expect("piped")).lines();
        errors.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("pair 1 ")));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        let told: Vec<String> = errors.map(|line| line.expect("UTF-8")).collect();
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("player "));
        let advice =
            "outplay: the games are not kept; with --out NAME they are, and the match can go on";
        assert!(told.iter().any(|line| line == advice), "{told:?}");
    }
    let left: Vec<_> = folder.0.read_dir().expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The grammar of cutechess-cli: arguments as a line, and settings for everybody that some have no use for.
#[test]
fn settings_for_everybody_are_for_who_has_them() {
    let folder = Folder::new("match-grammar");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/engine.sh");
    let args = format!("args='{}' good", script.display());
    let out = folder.file("m");
    let play =
        "tic-tac-toe textbook --draw movenumber=0 movecount=9 score=1 --engine cmd=sh proto=gtp";
    let more = [&args[..], "--each", "depth=3", "--rounds", "1", "--out", &out];
    assert_eq!(table(&words(play, &more), 0)["games"], 2);
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new("match-openings");
    let file = folder.write("openings.txt", "# three\n\nb2 a1\nX...O....\na3c3\n");
    let play = "tic-tac-toe textbook:depth=2 random --rounds 4 --out";
    let setting = format!("file={file}");
    let out = folder.file("m");
    table(&words(play, &[&out, "--openings", &setting]), 0);
    let all = games(&format!("{out}.games.jsonl"));
    let opening = |game: u64| &all[&game]["opening"];
    assert_eq!((opening(1), opening(7)), (opening(2), opening(1)));
    assert_eq!(opening(1)["moves"], serde_json::json!(["b2", "a1"]));
    assert_eq!(opening(3)["position"], "X...O....");
    assert_eq!(opening(5)["moves"], serde_json::json!(["a3", "c3"]));
    // Every opening once, in another order.
    let shuffled = folder.file("shuffled");
    table(&words(play, &[&shuffled, "--openings", &setting, "order=random"]), 0);
    let all = games(&format!("{shuffled}.games.jsonl"));
    let mut seen: Vec<String> = [1, 3, 5].map(|game| all[&game]["opening"].to_string()).to_vec();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 3);
    // The same match with another file is another match.
    fs::write(&file, "b2\n").expect("it can be written");
    let state = format!("{out}.state.json");
    let told = complaint(["match", "--resume", &state]);
    assert!(told.ends_with("is not the one that the match began with"), "{told}");
}

/// Command lines, and what is said about them.
const WRONG: [(&str, &str); 17] = [
    ("tic-tak-toe random random", "there is no game `tic-tak-toe`: did you mean tic-tac-toe?"),
    (
        "tic-tac-toe",
        "a match takes two players or more, and none is given: write them after the game, like `outplay match tic-tac-toe engine:time=100ms random`",
    ),
    (
        "tic-tac-toe random",
        "a match takes two players or more, and one is given: write them after the game, like `outplay match tic-tac-toe engine:time=100ms random`",
    ),
    (
        "tic-tac-toe random textbook:dept=4",
        "player `textbook:dept=4`: there is no setting `dept`; there are name, tc, st, nodes, depth, timemargin, algorithm, time, order, table, evaluation, deepen",
    ),
    (
        "tic-tac-toe random alphabeta:depth=4",
        "player `alphabeta:depth=4`: `alphabeta` is no search: tic-tac-toe can be searched by engine, solver, minimax, alpha-beta, max-n, paranoid, expectimax, mcts; other players are random, uci:PROGRAM, gtp:PROGRAM, hub:PROGRAM",
    ),
    ("tic-tac-toe random own:strong", "player `own:strong`: tic-tac-toe has no players of its own"),
    ("tic-tac-toe random random --each deph=4", "--each: none of the players has a setting `deph`"),
    (
        "tic-tac-toe random random --sprt elo2=4",
        "--sprt: there is no setting `elo2`; there are elo0, elo1, alpha, beta, model",
    ),
    (
        "tic-tac-toe random random --sprt elo0=4 elo1=3",
        "--sprt: elo0 is below elo1, and both are within 5000",
    ),
    ("tic-tac-toe random random --sprt alpha=0.7", "--sprt: alpha and beta lie between 0 and 0.5"),
    ("tic-tac-toe random random random --sprt elo0=0", "--sprt is for two players"),
    ("tic-tac-toe random random --draw movecount=3", "--draw: `score=` is missing, or below zero"),
    (
        "tic-tac-toe random random --openings random=9",
        "--openings: no game is found that goes on after 9 plies",
    ),
    (
        "tic-tac-toe random --engine name=x",
        "--engine name=x: `cmd=PROGRAM` is missing, or `proto=` with what plays",
    ),
    (
        "tic-tac-toe random --engine proto=random cmd=x",
        "--engine proto=random cmd=x: `cmd=` is for programs, `proto=uci`, `proto=gtp` or `proto=hub`",
    ),
    (
        "tic-tac-toe random engine:weights=/none",
        "cannot read /none: No such file or directory (os error 2)",
    ),
    (
        "tic-tac-toe random --engine proto=random --each st=1 random",
        "--each: `random` is no setting: write it as KEY=VALUE, and players before all options",
    ),
];

#[test]
fn what_is_wrong_is_told() {
    let folder = Folder::new("match-wrong");
    let out = folder.file("m");
    for (text, message) in WRONG {
        assert_eq!(complaint(words(&format!("match {text}"), &["--out", &out])), message);
    }
    let file = folder.write("bad.txt", "b2\nb2b2\n");
    let setting = format!("match tic-tac-toe random random --openings file={file}");
    let told = complaint(words(&setting, &["--out", &out]));
    assert!(told.starts_with(&format!("{file}: line 2: ")), "{told}");
    assert!(!Path::new(&format!("{out}.state.json")).exists(), "nothing was begun");
    assert!(complaint(["match", "--resume", "x"]).ends_with("ends in .state.json"));
    let state = folder.write("x.state.json", "{}");
    assert_eq!(complaint(["match", "--resume", &state]), format!("{state} is no state of a match"));
}

#[test]
fn nothing_is_written_over() {
    let folder = Folder::new("match-over");
    let out = folder.file("m");
    table(&words("tic-tac-toe random random --rounds 1 --out", &[&out]), 0);
    let told = complaint(words("match tic-tac-toe random random --rounds 1 --out", &[&out]));
    let state = format!("{out}.state.json");
    let advice = format!("{state} is there already: go on with `outplay match --resume {state}`");
    assert!(told.starts_with(&advice), "{told}");
    let transcripts = folder.write("y.games.txt", "dear games");
    let other = folder.file("y");
    let told = complaint(words("match tic-tac-toe random random --out", &[&other]));
    let otherwise = "choose another name, or write over it with --force";
    assert_eq!(told, format!("{transcripts} is there already: {otherwise}"));
    assert_eq!(fs::read_to_string(&transcripts).expect("it is there"), "dear games");
    table(&words("tic-tac-toe random random --rounds 2 --force --out", &[&out]), 0);
    assert_eq!(lines(&format!("{out}.games.jsonl")), 4);
    // A match that was allowed to once does not do it again when it goes on.
    let games = || fs::read_to_string(format!("{out}.games.jsonl")).expect("records");
    let before = games();
    printed_result(&["match", "--resume", &state]);
    assert!(games() == before);
    let told = complaint(words("match tic-tac-toe random random --force", &[]));
    assert_eq!(told, "--force goes with --out");
}

#[test]
fn games_of_chess_are_written_as_pgn() {
    let folder = Folder::new("match-pgn");
    let out = folder.file("m");
    table(&words("chess random random --maxmoves 1 --rounds 1 --out", &[&out]), 0);
    let text = fs::read_to_string(format!("{out}.games.txt")).expect("it is there");
    assert_eq!(text.matches("[Result \"1/2-1/2\"]").count(), 2, "{text}");
}

#[test]
fn records_that_somebody_has_changed_are_not_believed() {
    let folder = Folder::new("match-changed");
    let out = folder.file("m");
    table(&words("tic-tac-toe random random --rounds 1 --out", &[&out]), 0);
    let records = folder.write("m.games.jsonl", "{\"game\": 1}\n");
    let told = complaint(["match", "--resume", &format!("{out}.state.json")]);
    assert_eq!(told, format!("{records}, line 1: it is no record of this match"));
}

#[test]
fn results_are_computed_without_playing() {
    let text = printed(["match", "stats", "136", "111", "96"]);
    assert!(text.contains("Elo             40.7 ± 30.4\n"), "{text}");
    let arguments = "match stats 365 16618 36229 16974 390 --sprt elo0=0 elo1=2";
    let text = printed(words(arguments, &[]));
    assert!(
        text.contains("LLR 2.25 in (-2.94, 2.94), normalised elo0=0 elo1=2: not decided"),
        "{text}"
    );
    let json = common::json(words(arguments, &["--format", "json"]));
    assert_eq!((json["sprt"]["llr"].as_f64().expect("a number") * 100.0).round(), 225.0);
    let text = printed(["match", "stats", "10", "0", "0"]);
    assert!(text.contains("normalised Elo  ∞ (144.1 to ∞)\n"), "{text}");
    assert!(complaint(["match", "stats", "1", "2"]).starts_with("stats: write 3 counts"));
    assert!(complaint(["match", "stats", "0", "0", "0"]).starts_with("stats: without any result"));
    assert!(complaint(["match", "stats", "1", "-2", "3"]).contains("'-2'"));
}

/// No game is lost on time by the fault of the referee: 40 games at 20 ms a move. `just match-clock` plays 1,000.
#[test]
#[ignore = "it measures, and other tests disturb it"]
fn nobody_loses_on_time() {
    let folder = Folder::new("match-clock");
    let play = "connect-four:5x4 engine:table=1 engine:table=1 --each st=0.02 --rounds 20 --openings random=4";
    let table = table(&words(play, &["--concurrency", "2", "--out", &folder.file("m")]), 0);
    assert_eq!(table["games"], 40);
}
