//! Any text read as a move, as players and as the Universal Chess Interface write it: a legal one, or an error in a sentence. The
//! first line may be a position.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::Game;
use outplay::face::notation::Notation;
use outplay_games::chess::Chess;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let game = Chess::default();
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let position = game.read_position(first).unwrap_or_else(|_| game.start());
    for read in [game.read_move(&position, rest), game.read_uci(&position, rest)] {
        match read {
            Ok(mv) => assert!(position.board().is_legal(mv), "{mv} is not legal"),
            Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
        }
    }
});
