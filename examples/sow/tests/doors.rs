//! Every door is open to it.
#![cfg(unix)]

#[path = "../../doors.rs"]
mod doors;

const PROGRAM: &str = env!("CARGO_BIN_EXE_sow");
const GAME: &str = "sow";

#[test]
fn its_rules_pass_the_doctor() {
    doors::passes_the_doctor();
}

#[test]
fn it_is_played_at_a_terminal() {
    doors::is_played_at_a_terminal("engine:time=20ms", "South");
}

#[test]
fn it_is_matched() {
    let result = doors::is_matched(&["engine:time=20ms", "random"]);
    assert!(result.contains("engine") && result.contains("random"), "{result}");
}

#[test]
fn it_is_solved() {
    // A solver that was written for this game alone says the same of each of them.
    let line = "4 4 3 3 4 2 4 3 4 2 4 3";
    for (mv, score) in [("", 0), ("0", -2), ("1", 0), ("4", 0)] {
        let solved = doors::printed(&["solve", "sow", line, mv]);
        assert!(solved.contains(&format!("score {score}: ")), "{mv}: {solved}");
    }
}

#[test]
fn it_is_played_on_the_page() {
    let (result, moves) = doors::is_played_over_the_socket();
    assert!((result.contains("wins") || result == "A draw") && moves > 5, "{result}, {moves}");
    doors::is_played_in_a_browser();
}
