//! Any text read as a tree: a tree or an error, never a panic; and a tree obeys the laws of search.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::Tree;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Tree>() {
        Ok(tree) => outplay_fuzz::check_tree(&tree),
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
    }
});
