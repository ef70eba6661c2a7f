//! The doors of an example, each tried in earnest: the doctor, the terminal, a match, a search, the page with and without a browser.
//!
//! The tests of each example say which program it is (`super::PROGRAM`) and which game (`super::GAME`).

#![allow(dead_code)] // Every example uses some of this.

#[path = "../crates/outplay-app/tests/common/browser.rs"]
mod browser;
#[path = "../crates/outplay-app/tests/common/pty.rs"]
mod pty;
#[path = "../crates/outplay-games/tests/common/skipped.rs"]
mod skipped;
#[path = "../crates/outplay-app/tests/common/socket.rs"]
mod socket;

use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use super::{GAME, PROGRAM};
use browser::{Browser, Server, Setup};
use pty::Terminal;
use socket::Session;

fn command() -> Command {
    Command::new(PROGRAM)
}

/// What the program prints where all is well.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = command().args(arguments).stdin(Stdio::null()).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON that it prints.
pub(crate) fn told(arguments: &[&str]) -> Json {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}

/// The rules are as they should be, and the game is in the list with its axes.
pub(crate) fn passes_the_doctor() {
    printed(&["doctor", GAME]);
    assert!(printed(&["games"]).contains(GAME));
}

/// Somebody plays it to its end at a terminal, against computers on all other seats; how it ends is the last thing that is said.
pub(crate) fn is_played_at_a_terminal(against: &str, seat: &str) {
    let mut program = command();
    program.args(["play", GAME, "--against", against, "--seed", "7"]);
    let mut terminal = Terminal::start(&program);
    let prompt = format!("{seat}> ");
    let shown = pty::plain(&terminal.plays(&[&prompt], |moves| moves.len() / 2));
    let ends = ["wins", "share the win", "A draw", "The game is over with"];
    assert!(ends.iter().any(|end| shown.contains(end)), "{shown}");
    terminal.types("quit\r");
    assert!(terminal.end().0.success());
}

/// These players meet, everybody on every seat.
pub(crate) fn is_matched(players: &[&str]) -> String {
    let mut arguments = vec!["match", GAME];
    arguments.extend_from_slice(players);
    arguments.extend_from_slice(&["--rounds", "2", "--seed", "5", "--openings", "random=1"]);
    printed(&arguments)
}

/// Somebody plays it to its end as the page does, without a browser: how it ends, and how many moves it took.
pub(crate) fn is_played_over_the_socket() -> (String, usize) {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let mut moves: Vec<Json> = Vec::new();
    loop {
        assert!(moves.len() < 500, "a game without an end: {moves:?}");
        let shown = session.ask("show", json!({ "game": GAME, "moves": moves }));
        assert!(shown["error"].is_null(), "{shown}");
        if let Some(result) = shown["result"].as_str() {
            return (result.to_owned(), moves.len());
        }
        let chosen = match shown["turn"] == "chance" {
            true => session.ask("roll", json!({ "game": GAME, "moves": moves }))["move"].clone(),
            false => shown["moves"][0]["name"].clone(),
        };
        moves.push(chosen);
    }
}

/// Somebody plays it to its end in a browser, by the buttons of the page.
pub(crate) fn is_played_in_a_browser() {
    let Some(browser) = Browser::open(Setup::default()) else { return };
    let server = Server::start();
    let seats = "first=human&second=human&third=human&fourth=human";
    browser.go(&format!("{}/#play/{GAME}?{seats}", server.address));
    let is_over = "document.querySelector('#status[data-over]') !== null";
    let can_move = "document.querySelector('.choice:not(:disabled)') !== null";
    let count = "document.querySelectorAll('#moves li').length";
    for moves in 0.. {
        assert!(moves < 200, "a game without an end");
        browser.until("it goes on or is over", &format!("return {is_over} || {can_move}"));
        if browser.run(&format!("return {is_over}"), &json!([])) == true {
            break;
        }
        let script = format!(
            "const before = {count}; document.querySelector('.choice:not(:disabled)').click(); return before"
        );
        let before = browser.run(&script, &json!([]));
        browser.until("a move was made", &format!("return {count} > {before} || {is_over}"));
    }
    assert!(browser.count("#moves li") > 0);
    assert_eq!(browser.console(), [""; 0], "nothing is written to the console");
}
