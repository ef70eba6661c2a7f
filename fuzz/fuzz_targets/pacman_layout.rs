//! Any text read as a layout of Pacman: one on which a game can be begun, or an error in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::Game;
use outplay::face::notation::Notation;
use outplay_games::pacman::{Layout, Pacman};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Layout>() {
        Ok(layout) => {
            let game = Pacman::new(layout);
            let (mut position, mut moves) = (game.start(), Vec::new());
            for _ in 0..20 {
                moves.clear();
                game.moves(&position, &mut moves);
                let Some(&mv) = moves.last() else { break };
                game.play(&mut position, mv);
            }
            let written = game.write_position(&position);
            assert_eq!(game.read_position(&written), Ok(position), "it is written otherwise");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
    }
});
