//! `outplay gtp go`, as controllers of Go use it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout};
use std::time::{Duration, Instant};

/// A search that is the same everywhere, however slow the machine is.
const QUICK: [&str; 4] = ["--search", "mcts:simulations=64", "--table", "4"];

fn arguments(game: &str) -> Vec<&str> {
    ["gtp", game].into_iter().chain(QUICK).collect()
}

/// The answers, without the blank lines between them.
fn answers(game: &str, input: &str) -> Vec<String> {
    let output = common::fed(&arguments(game), input.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

/// What the program answers to commands that are separated by semicolons.
fn told(game: &str, commands: &str) -> Vec<String> {
    answers(game, &commands.replace("; ", "\n"))
}

/// The last answer; all before it say yes.
fn last(game: &str, commands: &str) -> String {
    let mut told = told(game, commands);
    let last = told.pop().expect("an answer");
    assert!(told.iter().all(|told| told.starts_with('=')), "{commands}: {told:?}");
    last
}

/// Two walls: Black has three columns of five, White two.
const WALLS: &str = "play b C1; play b C2; play b C3; play b C4; play b C5; \
                     play w D1; play w D2; play w D3; play w D4; play w D5";

#[test]
fn sizes_and_komi_are_other_variants() {
    assert_eq!(told("go", "boardsize 7; play b G7; play b H8"), ["=", "=", &beside("H8", "G7")]);
    assert_eq!(told("go", "boardsize 19; play b T19"), ["=", "="]);
    assert_eq!(told("go", "boardsize 20; boardsize 1"), ["? unacceptable size"; 2]);
    assert_eq!(last("go", "get_komi"), "= 7");
    assert_eq!(last("go:9x9,komi=5.5", "boardsize 13; get_komi"), "= 5.5");
    assert_eq!(last("go", "komi 6.5; boardsize 13; clear_board; get_komi"), "= 6.5");
    assert!(last("go", "komi 6.3").starts_with("? unacceptable komi: "));
    assert_eq!(last("go", "komi nan"), "? syntax error");
    // The moves stay where komi is said late, and can still be taken back.
    let late = "play b E5; play b pass; play b C3; komi 0.5; play b E5";
    assert_eq!(last("go", late), "? illegal move: E5 is taken");
    assert_eq!(last("go", "play b E5; play b C3; komi 0.5; undo; undo; undo"), "? cannot undo");
    assert_eq!(last("go", "play b pass; play b C3; komi 0.5; undo; undo; undo"), "? cannot undo");
}

fn beside(vertex: &str, last: &str) -> String {
    format!("? illegal move: `{vertex}` is no move: a move is a point from A1 to {last}, or `pass`")
}

#[test]
fn a_player_may_move_twice() {
    assert_eq!(last("go:5x5", "play b C3; play b C4; play w C3"), "? illegal move: C3 is taken");
    assert_eq!(last("go:5x5", "play w C3; play w B3; undo; undo; undo"), "? cannot undo");
    // A pass, and another move of the same player: neither ends the game.
    for moves in ["play b pass; play b C3", "play b pass; play b pass; play w C3"] {
        let board = last("go:5x5", &format!("{moves}; showboard"));
        assert!(!board.contains("over"), "{moves}: {board}");
    }
    // A game goes on after two passes, and what was taken back for that comes back.
    let passes = "play b C3; play w pass; play b pass";
    let over = last("go:5x5", &format!("{passes}; showboard"));
    for color in ["b", "w"] {
        let on = last("go:5x5", &format!("{passes}; play {color} B2; showboard"));
        assert_ne!(on, over);
        assert_eq!(last("go:5x5", &format!("{passes}; play {color} B2; undo; showboard")), over);
    }
    // White is asked first: Black has not passed, so that White does not end the game by a pass.
    assert_ne!(last("go:5x5", "genmove w"), "= pass");
    assert_eq!(last("go:5x5", "play b C3; play w C4; gg-undo 2; undo"), "? cannot undo");
    assert_eq!(last("go:5x5", "play b C3; gg-undo 2"), "? cannot undo");
    assert_eq!(last("go:5x5", "play b C3; gg-undo 1; play b C3"), "=");
}

#[test]
fn games_are_scored_in_points() {
    let over = format!("{WALLS}; play b pass; play w pass; final_score");
    assert_eq!(last("go:5x5", &over), "= W+2");
    assert_eq!(last("go:5x5", &format!("komi 0.5; {over}")), "= B+4.5");
    assert_eq!(last("go:5x5", &format!("komi 5; {over}")), "= 0");
    // A stone in the other player's corner is dead. What stands on the board counts by other rules.
    let dead = format!("komi 0.5; play w A5; {over}");
    assert_eq!(last("go:5x5", &dead), "= B+4.5");
    assert_eq!(last("go:5x5", &format!("{dead}; final_status_list dead")), "= A5");
    let alive = last("go:5x5", &format!("{dead}; final_status_list alive"));
    assert_eq!(alive.split(' ').count(), 1 + 10, "{alive}");
    assert_eq!(last("go:5x5", &format!("{dead}; final_status_list seki")), "=");
    assert_eq!(last("go:5x5,rules=tromp-taylor", &dead), "= W+6.5");
    // Before the end it is an estimate, and about right here.
    let early = last("go:5x5", &format!("komi 0.5; {WALLS}; final_score"));
    assert!(early.starts_with("= B+"), "{early}");
    assert_eq!(last("go:5x5", "final_status_list"), "? syntax error");
    assert_eq!(last("othello", "final_status_list dead"), "? cannot score");
}

#[test]
fn dead_stones_are_taken_before_a_pass() {
    let over = format!("komi 0.5; play w A5; {WALLS}; play b pass; play w pass");
    assert_ne!(last("go:5x5", &format!("{over}; kgs-genmove_cleanup b")), "= pass");
    assert_eq!(last("go:5x5", &format!("{over}; genmove b")), "= pass");
    let clean = format!("komi 0.5; {WALLS}; play b pass; play w pass");
    assert_eq!(last("go:5x5", &format!("{clean}; kgs-genmove_cleanup b")), "= pass");
}

#[test]
fn handicap_is_given_and_paid_for() {
    let over = "play w pass; play b pass; final_score";
    assert_eq!(last("go", "fixed_handicap 2"), "= G7 C3");
    assert_eq!(last("go:19x19", "fixed_handicap 4"), "= D16 Q16 D4 Q4");
    assert_eq!(last("go:7x7,komi=0.5", &format!("fixed_handicap 2; {over}")), "= B+46.5");
    assert_eq!(last("go:7x7,komi=0.5", &format!("set_free_handicap C3 D4 E5; {over}")), "= B+45.5");
    // There is no such variant on a small board.
    assert_eq!(last("go:5x5", &format!("set_free_handicap B2 D4; {over}")), "= B+18");
    let free = last("go", "place_free_handicap 20");
    assert_eq!(free.split(' ').count(), 1 + 9, "{free}");
    // White moves first, komi stays as it is, and the next game has no handicap.
    assert_eq!(last("go", "fixed_handicap 2; play b C3"), "? illegal move: C3 is taken");
    assert_eq!(last("go", "komi 0.5; fixed_handicap 2; get_komi"), "= 0.5");
    assert_eq!(last("go", "fixed_handicap 2; komi 0.5; play w C3"), "? illegal move: C3 is taken");
    assert_eq!(last("go", "fixed_handicap 2; clear_board; play b C3"), "=");
    for (commands, refused) in [
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("fixed_handicap", "? syntax error"),
        ("play b E5; fixed_handicap 2", "? board not empty"),
        ("fixed_handicap 2; fixed_handicap 2", "? board not empty"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("set_free_handicap E5", "? bad vertex list"),
        ("set_free_handicap E5 E5", "? bad vertex list"),
        ("set_free_handicap E5 pass", "? bad vertex list"),
    ] {
        assert_eq!(last("go", commands), refused, "{commands}");
    }
}

#[test]
fn records_are_read_and_written() {
    let folder = common::Folder::new("gtp-records");
    let file = folder.write("game one.sgf", "(;SZ[7]KM[5.5];B[cc];W[dd];B[ee])");
    let load = format!("loadsgf {file}");
    assert_eq!(last("go", &format!("{load}; get_komi")), "= 5.5");
    assert_eq!(last("go", &format!("{load}; play w C5")), "? illegal move: C5 is taken");
    assert_eq!(last("go", &format!("{load}; undo; undo; undo; undo")), "? cannot undo");
    // Before the second move only the first is there.
    assert_eq!(last("go", &format!("{load} 2; play w D4")), "=");
    assert_eq!(last("go", &format!("{load} 2; play w C5")), "? illegal move: C5 is taken");
    assert_eq!(last("go", &format!("{load}; clear_board; play b G7; get_komi")), "= 5.5");
    let text = last("go", &format!("{load}; printsgf"));
    assert!(text.starts_with("= \n(;") && text.ends_with(')'), "{text}");
    for part in ["SZ[7]", "KM[5.5]", "B[cc]", "W[dd]", "B[ee]", "RE[?]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Handicap comes back with what is paid for it.
    let kept = folder.file("kept.sgf");
    let commands = format!("boardsize 7; komi 0.5; fixed_handicap 2; printsgf {kept}");
    assert_eq!(last("go", &commands), "=");
    let score = format!("loadsgf {kept}; play w pass; play b pass; final_score");
    assert_eq!(last("go", &score), "= B+46.5");
    // Nothing is written over, and what cannot be read changes nothing.
    assert!(last("go", &format!("printsgf {kept}")).contains("is there already"));
    let broken = folder.write("broken.sgf", "(;SZ[7];B[zz])");
    for name in ["nowhere.sgf", &broken, "."] {
        let commands = format!("play b E5; loadsgf {name}");
        assert!(told("go", &commands)[1].starts_with("? cannot load file: "), "{name}");
        assert_eq!(told("go", &format!("{commands}; play w E5"))[2], "? illegal move: E5 is taken");
    }
    assert_eq!(last("go", "loadsgf"), "? syntax error");
}

#[test]
fn clocks_of_kgs_are_obeyed() {
    for (settings, answer) in [
        ("none", "="),
        ("absolute 60", "="),
        ("byoyomi 60 10 3", "="),
        ("canadian 60 30 10", "="),
        ("", "? syntax error"),
        ("byoyomi 60 10", "? syntax error"),
        ("byoyomi 60 10 0", "? syntax error"),
        ("absolute -1", "? syntax error"),
        ("sudden 60", "? syntax error"),
    ] {
        let command = format!("kgs-time_settings {settings}");
        assert_eq!(told("go:5x5", &command), [answer], "{settings}");
    }
    // One second a move, told as a period: the search ends in time.
    let started = Instant::now();
    let input = "kgs-time_settings byoyomi 0 1 5\ntime_left b 1 5\ngenmove b\n";
    let output =
        common::fed(&["gtp", "go:5x5", "--search", "mcts", "--table", "4"], input.as_bytes());
    assert!(output.status.success() && started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_whole_game_is_played_to_its_score() {
    let moves: String = (0..60).map(|_| "genmove b\ngenmove w\n").collect();
    let told = answers("go:5x5", &format!("{moves}final_score\nprintsgf\nundo\ngg-undo 119\nundo"));
    let [moves @ .., score, record, undo, all, too_far] = &told[..] else { panic!("{told:?}") };
    let is_vertex = |told: &str| {
        let [letter, digit] = told.trim_start_matches("= ").as_bytes() else { return false };
        (b'A'..=b'E').contains(letter) && (b'1'..=b'5').contains(digit)
    };
    assert_eq!(moves.len(), 120);
    assert!(moves.iter().all(|told| is_vertex(told) || told == "= pass"), "{moves:?}");
    assert_eq!(moves[118..], ["= pass", "= pass"], "{moves:?}");
    assert!(["= B+", "= W+", "= 0"].iter().any(|start| score.starts_with(start)), "{score}");
    assert!(record.contains(&format!("RE[{}]", score.trim_start_matches("= "))), "{record}");
    assert_eq!([undo, all, too_far], ["=", "=", "? cannot undo"]);
}

/// The program, to be talked to line by line.
struct Talk {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Talk {
    fn start(game: &str, search: &str) -> Talk {
        let mut child = common::started(&["gtp", game, "--search", search, "--table", "4"]);
        let out = BufReader::new(child.stdout.take().expect("piped"));
        Talk { child, out }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("piped"), "{line}").expect("it listens");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        line.trim_end_matches('\n').to_owned()
    }

    /// The rest of an answer.
    fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty())).collect()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word behind another one.
fn after<'l>(line: &'l str, key: &str) -> &'l str {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1).unwrap_or_else(|| panic!("no {key} in {line}"))
}

fn number(line: &str, key: &str) -> f64 {
    after(line, key).parse().unwrap_or_else(|_| panic!("{key} in {line}"))
}

#[test]
fn an_analysis_goes_on_until_the_next_line() {
    let mut talk = Talk::start("go:5x5", "mcts");
    for (command, next, most) in [
        ("12 lz-analyze b 1", "name", 10_000.0),
        ("12 kata-analyze 1 ownership true", "name", 1.0),
        ("12 lz-analyze w interval 1", "", 10_000.0),
    ] {
        talk.say(command);
        assert_eq!(talk.line(), "=12", "{command}");
        for _ in 0..2 {
            let line = talk.line();
            assert!(line.starts_with("info move "), "{command}: {line}");
            assert!((0.0..=most).contains(&number(&line, "winrate")), "{line}");
            assert!(number(&line, "visits") >= 1.0 && number(&line, "order") == 0.0, "{line}");
            assert_eq!(after(&line, "pv"), after(&line, "move"), "{line}");
            if command.contains("kata") {
                assert!(number(&line, "scoreLead").abs() <= 32.0, "{line}");
                let (_, owners) = line.split_once(" ownership ").expect("a map");
                let owners: Vec<f64> =
                    owners.split(' ').map_while(|one| one.parse().ok()).collect();
                assert_eq!(owners.len(), 25, "{line}");
                assert!(owners.iter().all(|one| (-1.0..=1.0).contains(one)), "{line}");
            }
        }
        talk.say(next);
        assert!(talk.rest().iter().all(|line| line.starts_with("info ")), "{command}");
        if !next.is_empty() {
            assert_eq!((talk.line(), talk.line()), ("= Outplay".into(), String::new()));
        }
    }
    talk.say("undo");
    assert_eq!(talk.line(), "? cannot undo", "an analysis makes no move");
}

#[test]
fn other_searches_are_analysed_too() {
    let mut talk = Talk::start("othello", "engine");
    talk.say("lz-analyze b 1");
    assert_eq!(talk.line(), "=");
    let line = talk.line();
    assert!(line.starts_with("info move ") && number(&line, "visits") >= 1.0, "{line}");
    talk.say("name");
    talk.rest();
    assert_eq!(talk.line(), "= Outplay");
    // A game that is solved at once: the next line is waited for.
    let mut talk = Talk::start("tic-tac-toe", "mcts");
    talk.say("kata-analyze 1");
    assert_eq!(talk.line(), "=");
    std::thread::sleep(Duration::from_millis(50));
    talk.say("version");
    talk.rest();
    assert!(talk.line().starts_with("= "));
}

#[test]
fn moves_are_chosen_and_told() {
    for (command, top) in [("lz-genmove_analyze b 1", 10_000.0), ("kata-genmove_analyze b 1", 1.0)]
    {
        let told = told("go:5x5", &format!("{command}; undo; undo"));
        let lines: Vec<&str> = told[0].lines().collect();
        let [sign, infos @ .., played] = &lines[..] else { panic!("{told:?}") };
        assert_eq!(*sign, "=");
        assert!(!infos.is_empty(), "{told:?}");
        assert!(infos.iter().all(|info| number(info, "winrate") <= top), "{told:?}");
        assert!(played.starts_with("play "), "{told:?}");
        assert_eq!(told[1..], ["=", "? cannot undo"]);
    }
    assert_eq!(
        told("go:5x5", "lz-analyze red; kata-analyze b 1 2; lz-genmove_analyze x"),
        ["? syntax error", "? syntax error", "? syntax error"]
    );
}

#[test]
fn moves_are_left_out_or_allowed_alone() {
    let told = told(
        "go:5x5",
        "lz-genmove_analyze b 1 allow b C3 1; lz-genmove_analyze w 1 allow w a1,A2 50 avoid w A2 1 avoid b B2 1; \
         kata-genmove_analyze b 1 allow b B2,C3 1; lz-genmove_analyze w 1 allow w Z9 1; lz-analyze avoid w C3",
    );
    let played = |answer: &str| answer.lines().last().unwrap_or_default().to_owned();
    assert_eq!(told[0], "=\nplay C3");
    assert_eq!(played(&told[1]), "play A1");
    assert_eq!(played(&told[2]), "play B2", "C3 is taken");
    assert_eq!(told[3], "? no move is left to look at");
    assert_eq!(told[4], "? syntax error");

    let mut talk = Talk::start("go:5x5", "mcts");
    talk.say("kata-analyze b interval 1 avoid b C3,B3 3");
    assert_eq!(talk.line(), "=");
    let line = talk.line();
    let is_left_out = |vertex: &str| !line.contains(&format!("move {vertex} "));
    assert!(line.starts_with("info move ") && is_left_out("C3") && is_left_out("B3"), "{line}");
    talk.say("name");
    talk.rest();
}

#[test]
fn the_search_is_chosen() {
    let complaint = |search: &str| common::complaint(["gtp", "go:5x5", "--search", search]);
    assert!(complaint("thinking").contains("`thinking` is no search"));
    assert!(complaint("engine:rule=puct").contains("only Monte-Carlo search has knobs here"));
    assert!(complaint("mcts:simulations=many").starts_with("--search mcts:simulations=many: "));
}

/// Commands of all kinds. Those that take long come seldom.
const COMMANDS: [&str; 24] = [
    "boardsize 5",
    "clear_board",
    "komi 6.5",
    "get_komi",
    "play b C3",
    "play w D4",
    "play b A1",
    "play w pass",
    "play b E5",
    "undo",
    "gg-undo 2",
    "time_settings 60 10 5",
    "kgs-time_settings byoyomi 60 10 5",
    "time_left w 30 2",
    "known_command play",
    "showboard",
    "set_free_handicap B2 D4",
    "loadsgf nowhere.sgf 3",
    "set_game Go",
    "17 final_status_list",
    "genmove w",
    "lz-analyze b 10",
    "final_score",
    "fixed_handicap 2",
];

#[test]
fn damaged_lines_are_answered() {
    let mut random = numbers(7);
    let mut input = Vec::new();
    for _ in 0..10_000 {
        let seldom = random().is_multiple_of(64);
        let among = if seldom { 20..24 } else { 0..20 };
        let index = among.start + random() as usize % among.len();
        let mut line = COMMANDS[index].as_bytes().to_vec();
        // Half of them near the end, so that some are still commands.
        let least = if random().is_multiple_of(2) { 0 } else { line.len().saturating_sub(4) };
        let at = least + random() as usize % (line.len() - least);
        match random() % 5 {
            0 => line[at] = (random() % 256) as u8,
            1 => drop(line.remove(at)),
            2 => line.insert(at, (random() % 256) as u8),
            3 => line.truncate(at),
            _ => line[at] = b"0123456789abzBW .-"[random() as usize % 18],
        }
        line.retain(|&byte| byte != b'\n');
        input.extend(line);
        input.push(b'\n');
    }
    let is_asked = |line: &&[u8]| {
        let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        line.iter().any(|&byte| !byte.is_ascii_control() && byte != b' ')
    };
    let asked = input.split(|&byte| byte == b'\n').filter(is_asked).count();
    let output = common::fed(&arguments("go:5x5"), &input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout);
    let told: Vec<&str> = text.split_terminator("\n\n").collect();
    assert!(told.iter().all(|told| told.starts_with(['=', '?'])));
    assert_eq!(told.len(), asked);
    let done = told.iter().filter(|told| told.starts_with('=')).count();
    assert!(asked > 9_000 && done > 500, "{done} of {asked} are done");
}

/// Numbers that are the same every time.
fn numbers(seed: u32) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    }
}
