//! `outplay uci`, as other programs use it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Output};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use common::seeds::each_seed;

/// How long is waited for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// With a small table.
fn started(arguments: &[&str]) -> Child {
    common::started(&[&["uci", "--table", "4"], arguments].concat())
}

/// What the program does with all this input at once.
fn fed(input: &[u8]) -> Output {
    common::fed(&["uci", "--table", "4"], input)
}

/// The lines that it says, where all is well.
fn told(input: &str) -> Vec<String> {
    let output = fed(input.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

fn best(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

/// A conversation.
struct Talk {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn new() -> Talk {
        let mut child = started(&[]);
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Talk { child, stdin, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("it listens");
    }

    /// The next line that begins like this.
    fn hear(&self, start: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no `{start}`"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Whether nothing like this is said for a while.
    fn is_silent_about(&self, start: &str, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while let Ok(line) =
            self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            if line.starts_with(start) {
                return false;
            }
        }
        true
    }
}

impl Talk {
    fn has_ended(&mut self) -> bool {
        has_ended(&mut self.child)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = writeln!(self.stdin, "quit");
        has_ended(&mut self.child);
    }
}

#[test]
fn it_introduces_itself() {
    let lines = told("uci\nisready\nquit\n");
    assert!(lines[0].starts_with("id name Outplay"));
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Tables",
        "SyzygyPath",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_Variant",
    ] {
        let start = format!("option name {name} type ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{name}");
    }
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
    let variants = lines.iter().find(|line| line.starts_with("option name UCI_Variant "));
    let variants = format!("{} ", variants.expect("the games"));
    for name in ["default chess", "var chess", "var tictactoe", "var cfour", "var flipello"] {
        assert!(variants.contains(&format!(" {name} ")), "{variants}");
    }
}

#[test]
fn a_script_gets_every_answer_before_it_quits() {
    let lines = told("position startpos\ngo depth 6\nquit\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
    assert_eq!(best(&lines).len(), 1, "{lines:?}");
    let lines = told(
        "position startpos\ngo depth 5\nposition startpos moves e2e4\ngo depth 4\nd\n\
         go infinite\ngo depth 3\nquit\ngo depth 2\n",
    );
    assert_eq!(best(&lines).len(), 4, "{lines:?}");
    for depth in [5, 4, 3] {
        let start = format!("info depth {depth} ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{depth}: {lines:?}");
    }
    assert!(lines.iter().any(|line| line.contains("/4P3/")), "{lines:?}");
    // A search without a limit answers at once.
    assert_eq!(best(&told("position startpos\ngo infinite\nquit\n")).len(), 1);
    assert_eq!(best(&told("position startpos\ngo ponder wtime 1 btime 1\nquit\n")).len(), 1);
}

#[test]
fn a_program_that_is_still_there_does_not_wait_long_for_the_end() {
    for go in ["go infinite", "go movetime 600000", "go depth 200\ngo depth 200"] {
        let mut talk = Talk::new();
        talk.say("position startpos");
        talk.say(go);
        talk.hear("info depth 1 ");
        talk.say("quit");
        go.lines().for_each(|_| drop(talk.hear("bestmove ")));
        assert!(talk.has_ended(), "{go}");
    }
}

#[test]
fn a_search_that_nobody_listens_to_ends() {
    let mut child = started(&[]);
    let mut stdin = child.stdin.take().expect("piped");
    writeln!(stdin, "position startpos\ngo depth 200").expect("it listens");
    drop((stdin, child.stdout.take()));
    assert!(has_ended(&mut child));
}

/// Whether the program ends in time. If it does not, it is ended.
fn has_ended(child: &mut Child) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Ok(Some(_)) = child.try_wait() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    false
}

#[test]
fn every_search_is_answered_in_its_turn() {
    let lines = told(
        "position startpos moves e2e4 e7e5\ngo depth 3\nposition fen 7k/R7/1R6/8/8/8/8/4K3 w - - 0 1\n\
         go depth 2\nisready\ngo nodes 500\ngo movetime 20\ngo wtime 500 btime 500 winc 10 binc 10\n\
         go mate 1\n",
    );
    let best = best(&lines);
    assert_eq!(best.len(), 6, "{lines:?}");
    assert_eq!(best[1].split(' ').next(), Some("b6b8"));
    assert_eq!(best[5].split(' ').next(), Some("b6b8"));
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    let info = lines.iter().find(|line| line.starts_with("info depth 3 ")).expect("three plies");
    for part in [" score cp ", " nodes ", " nps ", " time ", " pv "] {
        assert!(info.contains(part), "{info}");
    }
}

#[test]
fn several_lines_and_only_some_moves() {
    let lines = told("setoption name MultiPV value 3\nposition startpos\ngo depth 2\n");
    let last: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("info depth 2 ")).collect();
    assert_eq!(last.len(), 3, "{lines:?}");
    assert!(last[2].contains(" multipv 3 "));
    let lines = told("position startpos\ngo depth 2 searchmoves a2a3 h2h3\n");
    assert!(matches!(best(&lines)[0].split(' ').next(), Some("a2a3" | "h2h3")));
    let three = "setoption name MultiPV value 3\nposition startpos moves e2e4 e7e5";
    let lines = told(&format!("{three}\ngo depth 3 searchmoves a2a3 h2h3\n"));
    let last: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("info depth 3 ")).collect();
    assert_eq!(last.len(), 2, "{lines:?}");
    let begins = |mv: &str| last.iter().filter(|line| line.contains(&format!(" pv {mv}"))).count();
    assert_eq!((begins("a2a3"), begins("h2h3")), (1, 1), "{lines:?}");
}

/// After a second, whoever looks at the screen is told which move is being searched.
#[test]
fn a_long_search_tells_where_it_is() {
    // With several lines, the moves of the root come round again and again.
    let several = "setoption name MultiPV value 8";
    let lines = told(&format!("{several}\nposition startpos\ngo movetime 1500\n"));
    let current = lines.iter().filter(|line| line.contains(" currmove ")).count();
    assert!(current > 0, "{lines:?}");
    let lines = told("position startpos\ngo depth 3\n");
    assert!(lines.iter().all(|line| !line.contains("currmove")), "{lines:?}");
}

/// Monte-Carlo search has no depth, but a move is owed: it thinks for a second, and says so. Its scores are in hundredths of the unit.
#[test]
fn a_depth_for_simulations_becomes_a_time() {
    let input = b"position startpos moves E5\ngo depth 2\ngo depth 2 nodes 2000\nquit\n";
    let started = Instant::now();
    let output = common::fed(&["uci", "--table", "4", "go:9x9"], input);
    // It may end before its second, but not before half of it: until then, the second move can catch up.
    assert!(started.elapsed() >= Duration::from_millis(400));
    let lines: Vec<String> =
        String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect();
    assert_eq!(best(&lines).len(), 2, "{lines:?}");
    let told = lines.iter().filter(|line| line.starts_with("info string "));
    let told: Vec<&String> = told.collect();
    assert_eq!(told.len(), 1, "{lines:?}");
    assert!(told[0].contains("Monte-Carlo search has no depth"), "{told:?}");
    // A corner is the first of all moves: what is played is what was found.
    let last = lines.iter().rfind(|line| line.contains(" pv ")).expect("a line");
    let first = last.split(" pv ").nth(1).and_then(|line| line.split(' ').next());
    assert_eq!(first, best(&lines)[1].split(' ').next());
    assert!(!last.contains(" score cp 0 "), "{last}");
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let lines = told("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    // Where only a draw could be claimed, it goes on.
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    let lines = told(&format!("position startpos moves {moves}\ngo depth 1\n"));
    assert_ne!(best(&lines), ["(none)"]);
    let lines = told("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 90\ngo depth 1\n");
    assert_ne!(best(&lines), ["(none)"]);
}

#[test]
fn castling_is_written_as_the_variant_has_it() {
    let position = "position fen r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1 moves";
    let shown = |option: &str, castling: &str| {
        told(&format!("{option}\n{position} {castling}\nd\n")).last().expect("a position").clone()
    };
    assert_eq!(shown("", "e1g1"), "r3k3/8/8/8/8/8/8/R4RK1 b q - 1 1");
    let fischer = "setoption name UCI_Chess960 value true";
    assert_eq!(shown(fischer, "e1h1"), "r3k3/8/8/8/8/8/8/R4RK1 b a - 1 1");
    let only = |option: &str| {
        let go = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1 e1h1";
        best(&told(&format!("{option}\n{go}\n"))).join(" ")
    };
    assert!(only("").starts_with("e1g1") && only(fischer).starts_with("e1h1"));
}

#[test]
fn other_games_have_names_too() {
    let lines = told(
        "setoption name UCI_Variant value cfour\nposition startpos moves 4 1 4 1 4 1\ngo depth 2\n\
         setoption name UCI_Variant value tictactoe\nposition startpos moves a1 b1 a2 b2\ngo depth 2\n\
         setoption name UCI_Variant value chess\nposition startpos\ngo depth 1\n",
    );
    let best: Vec<&str> =
        best(&lines).iter().map(|best| best.split(' ').next().unwrap_or("")).collect();
    assert_eq!(best[..2], ["4", "a3"]);
    assert_eq!(best[2].len(), 4);
    // A name of the catalogue does as well, with a size.
    let lines = told("setoption name UCI_Variant value Othello:6x6\nposition startpos\nd\n");
    assert!(lines[0].starts_with("info string there is no game"), "{lines:?}");
    let lines = told("setoption name UCI_Variant value othello:6x6\nposition startpos\nuci\nd\n");
    assert!(lines.iter().any(|line| line.contains(" default othello:6x6 ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.ends_with("a b c d e f")), "{lines:?}");
}

#[test]
fn every_game_of_the_catalogue_is_played() {
    for name in ["tic-tac-toe", "connect-four:5x4", "othello:6x6", "chess960", "pacman"] {
        let output =
            common::fed(&["uci", name, "--table", "1"], b"position startpos\ngo depth 2\n");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{name}");
        assert!(text.contains(" score cp ") && text.contains("\nbestmove "), "{name}: {text}");
    }
}

/// What is told behind a word in the last line that begins like this.
fn number(lines: &[String], start: &str, word: &str) -> u64 {
    let line = lines.iter().rev().find(|line| line.starts_with(start));
    let line = line.unwrap_or_else(|| panic!("no `{start}`: {lines:?}"));
    let mut words = line.split(' ').skip_while(|&one| one != word).skip(1);
    words.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {word}: {line}"))
}

#[test]
fn another_number_of_threads_forgets_nothing() {
    let nodes = |option: &str| {
        let lines = told(&format!("position startpos\ngo depth 7\n{option}\ngo depth 7\n"));
        number(&lines, "info depth 7 ", "nodes")
    };
    let (anew, again) = (nodes("setoption name Clear Hash"), nodes("isready"));
    assert!(again < anew, "{again} of {anew}");
    // The same search, not a new one: it costs the same to ask once more.
    assert_eq!(nodes("setoption name Threads value 1"), again);
    assert_eq!(nodes("setoption name Hash value 8"), anew);
}

#[test]
fn a_new_table_is_got_ready_before_the_clock_runs() {
    // That takes a tenth of a second, and on a busy machine a search of one ply may take as long: but not every time.
    let told_time = || {
        let lines = told("setoption name Hash value 1024\nposition startpos\ngo depth 1\n");
        number(&lines, "info depth 1 ", "time")
    };
    let times: Vec<u64> = (0..5).map(|_| told_time()).collect();
    assert!(times.iter().any(|&time| time < 50), "{times:?}");
}

#[test]
fn a_search_goes_on_until_it_is_stopped() {
    let mut talk = Talk::new();
    talk.say("position startpos");
    talk.say("go infinite");
    talk.hear("info depth 1 ");
    talk.say("isready");
    talk.hear("readyok");
    assert!(talk.is_silent_about("bestmove", Duration::from_millis(50)));
    let asked = Instant::now();
    talk.say("stop");
    talk.hear("bestmove ");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    // A position that is soon searched to its end is no reason to answer before that is asked for.
    talk.say("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    talk.say("go infinite depth 1");
    assert!(talk.is_silent_about("bestmove", Duration::from_millis(100)));
    talk.say("stop");
    talk.hear("bestmove g1");
}

#[test]
fn a_search_that_waits_can_be_stopped_before_it_begins() {
    // Nobody waits here for mates in 30 moves: both searches are begun after `stop` was read.
    let lines = told("position startpos\ngo depth 8\ngo mate 30\ngo mate 30\nstop\ngo depth 2\n");
    assert_eq!(best(&lines).len(), 4, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
}

#[test]
fn who_is_stopped_at_once_has_looked_at_its_move() {
    // A queen that nobody guards. The first legal move is another one.
    let place = "position fen k7/8/8/3q4/8/2N5/8/K7 w - - 0 1";
    for go in ["go movetime 0", "go nodes 1", "go wtime 0 btime 0", "go infinite\nstop", "go\nstop"]
    {
        let lines = told(&format!("{place}\n{go}\n"));
        assert!(lines[0].starts_with("info depth 1 "), "{go}: {lines:?}");
        assert!(best(&lines)[0].starts_with("c3d5"), "{go}: {lines:?}");
    }
    let lines = told(&format!("{place}\ngo movetime 0 searchmoves a1a2 c3b5 c3d5\n"));
    assert!(best(&lines)[0].starts_with("c3d5"), "{lines:?}");
}

#[test]
fn the_largest_table_is_what_the_machine_has_and_takes_no_time() {
    let lines = told("uci\n");
    let most = lines.iter().find_map(|line| line.strip_prefix("option name Hash type spin "));
    let most = most.and_then(|rest| rest.rsplit(' ').next()?.parse::<u64>().ok());
    let most = most.expect("it says how large a table may be");
    assert!(most.is_power_of_two() && most < 1 << 20, "{most}");
    let begun = Instant::now();
    let lines = told(
        "setoption name Hash value 99999999999\nisready\nucinewgame\nisready\n\
         position startpos\ngo depth 2\n",
    );
    let said = "info string there is no memory for 99999999999 MB: ";
    let got = lines[0].strip_prefix(said).and_then(|rest| rest.strip_suffix(" MB are used"));
    let got: u64 = got.and_then(|got| got.parse().ok()).unwrap_or_else(|| panic!("{lines:?}"));
    // What is free may have changed meanwhile.
    assert!(got.is_power_of_two() && got <= 2 * most, "{got} of {most}");
    assert_eq!(lines[1..3], ["readyok", "readyok"]);
    assert!(best(&lines).len() == 1 && begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
}

#[test]
fn a_table_is_there_before_a_clock_runs() {
    let lines = told("setoption name Hash value 99999999999\nd\ngo depth 1\n");
    let said = "info string there is no memory for 99999999999 MB: ";
    assert!(lines[0].starts_with(said), "it is made when it is asked for: {lines:?}");
    assert_eq!(best(&lines).len(), 1, "{lines:?}");
}

#[test]
fn a_game_may_be_as_long_as_it_likes() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(3_300);
    let game = format!("position startpos moves {moves}e2e4\nd\n");
    assert!(game.len() > 1 << 16);
    let shown = told(&game);
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ";
    assert!(shown.last().is_some_and(|line| line.starts_with(e4)), "{:?}", shown.last());
    // What is too long is told, and changes nothing.
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(1 << 20);
    let lines =
        told(&format!("position startpos moves e2e4\nposition startpos moves {moves}\nd\n"));
    assert_eq!(lines[0], "info string a line of more than 16777216 bytes is passed over");
    assert!(lines.last().is_some_and(|line| line.starts_with(e4)), "{:?}", lines.last());
}

#[test]
fn who_ponders_answers_after_the_hit() {
    let mut talk = Talk::new();
    talk.say("setoption name Ponder value true");
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder wtime 300 btime 300");
    assert!(talk.is_silent_about("bestmove", Duration::from_millis(500)));
    talk.say("ponderhit");
    talk.hear("bestmove ");
    talk.say("go ponder wtime 300 btime 300");
    talk.say("stop");
    talk.hear("bestmove ");
}

#[test]
fn a_bench_has_its_signature() {
    let count = |text: &str| -> u64 {
        text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
    };
    let lines = told("bench 2\nbench 3\n");
    assert_eq!([count(&lines[0]), count(&lines[1])], SIGNATURES);
    assert_eq!(count(&common::printed(["bench", "--depth", "2"])), SIGNATURES[0]);
}

/// Of depths 2 and 3. They change whenever the search or the evaluation does.
const SIGNATURES: [u64; 2] = [2_718, 5_005];

/// Lines that a program might send, mutated in every way.
fn rubbish(random: &mut fastrand::Rng, count: usize) -> Vec<u8> {
    const LINES: [&str; 24] = [
        "uci",
        "isready",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "go depth 1",
        "go nodes 20 searchmoves e2e4",
        "go movetime 1",
        "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
        "stop",
        "ponderhit",
        "setoption name MultiPV value 2",
        "setoption name Hash value 1",
        "setoption name Move Overhead value 5",
        "ucinewgame",
        "d",
        "position fen 8/8/8/K7/k7/8/8/8 w - - 0 1",
        "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 moves g1h1",
        "go infinite",
        "go ponder wtime 1 btime 1",
        "go mate 1",
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_Variant value cfour",
        "setoption name UCI_Variant value chess",
    ];
    let mut input = Vec::new();
    for _ in 0..count {
        let mut line = LINES[random.usize(0..LINES.len())].as_bytes().to_vec();
        for _ in 0..random.usize(0..4) {
            let at = random.usize(0..=line.len());
            match random.u8(0..5) {
                0 => line.insert(at, random.u8(..)),
                1 if at < line.len() => drop(line.remove(at)),
                2 if at < line.len() => line[at] = random.u8(32..127),
                3 => line.truncate(at),
                _ => line.extend_from_slice(b" 99999999999999999999 -1 moves a7a8k"),
            }
        }
        // What takes long by itself is no hang.
        let text = String::from_utf8_lossy(&line);
        let most = if text.contains("depth") { 2 } else { 20 };
        let is_long =
            text.split_whitespace().any(|word| word.parse().is_ok_and(|number: i64| number > most));
        let is_bench = text.contains("bench") || text.contains("quit") || text.contains("exit");
        if !is_long && !is_bench {
            input.extend_from_slice(&line);
            input.push(b'\n');
        }
    }
    input
}

#[test]
fn ten_thousand_lines_of_rubbish() {
    each_seed(11, |random| survives(rubbish(random, 10_000)));
}

/// That nothing goes wrong with this input, and a move is still found after it.
fn survives(mut input: Vec<u8>) {
    input.extend_from_slice(
        b"stop\nsetoption name UCI_Variant value chess\nposition startpos\ngo depth 1\n",
    );
    let begun = Instant::now();
    let output = fed(&input);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    assert!(!text.contains("the search has failed"));
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
