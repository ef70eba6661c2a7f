//! `outplay gtp`, as controllers use it.

mod common;

use std::process::Output;

/// What the program does with this input, thinking a moment about each move.
fn fed(game: &str, input: &[u8]) -> Output {
    common::fed(&["gtp", game, "--time", "5ms", "--table", "1"], input)
}

/// The answers, without the blank lines between them.
fn answers(game: &str, input: impl AsRef<[u8]>) -> Vec<String> {
    let output = fed(game, input.as_ref());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

#[test]
fn answers_are_framed_as_the_protocol_says() {
    let input = "protocol_version\n\n# a comment\n  \t \n12 name # who?\r\n\x01vers\x02ion\n7 foo\n\
                 foo\n3 known_command play\nknown_command foo\n99\n5 known_command\nquit\nname\n";
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    let expected = [
        "= 2",
        "=12 Outplay",
        &version,
        "?7 unknown command",
        "? unknown command",
        "=3 true",
        "= false",
        "?99 syntax error",
        "?5 syntax error",
        "=",
    ];
    assert_eq!(answers("othello", input), expected, "nothing is answered after quit");
}

#[test]
fn every_command_that_is_listed_is_known() {
    let listed = answers("othello", "list_commands\n");
    let names: Vec<&str> = listed[0].trim_start_matches("= ").lines().collect();
    for name in "protocol_version name version known_command list_commands quit boardsize \
                 clear_board komi play genmove reg_genmove undo showboard time_settings time_left \
                 final_score list_games set_game"
        .split_whitespace()
    {
        assert!(names.contains(&name), "{name}");
    }
    let asked: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    assert!(answers("othello", asked).iter().all(|answer| answer == "= true"));
}

#[test]
fn moves_are_played_shown_and_taken_back() {
    let input = "play black F5\nplay W d6\nshowboard\nundo\nundo\nundo\nplay b d3\nclear_board\n\
                 undo\nfinal_score\n";
    let told = answers("othello", input);
    assert_eq!(told[..2], ["=", "="]);
    let board = "= \n1  . . . . . . . .\n2  . . . . . . . .\n3  . . . . . . . .\n\
                 4  . . . O X . . .\n5  . . . O X X . .\n6  . . . O . . . .\n\
                 7  . . . . . . . .\n8  . . . . . . . .\n   a b c d e f g h\nX moves";
    assert_eq!(told[2], board);
    assert_eq!(told[3..], ["=", "=", "? cannot undo", "=", "=", "? cannot undo", "? cannot score"]);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let cases = [
        ("play", "? syntax error"),
        ("play black", "? syntax error"),
        ("play red f5", "? syntax error"),
        ("play black f5 f6", "? syntax error"),
        ("play black a1", "? illegal move: a1 flips nothing, the moves of X are d3, c4, f5, e6"),
        (
            "play black z9",
            "? illegal move: `z9` is no move: a move is a square from a1 to h8, or `pass`",
        ),
        ("play black pass", "? illegal move: X may not pass, the moves of X are d3, c4, f5, e6"),
        ("play white f5", "? illegal move: it is black's turn"),
        ("genmove", "? syntax error"),
        ("genmove blue", "? syntax error"),
        ("genmove white", "? it is black's turn"),
        ("reg_genmove white", "? it is black's turn"),
        ("boardsize", "? syntax error"),
        ("boardsize eight", "? syntax error"),
        ("boardsize -8", "? syntax error"),
        ("boardsize 19", "? unacceptable size"),
        ("boardsize 8", "="),
        ("komi", "? syntax error"),
        ("komi much", "? syntax error"),
        ("komi 6.5", "="),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings 1 2 -3", "? syntax error"),
        ("time_settings nan 0 0", "? syntax error"),
        ("time_settings -1 0 0", "? syntax error"),
        ("time_left black x 0", "? syntax error"),
        ("time_left black", "? syntax error"),
        ("list_games", "= Othello"),
        ("set_game", "? syntax error"),
        ("set_game Go", "? unsupported game"),
        ("set_game Othello", "="),
    ];
    let input: String = cases.iter().map(|(command, _)| format!("{command}\n")).collect();
    for ((command, expected), told) in cases.iter().zip(answers("othello", input)) {
        assert_eq!(told, *expected, "{command}");
    }
}

#[test]
fn a_player_without_a_move_passes() {
    // After these, it is black's turn, and black has no move.
    let colors = ["black", "white"].into_iter().cycle();
    let line = "d3 c3 f5 d2 d1 e1 b2 c1".split(' ').zip(colors);
    let played: String = line.map(|(square, color)| format!("play {color} {square}\n")).collect();
    let after = |commands: &str| {
        let told = answers("othello", format!("{played}{commands}"));
        assert!(told[..8].iter().all(|told| told == "="), "{told:?}");
        told[8..].to_vec()
    };
    // A pass is asked for, or said, or left out.
    assert_eq!(after("genmove black\nplay white d6\n"), ["= pass", "="]);
    assert_eq!(after("play black PASS\nplay white d6\n"), ["=", "="]);
    assert_eq!(after("play white d6\nundo\nplay b pass\n"), ["=", "=", "="]);
    assert!(["= a3", "= b4", "= d6"].contains(&after("genmove white\n")[0].as_str()));
    // It is not white who passes.
    let refused = "? illegal move: O may not pass, the moves of O are a3, b4, d6";
    assert_eq!(after("play white pass\n"), [refused]);
}

#[test]
fn a_whole_game_is_played_to_its_score() {
    let moves: String = (0..35).map(|_| "genmove b\ngenmove w\n").collect();
    let told = answers("othello", format!("{moves}final_score\nplay b pass\nundo\nshowboard\n"));
    let is_square = |told: &str| {
        let bytes = told.as_bytes();
        bytes.len() == 4 && (b'a'..=b'h').contains(&bytes[2]) && (b'1'..=b'8').contains(&bytes[3])
    };
    let [moves @ .., score, pass, undo, board] = &told[..] else { panic!("{told:?}") };
    assert!(moves.iter().all(|told| is_square(told) || told == "= pass"), "{moves:?}");
    assert_eq!(moves.last().map(String::as_str), Some("= pass"));
    assert!(["= B+", "= W+", "= 0"].iter().any(|start| score.starts_with(start)), "{score}");
    assert_eq!((pass.as_str(), undo.as_str()), ("=", "="));
    assert!(board.ends_with("the game is over"), "{board}");
}

#[test]
fn a_move_is_only_made_if_it_is_meant() {
    let told = answers("othello", "reg_genmove black\nundo\ngenmove black\nundo\nundo\n");
    assert_eq!(told[1], "? cannot undo");
    assert_eq!(told[3..], ["=", "? cannot undo"]);
}

#[test]
fn clocks_are_obeyed() {
    let started = std::time::Instant::now();
    let huge = "time_settings 1e300 1e300 1\ntime_left white 99999999999999999999 4294967295\n";
    let input = format!(
        "{huge}time_settings 0 0 0\ngenmove b\ntime_left w 1 0\ngenmove w\ntime_left b 1 1\n\
         genmove b\ntime_settings 0 1 10\ngenmove w\ntime_settings 1 1 0\ngenmove b\n"
    );
    let told = answers("othello", input);
    assert!(told.iter().all(|told| told.starts_with('=')), "{told:?}");
    assert!(started.elapsed().as_secs_f64() < 10.0);
}

#[test]
fn other_games_are_played_too() {
    let told = answers("connect-four", "play black 4\ngenmove white\nboardsize 19\nplay black 9\n");
    assert_eq!(told[0], "=");
    assert!(told[1].trim_start_matches("= ").parse::<u32>().is_ok_and(|c| (1..=7).contains(&c)));
    assert_eq!(told[2], "? unacceptable size");
    assert_eq!(told[3], "? illegal move: `9` is no column, they are 1 to 7");
    let told = answers("othello:6x6", "list_games\nboardsize 8\nboardsize 6\ngenmove b\n");
    assert_eq!(told[..3], ["= Othello", "=", "="]);
    let moves: String = (0..6).map(|_| "genmove b\ngenmove w\n").collect();
    let told = answers("tic-tac-toe", format!("boardsize 3\n{moves}final_score\n"));
    assert_eq!((told[0].as_str(), told.last().map(String::as_str)), ("=", Some("= 0")));
}

#[test]
fn the_book_is_looked_up() {
    // In five milliseconds nobody finds out that only the middle column wins.
    let answers = answers("connect-four", "genmove b\nplay w 4\ngenmove b\n");
    assert_eq!(answers, ["= 4", "=", "= 4"]);
}

#[test]
fn no_input_is_too_strange() {
    assert_eq!(answers("othello", ""), [""; 0]);
    assert_eq!(answers("othello", "name"), ["= Outplay"]);
    let long = "a".repeat(1 << 20);
    let told = answers("othello", format!("5 play black {long}\nname\n#{long}\n{long}#\nname"));
    let too_long = "syntax error: a line has less than 65536 bytes";
    let expected =
        [format!("?5 {too_long}"), "= Outplay".into(), format!("? {too_long}"), "= Outplay".into()];
    assert_eq!(told, expected);
    let told = answers("othello", b"play \xff\xfe \xc3(\nplay black \xf0\x9f\nname \0\n");
    assert_eq!(told.len(), 3);
    assert!(told[1].starts_with("? illegal move: "), "{told:?}");
    assert_eq!(told[2], "= Outplay");
    // Bytes of all kinds, always the same ones.
    let mut state = 1_u32;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    let output = fed("othello", &noise.take(1 << 18).collect::<Vec<u8>>());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_command_line_is_checked() {
    let told = common::complaint(["gtp", "othelo"]);
    assert_eq!(told, "there is no game `othelo`: did you mean othello?");
    assert!(common::complaint(["gtp", "othello", "--time", "5"]).contains("`5` is no time"));
    assert!(common::complaint(["gtp", "othello", "--threads", "0"]).contains("invalid value '0'"));
    assert!(common::complaint(["gtp"]).contains("required arguments were not provided"));
}
