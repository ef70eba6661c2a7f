//! Whatever is wrong, the program says so in a sentence, with exit code 2, and does not panic.

mod common;

use common::{Scratch, complaint, complaint_about, run};

#[test]
fn a_tree_that_is_wrong_is_told_where() {
    let cases = [
        ("((3 12)", "missing `)` at byte 7"),
        ("(3 12))", "`)` closes nothing at byte 6"),
        ("", "no tree: the text is empty"),
        ("(3 }", "`}` where `)` is missing at byte 3"),
        ("A(B(1) B(2))", "the name `B` is used twice; the second one is at byte 7"),
        ("{1/2:3 1/3:4}", "odds that sum to 0.8333333333333333, not to 1, at byte 0"),
        ("(3 4) 5", "text after the end of the tree at byte 6"),
        ("([1 2] [1 2 3])", "a leaf with 3 payoffs, where the one at byte 1 has 2, at byte 7"),
    ];
    for (tree, message) in cases {
        assert_eq!(complaint(["tree", tree]), message, "{tree}");
    }
}

#[test]
fn the_value_that_is_missing_is_named() {
    let tree = "((3 12 8) (2 x y) (14 5 2))";
    assert_eq!(
        complaint(["tree", tree, "--algorithm", "minimax"]),
        "the search needs the value of leaf `x` (reached by a2 c2), which is not known"
    );
    assert_eq!(
        complaint(["tree", tree, "--order", "best"]),
        "the search needs the value of leaf `x` (reached by a2 c2), which is not known"
    );
    assert_eq!(
        complaint(["tree", tree, "--depth", "1p"]),
        "the search needs an evaluation of node `B` (reached by a1), and there is none"
    );
}

