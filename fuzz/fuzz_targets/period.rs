//! Any text read as a time control: one that gives time, or an error that repeats the beginning of the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::arena::Period;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Period>() {
        Ok(Period { moves, time, increment }) => {
            assert!(moves != Some(0) && !(time.is_zero() && increment.is_zero()));
        }
        Err(error) => {
            let start: String = text.chars().take(50).collect();
            assert!(error.to_string().contains(&start), "the error names the text");
        }
    }
});
