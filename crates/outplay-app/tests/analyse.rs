//! `outplay analyse`, as it is used.

mod common;

use common::{complaint, json, printed};
use serde_json::json as js;

/// An Othello board with eight empty squares and X to move.
const LATE: &str = "OXXX--O-XOXXXOOX--OXOOOXOOOOXXOXOOOXXXXXOOOOOOXXXXOOOXXX--OOX-XOX";

#[test]
fn a_position_is_drawn_judged_and_counted() {
    let text = printed(["analyse", "othello", "f5d6c3", "--depth", "4", "--table", "1"]);
    assert!(text.starts_with("1  . . . . . . . .\n"), "{text}");
    assert!(text.contains("O moves\n\nscore "), "{text}");
    assert!(text.contains(", heuristic, depth 4: "), "{text}");
    let last = text.lines().last().expect("a line");
    assert!(last.contains(" positions in ") && last.ends_with(": finished"), "{text}");
}

#[test]
fn the_end_of_a_game_is_exact() {
    let text = printed(["analyse", "othello", LATE, "--table", "1", "--time", "60s"]);
    let score = text.lines().find(|line| line.starts_with("score ")).expect("a score");
    assert!(score.contains(", exact, "), "{text}");
    let solved = printed(["solve", "othello", LATE, "--table", "1"]);
    let number = |text: &str, after: &str| {
        let text = &text[text.find(after).expect("a score") + after.len()..];
        let end = text.find([':', ',']).expect("an end");
        text[..end].parse::<i32>().expect("a number")
    };
    assert_eq!(number(&text, "score "), number(&solved, "score "));
}

#[test]
fn a_search_that_is_stopped_proves_nothing() {
    // Its score is +38, and the search goes to the end after some shallow ones.
    let board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X";
    for nodes in ["300000", "400000", "500000", "600000"] {
        let text = printed(["analyse", "othello", board, "--nodes", nodes, "--table", "1"]);
        assert!(!text.contains("exact"), "{text}");
        assert!(text.trim_end().ends_with(": stopped by the node limit"), "{text}");
    }
}

#[test]
fn several_lines_are_numbered() {
    let arguments = ["analyse", "othello", "--depth", "4", "--lines", "3", "--table", "1"];
    let text = printed(arguments);
    for number in ["\n1. score ", "\n2. score ", "\n3. score "] {
        assert!(text.contains(number), "{text}");
    }
    assert!(!text.contains("\n4. "), "{text}");
    // There are no more than four moves.
    let arguments = ["analyse", "othello", "--depth", "4", "--lines", "9", "--format", "json"];
    let lines = &json(arguments)["lines"];
    assert_eq!(lines.as_array().map(Vec::len), Some(4));
}

#[test]
fn the_json_is_as_described() {
    let arguments = ["--depth", "3", "--lines", "2", "--table", "1", "-f", "json"];
    let report = json(["analyse", "connect-four", "4453"].iter().chain(&arguments));
    let keys: Vec<&String> = report.as_object().expect("an object").keys().collect();
    let expected = "version game position turn search score bound unit complete depth move lines counts seconds";
    assert_eq!(keys, expected.split(' ').collect::<Vec<&str>>());
    assert_eq!((&report["version"], &report["search"]), (&js!(1), &js!("engine")));
    assert_eq!(report["unit"], js!({"name": "stones", "size": 100}));
    assert!(report["score"].is_i64(), "a plain number: {report}");
    assert_eq!(report["game"], "connect-four");
    assert_eq!((&report["turn"], &report["depth"]), (&js!(0), &js!(3)));
    assert_eq!(report["lines"][0]["move"], report["move"]);
    assert_eq!(report["lines"][0]["line"][0], report["move"]);
    assert_eq!(report["lines"][0]["score"], report["score"]);
    assert!(report["lines"][1]["bound"].is_string());

    let report = json(["analyse", "othello", "--nodes", "5000", "--table", "1", "-f", "json"]);
    assert_eq!(report["stop"], "stopped by the node limit");
    assert!(report["counts"]["generated"].as_u64().is_some_and(|count| count <= 5_500));
}

/// A score down to a depth is never called exact, and a solved one is.
#[test]
fn an_opinion_is_called_one() {
    let words = ["analyse", "othello", "--depth", "6", "--table", "1", "--format", "json"];
    let report = json(words);
    let line = &report["lines"][0];
    assert_eq!((&report["bound"], &report["complete"]), (&js!("opinion"), &js!(false)));
    assert_eq!((&line["bound"], &line["trust"]), (&js!("opinion"), &js!("heuristic")));
    let report = json(["analyse", "othello", LATE, "--time", "60s", "--format", "json"]);
    let line = &report["lines"][0];
    assert_eq!((&report["bound"], &report["complete"]), (&js!("exact"), &js!(true)));
    assert_eq!((&line["bound"], &line["trust"]), (&js!("exact"), &js!("exact")));
}

