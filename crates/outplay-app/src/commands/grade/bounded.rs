//! A program that is not trusted: it gets so much time, memory and room to write, and then it is ended.
//!
//! It runs with the rights of whoever grades: what it does to files and to the net is not bounded here.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt;

/// More bytes than this no answer has.
const MOST_BYTES: u64 = 1 << 20;
/// How a shell ends that may not execute a program.
const NOT_EXECUTABLE: i32 = 126;
/// How long to sleep between two looks at whether it has ended.
const LOOK: Duration = Duration::from_millis(5);

/// What a program may use.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) time: Duration,
    pub(super) megabytes: u64,
}

/// How it went.
#[derive(Debug, PartialEq)]
pub(super) enum Ran {
    /// It ended in order, and has printed this.
    Printed(String),
    /// In one sentence, why there is no answer.
    Failed(String),
}

/// Runs a program with a text on its standard input.
pub(super) fn run(program: &str, input: &str, bounds: Bounds) -> Ran {
    // The shell sets the limit of memory and becomes the program.
    let limited = format!("ulimit -v {} && exec \"$0\"", bounds.megabytes * 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &limited, program]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = match interrupt::start(&mut command) {
        Ok(child) => child,
        Err(error) => return Ran::Failed(format!("it cannot be started: {error}")),
    };
    let deadline = Instant::now() + bounds.time;
    let (sender, printed) = mpsc::channel();
    if let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
        let input = input.to_owned();
        // A program that does not read its input has to answer all the same.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.take(MOST_BYTES + 1).read_to_end(&mut bytes);
            sender.send(read.map(|_| bytes))
        });
    }
    let bytes = printed.recv_timeout(bounds.time);
    let mut status = child.try_wait().ok().flatten();
    let is_whole = matches!(&bytes, Ok(Ok(bytes)) if bytes.len() as u64 <= MOST_BYTES);
    while is_whole && status.is_none() && Instant::now() < deadline && !interrupt::asked() {
        thread::sleep(LOOK);
        status = child.try_wait().ok().flatten();
    }
    interrupt::end(&mut child);
    match (bytes, status) {
        (Ok(Ok(bytes)), _) if bytes.len() as u64 > MOST_BYTES => {
            Ran::Failed(format!("it printed more than {MOST_BYTES} bytes"))
        }
        (Ok(Ok(bytes)), Some(status)) if status.success() => text(bytes),
        (Ok(Ok(_)), Some(status)) if status.code() == Some(NOT_EXECUTABLE) => {
            Ran::Failed("it cannot be run: is it executable?".to_owned())
        }
        (Ok(Ok(_)), Some(status)) => Ran::Failed(format!("it ended with an error ({status})")),
        (Ok(Err(error)), _) => Ran::Failed(format!("what it prints cannot be read: {error}")),
        (_, Some(_)) => {
            Ran::Failed("it ended, and something that it has started keeps its output".to_owned())
        }
        _ => Ran::Failed(format!("it took longer than {:.1} s", bounds.time.as_secs_f64())),
    }
}

/// What it printed, if that is text.
fn text(bytes: Vec<u8>) -> Ran {
    match String::from_utf8(bytes) {
        Ok(text) => Ran::Printed(text),
        Err(error) => {
            let byte = error.utf8_error().valid_up_to() + 1;
            Ran::Failed(format!("what it prints is not UTF-8, from byte {byte} on"))
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    const BOUNDS: Bounds = Bounds { time: Duration::from_secs(30), megabytes: 200 };

    fn in_shell(what: &str, path: &Path, text: &str) {
        let status = Command::new("sh").args(["-c", what]).arg(path).arg(text).status();
        assert!(status.expect("a shell").success(), "{what}");
    }

    fn script(name: &str, text: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("outplay-grade-{}-{name}", std::process::id()));
        in_shell(r##"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 755 "$0""##, &path, text);
        path
    }

    fn ran(name: &str, text: &str, bounds: Bounds) -> Ran {
        let path = script(name, text);
        let ran = run(path.to_str().expect("UTF-8"), "((3 12) (2 4))\n", bounds);
        in_shell(r#"rm "$0""#, &path, "");
        ran
    }

    #[test]
    fn a_good_program_is_heard_and_a_bad_one_is_ended() {
        assert_eq!(ran("cat", "cat", BOUNDS), Ran::Printed("((3 12) (2 4))\n".to_owned()));
        let short = Bounds { time: Duration::from_millis(300), ..BOUNDS };
        assert_eq!(
            ran("sleep", "sleep 600", short),
            Ran::Failed("it took longer than 0.3 s".to_owned())
        );
        // Whoever closes its output and goes on is waited for no longer.
        let told = ran("closed", "exec >&-; sleep 600", short);
        assert_eq!(told, Ran::Failed("it took longer than 0.3 s".to_owned()));
        let told = ran("flood", "yes", BOUNDS);
        assert_eq!(told, Ran::Failed(format!("it printed more than {MOST_BYTES} bytes")));
        let told = ran("encoding", r"printf 'value \351\n'", BOUNDS);
        assert_eq!(told, Ran::Failed("what it prints is not UTF-8, from byte 7 on".to_owned()));
        let told = ran("executable", r#"chmod 644 "$0"; exec "$0""#, BOUNDS);
        assert_eq!(told, Ran::Failed("it cannot be run: is it executable?".to_owned()));
        let told = ran("behind", "sleep 600 & exit 0", short);
        let sentence = "it ended, and something that it has started keeps its output";
        assert_eq!(told, Ran::Failed(sentence.to_owned()));
        assert!(
            matches!(ran("error", "exit 3", BOUNDS), Ran::Failed(told) if told.starts_with("it ended with an error"))
        );
    }

    #[test]
    fn memory_is_bounded() {
        // A shell that doubles a text again and again.
        let greedy = "x=aaaaaaaa; while true; do x=$x$x; done";
        assert!(matches!(ran("greedy", greedy, BOUNDS), Ran::Failed(_)));
        assert!(matches!(run("/no/such/program", "", BOUNDS), Ran::Failed(_)));
    }
}
