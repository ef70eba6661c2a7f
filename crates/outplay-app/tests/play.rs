//! A person at the terminal.
#![cfg(unix)]

mod common;
#[path = "common/pty.rs"]
mod pty;
#[path = "common/strangers.rs"]
#[allow(dead_code)]
mod strangers;

use std::process::Command;
use std::time::Duration;

use common::{Folder, command, complaint, fed};
use pty::{CTRL_C, DOWN, ESCAPE, LEFT, RIGHT, Terminal, UP, plain};

fn at_terminal(arguments: &[&str]) -> Terminal {
    let mut program = command();
    program.arg("play").args(arguments);
    Terminal::start(&program)
}

/// Whether a text sets colours.
fn is_coloured(text: &str) -> bool {
    let codes = text.split("\x1b[").skip(1);
    codes.into_iter().any(|code| {
        code.trim_start_matches(|one: char| "0123456789;".contains(one)).starts_with('m')
    })
}

#[test]
fn a_game_is_played_to_its_end_and_taken_back() {
    let mut terminal = at_terminal(&["tic-tac-toe", "--against", "random", "--seed", "3"]);
    let game = terminal.plays(&["X> "], |_| 0);
    assert!(is_coloured(&game));
    let ends = ["X wins", "O wins", "A draw"];
    assert!(ends.iter().any(|end| plain(&game).contains(end)), "{}", plain(&game));
    // It can still be looked at and taken back.
    terminal.types("undo\r");
    terminal.until("X> ");
    terminal.types("quit\r");
    assert!(terminal.end().0.success());
}

#[test]
fn hints_help_and_analysis() {
    let mut terminal = at_terminal(&["tic-tac-toe", "--seats", "human,human"]);
    terminal.until("X> ");
    terminal.types("?\r");
    let help = plain(&terminal.until("X> "));
    assert!(help.contains("takes your last move back") && help.contains("/undo"), "{help}");
    // Two in a row: the hint is the third.
    terminal.types("a1 b1 a2 b2 a3\r");
    let over = plain(&terminal.until("over> "));
    assert!(over.contains("X wins"), "{over}");
    terminal.types("undo\r");
    terminal.until("X> ");
    terminal.types("hint 1s\r");
    let hint = plain(&terminal.until("X> "));
    assert!(hint.lines().any(|line| line.trim() == "a3"), "{hint}");
    terminal.types("analyse 1s\r");
    let lines = plain(&terminal.until("X> "));
    assert!(lines.contains("wins in 1 ply") || lines.contains(": a3"), "{lines}");
    terminal.types("a1\r");
    let refusal = plain(&terminal.until("X> "));
    assert!(refusal.contains("a1 is taken") || refusal.contains("taken"), "{refusal}");
    terminal.types("/nonsense\r");
    assert!(plain(&terminal.until("X> ")).contains("`/nonsense` is no command"));
    terminal.types("\x04");
    assert!(terminal.end().0.success());
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = Folder::new("play-saved");
    let mut terminal = at_terminal(&["tic-tac-toe", "--seats", "human,human"]);
    terminal.until("X> ");
    terminal.types("b2 a1 c3\r");
    terminal.until("O> ");
    let file = folder.file("game.txt");
    terminal.types(&format!("save {file}\r"));
    terminal.until("saved in");
    terminal.until("O> ");
    terminal.types(&format!("save {file}\r"));
    let taken = plain(&terminal.until("O> "));
    assert!(taken.contains("there already") && !taken.contains("--force"), "{taken}");
    terminal.types("undo\r");
    terminal.until("X> ");
    terminal.types(&format!("load {file}\r"));
    terminal.until("O> ");
    terminal.types("quit\r");
    assert!(terminal.end().0.success());
    let mut terminal = at_terminal(&["tic-tac-toe", "--seats", "human,human", "--load", &file]);
    terminal.until("O> ");
    terminal.types("moves\r");
    terminal.until("moves");
    let moves = plain(&terminal.until("O> "));
    let names: Vec<&str> = moves.split_whitespace().collect();
    assert!(names.contains(&"a2") && !names.contains(&"b2") && !names.contains(&"c3"), "{moves}");
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let mut terminal = at_terminal(&["tic-tac-toe", "--seats", "human,human"]);
    terminal.until("X> ");
    terminal.types("a1\rb1\ra2\rb2\ra3\rquit\r");
    let (status, shown) = terminal.end();
    assert!(status.success() && plain(&shown).contains("X wins"), "{shown}");
}

#[test]
fn boards_are_plain_without_colours() {
    let mut program = command();
    program
        .args(["play", "tic-tac-toe", "--against", "random", "--seed", "1"])
        .env("NO_COLOR", "1");
    let mut terminal = Terminal::start(&program);
    let game = terminal.plays(&["X> "], |_| 0);
    assert!(!is_coloured(&game), "{game:?}");
    let input = b"moves\na1\nb1\na2\nb2\na3\n";
    let piped = fed(&["play", "tic-tac-toe", "--seats", "human,human"], input);
    let text = String::from_utf8(piped.stdout).expect("UTF-8");
    assert!(piped.status.success() && text.contains("X wins") && !text.contains('\x1b'), "{text}");
}