#[test]
fn very_small_limits_are_obeyed() {
    for limit in [["--nodes", "1"], ["--time", "0s"], ["--depth", "1"]] {
        let words = ["analyse", "othello", "--table", "1"];
        let text = printed(words.iter().chain(&limit));
        assert!(text.contains(" positions in "), "{text}");
        let report = json(words.iter().chain(&limit).chain(&["--format", "json"]));
        assert!(report["move"].is_string(), "{report}");
    }
}

#[test]
fn a_second_is_enough_if_nothing_is_said() {
    let started = std::time::Instant::now();
    let text = printed(["analyse", "othello", "--table", "1"]);
    assert!(text.trim_end().ends_with(": stopped by the clock"), "{text}");
    assert!(started.elapsed().as_secs_f64() >= 1.0);
}

#[test]
fn boards_may_begin_with_a_hyphen() {
    let board = "---------------------------OX------XO---------------------------X";
    let depth = ["--depth", "2", "--table", "1"];
    let behind = printed(["analyse", "othello", board].iter().chain(&depth));
    assert!(behind.contains("X moves\n"), "{behind}");
    let before = printed(["analyse", "othello"].iter().chain(&depth).chain(&[board]));
    assert!(before.contains("X moves\n"), "{before}");
}

#[test]
fn bad_input_is_told_what_is_wrong() {
    let cases: [(&[&str], &str); 14] = [
        (&["othelo"], "there is no game `othelo`: did you mean othello?"),
        (&["connect-four", "48"], "move 2: `8` is no column, they are 1 to 7"),
        (&["connect-four", "1212121"], "the game is over: there is nothing to analyse"),
        (&["tic-tac-toe", "XXXOO...."], "the game is over: there is nothing to analyse"),
        (&["othello", "f5f5"], "move 2: f5 is taken, the moves of O are f4, d6, f6"),
        (&["othello", "--dept"], "`--dept` is neither an option nor a position: "),
        (&["othello", "--time", "1"], "`1` is no time: write `1s` or `500ms`"),
        (&["othello", "--time", "-1s"], "`-1s` is no time"),
        (&["othello", "--depth", "0"], "invalid value '0'"),
        (&["othello", "--nodes", "many"], "invalid value 'many'"),
        (&["othello", "--lines", "0"], "invalid value '0'"),
        (&["othello", "--format", "xml"], "invalid value 'xml'"),
        (&["othello", "f5", "d7"], "move 2: "),
        (
            &["othello", "--search", "guess"],
            "`guess` is no search: othello can be searched by engine, solver, ",
        ),
    ];
    for (arguments, message) in cases {
        let told = complaint(["analyse"].iter().chain(arguments));
        assert!(told.contains(message), "{arguments:?}: {told}");
    }
    let long = "é".repeat(50_000);
    for game in ["tic-tac-toe", "connect-four", "othello"] {
        assert!(complaint(["analyse", game, &long]).len() < 1_000, "{game}");
    }
}

/// One word that is as short as a move is meant as one, and what would be right is told.
#[test]
fn a_wrong_move_alone_is_told_as_a_move() {
    for (game, word, message) in [
        ("chess", "e5", "`e5` is not legal for White: the moves are a3, a4, b3, "),
        ("checkers", "11-14", "`11-14` is not legal: the moves of Black are "),
        ("tic-tac-toe", "d1", "`d1` is no square: they are a1 to c3"),
        ("2048", "fo", "`fo` "),
        ("go:9x9", "Z9", "`Z9` is no move: a move is a point from A1 to J9, or `pass`"),
    ] {
        let told = complaint(["analyse", game, word]);
        assert!(told.contains(&format!("move 1: {message}")), "{game}: {told}");
    }
    // What is longer than any move is a position.
    let told = complaint(["analyse", "chess", "rnbqkbnr/pppppppp"]);
    assert!(told.contains("has 2 rows, and a board has 8"), "{told}");
}

/// Monte-Carlo search stops when the best move is proven. The lines beside it are opinions then, and the answer is not complete.
#[test]
fn opinions_beside_a_proof_are_not_complete() {
    let arguments =
        ["analyse", "tic-tac-toe", "--search", "mcts", "--time", "60s", "-f", "json", "--lines"];
    let three = json(arguments.iter().chain(&["3"]));
    assert_eq!((&three["bound"], &three["complete"]), (&js!("exact"), &js!(false)));
    assert_eq!(three["lines"][2]["bound"], "opinion");
    assert_eq!(json(arguments.iter().chain(&["1"]))["complete"], true);
}

/// All searches of a game count in one unit, and a sample is written with its error instead of a depth.
#[test]
fn searches_of_a_game_count_in_one_unit() {
    for (game, name) in [("go:5x5", "points"), ("chess", "pawns"), ("connect-four", "stones")] {
        for search in ["engine", "mcts:simulations=200", "alpha-beta", "max-n"] {
            let limits = ["--nodes", "2000", "--table", "1"];
            let words = ["analyse", game, "--search", search];
            let report = json(words.iter().chain(&limits).chain(&["--format", "json"]));
            assert_eq!(report["unit"]["name"], name, "{game} {search}");
            assert_eq!(report["unit"]["size"], 100.0, "{game} {search}");
        }
    }
    let words = ["analyse", "chess", "--search", "mcts:simulations=200", "--nodes", "20000"];
    let text = printed(words);
    let score = text.lines().find(|line| line.starts_with("score ")).expect("a score");
    assert!(score.contains(" ± ") && score.contains("% won, "), "{score}");
    assert!(!score.contains("depth"), "{score}");
}

