//! Any text read as a tree file of the course: a tree or an error, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay::Tree;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match Tree::from_course(&text) {
        Ok(tree) => {
            assert!(tree.course().is_some(), "a course file says how it is searched");
            outplay_fuzz::check_tree(&tree);
        }
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a sentence"),
    }
});
