//! Running the real program.

#![allow(dead_code, unreachable_pub)] // Every test file uses some of this.

pub(crate) mod browser;
#[path = "../../../outplay/tests/common/seeds.rs"]
pub(crate) mod seeds;
#[path = "../../../outplay-games/tests/common/skipped.rs"]
pub(crate) mod skipped;
pub(crate) mod socket;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_outplay"))
}

pub(crate) fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    command().args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

/// What the program prints where all is well.
pub(crate) fn printed<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON that it prints.
pub(crate) fn json<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}

/// What it complains about: exit code 2, one message, nothing on standard output.
pub(crate) fn complaint<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> String {
    told(&run(arguments))
}

/// The complaint about what it reads from standard input.
pub(crate) fn complaint_about(stdin: &[u8]) -> String {
    told(&fed(&["tree", "-"], stdin))
}

/// The program, to be talked to.
pub(crate) fn started(arguments: &[&str]) -> Child {
    command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// What the program does with all this input at once.
pub(crate) fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = started(arguments);
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may stop reading early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    output
}

/// The complaint of a program that has ended.
pub(crate) fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let message = errors.strip_prefix("outplay: ").expect("the program says its name").trim_end();
    assert!(!message.contains("panicked"), "{message}");
    message.to_owned()
}

/// A file that is gone when the test ends.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, content: &[u8]) -> Scratch {
        let name = format!("outplay-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("the temporary folder can be written");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A folder that is gone when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("outplay-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).expect("it can be written");
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
