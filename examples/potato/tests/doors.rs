//! Every door that fits it is open.
#![cfg(unix)]

#[path = "../../doors.rs"]
mod doors;

const PROGRAM: &str = env!("CARGO_BIN_EXE_potato");
const GAME: &str = "potato";

#[test]
fn its_rules_pass_the_doctor() {
    doors::passes_the_doctor();
}

#[test]
fn it_is_played_at_a_terminal() {
    doors::is_played_at_a_terminal("max-n", "Ann");
}

#[test]
fn it_is_matched() {
    let result = doors::is_matched(&["max-n", "paranoid", "random"]);
    assert!(["max-n", "paranoid", "random"].iter().all(|name| result.contains(name)), "{result}");
}

#[test]
fn it_is_searched() {
    // One match is left: who has to take it loses two, and the others win one each.
    let found = doors::told(&["analyse", GAME, "3 3 3 2", "--search", "max-n", "--format", "json"]);
    assert_eq!(found["move"], "1", "{found}");
    assert_eq!(found["lines"][0]["each"], serde_json::json!([1, -2, 1]), "{found}");
}

#[test]
fn it_is_played_on_the_page() {
    let (result, moves) = doors::is_played_over_the_socket();
    assert!(result.contains("share the win") && moves == 12, "{result}, {moves}");
    doors::is_played_in_a_browser();
}