#[test]
fn a_piped_line_has_a_longest_length() {
    let output = fed(&["play", "tic-tac-toe"], &vec![b'x'; 1 << 20]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("a line of the input is longer than 65536 bytes"), "{errors}");
    let output = fed(&["play", "tic-tac-toe"], b"\xff\n");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && errors.contains("not UTF-8"), "{errors}");
}

#[test]
fn arrow_keys_move_and_none_is_lost() {
    let mut terminal = at_terminal(&["2048", "--seed", "4"]);
    // All at once, and more than any game here lasts for before `q` is heard.
    let round = [LEFT, UP, RIGHT, DOWN].concat().repeat(25);
    terminal.types(&format!("{round}q"));
    let (status, shown) = terminal.end();
    let boards = plain(&shown).matches("chance: ").count();
    assert!(status.success() && boards > 40, "{boards}\n{shown}");
}

/// Where keys are pressed, they are named: by `?`, and once at the beginning.
#[test]
fn keys_are_named_where_there_are_some() {
    let mut terminal = at_terminal(&["2048", "--seed", "4"]);
    let seats = plain(&terminal.until("? names all keys"));
    assert!(seats.contains("Player: you"), "{seats}");
    terminal.types("?");
    terminal.until("arrow keys");
    let help = plain(&terminal.until("leaves"));
    assert!(help.contains("undo, hint, help, quit"), "{help}");
    terminal.types("q");
    assert!(terminal.end().0.success());
    let piped = fed(&["play", "tic-tac-toe"], b"?\nquit\n");
    assert!(!String::from_utf8_lossy(&piped.stdout).contains("arrow keys"));
}

#[test]
fn escape_does_not_swallow_a_key() {
    for pause in [0, 300] {
        let mut terminal = at_terminal(&["2048", "--seed", "4"]);
        terminal.until("chance: ");
        terminal.types(ESCAPE);
        std::thread::sleep(Duration::from_millis(pause));
        terminal.types("q");
        assert!(terminal.end().0.success());
    }
}

#[test]
fn a_line_can_be_typed_between_arrows() {
    let mut terminal = at_terminal(&["2048", "--seed", "4"]);
    terminal.until("chance: ");
    // A mistake is taken back, help is shown, and another arrow moves.
    terminal.types(&format!(":helx\x7fp\r{LEFT}{UP}:undo\r/quit\r"));
    let (status, shown) = terminal.end();
    assert!(status.success() && plain(&shown).contains("takes your last move back"), "{shown}");
}

#[test]
fn ctrl_c_leaves_and_ends_a_thought() {
    for game in ["tic-tac-toe", "2048"] {
        let mut terminal = at_terminal(&[game, "--seed", "4"]);
        terminal.until(if game == "2048" { "chance: " } else { "X> " });
        std::thread::sleep(Duration::from_millis(200));
        terminal.types(CTRL_C);
        terminal.end();
    }
    let mut terminal = at_terminal(&["chess", "--against", "engine:time=1000s"]);
    terminal.until("White> ");
    terminal.types("e4\r");
    std::thread::sleep(Duration::from_millis(500));
    terminal.types(CTRL_C);
    // The game goes on, with whoever sits there.
    let (which, _) = terminal.until_one(&["Black> ", "White> "]);
    terminal.types("undo\r");
    if which == 0 {
        terminal.until("White> ");
    }
    terminal.types("quit\r");
    assert!(terminal.end().0.success());
}

#[test]
fn gtp_is_refused_where_it_has_no_words() {
    let gtp = "gtp:nowhere";
    let told = complaint(["play", "pig", "--against", gtp]);
    assert!(told.contains("GTP is for two players without dice"), "{told}");
    let told = complaint(["play", "rolit", "--against", gtp]);
    assert!(told.contains("GTP is for two players without dice"), "{told}");
    let told = complaint(["play", "tic-tac-toe", "X...O....", "--against", gtp]);
    assert!(told.contains("no way to set up a position"), "{told}");
}

#[test]
#[ignore = "the program with other games, which the test beside it runs"]
fn strangers_at_the_terminal() {
    if std::env::var_os("OUTPLAY_STRANGERS").is_some() {
        outplay_app::run_with(strangers::catalogue(), ["outplay", "play", "words"]);
    }
}

#[test]
fn a_move_comes_before_a_command_of_its_name() {
    let mut program = Command::new(std::env::current_exe().expect("this program"));
    program.args(["strangers_at_the_terminal", "--exact", "--ignored", "--nocapture"]);
    program.env("OUTPLAY_STRANGERS", "1");
    let mut terminal = Terminal::start(&program);
    terminal.until("Player 1> ");
    terminal.types("quit\r");
    assert!(plain(&terminal.until("Player 1> ")).contains("after Quit"));
    terminal.types("undo\r");
    assert!(plain(&terminal.until("Player 1> ")).contains("after Quit Undo"));
    terminal.types("/undo\r");
    terminal.until("Player 1> ");
    terminal.types("moves\r");
    assert!(plain(&terminal.until("Player 1> ")).contains("Undo Quit"));
    terminal.types("/quit\r");
    assert!(terminal.end().0.success());
}
