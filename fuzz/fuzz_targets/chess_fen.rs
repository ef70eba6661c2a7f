//! Any text read as a position of chess: one whose moves can be written and read, or an error in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::face::notation::Notation;
use outplay_games::chess::Chess;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for game in [Chess::default(), Chess::CHESS960] {
        match game.read_position(&text) {
            Ok(position) => {
                outplay_fuzz::check_position(&game, &position);
                let written = game.write_position(&position);
                assert_eq!(game.read_position(&written), Ok(position), "it is written otherwise");
            }
            Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
        }
    }
});
