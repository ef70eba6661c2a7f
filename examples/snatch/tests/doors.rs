//! Every door that fits it is open.
#![cfg(unix)]

#[path = "../../doors.rs"]
mod doors;

const PROGRAM: &str = env!("CARGO_BIN_EXE_snatch");
const GAME: &str = "snatch";

#[test]
fn its_rules_pass_the_doctor() {
    doors::passes_the_doctor();
}

#[test]
fn it_is_played_at_a_terminal() {
    doors::is_played_at_a_terminal("max-n:depth=3", "Ann");
}

#[test]
fn it_is_matched() {
    let result = doors::is_matched(&["max-n:depth=3", "random"]);
    assert!(result.contains("max-n") && result.contains("random"), "{result}");
}

#[test]
fn it_is_searched() {
    // With 11 and 10, who throws a one takes it and wins, and a two is given to the other.
    let line = ["Thrown(5)", "Take", "Thrown(4)", "Take", "Thrown(6)", "Take", "Thrown(6)", "Take"];
    for (thrown, best) in [("Thrown(1)", "Take"), ("Thrown(2)", "Take")] {
        let at = [&line[..], &[thrown]].concat().join(" ");
        let found = doors::told(&[
            "analyse", GAME, &at, "--search", "max-n", "--depth", "2", "--format", "json",
        ]);
        assert_eq!(found["move"], best, "{found}");
    }
}

#[test]
fn it_is_solved() {
    let told = doors::printed(&["solve", GAME, "Thrown(6)"]);
    assert!(told.contains("best move"), "{told}");
    let line = "Thrown(5) Take Thrown(4) Take Thrown(6) Take Thrown(6) Take Thrown(1)";
    let told = doors::printed(&["solve", GAME, line]);
    assert!(told.contains("score +1") && told.contains("best move Take\n"), "{told}");
}

#[test]
fn it_is_played_on_the_page() {
    let (result, moves) = doors::is_played_over_the_socket();
    assert!(result.contains("wins") && moves > 2, "{result}, {moves}");
    doors::is_played_in_a_browser();
}
