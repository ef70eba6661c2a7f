//! Every door that fits it is open.
#![cfg(unix)]

#[path = "../../doors.rs"]
mod doors;

const PROGRAM: &str = env!("CARGO_BIN_EXE_pegs");
const GAME: &str = "pegs";

#[test]
fn its_rules_pass_the_doctor() {
    doors::passes_the_doctor();
}

#[test]
fn it_is_played_at_a_terminal() {
    doors::is_played_at_a_terminal("random", "You");
}

#[test]
fn it_is_matched() {
    let result = doors::is_matched(&["max-n", "random"]);
    assert!(result.contains("max-n") && result.contains("random"), "{result}");
}

#[test]
fn it_is_searched() {
    // One peg alone can be left of nine.
    let found = doors::told(&["analyse", GAME, "--search", "max-n", "--format", "json"]);
    assert_eq!(found["score"], 8, "{found}");
}

#[test]
fn it_is_played_on_the_page() {
    let (result, moves) = doors::is_played_over_the_socket();
    assert!(result.starts_with("The game is over with") && moves > 3, "{result}, {moves}");
    doors::is_played_in_a_browser();
}
