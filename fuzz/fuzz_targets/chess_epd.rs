//! Any text read as a position with operations: one that is written as it was read, or an error in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_games::chess::Epd;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Epd>() {
        Ok(epd) => {
            let written = epd.to_string();
            let again: Epd = written.parse().expect("what is written can be read");
            assert_eq!(again.to_string(), written, "it is written otherwise");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
    }
});
