//! `outplay eval` and `outplay bench`, as they are used.

mod common;

use common::{complaint, printed};

#[test]
fn the_parts_of_an_evaluation_are_shown() {
    let text = printed(["eval", "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    assert!(text.contains("material"), "{text}");
    assert!(text.contains("passed pawns"), "{text}");
    let columns = text.lines().find(|line| line.contains("together")).expect("a heading");
    assert_eq!(columns.split_whitespace().collect::<Vec<_>>(), ["White", "Black", "together"]);
    let last = text.lines().last().expect("a line");
    assert!(last.starts_with("for White, who is to move: +") && last.ends_with(" pawns"), "{text}");
    assert!(complaint(["eval", "chess", "x/y/z/t"]).starts_with("`x/y/z/t` has 4 rows"));
}

/// An evaluation without parts is one number, in the unit of the game.
#[test]
fn every_game_with_an_evaluation_is_evaluated() {
    let games = outplay_games::catalogue();
    for listing in games.listings() {
        let game = games.game(&listing.name).expect("a game of the list");
        if game.about().chance {
            continue; // nobody is to move at the start
        }
        let text = printed(["eval", &listing.name]);
        let last = text.lines().last().expect("a line");
        let number = last.strip_prefix(&format!("for {}, who is to move: ", game.about().seats[0]));
        let number =
            number.and_then(|rest| rest.strip_suffix(&format!(" {}", game.about().unit.name)));
        assert!(number.is_some_and(|number| number.parse::<f64>().is_ok()), "{text}");
    }
    let told = complaint(["eval", "tic-tac-toe", "XXXOO...."]);
    assert_eq!(told, "the game is over: there is nothing to evaluate");
}

/// Every game that the engine takes is measured on its own samples, and the same way twice.
#[test]
fn every_game_has_a_bench() {
    let games = outplay_games::catalogue();
    for listing in games.listings() {
        if !games.game(&listing.name).is_ok_and(|game| game.about().has_search("engine")) {
            continue;
        }
        let nodes = || {
            let text = printed(["bench", &listing.name, "--depth", "2"]);
            text.split(' ').next().and_then(|word| word.parse::<u64>().ok()).expect("a number")
        };
        let first = nodes();
        assert!(first > 1, "{}: {first}", listing.name);
        assert_eq!(first, nodes());
    }
}
