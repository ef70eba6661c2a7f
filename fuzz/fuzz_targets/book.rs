//! Any bytes read as a book: an error in a sentence, or scores that can be.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::engine::Book;

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.to_vec();
    // Nobody guesses a checksum.
    if bytes.len() >= 40 {
        let rest = bytes[..32].iter().chain(&bytes[40..]);
        let hash = rest.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bytes[32..40].copy_from_slice(&hash.to_le_bytes());
    }
    match Book::read(bytes) {
        Ok(book) => {
            for key in
                data.windows(8).map(|key| u64::from_le_bytes(key.try_into().expect("8 bytes")))
            {
                assert!(book.score(key).is_none_or(|score| score.abs() <= 32_767));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
