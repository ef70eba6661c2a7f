//! Tests that cannot run here say so where `./check` finds it: what a test that passes prints is thrown away.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;

/// The file of tests that were skipped, one to a line with the reason. `./check` lists it at the end.
const VARIABLE: &str = "OUTPLAY_SKIPPED";

/// Notes that the test that runs now leaves something out.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("{}::{test}: {why}\n", env!("CARGO_CRATE_NAME"));
    eprint!("SKIPPED {line}");
    if let Some(path) = std::env::var_os(VARIABLE) {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|error| panic!("{VARIABLE}={}: {error}", path.display()));
    }
}

/// The tests of this very program that skip something, by name, if some of them are run again with a variable set.
pub fn skipped_with((variable, value): (&str, &str), tests: &[&str]) -> Vec<String> {
    let path = std::env::temp_dir().join(format!("outplay-{}-skipped", std::process::id()));
    let mut again = Command::new(std::env::current_exe().expect("a program"));
    again.args(tests).env(variable, value).env(VARIABLE, &path);
    let output = again.output().expect("it runs again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let _ = std::fs::remove_file(&path);
    let names = text.lines().filter_map(|line| line.split_once(": "));
    names.map(|(name, _)| name.to_owned()).collect::<BTreeSet<_>>().into_iter().collect()
}
