//! Any text read as games of chess: games that have the same moves when they are written and read again, or an error in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_games::chess::pgn::{self, PgnGame};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match pgn::read(&text) {
        Ok(games) => {
            let written: String = games.iter().map(|game| format!("{game}\n")).collect();
            let again = pgn::read(&written).expect("what is written can be read");
            let moves = |games: &[PgnGame]| -> Vec<Vec<_>> {
                let each = |game: &PgnGame| game.line.moves.iter().map(|noted| noted.mv).collect();
                games.iter().map(each).collect()
            };
            assert_eq!(moves(&again), moves(&games), "other moves");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
    }
});
