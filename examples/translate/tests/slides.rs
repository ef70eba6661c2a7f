//! The sentences that come with it, and the twelve pairs of the slides.

#[allow(dead_code, unreachable_pub)] // the games use more of it
#[path = "../../../crates/outplay-games/tests/common/skipped.rs"]
mod skipped;

use std::path::PathBuf;
use std::process::Command;

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_translate")).args(arguments).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The links of all sentences, one line each.
fn links(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.strip_prefix("links    ")).collect()
}

#[test]
fn the_sentences_that_come_with_it_are_translated_back() {
    let text = printed(&[]);
    assert!(text.ends_with("51 links; 9 of 9 sentences are decoded as they were\n"), "{text}");
    // The adjective behind its noun, and the two words of a negation around their verb.
    assert_eq!(links(&text)[5], "0-0 1-2 2-1 3-3 4-5 5-4 6-6");
}

#[test]
fn a_sentence_that_is_new_is_translated() {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus.tsv");
    let sentence = "un roi noir mange et le chat joue .";
    let text = printed(&[corpus.to_str().expect("UTF-8"), sentence]);
    assert_eq!(text.lines().next(), Some("a black king eats and the cat plays ."));
}

#[test]
fn the_slides_have_73_links_and_twelve_sentences() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("OUTPLAY_DATA").map_or(root, PathBuf::from);
    let pairs = root.join("translation/pairs.tsv");
    if !pairs.exists() {
        return skipped::skip("there is no translation/pairs.tsv in the folder of test data");
    }
    let text = printed(&[pairs.to_str().expect("UTF-8")]);
    // As the slides draw them: straight on but for some neighbours that change places, and a word that has no partner.
    let drawn = [
        "0-0 1-1 2-2 3-3",
        "0-0 1-1 2-2 3-3 4-4 5-5",
        "0-0 1-1 2-3 3-2 4-4 5-5",
        "0-0 1-2 2-3 3-4 4-1 5-5",
        "0-0 1-1 2-2 3-3 4-4",
        "0-0 1-1 2-3 3-2 4-4 5-5",
        "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7",
        "0-0 1-1 2-2 3-3 4-4 5-5",
        "0-0 1-1 2-2 3-3 4-4 5-5",
        "0-0 1-2 2-1 3-3 4-5 5-4 6-6",
        "0-0 1-1 3-2 4-3 5-4 6-5",
        "0-0 1-2 2-1 3-4 4-3 5-5 6-6",
    ];
    assert_eq!(links(&text), drawn);
    assert!(text.ends_with("73 links; 12 of 12 sentences are decoded as they were\n"), "{text}");
}