#[test]
fn neither_a_file_nor_a_tree() {
    assert_eq!(
        complaint(["tree", "no-such-file.tree"]),
        "there is no file `no-such-file.tree`, and it is not a tree either"
    );
    assert_eq!(complaint(["tree", "/"]), "`/` is a folder");
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow() {
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    let message = "standard input: brackets are nested more than 1000 deep at byte 1000";
    assert_eq!(complaint_about(deep.as_bytes()), message);
    assert!(complaint_about("(".repeat(100_000).as_bytes()).contains("nested more than 1000 deep"));
}

#[test]
fn text_that_is_not_utf8_is_told_the_byte() {
    let file = Scratch::new("utf8", b"(3 4 \xff)");
    let shown = file.0.display();
    let message = format!("{shown} is not UTF-8 text: byte 0xff at byte 5");
    assert_eq!(complaint(["tree".as_ref(), file.0.as_os_str()]), message);
    let message = "standard input is not UTF-8 text: byte 0xc3 at byte 1";
    assert_eq!(complaint_about(b"(\xc3("), message);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_told_the_byte() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let argument = OsStr::from_bytes(b"(1 \xfe)");
    let message = "the argument is not UTF-8 text: byte 0xfe at byte 3";
    assert_eq!(complaint([OsStr::new("tree"), argument]), message);
}

#[test]
fn a_huge_file_is_refused() {
    let file = Scratch::new("huge", &b"(1 2)".repeat(10 << 20));
    let shown = file.0.display();
    let message = format!("{shown} is too long for a tree: at most 16 MiB");
    assert_eq!(complaint(["tree".as_ref(), file.0.as_os_str()]), message);
}

#[test]
fn a_large_tree_is_searched_but_not_drawn() {
    let tree = format!("({})", "(1 2) ".repeat(1_000));
    let message = "trees of more than 2000 nodes are not drawn: use --format json";
    for format in ["text", "svg", "tikz"] {
        assert_eq!(complaint(["tree", &tree, "--format", format]), message);
    }
    assert_eq!(common::json(["tree", &tree, "--format", "json"])["value"], 1.0);
}

#[test]
fn course_files_are_told_the_line() {
    let course = |successors: &str| {
        format!("num_agents: \"2\"\nstart_state: \"a\"\nsuccessors: \"\"\"\n{successors}\n\"\"\"\n")
    };
    let cases = [
        (course("a Left"), "a successor is `state Action next`, not `a Left`, in line 4"),
        (course("a Left b\nb Left a"), "the game can go round in circles through `a`"),
        (
            course("a Left b").replace("\"2\"", "\"0\""),
            "`num_agents` must be a number from 1 to 64, not `0`, in line 1",
        ),
        (course("a Left b").replace("start_state", "start"), "the key `start_state` is missing"),
        (
            course("a Left b"),
            "the search needs the value of leaf `b` (reached by Left), which is not known",
        ),
    ];
    for (text, message) in cases {
        let told = complaint_about(text.as_bytes());
        assert_eq!(told.strip_prefix("standard input: ").unwrap_or(&told), message);
    }
}

#[test]
fn options_that_are_wrong() {
    let tree = "((10 8) (4 50))";
    let cases: [(&[&str], &str); 16] = [
        (&["--algorithm", "alphabeta"], "invalid value 'alphabeta'"),
        (
            &["--depth", "4x"],
            "`4x` is no depth: write `4` or `4p` for 4 plies, or `2r` for 2 rounds",
        ),
        (&["--payoffs", "2,-2"], "the least payoff is above the most"),
        (
            &["--payoffs", "2"],
            "--payoffs 2: two numbers with a comma between them are needed, like -2,2",
        ),
        (
            &["--payoffs", "-1", "9"],
            "--payoffs -1: two numbers with a comma between them are needed, like -2,2",
        ),
        (
            &["--depth", "-1"],
            "`-1` is no depth: write `4` or `4p` for 4 plies, or `2r` for 2 rounds",
        ),
        (
            &["--payoffs", "0,9"],
            "`b1` (reached by a1 b1) has the value 10, outside of the payoffs [0, 9]",
        ),
        (&["--player", "0"], "--player goes with expectimax and paranoid, not with alpha-beta"),
        (
            &["--player", "2", "--algorithm", "paranoid"],
            "--player 2: the players of this tree are 0 to 1",
        ),
        (&["--trace", "--format", "svg"], "--trace goes with --format text or json"),
        (&["--compare", "--format", "tikz"], "--compare goes with --format text or json"),
        (&["--compare", "--trace"], "cannot be used with"),
        (&["--seed", "x"], "invalid value 'x'"),
        (
            &["--order", "eval"],
            "the search needs an evaluation of node `B` (reached by a1), and there is none",
        ),
        (
            &["--deepen"],
            "the search needs an evaluation of node `B` (reached by a1), and there is none",
        ),
        (&["more"], "unexpected argument 'more'"),
    ];
    for (options, message) in cases {
        let told = complaint(["tree", tree].iter().chain(options));
        assert!(told.contains(message), "{options:?}: {told}");
    }
}

#[test]
fn payoffs_for_each_player_need_an_algorithm_for_that() {
    for algorithm in ["minimax", "alpha-beta"] {
        let told = complaint(["tree", "(([1 2] [3 4]) [5 6])", "--algorithm", algorithm]);
        assert!(told.starts_with("each leaf has one payoff per player"), "{told}");
    }
}

#[test]
fn commands_that_are_wrong() {
    assert!(complaint(["tee"]).contains("unrecognized subcommand 'tee'"));
    assert!(complaint(["policy", "shogi"]).starts_with("there is no game `shogi`"));
    assert_eq!(
        complaint(["lab", "ordering", "-b", "5", "-m", "12"]),
        "5^12 leaves are too many: at most 50000000 are searched, so for -b 5 the largest -m is 11"
    );
    assert!(complaint(["lab", "ordering", "-b", "60000000", "-m", "1"]).contains("too large"));
    let wrong = [["-b", "0", "-m", "1"], ["-b", "1", "-m", "0"], ["-b", "x", "-m", "1"]];
    for options in wrong.into_iter().chain([["-b", "-1", "-m", "1"], ["-b", "2", "-m", "1.5"]]) {
        let told = complaint(["lab", "ordering"].iter().chain(&options));
        assert!(told.contains("a whole number is needed, 1 or more, like 5"), "{told}");
    }
}

#[test]
fn a_game_with_a_typing_error_is_recognised() {
    let cases = [("tictactoe", true), ("Tic Tac Toe", true), ("tic-tak-to", true), ("go", false)];
    for (name, known) in cases {
        let told = complaint(["policy", name]);
        assert_eq!(told.ends_with(": did you mean tic-tac-toe?"), known, "{told}");
    }
}

#[test]
fn experiments_are_named() {
    for arguments in [&["lab"][..], &["lab", "-b", "5"], &["lab", "odering"]] {
        let told = complaint(arguments);
        assert!(told.starts_with("lab needs the name of an experiment:\n  ordering  "), "{told}");
    }
}

#[test]
fn a_command_of_several_steps_lists_them() {
    for command in ["book", "table", "tune"] {
        let told = complaint([command]);
        assert!(told.starts_with("a command is missing\n\n"), "{told}");
        assert!(told.contains("\nCommands:\n"), "{told}");
    }
}

#[test]
fn no_advice_that_does_not_help() {
    let told = complaint(["tree", "(1 2)", "--foo"]);
    assert!(told.starts_with("unexpected argument '--foo' found\n\nUsage:"), "{told}");
    // Other advice stays.
    assert!(complaint(["tree", "(1 2)", "--colour", "--trase"]).contains("unexpected"));
    assert!(complaint(["tree", "(1 2)", "--trase"]).contains("'--trace'"));
}

#[test]
fn options_without_effect_are_refused() {
    let cases: [(&[&str], &str); 14] = [
        (&["-a", "minimax", "--fail-hard"], "--fail-hard has no effect: minimax does not prune"),
        (&["-f", "json", "--ties", "last"], "--ties last goes with --format text"),
        (&["-a", "minimax", "--prune", "strict"], "--prune has no effect: minimax does not prune"),
        (&["-a", "max-n", "--prune", "non-strict"], "--prune has no effect: max-n does not prune"),
        (
            &["-a", "expectimax", "--prune", "strict"],
            "--prune has no effect: expectimax without --payoffs does not prune",
        ),
        (
            &["-a", "minimax", "--labels", "window"],
            "--labels window has no effect: minimax has no alpha and beta",
        ),
        (
            &["-a", "max-n", "--labels", "window", "-f", "svg"],
            "--labels window has no effect: max-n has no alpha and beta",
        ),
        (&["--seed", "1"], "--seed goes with --order random or --compare"),
        (&["--order", "best", "--seed", "1"], "--seed goes with --order random or --compare"),
        (
            &["-f", "json", "--labels", "value"],
            "--labels is for drawings, and has no effect with --format json",
        ),
        (
            &["-f", "json", "--names", "none"],
            "--names is for drawings, and has no effect with --format json",
        ),
        (
            &["--compare", "--labels", "value"],
            "--labels is for drawings, and has no effect with --compare",
        ),
        (
            &["--compare", "--names", "all"],
            "--names is for drawings, and has no effect with --compare",
        ),
        (&["--trace", "--names", "all"], "--names is for drawings, and has no effect with --trace"),
    ];
    for (options, message) in cases {
        assert_eq!(complaint(["tree", "((10 8) (4 50))"].iter().chain(options)), message);
    }
}

#[test]
fn options_with_an_effect_are_not_refused() {
    let cases: [&[&str]; 5] = [
        &["--compare", "--seed", "3"],
        &["--order", "random", "--seed", "3"],
        &["-a", "expectimax", "--payoffs", "0,50", "--prune", "strict", "--labels", "window"],
        &["-a", "paranoid", "--prune", "strict", "--labels", "window"],
        &["-a", "minimax", "--labels", "range", "--names", "nodes"],
    ];
    for options in cases {
        assert!(
            run(["tree", "((10 8) (4 50))"].iter().chain(options)).status.success(),
            "{options:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let program = env!("CARGO_BIN_EXE_outplay");
    let script = format!("{program} policy tic-tac-toe | head -1; echo ${{PIPESTATUS[0]}}");
    let output = std::process::Command::new("bash").args(["-c", &script]).output().expect("bash");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[\n0\n");
    assert!(run(["--version"]).status.success());
}