/// A knob that needs what the game does not tell is refused, as is a depth, which Monte-Carlo search has not.
#[test]
fn knobs_without_effect_are_told() {
    let told = |search: &str| complaint(["analyse", "chess", "--search", search, "--time", "1s"]);
    for knob in ["rave=on", "grave=50", "last-good-reply=on", "bias=1"] {
        let name = knob.split('=').next().expect("a name");
        let sentence =
            format!("`{name}` has no effect: chess gives Monte-Carlo search nothing to do it with");
        assert!(told(&format!("mcts:{knob}")).contains(&sentence), "{knob}");
    }
    printed(["analyse", "chess", "--search", "mcts:rave=off,simulations=10"]);
    let depth = complaint(["analyse", "go:9x9", "--depth", "2"]);
    assert!(depth.contains("has no depth: limit it by simulations, nodes or time"), "{depth}");
}

/// Every game of the catalogue is analysed, by every search that takes it.
#[test]
fn every_game_and_every_search() {
    let games = outplay_games::catalogue();
    for listing in games.listings() {
        let name = &listing.name;
        let game = games.game(name).expect("a game of the list");
        let words = ["analyse", name, "--table", "1", "--nodes", "20000", "--format", "json"];
        let usual = json(words);
        assert_eq!(usual["search"], game.about().usual_search(), "{usual}");
        for search in &game.about().searches {
            // Solving takes its time.
            if search.name == "solver" {
                continue;
            }
            let report = json(words.iter().copied().chain(["--search", search.name]));
            assert_eq!(report["search"], search.name, "{report}");
            let is_chance = report["turn"] == "chance";
            assert!(report["score"].is_number(), "{report}");
            assert!(is_chance || report["move"].is_string(), "{report}");
            assert!(report["unit"]["name"].is_string(), "{report}");
            let line = &report["lines"][0];
            assert_eq!((&line["move"], &line["score"]), (&report["move"], &report["score"]));
        }
        let random = json(words.iter().copied().chain(["--search", "random"]));
        assert!(random["move"].is_string() && random["score"].is_null(), "{random}");
    }
}

/// A search of the textbook finds what the engine finds, says it in the same words, and compares moves.
#[test]
fn the_textbook_says_the_same() {
    let words = ["analyse", "tic-tac-toe", "a1 b2 c3 a3 c1", "--table", "1"];
    // How soon it is lost, only the engine counts.
    for (search, told) in [
        ("engine", "score -#2, exact, the player to move loses in 2 plies: "),
        ("minimax", "score loss, exact, the player to move loses: "),
        ("alpha-beta", "score loss, exact, the player to move loses: "),
    ] {
        let text = printed(words.iter().copied().chain(["--search", search]));
        assert!(text.contains(&format!("\n{told}")), "{text}");
    }
    let words =
        ["analyse", "tic-tac-toe", "a1", "--lines", "9", "--search", "minimax", "-f", "json"];
    let lines = &json(words)["lines"];
    let lines = lines.as_array().expect("an array");
    assert_eq!((lines.len(), &lines[0]["move"]), (8, &js!("b2")));
    let scores: Vec<i64> = lines.iter().filter_map(|line| line["score"].as_i64()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

/// A score is in the unit of the game for people, and a plain number for programs.
#[test]
fn scores_have_a_unit() {
    let words = ["analyse", "chess", "1. e4 e5 2. Nf3", "--depth", "3", "--table", "1"];
    let text = printed(words);
    let score = text.lines().find_map(|line| line.strip_prefix("score ")).expect("a score");
    let number = score.split(',').next().expect("a number");
    assert_eq!(number.split('.').nth(1).map(str::len), Some(2), "pawns: {score}");
    let report = json(words.iter().copied().chain(["--format", "json"]));
    let pawns = report["score"].as_f64().expect("a number") / 100.0;
    assert_eq!(number.parse::<f64>().expect("a number"), pawns);
}

#[test]
fn a_depth_is_plies_or_rounds() {
    let depth = |depth: &str| {
        json(["analyse", "othello", "--depth", depth, "--table", "1", "-f", "json"])["depth"]
            .clone()
    };
    assert_eq!((depth("2"), depth("2p"), depth("2r")), (js!(2), js!(2), js!(4)));
}

/// Ctrl-C prints what is known.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_at_once() {
    use std::process::{Command, Stdio};
    let mut child = common::command()
        .args(["analyse", "othello", "--time", "1000s", "--table", "1", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(child.try_wait().expect("a child").is_none(), "it takes longer than that");
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("sh");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["stop"], "stopped on request");
    assert!(report["depth"].as_u64().is_some_and(|depth| depth > 0), "{report}");
}
