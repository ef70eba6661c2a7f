//! Any text read as games of checkers: games that have the same moves when they are written and read again, or an error in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_games::checkers::pdn::{self, PdnGame};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match pdn::read(&text) {
        Ok(games) => {
            let written: String = games.iter().map(|game| format!("{game}\n")).collect();
            let again = pdn::read(&written).expect("what is written can be read");
            let played = |games: &[PdnGame]| -> Vec<_> {
                games.iter().map(|game| (game.start, game.moves.clone())).collect()
            };
            assert_eq!(played(&again), played(&games), "other moves");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
    }
});
