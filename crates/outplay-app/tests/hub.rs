//! `outplay hub`, as controllers use it, and a match against a program that speaks it.

mod common;

use common::seeds::each_seed;
use common::{Folder, complaint, fed, run};

/// The lines that the program answers with, thinking a moment about each move.
fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let output = fed(&["hub", "--time", "5ms", "--table", "1"], input.as_ref());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// The same without what is told on the way.
fn final_answers(input: impl AsRef<[u8]>) -> Vec<String> {
    answers(input).into_iter().filter(|line| !line.starts_with("info ")).collect()
}

const START: &str = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let told = answers("hub\nset-param name=threads value=1\ninit\nping\nquit\nping\n");
    assert!(told[0].starts_with("id name=Outplay version="), "{told:?}");
    assert_eq!(told[1], "param name=variant value=english type=enum values=english");
    assert!(told[2].starts_with("param name=threads value=1 type=int min=1 "), "{told:?}");
    assert!(told[3].starts_with("param name=hash value=1 type=int min=1 "), "{told:?}");
    assert_eq!(told[4..], ["wait", "ready", "pong"], "nothing is answered after quit");
}

#[test]
fn captures_are_told_by_what_they_take() {
    // One capture of two men: from 10 over 14 and 22 to 26.
    let told = final_answers("pos pos=Beeeeeeeeebeeeweeeeeeeweeeeeeeeee\ngo think\n");
    assert_eq!(told, ["done move=10x26x14x22"]);
    assert_eq!(final_answers("pos pos=Beeeeeeeeebeeeweeeeeeeweeeeeeeeee\nquit\n"), [""; 0]);
    let input = format!("pos pos={START} moves=\"11-15 22-18\"\nlevel nodes=1000\ngo think\n");
    assert_eq!(final_answers(input), ["done move=15x22x18"], "it is the only move");
}

#[test]
fn a_search_tells_what_it_finds() {
    let told = answers(format!("pos pos={START}\nlevel depth=5\ngo think\n"));
    let last = told.iter().rfind(|line| line.starts_with("info ")).expect("an info line");
    for part in ["info depth=5 ", " score=", " nodes=", " time=", " nps=", " pv=\""] {
        assert!(last.contains(part), "{last}");
    }
    assert!(told.last().is_some_and(|line| line.starts_with("done move=")), "{told:?}");
}

#[test]
fn analysis_goes_on_until_it_is_stopped() {
    let told = final_answers(format!("pos pos={START}\ngo analyze\nping\nstop\nping\n"));
    assert_eq!((told[0].as_str(), told[2].as_str()), ("pong", "pong"), "{told:?}");
    assert!(told[1].starts_with("done move="), "{told:?}");
    // A stop ends the last search that was asked for, and those before have their limits.
    let many = format!(
        "pos pos={START}\nlevel depth=4\ngo think\ngo think\ngo analyze\nstop\nping\nquit\n"
    );
    let told = final_answers(many);
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[..3].iter().all(|line| line.starts_with("done move=")), "{told:?}");
    assert_eq!(told[3], "pong");
    // What was expected is played: the clock of the move runs from then on.
    let told = final_answers(format!("pos pos={START}\nlevel depth=2\ngo ponder\nponder-hit\n"));
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn a_program_that_exchanges_the_colours_means_the_start() {
    let start = format!("W{}", &START[1..]);
    let told = final_answers(format!("pos pos={start} moves=\"11-15 22-18\"\ngo think\n"));
    assert_eq!(told, ["done move=15x22x18"]);
}

#[test]
fn what_is_wrong_is_told() {
    for (line, what) in [
        ("foo", "there is no command `foo`"),
        ("pos pos=x", "`x` does not begin with B or W"),
        ("pos pos=We", "a position has 32 squares after the player to move, not 1"),
        ("pos pos=start moves=1-2", "move 1: `1-2` is not legal: the moves of Black are "),
        ("level time=x", "`x` is no time in seconds"),
        ("level depth=-1", "`-1` is no whole number"),
        ("go home", "`home` is none of think, ponder and analyze"),
        ("set-param name=x value=1", "there is no parameter `x`"),
        ("set-param value=1", "`name=` is missing"),
        ("set-param name=threads value=0", "`0` is no number from 1 to 256"),
        ("set-param name=variant value=bt", "there is no variant `bt`, only english"),
    ] {
        let told = answers(format!("{line}\n"));
        let expected = format!("error message=\"{what}");
        assert!(told[0].starts_with(&expected), "{line}: {told:?}");
    }
    let told = complaint(["hub", "chess"]);
    assert!(told.ends_with(", and chess is another game"), "{told}");
}

