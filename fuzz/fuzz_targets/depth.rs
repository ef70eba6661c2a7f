//! Any text read as a depth: a depth that is written as it was read, or an error that repeats the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::Depth;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Depth>() {
        Ok(depth) => {
            assert_eq!(depth.to_string().parse(), Ok(depth));
            assert!(depth.in_plies(4) >= depth.in_plies(1));
        }
        Err(error) => assert!(error.to_string().contains(&*text), "the error names the text"),
    }
});
