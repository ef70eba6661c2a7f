//! Every command on every game of the catalogue, with a usual position, a wrong one and an absurd one: an answer or a sentence, never a
//! panic, and never a silence.

mod common;

use std::io::Write;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use common::{command, json};
use serde_json::Value as Json;

/// No command may take longer than this to say something.
const LONGEST: Duration = Duration::from_secs(60);

fn games() -> Vec<Json> {
    let listed = json(["games", "--format", "json"]);
    listed["games"].as_array().expect("games").clone()
}

fn name(game: &Json) -> &str {
    game["name"].as_str().expect("a name")
}

fn has_engine(game: &Json) -> bool {
    game["searches"].as_array().is_some_and(|all| all.iter().any(|one| one == "engine"))
}

/// Runs the program with some input, and demands that it ends as it should.
fn ran(arguments: &[&str], input: &str, codes: &[i32]) -> Output {
    let started = Instant::now();
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("its input");
    // A program that refuses its arguments does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert!(code.is_some_and(|code| codes.contains(&code)), "{arguments:?}: {code:?} {errors}");
    assert!(!errors.contains("panicked at"), "{arguments:?}: {errors}");
    let is_silent = output.stdout.is_empty() && errors.is_empty();
    assert!(!is_silent, "{arguments:?} says nothing");
    assert!(started.elapsed() < LONGEST, "{arguments:?} takes {:?}", started.elapsed());
    output
}

/// The commands that are about a position, for one game.
fn about_a_position(game: &Json) -> Vec<Vec<&str>> {
    let name = name(game);
    let mut all = vec![vec!["analyse", name, "--nodes", "300", "--depth", "2"], vec!["eval", name]];
    all.push(vec!["play", name]);
    if has_engine(game) {
        all.push(vec!["analyse", name, "--nodes", "300", "--search", "alpha-beta", "--depth", "1"]);
    }
    all
}

#[test]
fn every_game_takes_every_command() {
    for game in games() {
        let name = name(&game);
        for arguments in about_a_position(&game) {
            // Not every game is evaluated.
            ran(&arguments, "moves\n?\nquit\n", &[0, 2]);
        }
        ran(&["games", name], "", &[0]);
        ran(&["policy", name, "--max-positions", "50"], "", &[2]);
        ran(&["match", name, "random", "random", "--rounds", "1", "--maxmoves", "5"], "", &[0]);
        // Without an evaluation, other searches have no depth.
        let codes: &[i32] = if has_engine(&game) { &[0] } else { &[0, 2] };
        ran(&["bench", name, "--depth", "2"], "", codes);
        ran(&["book", "build", name, "--plies", "0", "--max-positions", "0"], "", &[2]);
        ran(&["uci", name], "uci\nposition startpos\ngo depth 1\nquit\n", &[0, 2]);
        ran(&["gtp", name], "name\nquit\n", &[0, 2]);
    }
}

#[test]
fn a_wrong_position_gets_a_sentence() {
    let long = "x".repeat(20_000);
    for game in games() {
        for arguments in about_a_position(&game) {
            for wrong in ["zzz", "\u{1f600} 0 0 0", long.as_str()] {
                let mut arguments = arguments.clone();
                arguments.push(wrong);
                let output = ran(&arguments, "", &[2]);
                assert!(output.stdout.is_empty(), "{arguments:?}");
                assert!(output.stderr.len() < 2_000, "{} bytes", output.stderr.len());
            }
        }
    }
}

#[test]
fn a_wrong_name_lists_the_games() {
    for arguments in [
        vec!["solve", "nothing"],
        vec!["analyse", "nothing"],
        vec!["play", "nothing"],
        vec!["doctor", "nothing"],
        vec!["uci", "nothing"],
    ] {
        let output = ran(&arguments, "", &[2]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            errors.contains("there is no game `nothing`; the games are tic-tac-toe"),
            "{errors}"
        );
    }
}

/// A game is played to its end at the keyboard, or rather through a pipe: moves, a hint, a move that is taken back.
#[test]
fn a_game_is_played_to_its_end() {
    let moves = "b2\nundo\nhint 50ms\nmoves\nnonsense\nb2\n";
    let output = ran(&["play", "tic-tac-toe", "--against", "human"], moves, &[0]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("a1 b1 c1") || text.contains("a3 b3 c3"), "{text}");
    assert!(text.contains("nonsense"), "{text}");
    let all = "a1\nb1\na2\nb2\na3\n";
    let output = ran(&["play", "tic-tac-toe", "--against", "human"], all, &[0]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("X wins\n"), "{text}");
}

#[test]
fn the_doctor_finds_nothing_in_a_game_that_ships() {
    for game in ["tic-tac-toe", "kalah", "pig", "centipede"] {
        let output = ran(&["doctor", game], "", &[0]);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            format!("{game}: every promise is kept\n")
        );
    }
}