/// Lines that are nearly right, 10,000 of them, and a move is still found after them.
#[test]
fn ten_thousand_damaged_lines() {
    let lines = [
        "hub".to_owned(),
        "init".to_owned(),
        "ping".to_owned(),
        "new-game".to_owned(),
        "set-param name=threads value=1".to_owned(),
        "set-param name=hash value=1".to_owned(),
        format!("pos pos={START} moves=\"11-15 22-18 15x22x18\""),
        "pos pos=Weeeeeeeeebeeeweeeeeeeweeeeeeeeee".to_owned(),
        "level depth=2".to_owned(),
        "level nodes=50".to_owned(),
        "level time=0.01 inc=0.01 moves=9".to_owned(),
        "go think".to_owned(),
        "go ponder".to_owned(),
        "go analyze".to_owned(),
        "ponder-hit".to_owned(),
    ];
    let letters: Vec<char> = "0123456789-x=\" wbWBeé\t💣.ging".chars().collect();
    each_seed(21, |random| {
        let mut input = String::new();
        for _ in 0..10_000 {
            let mut line: Vec<char> = lines[random.usize(..lines.len())].chars().collect();
            for _ in 0..random.usize(0..4) {
                let at = random.usize(..=line.len());
                match random.u8(..3) {
                    0 => line.insert(at, letters[random.usize(..letters.len())]),
                    1 if at < line.len() => drop(line.remove(at)),
                    2 if at < line.len() => line[at] = letters[random.usize(..letters.len())],
                    _ => line.truncate(at),
                }
            }
            let line: String = line.into_iter().collect();
            // A search that is begun is ended at once, whatever its limits have become. Threads and tables stay small.
            let is_large = line.starts_with("set-param") && line.len() > 30;
            if !line.starts_with("quit") && !is_large {
                input += &format!("{line}\nstop\n");
            }
        }
        input += &format!("pos pos={START}\nlevel depth=1\ngo think\n");
        let told = answers(&input);
        assert!(
            told.last().is_some_and(|line| line.starts_with("done move=")),
            "{:?}",
            told.last()
        );
        assert!(told.iter().filter(|line| line.starts_with("error ")).count() > 1_000);
        assert!(!told.iter().any(|line| line.contains("panic")));
    });
}

#[test]
fn our_own_program_plays_through_hub() {
    let folder = Folder::new("match-hub");
    let program = format!("hub:{} hub --table 1", env!("CARGO_BIN_EXE_outplay"));
    let out = folder.file("m");
    let words = ["match", "checkers", &program, "random", "--each", "nodes=300"];
    let more = ["--openings", "set=ballots", "--rounds", "3", "--out", &out];
    let output = run(words.iter().chain(&more));
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert!(table.contains("faults: none") || errors.contains("faults: none"), "{table}{errors}");
    assert!(table.contains("+6 =0 -0"), "{table}");
}

#[test]
fn a_program_that_speaks_rubbish_is_at_fault() {
    let folder = Folder::new("match-hub-rubbish");
    let script = "while read -r line; do case $line in hub) echo wait ;; init) echo ready ;; ping) echo pong ;; \
                  'go think') echo info depth=x; echo 'done move=9-99' ;; esac; done";
    let program = format!("hub:sh {}", folder.write("rubbish.sh", script));
    let words = ["match", "checkers", &program, "random", "--each", "nodes=10", "--rounds", "1"];
    let output = run(words);
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.contains("illegal"), "{text}");
    let told = complaint(["match", "chess", &program, "random", "--each", "nodes=10"]);
    assert!(told.contains("Hub is for draughts"), "{told}");
}
